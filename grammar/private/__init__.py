"""The built-in company's private library: a vocabulary of functions, and code rewritten onto it (paper, figure 13).

Read `forms` (the vocabulary), `matching` (where a form fits), `functions` (forms as text, and compositions of forms),
`rewriting` (code), then this module's `rewrite`: the reply to a `rewrite` brief.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from grammar.private.forms import CHARTS, COMPOSED, FORMS, Form
from grammar.private.functions import FIELD, NAMES, function_code, in_a_row, nested
from grammar.private.matching import Known, Shape
from grammar.private.rewriting import Rewriter, calls_of, rewritten, with_imports
from grammar.words import words

_FORMS = {form.name: form for form in FORMS}
_VOCABULARY = tuple((Shape(form), function_code(form)) for form in FORMS)


@cache
def rules_of_house() -> Mapping[str, frozenset[str]]:
    """Function of the vocabulary, or composition → the parameters that its rules of the house are about."""
    composed = [composition(tuple(told["steps"])) for told in COMPOSED.values()]
    forms = [*FORMS, *(shape.form for shape in composed if shape)]
    return {form.name: frozenset(form.rules) for form in forms if form.rules}


def rewrite(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `rewrite` brief: the turn's code on private functions, and those that are new.

    After a complaint, it does without compositions, and then without the functions that the complaint names.
    """
    complaints = [draft["wrong"] for draft in brief["drafts"]]
    taken = {variable["name"] for variable in brief["variables"]} | set(brief["needed"])
    avoided = {form.name for form in FORMS if any(form.name in re.findall(r"\w+", said) for said in complaints)}
    shapes = [
        (shape, code)
        for shape, code in _VOCABULARY
        if shape.form.name not in taken | avoided and _agrees(shape.form, brief["library"])
    ]
    lists = frozenset(each["name"] for each in brief["variables"] if each["type"] == "list")
    known = Known.of(ast.parse(brief["code"]), lists)
    plain = Rewriter([shape for shape, _ in shapes], known)
    code = rewritten(brief["code"], plain)
    forms = {shape.form.name: shape.form for shape in plain.used}
    again = brief.get("recurring", ())
    if not complaints:
        composed = _compositions(again, brief["library"], taken)
        composer = Rewriter(composed, replace(known, calls_only=True))
        code = rewritten(code, composer)
        forms |= {shape.form.name: shape.form for shape in composer.used}
    known_forms = {**_FORMS, **forms}
    names = list(dict.fromkeys(calls_of(code, forms)))
    if names:
        code = with_imports(code, names, brief["needed"])
    there = {*(function["name"] for function in brief["library"]), *brief.get("other_functions", ())}
    new = [function_code(known_forms[name]) for name in _with_inner(names, known_forms) if name not in there]
    return {"message": chance.choice(words("speech")["rewritten"]), "functions": new, "code": code}


def _with_inner(names: Sequence[str], forms: Mapping[str, Form]) -> list[str]:
    """Functions, each after those that it calls itself."""
    inner = [each for name in names for each in calls_of(forms[name].body, forms)]
    return list(dict.fromkeys((*inner, *names)))


def _agrees(form: Form, library: Sequence[Mapping[str, str]]) -> bool:
    """Whether the library has no other function of this name."""
    there = [each["signature"] for each in library if each["name"] == form.name]
    return not there or there == [f"{form.name}({ast.unparse(Shape(form).definition.args)})"]


def _compositions(
    recurring: Iterable[Mapping[str, Any]], library: Sequence[Mapping[str, str]], taken: Iterable[str]
) -> list[Shape]:
    """The compositions in the library, and those of steps that recur; those of more steps first."""
    names = {each["name"] for each in library} & COMPOSED.keys()
    every = dict.fromkeys(tuple(each["steps"]) for each in (*(COMPOSED[name] for name in sorted(names)), *recurring))
    shapes = {steps: shape for steps in every if (shape := composition(steps)) and shape.form.name not in taken}
    usable = [(_size(steps), shape) for steps, shape in shapes.items() if _agrees(shape.form, library)]
    ordered = sorted(usable, key=lambda pair: (-pair[0], pair[1].form.name))
    return [shape for size, shape in ordered if size <= MOST_STEPS]


MOST_STEPS = 3
"""Steps of the public libraries in one composition."""


def _size(steps: Sequence[str]) -> int:
    return sum(step != FIELD for step in steps)


@cache
def composition(steps: tuple[str, ...]) -> Shape | None:
    """The composition of functions of the vocabulary, in this order; None where it has no name, or cannot be.

    They are steps on one chart or canvas in a row, or a second step on the outcome of a first one.
    """
    name = NAMES.get(steps)
    forms = [_FORMS[step] for step in steps if step in _FORMS]
    if name is None or len(forms) != _size(steps) or len(forms) < 2:
        return None
    if all(form in CHARTS for form in forms):
        form = in_a_row(forms, name)
    else:
        form = nested(forms[0], forms[1], name, of_field=FIELD in steps) if len(forms) == 2 else None
    return Shape(form) if form else None
