"""Questions of an analysis plan: understand and clean, describe, compare, relate, decide, in that order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.analyses.forms import Form, form_of, forms
from grammar.analyses.walking import is_answerable
from grammar.narrowing import bare
from grammar.subject import Subject, shuffled
from grammar.voices import agreeing, sentence

_MANY = 12
"""Different values from which on a measure is one to fit, to cluster or to correlate."""
_TRIES, _PICKY = 24, 16
"""How often a question is drawn at most, and how often one is looked for that is new and can be answered."""
_OF_MAIN = {"understand": 0.4, "describe": 0.6, "compare": 0.9, "relate": 0.9, "decide": 0.7}
"""How often a question of each phase is about what everybody would ask about first."""
_CHOSEN = ("decide", "group")
"""Phase and kind of the columns among whose values one is chosen."""
PHASES = ("understand", "describe", "compare", "relate", "decide")


@dataclass
class Drafter:
    """Makes questions that differ in kind or columns, preferring columns that the scenario and the client name."""

    subject: Subject
    preferred: Sequence[str]
    chance: random.Random
    made: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    def plan(self, wanted: int) -> list[dict[str, Any]]:
        """So many questions, as fields of records.Question, in the order of an analysis."""
        return [self.question(phase, self._main(phase)) for phase in _phases(wanted, self.chance)]

    def _main(self, phase: str) -> list[str]:
        """What everybody would ask about first, mostly; what comes before the analysis itself is about anything."""
        main = self.subject.main
        return [main] if main is not None and self.chance.random() < _OF_MAIN[phase] else []

    def question(self, phase: str, about: Sequence[str] = ()) -> dict[str, Any]:
        """A new question of a phase, on certain columns where its kind allows it."""
        possible = [form for form in forms() if self._possible(form)]
        known_forms = [form for form in possible if form.phase == phase] or possible
        # Forms that need more columns say more; plain ones are for tables that allow nothing else.
        weights = [len(form.slots) ** 2 * self._timely(form) for form in known_forms]
        best: dict[str, Any] | None = None
        for attempt in range(_TRIES):
            form = self.chance.choices(known_forms, weights)[0]
            slots = self._columns(form, about)
            columns = tuple(dict.fromkeys(slots.values()))
            known = {slot: self.subject.said(name) for slot, name in slots.items()} | {"rows": self.subject.rows}
            named = [words for slot, words in known.items() if slot != "rows"]
            text = agreeing(sentence(form.asks, self.chance, known), named)
            drawn = {"text": text, "result_types": list(form.types), "columns": list(columns), "conditions": []}
            about_it = not about or set(about) & set(columns)
            known_before = (form.name, columns) in self.made
            if best is None:
                best = drawn
            if (attempt <= _PICKY and known_before) or not is_answerable(form, slots, self.subject.var, self.chance):
                continue
            best = drawn
            if text not in self.texts and about_it:
                self.made.add((form.name, columns))
                break
        assert best is not None
        self.texts.add(best["text"])
        best["columns"] = self._widened(best["columns"])
        return best

    def _timely(self, form: Form) -> int:
        """How much more a question about time counts where the client wants to know about it."""
        return 4 if "date" in form.slots.values() and any(name in self.preferred for name in self._pool("date")) else 1

    def _possible(self, form: Form) -> bool:
        """Whether there is a column of its own for each slot, wherever there are several."""
        pools = sorted((set(self._choices(form, kind)) for kind in form.slots.values()), key=len)
        return all(len(set().union(*pools[: number + 1])) > number for number in range(len(pools)))

    def _choices(self, form: Form, kind: str) -> list[str]:
        """Columns that a slot of a form may be: no outcome to choose among, nothing to follow that never changes."""
        names = self._pool(kind)
        if (form.phase, kind) == _CHOSEN:
            return [name for name in names if name != self.subject.main]
        if kind in ("measure", "number") and "date" in form.slots.values():
            return [name for name in names if name in self.subject.changing]
        return names

    def _pool(self, kind: str) -> list[str]:
        """Columns of a kind, as `analyses.forms` names them."""
        subject = self.subject
        if kind == "any":
            plain_ones = [column.name for column in (*subject.measures, *subject.groups)]
            return plain_ones or subject.any_columns()
        rows = subject.var.rows
        columns = {
            "measure": subject.measures,
            "number": [column for column in subject.measures if column.distinct >= _MANY and column.missing * 5 < rows],
            "group": [column for column in subject.groups if column.distinct <= 20],
            "date": subject.dates,
            "written": [column for column in subject.var.written_numbers() if column.name in subject.words],
            "gappy": [column for column in subject.var.with_gaps() if column.name in subject.words],
        }
        return [column.name for column in columns[kind]]

    def _columns(self, form: Form, about: Sequence[str]) -> dict[str, str]:
        """Slot → column, all different where the table allows it."""
        found: dict[str, str] = {}
        for slot, kind in sorted(form.slots.items(), key=lambda each: len(self._pool(each[1]))):
            known = self._choices(form, kind)
            pool = [name for name in shuffled(known, self.chance) if name not in found.values()] or known
            first = [name for name in pool if name in about] or (
                [name for name in pool if name in self.preferred] if self.chance.random() < 0.65 else []
            )
            found[slot] = (first or pool)[0]
        return {slot: found[slot] for slot in form.slots}

    def _widened(self, columns: list[str]) -> list[str]:
        """Two to five columns: those of the question, and a few that it may be seen along with."""
        size = self.chance.choice((2, 3, 3, 4, 4, 5))
        liked = [name for name in shuffled(self.preferred, self.chance) if name not in columns]
        others = shuffled((name for name in self.subject.any_columns()[:40] if name not in columns), self.chance)
        more = [*liked[:2], *(name for name in others if name not in liked[:2])]
        return [*columns, *more[: max(0, size - len(columns))]]


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
