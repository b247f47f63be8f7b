"""What the pages of tables and cases ask of reviewers: what columns are, and which of two ways is right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, get_args

import pytest

from company.config import ReviewSettings
from company.records import Column
from company.results.roles import KIND_OF_ROLE, ColumnKind
from human_review.store import ReviewStore
from human_review.verdicts import Edit
from human_review.web.desk import Desk
from human_review.web.signing import Keys
from tests.support.review import proposal
from tests.support.review_pages import Person, problem
from tests.support.review_run import D, case, small_run, table

OTHERWISE = "From the question alone"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ReviewStore]:
    with ReviewStore(tmp_path / "review.sqlite") as opened:
        yield opened


@pytest.fixture
def shown(tmp_path: Path, store: ReviewStore) -> Callable[..., tuple[Person, str, dict[str, str], str]]:
    """Ada with a record before her: its item, the fields of its form, and the page."""

    def opened(record: Any) -> tuple[Person, str, dict[str, str], str]:
        body = record.model_dump(mode="json")
        store.add([proposal(1, record=record.id, kind=record.kind, body=body)])
        ada = Person(Desk(tmp_path, store, ReviewSettings(gold=0.0, solve_first=False), Keys.of_run(tmp_path)), "Ada")
        return ada, *ada.next()

    return opened


def _column(place: int, name: str, **told: Any) -> Column:
    return Column(name=name, position=place, dtype="int64", **{"missing": 0, "distinct": 9, "numeric": True, **told})


def _chosen(page: str) -> dict[str, str]:
    """What each select of the page stands at, by its name; each offers every kind."""
    found = {}
    for name, content in re.findall(r'<select name="([^"]+)">(.*?)</select>', page, re.DOTALL):
        assert re.findall(r"<option[^>]*>([^<]*)<", content) == list(get_args(ColumnKind))
        (found[name],) = re.findall(r"<option selected>([^<]*)<", content)
    return found


def test_each_column_stands_at_what_it_is_taken_for(shown: Callable[..., Any]) -> None:
    columns = [_column(place, role, role=role) for place, role in enumerate(KIND_OF_ROLE)]
    columns.append(_column(len(columns), "riders", role="measure", kind="count", doubt="it could be a code"))
    *_, page = shown(table(columns=tuple(columns)))
    assert _chosen(page) == {f"changes.columns.{place}.kind": each.meant for place, each in enumerate(columns)}
    for each in columns:
        assert re.search(rf"<code>{each.name}</code></th><td>{each.meant}\b", page), each.name
    assert "not sure: it could be a code" in page


def test_what_a_reviewer_chooses_is_what_the_column_is(shown: Callable[..., Any], store: ReviewStore) -> None:
    season, town = _column(0, "season", role="ordered_category"), _column(1, "town", role="category", numeric=False)
    ada, item, fields, page = shown(table(columns=(season, town)))
    said = {**fields, **_chosen(page), "changes.description": "", "changes.row_meaning": "", "verdict": "edit"}
    refused = ada.post(f"/items/{item}/submit", {**said, "changes.columns.1.kind": "quantity"})
    assert refused.status_code == 409
    assert "'town' cannot be called quantity: its values are text, and no numbers" in problem(refused)
    done = ada.post(f"/items/{item}/submit", {**said, "changes.columns.0.kind": "code"})
    assert done.status_code == 303, done.text
    (verdict,) = store.verdicts(item, None)
    assert isinstance(verdict.content, Edit)
    first, second = (Column(**each) for each in verdict.content.changes["columns"])
    assert (first.meant, first.told) == ("code", True)
    assert second == town


def test_ways_that_agree_against_the_reference_are_shown(shown: Callable[..., Any], dialogue: Any) -> None:
    other = "least = shops['sales'].min()  # <b>not</b> the mean"
    measured = {"paraphrases": {"agree": [], "differ": [0, 1], "failed": {}, "against": True, "other": other}}
    reason = "for people to decide: 2 of 2 other ways to write it give another result than the reference"
    *_, page = shown(case(1, entry=dialogue.entry(2), status="proposed", reason=reason, gate=measured))
    assert OTHERWISE in page
    block = re.search(r'aria-label="Another way to write it">.*?</div>', page, re.DOTALL)
    assert block is not None and unescape(re.sub(r"<[^>]+>", "", block[0])).endswith(other)
    assert reason.capitalize() in page


def test_nothing_is_written_otherwise_where_the_ways_agree(shown: Callable[..., Any], dialogue: Any) -> None:
    measured = {"paraphrases": {"agree": [0, 1], "differ": [], "failed": {}, "against": False}}
    *_, page = shown(case(1, entry=dialogue.entry(2), gate=measured))
    assert OTHERWISE not in page


def test_a_second_answer_that_comes_to_something_else_stands_beside_the_reference(
    shown: Callable[..., Any], dialogue: Any, tmp_path: Path
) -> None:
    with small_run(tmp_path):
        pass
    entry = {
        **dialogue.entry(2),
        "data_id": f"{D}.t01",
        "reference_answer": "# --- your code begins ---\nleast = 1\n# --- your code ends ---",
    }
    script = "# --- your code begins ---\nleast = shops['sales'].max()  # <b>most</b>\n# --- your code ends ---"
    result = {"name": "least", "type": "value", "shown": "31.5 of the second", "digest": ""}
    told = {"by": "model x", "came_to": "something else", "message": "I took all.", "script": script}
    record = case(
        1, entry=entry, status="proposed", reason="why", gate={"second_answer": {**told, "results": [result]}}
    )
    *_, page = shown(record)
    sides = page.partition('<div class="sides">')[2]
    codes = [unescape(re.sub(r"<[^>]+>", "", each)) for each in re.findall(r'<pre class="code">(.*?)</pre>', sides)]
    assert codes[:2] == ["least = 1", "least = shops['sales'].max()  # <b>most</b>"]
    assert "By model x, from the prompt alone" in sides and "31.5 of the second" in sides and "I took all." in sides
