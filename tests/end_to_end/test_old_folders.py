"""What was exported before the gate judged sense is verified as it is: senseless lines are refused in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.body.entries import Situation, choice_entry, code_entry
from company.families.shared.choices.records import Choice, Option
from company.records import Intent
from company.tables.intake import received
from company.tables.reading import canonical_csv
from company.tables.record import Table
from tests.support.commands import Run
from tests.support.dialogue import make_turn
from tests.support.folders import write_folder

PRELUDE = 'import pandas as pd\n\nrides = pd.read_csv("rides.csv")'
LINES = Path("data/dialogue_data")
NEW_FIELDS = ("needs", "needs_history", "paraphrases", "canary")
SENSELESS = {
    "dead_step": (
        "Sort the rides by 'riders', then give the mean 'temp' of each town.",
        "ordered = rides.sort_values('riders')\nout = ordered.groupby('town')['temp'].mean()",
        "series",
        "a step changes nothing that is asked for: `rides.sort_values('riders')`",
    ),
    "vacuous": (
        "What is the mean 'temp' of the rides with 'riders' of at least 0?",
        "out = float(rides.loc[rides['riders'] >= 0, 'temp'].mean())",
        "value",
        "a condition is true of every row: `rides['riders'] >= 0`",
    ),
    "by_chance": (
        "Give the 5 rides with the highest 'season'.",
        "out = rides.nlargest(5, 'season')",
        "dataframe",
        "its result depends on the order of the rows, and the query has no rule for ties (`out`)",
    ),
    "code_summed": (
        "What is the sum of 'season' in each town?",
        "out = rides.groupby('town')['season'].sum()",
        "series",
        "`season` is a code: its sum says nothing",
    ),
}
SOUND = ("What is the mean 'temp' of each town?", "out = rides.groupby('town')['temp'].mean()", "series")
LONGEST = 'sorted(drawn[0]["bars"], key=lambda bar: -bar["length"])'


def _table(folder: Path) -> tuple[Table, Path]:
    rows = range(240)
    frame = pd.DataFrame(
        {
            "season": [1 + row % 4 for row in rows],
            "riders": [row * 7 % 301 for row in rows],
            "temp": [row % 41 / 4.1 for row in rows],
            "town": [f"town {row % 7}" for row in rows],
        }
    )
    (folder / "source").mkdir()
    frame.to_csv(folder / "source/rides.csv", index=False)
    reading = canonical_csv(folder / "source/rides.csv", folder, "rides")
    return received(reading, status="accepted"), folder / "rides.csv"


def _old(line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in NEW_FIELDS}


def _coded(table: Table, name: str, query: str, code: str, kind: str) -> dict[str, Any]:
    intents = [Intent(name="out", type=kind)]  # type: ignore[arg-type]
    here = Situation(table, PRELUDE, "rides", ())
    return _old(code_entry(here, query, code, intents, f"rides.p1.s1.d1.{name}").line())


def _of_a_figure(table: Table) -> dict[str, Any]:
    """Bars of which the two longest differ by a pixel at the most, and a question on which of them is the longest."""
    bars = {"south": 4.01, "north": 4.0061, "east": 2.0, "west": 1.0}
    code = f"import matplotlib.pyplot as plt\n\nplt.bar({list(bars)}, {list(bars.values())})"
    drawn = make_turn(1, "Draw the rides of all regions as bars.", code, ("plot", "plot"))
    options = tuple(
        Option(text=name, code=f'{LONGEST}[{place}]["name"]', slip="another bar" if place else "")
        for place, name in enumerate(bars)
    )
    asked = Choice(question="Which region has most rides in the figure?", options=options, answer=options[0].code)
    here = Situation(table, PRELUDE, "rides", (drawn,))
    return _old(choice_entry(here, asked, "rides.p1.s1.d1.unreadable.plot_qa").line())


@pytest.fixture(scope="module")
def verified(company: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], dict[str, Any]]:
    """What `company verify` prints of an old folder, line by line, and as JSON."""
    folder = tmp_path_factory.mktemp("old")
    table, csv = _table(folder)
    benchmark = write_folder(folder / "benchmark", table, csv, [_coded(table, "sound", *SOUND)])
    (benchmark / "data/resource/rides.columns.json").unlink()
    with (benchmark / LINES / "normal.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(_coded(table, name, *case[:3]))}\n" for name, case in SENSELESS.items())
    (benchmark / LINES / "action_plotqa.jsonl").write_text(f"{json.dumps(_of_a_figure(table))}\n")
    told = company("verify", benchmark)
    assert told.returncode == 1, told.stderr
    return told.stdout.splitlines(), json.loads(company("verify", benchmark, "--json").stdout)


def test_a_sound_line_of_an_old_folder_passes(verified: tuple[list[str], dict[str, Any]]) -> None:
    lines, found = verified
    assert [case["data_id"] for case in found["cases"] if case["passed"]] == ["rides.p1.s1.d1.sound"]
    assert not any("rides.p1.s1.d1.sound" in line for line in lines)
    assert found["problems"] == []


@pytest.mark.parametrize("name", SENSELESS)
def test_a_senseless_line_is_refused_with_its_place(verified: tuple[list[str], dict[str, Any]], name: str) -> None:
    place = f"{LINES}/normal.jsonl:{2 + list(SENSELESS).index(name)}"
    assert f"{place}: rides.p1.s1.d1.{name}: {SENSELESS[name][-1]}" in verified[0]


def test_a_figure_that_nobody_can_read_is_refused_with_its_place(verified: tuple[list[str], dict[str, Any]]) -> None:
    place = f"{LINES}/action_plotqa.jsonl:1: rides.p1.s1.d1.unreadable.plot_qa"
    (line,) = [each for each in verified[0] if each.startswith(place)]
    assert "cannot be told apart in the figure" in line
