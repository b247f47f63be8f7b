"""Does a piece of code have the shape of a form, and what stands in its places?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from grammar.private.forms import IMPORTS, Form

_ASKING = (
    *("between", "isin", "isna", "isnull", "notna", "notnull", "duplicated", "contains", "startswith", "endswith"),
    *("eq", "ne", "gt", "ge", "lt", "le"),
)
_BY_NAME = (
    *("ascending", "columns", "ddof", "drop", "errors", "figsize", "format", "ignore_index", "name", "rotation"),
    "subset",
)
"""Parameters of public calls that do not come at the place where a form has them: they are given by name only."""
_MODULES = frozenset(IMPORTS)


@dataclass(frozen=True)
class Known:
    """What the names of a turn hold, as far as its code says."""

    conditions: frozenset[str]
    lists: frozenset[str]
    calls_only: bool = False
    """The code is on private functions: what they were given has been looked at before."""

    @classmethod
    def of(cls, tree: ast.AST, lists: frozenset[str] = frozenset()) -> Known:
        """From the assignments in code; `lists` are known from before."""
        given = [
            (target.id, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        conditions = frozenset(name for name, value in given if is_condition(value, frozenset()))
        new = frozenset(name for name, value in given if isinstance(value, ast.List | ast.ListComp))
        return cls(conditions, (lists - {name for name, _ in given}) | new)

    def fits(self, place: str, node: ast.expr) -> bool:
        """Whether an expression may stand in a form's place of this name."""
        if isinstance(node, ast.Slice | ast.Starred) or any(isinstance(each, ast.Slice) for each in _parts(node)):
            return False
        if place == "field":
            return isinstance(node, ast.Constant) and isinstance(node.value, str)
        if self.calls_only:
            return True
        if place == "condition":
            return is_condition(node, self.conditions)
        if place == "names":
            return isinstance(node, ast.List) or (isinstance(node, ast.Name) and node.id in self.lists)
        return place != "measure" or isinstance(node, ast.Constant | ast.Lambda)


def is_condition(node: ast.expr, named: frozenset[str]) -> bool:
    """A comparison, or what joins or asks several; a name among those `named`."""
    if isinstance(node, ast.Name):
        return node.id in named
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitAnd | ast.BitOr) and is_condition(node.left, named)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in _ASKING
    return isinstance(node, ast.Compare)


def _parts(node: ast.expr) -> Sequence[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else ()


@dataclass
class Shape:
    """A form that is looked for."""

    form: Form
    _bound: dict[str, ast.expr] = field(default_factory=dict)
    _many: dict[str, list[ast.expr] | list[ast.keyword]] = field(default_factory=dict)

    @cached_property
    def definition(self) -> ast.FunctionDef:
        """The form's head, as syntax."""
        made = ast.parse(f"def {self.form.head}: pass").body[0]
        assert isinstance(made, ast.FunctionDef)
        return made

    @cached_property
    def places(self) -> dict[str, ast.expr | None]:
        """Each parameter with its default."""
        arguments = self.definition.args
        required = len(arguments.args) - len(arguments.defaults)
        defaults: list[ast.expr | None] = [*([None] * required), *arguments.defaults]
        return {each.arg: default for each, default in zip(arguments.args, defaults, strict=True)}

    @cached_property
    def public(self) -> dict[str, ast.expr]:
        """What a call says for parameters of which the code says nothing."""
        return {name: ast.parse(text, mode="eval").body for name, text in self.form.public.items()}

    @cached_property
    def patterns(self) -> list[ast.AST]:
        """The statements that it replaces; one that is an expression replaces expressions."""
        return bare(ast.parse(self.form.pattern or self.form.body).body)

    @property
    def of_expressions(self) -> bool:
        """Whether it stands for an expression."""
        return len(self.patterns) == 1 and isinstance(self.patterns[0], ast.expr)

    @cached_property
    def key(self) -> str:
        """The outermost name in what it replaces, by which it is sought."""
        return key_of(self.patterns[0])

    def replaces(
        self, nodes: Sequence[ast.AST], known: Known, inner: Callable[[ast.expr], ast.expr]
    ) -> ast.Call | None:
        """The call that stands for the nodes, one for each pattern; None where they have another shape.

        `inner` is applied to whatever stands in the form's places.
        """
        self._bound, self._many = {}, {}
        if not all(self._alike(*pair, known) for pair in zip(self.patterns, nodes, strict=True)):
            return None
        if any(default is None and name not in self._bound for name, default in self.places.items()):
            return None
        return self._call(inner)

    def _call(self, inner: Callable[[ast.expr], ast.expr]) -> ast.Call | None:
        bound, many = self._bound, self._many  # what stands in the places may hold the same shape once more
        arguments = self.definition.args
        args = [inner(bound[name]) for name, default in self.places.items() if default is None]
        keywords = [
            ast.keyword(name, inner(bound[name]) if name in bound else given)
            for name, default in self.places.items()
            if default is not None and (given := bound.get(name, self.public.get(name, default)))
            if not _same(given, default)
        ]
        if arguments.vararg:
            args += [inner(each) for each in many.get(arguments.vararg.arg, []) if isinstance(each, ast.expr)]
        if arguments.kwarg:
            more = [each for each in many.get(arguments.kwarg.arg, []) if isinstance(each, ast.keyword)]
            if {each.arg for each in more} & self.places.keys():
                return None  # would be read as one of the function's own parameters
            keywords += [ast.keyword(each.arg, inner(each.value)) for each in more]
        return ast.Call(ast.Name(self.form.name, ast.Load()), args, keywords)

    # unification

    def _alike(self, pattern: ast.AST, node: ast.AST, known: Known) -> bool:
        if isinstance(pattern, ast.Name) and pattern.id in self.places:
            return isinstance(node, ast.expr) and self._bind(pattern.id, node, known)
        if type(pattern) is not type(node):
            return False
        if isinstance(pattern, ast.Call) and isinstance(node, ast.Call):
            return self._alike(pattern.func, node.func, known) and self._arguments(pattern, node, known)
        if isinstance(pattern, ast.Attribute) and isinstance(node, ast.Attribute) and not self._owned(pattern, node):
            return False
        return all(
            self._alike_field(getattr(pattern, name, None), getattr(node, name, None), known)
            for name in pattern._fields
            if name not in ("ctx", "type_comment", "kind")
        )

    def _alike_field(self, pattern: object, node: object, known: Known) -> bool:
        if isinstance(pattern, ast.AST):
            return isinstance(node, ast.AST) and self._alike(pattern, node, known)
        if isinstance(pattern, list):
            return (
                isinstance(node, list)
                and len(pattern) == len(node)
                and all(self._alike_field(one, other, known) for one, other in zip(pattern, node, strict=True))
            )
        return pattern == node and type(pattern) is type(node)

    def _owned(self, pattern: ast.Attribute, node: ast.Attribute) -> bool:
        """Whether the owner of an attribute is of the right sort, as its name tells."""
        if not (isinstance(pattern.value, ast.Name) and pattern.value.id in self.places):
            return True
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        sort = "axes" if owner.startswith("ax") else "canvas" if owner in ("fig", "figure", "canvas") else "data"
        wanted = pattern.value.id if pattern.value.id in ("axes", "canvas") else "data"
        return owner not in _MODULES and sort == wanted

    def _bind(self, place: str, node: ast.expr, known: Known) -> bool:
        if place in self._bound:
            return _same(self._bound[place], node)
        self._bound[place] = node
        return known.fits(place, node)

    def _arguments(self, pattern: ast.Call, node: ast.Call, known: Known) -> bool:
        """Arguments by position and by keyword; what a form knows and code leaves out has its default."""
        many = next((each for each in pattern.args if isinstance(each, ast.Starred)), None)
        more = next((each for each in pattern.keywords if each.arg is None), None)
        slots: dict[str | int, ast.expr] = dict(enumerate(each for each in pattern.args if each is not many))
        slots |= {each.arg: each.value for each in pattern.keywords if each.arg is not None}
        order = list(slots)
        rest: list[ast.keyword] = []
        for position, given in enumerate(node.args):
            if many is not None:
                self._many.setdefault(_name(many.value), []).append(given)  # type: ignore[arg-type]
                continue
            there = position < len(order) and order[position] not in _BY_NAME
            if not (there and self._alike(slots.pop(order[position]), given, known)):
                return False
        for keyword in node.keywords:
            if keyword.arg in slots:
                if not self._alike(slots.pop(keyword.arg), keyword.value, known):
                    return False
            elif more is None:
                return False
            else:
                rest.append(keyword)
        if more is not None:
            self._many[_name(more.value)] = rest
        return all(isinstance(each, ast.Name) and self.places.get(each.id) is not None for each in slots.values())


def bare(body: Sequence[ast.stmt]) -> list[ast.AST]:
    """Statements; in the place of one that is an expression, the expression."""
    return [each.value if isinstance(each, ast.Expr) else each for each in body]


def key_of(node: ast.AST) -> str:
    """The outermost name of a piece of syntax: what is called, or the kind of the node."""
    if isinstance(node, ast.Call):
        return node.func.attr if isinstance(node.func, ast.Attribute) else _name(node.func)
    return type(node).__name__


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.dump(one) == ast.dump(other)
