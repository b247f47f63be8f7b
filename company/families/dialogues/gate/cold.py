"""What answers come to in a cold interpreter, kept so that none has to be started for the same code once more.

The history of a case is the turns before it. So a cold interpreter that goes through a dialogue has, at each turn, just
the state that a case's answer goes on from, and loads its libraries once rather than for each case (`ColdRuns`). Where
a message is judged before its code stands, that code has run by the time that its case is judged (`Foreseen`).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import stat
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from weakref import WeakKeyDictionary

from company.families.dialogues.body.bodies import CodeBody
from company.families.shared.place import LINES_BEFORE, Place
from company.sandbox import Sandbox

MOST_BYTES = 4 * 1024 * 1024
"""Of one answer's results; larger ones are not kept, and their cases are run by themselves."""
MOST_DIALOGUES = 32
"""Dialogues whose results are kept at a time."""
MOST_FORESEEN = 128 * 1024 * 1024
"""Bytes of all results that wait for their cases; of those that wait for the longest, the answers run again."""
_FOLDER = "handed_in"
_PUT_ASIDE = """
import os as _os
_os.rename("pred_result", "{folder}/{number}")
_os.mkdir("pred_result")
del _os
"""
Saved = Mapping[str, bytes]
"""Files of results, by name."""
Keep = Callable[[CodeBody, Path], None]
"""Is given a case, and the folder in which its answer has saved its results in a cold interpreter."""


class ColdRuns:
    """Results of answers, by the code that made them: what ran once with the same state and code is not run again."""

    def __init__(self) -> None:
        """Begin with none."""
        self._dialogues: OrderedDict[str, dict[str, Saved]] = OrderedDict()
        self._turnstiles: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(
        self, dialogue: str, case: CodeBody, cases: Callable[[], Sequence[CodeBody]], resource: Path, sandbox: Sandbox
    ) -> Mapping[str, Saved]:
        """Return by `key` what the answers of a dialogue have saved: nothing of those that cannot be run.

        `cases` returns all turns that there are, in order; they run where nothing is known of the `case` of one of
        them. Raises SandboxError when the sandbox itself fails.
        """
        async with self._turnstiles[dialogue]:
            known = self._dialogues.setdefault(dialogue, {})
            if key(case) not in known:
                known |= await _run(cases(), resource, sandbox)
            self._dialogues.move_to_end(dialogue)
            while len(self._dialogues) > MOST_DIALOGUES:
                self._turnstiles.pop(self._dialogues.popitem(last=False)[0], None)
            return known


class Foreseen:
    """Results of answers that have run in a cold interpreter before their turn was a turn, until its case is judged."""

    def __init__(self) -> None:
        """Begin with none."""
        self._waiting: OrderedDict[tuple[Path, str], tuple[str, Saved]] = OrderedDict()
        self._bytes = 0

    def keep(self, run: Path, case: CodeBody, folder: Path) -> None:
        """Keep what an answer has saved in a folder; of a figure more is judged than what its answer hands in, so that
        one which draws is not kept, and of one turn only what came last is.
        """
        self.take(run, case)
        saved = {} if "plot" in case.types else _read(folder, case.files)
        if saved:
            self._waiting[run, case.data_id] = key(case), saved
            self._bytes += _size(saved)
        while self._bytes > MOST_FORESEEN:
            self._bytes -= _size(self._waiting.popitem(last=False)[1][1])

    def take(self, run: Path, case: CodeBody) -> Mapping[str, Saved]:
        """Return by `key` what the answer of a case has saved, and forget it; nothing where other code has run."""
        code, saved = self._waiting.pop((run, case.data_id), ("", {}))
        self._bytes -= _size(saved)
        return {code: saved} if code == key(case) else {}


_FORESEEN: WeakKeyDictionary[Sandbox, Foreseen] = WeakKeyDictionary()


def foreseen(sandbox: Sandbox) -> Foreseen:
    """Return what has run in a sandbox before its turn was a turn."""
    return _FORESEEN.setdefault(sandbox, Foreseen())


def _size(saved: Saved) -> int:
    return sum(map(len, saved.values()))


def key(case: CodeBody) -> str:
    """Return what tells a case's answer behind its history from every other one."""
    return hashlib.sha256(f"{case.history}\n{case.answer}".encode()).hexdigest()


async def _run(cases: Sequence[CodeBody], resource: Path, sandbox: Sandbox) -> dict[str, Saved]:
    if not cases:
        return {}
    with Place.temporary(resource, sandbox) as place:
        (place.folder / _FOLDER).mkdir()
        await place.run("pred.py", LINES_BEFORE + _script(cases), cold=True)
        return {key(case): _saved(place.folder, number, case.files) for number, case in enumerate(cases)}


def _script(cases: Sequence[CodeBody]) -> str:
    """Return the turns as one script, each of which puts its results aside."""
    parts = [cases[0].history]
    for number, case in enumerate(cases):
        parts += [case.answer, _PUT_ASIDE.format(folder=_FOLDER, number=number)]
    return "\n".join(parts)


def _saved(folder: Path, number: int, files: Sequence[str]) -> Saved:
    """Return the files of one answer that were put aside; none where they are not all there."""
    place = folder / _FOLDER / str(number)
    return {} if place.parent.is_symlink() else _read(place, files)


def _read(folder: Path, files: Sequence[str]) -> Saved:
    """Return these files of a folder; none where not all are plain files of a bearable size."""
    if folder.is_symlink() or not folder.is_dir():
        return {}
    found = {name: content for name in files if (content := _content(folder / name)) is not None}
    return found if len(found) == len(files) else {}


def _content(path: Path) -> bytes | None:
    """Return the bytes of a file that untrusted code has written: no link is followed, and nothing is read of it."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode) or told.st_size > MOST_BYTES:
            return None
        return file.read(MOST_BYTES)
