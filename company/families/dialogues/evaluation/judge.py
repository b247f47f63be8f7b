"""Responses to cases of dialogues, judged by the benchmark's own rules (paper, 4.2 and appendix H)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from company.benchmark.reading import Benchmark
from company.errors import SessionLost
from company.evaluation.contract import Judge, Line
from company.evaluation.scored import Scored
from company.families.dialogues.body.private_library import functions_called
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.content import dialogues_of, library_of
from company.families.dialogues.evaluation.answering import Tried, tried
from company.families.dialogues.evaluation.comparing import Compared, compared
from company.families.dialogues.evaluation.histories import Entry, History, histories
from company.families.dialogues.evaluation.places import at_hand, table_names, tables_at_hand
from company.families.dialogues.evaluation.reloads import first_loads_only, without_reloads
from company.families.dialogues.evaluation.replies import code_of
from company.families.dialogues.evaluation.scored import Failure, ScoredTurn
from company.families.dialogues.ids import dialogue_of
from company.families.shared.choices.bodies import needs_of
from company.families.shared.choices.gate import gold_letter
from company.families.shared.choices.letters import letter_in
from company.sandbox import Sandbox

_FAILURES: Mapping[str, Failure] = {
    "missing": "missing result",
    "unreadable": "missing result",
    "unsafe": "unsafe result",
    "type": "another type",
    "shape": "another shape",
    "length": "another length",
    "values": "other values",
}


UNKNOWN = "unknown"
"""What a choice needs whose line does not say, as in folders from before lines did."""


class TurnJudge(Judge):
    """Judges letters at once, and code on the history of its case.

    Each history runs once, and each answer in a fork of it. With `first_loads`, a table that every turn loads again is
    loaded once.
    """

    def __init__(self, content: Benchmark, *, first_loads: bool = False) -> None:
        content = tables_at_hand(content)
        if first_loads:
            cases = {name: tuple(map(first_loads_only, entries)) for name, entries in content.cases.items()}
            content = replace(content, cases=cases)
        self._entries = {entry["data_id"]: entry for entry in content.entries}
        self._resource = content.resource
        self._tables = table_names(content.resource)
        self._first_loads = first_loads
        self._about = _About(content)

    def missing(self, category: str, line: Line) -> ScoredTurn:
        """Return the score of a case without a response."""
        return self._about.wrong(line, "no response", "it was not answered")

    def score(self, category: str, line: Line, response: str) -> ScoredTurn | None:
        """Return the score of a choice, or of a response without code; None for code."""
        if _is_choice(line):
            return _chosen(self._about, line, response)
        if not self._code(response):
            return self._about.wrong(line, "no code", "the response holds no code")
        return None

    async def run(self, responses: Mapping[str, str], sandbox: Sandbox, done: Callable[[Scored], None]) -> None:
        """Call `done` with what each response's code is worth. Raises SandboxError when the sandbox itself fails."""
        codes = {data_id: self._answer(data_id, response) for data_id, response in responses.items()}
        trees = histories(entry for data_id, entry in self._entries.items() if data_id in codes)
        turnstile = asyncio.Semaphore(os.cpu_count() or 1)

        async def follow(tree: History) -> None:
            async with turnstile:
                for case in await _along(self._about, tree, codes, self._resource, sandbox):
                    done(case)

        try:
            async with asyncio.TaskGroup() as group:
                for tree in trees:
                    group.create_task(follow(tree))
        except ExceptionGroup as failed:
            # The first failure is the one to tell of; the rest are mostly its consequences.
            raise failed.exceptions[0] from failed

    async def compared(self, case: Tried, code: str, sandbox: Sandbox) -> ScoredTurn:
        """Return what code is worth that was run elsewhere. Raises SandboxError when the sandbox itself fails."""
        early = _early(self._about, case, code)
        if early is not None:
            return early
        return _judged(self._about, case, (await compared([case], self._resource, sandbox))[0], code)

    def _code(self, response: str) -> str:
        return at_hand(code_of(response), self._tables)

    def _answer(self, data_id: str, response: str) -> str:
        code = self._code(response)
        return without_reloads(self._entries[data_id]["ref_code_hist"], code) if self._first_loads else code


class _About:
    """What is known of a benchmark's cases beside their lines."""

    def __init__(self, content: Benchmark) -> None:
        self._category = {
            entry["data_id"]: str(category) for category, entries in content.cases.items() for entry in entries
        }
        self._functions = library_of(content)
        self._registers = {line["dialogue"]: str(line.get("register") or "") for line in dialogues_of(content)}

    def scored(self, entry: Entry, intents: Sequence[bool], answer: str | None = None) -> ScoredTurn:
        """Return a case with what is right of it; `answer` is the code."""
        data_id = entry["data_id"]
        dialogue = dialogue_of(data_id)
        return ScoredTurn(
            data_id=data_id,
            category=self._category[data_id],
            domain=entry["domain_name"],
            register=self._registers.get(dialogue, ""),
            dialogue=dialogue,
            right=all(intents),
            intents=tuple(intents),
            recall=self._recall(entry, answer),
            needs=(needs_of(entry) or UNKNOWN) if _is_choice(entry) else None,
        )

    def wrong(self, entry: Entry, failure: Failure, reason: str) -> ScoredTurn:
        """Return a case of which nothing is right."""
        nothing = self.scored(entry, [False] * len(result_types(entry)))
        return _because(nothing, failure, reason)

    def _recall(self, entry: Entry, answer: str | None) -> float | None:
        """Return the share of the reference's private functions that the answer calls (paper, equation 3)."""
        if not self._category[entry["data_id"]].startswith("private"):
            return None
        wanted = set(functions_called(solution(entry["reference_answer"]), self._functions))
        called = set(functions_called(answer or "", self._functions))
        return len(wanted & called) / len(wanted) if wanted else 1.0


def _because(case: ScoredTurn, failure: Failure, reason: str, error: str | None = None) -> ScoredTurn:
    return replace(case, failure=failure, reason=reason, error=error)


def _is_choice(entry: Entry) -> bool:
    return "choice" in entry or "correct_answer" in entry["reference_answer"]


def _chosen(about: _About, entry: Entry, response: str) -> ScoredTurn:
    letter, gold = letter_in(response), gold_letter(entry)
    if letter is None:
        return about.wrong(entry, "no letter", "the response chooses no letter")
    if letter != gold:
        wrong = about.wrong(entry, "another letter", f"it chooses {letter}, and {gold} is right")
        return replace(wrong, outcome=letter)
    return replace(about.scored(entry, [True]), outcome=letter)


async def _along(
    about: _About, tree: History, codes: Mapping[str, str], resource: Path, sandbox: Sandbox
) -> list[ScoredTurn]:
    """Judge the cases of one tree of histories."""
    ready: list[Tried] = []
    found: list[ScoredTurn] = []
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


def _early(about: _About, case: Tried, code: str) -> ScoredTurn | None:
    """Return the score of a case that is wrong without any comparison; None where it takes one."""
    if case.reference.stopped:
        why = case.reference.error
        return about.wrong(
            case.entry, "reference failed", f"its own reference does not run: {why.type if why else 'unknown'}"
        )
    if case.answer.stopped and case.answer.error is not None:
        nothing = about.scored(case.entry, [False] * len(result_types(case.entry)), code)
        return _because(nothing, "stopped", case.answer.error.message, case.answer.error.type)
    return None


def _judged(about: _About, case: Tried, result: Compared, code: str) -> ScoredTurn:
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
