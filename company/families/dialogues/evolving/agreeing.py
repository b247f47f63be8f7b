"""Stage: the terms of an evolving dialogue, with values under which forgetting any of them shows.

Code draws the timetable, the data scientist gives terms without values and what each turn asks; then values are
searched. A turn for which none are found is asked for anew, at most so many times; then no case is made of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from company.errors import ReplyError
from company.families.dialogues.evolution import Planned, Terms
from company.families.dialogues.evolving.asking import BATCH, PROMPTS, Cause, Failed
from company.families.dialogues.evolving.binding import Draft, Values, first_values, right_lazily, searched
from company.families.dialogues.evolving.drawing import drawn
from company.families.dialogues.evolving.enforcing import Change, changing, enforced
from company.families.dialogues.evolving.failing import failed
from company.families.dialogues.evolving.kinds import possible_kinds
from company.families.dialogues.evolving.planning import planned
from company.families.dialogues.evolving.reconciling import reconciled
from company.families.dialogues.evolving.replies import WrittenAsk, WrittenTerm
from company.families.dialogues.evolving.ruling import RuleTerm, chosen, standing
from company.families.dialogues.evolving.timetable import SHARES, Drawn, Timetable, Wishes
from company.families.dialogues.evolving.views import Slot
from company.families.dialogues.evolving.wishing import Wished, predicted, wished
from company.families.dialogues.prelude import prelude
from company.families.dialogues.records import Plan
from company.families.dialogues.screened import screen
from company.families.dialogues.settings import LEAST_TURNS, evolving_of, settings_of
from company.families.dialogues.situations import client_of, table_of
from company.families.dialogues.stages.actions.drafting import asked
from company.families.shared.place import Place
from company.run.stage import Office, Stage
from company.tables.record import Table

NAME = "terms"
TRIES = 3
"""How often terms are written until each of them works."""
_TRIED = "company.families.dialogues.evolving.trying:tried"
REDRAWN, REPAIRED = 2, 4
"""How often asks are written anew for turns at which forgetting does not show, and after that for those that come to
nothing, since the dialogue ends before them."""


async def _agree(office: Office, plan: Plan) -> AsyncIterator[Terms]:
    cause = cause_of(office, plan)
    seed = f"{office.settings.model.seed} {plan.id}"
    rules = {f"r{number}": each for number, each in enumerate(chosen(office.archive, plan.turns, seed), start=1)}
    unnamed = standing(office.archive)
    wishes = wishes_of(office, plan, cause.table)
    table = drawn(replace(wishes, rules=tuple(each.slot(slot) for slot, each in rules.items())), seed)
    known = {slot: each.written(slot) for slot, each in {**rules, **unnamed}.items()}
    with Place.temporary(office.resource, office.sandbox) as place:
        agreed = await _working(office, cause, table, known, place)
        work = _Work(office, cause, plan, table, {**known, **agreed})
        draft, report, reasons = await work.bound(place)
        report = await right_lazily(draft, report, prelude(cause.table), place)
    turns = held(draft, report)
    if len(turns) < min(LEAST_TURNS, plan.turns):
        why = failed(draft, report).get(len(turns) + 1, "its result cannot be kept")
        raise ReplyError(f"{plan.id}: the ask of turn {len(turns) + 1} will not do: {why}")
    yield Terms(
        id=f"{plan.parent}.terms",
        parent=plan.id,
        stage=NAME,
        position=1,
        status="accepted",
        terms=Values(draft, report["chosen"]).terms(),
        turns=turns,
        redrawn=tuple(reasons),
        rules=tuple(each.rule.id for each in (*rules.values(), *unnamed.values())),
    )


async def _working(
    office: Office, cause: Cause, table: Timetable, rules: Mapping[str, RuleTerm], place: Place
) -> dict[str, WrittenTerm]:
    """Return the terms of a timetable, each with the values that it works with.

    What does not work goes back to its writer. Raises ReplyError where it does not in the end.
    """
    screened = screen(office, cause.table, cause.plan)
    terms: dict[str, WrittenTerm] = {}
    faults: dict[str, str] = {}
    for _ in range(TRIES):
        ask = cause.terms(table, rules, terms, faults)
        reply = await asked(office, "data_scientist", NAME, cause.plan.id, screened.asked(ask))
        terms |= {term.slot: term for term in reply.terms}
        order = {slot: trial(term, table.slots[slot]) for slot, term in terms.items()}
        report = await place.report(_TRIED, order, behind=prelude(cause.table))
        if isinstance(report, str):
            raise ReplyError(f"the terms of a dialogue cannot be executed ({report})")
        faults = {slot: told["fault"] for slot, told in report.items() if told["fault"]}
        if not faults:
            return {slot: only(terms[slot], told["works"]) for slot, told in report.items()}
    slot, fault = next(iter(faults.items()))
    raise ReplyError(f"{cause.plan.id}: the term {terms[slot].name!r} will not do: {fault}")


def trial(term: WrittenTerm, slot: Slot) -> dict[str, Any]:
    """Return a term as it is told to those who try it."""
    codes = [each.code for each in term.candidates]
    versions = slot.values
    return {"kind": slot.kind, "naive": term.naive, "code": term.code, "candidates": codes, "versions": versions}


def only(term: WrittenTerm, works: Sequence[int]) -> WrittenTerm:
    """Return a term with those of its values that work."""
    return term.model_copy(update={"candidates": tuple(term.candidates[number] for number in works)})


def held(draft: Draft, report: Mapping[str, Any]) -> tuple[Planned, ...]:
    """Return the turns before the first one that comes to nothing, each with what it depends on."""
    dead = (turn.position for turn in draft.table.turns if _is_dead(turn.position, report))
    return planned(draft, report)[: next(dead, len(draft.table.turns) + 1) - 1]


def _is_dead(position: int, report: Mapping[str, Any]) -> bool:
    """Return whether a turn comes to nothing that can be kept."""
    return not report["turns"][str(position)]["digest"]


def cause_of(office: Office, plan: Plan) -> Cause:
    """Return whose dialogue a plan is for."""
    return Cause(table_of(office, plan), *client_of(office, plan), plan)


def wishes_of(office: Office, plan: Plan, table: Table) -> Wishes:
    """Return what the timetable of a plan is to be like, by the settings and the table."""
    told = evolving_of(office.settings)
    shares = SHARES if told.patterns == "balanced" else {**SHARES, **told.patterns}
    levels = settings_of(office.settings).targets.difficulty or {}
    return Wishes(
        *(plan.turns, possible_kinds(table.columns, table.rows), shares, told.far, told.fresh, told.open, levels),
        questions=len(plan.questions),
    )


class _Work:
    """A dialogue while its asks are written and its values are searched."""

    def __init__(
        self, office: Office, cause: Cause, plan: Plan, table: Timetable, terms: Mapping[str, WrittenTerm]
    ) -> None:
        self.office, self.cause, self.plan, self.table, self.terms = office, cause, plan, table, terms
        self.screened = screen(office, cause.table, plan)
        self.asks: dict[int, WrittenAsk] = {}
        self.chosen = first_values(Draft(table, terms, {}), self._seed)
        self.results: list[dict[str, Any]] = []
        self.known: dict[str, str | None] = {}
        """Whether turns mean what they say, of those that were looked at."""
        self.foreseen, self.wishes = self._foreseen()

    async def bound(self, place: Place) -> tuple[Draft, dict[str, Any], list[str]]:
        """Return the dialogue with its asks, what its turns come to, and why anything was drawn anew."""
        for batch in self._batches():
            await self._written(batch, {})
            await self._executed(place)
        self._enforce()
        draft, reasons = self._draft(), []
        report = await searched(draft, self.chosen, prelude(self.cause.table), place, known=self.known)
        reasons += report["reasons"]
        settled, found, unsettled = await self._reconciled(draft, report, place)
        for number in range(REDRAWN + REPAIRED):
            lost = {**failed(settled, found), **unsettled}
            if number >= REDRAWN:
                dead = {position: why for position, why in lost.items() if _is_dead(position, report)}
                # What begins with an old report is hard to come by, and nothing goes on from it.
                lost = {**dead, **unsettled}
            if not lost or not await self._anew(lost):
                break
            reasons += [f"turn {position}: {why}" for position, why in lost.items()]
            draft = self._draft()
            report = await searched(
                draft, report["chosen"], prelude(self.cause.table), place, anew=lost, known=self.known
            )
            # Who goes on from a result that is another now has to know its columns.
            self.results = self._told(self.table.turns, report)
            reasons += report["reasons"]
            settled, found, unsettled = await self._reconciled(draft, report, place)
        return settled, found, reasons

    async def _reconciled(
        self, draft: Draft, report: Mapping[str, Any], place: Place
    ) -> tuple[Draft, dict[str, Any], dict[int, str]]:
        return await reconciled(draft, report, prelude(self.cause.table), place, self._seed)

    def _enforce(self) -> None:
        """Have the client change which standing rules are in force, where asks are within them."""
        fitting = {position: each.fitting for position, each in self._draft().holding.items()}
        self.table = enforced(self.table, fitting, self._seed, self.foreseen)

    def _foreseen(self) -> tuple[list[list[Change]], dict[int, Wished]]:
        """Draw such changes before anything is asked, and have late asks be about what they decide on."""
        scopes = {slot: rule.scope for slot, rule in Draft(self.table, self.terms, {}).standing.items() if rule.scope}
        about = self.cause.serving.about(self.table, self.terms)
        wishes = wished(self.table, scopes, self._seed, about=about)
        if not scopes:
            return [], wishes
        foreseen = changing(self.table, predicted(wishes, scopes), self._seed)
        changes = [each for several in foreseen for each in several]
        return foreseen, wished(self.table, scopes, self._seed, changes, about)

    @property
    def _seed(self) -> str:
        return f"{self.office.settings.model.seed} {self.plan.id}"

    def _draft(self, table: Timetable | None = None) -> Draft:
        data = self.cause.table if self.cause.table.beside else None
        return Draft(table or self.table, self.terms, self.asks, data)

    def _batches(self) -> list[list[Drawn]]:
        """Return the turns in batches; no turn goes on from a result of its own batch, whose columns nobody knows."""
        batches: list[list[Drawn]] = [[]]
        for turn in self.table.turns:
            own = {each.position for each in batches[-1]}
            if len(own) >= BATCH or own & {*turn.of_results, *turn.remade}:
                batches.append([])
            batches[-1].append(turn)
        return batches

    async def _written(self, turns: Sequence[Drawn], lost: Mapping[int, str]) -> None:
        gone_on = {each for turn in self.table.turns for each in turn.of_results}
        positions = {each.position for each in turns}
        failing = {at: Failed(why, at in gone_on) for at, why in lost.items() if at in positions}
        # What failed with the columns that it had best be about is asked of others, where no rule hangs on these.
        kept = {at: wish for at, wish in self.wishes.items() if self.foreseen or at not in failing}
        ask = self.cause.asks(turns, self.terms, self.results, self.asks, failing, kept)
        reply = await asked(self.office, "data_scientist", NAME, self.plan.id, self.screened.asked(ask))
        self.asks |= {each.turn: each for each in reply.asks}

    async def _anew(self, lost: Mapping[int, str]) -> bool:
        """Have asks written anew; False where that comes to nothing else."""
        before = dict(self.asks)
        turns = [turn for turn in self.table.turns if turn.position in lost]
        for start in range(0, len(turns), BATCH):
            try:
                await self._written(turns[start : start + BATCH], lost)
            except ReplyError:
                # Nobody knows better: what is there stands, without a case.
                continue
        return before != self.asks

    async def _executed(self, place: Place) -> None:
        """Execute the turns so far, and note the types and columns of their results for those who go on from them."""
        turns = self.table.turns[: len(self.asks)]
        part = self._draft(Timetable(self.table.slots, turns))
        report = await searched(part, self.chosen, prelude(self.cause.table), place, proving=False)
        self.results = self._told(turns, report)

    def _told(self, turns: Sequence[Drawn], report: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [
            {
                "turn": turn.position,
                "name": self.asks[turn.position].name,
                "type": self.asks[turn.position].type,
                "columns": report["turns"][str(turn.position)].get("columns", []),
            }
            for turn in turns
        ]


def is_evolving(plan: Plan) -> bool:
    """Return whether what is agreed in the dialogue of a plan changes as it goes."""
    return plan.evolving


STAGE = Stage(
    NAME, "plan", _agree, prompts=(*PROMPTS[:3], *PROMPTS[4:]), wants=is_evolving, below=lambda plan: plan.parent
)
