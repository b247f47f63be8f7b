"""What a private function says of itself: what it gives, its arguments, its rules of the house, and an example.

A rule of the house is a way in which a function differs from what one would expect of a public library: in gaps, ties,
boundaries, order or units. Each belongs to a parameter, whose default is the house's way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_SECTION = re.compile(r"^(Args|Returns|House rule|Example):[ \t]*$", re.MULTILINE)
_ENTRY = re.compile(r"^(\*{0,2}\w+): ?(.*)$")
PROMPT = ">>> "


@dataclass(frozen=True)
class Documentation:
    """A docstring in its parts; those that it lacks are empty."""

    about: str
    """Its first line."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    returns: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Parameter → what the function does by default, and how that is switched."""
    example: str = ""
    """As in a Python session."""

    @property
    def calls(self) -> list[str]:
        """The lines of the example that are run."""
        return [line.strip().removeprefix(PROMPT) for line in self.example.splitlines() if _runs(line)]

    @property
    def outputs(self) -> list[str]:
        """The lines that the example shows as results."""
        shown = (line.strip() for line in self.example.splitlines() if not _runs(line))
        return [line for line in shown if line and not line.startswith("...")]


def _runs(line: str) -> bool:
    return line.strip().startswith(PROMPT)


def documentation(node: ast.FunctionDef) -> Documentation:
    """Return what the docstring of a function says."""
    whole = ast.get_docstring(node) or ""
    parts = _SECTION.split(whole)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    return Documentation(
        parts[0].strip().partition("\n")[0],
        dict(_entries(sections.get("Args", ""))),
        sections.get("Returns", "").strip(),
        dict(_entries(sections.get("House rule", ""))),
        sections.get("Example", "").strip("\n"),
    )


def _entries(section: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of each entry; lines that are indented further go on with the entry before."""
    name, told = "", ""
    for line in (line.strip() for line in section.strip().splitlines()):
        if found := _ENTRY.match(line):
            if name:
                yield name, told
            name, told = found[1].lstrip("*"), found[2]
        else:
            told = f"{told} {line}".strip()
    if name:
        yield name, told


def parameters(node: ast.FunctionDef) -> list[str]:
    """Return the names of all parameters, those that take any number of values last."""
    given = node.args
    more = [each.arg for each in (given.vararg, given.kwarg) if each]
    return [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)] + more


def optional(node: ast.FunctionDef) -> set[str]:
    """Return the names of parameters that have a default."""
    given = node.args
    placed = [*given.posonlyargs, *given.args]
    named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    defaults = placed[len(placed) - len(given.defaults) :]
    return {each.arg for each in (*defaults, *(each for each, default in named if default is not None))}


def lacking(node: ast.FunctionDef) -> list[str]:
    """Return what is missing in the documentation of a function, in words for its author."""
    told = documentation(node)
    name, found = node.name, []
    if not told.about:
        found.append(f"`{name}` needs a docstring whose first line says what it gives")
    untold = [each for each in parameters(node) if not told.arguments.get(each)]
    if untold:
        found.append(f"the docstring of `{name}` tells nothing of {_listed(untold)} under `Args:`")
    if not told.returns:
        found.append(f"the docstring of `{name}` has no `Returns:`")
    if not any(f"{name}(" in call for call in told.calls):
        found.append(f"the docstring of `{name}` has no `Example:` with `>>>` that calls it")
    return found + list(_unfounded(node, told))


def _unfounded(node: ast.FunctionDef, told: Documentation) -> Iterator[str]:
    """Yield what is wrong with rules of the house."""
    for parameter in told.rules:
        calls = [call for call in told.calls if f"{node.name}(" in call]
        switched = [call for call in calls if f"{parameter}=" in call]
        if parameter not in optional(node):
            yield f"the house rule of `{node.name}` is about `{parameter}`, which is no parameter with a default"
        elif not switched or len(switched) == len(calls) or len(set(told.outputs)) < 2:
            yield (
                f"the example of `{node.name}` has to show its house rule: one call without `{parameter}` and one with "
                "it, of the same input and with different results"
            )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# examples

_EXAMPLES = """\
def _exemplified(names):
    import doctest
    import io
    import re

    import decision_company
    import matplotlib.pyplot as plt
    import numpy as np
    import pandas as pd

    given = {**vars(decision_company), "pd": pd, "np": np, "plt": plt}
    told = io.StringIO()

    class Checker(doctest.OutputChecker):
        def check_output(self, want, got, flags):
            # numpy 2 shows its numbers as np.float64(3.0), numpy 1 as 3.0
            return super().check_output(want, re.sub(r"np[.][a-z]+[0-9]*[(]([^()]*)[)]", "\\\\1", got), flags)

    runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    for name in names:
        for test in doctest.DocTestFinder().find(getattr(decision_company, name), name, globs=given):
            runner.run(test, out=told.write)
        plt.close("all")
    if runner.failures:
        lines = [line.strip() for line in told.getvalue().splitlines() if line.strip("* ")]
        raise ValueError(" ".join(lines)[:600])


_exemplified(%r)
"""


def examples_code(names: Sequence[str]) -> str:
    """Return code that runs the examples of functions of the library beside it, and raises where one fails."""
    return _EXAMPLES % list(names)


# rules in code

Rules = Mapping[str, Collection[str]]
"""Function → the parameters that its rules of the house are about."""


def rules_of(functions: Collection[ast.FunctionDef]) -> dict[str, set[str]]:
    """Return the parameters of rules of the house, by function; those without a rule are left out."""
    found = {node.name: set(documentation(node).rules) for node in functions}
    return {name: rules for name, rules in found.items() if rules}


def unread(code: str, functions: Collection[ast.FunctionDef]) -> str | None:
    """Return code as one writes it who has not read the documentation: no argument speaks to a rule of the house.

    None where the code gives no such argument. Raises SyntaxError.
    """
    tree = ast.parse(code)
    rules, known = rules_of(functions), {node.name: node for node in functions}
    changed = False
    for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        if name in rules:
            changed |= _without(call, rules[name], parameters(known[name]))
    return ast.unparse(ast.fix_missing_locations(tree)) if changed else None


def _without(call: ast.Call, rules: Collection[str], order: Sequence[str]) -> bool:
    """Drop arguments for these parameters from a call; returns whether there were any."""
    kept = [keyword for keyword in call.keywords if keyword.arg not in rules]
    ends = [place for place, name in enumerate(order[: len(call.args)]) if name in rules]
    found = len(kept) < len(call.keywords) or bool(ends)
    call.keywords = kept
    if ends:
        later = [ast.keyword(name, value) for name, value in zip(order, call.args, strict=False)][ends[0] :]
        call.keywords = [each for each in later if each.arg not in rules] + kept
        call.args = call.args[: ends[0]]
    return found
