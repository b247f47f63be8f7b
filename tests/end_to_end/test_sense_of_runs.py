"""What a run accepts means what it asks: no step without effect, no condition without one, no order left to chance."""

import json
from pathlib import Path

from company.archive import Archive
from company.families.dialogues.body.bodies import body_of
from company.families.dialogues.gate.difficulty import difficulty_of
from tests.support.commands import Run


def test_cases_over_a_real_table_have_sense_and_most_need_their_history(
    company: Run, tables_folder: Path, tmp_path: Path
) -> None:
    told = f'[table]\nfile = "{tables_folder / "fastfood"}.csv"\n[dialogues]\nstatement_share = 0.5\n'
    (tmp_path / "simulation.toml").write_text(told)
    done = company("simulate", tmp_path, "--out", tmp_path / "run", "--limit", "5", "--json")
    assert json.loads(done.stdout)["accepted"] == 5, done.stdout + done.stderr
    with Archive.open(tmp_path / "run") as archive:
        cases = [case for case in archive.records("case", ["accepted"])]
    for case in cases:
        assert case.gate["reasons"] == [] and case.gate["sense"]["untried"] == [], case.id
        assert case.entry["needs_history"] == case.gate["needs_history"]
        assert case.entry["difficulty"] == case.gate["difficulty"] == difficulty_of(body_of(case.entry)).as_json()
    assert sum(case.entry["needs_history"] for case in cases) >= 3
