"""What a prompt tells of the private library: each function by its documentation, and the source of those nearby."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from company.families.dialogues.body.documentation import documentation, rules_of
from company.families.dialogues.body.private_library import SET, TAKE, api_calls, definition
from company.families.dialogues.records import LibraryFunction

SOURCES = 5
"""Functions of the library of which a prompt shows the source."""
MATCHING = 0.5
"""The share of a function's calls that code has to hold for its source to be shown."""
FEW, RULED = 4, 1 / 5
"""Functions from which on a library has to have rules of the house, and the share of those that have one."""


def listed(function: LibraryFunction) -> dict[str, Any]:
    """Return a function as prompts list it: what it is called with, what it is about, and its rules of the house."""
    node = definition(function.code)
    told = documentation(node)
    said = {"name": function.name, "signature": f"{function.name}({ast.unparse(node.args)})", "about": told.about}
    return {**said, **({"rules": told.rules} if told.rules else {})}


def near(code: str, library: Sequence[LibraryFunction]) -> list[LibraryFunction]:
    """Return functions whose calls this code could use, those with the largest share of matching calls first."""
    calls = api_calls(code).keys() - {TAKE, SET}
    shares = [(sum(each in calls for each in one.stands_for) / max(len(one.stands_for), 1), one) for one in library]
    ranked = sorted((pair for pair in shares if pair[0] >= MATCHING), key=lambda pair: (-pair[0], pair[1].name))
    return [one for _, one in ranked[:SOURCES]]


def few_rules(library: Sequence[LibraryFunction]) -> bool:
    """Return whether too few functions have a rule of the house."""
    return len(library) >= FEW and len(ruled(library)) < RULED * len(library)


def ruled(library: Sequence[LibraryFunction]) -> dict[str, set[str]]:
    """Return the rules of the house by the names of the functions that have one."""
    return rules_of([definition(each.code) for each in library])
