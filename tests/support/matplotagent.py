"""What MatPlotAgent's programs read of a benchmark, and what they leave: generation by `id`, evaluation by place.

Their generators copy `data/<id>/*` into `example_<id>`, run code there, and look for `novice.png`; their evaluator
takes the n-th instruction, and shows a judge the drawn picture before `ground_truth/example_<n>.png`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.judges_by_hand import alike

MODEL, LOG = "gpt-4", "eval_4v_rollback.log"
Says = Callable[[str, Sequence[bytes]], str]


def generated(benchmark: Path, workspace: Path, code_for: Callable[[int, str], str]) -> list[int]:
    """Have code drawn for each instruction, as it is written for its id and its simple text; ids without a picture."""
    missing = []
    for item in json.loads((benchmark / "benchmark_instructions.json").read_text()):
        number, text = item["id"], item["simple_instruction"]
        assert item["expert_instruction"].strip()
        place = workspace / f"example_{number}"
        place.mkdir(parents=True)
        own = benchmark / "data" / str(number)
        for file in sorted(own.iterdir()) if own.is_dir() else ():
            shutil.copy(file, place)
        assert not list(place.rglob("*.png")), "a picture among the data passes for one that was drawn"
        script = place / f"code_action_{MODEL}_novice_0.py"
        script.write_text(code_for(number, text))
        done = subprocess.run([sys.executable, script.name], cwd=place, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        script.with_name(f"{script.name}.log").write_text(said)
        is_drawn = not ("Traceback (most recent call last):" in said or "Error:" in said)
        if not is_drawn or not (place / "novice.png").is_file():
            missing.append(number)
    return missing


def evaluated(benchmark: Path, workspace: Path, judge: Says) -> float:
    """Have each picture judged beside the truth of its number; the mean of the scores."""
    instructions = json.loads((benchmark / "benchmark_instructions.json").read_text())
    scores = []
    for number in range(1, len(instructions) + 1):
        place, truth = workspace / f"example_{number}", benchmark / "ground_truth" / f"example_{number}.png"
        drawn = place / "novice.png"
        pair = [drawn, truth] if drawn.is_file() else [benchmark / "ground_truth" / "empty.png"] * 2
        said = judge(instructions[number - 1]["simple_instruction"], [each.read_bytes() for each in pair])
        (place / LOG).write_text(said)
        scores.append(int(said.partition("[FINAL SCORE]: ")[2][:3]))
    return sum(scores) / len(scores)


def in_whole_numbers(text: str, pictures: Sequence[bytes]) -> str:
    """Judge pictures by how alike they are: as their programs read scores, in whole numbers."""
    del text
    same = alike(pictures[0], pictures[1])
    return f"[FINAL SCORE]: {round(100 * max(0.0, 1 - 12 * (1 - same)))}"
