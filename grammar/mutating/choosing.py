"""Which mistake is made: one that stops the code or spoils the type of its result, or a slip of meaning."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator, Mapping, Sequence

from grammar.mutating.code import Code
from grammar.mutating.facts import Facts
from grammar.mutating.ways import Mistake, Sort, sorts
from grammar.scene import Scene

_SINGLE = frozenset({"value", "plot", "model", "tuple"})
_AGGREGATES = frozenset(
    {"groupby", "pivot_table", "agg", "corr", "value_counts", "crosstab", "describe", "mean", "median", "sum", "count"}
)
Made = tuple[str, str, str]
"""Wrong code, what was done wrong, and of which kind that is."""


def mistake(
    code: str,
    chance: random.Random,
    *,
    known: Mapping[str, Sequence[str]],
    result: tuple[str, str] | None,
) -> str | None:
    """The code with one mistake that raises, or leaves a result of another type; None when none fits.

    `known` are the frames that the code can see with their columns, `result` the name and type of what was asked
    for. The sorts of mistakes that fit are as frequent, relative to each other, as in real models' answers.
    """
    facts = Facts(Code(code, known, result))
    for sort in _in_order(sorts("failing"), (), chance):
        wrong = [facts.code.with_edits(made.edits) for made in _working(sort, facts, (), shown=True)]
        if wrong:
            return chance.choice(wrong)
    return None


def misread(
    code: Code, scene: Scene, kinds: Sequence[str], chance: random.Random, *, tried: Collection[str] = ()
) -> Made | None:
    """Wrong code that runs and was not `tried` before; None where no slip fits the code.

    It is of the first of the `kinds` that fits, else of any; a slip that leaves a result of the same size is preferred.
    """
    facts = Facts(code, scene)
    for sort in _in_order(sorts("misreading"), kinds, chance):
        slips = list(_working(sort, facts, tried, shown=False))
        if slips:
            slip = chance.choice([each for each in slips if not _resizes(each, code)] or slips)
            return code.with_edits(slip.edits), slip.did, sort.kind
    return None


def _in_order(known: Sequence[Sort], kinds: Sequence[str], chance: random.Random) -> list[Sort]:
    """Sorts of mistakes in the order in which they are tried: those of the kinds first, then by chance and weight."""
    by_chance = sorted(known, key=lambda sort: chance.random() ** (1 / sort.weight), reverse=True)
    return sorted(by_chance, key=lambda sort: kinds.index(sort.kind) if sort.kind in kinds else len(kinds))


def _working(sort: Sort, facts: Facts, tried: Collection[str], *, shown: bool) -> Iterator[Mistake]:
    """The mistakes of a sort after which the text is code still, and another than before."""
    for each in sort.mistakes(facts, shown=shown):
        made = facts.code.with_edits(each.edits)
        if made != facts.code.text and made not in tried and _is_code(made):
            yield each


def _is_code(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def _resizes(slip: Mistake, code: Code) -> bool:
    """Whether the result will most likely have another shape or length, and not only other values."""
    kind = code.result[1] if code.result else ""
    condensed = any(name in _AGGREGATES for _, name in code.calls)
    return slip.effect != "values" and kind not in _SINGLE and not (slip.effect == "rows" and condensed)
