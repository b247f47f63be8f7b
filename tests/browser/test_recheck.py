"""A case that was sent back, as its reviewer sees it, in light and dark."""

import shutil
from pathlib import Path

import pytest

from company.archive import Archive
from company.records import USABLE
from company.reviewing import Grounds, Other
from human_review.queueing import recheck
from human_review.store import ReviewStore

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def run(every_category: Path, tmp_path: Path) -> Path:
    """A run of the test's own, with a code case and a choice sent back on what models came to."""
    run = Path(shutil.copytree(every_category, tmp_path / "run"))
    with Archive.open(run) as archive:
        cases = archive.records("case", USABLE)
    code = next(each for each in cases if each.category == "normal").entry
    choice = next(each for each in cases if each.action == "fast_fail").entry
    agree = ("answers agree against gold",)
    hostile = "result = table.groupby('cultivar').size()  # </pre><script>alert(1)</script>\n" + "x = 1\n" * 20
    others = (Other(models=3, code=hostile, differs="dataframe: other values"),)
    letters = (Other(models=2, letter="B"), Other(models=1, letter="C"))
    found = [
        Grounds(data_id=code["data_id"], models=4, right=1, suspicions=agree, others=others),
        Grounds(data_id=choice["data_id"], models=4, right=1, suspicions=agree, others=letters, because="Look again."),
    ]
    with ReviewStore.of_run(run) as store:
        assert recheck(run, store, found, {}).sent_back == 2
    return run


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_why_it_is_back_stands_above_the_case(server, window, scheme):
    from axe_playwright_python.sync_playwright import Axe

    person = window(dark=scheme == "dark").sign_in(server.link)
    waiting = {"3 of 4 models agree on another result", "2 of 4 models agree on another result"}
    while waiting:
        person.goes("Enter") if person.page.url.rstrip("/") == server.origin else None
        # What models came to would give the key away: it is told once the case is solved.
        assert "Solve it first" in person.text() and "Why it is back" not in person.text()
        assert Axe().run(person.page).response["violations"] == [] and person.page.evaluate(WIDER) <= 0
        person.screenshot(f"to be solved, {len(waiting)} left, {scheme}")
        person.goes("0", "Enter")
        text = person.text()
        found = [sentence for sentence in waiting if sentence in text]
        assert "Why it is back" in text and found, text
        (sentence,) = found
        waiting.remove(sentence)
        person.screenshot(f"sent back, {sentence[0]} agree, {scheme}")
        assert Axe().run(person.page).response["violations"] == []
        assert person.page.evaluate(WIDER) <= 0
        assert person.complaints == person.violations() == []
        person.goes("a", "Enter")
