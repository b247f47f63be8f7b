"""Steps that go on from a matrix of correlations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from company.records import ResultType
from grammar.scene import Focus, Var
from grammar.slots import ColumnName, Number, Source, literal
from grammar.steps.base import Kind, Slots, Step, identifier
from grammar.steps.words import figure


class StrongestPair(Kind):
    """The two columns of a matrix that go together most."""

    name = "strongest_pair"
    takes = frozenset({"matrix"})
    gives: ClassVar[tuple[ResultType, ...]] = ("tuple",)
    slots = {"source": Source()}
    verbs = (
        "(find|name|pick) the two different columns in {source} with the strongest correlation in absolute"
        " terms, in the order "
        "of the columns",
        "look in {source} for the two different columns that are correlated most in absolute terms, in the"
        " order of the "
        "columns",
        "find out which pair of different columns in {source} has the largest absolute correlation, in the"
        " order of the "
        "columns",
    )
    nouns = (
        "the names of the two different columns in {source} with the strongest correlation in absolute"
        " terms, in the order of "
        "the columns",
        "the pair of names from {source} with the largest absolute correlation off the diagonal, in the"
        " order of the columns",
        "the names of the most correlated pair of different columns in {source}, in absolute terms and in"
        " the order of the "
        "columns",
    )
    motives = (
        "Which two belong together most of all?",
        "I'd look at the strongest link first.",
        "There must be one pair that stands out in there.",
        "If two of them tell the same story I can drop one.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """A matrix with a choice of pairs."""
        if len(source.columns) >= 3:
            yield {}

    def stem(self, slots: Slots, source: Var) -> str:
        """Always strongest_pair."""
        return "strongest_pair"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """A loop over the pairs, or the largest entry of the upper triangle."""
        name = source.name
        if style.random() < 0.5:
            return [
                f"names = list({name}.columns)",
                f"{out}, strongest = None, -1.0",
                "for i in range(len(names)):",
                "    for j in range(i + 1, len(names)):",
                f"        strength = abs({name}.iloc[i, j])",
                "        if strength > strongest:",
                f"            {out}, strongest = (names[i], names[j]), strength",
            ]
        return [
            f"strength = np.triu({name}.abs().to_numpy(), k=1)",
            "row, column = np.unravel_index(np.nanargmax(strength), strength.shape)",
            f"{out} = ({name}.columns[row], {name}.columns[column])",
        ]


class StrongestPairs(StrongestPair):
    """The pairs of a matrix in order of strength."""

    name = "strongest_pairs"
    gives = ("dataframe",)
    slots = {"source": Source(), "n": Number()}
    verbs = (
        "rank and keep the {n} strongest pairs of different columns in {source} by absolute correlation,"
        " strongest first, with the two "
        "names and the signed correlation as columns and rows numbered from 0",
        "(pick|take) from {source} the {n} pairs of different columns with the largest absolute correlation,"
        " strongest first, "
        "with the two names and the signed correlation as columns and rows numbered from 0",
        "rank the pairs of different columns in {source} by absolute correlation and keep the first {n},"
        " with the two names "
        "and the signed correlation as columns and rows numbered from 0",
    )
    nouns = (
        "the {n} strongest pairs of different columns in {source} by absolute correlation, strongest first,"
        " with the two "
        "names and the signed correlation as columns and rows numbered from 0",
        "the {n} pairs from {source} with the largest absolute correlation, strongest first, with the two"
        " names and the "
        "signed correlation as columns and rows numbered from 0",
        "the top {n} pairs of different columns in {source} by absolute correlation, with the two names and the signed "
        "correlation as columns and rows numbered from 0",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Two or three pairs, fewer than there are."""
        size = len(source.columns)
        yield from ({"n": n} for n in (3, 2, 5) if n < size * (size - 1) // 2)

    def sensible(self, slots: Slots, source: Var) -> bool:
        """A number of pairs that there are."""
        size = len(source.columns)
        return isinstance(slots["n"], int) and 1 <= slots["n"] <= size * (size - 1) // 2

    def stem(self, slots: Slots, source: Var) -> str:
        """Always strongest_pairs."""
        return "strongest_pairs"

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """The pairs above the diagonal, by strength."""
        name, n = source.name, step.slots["n"]
        first = [
            "rows = []",
            f"names = list({name}.columns)",
            "for i, first in enumerate(names):",
            "    for second in names[i + 1:]:",
        ]
        cell = f"{name}.loc[first, second]"
        build = 'pairs = pd.DataFrame(rows, columns=["first", "second", "correlation"])'
        if style.random() < 0.5:
            return [
                *first,
                f"        rows.append((first, second, {cell}))",
                build,
                'pairs = pairs.sort_values("correlation", key=abs, ascending=False, kind="stable")',
                f"{out} = pairs.head({n}).reset_index(drop=True)",
            ]
        return [
            *first,
            f"        rows.append((first, second, {cell}))",
            build,
            'order = pairs["correlation"].abs().sort_values(ascending=False, kind="stable").index',
            f"{out} = pairs.loc[order[:{n}]].reset_index(drop=True)",
        ]


class MatrixColumn(Kind):
    """One column of a matrix without itself, sorted."""

    name = "matrix_column"
    takes = frozenset({"matrix"})
    gives = ("series",)
    slots = {"source": Source(), "column": ColumnName()}
    verbs = (
        "take the column {column} from {source} without its own entry, sorted from highest to lowest",
        "sort the correlations of {column} with all others in {source} from highest to lowest",
        "read off {source} how {column} correlates with all others, from highest to lowest",
    )
    nouns = (
        "the column {column} of {source} without its own entry, sorted from highest to lowest",
        "the correlations of {column} with all others in {source}, from highest to lowest",
        "what {source} says on {column} against all others, from highest to lowest",
    )
    motives = (
        "It's {column} that I'm really after.",
        "What stands out for {column} in there?",
        "Let me look at {column} on its own.",
        "I only need the part about {column}.",
    )

    def offers(self, source: Var, focus: Focus, chance: random.Random) -> Iterator[Slots]:
        """Columns of a matrix of three or more."""
        if len(source.columns) >= 3:
            yield from ({"column": column.name} for column in focus.first(source.named.values(), chance)[:3])

    def stem(self, slots: Slots, source: Var) -> str:
        """E.g. price_links."""
        return identifier(slots["column"], "links")

    def code(self, step: Step, source: Var, out: str, style: random.Random) -> list[str]:
        """Drop the diagonal entry and sort."""
        name, column = source.name, literal(step.slots["column"])
        if style.random() < 0.5:
            sort = 'sort_values(ascending=False, kind="stable")'
            return [f"{out} = {name}[{column}].drop({column}).{sort}"]
        return [
            f"others = {name}.loc[{name}.index != {column}, {column}]",
            f'{out} = others.sort_values(ascending=False, kind="stable")',
        ]

    def after(self, slots: Slots, source: Var, out: str) -> Var:
        """Figures by column name."""
        return Var(out, "series", len(source.columns) - 1, (figure(slots["column"]),), None, "grouped")


KINDS: tuple[Kind, ...] = (StrongestPair(), StrongestPairs(), MatrixColumn())
