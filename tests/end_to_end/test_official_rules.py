"""An exported benchmark runs unchanged in an evaluator that knows nothing of this package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from company.families.dialogues.body.entries import Situation, code_entry
from company.families.dialogues.body.histories import clean
from company.families.dialogues.records import Turn
from company.records import Column, Intent
from company.tables.record import Table
from tests.support.folders import write_folder
from tests.support.warm_python import interpreter

RULES = Path(__file__).with_name("official_rules.py")
ROWS = "team,points,home\nRed,3,True\nBlue,1,False\nRed,0,False\nGreen,3,True\nBlue,2,True\nGreen,1,False\n"
PRELUDE = 'import pandas as pd\n\nmatches = pd.read_csv("matches.csv")'
TURNS = (
    ('totals = matches.groupby("team", as_index=False)["points"].sum()', ("totals", "dataframe")),
    (
        'import matplotlib.pyplot as plt\n\nplt.bar(totals["team"], totals["points"])\nplt.title("Points")\nplt.show()',
        ("plot", "plot"),
    ),
    ('top = totals.loc[totals["points"].idxmax(), "team"]', ("top", "value")),
)


def _table() -> Table:
    names = ("team", "points", "home")
    roles = ("category", "measure", "flag")
    columns = tuple(
        Column(name=name, position=n, dtype="object", role=role, missing=0, distinct=3)  # type: ignore[arg-type]
        for n, (name, role) in enumerate(zip(names, roles, strict=True))
    )
    return Table(
        id="matches", parent=None, stage="tables", position=1, name="matches", file="matches.csv", sha256="", rows=6,
        columns=columns,
    )  # fmt: skip


@pytest.fixture
def benchmark(tmp_path: Path) -> Path:
    turns = [
        Turn(
            id=f"matches.p1.s1.d1.t{n:02d}", parent="matches.p1.s1.d1", stage="turns", position=n, question=1,
            query=f"Question {n}, please?", answer="This does it.", code=code, intents=(Intent(name=name, type=kind),),  # type: ignore[arg-type]
        )
        for n, (code, (name, kind)) in enumerate(TURNS, start=1)
    ]  # fmt: skip
    entries = [
        code_entry(
            Situation(_table(), PRELUDE, "matches", turns[:n], clean(turns[:n], 5)),
            turn.query,
            turn.code or "",
            turn.intents,
            turn.id,
        ).line()
        for n, turn in enumerate(turns)
    ]
    (tmp_path / "matches.csv").write_text(ROWS)
    return write_folder(tmp_path / "made", _table(), tmp_path / "matches.csv", entries)


def _judge(*arguments: Path) -> dict[str, bool]:
    """References alone are run from cold starts: those have to be complete."""
    if len(arguments) > 1:
        arguments += (interpreter(),)
    command = [sys.executable, "-I", str(RULES), *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout, run.stderr
    return dict(json.loads(run.stdout))


def _entries(benchmark: Path) -> list[dict[str, Any]]:
    text = (benchmark / "data/dialogue_data/normal.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def _responses(benchmark: Path, code: dict[str, str]) -> Path:
    path = benchmark.parent / "responses.jsonl"
    lines = ({"data_id": key, "response": f"Here you are.\n```python\n{text}\n```"} for key, text in code.items())
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_every_reference_counts_as_right(benchmark: Path) -> None:
    verdicts = _judge(benchmark)
    assert len(verdicts) == 3
    assert all(verdicts.values()), verdicts


def test_empty_and_other_answers_count_as_wrong(benchmark: Path) -> None:
    first, second, third = _entries(benchmark)
    wrong = {
        first["data_id"]: first["reference_answer"].replace(".sum()", ".mean()"),
        second["data_id"]: second["reference_answer"].replace('totals["points"])', 'totals["points"] * [1, 2, 3])'),
        third["data_id"]: "top = None",
    }
    assert wrong[first["data_id"]] != first["reference_answer"]
    assert wrong[second["data_id"]] != second["reference_answer"]
    assert not any(_judge(benchmark, _responses(benchmark, wrong)).values())


def test_a_plot_in_other_clothes_counts_as_right(benchmark: Path) -> None:
    _, second, _ = _entries(benchmark)
    restyled = second["reference_answer"].replace('"Points")', '"All points of the season", fontsize=8)')
    assert restyled != second["reference_answer"]
    assert all(_judge(benchmark, _responses(benchmark, {second["data_id"]: restyled})).values())
