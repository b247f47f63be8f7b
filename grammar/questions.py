"""Questions of an analysis plan: understand and clean, describe, compare, relate, decide, in that order."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.analyses.forms import Form, form_of, forms
from grammar.analyses.walking import is_answerable
from grammar.ideas import aim_of, apart, choices, columns_for
from grammar.narrowing import bare
from grammar.subject import Subject, shuffled
from grammar.voices import agreeing, sentence

_TRIES, _PICKY = 24, 16
"""How often a question is drawn at most, and how often one is looked for that is new and can be answered."""
SERVING = 0.4
"""Which part of a plan serves the goal of its scenario in so many words."""
_NEAR, _LIKED = 0.8, 0.65
"""How often a question beside those takes a column that the scenario names, else one that the client likes."""
_DEEP = {"value", "tuple", "list", "set", "array", "model"}
"""Types of result that are no summary by groups."""
PHASES = ("understand", "describe", "compare", "relate", "decide")


@dataclass
class Drafter:
    """Makes questions that differ in kind or columns, about what the scenario names, then what the client likes."""

    subject: Subject
    preferred: Sequence[str]
    """Columns that the client likes."""
    chance: random.Random
    near: Sequence[str] = ()
    """Columns that the scenario names."""
    made: set[tuple[str, frozenset[str | None]]] = field(default_factory=set)
    """What its questions come to."""
    texts: set[str] = field(default_factory=set)

    def plan(self, wanted: int, aims: Sequence[str], columns: Mapping[str, str]) -> list[dict[str, Any]]:
        """So many questions, as fields of records.Question.

        The aims of the scenario on its columns come first, others follow in the order of an analysis.
        """
        serving = self._serving(math.ceil(wanted * SERVING), aims, columns)
        near = list(columns.values()) or list(self.near) or [self.subject.main or ""]
        made = serving + [self.question(phase, near) for phase in _phases(wanted - len(serving), self.chance)]
        if len(made) > 1 and not any(map(digs, made)):
            made[-1] = self.question(phase_of(made[-1]["text"]), near, deep=True)
        return self._joining(made, near)

    def _joining(self, made: list[dict[str, Any]], about: Sequence[str]) -> list[dict[str, Any]]:
        """Return a plan of several questions with its second one about two tables, where they are linked.

        The last question makes room for it; where that was the only one that digs, the new one does.
        """
        asked = [form_of(question["text"]) for question in made]
        if len(made) < 2 or any(form and form.joins for form in asked) or not any(map(self._can_join, forms())):
            return made
        first, *others = made[:-1]
        deep = not any(map(digs, made[:-1]))
        return [first, self.question("compare", about, deep=deep, joins=True), *others]

    def _can_join(self, form: Form) -> bool:
        return form.joins and self._possible(form)

    def _serving(self, wanted: int, aims: Sequence[str], columns: Mapping[str, str]) -> list[dict[str, Any]]:
        """The first aim, and some of those that follow from it."""
        found: list[dict[str, Any]] = []
        others = sorted(shuffled(range(1, len(aims)), self.chance)[: max(wanted, 2)])
        for at in [0, *others, *range(1, len(aims))] if aims else ():
            aim = aim_of(aims[at])
            slots = columns_for(aim, columns, self.subject, self.preferred, self.chance)
            if slots is None or len(found) == wanted:
                continue
            question = self._asked(*aim[:2], slots)
            if self.made.isdisjoint(computed(aim[0], question["columns"])):
                found.append(self._kept(aim[0], question))
        return found

    def know(self, questions: Sequence[Mapping[str, Any]]) -> None:
        """Take the questions of a plan as made, so that none of them is made again."""
        for text, columns in ((bare(question["text"]), question["columns"]) for question in questions):
            self.texts.add(text)
            self.made |= computed(form, columns) if (form := form_of(text)) else set()

    def question(
        self, phase: str, about: Sequence[str] = (), *, deep: bool = False, joins: bool = False
    ) -> dict[str, Any]:
        """A new question of a phase, on certain columns where its kind allows it; where it is to be `deep`, one that
        digs, and where it `joins`, one about two tables.
        """
        whole = [form for form in forms() if self._possible(form) and form.joins >= joins]
        possible = [form for form in whole if not deep or not _DEEP.isdisjoint(form.types)] or whole
        known_forms = [form for form in possible if form.phase == phase] or possible
        drawn: list[tuple[tuple[bool, ...], Form, dict[str, Any]]] = []
        for attempt in range(_TRIES):
            offered = known_forms if attempt <= _PICKY else possible
            # Forms that need more columns say more; plain ones are for tables that allow nothing else.
            form = self.chance.choices(offered, [len(form.slots) ** 2 for form in offered])[0]
            slots = self._columns(form, about)
            question = self._asked(form, self.chance.choice(form.asks), slots)
            tied = any(self.subject.is_tied(name, slots.values()) for name in slots.values())
            again = attempt <= _PICKY and not self.made.isdisjoint(computed(form, question["columns"]))
            unfit = tied or again or not is_answerable(form, slots, self.subject.var, self.chance)
            aside = bool(about) and set(about).isdisjoint(slots.values())
            drawn.append(((tied, unfit, aside, question["text"] in self.texts), form, question))
            if not any(drawn[-1][0]):
                break
        return self._kept(*min(drawn, key=lambda each: each[0])[1:])

    def _asked(self, form: Form, ask: str, slots: Mapping[str, str]) -> dict[str, Any]:
        """A question in a form's words."""
        said = {slot: self.subject.said(name) for slot, name in slots.items()}
        text = agreeing(sentence((ask,), self.chance, {**said, "rows": self.subject.rows}), said.values())
        columns = list(dict.fromkeys(slots.values()))
        return {"text": text, "result_types": list(form.types), "columns": columns, "conditions": []}

    def _kept(self, form: Form, question: dict[str, Any]) -> dict[str, Any]:
        """The question, which is not made again."""
        self.made |= computed(form, question["columns"])
        self.texts.add(question["text"])
        return {**question, "columns": self._widened(question["columns"])}

    def _possible(self, form: Form) -> bool:
        """Whether there is a column of its own for each slot, wherever there are several."""
        pools = sorted((set(choices(form, kind, self.subject)) for kind in form.slots.values()), key=len)
        return all(len(set().union(*pools[: number + 1])) > number for number in range(len(pools)))

    def _columns(self, form: Form, about: Sequence[str]) -> dict[str, str]:
        """Slot → column, all different where the table allows it, and none that is tied to another."""
        found: dict[str, str] = {}
        for slot, kind in sorted(form.slots.items(), key=lambda each: len(self.subject.of_kind(each[1]))):
            known = choices(form, kind, self.subject)
            mixed, taken = shuffled(known, self.chance), list(found.values())
            pool = apart(mixed, taken, self.subject) or [name for name in mixed if name not in taken] or known
            near = about if self.chance.random() < _NEAR else ()
            liked = self.preferred if self.chance.random() < _LIKED else ()
            fitting = [name for names in (near, liked) for name in pool if name in names]
            found[slot] = (fitting or pool)[0]
        return {slot: found[slot] for slot in form.slots}

    def _widened(self, columns: list[str]) -> list[str]:
        """Two to five columns: those of the question, and a few that it may be seen along with."""
        size = self.chance.choice((2, 3, 3, 4, 4, 5))
        liked = [name for name in [*self.near, *shuffled(self.preferred, self.chance)] if name not in columns]
        others = shuffled((name for name in self.subject.any_columns()[:40] if name not in columns), self.chance)
        more = [*liked[:2], *(name for name in others if name not in liked[:2])]
        return [*columns, *more[: max(0, size - len(columns))]]


def digs(question: Mapping[str, Any]) -> bool:
    """Whether a question comes to more than a summary by groups, as one of several has to."""
    return not _DEEP.isdisjoint(question["result_types"])


def computed(form: Form, columns: Sequence[str]) -> set[tuple[str, frozenset[str | None]]]:
    """Return what a question on these columns comes to: the last step of each chain, and which of them it is about."""
    names: dict[str, str | None] = dict(zip(form.slots, columns, strict=False))
    ends = (way for chain in form.chains for way in chain[-1])
    own = (
        (way.kind, [names.get(letter) for letters in way.slots.values() for letter in letters], way.on) for way in ends
    )
    return {(kind, frozenset(names.values() if made else about)) for kind, about, made in own}


def _phases(wanted: int, chance: random.Random) -> list[str]:
    """Phases for so many questions, in order; few questions leave phases out."""
    if wanted < len(PHASES):
        weights = {"understand": 0.7, "describe": 0.8, "compare": 1.6, "relate": 1.2, "decide": 1.0}
        drawn = sorted(PHASES, key=lambda phase: chance.random() ** (1 / weights[phase]), reverse=True)[:wanted]
        return [phase for phase in PHASES if phase in drawn]
    extra = chance.choices(PHASES, (0.5, 1, 1.6, 1.4, 0.8), k=wanted - len(PHASES))
    return [phase for phase in PHASES for _ in range(1 + extra.count(phase))]


def phase_of(text: str) -> str:
    """The phase that a question's words belong to; "compare" for words that are not ours."""
    form = form_of(bare(text))
    return form.phase if form else "compare"
