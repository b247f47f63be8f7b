"""The states of one conversation: the model's own, the reference's beside it, and forks of both.

All of them are branches of one session of the sandbox, so that a conversation never waits for a second place.
"""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from company.families.dialogues.body.reference import answer_code, without_show
from company.families.dialogues.evaluation.answering import (
    ANSWER,
    READY,
    REFERENCE,
    Ran,
    Tried,
    apart,
    as_reference,
    given,
    guarded,
)
from company.families.dialogues.evaluation.comparing import first_alike
from company.families.dialogues.evaluation.conversation.record import Round, Talk
from company.families.dialogues.evaluation.judge import TurnJudge
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.records import Execution, Intent, RunError
from company.sandbox import Sandbox, Session

FIGURE = "the figure"
"""A wanted figure, among names."""
HELD = 12
"""States from before wrong turns that are kept; later ones are made again from the last of them."""
MOST_BOUND = 24_000_000
"""Bytes of a reference's results that are bound in another state."""
_CLOSED = '__import__("matplotlib.pyplot").pyplot.close("all")\n'
_DRAWS = ("plt", "plot", "hist", "figure")
_COLUMNS_FILE = "columns.told.json"
_COLUMNS = (
    "with open('./ref_result/" + _COLUMNS_FILE + "', 'w') as _told:\n"
    "    __import__('json').dump({{_n: [str(_c) for _c in globals()[_n].columns] for _n in {names!r}"
    " if hasattr(globals().get(_n), 'columns')}}, _told)\n"
)
_UNBOUND = Ran({}, RunError(type="Unknown", message="the reference is not on record"), stopped=True)


@dataclass
class States:
    """Where a conversation stands."""

    talk: Talk
    sandbox: Sandbox
    resource: Path
    judge: TurnJudge
    own: Session
    """The model's."""
    _reference: Session
    _root: Session
    """Where both begin."""
    codes: dict[int, list[str]] = field(default_factory=dict)
    """What the model has run in each turn and came to its end."""
    _ran: str = ""
    """What the reference's state has run."""
    _held: dict[int, Session] = field(default_factory=dict)
    """The model's state before a turn."""
    _answer: Ran = field(default_factory=lambda: Ran({}))
    """What was handed in last."""
    _results: dict[int, Ran] = field(default_factory=dict)
    """The reference's results of each turn."""
    _columns: dict[int, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    async def run(self, number: int, code: str) -> Execution:
        """Run the model's code in its own state; what fails leaves nothing behind."""
        done = await self.own.run(without_show(code), bare=True)
        if done.ok:
            self.codes.setdefault(number, []).append(code)
        return done

    async def give(self, code: str) -> None:
        """Put the model's state to where some code of the record leads."""
        await self.own.run(code, bare=True)

    async def begin(self, number: int) -> None:
        """Keep the model's state before a turn, as long as it may be wanted."""
        self._held[number] = await self.own.fork()

    async def end(self, number: int, *, right: bool) -> None:
        """Let go of the state before a turn, unless it is wrong; start the next turn on a clean page."""
        if (right or len(self._held) > HELD) and len(self._held) > 1:
            await self._held.pop(number).close()
        if any(word in code for code in self.codes.get(number, ()) for word in _DRAWS):
            await self.run(number, _CLOSED)

    async def missing(self, turn: Round) -> list[str]:
        """Return which of the wanted results are not there by their names; a figure, where none is drawn."""
        names = [name for name, kind in turn.wanted if kind != "plot"]
        drawn = any(kind == "plot" for _, kind in turn.wanted)
        code = f"print(__import__('json').dumps([_n for _n in {names!r} if _n not in globals()]))"
        if drawn:
            code += "\nprint(len(__import__('matplotlib.pyplot').pyplot.get_fignums()))"
        branch = await self.own.fork()
        try:
            lines = (await branch.run(code, bare=True)).output.splitlines()
        finally:
            await branch.close()
        found = _listed(lines[0], names) if lines else names
        return found + ([FIGURE] if drawn and lines[1:] == ["0"] else [])

    async def verdict(self, turn: Round) -> ScoredTurn:
        """Return what the model's state holds under the wanted names, by the check of the turn's case."""
        assert turn.entry is not None, "only turns with a case are checked"
        self._answer = await self._handed(turn, self.own)
        case = Tried(turn.entry, await self.reference(turn), self._answer)
        return await self.judge.compared(case, "\n".join(self.codes.get(turn.number, ())), self.sandbox)

    async def lapse(self, turn: Round, state: Session | None = None) -> str | None:
        """Return the label of the forgetful analyst whose results were handed in, after a verdict, or whose results a
        state holds; None without one.
        """
        if turn.entry is None or not turn.controls:
            return None
        answer = self._answer if state is None else await self._handed(turn, state)
        if not answer.files:
            return None
        await self._advance(turn)
        scripts = [control["script"] for control in turn.controls.values()]
        found = await first_alike(scripts, turn.entry, answer, self._reference, self.resource, self.sandbox)
        return None if found is None else [*turn.controls][found]

    async def reference(self, turn: Round) -> Ran:
        """Return the results of the reference of a turn, which is run behind its own history."""
        if turn.number not in self._results:
            ran = _UNBOUND
            if turn.reference and turn.history is not None:
                await self._advance(turn)
                script = f"{as_reference(turn.reference)}\n{_COLUMNS.format(names=[name for name, _ in turn.wanted])}"
                ran = await apart(self._reference, script, REFERENCE)
            files = dict(ran.files)
            self._columns[turn.number] = _columns_in(files.pop(_COLUMNS_FILE, b"{}"))
            self._results[turn.number] = replace(ran, files=files)
        return self._results[turn.number]

    async def columns(self, turn: Round) -> Mapping[str, Sequence[str]]:
        """Return the names of the columns of each wanted data frame, as the reference has them."""
        await self.reference(turn)
        return self._columns[turn.number]

    async def _advance(self, turn: Round) -> None:
        """Put the reference's state to before a turn."""
        before = turn.history or ""
        if not before.startswith(self._ran):
            await self._reference.close()
            self._reference, self._ran = await self._root.fork(), ""
        if rest := before[len(self._ran) :]:
            await self._reference.run(rest, bare=True, in_place=True)
        self._ran = before

    @contextlib.asynccontextmanager
    async def before(self, number: int) -> AsyncIterator[tuple[int, Session]]:
        """Lend a fork of the model's state from before a turn, or before an earlier one, and say which."""
        last = max(each for each in self._held if each <= number)
        branch = await self._held[last].fork()
        try:
            yield last, branch
        finally:
            await branch.close()

    async def same(self, turn: Round, state: Session) -> bool:
        """Return whether a state holds under the wanted names what the check of a turn accepts."""
        assert turn.entry is not None, "only turns with a case are checked"
        case = Tried(turn.entry, await self.reference(turn), await self._handed(turn, state))
        return (await self.judge.compared(case, "", self.sandbox)).right

    async def binding(self, turn: Round) -> str | None:
        """Return code that binds the wanted names of a turn to the reference's results; None where that cannot be."""
        files = (await self.reference(turn)).files
        held = {name: files.get(f"{name}.pkl") for name, kind in turn.wanted if kind != "plot"}
        known = {name: content for name, content in held.items() if content is not None}
        if len(known) < len(held) or sum(map(len, known.values())) > MOST_BOUND:
            return None
        return "\n".join(f"{name} = {_loaded(content)}" for name, content in known.items())

    async def _handed(self, turn: Round, state: Session) -> Ran:
        return await apart(state, guarded(saving(self.talk.prelude, turn)), ANSWER)

    async def close(self) -> None:
        """End all of them."""
        for each in (*self._held.values(), self._reference, self._root, self.own):
            await each.close()


@contextlib.asynccontextmanager
async def opened(talk: Talk, sandbox: Sandbox, resource: Path, judge: TurnJudge) -> AsyncIterator[States]:
    """Open the states of a conversation, the model's with the table loaded. Raises SandboxError."""
    root = await sandbox.open(given(talk.texts, resource))
    try:
        await root.run(READY, bare=True)
        own, reference = await root.fork(), await root.fork()
    except BaseException:
        await root.close()
        raise
    states = States(talk, sandbox, resource, judge, own, reference, root)
    try:
        await states.give(talk.asked[0].history or talk.prelude if talk.first > 1 else talk.prelude)
        yield states
    finally:
        await states.close()


def saving(prelude: str, turn: Round) -> str:
    """Return code that saves the wanted results of a turn as the template of its case does."""
    intents = [Intent(name=name, type=kind) for name, kind in turn.wanted]  # type: ignore[arg-type]
    return answer_code(prelude, "pass", intents)


def _loaded(content: bytes) -> str:
    return f'__import__("pickle").loads(__import__("base64").b64decode("{base64.b64encode(content).decode()}"))'


def _listed(line: str, names: Sequence[str]) -> list[str]:
    """Return those of the names that a process of untrusted code has printed."""
    try:
        told = json.loads(line)
    except ValueError:
        return list(names)
    return [name for name in names if isinstance(told, list) and name in told]


def _columns_in(content: bytes) -> Mapping[str, Sequence[str]]:
    try:
        told = json.loads(content)
        return {str(name): [str(each) for each in names] for name, names in told.items()}
    except (ValueError, AttributeError, TypeError):
        return {}
