"""Answers made elsewhere, judged by the benchmark's own rules (paper, 4.2 and appendix H)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from company.benchmark.layers import entered
from company.benchmark.publishing.origin import need_tables
from company.benchmark.reading import Benchmark, read_benchmark
from company.config import LAYERS, Layer
from company.console.progress import Progress
from company.errors import SessionLost
from company.evaluation.responses import is_log, responses_to
from company.evaluation.scored import Failure, Scored
from company.evaluation.similarity import similarities, with_similarities
from company.families.dialogues.body.choices import letter_in
from company.families.dialogues.body.private_library import functions_called
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.content import dialogues_of, library_of
from company.families.dialogues.evaluation.answering import Tried, tried
from company.families.dialogues.evaluation.comparing import Compared, compared
from company.families.dialogues.evaluation.histories import Entry, History, histories
from company.families.dialogues.evaluation.places import at_hand, table_names, tables_at_hand
from company.families.dialogues.evaluation.reloads import first_loads_only, without_reloads
from company.families.dialogues.evaluation.replies import code_of
from company.families.dialogues.gate.choice import gold_letter
from company.families.dialogues.ids import dialogue_of
from company.sandbox import Limits, LocalSandbox, ProcessSandbox, Sandbox

if TYPE_CHECKING:
    from company.evaluation.embedding import Embedders

SECONDS = 30.0
"""What an answer may take, as the official evaluator has it."""
OUTPUT_BYTES = 4_000_000
"""What it may print: histories print, too."""
_FAILURES: Mapping[str, Failure] = {
    "missing": "missing result",
    "unreadable": "missing result",
    "unsafe": "unsafe result",
    "type": "another type",
    "shape": "another shape",
    "length": "another length",
    "values": "other values",
}


async def score(  # noqa: PLR0913 - what a caller may ask for, each by its name
    benchmark: Path,
    responses: Path | Mapping[str, str],
    progress: Progress,
    *,
    require: Collection[Layer] = LAYERS,
    seconds: float = SECONDS,
    first_loads: bool = False,
    embedders: Embedders | None = None,
) -> list[Scored]:
    """What the responses to a benchmark's cases are worth, case by case, in the order of its files.

    `responses` are files, or a text for each data_id; a case without one is wrong. Code runs in the sandbox, behind the
    layers of the jail in `require`: each dialogue's history once, and each answer in a fork of it, `seconds` at the
    most. With `first_loads`, a table that every turn loads again is loaded once.

    With `embedders`, all code is told how close it is to the references'; it is embedded first, so that a server that
    refuses is told before anything runs. Where the responses are a log of `company evaluate`, it is written there, too.

    Raises ArchiveError for a folder that is no benchmark, ConfigError for responses that cannot be read, BackendError
    where an embedding cannot be had, and SandboxError when the sandbox itself fails.
    """
    content = read_benchmark(benchmark)
    need_tables(content.folder)
    given = responses_to(responses, {entry["data_id"] for entry in content.entries})
    close = None if embedders is None else similarities(content, given, embedders, progress)

    def remedy(rest: Sequence[str]) -> str:
        return f"--require {','.join(rest) or repr('')}"

    async with entered(sandbox_for_answers(seconds, require), remedy, progress) as sandbox:
        cases = await scored(content, given, sandbox, progress, first_loads=first_loads)
    if close is None:
        return cases
    if not isinstance(responses, Mapping) and is_log(responses):
        from company.evaluation.logs import keep

        keep(str(responses), close)
    return with_similarities(cases, close)


def sandbox_for_answers(seconds: float, require: Collection[Layer]) -> ProcessSandbox:
    """Not entered yet; a piece of code may take so long there."""
    limits = Limits(wall_seconds=seconds, cpu_seconds=max(1, round(seconds)), output_bytes=OUTPUT_BYTES)
    return LocalSandbox(limits, require=require)


async def scored(
    content: Benchmark,
    responses: Mapping[str, str],
    sandbox: Sandbox,
    progress: Progress,
    *,
    first_loads: bool = False,
) -> list[Scored]:
    """The same for a benchmark and responses that were read."""
    content = tables_at_hand(content)
    names = table_names(content.resource)
    if first_loads:
        cases = {name: tuple(map(first_loads_only, entries)) for name, entries in content.cases.items()}
        content = replace(content, cases=cases)
    about = _About(content)
    done: dict[str, Scored] = {}
    codes: dict[str, str] = {}
    for entry in content.entries:
        response = responses.get(entry["data_id"])
        if response is None:
            done[entry["data_id"]] = about.wrong(entry, "no response", "it was not answered")
        elif _is_choice(entry):
            done[entry["data_id"]] = _chosen(about, entry, response)
        elif code := at_hand(code_of(response), names):
            codes[entry["data_id"]] = without_reloads(entry["ref_code_hist"], code) if first_loads else code
        else:
            done[entry["data_id"]] = about.wrong(entry, "no code", "the response holds no code")
    progress.stage("score", started=len(content.entries), done=0)
    progress.stage("score", done=len(done), rejected=sum(not each.right for each in done.values()))
    trees = histories(entry for entry in content.entries if entry["data_id"] in codes)
    turnstile = asyncio.Semaphore(os.cpu_count() or 1)

    async def follow(tree: History) -> None:
        async with turnstile:
            for each in await _along(about, tree, codes, content.resource, sandbox):
                done[each.data_id] = each
                progress.stage("score", done=1, rejected=int(not each.right))

    try:
        async with asyncio.TaskGroup() as group:
            for tree in trees:
                group.create_task(follow(tree))
    except ExceptionGroup as failed:
        # The first failure is the one to tell of; the rest are mostly its consequences.
        raise failed.exceptions[0] from failed
    return [done[entry["data_id"]] for entry in content.entries]


class _About:
    """What is known of a benchmark's cases beside their lines."""

    def __init__(self, content: Benchmark) -> None:
        self._category = {
            entry["data_id"]: category for category, entries in content.cases.items() for entry in entries
        }
        self._functions = library_of(content)
        self._registers = {line["dialogue"]: str(line.get("register") or "") for line in dialogues_of(content)}

    def scored(self, entry: Entry, intents: Sequence[bool], answer: str | None = None) -> Scored:
        """A case with what is right of it; `answer` is the code."""
        data_id = entry["data_id"]
        dialogue = dialogue_of(data_id)
        return Scored(
            data_id,
            self._category[data_id],
            entry["domain_name"],
            self._registers.get(dialogue, ""),
            dialogue,
            all(intents),
            tuple(intents),
            self._recall(entry, answer),
        )

    def wrong(self, entry: Entry, failure: Failure, reason: str) -> Scored:
        """A case of which nothing is right."""
        nothing = self.scored(entry, [False] * len(result_types(entry)))
        return _because(nothing, failure, reason)

    def _recall(self, entry: Entry, answer: str | None) -> float | None:
        """The share of the reference's private functions that the answer calls (paper, equation 3)."""
        if not self._category[entry["data_id"]].startswith("private"):
            return None
        wanted = set(functions_called(solution(entry["reference_answer"]), self._functions))
        called = set(functions_called(answer or "", self._functions))
        return len(wanted & called) / len(wanted) if wanted else 1.0


def _because(case: Scored, failure: Failure, reason: str, error: str | None = None) -> Scored:
    return replace(case, failure=failure, reason=reason, error=error)


def _is_choice(entry: Entry) -> bool:
    return "choice" in entry or "correct_answer" in entry["reference_answer"]


def _chosen(about: _About, entry: Entry, response: str) -> Scored:
    letter, gold = letter_in(response), gold_letter(entry)
    if letter is None:
        return about.wrong(entry, "no letter", "the response chooses no letter")
    if letter != gold:
        wrong = about.wrong(entry, "another letter", f"it chooses {letter}, and {gold} is right")
        return replace(wrong, outcome=letter)
    return replace(about.scored(entry, [True]), outcome=letter)


async def _along(
    about: _About, tree: History, codes: Mapping[str, str], resource: Path, sandbox: Sandbox
) -> list[Scored]:
    """The cases of one tree of histories."""
    ready: list[Tried] = []
    found: list[Scored] = []
    try:
        ran = await _ran(tree, codes, resource, sandbox)
    except SessionLost:
        # An answer has brought down more than itself: each is tried alone, where it harms nobody else.
        ran = []
        for history in tree:
            for entry in history.cases:
                try:
                    ran += await _ran(History(history.text, history.text, [entry]), codes, resource, sandbox)
                except SessionLost as lost:
                    found.append(about.wrong(entry, "stopped", str(lost)))
    for case in ran:
        early = _early(about, case, codes[case.entry["data_id"]])
        if early is None:
            ready.append(case)
        else:
            found.append(early)
    for case, result in zip(ready, await compared(ready, resource, sandbox), strict=True):
        found.append(_judged(about, case, result, codes[case.entry["data_id"]]))
    return found


async def _ran(tree: History, codes: Mapping[str, str], resource: Path, sandbox: Sandbox) -> list[Tried]:
    return [case async for part in tried(tree, codes, resource, sandbox) for case in part]


def _early(about: _About, case: Tried, code: str) -> Scored | None:
    """What is wrong without any comparison."""
    if case.reference.stopped:
        why = case.reference.error
        return about.wrong(
            case.entry, "reference failed", f"its own reference does not run: {why.type if why else 'unknown'}"
        )
    if case.answer.stopped and case.answer.error is not None:
        nothing = about.scored(case.entry, [False] * len(result_types(case.entry)), code)
        return _because(nothing, "stopped", case.answer.error.message, case.answer.error.type)
    return None


def _judged(about: _About, case: Tried, result: Compared, code: str) -> Scored:
    lines = result.lines
    if len(lines) != len(result_types(case.entry)):
        lines = (False,) * len(result_types(case.entry)) if not all(lines) else (True,) * len(result_types(case.entry))
    found = replace(about.scored(case.entry, lines, code), outcome=result.outcome)
    error = case.answer.error
    if found.right and error is None:
        return found
    found = replace(found, right=False)
    if result.problem is not None:
        return _because(found, "unsafe result", f"its results cannot be compared: {result.problem}")
    first = next((each for each in result.differences if each is not None), None)
    if error is not None and first in (None, "missing", "unreadable"):
        return _because(found, "raised", f"{error.type}: {error.message}"[:200], error.type)
    failure = _FAILURES[first or "values"]
    return _because(found, failure, _in_words(case.entry, result, failure))


def _in_words(entry: Entry, result: Compared, failure: Failure) -> str:
    kinds = result_types(entry)
    parts = [
        f"{kind}: {_FAILURES[each]}" for kind, each in zip(kinds, result.differences, strict=False) if each is not None
    ]
    return ", ".join(parts) or failure
