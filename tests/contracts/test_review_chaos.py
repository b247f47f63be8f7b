"""Many reviewers at once, some of whom are killed: every item ends with two people's verdicts, and none is lost.

Small by default; COMPANY_REVIEW_CHAOS=2000 has that many items, and takes minutes.
"""

import os

import pytest

from human_review.store import ReviewStore
from tests.support.postgresql import schema
from tests.support.review_chaos import chaos, told

ITEMS = int(os.environ.get("COMPANY_REVIEW_CHAOS", "100"))
CLIENTS = 8


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    if request.param == "sqlite":
        return tmp_path / "review.sqlite"
    return schema(request.getfixturevalue("postgresql"))


def test_every_item_ends_with_two_peoples_verdicts_and_none_is_lost(place, tmp_path):
    folder = tmp_path / "told"
    folder.mkdir()
    did = chaos(place, folder, CLIENTS, ITEMS, seconds=60 + ITEMS)
    assert did["taken"] >= 2 * ITEMS - 6, "each kill may swallow one answer"
    assert min(did[each] for each in ("abandoned", "skipped", "clicked twice", "sent twice")) > 0
    with ReviewStore(place) as store:
        assert store.progress().states == {("persona", "decided"): ITEMS}
        by_item = {}
        for item in store.items(most=ITEMS + 1):
            verdicts = store.verdicts(item.id, None)
            reviews = [each.reviewer for each in verdicts if each.standing and each.duty == "review"]
            assert len(reviews) == len(set(reviews)) == 2, item
            judges = [each.reviewer for each in verdicts if each.standing and each.duty == "adjudication"]
            assert len(judges) == (item.decided_by == "adjudication")
            assert not set(judges) & {each.reviewer for each in verdicts if each.duty == "review"}
            by_item[item.id] = {each.reviewer for each in verdicts}
        for line in told(folder):
            if line["did"] in ("taken", "late"):
                assert line["reviewer"] in by_item[line["item"]], "an answered verdict is not there"
            if line["did"] == "drafted":
                assert store.draft(line["reviewer"], line["item"]) is not None
