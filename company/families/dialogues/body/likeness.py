"""What a choice asks for, in whatever words: of two cases of a run that ask for the same, one is enough.

Who has seen the answer of the one knows that of the other: the same group leads, and the same line turns a decision.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

FINDING = "asks for the same finding as"
ASSUMPTION, RIGHT = "has an assumption about the same decision as", "has the same right limit as"
_QUOTED = re.compile(r"“[^”]*”")
_QUESTION = re.compile(r"[^.?!]*\?")
_WORD = re.compile(r"[^\W_]+")
_JOINING = frozenset({"by", "per", "of", "in"})
"""Words between others, in names and in questions, that say nothing of the values."""


def likenesses(case: Mapping[str, Any], category: str) -> dict[Hashable, str]:
    """Return keys of which no other case of a run should have one, each with words for what is alike.

    They are the finding of an insight, and each assumption about a decision; other cases have none. What is right of
    one decision on a column is often so of the next: the limit of a right assumption is one of them, too.
    """
    if category == "best_guess" and case.get("guess"):
        return dict(_assumptions(case))
    return {_finding(case["choice"]): FINDING} if category == "insight_mining" and "choice" in case else {}


def _assumptions(case: Mapping[str, Any]) -> Iterator[tuple[Hashable, str]]:
    """Yield each option with the column and the decision that it is about, whatever rows it is made on."""
    guess, choice = case["guess"], case["choice"]
    decision = re.sub(rf"\b{re.escape(guess['source'])}\b", "_", choice["setup"])
    for option in choice["options"]:
        yield (guess["column"], guess["side"], decision, option["code"]), ASSUMPTION
        if not option["slip"]:
            yield (guess["column"], guess["side"], option["code"]), RIGHT


def _finding(choice: Mapping[str, Any]) -> Hashable:
    """Return what the right option holds against what, such as a label or a threshold, and of which values.

    Of which values say the words that its code and the question share: the columns, by whatever names they go.
    """
    right = [option["code"] for option in choice["options"] if not option["slip"]]
    codes = [code for code in right if code] or [option["code"] for option in choice["options"]]
    trees = [ast.parse(code.strip()) for code in codes]
    compared = sorted(_compared(node) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Compare))
    asked = _QUESTION.findall(_QUOTED.sub("", choice["question"])) or [choice["question"]]
    return tuple(compared), _words(asked[-1]) & _words(" ".join(name for tree in trees for name in _names(tree)))


def _compared(node: ast.Compare) -> str:
    """Return how values are compared, and with which constants."""
    sides = [ast.unparse(each) for each in (node.left, *node.comparators) if not _reads(each)]
    return " ".join([*(type(each).__name__ for each in node.ops), *sides])


def _reads(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) for each in ast.walk(node))


def _names(tree: ast.AST) -> Iterator[str]:
    """Yield the variables, methods and columns that code names."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                yield name


def _words(text: str) -> frozenset[str]:
    """Return the words of a text, or those that its names are made of, in the singular."""
    return frozenset(word.removesuffix("s") for word in _WORD.findall(text.casefold())) - _JOINING
