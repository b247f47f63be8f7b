"""The comparison of two portraits as one file, `likeness.py`, that needs the standard library and numpy alone.

A case's check imports it. It reads `./ref_result` and `./pred_result`, each a picture and the lines that
`portraits.taking` left beside it, and prints True or False; how alike the two are, aspect by aspect, goes to the error
output.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType

from company.results import plot_rules, plots
from company.results.exported import definitions
from company.results.likeness import (
    MODULE,
    aspects,
    assignment,
    bars,
    boxes,
    colours,
    content,
    elements,
    forms,
    mark,
    matching,
    naming,
    order,
    values,
    wording,
)
from company.results.portraits import reading, trusting

PICTURE, LINES = "figure.png", "portraits.jsonl"
"""What a script that draws leaves in its folder of results."""
MODULES: tuple[ModuleType, ...] = (
    plots,
    plot_rules,
    reading,
    trusting,
    wording,
    colours,
    assignment,
    mark,
    naming,
    bars,
    boxes,
    forms,
    content,
    values,
    matching,
    order,
    elements,
    aspects,
)
"""Where the comparison's definitions are, each module after those that it needs."""
_ENTRIES = ((trusting.__name__, "portrait_of"), (aspects.__name__, "likeness"))
_HEAD = '''\
"""How far two figures show the same, by the portraits of both: checks call `print_verdict`."""

import difflib
import hashlib
import json
import math
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
'''
_TAIL = '''\
def left_in(folder):
    """Return the portrait of the picture that a script has left in a folder."""
    place = Path(folder)
    return portrait_of((place / "{picture}").read_bytes(), (place / "{lines}").read_bytes())


def print_verdict(required):
    """Print True where the two folders show the same figure as far as it is required, else False."""
    try:
        found = likeness(left_in("ref_result"), left_in("pred_result"), required)
        shown = ", ".join(f"{{name}} {{share:.2f}}" for name, share in found.aspects.items())
        print(f"likeness of figure: {{found.score:.1f}} ({{shown}})", file=sys.stderr)
        print(found.right)
    except Exception as problem:
        print(f"likeness of figure: none ({{problem}})", file=sys.stderr)
        print(False)
'''
_CHECK = """\
import json

from {module} import left_in, likeness, print_verdict

REQUIRED = json.loads({requirements!r})
print_verdict(REQUIRED)
"""


def check_code(requirements: str) -> str:
    """Return the check of a figure of which these requirements, as JSON, are asked."""
    return _CHECK.format(module=MODULE, requirements=requirements)


def likeness_code() -> str:
    """Return the module that checks import."""
    return "\n\n".join([_HEAD, *comparison(), _TAIL.format(picture=PICTURE, lines=LINES)])


@cache
def comparison() -> tuple[str, ...]:
    """Return the sources of all that the comparison calls. Raises ValueError where two of them share a name."""
    known = {(module.__name__, name): (text, calls) for module in MODULES for name, text, calls in definitions(module)}
    imported = {module.__name__: _imported(module) for module in MODULES}
    wanted, open_ends = set[tuple[str, str]](), list(_ENTRIES)
    while open_ends:
        place = open_ends.pop()
        if place in known and place not in wanted:
            wanted.add(place)
            open_ends += [imported[place[0]].get(name, (place[0], name)) for name in known[place][1]]
    names = [name for _, name in wanted]
    if shared := sorted(name for name in names if names.count(name) > 1):
        raise ValueError(f"two modules define {shared[0]}, and a check has both: rename one")
    return tuple(text for place, (text, _) in known.items() if place in wanted)


def _imported(module: ModuleType) -> dict[str, tuple[str, str]]:
    """Return what a module imports of ours: its name there → the module that defines it, and its name in that."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("company."):
            found |= {alias.asname or alias.name: (str(node.module), alias.name) for alias in node.names}
    return found
