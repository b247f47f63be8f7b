"""Which mistake is made: one that stops the code or spoils the type of its result, or a slip of meaning."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

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
    made = _made("failing", Facts(Code(code, known, result)), (), chance, ())
    return made[0] if made else None


def misread(
    code: Code, scene: Scene, kinds: Sequence[str], chance: random.Random, *, tried: Collection[str] = ()
) -> Made | None:
    """Wrong code that runs and was not `tried` before; None where no slip fits the code.

    It is of the first of the `kinds` that fits, else of any; a slip that leaves a result of the same size is preferred.
    """
    return _made("misreading", Facts(code, scene), kinds, chance, tried)


def _made(name: str, facts: Facts, kinds: Sequence[str], chance: random.Random, tried: Collection[str]) -> Made | None:
    """Wrong code by one of the mistakes that a file describes."""
    for sort in _in_order(sorts(name), kinds, chance):
        made = [(facts.code.with_edits(each.edits), each) for each in sort.mistakes(facts, shown=name == "failing")]
        wrong = [(text, each) for text, each in made if _is_other_code(text, facts.code) and text not in tried]
        if wrong:
            text, done = chance.choice([pair for pair in wrong if not _resizes(pair[1], facts.code)] or wrong)
            return text, done.did, sort.kind
    return None


def _in_order(known: Sequence[Sort], kinds: Sequence[str], chance: random.Random) -> list[Sort]:
    """Sorts of mistakes in the order in which they are tried: those of the kinds first, then by chance and weight."""
    by_chance = sorted(known, key=lambda sort: chance.random() ** (1 / sort.weight), reverse=True)
    return sorted(by_chance, key=lambda sort: kinds.index(sort.kind) if sort.kind in kinds else len(kinds))


def _is_other_code(text: str, code: Code) -> bool:
    with suppress(SyntaxError):
        return text != code.text and bool(ast.parse(text))
    return False


def _resizes(made: Mistake, code: Code) -> bool:
    """Whether the result will most likely have another shape or length, and not only other values."""
    kind = code.result[1] if code.result else ""
    condensed = any(name in _AGGREGATES for _, name in code.calls)
    return made.effect != "values" and kind not in _SINGLE and not (made.effect == "rows" and condensed)
