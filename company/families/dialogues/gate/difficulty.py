"""What a case takes: the earlier turns and variables that its reference builds on, and its kinds of operation.

All of it is read from code alone, whoever wrote it: the history says which turn made what, the reference what it takes
up. So a line can be judged as well as a turn. A column that an earlier turn put into a data frame counts where it is
named; a name that is bound anew no longer stands for what it was before.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from company.families.dialogues.body.bodies import AnyBody, CodeBody
from company.families.dialogues.body.difficulty import Difficulty
from company.families.dialogues.body.reference import history_turns
from company.families.dialogues.gate.sense.slices import names_read, twins
from company.families.dialogues.programs import root
from company.families.shared.choices.bodies import ChoiceBody
from company.families.shared.choices.figure_questions import asks_about_figure
from company.results.operations import called, operations

_FITTING = frozenset({"fit", "fit_transform", "fit_predict", "partial_fit"})
"""Methods that change what they are called on, wherever they stand."""
_CHANGING = _FITTING | {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "reverse", "set_params", "setdefault",
    "sort", "update",
}  # fmt: skip
"""Methods that change what they are called on, in a statement of their own."""
_WHOLE = frozenset({"columns", "index"})
"""Attributes of a data frame whose assignment changes all of it."""
_NAMES = re.compile(r"`([^`]+)`|(\w+)")


def difficulty_of(case: AnyBody, *, execution: bool = True) -> Difficulty:
    """Return what a case takes, whose answer takes execution or not. Raises SyntaxError as Python does."""
    code = _code(case)
    return Difficulty(*_taken_up(case.history, code, _drawn(case)), len(operations(code)), execution)


def difficulty_in(history: str, code: str) -> Difficulty:
    """Return what code takes behind a history, before there is a case. Raises SyntaxError as Python does."""
    return Difficulty(*_taken_up(history, code), len(operations(code)), execution=True)


def difficulty_faults(case: AnyBody, found: Difficulty) -> list[str]:
    """Return what a case says wrongly about what it takes; one that does not say is not wrong."""
    said = Difficulty.of(case.more)
    return [] if said in (None, found) else [f"it says that it {said.words}, and it {found.words}"]


def _code(case: AnyBody) -> str:
    """Return the code that comes to the answer: of a choice, what its right option is found by."""
    if isinstance(case, CodeBody):
        return case.solution if case.prototype is None else case.prototype.strip()
    right = [option.code for option in case.options if option.letter == case.right]
    return "\n".join(filter(None, [case.setup, case.answer, *right]))


def _drawn(case: AnyBody) -> bool:
    """Return whether a case is about the figure that the last turn drew."""
    return isinstance(case, ChoiceBody) and asks_about_figure(case)


def _taken_up(history: str, code: str, drawn: bool = False) -> tuple[int, int]:
    """Return the number of turns that code builds on, and of variables of turns that it names.

    Where it is about a figure (`drawn`), it builds on the turn that drew it.
    """
    made = [(number, each) for number, turn in enumerate(history_turns(history)) for each in _made(turn)]
    body = ast.parse(code).body
    named = set(names_read(code))
    slice_ = _Slice(twins([*(each.statement for _, each in made), *body]), named, _words(body))
    variables = sum(any(slice_.holds(each, name) for _, each in made) for name in named)
    if made and drawn:
        slice_.take((turn, each) for turn, each in made if turn == made[-1][0])
    slice_.follow(made)
    return len(slice_.turns), variables


class _Made:
    """A statement of a turn, with what it makes and reads."""

    def __init__(self, statement: ast.stmt) -> None:
        self.statement = statement
        self.things = tuple(_things(statement))
        self.anew = {name for name, column in self.things if column is None and _binds(statement, name)}

    @cached_property
    def read(self) -> set[str]:
        return set(names_read(ast.unparse(self.statement)))

    @cached_property
    def words(self) -> set[str]:
        return _words([self.statement])


@lru_cache(maxsize=1024)
def _made(turn: str) -> tuple[_Made, ...]:
    """Return the statements of a turn, read once for all cases in whose history it stands."""
    return tuple(map(_Made, ast.parse(turn).body))


@dataclass
class _Slice:
    """What leads to some names, found from the last statement to the first."""

    twins: dict[str, set[str]]
    names: set[str]
    words: set[str]
    """Texts and attributes in the code so far: a column that is not among them is not used."""
    turns: set[int] = field(default_factory=set)

    def follow(self, made: Sequence[tuple[int, _Made]]) -> None:
        """Add the statements that lead to the names, each told with its turn."""
        for turn, each in reversed(made):
            if any(self.holds(each, name) for name in self.names):
                self.names -= each.anew
                self.take([(turn, each)])

    def take(self, made: Iterable[tuple[int, _Made]]) -> None:
        """Add statements with all that they take up."""
        for turn, each in made:
            self.turns.add(turn)
            self.names |= each.read
            self.words |= each.words

    def holds(self, made: _Made, name: str) -> bool:
        """Return whether a statement makes what a name stands for, as far as that is used."""
        wanted = self.twins.get(name, {name})
        return any(own in wanted and (column is None or column in self.words) for own, column in made.things)


def _things(statement: ast.stmt) -> Iterator[tuple[str, str | None]]:
    """Yield the names that a statement gives a value to or changes, with the column where it changes just one."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name, None
        return
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield from _by_call(statement.value)
    for node in _outside_functions(statement):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id, None
        elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield from ((root(node), column) for column in _columns(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _FITTING:
            yield root(node.func), None


def _by_call(call: ast.Call) -> Iterator[tuple[str, str | None]]:
    """Yield the names that a call in a statement of its own may change."""
    if isinstance(call.func, ast.Attribute):
        in_place = any(each.arg == "inplace" for each in call.keywords)
        if in_place or call.func.attr in _CHANGING:
            column = _text(call.args[1]) if call.func.attr == "insert" and len(call.args) > 1 else None
            yield root(call.func), column
    elif isinstance(call.func, ast.Name) and not hasattr(builtins, call.func.id):
        yield from ((each.id, None) for each in call.args if isinstance(each, ast.Name))


def _columns(target: ast.Subscript | ast.Attribute) -> Iterator[str | None]:
    """Yield the columns that an assignment changes; None for all of them."""
    if isinstance(target, ast.Attribute):
        yield None if target.attr in _WHOLE else target.attr
        return
    last = target.slice.elts[-1] if isinstance(target.slice, ast.Tuple) else target.slice
    yield from map(_text, last.elts if isinstance(last, ast.List) else [last])


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a statement without those of functions and comprehensions, whose names are their own."""
    yield node
    for each in ast.iter_child_nodes(node):
        if not isinstance(each, ast.FunctionDef | ast.Lambda | ast.comprehension):
            yield from _outside_functions(each)


def _binds(statement: ast.stmt, name: str) -> bool:
    """Return whether a name stands for something new after a statement, whatever it was before."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return True
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    plain = [each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return any(isinstance(each, ast.Name) and each.id == name for each in plain)


def _words(body: Sequence[ast.stmt]) -> set[str]:
    """Return the texts in statements, the attributes that are not called, and the names in texts that are evaluated."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    methods = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    words = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    words |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and id(node) not in methods}
    evaluated = [node for node in nodes if isinstance(node, ast.Call) and called(node) in ("query", "eval")]
    texts = [text for node in evaluated for each in node.args if (text := _text(each)) is not None]
    return words | {quoted or plain for text in texts for quoted, plain in _NAMES.findall(text)}
