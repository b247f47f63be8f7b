"""The rules as plain scripts: how an answer's template saves its results, and how they are checked.

There is one truth: the scripts carry the sources of `drawing.drawn` and of the modules in `SOURCES`. They need the
standard library, numpy and pandas; Pillow and scipy only for the official figure of a plot. Evaluators write lines of
their own before a script, so none may begin with what has to stand first, such as an import from `__future__`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Protocol

from company.results import alignment, clusters, labels, leeway, models, plot_rules, plots, rules, similarity
from company.results.drawing import drawn
from company.results.leeway import Leeway


class Wanted(Protocol):
    """One result that is asked for: a `records.Intent`, or whatever has its two fields."""

    @property
    def name(self) -> str:
        """The variable that holds it; "plot" for a figure."""

    @property
    def type(self) -> str:
        """A `records.ResultType`."""


SOURCES: tuple[ModuleType, ...] = (alignment, clusters, labels, leeway, models, plots, plot_rules, similarity, rules)
ENTRIES = {"plot": ("same_drawing", "picture_similarity"), "model": ("same_model",)}
"""The functions that a check calls by type of result, the rule first; `same_kind` for the others."""
IMPORTS = """\
import datetime as dt
import decimal
import json
import pickle
import re
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
"""
JUDGED = '''\
def read(path):
    """A result as it was saved: what a plot draws, or any other value."""
    if path.suffix == ".json":
        return json.loads(path.read_text())
    with path.open("rb") as file:
        return pickle.load(file)


def judged(file, rule):
    """Whether the answer's result is the same; one that cannot be read or compared is not."""
    try:
        return bool(rule(read(Path("ref_result", file)), read(Path("pred_result", file))))
    except (Exception, SystemExit):
        return False
'''
OFFICIAL = """\
try:
    similarity = picture_similarity("ref_result/{name}.png", "pred_result/{name}.png")
    print(f"official SSIM of {name}: {{similarity:.2f}}", file=sys.stderr)
except Exception as problem:
    print(f"official SSIM of {name}: none ({{type(problem).__name__}})", file=sys.stderr)
"""


def save_code(intents: Iterable[Wanted]) -> str:
    """Return the lines that an answer ends with: each result is saved under `./pred_result/`.

    A value is pickled; of a plot, the picture and what it draws are saved. The lines need `pickle` and `plt`.
    Raises ValueError for a function, which no script can read back, and for a name that is no Python name.
    """
    lines: list[str] = []
    for intent in checked(intents):
        if intent.type == "plot":
            lines.append(f"import json\nimport numpy as np\n\n{drawn_code()}\n")
            lines.append(f'plt.savefig("./pred_result/{intent.name}.png")')
            lines.append(f'json.dump(drawn(plt.gcf()), open("./pred_result/{intent.name}.json", "w"))')
        else:
            lines.append(f'pickle.dump({intent.name}, open("./pred_result/{intent.name}.pkl", "wb"))')
    return "\n".join(lines)


def check_code(intents: Iterable[Wanted], leeways: Mapping[str, Leeway] | None = None) -> str:
    """Return a script that compares `./ref_result` with `./pred_result`: it prints one line, True or False, per intent.

    `leeways` are what the question leaves open of a result, by its name; nothing of one that is not there.
    The official SSIM of a plot goes to the error output. Raises ValueError as `save_code` does.
    """
    wanted = checked(intents)
    open_ends = {name: leeway for name, leeway in (leeways or {}).items() if leeway != Leeway()}
    entries = {name for intent in wanted for name in ENTRIES.get(intent.type, (_rule_of(intent, open_ends),))}
    parts = [IMPORTS, *needed_code(frozenset(entries)), JUDGED]
    calls = []
    for intent in wanted:
        if intent.type == "plot":
            ordered = intent.name in open_ends and open_ends[intent.name].order
            rule = "lambda one, other: same_drawing(one, other, ordered=True)" if ordered else "same_drawing"
            calls += [OFFICIAL.format(name=intent.name).strip(), f'print(judged("{intent.name}.json", {rule}))']
        elif intent.type in ENTRIES:
            calls.append(f'print(judged("{intent.name}.pkl", {ENTRIES[intent.type][0]}))')
        else:
            more = f", {open_ends[intent.name]!r}" if intent.name in open_ends else ""
            called = f'{_rule_of(intent, open_ends)}("{intent.type}", one, other, "{intent.name}"{more})'
            rule = f"lambda one, other: {called}"
            calls.append(f'print(judged("{intent.name}.pkl", {rule}))')
    return "\n\n".join([*parts, "\n".join(calls)]) + "\n"


def _rule_of(intent: Wanted, leeways: Mapping[str, Leeway]) -> str:
    return "same_within" if intent.name in leeways else "same_kind"


def checked(intents: Iterable[Wanted]) -> tuple[Wanted, ...]:
    """Return the intents, when a script can save and check them all; raises ValueError otherwise."""
    wanted = tuple(intents)
    for intent in wanted:
        if intent.type == "function":
            raise ValueError(f"{intent.name} is a function, which no script can read back: ask for what it returns")
        if not intent.name.isidentifier():
            raise ValueError(f"{intent.name!r} is no Python name: ask for the result under a variable's name")
    return wanted


@cache
def drawn_code() -> str:
    """Return the source of `drawing.drawn` as an answer shows it: without annotations, docstring and blank lines."""
    text = bare_source(inspect.getsource(drawn))
    text = re.sub(r"(\w+): (?:Any|list\[dict\[str, Any\]\])(?=[,) ])", r"\1", text)
    text = re.sub(r"\) -> [^\n]+:\n", "):\n", text)
    text = re.sub(r'\n +""".*?"""(?=\n)', "", text, count=1)
    return "\n".join(line for line in text.splitlines() if line.strip())


@cache
def needed_code(entries: frozenset[str]) -> tuple[str, ...]:
    """Return the sources of these functions and of all that they call, in the order of `SOURCES`.

    Raises ValueError where two of the modules, or one and the script itself, give a name to different things.
    """
    known: dict[str, tuple[str, frozenset[str]]] = {}
    for module in SOURCES:
        for name, text, calls in definitions(module):
            if name in known or name in _taken():
                raise ValueError(f"{module.__name__}: {name} has another meaning in a check; call it something else")
            known[name] = text, calls
    wanted: set[str] = set()
    open_ends = list(entries)
    while open_ends:
        name = open_ends.pop()
        if name in known and name not in wanted:
            wanted.add(name)
            open_ends += known[name][1]
    return tuple(text for name, (text, _) in known.items() if name in wanted)


@cache
def _taken() -> frozenset[str]:
    """Return the names that a check gives a meaning of its own."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(IMPORTS + JUDGED + OFFICIAL)):
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(names)


@cache
def definitions(module: ModuleType) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Return every function, class and constant of a module: its name, its source, and the names it mentions."""
    source = inspect.getsource(module)
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target)
        else:
            continue
        text = bare_source(ast.get_source_segment(source, node) or "")
        text = "".join(f"@{ast.unparse(each)}\n" for each in getattr(node, "decorator_list", ())) + text
        names = frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name)) - {name}
        found.append((name, text + ("" if isinstance(node, ast.Assign | ast.AnnAssign) else "\n"), names))
    return tuple(found)


def bare_source(text: str) -> str:
    """Return source without the comments for our own tools."""
    return re.sub(r"  # (?:noqa|type: ignore|fmt:)[^\n]*", "", text)
