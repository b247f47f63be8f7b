"""Docstrings of private functions: what they give, their arguments, their rules of the house, and an example."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.private.form import Form
from grammar.private.forms import ARGUMENTS, SHOWN


def docstring(form: Form, parameters: Sequence[str]) -> str:
    """The docstring of a form's function, its quotes included, without indentation."""
    shown = SHOWN[form.name]
    arguments = [f"    {name}: {ARGUMENTS[name]}" for name in parameters]
    rules = [f"    {name}: {rule}" for name, rule in form.rules.items()]
    example = [f"    {line}" for line in shown["example"].splitlines()]
    parts = [
        [form.doc],
        ["Args:", *arguments] if arguments else [],
        ["Returns:", f"    {shown['returns']}"],
        ["House rule:", *rules] if rules else [],
        ["Example:", *example],
    ]
    quoted = 'r"""' if "\\" in shown["example"] else '"""'
    return quoted + "\n\n".join("\n".join(part) for part in parts if part) + '\n"""'
