"""Stage: the turns of a dialogue are rewritten onto the private library, which grows as they need it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from company.archive import Archive, natural
from company.errors import ReplyError, SandboxError, SessionLost
from company.families.dialogues.body.private_library import ACCESSORS, SET, TAKE, api_calls
from company.families.dialogues.columns_in_texts import is_named
from company.families.dialogues.prelude import table_files
from company.families.dialogues.programs import bound_names, without_imports
from company.families.dialogues.records import Dialogue, Library, LibraryFunction, Rewrite, Turn
from company.families.dialogues.replies import RewriteReply
from company.families.dialogues.screened import Screen, screen
from company.families.dialogues.situations import table_of
from company.families.dialogues.stages.private_library.checking import MOST_STATEMENTS, Grounds, Proposal, Unfit
from company.families.dialogues.stages.private_library.listing import (
    bare,
    covered,
    few_rules,
    fitting,
    listed,
    near,
    ruled,
)
from company.families.dialogues.stages.private_library.needs import needed_names
from company.families.dialogues.stages.private_library.recurring import recurring
from company.families.dialogues.stages.private_library.trying import carried_out, difference
from company.prompts import prompt
from company.records import USABLE, Execution, Message, Record, Variable
from company.run.stage import Office, Stage, composed
from company.sandbox import Session
from company.staff.conversation import replied
from company.staff.members import Ask, Thread
from company.tables.record import Table

TRIES = 3
"""Rewrites of one turn: the first one, and two after a complaint."""
_NAME = "private_library"
_PROPOSING = ("chatbot_rewrite_proposing", "chatbot_rewrite_covered")
_DOCUMENTED = {"wanted": "chatbot_rewrite_ruled", "none wanted": "chatbot_rewrite_plain"}
"""Whether functions with rules of the house are wanted → the words on how functions are documented."""


async def _evolve(office: Office, dialogue: Dialogue) -> AsyncIterator[Record]:
    table = table_of(office, dialogue)
    turns = [turn for turn in office.archive.records("turn", USABLE, dialogue.id) if turn.code is not None]
    if not turns:
        return
    session = await office.sandbox.open(table_files(table, office.resource))
    walk = _Walk(office, dialogue, table, turns, screen(office, table, dialogue), session)
    try:
        start = await session.run(dialogue.prelude)
        if not start.ok:
            raise SandboxError(f"{table.file} could not be loaded for a dialogue: {start.error}")
        walk.variables = start.variables
        rewrites = [await walk.rewrite(turn) for turn in turns[: office.reach]]
    finally:
        await walk.session.close()
    yield Library(
        id=f"{dialogue.id}.lib",
        parent=dialogue.id,
        stage=_NAME,
        position=1,
        status="accepted",
        functions=tuple(walk.new),
    )
    for rewrite in rewrites:
        yield rewrite


def library_before(archive: Archive, dialogue: str) -> list[LibraryFunction]:
    """Return the private library before a dialogue: what all earlier dialogues added, in their order."""
    earlier = [each for each in archive.records("library", USABLE) if natural(each.id) < natural(f"{dialogue}.lib")]
    return [function for each in earlier for function in each.functions]


def _codes_before(archive: Archive, dialogue: str) -> list[str]:
    rewrites = archive.records("rewrite", USABLE)
    return [each.code for each in rewrites if natural(each.id) < natural(f"{dialogue}.")]


@dataclass
class _Walk:
    """One dialogue on its way from turn to turn: its state, and what its rewrites have added."""

    office: Office
    dialogue: Dialogue
    table: Table
    turns: Sequence[Turn]
    screened: Screen
    session: Session
    variables: tuple[Variable, ...] = ()
    new: list[LibraryFunction] = field(default_factory=list)
    lost: bool = False
    """The session's state is gone; no further turn can be tried."""

    def __post_init__(self) -> None:
        self.library = {each.name: each for each in library_before(self.office.archive, self.dialogue.id)}
        self.codes = _codes_before(self.office.archive, self.dialogue.id)
        self.taken = {name for turn in self.turns for name in bound_names(turn.code or "")}
        self.taken |= {each.name for each in self.table.beside}

    async def rewrite(self, turn: Turn) -> Rewrite:
        """Return the turn's record; afterwards the state is the one after the turn, whatever came of the rewrite."""
        if self.lost:
            return self._record(turn, None, "the dialogue's state was lost before it could be tried", ())
        try:
            return await self._rewrite(turn)
        except SessionLost as problem:
            self.lost = True
            return self._record(turn, None, f"while it was tried, the dialogue's state was lost: {problem}", ())

    async def _rewrite(self, turn: Turn) -> Rewrite:
        own = await self.session.fork()
        before = self.variables
        prototype = await own.run(turn.code or "", turn.intents)
        if unlike := difference(turn, turn.code or "", prototype):
            await self._go_on(own, prototype.variables)
            return self._record(turn, None, f"the turn's own code, run again: {unlike}", ())
        if not api_calls(turn.code or ""):
            await self._go_on(own, prototype.variables)
            return self._record(turn, None, "its code calls nothing that a private function could stand for", ())
        desk = _Desk(self, turn, before)
        try:
            tried = await desk.tried(prototype)
        except ReplyError as problem:
            tried, desk.complaint = None, str(problem)
        if tried is None:
            await self._go_on(own, prototype.variables)
            return self._record(turn, None, desk.complaint, desk.talk)
        proposal, session, variables = tried
        await own.close()
        await self._go_on(session, variables)
        self.new += proposal.new
        self.library |= {each.name: each for each in proposal.new}
        self.codes.append(proposal.code)
        return self._record(turn, proposal, None, desk.talk)

    async def _go_on(self, session: Session, variables: tuple[Variable, ...]) -> None:
        before, self.session, self.variables = self.session, session, variables
        await before.close()

    def _record(self, turn: Turn, made: Proposal | None, reason: str | None, talk: Sequence[Message]) -> Rewrite:
        return Rewrite(
            id=f"{turn.id}.private",
            parent=f"{self.dialogue.id}.lib",
            stage=_NAME,
            position=turn.position,
            status="accepted" if made else "rejected",
            reason=reason,
            conversation=tuple(talk),
            turn=turn.id,
            code=made.code if made else "",
            functions=made.called if made else (),
        )


@dataclass
class _Desk:
    """The work on one turn: what the chatbot is asked, and what was wrong with its answers."""

    walk: _Walk
    turn: Turn
    variables: tuple[Variable, ...]
    drafts: list[dict[str, Any]] = field(default_factory=list)
    talk: tuple[Message, ...] = ()
    complaint: str = ""

    def __post_init__(self) -> None:
        later = [each for each in self.walk.turns if each.position > self.turn.position]
        self.needed = needed_names(self.turn, later)
        self.grounds = Grounds(
            prototype=self.turn.code or "",
            library=self.walk.library,
            taken=self.walk.taken,
            columns={column.name for each in self.walk.table.every for column in each.columns},
            needed=self.needed,
            wants_rule=few_rules(list(self.walk.library.values())),
        )

    async def tried(self, prototype: Execution) -> tuple[Proposal, Session, tuple[Variable, ...]] | None:
        """Return the fit rewrite, with the state after it; None when none was fit, with the last `complaint`.

        Raises ReplyError.
        """
        for _ in range(TRIES):
            reply = await self._asked()
            try:
                proposal = self.grounds.proposal(reply)
                session, variables = await self._run(proposal, prototype)
            except Unfit as unfit:
                self.complaint = str(unfit)
                draft = reply.model_dump(mode="json", include={"functions", "code"})
                self.drafts.append({"reply": draft, "wrong": self.complaint})
                self.grounds = replace(self.grounds, wants_rule=False)  # it is asked for once, not insisted on
                self.talk = (*self.talk, Message(speaker="office", text=self.complaint))
            else:
                return proposal, session, variables
        return None

    async def _asked(self) -> RewriteReply:
        def compose(thread: Thread) -> Ask:
            brief = self._brief()
            again = prompt("chatbot_rewrite_recurring").strip() if "recurring" in brief else ""
            about = {"recurring": again, "proposing": self._proposing(brief), "brackets": self._brackets()}
            about |= {"accessors": ", ".join(f"`.{each}`" for each in ACCESSORS)}
            ask = composed("chatbot_rewrite", RewriteReply, brief, **about)
            return self.walk.screened.asked(ask)

        member = self.walk.office.member("chatbot", _NAME, self.turn.id, compose)
        reply, said = await replied(member, RewriteReply)
        self.talk += said
        return reply

    def _proposing(self, brief: Mapping[str, Any]) -> str:
        """Return what says how to propose functions; where the first draft needs none, that it needs none."""
        is_covered = covered(brief["calls"], self._known[0])
        if is_covered and not (self.drafts or self.grounds.wants_rule or "recurring" in brief):
            return prompt("chatbot_rewrite_covered").strip()
        documented = prompt(_DOCUMENTED[brief["house_rules"]]).strip()
        return prompt("chatbot_rewrite_proposing", documented=documented, most=MOST_STATEMENTS).strip()

    def _brackets(self) -> str:
        """Return what of taking and setting by index may stay."""
        names = [one.name for one in self._known[0] if {TAKE, SET}.intersection(one.stands_for)]
        listed = " or ".join(f"`{name}`" for name in names)
        kept = f", but where {listed} takes or sets the same" if names else ", which need no function"
        return f"`[]` and `[]=`{kept}"

    @cached_property
    def _again(self) -> list[dict[str, Any]]:
        return recurring(self.walk.codes, self.walk.library)

    @cached_property
    def _known(self) -> tuple[list[LibraryFunction], list[LibraryFunction]]:
        """The functions that the turn's code could use, and all others."""
        steps = {step for each in self._again for step in each["steps"]}
        return fitting(self.turn.code or "", list(self.walk.library.values()), steps)

    def _brief(self) -> dict[str, Any]:
        library = list(self.walk.library.values())
        again, code = self._again, self.turn.code or ""
        own = bound_names(without_imports(code)) | {each.name for each in self.variables if each.type == "function"}
        fit, others = self._known
        return {
            "task": "rewrite",
            "code": self.turn.code,
            "calls": sorted(api_calls(code).keys() - own),
            "results": [intent.model_dump() for intent in self.turn.intents],
            "needed": self.needed,
            "variables": [
                each.model_dump(mode="json", exclude_defaults=True, include={"name", "type", "shape"})
                for each in self.variables
                if is_named(each.name, [code])
            ],
            "library": [listed(each) for each in fit],
            **({"other_functions": [each.name for each in others]} if others else {}),
            "sources": [bare(each) for each in near(code, fit)],
            "house_rules": "wanted" if 3 * len(ruled(library)) <= len(library) else "none wanted",
            **({"recurring": again} if again else {}),
            "drafts": self.drafts,
        }

    async def _run(self, proposal: Proposal, prototype: Execution) -> tuple[Session, tuple[Variable, ...]]:
        library = list(self.walk.library.values())
        return await carried_out(proposal, self.turn, self.walk.session, library, self.needed, prototype.variables)


STAGE = Stage(
    _NAME,
    "dialogue",
    _evolve,
    prompts=("chatbot_role", "chatbot_rewrite", "chatbot_rewrite_recurring", *_DOCUMENTED.values(), *_PROPOSING),
    serves=("private", "private_update_code", "private_clarification"),
    serial=True,
)
