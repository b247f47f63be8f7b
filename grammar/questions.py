"""Questions of an analysis plan: understand and clean, describe, compare, relate, decide, in that order."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.subject import Subject, shuffled
from grammar.voices import agreeing, sentence

PHASES = ("understand", "describe", "compare", "relate", "decide")


@dataclass(frozen=True)
class Pattern:
    """One kind of question; `needs` as in `ideas.Idea`, with "w" for numbers written as text and "k" for gaps."""

    phase: str
    needs: Mapping[str, int]
    texts: tuple[str, ...]
    types: tuple[str, ...]
    """Result types that may answer it, the most telling first."""


PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "understand",
        {"k": 1, "x": 1},
        ("How complete is the {k}, and how should its gaps be treated before we go on to the {x}?",
         "How many {rows} lack the {k}, and does that change the picture of the {x}?"),
        ("value", "dataframe", "series"),
    ),
    Pattern(
        "understand",
        {"w": 1},
        ("How can the {w} be turned from text into numbers, and what is its usual size?",
         "What does the {w} look like as plain numbers?"),
        ("dataframe", "series"),
    ),
    Pattern(
        "understand",
        {"m": 1, "x": 1},
        ("Which {rows} are out of the ordinary in their {m}, and should they be kept when we look at the {x}?",
         "Are there values of the {m} that cannot be right, and what is left of the {x} without them?"),
        ("dataframe", "value", "list"),
    ),
    Pattern(
        "understand",
        {"x": 1},
        ("What do we have on the {x}, and is it clean enough to work with?",
         "How is the {x} recorded, and which of its values are usual?",
         "Which part of the {rows} can we rely on as far as the {x} goes?"),
        ("dataframe", "series", "value"),
    ),
    Pattern(
        "describe",
        {"m": 1},
        ("What is a typical {m}, and how widely does it vary?",
         "How is the {m} distributed over the {rows}?",
         "What does the {m} look like at its low, middle and high end?"),
        ("plot", "series", "tuple"),
    ),
    Pattern(
        "describe",
        {"g": 1},
        ("How are the {rows} spread over the kinds of {g}?",
         "Which {g} is most common, and which is rare?"),
        ("series", "plot", "dict"),
    ),
    Pattern(
        "describe",
        {"m": 1, "x": 1},
        ("Which {rows} lead by their {m}, and what {x} do they have?",
         "What do the {rows} with the highest {m} have in common as to the {x}?"),
        ("dataframe", "list"),
    ),
    Pattern(
        "describe",
        {"d": 1, "x": 1},
        ("How are the {rows} spread over the {d}, and does the {x} change along with it?",
         "In which periods of the {d} do most of the {rows} fall, with which {x}?"),
        ("series", "plot"),
    ),
    Pattern(
        "describe",
        {"x": 1},
        ("What values does the {x} take, and how often?",
         "How many different values of the {x} are there, and which of them dominate?"),
        ("series", "value", "list"),
    ),
    Pattern(
        "compare",
        {"m": 1, "g": 1},
        ("How does the {m} differ between the kinds of {g}?",
         "Which {g} has the highest {m} on average, and which the lowest?",
         "Is the {m} really different from one {g} to the next, or is that chance?"),
        ("dataframe", "series", "plot", "tuple"),
    ),
    Pattern(
        "compare",
        {"m": 1, "g": 2},
        ("How does the {m} vary over the combinations of {g} and {h}?",
         "Does the {g} make the same difference to the {m} for every {h}?"),
        ("dataframe", "plot"),
    ),
    Pattern(
        "compare",
        {"g": 2},
        ("Which {g} goes with which {h}, and how often?",
         "How do the shares of the {g} differ from one {h} to another?"),
        ("dataframe", "plot"),
    ),
    Pattern(
        "compare",
        {"d": 1, "m": 1},
        ("How has the {m} developed over the {d}?", "Which periods of the {d} stand out by their {m}?"),
        ("series", "plot", "dataframe"),
    ),
    Pattern(
        "compare",
        {"m": 2},
        ("How do {rows} with a high {m} differ from the rest in their {n}?",
         "What {n} do the {rows} in the upper and the lower half of the {m} have?"),
        ("dataframe", "series", "plot"),
    ),
    Pattern(
        "compare",
        {"x": 1},
        ("How do the most and the least frequent values of the {x} compare?",
         "Which {rows} differ from the others by their {x}?"),
        ("dataframe", "series"),
    ),
    Pattern(
        "relate",
        {"m": 2},
        ("How closely are the {m} and the {n} related?",
         "Do the {m} and the {n} rise together?",
         "How far can the {m} be told from the {n}?"),
        ("value", "plot", "dataframe"),
    ),
    Pattern(
        "relate",
        {"m": 3},
        ("Which of the {n} and the {o} is more closely tied to the {m}?",
         "What groups of similar {rows} show up when we look at the {m}, the {n} and the {o} together?"),
        ("dataframe", "plot", "array"),
    ),
    Pattern(
        "relate",
        {"m": 2, "g": 1},
        ("Does the link between {m} and {n} hold within every {g}?",
         "How well do the {m} and the {n} tell one {g} from another?"),
        ("dataframe", "plot", "value"),
    ),
    Pattern(
        "relate",
        {"x": 2},
        ("How does the {x} go together with the {y}?", "Does knowing the {x} tell us anything about the {y}?"),
        ("dataframe", "plot"),
    ),
    Pattern(
        "relate",
        {"x": 1},
        ("Are there patterns in the {x} that repeat?", "What distinguishes a frequent {x} from a rare one?"),
        ("series", "dataframe"),
    ),
    Pattern(
        "decide",
        {"m": 2},
        ("Which {rows} should be on a shortlist, given their {m} and {n}?",
         "Which {rows} strike the best balance of {m} and {n}?"),
        ("dataframe", "list"),
    ),
    Pattern(
        "decide",
        {"g": 1, "m": 1},
        ("Which {g} should come first if the {m} is what counts?",
         "On which {g} would we concentrate, going by the {m}?"),
        ("list", "series", "dict", "plot"),
    ),
    Pattern(
        "decide",
        {"m": 1, "x": 1},
        ("Where should the line for the {m} be drawn, and what {x} is left above it?",
         "If we kept only the best tenth by {m}, which {x} would remain?"),
        ("dataframe", "value", "tuple"),
    ),
    Pattern(
        "decide",
        {"x": 1},
        ("Which {rows} would we pick in the end, judging by the {x}?",
         "Which picture of the {x} should go into the report?",
         "What is the one table about the {x} that sums it up?"),
        ("dataframe", "plot", "list"),
    ),
)  # fmt: skip


@dataclass
class Drafter:
    """Makes questions that differ in kind or columns, preferring columns that the scenario and the client name."""

    subject: Subject
    preferred: Sequence[str]
    chance: random.Random
    made: set[tuple[int, tuple[str, ...]]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    def plan(self, wanted: int) -> list[dict[str, Any]]:
        """So many questions, as fields of records.Question, in the order of an analysis."""
        return [self.question(phase) for phase in _phases(wanted, self.chance)]

    def question(self, phase: str, about: Sequence[str] = ()) -> dict[str, Any]:
        """A new question of a phase, on certain columns where its kind allows it."""
        kinds = [position for position, one in enumerate(PATTERNS) if one.phase == phase and self._possible(one)]
        best: dict[str, Any] | None = None
        for attempt in range(24):
            # Kinds that need more columns say more; plain ones are for tables that allow nothing else.
            weights = [sum(PATTERNS[kind].needs.values()) ** 2 * self._timely(PATTERNS[kind]) for kind in kinds]
            kind = self.chance.choices(kinds, weights)[0]
            slots = self._columns(PATTERNS[kind], about)
            columns = tuple(dict.fromkeys(slots.values()))
            known = {slot: self.subject.said(name) for slot, name in slots.items()} | {"rows": self.subject.rows}
            named = [words for slot, words in known.items() if slot != "rows"]
            text = agreeing(sentence(PATTERNS[kind].texts, self.chance, known), named)
            types = list(PATTERNS[kind].types)
            best = {"text": text, "result_types": types, "columns": list(columns), "conditions": []}
            about_it = not about or set(about) & set(columns)
            if text not in self.texts and about_it and (attempt > 14 or (kind, columns) not in self.made):
                self.made.add((kind, columns))
                break
        assert best is not None
        self.texts.add(best["text"])
        best["columns"] = self._widened(best["columns"])
        return best

    def _timely(self, pattern: Pattern) -> int:
        """How much more a question about time counts where the client wants to know about it."""
        return 4 if "d" in pattern.needs and any(name in self.preferred for name in self._pool("d")) else 1

    def _possible(self, pattern: Pattern) -> bool:
        return all(len(self._pool(slot)) >= count for slot, count in pattern.needs.items()) and (
            sum(pattern.needs.values()) <= max(1, len(self.subject.any_columns()))
        )

    def _pool(self, slot: str) -> list[str]:
        subject = self.subject
        if slot == "x":
            plain_ones = [column.name for column in (*subject.measures, *subject.groups)]
            return plain_ones or subject.any_columns()
        columns = {
            "m": subject.measures,
            "g": [column for column in subject.groups if column.distinct <= 20],
            "d": subject.dates,
            "w": [column for column in subject.var.written_numbers() if column.name in subject.words],
            "k": [column for column in subject.var.with_gaps() if column.name in subject.words],
        }
        return [column.name for column in columns[slot]]

    def _columns(self, pattern: Pattern, about: Sequence[str]) -> dict[str, str]:
        """Slot → column, all different where the table allows it."""
        letters = {"m": "mno", "g": "gh", "x": "xy"}
        found: dict[str, str] = {}
        for slot, count in pattern.needs.items():
            for letter in letters.get(slot, slot)[:count]:
                pool = [name for name in shuffled(self._pool(slot), self.chance) if name not in found.values()]
                pool = pool or self._pool(slot)
                first = [name for name in pool if name in about] or (
                    [name for name in pool if name in self.preferred] if self.chance.random() < 0.65 else []
                )
                found[letter] = (first or pool)[0]
        return found

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


_CLAUSE = re.compile(r", (?:looking only at|counting only|restricted to|among) [^?]*? where [^?]*(?=\?$)")
_CLAUSES = ("looking only at", "counting only", "restricted to", "among")


def phase_of(text: str) -> str:
    """The phase that a question's words belong to; "compare" for words that are not ours."""
    for pattern in PATTERNS:
        for template in pattern.texts:
            literal = (re.escape(part) for part in re.split(r"\{\w+\}", template))
            expression = re.sub(r"\b(is|has|does|takes|goes)\b", r"\\w+", ".+".join(literal))
            if re.fullmatch(expression, bare(text), re.IGNORECASE):
                return pattern.phase
    return "compare"


def bare(text: str) -> str:
    """A question without the conditions that were added to it."""
    return _CLAUSE.sub("", text)


def narrowed(text: str, conditions: Iterable[str], rows: str, chance: random.Random) -> str:
    """The question with its conditions named before the question mark."""
    said = list(conditions)
    if not said:
        return bare(text)
    core = bare(text).rstrip("?").rstrip()
    return f"{core}, {chance.choice(_CLAUSES)} {rows} where {' and '.join(said)}?"
