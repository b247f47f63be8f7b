"""The case that `company show BENCHMARK` begins with: a question that is closed in a few turns, with a short result."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import company.reporting.cases
from company.benchmark.reading import Benchmark
from company.families.dialogues.content import told_beside
from company.families.dialogues.records import WORKED_THROUGH
from company.families.dialogues.telling.brief import briefly
from company.families.dialogues.telling.samples import sample
from company.reporting.cases import print_case

SHORT = ("counts", "dict", "{'tea': 3, 'books': 2}")
FRAME = ("rows", "dataframe", "    sales  staff\n0  120.5      4\n1   80.2      2\n[89 rows x 5 columns]")
STANDARDIZED = ("scaled", "array", "array([[0.1234567891, 1.2]])")


def turn(number: int, question: int, *results: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    told = [{"name": name, "type": kind, "shown": shown} for name, kind, shown in results]
    said = {"query": f"Request {number}.", "answer": f"Answer {number}.", "code": f"x = {number}"}
    return {"turn": number, "question": question, **said, "results": told, "cases": [f"shops.t{number}"], **more}


def dialogue(*turns: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    persona = {"name": "Ada Berg", "job_title": "baker", "location": "Oslo", "background": ""}
    ended = "the turns that were asked for are done"
    said = {"persona": persona, "scenario": {"goal": "Where to rent?"}, "ended": ended}
    return {"dialogue": "shops.p1.s1.d1", **said, "questions": ["First?", "Second?"], "turns": list(turns), **more}


def content(*dialogues: Mapping[str, Any], without: Sequence[str] = ()) -> Benchmark:
    lines = [
        {"data_id": data_id, "current_query": each["query"], "reference_answer": each["code"], "result_type": "dict"}
        for line in dialogues
        for each in line["turns"]
        for data_id in each["cases"]
        if data_id not in without
    ]
    return Benchmark(Path("there"), {"normal": tuple(lines)}, told_beside(tuple(dialogues)))


def chosen(benchmark: Benchmark) -> tuple[str, list[int]] | None:
    found = sample(benchmark)
    return found and (found.case["data_id"], [each["turn"] for each in found.turns])


LONG = [turn(number, 1, FRAME) for number in range(1, 3)]


@pytest.mark.parametrize(
    ("turns", "data_id"),
    [
        ([*LONG, turn(3, 1, SHORT), turn(4, 2, SHORT)], "shops.t3"),
        ([*LONG, turn(3, 1, STANDARDIZED), turn(4, 2, FRAME), turn(5, 2, SHORT), turn(6, 3, FRAME)], "shops.t5"),
        ([*LONG, turn(3, 1, FRAME), turn(4, 2, SHORT)], "shops.t3"),
        ([*LONG, turn(3, 1, SHORT), turn(4, 1, ("plot", "plot", "plot")), turn(5, 2, SHORT)], "shops.t3"),
        ([turn(1, 1, SHORT), turn(2, 2, FRAME), turn(3, 2, FRAME), turn(4, 2, SHORT), turn(5, 3, SHORT)], "shops.t4"),
        ([*(turn(number, 1, FRAME) for number in range(1, 9)), turn(9, 1, SHORT), turn(10, 2, FRAME),
          turn(11, 2, FRAME), turn(12, 2, SHORT), turn(13, 3, SHORT)], "shops.t12"),
    ],
)  # fmt: skip
def test_the_first_case_closes_a_question_in_a_few_turns_with_a_result_that_reads_well(
    turns: Sequence[Mapping[str, Any]], data_id: str
) -> None:
    found = chosen(content(dialogue(*turns)))
    assert found is not None and found[0] == data_id


def test_a_dialogue_that_was_worked_through_has_closed_its_last_question() -> None:
    turns = [*LONG, turn(3, 1, STANDARDIZED), turn(4, 2, FRAME), turn(5, 2, FRAME), turn(6, 2, SHORT)]
    assert chosen(content(dialogue(*turns))) == ("shops.t2", [1, 2])
    assert chosen(content(dialogue(*turns, ended=WORKED_THROUGH, closing="Thanks."))) == ("shops.t6", [4, 5, 6])


def test_a_turn_without_a_case_is_none_and_a_folder_without_dialogues_has_none() -> None:
    turns = [*LONG, turn(3, 1, SHORT), turn(4, 2, SHORT)]
    assert chosen(content(dialogue(*turns), without=["shops.t3"])) == ("shops.t2", [1, 2])
    assert chosen(content()) is None
    assert chosen(content({"dialogue": "old", "turns": turns})) is None


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("dataframe", FRAME[2], "89 rows, 5 columns"),
        ("tuple", "(-0.4449999999999996, 5.035)", "(-0.445, 5.035)"),
        ("series", "city\nOslo    3\nBergen  2\n[2 values, int64]", "city, Oslo 3, Bergen 2"),
        ("series", "\n".join([*map(str, range(12)), "[1,200 values, int64]"]), "1,200 values"),
        ("plot", "plot\nSales by city: 3 bars", "a plot, Sales by city: 3 bars"),
        ("dict", "{'a': 5,\n 'b': 4}", "{'a': 5, 'b': 4}"),
    ],
)
def test_a_result_is_told_in_a_line(kind: str, text: str, said: str) -> None:
    assert briefly(kind, text) == said


@pytest.mark.parametrize("questions", [["First?", "Second?"], None])
def test_the_turns_are_told_in_brief_and_the_case_with_its_answer(
    questions: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = dialogue(*LONG, turn(3, 1, SHORT), turn(4, 2, FRAME), questions=questions)
    monkeypatch.setattr(company.reporting.cases, "read_cases", lambda folder: content(told))
    stream = io.StringIO()
    print_case(Path("there"), None, stream)
    lines = [line.strip() for line in stream.getvalue().splitlines() if line.strip()]
    assert lines[0] == "a question and how it was answered: turns 1 to 3 of 4 in shops.p1.s1.d1"
    assert lines[1:3] == ["client  Ada Berg, baker, Oslo", questions[0] if questions else "Where to rent?"]
    assert lines[4:8] == ["1  Request 1.", "→ rows: 89 rows, 5 columns", "2  Request 2.", "→ rows: 89 rows, 5 columns"]
    assert lines[8] == "case shops.t3 of there: dict"
    rest = [lines.index(each) for each in ("Request 3.", "reference", "x = 3", "{'tea': 3, 'books': 2}", "Answer 3.")]
    assert rest == sorted(rest)
    assert lines[-1] == "company show there shops.t3"


def test_what_is_said_at_the_end_closes_the_last_question(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = turn(4, 2, FRAME, query="What else?")
    turns = [*LONG, turn(3, 1, SHORT), begun, turn(5, 2, FRAME), turn(6, 2, SHORT)]
    told = dialogue(*turns, ended=WORKED_THROUGH, closing="In short, tea leads.")
    assert chosen(content(told)) == ("shops.t6", [4, 5, 6])
    monkeypatch.setattr(company.reporting.cases, "read_cases", lambda folder: content(told))
    stream = io.StringIO()
    print_case(Path("there"), None, stream)
    assert "data scientist\n  In short, tea leads.\n" in stream.getvalue()


@pytest.mark.parametrize(
    ("query", "said"),
    [("Tea leads, then. Now, who sells books?", "Tea leads, then."), ("Now, who sells books? Tell me.", "")],
)
def test_the_next_question_is_begun_with_what_closes_this_one(query: str, said: str) -> None:
    turns = [*LONG, turn(3, 1, SHORT), turn(4, 2, FRAME, query=query)]
    found = [sample(content(dialogue(*turns, register=register))) for register in ("colloquial", "statement")]
    assert [each and each.closing for each in found] == [said, ""]
