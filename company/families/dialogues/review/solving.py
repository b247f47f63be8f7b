"""How people solve a case before they judge it: by a letter, by code on the state before it, or in a few words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError
from company.families.dialogues.body.bodies import wanted_results
from company.families.dialogues.body.reference import BEGIN, END, TURN
from company.families.dialogues.ids import dialogue_of, turn_of
from company.families.dialogues.records import Case, Turn, category_of
from company.families.dialogues.review.conversation import conversation
from company.families.shared.choices.lettered import letter_of_reference
from company.records import Intent, Record, Result
from company.replay.before import Before, Step
from company.reviewing import ByCode, ByLetter, GaveUp, Given, InWords, Solving, Task
from company.sandbox import Sandbox

ENOUGH_DIGITS = 2
"""Digits of a number after which it is no guess any more."""


class CaseSolving(Solving):
    """Cases, as models are shown them."""

    template = "kinds/conversation.html"

    def task(self, body: Mapping[str, Any]) -> Task | None:
        """Return the options, or the results that code is asked for; None of a line that does not say either."""
        entry = body["entry"]
        talk = conversation(None, entry)
        if talk is None:
            return None
        group = category_of(body["mode"], body["action"])
        if isinstance(choice := entry.get("choice"), Mapping):
            options = tuple((str(each["letter"]), str(each["text"])) for each in choice["options"])
            return Task(talk.question, options, group=group)
        try:
            return Task(talk.question, wanted=_wanted(entry), group=group)
        except (SyntaxError, ValueError, KeyError):
            return None

    def beside(self, archive: Archive | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the conversation."""
        return {"conversation": conversation(archive, body["entry"])}

    def messages(self, body: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return the prompt of the case."""
        messages: Sequence[Mapping[str, Any]] = body["entry"]["prompt_with_hist_json"]
        return messages

    def pictured(self, body: Mapping[str, Any]) -> bool:
        """Return whether the case asks about a figure."""
        return bool(body["entry"].get("figure"))

    def before(self, archive: Archive, record: Record) -> Before:
        """Return the state that the history of the case leaves: what models' answers are run on."""
        from company.families.dialogues.evaluation.answering import given

        assert isinstance(record, Case), "cases are solved"
        entry = record.entry
        history = str(entry["ref_code_hist"])
        files = given([history, str(entry["reference_answer"])], archive.run / "resource")
        group = f"{dialogue_of(str(entry['data_id']))} before its cases"
        return Before(group, files, tuple(_steps(record.id, history)), intents=_intents(entry))

    async def right(
        self, archive: Archive | None, sandbox: Sandbox | None, body: Mapping[str, Any], given: Given
    ) -> bool | None:
        """Return whether letter, results or figure are the key's; None where words cannot be compared."""
        entry = body["entry"]
        match given:
            case ByLetter():
                return given.letter == letter_of_reference(entry["reference_answer"])
            case ByCode():
                reference = results_of(archive, body)
                if reference and _same(reference, given.results):
                    return True
                return (
                    None if sandbox is None or archive is None else await _judged(archive, sandbox, entry, given.code)
                )
            case InWords():
                return _says(given.text, results_of(archive, body))
            case GaveUp():
                return None


def results_of(archive: Archive | None, body: Mapping[str, Any]) -> tuple[Result, ...]:
    """Return what the reference of a case comes to: the results of its turn; nothing where that is missing."""
    if archive is None:
        return ()
    try:
        turn = archive.get(turn_of(str(body["entry"].get("data_id", ""))))
    except ArchiveError:
        return ()
    return turn.results if isinstance(turn, Turn) else ()


def _wanted(entry: Mapping[str, Any]) -> tuple[Intent, ...]:
    return tuple(Intent.model_validate({"name": name, "type": kind}) for name, kind in wanted_results(entry))


def _intents(entry: Mapping[str, Any]) -> tuple[Intent, ...]:
    return () if "choice" in entry else _wanted(entry)


def _steps(record_id: str, history: str) -> Iterator[Step]:
    """Yield the code before a case turn by turn, so that the cases of a dialogue share what they have in common."""
    starts = [0, *(found.start() for found in TURN.finditer(history)), len(history)]
    for start, end in pairwise(starts):
        if history[start:end].strip():
            yield record_id, history[start:end]


def _same(reference: tuple[Result, ...], given: tuple[Result, ...]) -> bool:
    known = {each.name: (each.type, each.digest) for each in given}
    return all(known.get(each.name) == (each.type, each.digest) for each in reference)


async def _judged(archive: Archive, sandbox: Sandbox, entry: Mapping[str, Any], code: str) -> bool | None:
    """Return what the rules say by which models' answers are judged; None of a reference without our marks."""
    from company.families.dialogues.evaluation.answering import tried
    from company.families.dialogues.evaluation.comparing import compared
    from company.families.dialogues.evaluation.histories import histories

    reference = str(entry["reference_answer"])
    head, begin, rest = reference.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        return None
    answer = f"{head}{begin}\n{code.strip()}\n{end}{tail}"
    resource = archive.run / "resource"
    for tree in histories([entry]):
        async for part in tried(tree, {entry["data_id"]: answer}, resource, sandbox):
            for case, found in zip(part, await compared(part, resource, sandbox), strict=True):
                return case.answer.error is None and not case.reference.stopped and all(found.lines)
    return None


def _says(text: str, results: tuple[Result, ...]) -> bool | None:
    """Return whether words name the one value that is asked for; None where they have to be read by a person."""
    if len(results) != 1 or results[0].type != "value":
        return None
    shown = results[0].shown.strip()
    said, meant = _number(text), _number(shown)
    if meant is None or said is None:
        alike = text.strip().strip("'\"").casefold() == shown.strip("'\"").casefold()
        return True if alike else None
    digits = text.strip().rstrip(" %")
    unit = 10.0 ** -len(digits.partition(".")[2])
    meant = meant * 100 if text.strip().endswith("%") else meant
    if abs(said - meant) > unit / 2 * 1.000001:
        return False
    # 0.05 may be a rough guess at 0.0517, which 0.052 is not.
    enough = len(digits.lstrip("+-0.").replace(".", "")) >= ENOUGH_DIGITS or math.isclose(said, meant)
    return True if enough else None


def _number(text: str) -> float | None:
    try:
        found = float(text.strip().rstrip(" %").replace(",", ""))
    except ValueError:
        return None
    return found if math.isfinite(found) else None
