"""What an accepted case has cost: calls belong to the cases that came of them, and the rest is lost."""

from types import SimpleNamespace
from typing import Any

import pytest

from company.family.registry import family
from company.reporting.terminal import status_text
from company.run.costs import costs
from company.run.stage import Stage

STAGES = (
    Stage("tables", "intake", lambda *_: None),  # type: ignore[arg-type,return-value]
    Stage("personas", "table", lambda *_: None),  # type: ignore[arg-type,return-value]
    Stage("dialogues", "plan", lambda *_: None, below=lambda plan: plan.parent),  # type: ignore[arg-type,return-value]
    Stage("registers", "turn", lambda *_: None),  # type: ignore[arg-type,return-value]
    Stage("normals", "turn", lambda *_: None, serves=("normal",)),  # type: ignore[arg-type,return-value]
    Stage("plots", "turn", lambda *_: None, serves=("plot_qa",)),  # type: ignore[arg-type,return-value]
    Stage("library", "dialogue", lambda *_: None, serves=("private", "plot_qa")),  # type: ignore[arg-type,return-value]
)
RECORDS = {
    "table": [("t", None, "tables")],
    "persona": [("t.p1", "t", "personas"), ("t.p2", "t", "personas")],
    "plan": [("t.p1.plan", "t.p1", "plans"), ("t.p2.plan", "t.p2", "plans")],
    "dialogue": [("t.p1.d1", "t.p1.plan", "dialogues"), ("t.p2.d1", "t.p2.plan", "dialogues")],
    "turn": [("t.p1.d1.t1", "t.p1.d1", "dialogues"), ("t.p1.d1.t2", "t.p1.d1", "dialogues")],
    "case": [("t.p1.d1.t2.n", "t.p1.d1.t2", "normals"), ("t.p1.d1.t2.q", "t.p1.d1.t2", "plots")],
}
CATEGORY = {"normals": "normal", "plots": "plot_qa"}


class Run:
    """An archive of two accepted cases, one of each category, both of the second turn."""

    family = SimpleNamespace(
        records=tuple(RECORDS), categories=("normal", "plot_qa", "private"), making=SimpleNamespace(stages=STAGES)
    )

    def __init__(self, *paid: tuple[str, str], usd: float | None = 1.0, cases: bool = True) -> None:
        self.paid, self.usd, self.cases = paid, usd, cases

    def usage(self, *by: str) -> list[dict[str, Any]]:
        told = {"prompt_tokens": 100, "completion_tokens": 10, "usd": self.usd}
        return [{"stage": stage, "record": record, **told} for stage, record in self.paid]

    def records(self, kind: str, statuses: object = None) -> list[Any]:
        return [each for each in self.lineage() if each.kind == kind and (self.cases or kind != "case")]

    def lineage(self) -> list[Any]:
        return [
            SimpleNamespace(id=id, parent=parent, stage=stage, kind=kind, category=CATEGORY.get(stage))
            for kind, rows in RECORDS.items()
            for id, parent, stage in rows
        ]


def found(*paid: tuple[str, str], usd: float | None = 1.0, cases: bool = True) -> dict[str, Any]:
    run: Any = Run(*paid, usd=usd, cases=cases)
    return costs(run)


@pytest.mark.parametrize(
    ("stage", "record", "normal", "plot_qa"),
    [
        ("normals", "t.p1.d1.t2", 1, 0),
        ("plots", "t.p1.d1.t2", 0, 1),
        ("plots", "t.p1.d1.t1", 0, 0),  # no case came of it
        ("registers", "t.p1.d1.t1", 0.5, 0.5),  # other words of an earlier turn are in the history of both
        ("dialogues", "t.p1.plan", 0.5, 0.5),
        ("dialogues", "t.p2.plan", 0, 0),
        ("personas", "t.p1", 0.5, 0.5),
        ("personas", "t.p2", 0, 0),
        ("personas", "t.p3", 0, 0),  # came to nothing, so that there is no record
        ("library", "t.p1.d1.t1", 0, 1),  # for one of the categories that it serves
        ("tables", "t", 0.5, 0.5),
        ("sight", "sight", 0.5, 0.5),
    ],
)
def test_a_call_belongs_to_the_cases_that_came_of_it(stage: str, record: str, normal: float, plot_qa: float) -> None:
    told = found((stage, record))
    assert told["categories"]["normal"] == {"cases": 1, "each": _parts(normal)}
    assert told["categories"]["plot_qa"] == {"cases": 1, "each": _parts(plot_qa)}
    assert told["lost"] == _parts(1 - normal - plot_qa)
    assert told["each"] == _parts(0.5)
    parts = {"normal": normal, "plot_qa": plot_qa, "lost": 1 - normal - plot_qa}
    assert told["stages"] == {stage: {to: _parts(part) for to, part in parts.items() if part}}


def _parts(of_one: float) -> dict[str, float]:
    return {"prompt_tokens": 100 * of_one, "completion_tokens": 10 * of_one, "usd": of_one}


def test_an_unknown_price_stays_unknown_where_it_belongs_and_in_the_whole() -> None:
    told = found(("normals", "t.p1.d1.t2"), usd=None)
    assert told["categories"]["normal"]["each"]["usd"] is None
    assert told["categories"]["plot_qa"]["each"]["usd"] == 0
    assert told["each"]["usd"] is None
    assert told["lost"]["usd"] == 0


def test_without_cases_all_is_lost() -> None:
    told = found(("normals", "t.p1.d1.t2"), ("tables", "t"), cases=False)
    assert (told["cases"], told["each"], told["categories"]) == (0, None, {})
    assert told["lost"]["usd"] == 2


def status(tokens: int | None, usd: float | None, cached: int = 0) -> dict[str, Any]:
    whole = {"calls": 2, "prompt_tokens": tokens, "completion_tokens": tokens, "cached_tokens": cached, "usd": usd}
    return {
        "run": "out",
        "records": {},
        "rejected": {},
        "calls": 2,
        "usd": usd,
        "costs": found(("normals", "t.p1.d1.t2"), ("plots", "t.p1.d1.t1"), usd=usd and usd / 2),
        "usage": {"all": whole, "stage": [{"stage": "normals", **whole}], "role": []},
    }


def test_status_tells_what_a_case_has_cost_and_how_much_was_cached() -> None:
    shown = status_text(status(200, 2.0, cached=50), family("dialogues"))
    assert "2 calls, 200 tokens read (25% cached), 200 written" in shown
    assert "of the tokens read, 25% came from the server's prompt cache" in shown
    assert "an accepted case, all that was paid over 2: 100 tokens read, 10 written, $1.00" in shown
    assert "  normal:                 100 tokens read, 10 written, $1.00" in shown
    assert "set aside or not needed: 100 tokens read, 10 written, $1.00 in all" in shown


def test_what_is_not_known_is_not_told() -> None:
    unknown = status_text(status(200, None), family("dialogues"))
    assert "all that was paid over 2: 100 tokens read, 10 written, unknown" in unknown
    assert "cache" not in unknown
    for nothing in (
        status_text(status(0, 0.0), family("dialogues")),
        status_text(status(None, None), family("dialogues")),
    ):
        assert "an accepted case" not in nothing


LINE = {
    "candidate": [("f.r1", "f", "candidates"), ("f.r2", "f", "candidates")],
    "drawing": [("f.r1.drawn", "f.r1", "drawings"), ("f.r2.drawn", "f.r2", "drawings")],
    "alignment": [("f.r1.aligned", "f.r1.drawn", "alignments")],
    "case": [("f.r1.normal", "f.r1.aligned", "normals")],
}


@pytest.mark.parametrize(
    ("stage", "record", "came_of_it"),
    [
        ("drawings", "f.r1.drawn", True),
        ("drawings", "f.r1.drawn.simple", True),  # another conversation about the same drawing
        ("alignments", "f.r1.aligned.admin", True),
        ("drawings", "f.r2.drawn", False),
        ("drawings", "f.r2.drawn.simple", False),
        ("alignments", "f.r2.aligned.admin", False),  # came to nothing, so that there is no record
    ],
)
def test_records_whose_ids_are_no_beginning_of_a_case_belong_to_it_by_what_was_made_of_what(
    monkeypatch: pytest.MonkeyPatch, stage: str, record: str, came_of_it: bool
) -> None:
    stages = [Stage("drawings", "candidate", lambda *_: None), Stage("alignments", "drawing", lambda *_: None)]  # type: ignore[arg-type,return-value]
    monkeypatch.setattr(f"{__name__}.RECORDS", LINE)
    monkeypatch.setattr(Run.family.making, "stages", stages)
    told = found((stage, record))
    assert told["lost"] == _parts(0 if came_of_it else 1)
    assert told["categories"]["normal"]["each"] == _parts(1 if came_of_it else 0)
