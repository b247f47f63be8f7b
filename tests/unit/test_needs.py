"""Whether a choice can be answered by reading its prompt is computed: what decides it stands there, or does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company import api
from company.benchmark.reading import read_benchmark
from company.families.dialogues.body.entries import Situation, choice_entry
from company.families.dialogues.evaluation.accuracies import remarks, rows, summary
from company.families.dialogues.evaluation.samples import posed
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.families.dialogues.lines import wrong_fields
from company.families.dialogues.statistics.composition import composition
from company.families.shared.choices.bodies import ChoiceBody, needs_of
from company.families.shared.choices.inputs import all_shown
from company.families.shared.choices.records import Choice, Option
from company.records import Result
from company.sandbox import Sandbox
from tests.support.gating import gate_of

MEANS = pd.Series([12.3456, 7.0, 1234567.0], index=["Oslo", "Bergen", "Narvik"], name="sales")
SHOWN = "Oslo 12.35\nBergen 7.00\nNarvik 1,234,567.0\nThe table has 90 rows."


@pytest.mark.parametrize(
    ("code", "text", "shown"),
    [
        ("means.idxmax() == 'Oslo'", SHOWN, True),
        ("means.max() / len(df)", SHOWN, True),
        ("means.max() / len(df)", SHOWN.replace("90", "91"), False),
        ("means.max() > df['sales'].max()", SHOWN, False),
        ("means.idxmax() == 'Oslo'", SHOWN.replace("Bergen", "…"), False),
        ("means.idxmax() == 'Oslo'", SHOWN.replace("12.35", "12"), False),
        ("means.idxmax() == 'Oslo'", SHOWN.replace("12.35", "12.36"), False),
        ("leads('Oslo')", SHOWN, False),
        ("drawn[0]['title'] == 'x'", "", True),
        ("12 > 3", SHOWN, False),
    ],
)
def test_what_decides_stands_in_a_text_whole_and_hardly_rounded_or_does_not(code: str, text: str, shown: bool) -> None:
    namespace = {"means": MEANS, "df": pd.DataFrame({"sales": np.arange(90.0)}), "pd": pd, "drawn": [{"title": "x"}]}
    setup = "def leads(town):\n    return df['sales'].max() > 3"
    assert all_shown([code], setup if "leads" in code else "", text, namespace, ("drawn",)) is shown


def test_a_value_of_very_many_parts_is_not_read_off_a_prompt() -> None:
    many = pd.Series(np.arange(3000.0))
    assert not all_shown(["many.max() > 3"], "", " ".join(map(str, range(3000))), {"many": many}, ())


CODE = "sales_by_city = shops.groupby('city')['sales'].sum()"
PRINTED = "city\nBergen    176.50\nNarvik     75.75\nOslo      410.75"


def choice_on(dialogue: Any, code: str, printed: str = PRINTED) -> ChoiceBody:
    """A choice after a turn whose result was printed so; its options are decided by code."""
    result = Result(name="sales_by_city", type="series", shown=printed, digest="")
    done = dialogue.turns[0].model_copy(update={"code": CODE, "results": (result,)})
    cities = ("Oslo", "Bergen", "Narvik", "Bodø")
    options = tuple(
        Option(text=f"{city} sells most", code=f"{code} == {city!r}", slip="" if city == "Oslo" else "x")
        for city in cities
    )
    here = Situation(dialogue.table, dialogue.prelude, dialogue.variable, [done])
    return choice_entry(here, Choice(question="Which sells most?", options=options), "shops.x")


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("code", "printed", "needs"),
    [
        ("sales_by_city.idxmax()", PRINTED, "reading"),
        ("sales_by_city.idxmax()", PRINTED.replace("Narvik     75.75", "…"), "execution"),
        ("shops.groupby('city')['sales'].sum().idxmax()", PRINTED, "execution"),
    ],
)
async def test_the_gate_computes_what_an_answer_needs_and_refuses_another_claim(
    code: str, printed: str, needs: str, dialogue: Any, sandbox: Sandbox
) -> None:
    body = choice_on(dialogue, code, printed)
    report = await gate_of(body, dialogue.resource, sandbox, cold_check=False)
    assert (report.reasons, report.measured["needs"]) == ((), needs)
    assert (await gate_of(body.but(needs=needs), dialogue.resource, sandbox, cold_check=False)).passed
    other = "execution" if needs == "reading" else "reading"
    wrong = await gate_of(body.but(needs=other), dialogue.resource, sandbox, cold_check=False)
    assert any("it says that its answer" in reason for reason in wrong.reasons), wrong.reasons


def test_a_line_says_nothing_else_of_what_it_needs(whole: Path) -> None:
    (line, *_) = [entry for entry in read_benchmark(whole).entries if "choice" in entry]
    fields = tuple(line)
    assert "needs" in wrong_fields({**line, "needs": "thought"}, fields, ())
    assert "guess" in wrong_fields({**line, "guess": {"word": "young"}}, fields, ())
    assert (needs_of({**line, "needs": "execution"}), needs_of({"needs": None})) == ("execution", None)


def scored(number: int, *, right: bool, needs: str | None) -> ScoredTurn:
    category = "normal" if needs is None else "insight_mining"
    return ScoredTurn(
        data_id=f"d.t{number}", category=category, domain="d", register="", dialogue=f"d{number}", right=right,
        intents=(right,), needs=needs,
    )  # fmt: skip


def test_accuracy_is_told_with_and_without_choices_that_need_execution() -> None:
    cases = [scored(1, right=True, needs="reading"), scored(2, right=True, needs=None)]
    cases += [scored(number, right=False, needs="execution") for number in (3, 4)]
    found = summary(cases)
    assert (found["accuracy"]["value"], found["accuracy_without_execution"]["value"]) == (0.5, 1.0)
    assert any(name == "without choices that need execution" for name, *_ in rows(found))
    assert found["by"]["choices that need"]["execution"]["cases"] == 2
    assert remarks(found) == []
    assert summary(cases[:2])["accuracy_without_execution"] is None
    older = summary([*cases, scored(5, right=True, needs="unknown")])
    assert remarks(older) == ["1 choices do not say whether they can be read or need execution, as in older folders"]


def test_a_benchmark_counts_what_its_choices_need(whole: Path) -> None:
    content = read_benchmark(whole)
    cases = {
        name: tuple({**entry, "needs": "execution"} if "choice" in entry else entry for entry in entries)
        for name, entries in content.cases.items()
    }
    chosen = sum("choice" in entry for entry in content.entries)
    told = {label: ours for label, ours, _ in composition(replace(content, cases=cases))["choice cases"]}
    assert (told["that need execution"], told["that can be read off the prompt"]) == (chosen, 0)
    assert told["insights that differ in a number alone, % (most)"] == 0
    older = {label: ours for label, ours, _ in composition(content)["choice cases"]}
    assert older["that do not say which"] == chosen
    assert all(case.needs == "execution" for case in posed(replace(content, cases=cases)) if not case.by_code)


def test_kinds_of_slips_and_typing_errors_are_counted(whole: Path) -> None:
    content = read_benchmark(whole)
    (line, *_) = content.cases["update_code"]
    kinds = ["level", "level", "denominator", "typing error"]
    lines = [{**line, "wrong": {"kind": "other result", "difference": "values", "slip": kind}} for kind in kinds]
    told = composition(replace(content, cases={**content.cases, "update_code": lines}))
    counted = {label: ours for rows in told.values() for label, ours, _ in rows if "slip" in label or "typing" in label}
    assert counted == {
        "slip: level": 50.0,
        "slip: denominator": 25.0,
        "slip: typing error": 25.0,
        "typing errors in a name": 25.0,
    }


def test_choices_that_need_execution_count_in_no_figure_where_they_are_left_out(whole: Path) -> None:
    content = read_benchmark(whole)
    category, first = next((name, each[0]) for name, each in content.cases.items() if "choice" in each[0])
    file = whole / "data/dialogue_data" / content.family.categories[category].file
    file.write_text(file.read_text().replace('"choice"', '"needs": "execution", "choice"'))
    answers = {entry["data_id"]: entry["reference_answer"] for entry in content.entries if "choice" in entry}
    every = api.score(whole, answers, quiet=True)
    left = api.score(whole, answers, without_execution=True, quiet=True)
    assert first["data_id"] in every.cases.index
    assert first["data_id"] not in left.cases.index
    assert every.figures["accuracy_without_execution"]["cases"] == left.figures["accuracy"]["cases"]
