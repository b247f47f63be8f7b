"""How runs of dialogues come about: from a table to personas, and turns that are asked for in commissions."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from company import config
from company.archive import Archive
from company.evaluation.traits import Level
from company.families.dialogues.body.bodies import NEEDS_HISTORY
from company.families.dialogues.body.difficulty import DEEP, DIFFICULTY, is_deep
from company.families.dialogues.body.likeness import likenesses
from company.families.dialogues.body.reference import history_code, identity
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.commissions import DialogueCommission, commissions, evolving_commissions
from company.families.dialogues.evolving import agreeing, casing, holding
from company.families.dialogues.evolving.patterns import least_of, pattern_of, patterns_made, places
from company.families.dialogues.gate.difficulty import difficulty_in
from company.families.dialogues.history import history
from company.families.dialogues.ids import RecordId
from company.families.dialogues.lost import (
    LEVELS_MADE,
    PATTERNS_MADE,
    SET_ASIDE,
    deep,
    drafts,
    levels_of,
    needing_history,
    rejected,
)
from company.families.dialogues.records import EVOLVING, Dialogue, Plan, Turn
from company.families.dialogues.remedies import WITHOUT_HISTORY, remedies
from company.families.dialogues.settings import evolving_of, settings_of
from company.families.dialogues.stages import (
    cases,
    dialogues,
    personas,
    plans,
    private_cases,
    private_library,
    registers,
    scenarios,
    tables,
)
from company.families.dialogues.stages.actions import (
    best_guess,
    clarification,
    fast_fail,
    insight_mining,
    plot_qa,
    update_code,
)
from company.families.dialogues.stages.handbook import writing
from company.records import Case, Record
from company.run.making import Commission, Making, Ration
from company.run.stage import Stage
from company.tables.dictionary import dictionary, dictionary_file
from company.tables.intake import intake, looked_at
from company.tables.several.telling import tables_told

FEW = 2
"""Cases of a category of which a share says nothing: they are let in without a need of their history."""
SHALLOW = f'it does not take {DEEP}, as [targets] depth = "deep" asks'
"""The same of a case that is not deep: a run that wants any depth takes it."""
STAGES: tuple[Stage, ...] = (
    tables.STAGE,
    personas.STAGE,
    scenarios.STAGE,
    plans.STAGE,
    agreeing.STAGE,
    holding.STAGE,
    dialogues.STAGE,
    cases.STAGE,
    casing.STAGE,
    registers.STAGE,
    update_code.STAGE,
    clarification.STAGE,
    fast_fail.STAGE,
    best_guess.STAGE,
    plot_qa.STAGE,
    insight_mining.STAGE,
    private_library.STAGE,
    private_cases.STAGE,
    update_code.PRIVATE_STAGE,
    clarification.PRIVATE_STAGE,
)
"""In the order of a record's life."""
OF_LEVEL = "its level is {level}, of which [targets] difficulty takes {number}"
"""Why an evolving case is set aside: a run with more cases, or with other shares, takes it."""
_OF_EVOLVING = (agreeing.STAGE, holding.STAGE, casing.STAGE)


def _of_level(level: Level, levels: Mapping[Level, int]) -> Ration:
    """Return the ration of a level: just as many cases as are wanted of it."""
    reason = OF_LEVEL.format(level=level, number=levels[level])
    return Ration(levels[level] / sum(levels.values()), reason, least=0)


class DialogueMaking(Making):
    """A client for each commission, whose dialogue has as many turns as were asked for."""

    commission = DialogueCommission
    settled = ("rewording",)
    previewed: ClassVar[Mapping[str, int]] = {"turn": 3}
    units = "dialogues"

    @property
    def stages(self) -> Sequence[Stage]:
        """The stages from the table to the cases."""
        return STAGES

    def roots(self, settings: config.Settings, archive: Archive, say: Callable[[str], None]) -> Sequence[Record]:
        """Return the profiled table, not yet described; each table's dictionary lies beside it: the gate reads that."""
        told = settings_of(settings)
        table = intake(told.tables_said, archive, say)
        writing.kept(told.handbook, told.file.parent, archive.run / "resource")
        edited = next(iter(archive.records("table", ("edited",))), table)
        for each in (edited, *table.beside):
            (archive.run / "resource" / dictionary_file(each.file)).write_bytes(dictionary(each))
        return [table]

    def looked_at(self, settings: config.Settings, say: Callable[[str], None]) -> Sequence[str]:
        """Return a line on each of several tables, on a table of which a key or a link is said, and on a handbook."""
        told = settings_of(settings)
        rules = writing.told(told.handbook, told.file.parent)
        if not (told.beside.said or told.table.key or told.table.links):
            return rules
        return [*tables_told(looked_at(told.tables_said, say)), *rules]

    def commissions(
        self, settings: config.Settings, units: int, chance: random.Random, *, first: bool
    ) -> Sequence[Commission]:
        """Return commissions with this number of turns in all, by as many clients as [people] says in round one."""
        told = settings_of(settings)
        clients = told.people.clients if first else None
        return commissions(units, told.dialogues.statement_share, chance, clients)

    def apart(self, settings: config.Settings, kind: str, units: int, chance: random.Random) -> Sequence[Commission]:
        """Return commissions of evolving dialogues with this number of turns in all, or a few more."""
        return evolving_commissions(units, evolving_of(settings).turns, chance)

    def candidates(self, settings: config.Settings) -> float:
        """Return [dialogues] candidates, or what the depth of the targets takes."""
        return settings_of(settings).candidates

    def commission_of(self, record_id: str) -> int:
        """Return the number of the client whose dialogue a record belongs to."""
        client = RecordId.of(record_id).persona
        return int(client.removeprefix("p")) if client else 1

    def identity(self, case: Case) -> Hashable:
        """Return the query and the code of a case."""
        return identity(case.entry)

    def likenesses(self, case: Case) -> Mapping[Hashable, str]:
        """Return what an insight finds, and what is assumed of a decision."""
        return likenesses(case.entry, case.category)

    def ration(self, settings: config.Settings, case: Case) -> Ration | None:
        """Return the ration of shallow cases, and of code cases that the loaded table answers as well as the state.

        Of evolving cases, each level has its own, where [targets] difficulty gives shares.
        """
        if case.category == EVOLVING and (levels := settings_of(settings).targets.levels):
            return _of_level(case.entry["level"], levels)
        if case.category != EVOLVING and settings_of(settings).targets.depth == "deep" and not is_deep(case.entry):
            return Ration(0, SHALLOW, least=0)
        if case.category == EVOLVING or case.entry.get(NEEDS_HISTORY, True):
            return None
        return Ration(1 - settings_of(settings).dialogues.needs_history, WITHOUT_HISTORY, least=FEW)

    def least(self, settings: config.Settings) -> Mapping[str, Mapping[str, int]]:
        """Return how many evolving cases of each pattern there have to be."""
        least = least_of(settings_of(settings))
        return {EVOLVING: least} if least else {}

    def kind(self, case: Case) -> str:
        """Return the main pattern of an evolving case."""
        return str(case.entry["pattern"][0]) if case.category == EVOLVING else ""

    def kind_foreseen(self, archive: Archive, category: str, record_id: str) -> str:
        """Return the main pattern of a turn."""
        return pattern_of(archive, record_id) if category == EVOLVING else ""

    def places(self, archive: Archive, category: str, record_id: str) -> Mapping[str, float]:
        """Return the places of an evolving dialogue's turns, each among those of its pattern."""
        return places(archive, record_id) if category == EVOLVING else {}

    def worth(self, settings: config.Settings, archive: Archive, stage: Stage, record: Record) -> bool:
        """Return whether a turn may give a case that is wanted: of an evolving dialogue, those of such alone.

        Where only deep cases are wanted, a turn has to give one; of a choice that is not known yet.
        """
        if self._evolves(archive, record) and stage not in _OF_EVOLVING:
            return False
        if stage in _OF_EVOLVING:
            return True
        if settings_of(settings).targets.depth != "deep" or not isinstance(record, Turn) or record.code is None:
            return True
        if not stage.serves or any(CATEGORIES[category].chosen for category in stage.serves):
            return True
        earlier = history(archive, record.parent or "", record.position, record.position)
        return difficulty_in(history_code("", (each for each in earlier if each.code is not None)), record.code).deep

    def _evolves(self, archive: Archive, record: Record) -> bool:
        """Return whether a record is of an evolving dialogue, once it is held."""
        if isinstance(record, Turn):
            return record.evolution is not None
        plan = archive.get(record.parent or "") if isinstance(record, Dialogue) else None
        return isinstance(plan, Plan) and plan.evolving

    def said(self, record: Record) -> tuple[str, str] | None:
        """Return the query and the answer of a turn, or why it has none."""
        return (record.query, record.answer or record.reason or "") if isinstance(record, Turn) else None

    def rejected(self, archive: Archive) -> Iterator[dict[str, Any]]:
        """Yield lost turns, cases, rewrites and rewordings, and dialogues that ended early."""
        return rejected(archive)

    def remedies(self, settings: config.Settings, archive: Archive) -> Sequence[str]:
        """Return which share of cases that need their history would let in those that were set aside for it."""
        return tuple(remedies(settings_of(settings), archive))

    def counted(self, rejected: Mapping[str, Any]) -> tuple[str, int]:
        """Return the reason; a dialogue that ended early counts for the turns that it is short of."""
        return SET_ASIDE if "was" in rejected else rejected["reason"], rejected.get("turns", 1)

    def standing(self, archive: Archive) -> Mapping[str, Any]:
        """Return how clients received the drafts of plans, what code cases need and take, and what others are of."""
        return {
            "drafts": drafts(archive),
            NEEDS_HISTORY: needing_history(archive),
            DIFFICULTY: deep(archive),
            LEVELS_MADE: levels_of(archive),
            PATTERNS_MADE: patterns_made(archive),
        }


MAKING = DialogueMaking()
