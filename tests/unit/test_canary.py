"""Every line has the canary, its GUID comes from the cases' content, and verify misses it where it is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from company.benchmark.canary import canary, canary_problems, guid_of, guids_in, stamped
from company.benchmark.reading import read_benchmark
from company.benchmark.verify import verify
from company.console.progress import Silent
from company.families.dialogues.content import dialogues_of
from tests.support.warm_python import interpreter


def test_it_is_in_every_line_the_card_and_the_metadata(whole: Path) -> None:
    content = read_benchmark(whole)
    guid = guid_of(content.cases)
    assert {line["canary"] for line in (*content.entries, *dialogues_of(content))} == {canary(guid)}
    for name in ("README.md", "croissant.json"):
        assert guids_in((whole / name).read_text()) == {guid}


def test_the_guid_is_of_the_content_and_of_nothing_else(dialogue: Any) -> None:
    entries = [dialogue.entry(position) for position in (1, 2)]
    guid = guid_of({"normal": entries})
    assert guid == guid_of({"normal": stamped(entries[::-1], guid)})
    assert guid != guid_of({"normal": [entries[0], {**entries[1], "current_query": "Else?"}]})
    assert guid != guid_of({"private": entries})


async def test_verify_misses_a_canary_that_is_gone_from_lines_of_any_category(whole: Path) -> None:
    robbed = []
    for path in sorted((whole / "data/dialogue_data").iterdir()):
        if path.name not in ("normal.jsonl", "action_una.jsonl"):
            path.unlink()
            continue
        line = json.loads(path.read_text().splitlines()[0])
        del line["canary"]
        robbed.append(line["data_id"])
        path.write_text(json.dumps(line) + "\n")
    found = await verify(whole, Silent())
    assert f"2 lines have no canary, the first of them {robbed[-1]}; export the run again" in found.problems


def test_what_is_wrong_with_it_is_told() -> None:
    one, other = (canary(f"{n}2345678-1234-5678-1234-567812345678") for n in (0, 1))
    lines = [{"data_id": "a", "canary": one}, {"data_id": "b", "canary": one}]
    assert canary_problems(one, lines, expected=True) == ()
    assert canary_problems("", lines, expected=True) == ("the card has no canary; export the run again",)
    assert (
        "2 different canaries" in canary_problems(one, [lines[0], {"data_id": "b", "canary": other}], expected=True)[0]
    )
    bare = [{"data_id": "a"}, {"dialogue": "d"}]
    assert canary_problems("", bare, expected=False) == ()
    assert canary_problems("", bare, expected=True) == ("no line has a canary; export the run again",)


def test_the_official_evaluator_passes_over_it(whole: Path, tmp_path: Path) -> None:
    rules = Path(__file__).parents[1] / "end_to_end" / "official_rules.py"
    case = json.loads((whole / "data/dialogue_data/normal.jsonl").read_text().splitlines()[1])
    assert "canary" in case
    answer = {"data_id": case["data_id"], "response": case["reference_answer"]}
    (tmp_path / "responses.jsonl").write_text(json.dumps(answer))
    command = [sys.executable, rules, whole, tmp_path / "responses.jsonl", interpreter()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {case["data_id"]: True}
