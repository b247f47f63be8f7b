"""Code of steps, written as templates: Python with holes for the source, the slots and the name of the result.

A hole holds Python source: a slot's text is written as a literal, a column of the source as `{{ source[column] }}`.
Which of several equivalent ways to write something is taken is drawn from the style of the one who writes.
"""

from __future__ import annotations

import functools
import random
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from grammar.scene import Var
from grammar.slots import Condition, literal
from grammar.steps.base import identifier
from grammar.steps.conditions import joint_mask
from grammar.steps.words import grouped

_MACROS = ("shared", "canvas")
"""Files of macros that several kinds use, as `shared.…` and `canvas.…`."""


class Source:
    """A variable as it stands in code."""

    def __init__(self, var: Var) -> None:
        self.var = var

    def __str__(self) -> str:
        return self.var.name

    __html__ = __str__

    def __getitem__(self, column: str) -> Markup:
        return Markup(f"{self.var.name}[{literal(column)}]")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.var, name)

    def by(self, *columns: str, as_index: bool = True) -> Markup:
        """Return the expression of its groups by these columns."""
        return bare(grouped(self.var, *columns, as_index=as_index))

    def where(self, conditions: Sequence[Condition]) -> Markup:
        """Return the expression of the rows that meet the conditions: true or false for each."""
        return bare(joint_mask(conditions, self.var.name))


def bare(text: object) -> Markup:
    """Return a text that stands in code as it is, and not as a literal."""
    return Markup(str(text))


def named(*words: object, longest: int = 32) -> Markup:
    """Return a variable's name made of words."""
    return bare(identifier(*map(str, words), longest=longest))


def _source_text(value: object) -> object:
    """Return what stands in code for a value: a literal, but for what is code already."""
    return value if isinstance(value, Markup | Source) else bare(literal(value))


@functools.cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("grammar.steps", "kinds"),
        autoescape=True,  # so that literals, code and what macros return can be told apart
        finalize=_source_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["bare"] = bare
    made.globals["named"] = named
    return made


@functools.cache
def _template(text: str) -> Template:
    used = (f'{{% import "{name}.jinja" as {name} with context %}}' for name in _MACROS if f"{name}." in text)
    return _environment().from_string("".join(used) + textwrap.dedent(text))


def lines_of(template: str, values: Mapping[str, Any], style: random.Random) -> list[str]:
    """Return the lines of a template with these values; `coin(p)` and `pick(a, b)` in it draw from the style.

    Blank lines are the template's own affair: in the code there is one after each function.
    """

    def coin(chance: float = 0.5) -> bool:
        return style.random() < chance

    written = _template(template).render({**values, "coin": coin, "pick": lambda *ways: style.choice(ways)})
    lines: list[str] = []
    defining = False
    for line in (line.rstrip() for line in written.split("\n") if line.strip()):
        if defining and not line.startswith(" "):
            lines.append("")
            defining = False
        defining = defining or line.startswith("def ")
        lines.append(line)
    return lines
