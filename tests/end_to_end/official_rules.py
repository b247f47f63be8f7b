"""A stranger's evaluator: the public rules for code cases, written down anew and sharing no line with the package.

    python official_rules.py BENCHMARK [RESPONSES [PYTHON]]

RESPONSES is a JSONL of `{"data_id": …, "response": …}`; without it, each reference answers its own case. Prints one
JSON object: data_id → whether the answer counts as right. It needs the standard library; code runs cold, or however
PYTHON starts it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SECONDS = 60
SIMILAR = 0.6


def cases(benchmark: Path) -> list[dict[str, Any]]:
    text = (benchmark / "data" / "dialogue_data" / "normal.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def is_right(case: dict[str, Any], response: str, resource: Path, python: str = sys.executable) -> bool:
    """Whether a response counts; raises RuntimeError when the reference itself does not run.

    `python` runs reference, answer and check, each for itself.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in ("ref_result", "pred_result"):
            (folder / name).mkdir()
        for source in resource.iterdir():
            if source.suffix != ".json":
                (folder / source.name).symlink_to(source.resolve())
        reference = at_resource(case["ref_code_all"], resource).replace("./pred_result/", "./ref_result/")
        run = script(python, folder, "reference.py", reference)
        if run.returncode != 0:
            raise RuntimeError(f"{case['data_id']}: {run.stderr[-300:]}")
        answer = f"{case['ref_code_hist']}\n{longest_block(response)}".replace("./ref_result/", "./pred_result/")
        run = script(python, folder, "answer.py", at_resource(answer, resource).replace("plt.show()", ""))
        if run.returncode != 0:
            return False
        return all_true(script(python, folder, "evaluate.py", at_resource(case["eval_metrics"], resource)))


def longest_block(response: str) -> str:
    blocks = re.findall(r"```python\n(.*?)```", response, flags=re.DOTALL)
    return max(blocks, key=len) if blocks else response


def at_resource(code: str, resource: Path) -> str:
    """Quoted paths that end in a table's file name point to the resource folder."""
    for table in resource.glob("*.csv"):
        there = repr(str(table.resolve())).replace("\\", r"\\")
        code = re.sub(rf"""(["'])[^"'\n]*{re.escape(table.name)}\1""", there, code)
    return code


def all_true(run: subprocess.CompletedProcess[str]) -> bool:
    lines = [line.strip() for line in run.stdout.splitlines() if line.strip()]
    return run.returncode == 0 and bool(lines) and all(map(counts, lines))


def counts(line: str) -> bool:
    if line in ("True", "False"):
        return line == "True"
    try:
        return float(line) > SIMILAR
    except ValueError:
        return False


def script(python: str, folder: Path, name: str, code: str) -> subprocess.CompletedProcess[str]:
    (folder / name).write_text(code, encoding="utf-8")
    environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    environment["MPLBACKEND"] = "Agg"
    return subprocess.run(
        [python, name], cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def main(arguments: list[str]) -> int:
    benchmark = Path(arguments[0])
    resource = benchmark / "data" / "resource"
    known = cases(benchmark)
    responses = {case["data_id"]: case["reference_answer"] for case in known}
    if len(arguments) > 1:
        lines = Path(arguments[1]).read_text(encoding="utf-8").split("\n")
        responses = {line["data_id"]: line["response"] for line in map(json.loads, filter(str.strip, lines))}
    verdicts = {
        case["data_id"]: is_right(case, responses[case["data_id"]], resource, *arguments[2:])
        for case in known
        if case["data_id"] in responses
    }
    sys.stdout.write(json.dumps(verdicts, indent=1) + "\n")
    return 0 if all(verdicts.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
