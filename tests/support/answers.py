"""The corpus of fair and wrong answers in `tests/corpus/answers`: read, filled into templates, and judged.

python -m tests.support.answers BENCHMARK [DATA_ID …]   adds cases of an exported folder to the corpus
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.benchmark.files import RESOURCE
from company.benchmark.reading import Benchmark, read_benchmark
from company.console.progress import Silent
from company.evaluation.scoring import scored
from company.families.dialogues.body.bodies import body_of, wanted_results
from company.families.dialogues.body.openness import leeways
from company.families.dialogues.evaluation.comparing import check_of
from company.families.dialogues.evaluation.judge import TurnJudge
from company.families.dialogues.evaluation.replies import code_of
from company.families.shared.choices.lettered import CHECK
from company.sandbox import Sandbox

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "answers"
DROPPED = ("eval_metrics", "canary", "figure", "paraphrases")
"""Fields of a line that judging answers does not need, or that are made anew."""
OTHERWISE = "\n"
"""Behind an exported check it changes nothing, but has the check itself run instead of the rules that it carries."""


@dataclass(frozen=True)
class Answer:
    """One answer to a case, and whether a fair judge takes it."""

    data_id: str
    fair: bool
    answer: str
    why: str


@dataclass(frozen=True)
class Judged:
    """An answer, and what came of it."""

    answer: Answer
    right: bool
    reason: str

    def __str__(self) -> str:
        """Say what is wrong with the verdict."""
        kind, verdict = ("fair", "refused") if self.answer.fair else ("wrong", "accepted")
        return f"{self.answer.data_id}: a {kind} answer is {verdict} ({self.reason or 'right'}): {self.answer.why}"


def read_answers(folder: Path = CORPUS) -> list[Answer]:
    """Return all answers of the corpus, in the order of its lines."""
    return [Answer(**line) for line in _lines(folder / "answers.jsonl")]


def read_cases(folder: Path = CORPUS) -> dict[str, dict[str, Any]]:
    """Return the cases of the corpus by data_id, with the checks that are exported today."""
    return {line["data_id"]: renewed(line) for line in _lines(folder / "cases.jsonl")}


def renewed(line: dict[str, Any]) -> dict[str, Any]:
    """Return a line with the check that it would be exported with today."""
    if "choice" in line:
        return {**line, "eval_metrics": CHECK}
    wanted = wanted_results(line)
    return {**line, "eval_metrics": check_of(wanted, leeways(line, wanted))}


async def judged(
    answers: Sequence[Answer], sandbox: Sandbox, folder: Path = CORPUS, *, by_check: bool = False
) -> list[Judged]:
    """Judge answers as `company score` does, all of a case on one run of its history.

    With `by_check`, each exported check is run as a script; else the rules that it carries are asked.
    """
    cases = read_cases(folder)
    lines: dict[str, list[dict[str, Any]]] = {"normal": [], "insight_mining": []}
    responses = {}
    for number, each in enumerate(answers):
        line = cases[each.data_id]
        data_id = f"{each.data_id}#{number}"
        check = line["eval_metrics"] + OTHERWISE if by_check else line["eval_metrics"]
        lines["insight_mining" if "choice" in line else "normal"].append(
            {**line, "data_id": data_id, "eval_metrics": check}
        )
        responses[data_id] = each.answer if "choice" in line else filled(line, each.answer)
    content = _Corpus(folder, {name: tuple(each) for name, each in lines.items()})

    def opening() -> AbstractAsyncContextManager[Sandbox]:
        return nullcontext(sandbox)

    found = {case.data_id: case for case in await scored(content, TurnJudge(content), responses, opening, Silent())}
    verdicts = [found[f"{each.data_id}#{number}"] for number, each in enumerate(answers)]
    return [Judged(each, case.right, case.reason or "") for each, case in zip(answers, verdicts, strict=True)]


def filled(line: dict[str, Any], answer: str) -> str:
    """Return an answer as a whole script: one that saves nothing itself fills the gap in the case's template."""
    code = code_of(answer) or answer
    if "pred_result" in code:
        return answer
    body = body_of(line)
    return f"```python\n{body.reference.replace(body.solution, code.strip(), 1)}\n```"  # type: ignore[union-attr]


@dataclass(frozen=True)
class _Corpus(Benchmark):
    @property
    def resource(self) -> Path:
        return self.folder / "resource"


def add(benchmark: Path, data_ids: Sequence[str], folder: Path = CORPUS) -> list[str]:
    """Add cases of an exported folder, all or some, with what they read; return the ids of those that are new."""
    known = {line["data_id"] for line in _lines(folder / "cases.jsonl")}
    new = [
        line
        for line in read_benchmark(benchmark).entries
        if line["data_id"] not in known and (not data_ids or line["data_id"] in data_ids)
    ]
    (folder / "resource").mkdir(parents=True, exist_ok=True)
    for file in sorted((benchmark / RESOURCE).iterdir()):
        shutil.copy(file, folder / "resource" / file.name)
    with (folder / "cases.jsonl").open("a", encoding="utf-8") as file:
        for line in new:
            kept = {name: value for name, value in line.items() if name not in DROPPED}
            file.write(json.dumps(kept, ensure_ascii=False) + "\n")
    return [line["data_id"] for line in new]


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


if __name__ == "__main__":
    sys.stdout.write("\n".join(add(Path(sys.argv[1]), sys.argv[2:])) + "\n")
