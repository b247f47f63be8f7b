"""A script's values, those in its code and those in its files, laid into files; and others in their place."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.figures.origins.data_files import Sheet, Tree, opened
from company.families.figures.origins.extracting import Extracted, extracted
from company.families.figures.origins.other_values import exchange_of, is_even, is_index, together

Key = tuple[str, int]
"""A list of numbers: its file ("" of the code), and its place there."""


@dataclass(frozen=True)
class Way:
    """How far other values may go."""

    seed: str
    wider: bool = False
    """Whether they may reach further than the old ones: more differ, and more may be cut off."""
    even: bool = False
    """Whether values go, too, that go on by equal steps, which are rather places than values."""


@dataclass(frozen=True)
class Sources:
    """All that a script draws from: lists in its code, and columns of its files."""

    made: Extracted
    files: Mapping[str, bytes]
    sheets: Mapping[str, Sheet | Tree]

    @property
    def lists(self) -> dict[Key, list[Any]]:
        """The numbers of each list and column, by file ("" of the code) and place."""
        held = {("", column.place): column.values.numbers for column in self.made.columns}
        beside = {(name, at): each for name, sheet in self.sheets.items() for at, each in enumerate(sheet.columns())}
        return {key: numbers for key, numbers in {**held, **beside}.items() if numbers}

    def as_they_are(self) -> dict[str, bytes]:
        """Return all files, with the values that they had."""
        return {**self.files, **{name: text.encode() for name, text in self.made.files().items()}}

    def exchanged(
        self, way: Way, only: Collection[tuple[str, int]] | None = None
    ) -> tuple[dict[str, bytes], Exchanged]:
        """Return all files with other values, and which values have taken the place of which."""
        lists = {key: held for key, held in self.lists.items() if (only is None or key in only) and _goes(held, way)}
        keys = list(lists)
        rules: dict[Key, Callable[[Any], Any]] = {}
        chance = random.Random(way.seed)
        for group in together({place: lists[key] for place, key in enumerate(keys)}):
            of_group = [value for place in group for value in lists[keys[place]]]
            rule = exchange_of(of_group, chance, wider=way.wider)
            rules |= {keys[place]: rule for place in group}
        files = {**self.files, **{name: text.encode() for name, text in self.made.files(self._held(rules)).items()}}
        for name, sheet in self.sheets.items():
            own = [rules.get((name, at), lambda value: value) for at in range(len(sheet.columns()))]
            files[name] = sheet.exchanged(own)
        old = {float(value) for held in lists.values() for value in held}
        new = {float(rules[key](value)) for key, held in lists.items() for value in held}
        return files, Exchanged(frozenset(old), frozenset(new))

    def _held(self, rules: Mapping[Key, Callable[[Any], Any]]) -> dict[int, Any]:
        """Return the lists of the code with other values, by their places."""
        found: dict[int, Any] = {}
        for column in self.made.columns:
            rule, held = rules.get(("", column.place)), column.values.held
            if rule is not None:
                found[column.place] = [[rule(each) for each in row] for row in held] if column.values.nested else [
                    rule(each) for each in held
                ]  # fmt: skip
        return found


@dataclass(frozen=True)
class Exchanged:
    """The values that were replaced, and those in their place."""

    old: frozenset[float]
    new: frozenset[float]


def _goes(numbers: Sequence[Any], way: Way) -> bool:
    """Return whether values are replaced."""
    return not is_index(numbers) and (way.even or not is_even(numbers))


def sources_of(
    code: str, files: Mapping[str, bytes], without: Collection[int] = (), *, replace: bool = True
) -> Sources | None:
    """Return what a script draws from; None of code that cannot be parsed.

    `without` are lists that stay in the code, by their places. Raises NoValues for a file whose numbers cannot be told,
    where they are to be replaced.
    """
    made = extracted(code, without)
    if made is None:
        return None
    return Sources(made, files, {name: opened(name, each) for name, each in files.items()} if replace else {})
