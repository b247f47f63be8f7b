"""What a case takes is read from its code: earlier turns and variables that it builds on, and kinds of operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.reading import read_benchmark
from company.config import load
from company.errors import ConfigError
from company.families.dialogues.body.bodies import CodeBody, body_of
from company.families.dialogues.body.difficulty import Difficulty, is_deep
from company.families.dialogues.gate.difficulty import difficulty_of
from company.families.dialogues.lines import wrong_fields
from company.families.dialogues.publishing.card import card_text
from company.families.dialogues.settings import settings_of
from company.families.dialogues.statistics.composition import composition
from company.families.dialogues.telling.cases import view_of
from company.families.shared.choices.bodies import ChoiceBody
from company.sandbox import Sandbox
from tests.support.gating import gate_of

PRELUDE = 'import pandas as pd\n\ndf = pd.read_csv("shops.csv")'


def coded(code: str, *turns: str, **more: Any) -> CodeBody:
    history = "\n\n".join([PRELUDE, *(f"# Turn {number}\n{turn}" for number, turn in enumerate(turns, start=1))])
    return CodeBody(
        data_id="shops.p1.s1.d1.t09", domain="shops", types=("value",), query="", text="", messages=(), reference=code,
        history=f"{history}\n", whole="", check="", more=more, answer=code, solution=code, wanted=(), files=(),
    )  # fmt: skip


BIG = "big = df[df['staff'] > 2]"
BY_CITY = "by_city = big.groupby('city')['sales'].mean()"


@pytest.mark.parametrize(
    ("code", "turns", "steps", "variables"),
    [
        ("x = df['sales'].mean()", [BIG, BY_CITY], 0, 0),
        ("x = by_city.max()", [BIG, BY_CITY], 2, 1),
        ("x = big.merge(by_city, on='city')", [BIG, BY_CITY], 2, 2),
        ("x = big['sales'].mean()", [BIG, "other = df.copy()"], 1, 1),
        ("x = df['ratio'].mean()", ["df['ratio'] = df['sales'] / df['staff']"], 1, 1),
        ("x = df.ratio.mean()", ["df['ratio'] = df['sales'] / df['staff']"], 1, 1),
        ("x = df.query('ratio > 3')", ["df.insert(1, 'ratio', df['sales'])"], 1, 1),
        ("x = df['sales'].mean()", ["df['ratio'] = df['sales'] / df['staff']"], 0, 0),
        ("x = low['ratio'].mean()", ["df.loc[df['staff'] > 1, 'ratio'] = 1", "low = df[df['sales'] < 9]"], 2, 1),
        ("x = df['sales'].mean()", ["df = df.dropna()"], 1, 1),
        ("x = df['sales'].mean()", ["df.dropna(inplace=True)", "df.head()"], 1, 1),
        ("x = big.size", [BIG, "big = df[df['staff'] > 5]"], 1, 1),
        ("x = big.size", [BIG, "big = big[big['staff'] > 5]"], 2, 1),
        ("x = rate(df)", ["def rate(frame):\n    big = frame['sales']\n    return big.mean()", BIG], 1, 1),
        ("x = model.coef_", ["model = LinearRegression()", "model.fit(df[['staff']], df['sales'])"], 2, 1),
        ("x = [big for big in df['sales']]", [BIG], 0, 0),
        ("x = view['ratio'].sum()", ["view = df", "df['ratio'] = 1"], 2, 1),
        ("x = names[0]", ["names = []", "names.append('Oslo')"], 2, 1),
        ("x = first + second", ["first, second = 1, 2", "second = 3"], 2, 2),
    ],
)
def test_turns_and_variables_that_a_reference_builds_on_are_counted(
    code: str, turns: Sequence[str], steps: int, variables: int
) -> None:
    found = difficulty_of(coded(code, *turns))
    assert (found.steps, found.variables) == (steps, variables)


def test_operations_are_those_of_the_reference_and_on_the_private_library_of_what_it_stands_for() -> None:
    plain = "x = df.groupby('city')['sales'].mean().sort_values()"
    assert difficulty_of(coded(plain)).operations == 4
    assert difficulty_of(coded("x = tally(df, 'city')", prototype_code=plain)).operations == 4


@pytest.mark.parametrize(
    ("steps", "variables", "operations", "deep"),
    [(2, 1, 2, True), (1, 2, 2, True), (1, 1, 5, False), (3, 2, 1, False), (0, 0, 6, True)],
)
def test_a_deep_case_builds_on_much_and_does_more_than_a_little(
    steps: int, variables: int, operations: int, deep: bool
) -> None:
    said = Difficulty(steps, variables, operations, execution=True)
    assert is_deep({"difficulty": said.as_json()}) is deep
    assert not is_deep({})


def test_a_choice_takes_what_its_right_option_is_found_by_and_a_figure_the_turn_that_drew_it(whole: Path) -> None:
    bodies = [body_of(entry) for entry in read_benchmark(whole).entries]
    chosen = next(each for each in bodies if isinstance(each, ChoiceBody))
    right = replace(chosen.options[0], letter="A", code="big.size")
    wrong = replace(chosen.options[1], letter="B", code="by_city.size")
    history = coded("", BIG, BY_CITY).history
    asked = replace(chosen, history=history, setup="", answer="True", options=(right, wrong), right="A", more={})
    assert difficulty_of(asked, execution=False) == Difficulty(1, 1, 0, execution=False)
    drawn = replace(asked, options=(replace(right, code="drawn[0]['title'] == 'x'"), wrong), more={"figure": "x.png"})
    assert difficulty_of(drawn).steps == 2


@pytest.mark.asyncio(loop_scope="session")
async def test_the_gate_computes_it_and_refuses_a_line_that_says_otherwise(dialogue: Any, sandbox: Sandbox) -> None:
    entry = dialogue.entry(2)
    report = await gate_of(entry, dialogue.resource, sandbox, cold_check=False)
    assert report.passed, report.reasons
    found = report.measured["difficulty"]
    assert found == difficulty_of(body_of(entry)).as_json()
    wrong = {**entry, "difficulty": {**found, "steps": found["steps"] + 1}}
    refused = await gate_of(wrong, dialogue.resource, sandbox, cold_check=False)
    assert [reason.split(" through ")[0] for reason in refused.reasons] == ["it says that it builds on 2 earlier turns"]


def test_lines_say_nothing_else_of_it(whole: Path) -> None:
    line = read_benchmark(whole).entries[0]
    good = Difficulty(1, 1, 2, execution=True).as_json()
    for bad in ({**good, "steps": -1}, {**good, "execution": 1}, {"steps": 1}, "deep"):
        assert wrong_fields({**line, "difficulty": bad}, tuple(line), ()) == ["difficulty"]
        assert Difficulty.of({"difficulty": bad}) is None
    assert wrong_fields({**line, "difficulty": good}, tuple(line), ()) == []


def test_stats_card_and_show_tell_what_cases_take_and_older_folders_load(
    whole: Path,
) -> None:
    content = read_benchmark(whole)
    assert "what cases take" not in composition(content)
    said = [Difficulty(number % 4, 0, 2, execution=True) for number in range(len(content.entries))]
    told = iter(said)
    cases = {
        name: tuple({**entry, "difficulty": next(told).as_json()} for entry in entries)
        for name, entries in content.cases.items()
    }
    rows = {label: ours for label, ours, _ in composition(replace(content, cases=cases))["what cases take"]}
    deep = sum(each.steps >= 2 for each in said)
    assert rows["with 3 or more preparing steps"] == sum(each.steps == 3 for each in said)
    assert (rows["preparing steps, most"], rows["kinds of operation, median"]) == (3, 2)
    assert [value for label, value in rows.items() if label.startswith("deep")] == [deep]
    assert f"| {deep} of {len(said)} |" in card_text([], cases)
    assert "deep" not in card_text([], content.cases)
    for entries in (cases, content.cases):
        about = view_of(content, "normal", entries["normal"][0]).about
        assert any(line.startswith("builds on no earlier turns, 2 kinds of operation") for line in about) is (
            entries is cases
        )


@pytest.mark.parametrize(("depth", "candidates"), [("mixed", 3.0), ("deep", 15.0)])
def test_deep_targets_try_more_turns(depth: str, candidates: float, tmp_path: Path) -> None:
    file = tmp_path / "simulation.toml"
    file.write_text(f'[table]\nbuiltin = "wine"\n[targets]\nnormal = 4\ndepth = "{depth}"\n')
    assert settings_of(load(file)).candidates == candidates
    file.write_text(f"{file.read_text()}[dialogues]\ncandidates = 5.0\n")
    assert settings_of(load(file)).candidates == 5.0


def test_another_depth_is_refused_in_a_line(tmp_path: Path) -> None:
    file = tmp_path / "simulation.toml"
    file.write_text('[table]\nbuiltin = "wine"\n[targets]\nnormal = 4\ndepth = "bottomless"\n')
    with pytest.raises(ConfigError, match=r"depth.*'mixed' or 'deep'") as raised:
        load(file)
    assert "\n" not in str(raised.value)
