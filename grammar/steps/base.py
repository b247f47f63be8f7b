"""What every kind of analysis step knows: where it applies, how it is said, and its code."""

from __future__ import annotations

import keyword
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from company.records import ResultType
from grammar.language import Phrase, Slot
from grammar.scene import Focus, Var

Slots = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One concrete step: its kind, its slots (always with "source") and the type of its result."""

    kind: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    result: ResultType = "dataframe"

    @property
    def source(self) -> str:
        """The source as said: a variable's name, LAST or TABLE."""
        return str(self.slots["source"])


class Kind:
    """One kind of step. Subclasses fill in the tables and the methods; instances have no state.

    `verbs` are imperative phrases without "please" ("keep the {rows} of {source} where {conditions}"), `nouns` are
    noun phrases ("the {rows} of {source} where {conditions}"). Each phrase mentions every slot (but `rows`, which
    only names rows), so that any of them says all there is to know; the result type is said around it.
    """

    name: ClassVar[str]
    family: ClassVar[str]
    takes: ClassVar[frozenset[str]] = frozenset({"rows"})
    """Natures of variables that it works on (see `scene.Var`)."""
    gives: ClassVar[tuple[ResultType, ...]] = ("dataframe",)
    """Result types that it can be asked for, the usual one first."""
    slots: ClassVar[Mapping[str, Slot]] = {}
    verbs: ClassVar[tuple[str, ...]] = ()
    nouns: ClassVar[tuple[str, ...]] = ()
    motives: ClassVar[tuple[str, ...]] = ()
    """Chatty sentences that lead up to the step; `{name}` stands for a slot in plain words."""
    moment: ClassVar[str] = "deepen"
    """Where in a sub-goal it belongs: "open", "deepen" or "close"."""
    weight: ClassVar[float] = 1.0
    in_place: ClassVar[bool] = False
    """Its result is the source itself, changed."""

    def __init_subclass__(cls) -> None:
        cls.family = cls.__module__.rsplit(".", 1)[-1]

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Slot fillings (without "source") that make sense on a variable, best first; a handful is enough."""
        raise NotImplementedError

    def matching(
        self, source: Var, focus: Focus, chance: random.Random, wanted: Mapping[str, Callable[[Any], bool]]
    ) -> Iterator[Slots]:
        """Slot fillings as in `offers` whose values pass what is wanted of their slots."""
        for slots in self.offers(source, focus, chance):
            if all(slot in slots and fits(slots[slot]) for slot, fits in wanted.items()):
                yield slots

    def sensible(self, slots: Slots, source: Var) -> bool:
        """Whether slots that were read from words can be carried out on the source."""
        return all(
            name in source.named for key in ("column", "by", "other") if isinstance(name := slots.get(key), str)
        ) and all(name in source.named for name in slots.get("columns", ()))

    def stem(self, slots: Slots, source: Var) -> str:
        """A speaking variable name for the result; `identifier` helps."""
        raise NotImplementedError

    def imports(self, slots: Slots) -> tuple[str, ...]:
        """Import lines needed beyond pandas as pd, numpy as np and matplotlib.pyplot as plt."""
        return ()

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Lines that compute the step on the variable `source.name` and leave the result in `out`.

        For plots `out` is unused: the figure is the result. `style` picks among equivalent ways to write it; the
        value must be the same whichever way is picked. Nothing is printed here.
        """
        raise NotImplementedError

    def after(self, slots: Slots, source: Var, out: str) -> Var | None:
        """The variable it leaves, where that can be told without running it; None where it cannot."""
        return None

    @cached_property
    def phrases(self) -> tuple[tuple[str, Phrase], ...]:
        """Every phrase with the way it is used: "verb" or "noun"."""
        return tuple(
            (use, Phrase(template, self.slots))
            for use, templates in (("verb", self.verbs), ("noun", self.nouns))
            for template in templates
        )


def identifier(*words: str, longest: int = 32) -> str:
    """A snake_case Python name from words, e.g. ("mean", "Sat Fat") → mean_sat_fat.

    What is too long is cut between words, in the middle: the last of several words always shows.
    """
    *leading, ending = words
    end = _cut(_parts(ending), longest // 2 if leading else longest)
    while len(end) > 1 and end[-1] in _CONNECTING:
        end.pop()
    start = _cut(_parts("_".join(leading)), longest - len("_".join(end)) - 1) if leading else []
    text = "_".join([*start, *end])[:longest] or "result"
    return f"n_{text}" if text[0].isdigit() or keyword.iskeyword(text) else text


def _parts(words: str) -> list[str]:
    return [part for part in re.split(r"\W+|_", words.lower()) if part]


def _cut(parts: list[str], longest: int) -> list[str]:
    if len("_".join(parts)) <= longest:
        return parts
    kept = parts[:1]
    for part in parts[1:]:
        if len("_".join([*kept, part])) > longest:
            break
        kept.append(part)
    return kept


_CONNECTING = frozenset({"with", "by", "and", "of", "to", "per", "in", "for", "from", "the", "minus", "over"})


def plain(name: str) -> str:
    """A column's name in a person's words: "total_fat" → "total fat", "DistanceKm" → "distance km"."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[\s_]+", " ", text).strip().lower()
