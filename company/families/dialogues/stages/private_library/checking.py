"""What is wrong with a rewrite, as far as its text tells; a complaint goes back to its author as it stands."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from company.families.dialogues.body.private_library import (
    MODULE,
    api_calls,
    definition,
    functions_called,
    imported,
    stands_for,
)
from company.families.dialogues.records import LibraryFunction
from company.families.dialogues.replies import RewriteReply
from company.families.dialogues.stages.private_library.naming import public_names, unfit_name
from company.families.dialogues.stages.private_library.needs import bound_names

MOST_STATEMENTS = 8
"""Statements in a private function, its docstring aside."""
ROOTS = frozenset({"pandas", "numpy", "scipy", "sklearn", "matplotlib", "seaborn", "math", "re", "itertools"})
"""Libraries that a private function may import."""


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

    def proposal(self, reply: RewriteReply) -> Proposal:
        """Return the rewrite, if its text is fit. Raises Unfit."""
        proposed = self._functions(reply.functions)
        known = {**self.library, **proposed}
        try:
            named, calls = imported(reply.code), api_calls(reply.code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            raise Unfit(f"the code is not Python: {problem}") from problem
        called = functions_called(reply.code, known)
        self._imports(reply.code, named, called, known)
        self._replaced(calls, called, known)
        return Proposal(reply.code, called, tuple(proposed[name] for name in proposed if name in _all(called, known)))

    # new functions

    def _functions(self, texts: Sequence[str]) -> dict[str, LibraryFunction]:
        """Return the proposed functions that the library does not have in just this form."""
        found: dict[str, LibraryFunction] = {}
        for text in texts:
            function = self._function(text)
            if function.name in found:
                raise Unfit(f"`{function.name}` is defined twice; define each function once")
            before = self.library.get(function.name)
            if before is None:
                found[function.name] = function
            elif _plain(before.code) != _plain(function.code):
                raise Unfit(
                    f"the library has another `{function.name}`; use it as it is, or give your function another name"
                )
        known = {*self.library, *found}
        for function in found.values():
            self._closed(function, known)
        return found

    def _function(self, text: str) -> LibraryFunction:
        try:
            node, body = definition(text), ast.parse(text).body
        except ValueError as problem:
            raise Unfit(f"one of `functions` will not do: {problem}") from problem
        if node.name not in self.library and (why := unfit_name(node.name, self.taken)):
            raise Unfit(why)
        if any(not isinstance(each, ast.Import | ast.ImportFrom | ast.FunctionDef) for each in body):
            raise Unfit(f"`{node.name}` comes with more than imports and its definition; leave that out")
        if node.decorator_list or not (ast.get_docstring(node) or "").strip():
            raise Unfit(f"`{node.name}` needs a docstring of one line, and no decorators")
        if not 1 < len(node.body) <= MOST_STATEMENTS + 1:
            raise Unfit(f"`{node.name}` should hold one to {MOST_STATEMENTS} statements beside its docstring")
        return LibraryFunction(name=node.name, code=text.strip() + "\n", stands_for=stands_for(text))

    def _closed(self, function: LibraryFunction, known: Collection[str]) -> None:
        """Check that the function works wherever it is imported, and says nothing of the table."""
        tree, node = ast.parse(function.code), definition(function.code)
        strange = sorted(root for root in _roots(tree) if root not in ROOTS)
        if strange:
            raise Unfit(f"`{function.name}` imports {strange[0]}; private functions import {', '.join(sorted(ROOTS))}")
        own = bound_names("\n".join(ast.unparse(each) for each in tree.body)) | {*known, *dir(builtins)}
        own |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
        own |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id not in own]
        if names:
            raise Unfit(f"`{function.name}` uses `{names[0]}`, which it neither imports nor is given as a parameter")
        told = sorted(each for each in _texts(node) & set(self.columns) if each.lower() not in public_names())
        if told:
            raise Unfit(f"`{function.name}` names the column {told[0]!r} itself; take it as a parameter")

    # the code

    def _imports(
        self, code: str, named: Sequence[str], called: Sequence[str], known: Mapping[str, LibraryFunction]
    ) -> None:
        """Check that the library is imported name by name, and nothing is imported in vain."""
        tree = ast.parse(code)
        for node in ast.walk(tree):
            whole = isinstance(node, ast.Import) and any(alias.name == MODULE for alias in node.names)
            if whole or (isinstance(node, ast.ImportFrom) and node.module == MODULE and _renames(node)):
                raise Unfit(f"import the functions one by one, by their own names: `from {MODULE} import …`")
        complaints = (
            ("there is no private function `{}`: propose it in `functions`", set(named) - known.keys()),
            ("`{}` is called and not imported from the library", set(called) - set(named)),
            ("`{}` is imported and never called; leave it out, or use it", set(named) - set(called)),
            ("`{}` is imported and not used any more; leave the import out", self._vain(tree)),
            ("`{}` is given another value in the code", set(called) & bound_names(_without_imports(tree))),
        )
        for words, names in complaints:
            if names:
                raise Unfit(words.format(min(names)))
        if not called:
            raise Unfit("the code calls no private function; move its calls onto the library's functions")

    def _vain(self, tree: ast.Module) -> set[str]:
        """Return imported names that neither this code nor a later turn uses."""
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | set(self.needed)
        imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        brought = {name for node in imports for name in bound_names(ast.unparse(node))}
        own = {alias.name for node in imports if getattr(node, "module", "") == MODULE for alias in node.names}
        return brought - read - own

    def _replaced(self, calls: Mapping[str, int], called: Sequence[str], known: Mapping[str, LibraryFunction]) -> None:
        """Check that each function took the place of public calls: fewer of those that it stands for are left."""
        before = api_calls(self.prototype)
        for name in called:
            public = {each for inner in _all([name], known) for each in known[inner].stands_for} - known.keys()
            if not any(calls.get(each, 0) < before[each] for each in public):
                listed = ", ".join(f"`{each}`" for each in sorted(public)) or "nothing"
                raise Unfit(
                    f"`{name}` stands for {listed}, and the code has as much of that as before: call the function in "
                    "its place"
                )
            more = sorted(each for each in public if calls.get(each, 0) > before[each])
            if more:
                raise Unfit(f"the code has more `{more[0]}` than before, for which `{name}` stands; use the function")


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


def _without_imports(tree: ast.Module) -> str:
    return "\n".join(ast.unparse(each) for each in tree.body if not isinstance(each, ast.Import | ast.ImportFrom))


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
