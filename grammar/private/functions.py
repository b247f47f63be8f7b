"""Private functions as text, made of forms; and forms made of forms, where steps recur."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Mapping, Sequence

from grammar.private.forms import ARGUMENTS, COMPOSED, IMPORTS, SHOWN, Form
from grammar.private.matching import Shape

FIELD = "[]"
"""Between two steps: the second one is done on one field of the first one's outcome."""
NAMES: Mapping[tuple[str, ...], str] = {tuple(told["steps"]): name for name, told in COMPOSED.items()}
"""Steps in the order in which they are done → name of their composition; no others are composed."""


def function_code(form: Form) -> str:
    """The form as a complete library function: the imports that it needs, and its definition."""
    body = ast.parse(form.body).body
    used = {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name)}
    brought = [IMPORTS[name] for name in used & IMPORTS.keys()]
    imports = sorted(brought, key=lambda line: (line.startswith("from"), line))
    lines = ("return " if _is_expression(form) else "") + "\n    ".join(map(ast.unparse, body))
    head = ast.unparse(Shape(form).definition).partition("\n")[0]
    text = "\n    ".join((head, *_docstring(form).splitlines(), lines))
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return "\n".join(imports) + "\n\n\n" * bool(imports) + text + "\n"


def _docstring(form: Form) -> str:
    """What the function gives, its arguments, its rules of the house, and an example; quoted, without indentation."""
    shown = SHOWN[form.name]
    arguments = [f"    {name}: {ARGUMENTS[name]}" for name in _parameters(form)]
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


def nested(first: Form, second: Form, name: str, *, of_field: bool) -> Form | None:
    """The form of a second step on the outcome of a first one, or on one of its fields; None where that cannot be."""
    receiver = next(iter(Shape(second).places), "")
    if not receiver or not (_is_expression(first) and _is_expression(second)):
        return None
    taken = _parameters(first)
    second = _with_parameters(second, {each: f"later_{each}" for each in _parameters(second)[1:] if each in taken})
    outcome: ast.expr = _expression(first.body)
    called: ast.expr = _call(first)
    if of_field:
        if "field" in (*taken, *_parameters(second)):
            return None
        field = ast.Name("field", ast.Load())
        outcome, called = (ast.Subscript(each, field, ast.Load()) for each in (outcome, called))
    body = _put(_expression(second.body), receiver, outcome)
    pattern = _put(_call(second), receiver, called)
    head = _head(name, [first, second], leave={receiver}, extra=["field"] * of_field)
    if head is None:
        return None
    rules = {**first.rules, **second.rules}
    made = pattern if rules else body  # what is decided by a rule is left to the function that has it
    return Form(head, ast.unparse(made), COMPOSED[name]["doc"], ast.unparse(pattern), rules=rules)


def in_a_row(steps: Sequence[Form], name: str) -> Form | None:
    """The form of steps that are done one after the other on one chart or canvas; None where that cannot be."""
    own = [each for step in steps for each in _parameters(step) if each not in ("axes", "canvas")]
    head = _head(name, steps, leave=set(), extra=[])
    if head is None or len(set(own)) < len(own) or not all(map(_is_expression, steps)):
        return None
    body = "\n".join(step.body for step in steps)
    pattern = "\n".join(ast.unparse(_call(step)) for step in steps)
    return Form(head, body, COMPOSED[name]["doc"], pattern)


def _is_expression(form: Form) -> bool:
    body = ast.parse(form.body).body
    return len(body) == 1 and isinstance(body[0], ast.Expr)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _arguments(form: Form) -> ast.arguments:
    return Shape(form).definition.args


def _parameters(form: Form) -> list[str]:
    arguments = _arguments(form)
    more = [each.arg for each in (arguments.vararg, arguments.kwarg) if each]
    return [each.arg for each in arguments.args] + more


def _call(form: Form) -> ast.Call:
    """A call of the form's function with its own parameters, as it stands in a turn's code."""
    arguments, places = _arguments(form), Shape(form).places
    args: list[ast.expr] = [ast.Name(name, ast.Load()) for name, default in places.items() if default is None]
    keywords = [ast.keyword(name, ast.Name(name, ast.Load())) for name, default in places.items() if default]
    if arguments.vararg:
        args.append(ast.Starred(ast.Name(arguments.vararg.arg, ast.Load()), ast.Load()))
    if arguments.kwarg:
        keywords.append(ast.keyword(None, ast.Name(arguments.kwarg.arg, ast.Load())))
    return ast.Call(ast.Name(form.name, ast.Load()), args, keywords)


def _with_parameters(form: Form, new: dict[str, str]) -> Form:
    """The same form with some of its parameters called otherwise."""
    if not new:
        return form
    head = copy.deepcopy(Shape(form).definition)
    for each in [*head.args.args, *(one for one in (head.args.vararg, head.args.kwarg) if one)]:
        each.arg = new.get(each.arg, each.arg)
    body = _expression(form.body)
    for node in ast.walk(body):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
    return Form(f"{form.name}({ast.unparse(head.args)})", ast.unparse(body), form.doc, rules=form.rules)


def _put(tree: ast.expr, name: str, value: ast.expr) -> ast.expr:
    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return copy.deepcopy(value) if node.id == name else node

    made = Put().visit(tree)
    assert isinstance(made, ast.expr)
    return ast.fix_missing_locations(made)


def _head(name: str, steps: Sequence[Form], leave: set[str], extra: Sequence[str]) -> str | None:
    """Name and parameters: what must be given, then what may; None where two take any number of parameters."""
    needed: list[str] = []
    may: list[str] = []
    many: list[str] = []
    for step in steps:
        arguments = _arguments(step)
        for parameter, default in Shape(step).places.items():
            if step is steps[-1] and parameter in leave:
                continue
            text = parameter if default is None else f"{parameter}={ast.unparse(default)}"
            (needed if default is None else may).append(text)
        if arguments.vararg:
            return None
        many += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
        if step is steps[0]:
            needed += extra
    if len(many) > 1:
        return None
    return f"{name}({', '.join(dict.fromkeys((*needed, *may, *many)))})"
