"""What is wrong with a rewrite, as far as its text tells; a complaint goes back to its author as it stands."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from company.families.dialogues.body.documentation import lacking, rules_of
from company.families.dialogues.body.private_library import (
    MODULE,
    SET,
    TAKE,
    api_calls,
    definition,
    functions_called,
    imported,
    stands_for,
)
from company.families.dialogues.programs import bound_names, without_imports
from company.families.dialogues.records import LibraryFunction
from company.families.dialogues.replies import RewriteReply
from company.families.dialogues.stages.private_library.naming import public_names, unfit_name

MOST_STATEMENTS = 8
"""Statements in a private function, its docstring aside."""
ROOTS = frozenset({"pandas", "numpy", "scipy", "sklearn", "matplotlib", "seaborn", "math", "re", "itertools"})
"""Libraries that a private function may import."""
_ITEMS = frozenset((TAKE, SET))
"""What takes and sets items and columns."""

_NO_RULE = (
    "too few functions of the library have a rule of the house: give one to a new function that has to do with gaps, "
    "ties, boundaries, order or units; where none has, send the same again"
)


class Unfit(ValueError):
    """A rewrite that will not do; the message says why, in words for its author."""


@dataclass(frozen=True)
class Proposal:
    """A rewrite whose text will do."""

    code: str
    called: tuple[str, ...]
    """The private functions that it calls itself."""
    new: tuple[LibraryFunction, ...]
    """Those functions that the library gains by it: the called ones, and what they call in turn."""


@dataclass(frozen=True)
class Grounds:
    """What a rewrite of one turn is judged by."""

    prototype: str
    library: Mapping[str, LibraryFunction]
    """The library so far, by name."""
    taken: Collection[str]
    """Variables of the dialogue."""
    columns: Collection[str]
    """Columns of the table."""
    needed: Collection[str]
    """Names that later turns use."""
    wants_rule: bool = False
    """Whether a function with a rule of the house is wanted, where new ones are proposed."""

    def proposal(self, reply: RewriteReply) -> Proposal:
        """Return the rewrite, if its text is fit. Raises Unfit with all that is wrong with it."""
        complaints: list[str] = []
        proposed = self._functions(reply.functions, complaints)
        if self.wants_rule and proposed and not rules_of([definition(each.code) for each in proposed.values()]):
            complaints.append(_NO_RULE)
        known = {**self.library, **proposed}
        try:
            named, calls = imported(reply.code), api_calls(reply.code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            raise Unfit("; ".join([*complaints, f"the code is not Python: {problem}"])) from problem
        called = functions_called(reply.code, known)
        complaints += self._imports(reply.code, named, called, known)
        complaints += self._replaced(calls, called, known)
        if complaints:
            raise Unfit("; ".join(dict.fromkeys(complaints)))
        return Proposal(reply.code, called, tuple(proposed[name] for name in proposed if name in _all(called, known)))

    # new functions

    def _functions(self, texts: Sequence[str], complaints: list[str]) -> dict[str, LibraryFunction]:
        """Return the proposed functions that the library does not have in just this form, and add what is wrong."""
        found: dict[str, LibraryFunction] = {}
        for text in texts:
            try:
                node = definition(text)
            except ValueError as problem:
                complaints.append(f"one of `functions` will not do: {problem}")
                continue
            before = self.library.get(node.name)
            if node.name in found:
                complaints.append(f"`{node.name}` is defined twice; define each function once")
            elif before is None:
                found[node.name] = LibraryFunction(
                    name=node.name, code=text.strip() + "\n", stands_for=stands_for(text)
                )
            elif _plain(before.code) != _plain(text):
                complaints.append(
                    f"the library has another `{node.name}`; use it as it is, or give your function another name"
                )
        known = {*self.library, *found}
        for function in found.values():
            complaints += [*self._formed(function, known), *self._closed(function, known)]
        return found

    def _formed(self, function: LibraryFunction, known: Collection[str]) -> Iterator[str]:
        """Yield what is wrong with a function's name, size and documentation."""
        node, body = definition(function.code), ast.parse(function.code).body
        if why := unfit_name(node.name, self.taken, {*function.stands_for} - {*known}):
            yield why
        if any(not isinstance(each, ast.Import | ast.ImportFrom | ast.FunctionDef) for each in body):
            yield f"`{node.name}` comes with more than imports and its definition; leave that out"
        if node.decorator_list:
            yield f"`{node.name}` has a decorator; leave it out"
        if not 1 < len(node.body) <= MOST_STATEMENTS + 1:
            yield f"`{node.name}` should hold one to {MOST_STATEMENTS} statements beside its docstring"
        yield from lacking(node)

    def _closed(self, function: LibraryFunction, known: Collection[str]) -> Iterator[str]:
        """Yield why the function would not work wherever it is imported, and what it says of the table."""
        tree, node = ast.parse(function.code), definition(function.code)
        strange = sorted(root for root in _roots(tree) if root not in ROOTS)
        if strange:
            yield f"`{function.name}` imports {strange[0]}; private functions import {', '.join(sorted(ROOTS))}"
        own = bound_names("\n".join(ast.unparse(each) for each in tree.body)) | {*known, *dir(builtins)}
        own |= {name for each in ast.walk(node) if isinstance(each, ast.Import | ast.ImportFrom) for name in
                bound_names(ast.unparse(each))}  # fmt: skip
        own |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        own |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id not in own]
        if names:
            yield f"`{function.name}` uses `{names[0]}`, which it neither imports nor is given as a parameter"
        told = sorted(each for each in _texts(node) & set(self.columns) if each.lower() not in public_names())
        if told:
            yield f"`{function.name}` names the column {told[0]!r} itself; take it as a parameter"

    # the code

    def _imports(
        self, code: str, named: Sequence[str], called: Sequence[str], known: Mapping[str, LibraryFunction]
    ) -> Iterator[str]:
        """Yield what is wrong with imports: the library is imported name by name, and nothing in vain."""
        tree = ast.parse(code)
        for node in ast.walk(tree):
            whole = isinstance(node, ast.Import) and any(alias.name == MODULE for alias in node.names)
            if whole or (isinstance(node, ast.ImportFrom) and node.module == MODULE and _renames(node)):
                yield f"import the functions one by one, by their own names: `from {MODULE} import …`"
        complaints = (
            ("there is no private function `{}`: propose it in `functions`", set(named) - known.keys()),
            ("`{}` is called and not imported from the library", set(called) - set(named)),
            ("`{}` is imported and never called; leave it out, or use it", set(named) - set(called)),
            ("`{}` is imported and not used any more; leave the import out", self._vain(tree)),
            ("`{}` is given another value in the code", set(called) & bound_names(without_imports(code))),
        )
        for words, names in complaints:
            yield from (words.format(name) for name in sorted(names))
        if not called:
            yield "the code calls no private function; move its calls onto the library's functions"

    def _vain(self, tree: ast.Module) -> set[str]:
        """Return imported names that neither this code nor a later turn uses."""
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | set(self.needed)
        imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        brought = {name for node in imports for name in bound_names(ast.unparse(node))}
        own = {alias.name for node in imports if getattr(node, "module", "") == MODULE for alias in node.names}
        return brought - read - own

    def _replaced(
        self, calls: Mapping[str, int], called: Sequence[str], known: Mapping[str, LibraryFunction]
    ) -> Iterator[str]:
        """Yield which functions took no call's place: fewer of those that they stand for have to be left."""
        before = api_calls(self.prototype)
        for name in called:
            public = {each for inner in _all([name], known) for each in known[inner].stands_for} - known.keys()
            # Who takes rows by a function takes a column of them with as many brackets as before.
            takes = any(before[each] for each in public & _ITEMS)
            if not takes and not any(calls.get(each, 0) < before[each] for each in public):
                listed = ", ".join(f"`{each}`" for each in sorted(public)) or "nothing"
                made = any(before[each] for each in public)
                yield f"`{name}` stands for {listed}, " + (
                    "and the code has as much of that as before: call the function in its place"
                    if made
                    else "none of which the turn's code calls: write it with calls of that code, or leave it out"
                )
            told = public - _ITEMS or public  # by which code may take and set where another call has its function
            more = sorted(each for each in told if calls.get(each, 0) > before[each])
            if more:
                yield (
                    f"the code has `{more[0]}` {calls[more[0]]} times, and the turn's code {before[more[0]]} times: "
                    f"`{name}` stands for it; use the function"
                )


def _roots(tree: ast.Module) -> set[str]:
    """Return the libraries that are imported anywhere in the code."""
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def _texts(node: ast.FunctionDef) -> set[str]:
    """Return the text constants of a function, its docstring aside."""
    parts = [each for statement in node.body[1:] for each in ast.walk(statement)]
    return {each.value for each in parts if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def _renames(node: ast.ImportFrom) -> bool:
    return any(alias.asname or alias.name == "*" for alias in node.names)


def _all(names: Collection[str], known: Mapping[str, LibraryFunction]) -> set[str]:
    """Return functions and those that they call, at any depth."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += functions_called(known[name].code, known)
    return found


def _plain(code: str) -> str:
    """Return the function without its docstring and its layout."""
    node = definition(code)
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return ast.dump(node.args) + "".join(ast.dump(each) for each in body)
