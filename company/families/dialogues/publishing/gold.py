"""What of a case's gold would give it away, and which cases of a dialogue can be asked beside one another in public.

Cases of one dialogue give each other away: the history of a later turn holds the reference code of every earlier
one. So of each dialogue, cases that are answered by code are taken of one turn alone, and what is asked about the
dialogue after that turn stays out.

A piece of gold is one statement of a reference, or a right letter as the format writes it. Comments or another layout
of the code do not hide it, as far as it stands in a block of Python.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from company.benchmark.reading import Benchmark
from company.benchmark.withholding.gold import SHORTEST, paragraphs_of, squashed, texts_in
from company.families.dialogues.body.reference import TURN, solution
from company.families.dialogues.categories import CATEGORIES
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.ids import dialogue_of, turn_of
from company.families.shared.choices.gate import gold_letter

_TELLING: Final = 60
"""The code of an option is looked for whole; shorter code may well stand in any dialogue, and tells no letter."""
_SHOWING: Final = frozenset({"print", "plt", "ax", "axes", "fig", "figure", "display"})
"""Statements about these show a result; they do not make it."""
_BLOCK: Final = re.compile(r"```python\s*\n(.*?)```", re.DOTALL)
_SAID: Final = re.compile(r"(?:right|correct)[_ ](?:answer|option|letter|one)\W{1,6}(?:is\W{1,4})?([A-J])\b")
_SHORTEST_RESULT: Final = 6
_NOT_VALUES: Final = ("plot", "model", "function")
"""Results whose text says what they are, and not what they hold."""
AFTER: Final = ("plot_qa", "insight_mining")
"""Cases about what their own turn came to: its code is in their history."""
Line = Mapping[str, Any]


@functools.lru_cache(maxsize=100_000)
def statements(code: str) -> tuple[str, ...]:
    """Return the statements of code that make something, squashed; its lines, where it is not Python."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return tuple(filter(None, map(squashed, code.splitlines())))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return | ast.Expr) and _makes(node):
            found.append(squashed(ast.unparse(node)))
    return tuple(dict.fromkeys(found))


def _makes(node: ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return | ast.Expr) -> bool:
    if isinstance(node.value, ast.Constant | ast.Name):
        return False
    return not (isinstance(node, ast.Expr | ast.Assign) and _root(node.value) in _SHOWING)


def _root(node: ast.expr | None) -> str:
    """Return the name that an expression starts from."""
    while True:
        match node:
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case ast.Name(id=name):
                return name
            case _:
                return ""


def pieces(entry: Line) -> tuple[str, ...]:
    """Return the parts of a case's gold that would betray it in public."""
    reference = str(entry["reference_answer"])
    if "choice" in entry:
        choice = entry["choice"]
        code = [squashed(str(each)) for each in (choice["setup"], *(option["code"] for option in choice["options"]))]
        found = [squashed(reference), *(each for each in code if len(each) >= _TELLING)]
    else:
        found = [*statements(solution(reference)), *statements(str(entry.get("prototype_code", "")))]
    return tuple(dict.fromkeys(each for each in found if len(each) >= SHORTEST))


def letters_named(texts: Iterable[str]) -> set[str]:
    """Return the letters that texts call right outright."""
    return {letter for text in texts for letter in _SAID.findall(text)}


@functools.lru_cache(maxsize=100_000)
def paragraphs(text: str) -> frozenset[str]:
    """Return the paragraphs of a text, squashed, and the statements of the Python in it."""
    blocks = _BLOCK.findall(text) or TURN.split(text)
    return paragraphs_of(text, [each for block in blocks if "=" in block or "(" in block for each in statements(block)])


def near(data_id: str) -> str:
    """Return the dialogue of a case, which holds the code of its turns."""
    return dialogue_of(turn_of(data_id))


def one_turn_each(cases: Mapping[str, Sequence[Line]]) -> dict[str, list[Line]]:
    """Return the cases that their places in dialogues let be asked beside one another, in their order."""
    dialogues: dict[str, list[_Placed]] = {}
    for each in (_Placed.of(category, entry) for category, entries in cases.items() for entry in entries):
        dialogues.setdefault(each.dialogue, []).append(each)
    ids = {each.entry["data_id"] for group in dialogues.values() for each in _taken(group)}
    return {category: [entry for entry in entries if entry["data_id"] in ids] for category, entries in cases.items()}


@dataclass(frozen=True)
class _Placed:
    """A case, and where in its dialogue it stands."""

    category: str
    entry: Line
    dialogue: str
    turn: int

    @classmethod
    def of(cls, category: str, entry: Line) -> _Placed:
        data_id = entry["data_id"]
        number = turn_of(data_id).rpartition(".t")[2]
        return cls(category, entry, near(data_id), int(number) if number.isdecimal() else 0)

    @property
    def coded(self) -> bool:
        """Whether it is answered by code, which the histories of later turns hold."""
        return not CATEGORIES[self.category].chosen

    def stands_before(self, turn: int) -> bool:
        """Return whether its history ends before the code of a turn."""
        return self.turn < turn or (self.turn == turn and self.category not in AFTER)


def _taken(group: Sequence[_Placed]) -> list[_Placed]:
    """Return the most cases of one dialogue that can be shown: code cases of one turn, and choices before its code.

    A code case counts twice: they are the scarcer, and a dialogue has them of one turn alone.
    """
    best = [each for each in group if not each.coded]
    most = (len(best), -1)
    for turn in sorted({each.turn for each in group if each.coded}):
        taken = [each for each in group if (each.turn == turn if each.coded else each.stands_before(turn))]
        worth = (sum(2 if each.coded else 1 for each in taken), turn)
        if worth > most:
            best, most = taken, worth
    return best


def tells_itself(line: Line, shown: Mapping[str, Any]) -> bool:
    """Return whether what is shown of a case calls its right letter right."""
    return "choice" in line and gold_letter(line) in letters_named(texts_in(shown))


def told_beside(full: Benchmark, shown: Mapping[str, Sequence[str]], beside: Mapping[str, str]) -> Iterator[str]:
    """Yield right letters that a case names, and results of references in the same dialogue or beside the cases."""
    yield from _lettered(full, shown)
    yield from _resulting(full, shown, beside)


def _lettered(full: Benchmark, shown: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for entry in full.entries:
        if "choice" in entry and gold_letter(entry) in letters_named(shown.get(entry["data_id"], ())):
            yield f"{entry['data_id']} says which option is right"


def _resulting(full: Benchmark, shown: Mapping[str, Sequence[str]], beside: Mapping[str, str]) -> Iterator[str]:
    """Yield the results of references that appear in what is shown of the same dialogue or beside the cases."""
    said = {data_id: "\n".join(texts) for data_id, texts in shown.items()}
    coded = {entry["data_id"] for entry in full.entries if "choice" not in entry}
    for data_id, results in _results(full):
        if data_id not in said or data_id not in coded:
            continue
        dialogue = near(data_id)
        around = {other: text for other, text in said.items() if other != data_id and near(other) == dialogue}
        for result in results:
            if _holds(said[data_id], result):
                continue
            for name, text in (around | dict(beside)).items():
                if _holds(text, result):
                    yield f"{name} holds {result[:40]!r}, a result of {data_id}"


def _results(full: Benchmark) -> Iterator[tuple[str, list[str]]]:
    """Yield each case with the results of its turn as a reader sees them, as far as the folder has them."""
    for dialogue in dialogues_of(full):
        for turn in dialogue["turns"]:
            texts = [str(each["shown"]).strip() for each in turn["results"] if each["type"] not in _NOT_VALUES]
            for data_id in turn["cases"]:
                yield data_id, [text for text in texts if len(text) >= _SHORTEST_RESULT]


def _holds(text: str, result: str) -> bool:
    """Return whether a result is in a text: a long one whatever its spacing, a short one as a word of its own."""
    if len(result) >= SHORTEST:
        return squashed(result) in squashed(text)
    return re.search(rf"(?<![\w.]){re.escape(result)}(?!\w)", text) is not None
