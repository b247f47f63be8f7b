"""What came back of a run, read as a stranger's file: it may have been written by the code itself.

What a reply may hold is bounded before it is parsed, it is parsed part by part, and its first error is the last thing
that is read of it. No reply says what the supervisor knows by itself: whether the turn ran to its end, what it printed.
"""

import itertools
import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from pydantic import ValidationError

from company.records import Execution, Intent, Result, RunError, Variable
from company.sandbox.parts import (
    ERROR,
    FIGURE,
    MESSAGE,
    MOST_FIGURES,
    MOST_VARIABLES,
    NAME,
    RESULT,
    VARIABLE,
    parts,
)
from company.sandbox.protocol import MIB, Limits, ScriptRun

_ADDRESS = re.compile(rb" at 0x[0-9a-fA-F]{4,}")
_PICTURE_START = b"\x89PNG\r\n\x1a\n"
_PART_BYTES = 2 * MIB
"""JSON of one result or variable."""
_BYTES = 16 * MIB
"""JSON of a reply."""
_PART_ENTRIES = 30_000
"""Commas and brackets of one part: its values are no more."""
_ENTRIES = 700_000
"""The same of a reply."""
_DEEPEST = 24
_SHOWN = 50_000
"""Characters of any other text that records have a field for."""


def execution(
    head: Mapping[str, Any],
    payload: bytes,
    before: tuple[Variable, ...],
    limits: Limits,
    folder: str,
    intents: Sequence[Intent] = (),
) -> Execution:
    """Return the record of a turn; `before` is the state that a failed turn leaves as it was.

    A turn that ran to its end, and whose reply cannot be read or does not hold the intents' results, has failed.
    Addresses of objects and the working folder's name differ from run to run and are made the same.
    """
    output = _settled(head["output"].encode(), folder).decode()
    if head["ending"] not in ("finished", "failed"):
        return Execution(ok=False, error=_stopped(head, limits), output=output, variables=before)
    try:
        read = _Reply(folder, len(intents))
        read.take(payload)
        if head["ending"] == "failed":
            return Execution(ok=False, error=read.error, output=output, variables=before)
        if [(each.name, each.type) for each in read.results] != [(each.name, each.type) for each in intents]:
            raise ValueError("they are not those that were asked for")
    except (ValueError, RecursionError) as error:
        unread = RunError(type="ResultError", message=f"the results cannot be read: {_why(error)}"[:MESSAGE])
        return Execution(ok=False, error=unread, output=output, variables=before)
    return Execution(
        ok=True,
        output=output,
        results=tuple(read.results),
        variables=tuple(read.variables),
        figures=tuple(read.figures),
    )


class _Reply:
    """The parts of a reply, as far as they were read."""

    def __init__(self, folder: str, results: int) -> None:
        self.results: list[Result] = []
        self.variables: list[Variable] = []
        self.figures: list[bytes] = []
        self.error: RunError | None = None
        self._folder = folder
        self._most = {RESULT: results, VARIABLE: MOST_VARIABLES, FIGURE: MOST_FIGURES, ERROR: 1}
        self._bytes = self._entries = 0

    def take(self, payload: bytes) -> None:
        """Read all parts. Raises ValueError and RecursionError, for the first that is wrong."""
        for kind, content in parts(payload):
            self._most[kind] = self._most.get(kind, 0) - 1
            if self._most[kind] < 0:
                raise ValueError("they have more parts than a reply has, or one of no known kind")
            if kind == FIGURE:
                if content[: len(_PICTURE_START)] != _PICTURE_START:
                    raise ValueError("a figure is not a PNG")
                self.figures.append(bytes(content))
            elif kind == RESULT:
                self.results.append(_bounded(Result.model_validate(self._fields(content))))
            elif kind == VARIABLE:
                self.variables.append(_bounded(Variable.model_validate(self._fields(content))))
            else:
                error = RunError.model_validate(self._fields(content))
                self.error = error.model_copy(update={"type": error.type[:NAME], "message": error.message[:MESSAGE]})

    def _fields(self, content: memoryview) -> Any:
        text = _settled(bytes(content[: _PART_BYTES + 1]), self._folder)
        entries = sum(map(text.count, (b",", b"[", b"{")))
        self._bytes += len(content)
        self._entries += entries
        is_long = len(content) > _PART_BYTES or entries > _PART_ENTRIES
        if is_long or self._bytes > _BYTES or self._entries > _ENTRIES:
            raise ValueError("they are longer than results are")
        # Only an escape gives half a character: bytes that are no UTF-8 are refused here.
        fields = json.loads(text.decode(), parse_constant=_refuse, parse_float=_finite, parse_int=_whole)
        _look_through(fields, may_be_cut=b"\\ud" in text or b"\\uD" in text)
        return fields


def _why(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    # One error: fields that hold many values stop at the first that is wrong.
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _bounded(made: Any) -> Any:
    """Return a result or a variable whose texts are no longer than they are made. Raises ValueError for others."""
    for name in made.model_fields_set:
        value = getattr(made, name)
        most = NAME if name in ("name", "type", "digest") else _SHOWN
        if isinstance(value, str) and len(value) > most:
            raise ValueError(f"{name}: it has more than {most:,} characters")
    return made


def _look_through(fields: Any, *, may_be_cut: bool) -> None:
    """Raise ValueError for what is nested too deep, and for half characters where there may be any."""
    level = [fields]
    for _ in range(_DEEPEST + 1):
        if may_be_cut:
            _refuse_half_characters(level)
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = list(itertools.chain.from_iterable(inner))
        if not inner:
            return
    raise ValueError(f"they are nested deeper than {_DEEPEST} levels")


def _refuse_half_characters(values: list[Any]) -> None:
    for value in values:
        for text in value if isinstance(value, dict) else (value,):
            if isinstance(text, str) and not text.isascii():
                try:
                    text.encode()
                except UnicodeEncodeError:
                    raise ValueError("a character of them is cut in half") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _whole(number: str) -> int:
    # Called for each number: other threads take their turn between two of four thousand digits.
    return int(number)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError("a number of them is infinite")
    return value


def table(head: Mapping[str, Any], payload: bytes, limits: Limits, folder: str) -> bytes:
    """Return the JSON of the table that was asked for. Raises ValueError, saying why there is none."""
    if head["ending"] == "table":
        return payload
    done = execution(head, payload, (), limits, folder)
    raise ValueError(done.error.message if done.error else "what came back cannot be read")


def script_run(head: Mapping[str, Any], limits: Limits) -> ScriptRun:
    """Return the record of a script; where it was stopped, the last line of stderr says why."""
    errors = head["errors"]
    stopped = head["code"] is None
    if stopped:
        errors += f"\n{_stopped(head, limits).message}"
    timed_out = stopped and head["ending"] in ("wall", "cpu")
    return ScriptRun(exit_code=head["code"], stdout=head["output"], stderr=errors.lstrip("\n"), timed_out=timed_out)


def _stopped(head: Mapping[str, Any], limits: Limits) -> RunError:
    match head["ending"]:
        case "wall":
            return RunError(type="TimeoutError", message=f"the code ran longer than {limits.wall_seconds:g} seconds.")
        case "cpu":
            said = f"the code used more than {limits.cpu_seconds} seconds of processor time."
            return RunError(type="TimeoutError", message=said)
        case "over":
            return RunError(type="OutputLimit", message=f"the code printed more than {limits.output_bytes:,} bytes.")
        case "disk":
            said = f"the files take more than {limits.disk_mib:,} MiB, or are more than {limits.files:,}."
            return RunError(type="DiskLimit", message=said)
        case "held":
            return RunError(type="MemoryLimit", message="the code has more memory mapped than is looked through.")
        case "stopped":
            return RunError(type="Stopped", message="the code was stopped from outside.")
        case "reply":
            said = f"the results and figures take more than {limits.reply_bytes / MIB:g} MiB."
            return RunError(type="OutputLimit", message=said)
        case _:
            return RunError(type="Killed", message=f"the process ended in the middle of the code ({head['why']}).")


def _settled(text: bytes, folder: str) -> bytes:
    return _ADDRESS.sub(b" at 0x0", text.replace(folder.encode(), b"."))
