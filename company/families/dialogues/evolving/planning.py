"""What each turn depends on, and who goes wrong at it, out of what was executed: a dialogue before there are words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.families.dialogues.evolution import (
    HANDBOOK,
    TABLES,
    Control,
    Dependency,
    Evolution,
    Planned,
    RuleChange,
)
from company.families.dialogues.evolving.binding import Draft, Values
from company.families.dialogues.evolving.explained import told_of
from company.families.dialogues.evolving.failing import failed
from company.families.dialogues.evolving.outcomes import DIFFERS
from company.families.dialogues.evolving.pieces import Forgetting
from company.families.dialogues.evolving.timetable import Drawn


def planned(draft: Draft, report: Mapping[str, Any]) -> tuple[Planned, ...]:
    """Return the turns with what they depend on, each dependency and analyst proved by what was executed."""
    values, lost = Values(draft, report["chosen"]), failed(draft, report)
    found: list[Planned] = []
    for turn in draft.table.turns:
        found.append(_planned(turn, values, report["turns"][str(turn.position)], lost.get(turn.position, ""), found))
    return tuple(found)


def _planned(turn: Drawn, values: Values, told: Mapping[str, Any], lost: str, before: Sequence[Planned]) -> Planned:
    draft = values.draft
    ask, pieces = draft.asks[turn.position], draft.pieces
    pairs = zip(draft.forgettings(turn), told["outcomes"], strict=True)
    proved = [(each, one["digest"]) for each, one in pairs if one["how"] == DIFFERS]
    name = {slot: term.variable for slot, term in draft.terms.items()}
    depends_on = tuple(
        each.model_copy(update={"term": each.term and name[each.term]})
        for each in pieces.dependencies(turn, [each for each, _ in proved])
    )
    rules = pieces.held(turn.position, turn.position)
    is_ruled = any(each.term in rules and each.since is None for each, _ in proved)
    further = (*((HANDBOOK,) if is_ruled else ()), *((TABLES,) if any(each.before for each, _ in proved) else ()))
    evolution = Evolution(
        patterns=tuple(dict.fromkeys((*turn.patterns, *further))),
        sets=tuple(one.model_copy(update={"slot": name[one.slot]}) for one in turn.sets),
        uses=tuple(use.model_copy(update={"slot": name[use.slot]}) for use in turn.uses),
        standing=tuple(name[slot] for slot in rules),
        changes=tuple(_by_name(one, name) for one in turn.changes),
        reconcile=told_of(turn, values),
        opens=tuple(name[use.slot] for use in turn.uses if draft.table.slots[use.slot].readings),
        ask=ask.code.strip(),
        remade=turn.remade,
        depends_on=depends_on,
        controls=tuple(_control(each, digest, values, name) for each, digest in proved),
        chain=_chain(depends_on, before),
        unproved=lost,
        lazy=tuple(told.get("lazy", ())),
    )
    return Planned(
        position=turn.position,
        evolution=evolution,
        name=ask.name,
        type=ask.type,
        about=ask.about,
        of_results=turn.of_results,
        columns=tuple(told.get("columns", ())),
        code=values.code(pieces.true(turn)),
        digest=told["digest"],
        rivals=tuple(name[rival] for rival in turn.rivals),
        moments=tuple((name[slot], moment) for slot, moment in turn.moments.items()),
    )


def _by_name(one: RuleChange, name: Mapping[str, str]) -> RuleChange:
    return one.model_copy(update={"slot": name[one.slot], "to": one.to and name[one.to]})


def _chain(depends_on: Sequence[Dependency], before: Sequence[Planned]) -> int:
    """Return how many results rest on one another up to a turn, as far as each was proved."""
    rested = [before[each.turn - 1].evolution.chain for each in depends_on if each.via == "result"]
    return max(rested, default=0) + 1 if depends_on else 0


def _control(each: Forgetting, digest: str, values: Values, name: Mapping[str, str]) -> Control:
    return Control(
        label=each.label,
        term=name.get(each.term, each.term),
        how="here" if each.since is None else "since",
        code="\n".join(filter(None, (each.before, values.code(each.pieces)))),
        since=each.since,
        digest=digest,
    )
