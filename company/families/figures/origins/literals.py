"""Which literals of a script are the values that it draws, and which only say how it draws them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from matplotlib.colors import is_color_like

LEAST = 3
"""Values of a list from which on it is data."""
_HOW_WORDS = (
    "set_xlim set_ylim set_zlim set_rlim xlim ylim zlim axis set_xticks set_yticks set_zticks set_rticks xticks "
    "yticks zticks set_rgrids set_thetagrids figure subplots subplot add_subplot add_axes axes inset_axes "
    "subplots_adjust add_gridspec GridSpec tight_layout text annotate figtext legend colorbar view_init tick_params "
    "set_aspect set_box_aspect set_size_inches margins savefig suptitle Line2D Patch from_list ListedColormap "
    "BoundaryNorm Normalize clabel set_color set_facecolor set_dashes set_linestyle set_position set_xbound "
    "set_ybound grid seed default_rng zeros ones empty full eye reshape linspace arange range rand randn randint "
    "random normal uniform choice update add_artist add_patch set_label_coords indicate_inset set_bounds"
)
_HOW = frozenset(_HOW_WORDS.split())
"""Functions whose arguments are no values."""
_KEYWORDS_WORDS = (
    "figsize color colors c edgecolor edgecolors facecolor facecolors width_ratios height_ratios explode dashes "
    "bbox_to_anchor loc rect xytext bins levels ticks hatch hatches linestyle linestyles alpha fontsize extent vmin "
    "vmax pad startangle widths position positions gridspec_kw subplot_kw bbox arrowprops cmap norm zorder rotation "
    "offset linewidth linewidths markers marker size_inches xlim ylim shape size wedgeprops textprops boxprops"
)
_KEYWORDS = frozenset(_KEYWORDS_WORDS.split())
"""Arguments by name that are no values."""
_THROUGH_WORDS = "array asarray list tuple zip enumerate sorted reversed DataFrame Series dict float abs"
_THROUGH = frozenset(_THROUGH_WORDS.split())
"""Functions that hand values on."""
_LOOKS_WORDS = (
    "color colors colour colours marker markers style styles linestyle linestyles hatch hatches palette font fonts "
    "lim lims limit limits xlim ylim zlim xlims ylims zlims tick ticks xtick xticks ytick yticks ztick zticks "
    "figsize offset offsets explode bbox anchor bins levels rotation textposition textpositions "
    "xytext xytexts"
)
_LOOKS = frozenset(_LOOKS_WORDS.split())
"""Words in the names of what says how something looks."""
_WORD = re.compile(r"[a-z]+")
Parents = Mapping[ast.AST, ast.AST]


@dataclass(frozen=True)
class Values:
    """A literal that holds values, numbers or names."""

    node: ast.expr
    name: str
    """What the script calls it; a column's or a file's name."""
    held: Any
    """Numbers or texts; or lists of numbers."""
    keys: tuple[str, ...] = ()
    """Of a dict of numbers: what each is called."""

    @property
    def nested(self) -> bool:
        """Whether it holds lists."""
        return isinstance(self.held[0], list | tuple)

    @property
    def numbers(self) -> list[float]:
        """Its numbers, one after the other; none where it holds texts."""
        flat = [each for row in self.held for each in row] if self.nested else self.held
        return [] if any(isinstance(each, str) for each in flat) else list(flat)


def values_in(tree: ast.Module) -> list[Values]:
    """Return the literals of a script that hold values, in their order; texts only as far as they name such values."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = [each for node in _lists(tree) if (each := _values(node, parents)) is not None]
    data = [each for each in found if each.numbers and not _says_how(each, tree, parents)]
    lengths = {len(each.held) for each in data} | {len(row) for each in data if each.nested for row in each.held}
    names = [each for each in found if not each.numbers and len(each.held) in lengths and not _is_looks(each)]
    kept = {id(each) for each in (*data, *names)}
    return [each for each in found if id(each) in kept]


def _lists(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the outermost lists that hold literals alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.List | ast.Tuple | ast.Dict) and _held(child) is not None:
            yield child
        else:
            yield from _lists(child)


def _held(node: ast.expr) -> Any:
    """Return what a list or a dict of literals holds, where it is of one sort; else None."""
    try:
        held = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    if isinstance(held, dict):
        is_named = all(isinstance(key, str) for key in held) and all(map(_is_number, held.values()))
        return list(held.values()) if is_named and len(held) >= LEAST else None
    if not held:
        return None
    if all(isinstance(each, list | tuple) and each and all(map(_is_number, each)) for each in held):
        return held if sum(map(len, held)) >= LEAST else None
    same = all(map(_is_number, held)) or all(isinstance(each, str) for each in held)
    return held if same and len(held) >= LEAST else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _values(node: ast.expr, parents: Parents) -> Values | None:
    held = _held(node)
    keys = tuple(ast.literal_eval(node)) if isinstance(node, ast.Dict) else ()
    return None if held is None else Values(node, _name(node, parents), held, keys)


def _name(node: ast.AST, parents: Parents) -> str:
    """Return what a literal is called: by its key, its argument, its variable, or what it is given to."""
    place: ast.AST = node
    while (parent := parents.get(place)) is not None:
        if isinstance(parent, ast.Dict) and place in parent.values:
            key = parent.keys[parent.values.index(place)]
            if isinstance(key, ast.Constant):
                return str(key.value)
        if isinstance(parent, ast.keyword) and parent.arg:
            return parent.arg
        if isinstance(parent, ast.Assign | ast.AnnAssign):
            target = parent.targets[0] if isinstance(parent, ast.Assign) else parent.target
            return _target(target, place, parent)
        if isinstance(parent, ast.Call) and _called(parent) not in _THROUGH:
            return f"{_called(parent)}_{parent.args.index(place) + 1}" if place in parent.args else _called(parent)
        place = parent
    return "values"


def _target(target: ast.expr, place: ast.AST, parent: ast.AST) -> str:
    if isinstance(target, ast.Name):
        return target.id
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
        return str(target.slice.value)
    return "values"


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "values")


def _says_how(values: Values, tree: ast.Module, parents: Parents) -> bool:
    """Return whether numbers only say how something is drawn, by all places that they are handed to."""
    if _named_looks(values.name):
        return True
    places: list[ast.AST] = [values.node]
    variable = _variable(values.node, parents)
    if variable:
        places = _loads({variable}, tree) or places
    used = [each for place in places for each in _in_loop(place, parents) or [place]]
    return all(_is_how(place, parents) for place in used)


def _loads(names: set[str], within: ast.AST) -> list[ast.AST]:
    """Return where variables are read."""
    read = (node for node in ast.walk(within) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return [node for node in read if node.id in names]


def _in_loop(place: ast.AST, parents: Parents) -> list[ast.AST]:
    """Return where a loop over this place reads what it takes of it; nothing where there is no loop over it."""
    through: list[tuple[str, int]] = []
    while isinstance(call := parents.get(place), ast.Call) and place in call.args and _called(call) in _THROUGH:
        through.append((_called(call), call.args.index(place)))
        place = call
    loop = parents.get(place)
    if not isinstance(loop, ast.For | ast.comprehension) or loop.iter is not place:
        return []
    target: ast.expr = loop.target
    for called, at in reversed(through):
        if called in ("zip", "enumerate"):
            at = at if called == "zip" else 1
            if not isinstance(target, ast.Tuple | ast.List) or at >= len(target.elts):
                return []
            target = target.elts[at]
    taken = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return _loads(taken, loop if isinstance(loop, ast.For) else parents[loop])


def _variable(node: ast.AST, parents: Parents) -> str | None:
    """Return the variable that holds a literal, through what hands it on."""
    place = parents.get(node)
    while isinstance(place, ast.Call) and _called(place) in _THROUGH:
        place = parents.get(place)
    if isinstance(place, ast.Assign) and isinstance(place.targets[0], ast.Name):
        return place.targets[0].id
    return None


def _is_how(node: ast.AST, parents: Parents) -> bool:
    """Return whether one place is an argument that says how something is drawn."""
    place: ast.AST = node
    while (parent := parents.get(place)) is not None and not isinstance(parent, ast.stmt):
        if isinstance(parent, ast.keyword) and parent.arg in _KEYWORDS:
            return True
        if isinstance(parent, ast.Call) and place is not parent.func and _called(parent) not in _THROUGH:
            return _called(parent) in _HOW
        place = parent
    return False


def _is_looks(values: Values) -> bool:
    """Return whether texts are colours, markers or the like."""
    is_label = values.name.rstrip("s0123456789").endswith("label")
    return (_named_looks(values.name) and not is_label) or all(is_color_like(each) for each in values.held)


def _named_looks(name: str) -> bool:
    return not _LOOKS.isdisjoint(_WORD.findall(name.lower()))
