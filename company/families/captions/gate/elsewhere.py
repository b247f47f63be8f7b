"""Looks for another figure with the same names on which several claims hold together. Runs inside the sandbox.

Where one is found, none of the claims contradicts the others, whatever the real figure shows. The search begins at the
real figure and depends on nothing but it and the claims, whatever their order, so that a gate comes to the same again.
"""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Pages = list[dict[str, Any]]
Holds = Callable[[str, Pages], bool]
_STEPS = 160
"""Figures that are tried after those that differ in one whole line."""
_AIMED = 0.4
"""How often what is changed is a value that a claim denies."""
_PARTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Of the span of what is drawn."""


def together(drawn: Pages, claims: Sequence[str], holds: Holds) -> bool:
    """Return whether some figure was found on which all claims hold; `holds` executes one, and raises nothing."""
    codes = sorted({_plain(code) for code in claims})
    best, most = drawn, sum(holds(code, drawn) for code in codes)
    if most == len(codes):
        return True
    chance = random.Random(hashlib.sha256("\n".join(codes).encode()).hexdigest())
    texts, numbers = _said(codes)
    told, denied = _values(codes)
    for tried in (_copied(drawn), *_remade(drawn, texts)):
        _tell(tried, told)
        score = sum(holds(code, tried) for code in codes)
        if score == len(codes):
            return True
        if score > most or (score == most and chance.random() < 0.3):
            best, most = tried, score
    for _ in range(_STEPS):
        tried = _nudged(best, numbers, denied, chance)
        _tell(tried, told)
        score = sum(holds(code, tried) for code in codes)
        if score == len(codes):
            return True
        if score >= most:
            best, most = tried, score
    return False


def _said(codes: Sequence[str]) -> tuple[list[str], list[float]]:
    """Return the texts and the numbers that claims name."""
    found: list[Any] = []
    for code in codes:
        try:
            tree = ast.parse(code.strip(), mode="eval")
        except SyntaxError:
            continue
        found += [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    texts = list(dict.fromkeys(each for each in found if isinstance(each, str) and each))
    numbers = [float(each) for each in found if isinstance(each, int | float) and not isinstance(each, bool)]
    return texts, list(dict.fromkeys(numbers))


def _plain(code: str) -> str:
    """Return a claim as Python writes it, so that neither its quotes nor its spaces change what is found."""
    try:
        return ast.unparse(ast.parse(code.strip(), mode="eval"))
    except SyntaxError:
        return code


def _values(codes: Sequence[str]) -> tuple[list[tuple[str, Any, float]], list[tuple[str, Any]]]:
    """Return the values that claims tell (series, place, value), and the places of which values are denied."""
    told: list[tuple[str, Any, float]] = []
    denied: list[tuple[str, Any]] = []
    for code in codes:
        try:
            tree = ast.parse(code, mode="eval").body
        except SyntaxError:
            continue
        is_denied = isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Name(id="near"), args=[_, ast.Call(func=ast.Name(id="at"), args=[_, *where]), said]
                ):
                    found = [_literal(each) for each in (*where, said)]
                    place, label, value = found[0], (found[1] if len(found) > 2 else ""), found[-1]
                    if place is None or label is None or not isinstance(value, int | float):
                        continue
                    if is_denied:
                        denied.append((str(label), place))
                    else:
                        told.append((str(label), place, float(value)))
    return told, denied


def _literal(node: ast.expr) -> Any:
    """Return the value of a literal; None of anything else."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _tell(pages: Pages, told: Sequence[tuple[str, Any, float]]) -> None:
    """Put values that are told into a figure."""
    for label, place, value in told:
        for own, at in _marks(pages, label, place):
            values = _read(own)
            values[at] = value
            _write(own, values)


def _marks(pages: Pages, label: str, place: Any) -> Iterator[tuple[tuple[list[Any], str | int], int]]:
    """Yield where the marks of a series at a place stand; without a label, those of any."""
    for page in pages:
        for line in page["lines"]:
            for at, where in enumerate(line["places"]):
                if _is(label, line["label"]) and _is(place, where):
                    yield (line["values"], ""), at
        for bar in page["bars"]:
            if _is(label, bar["series"]) and _is(place, bar["name"]):
                yield ([bar], "length"), 0


def _is(said: Any, shown: Any) -> bool:
    return said == "" or str(said).casefold() == str(shown).casefold() or said == shown


def _copied(pages: Pages) -> Pages:
    """Return pages of which names and values may be changed."""
    return [
        {
            **page,
            "lines": [{**line, "values": list(line["values"])} for line in page["lines"]],
            "bars": [dict(bar) for bar in page["bars"]],
        }
        for page in pages
    ]


def _series(pages: Pages) -> list[tuple[list[Any], str | int]]:
    """Return where the values of each series stand: a list, and what leads to the value in it."""
    found: list[tuple[list[Any], str | int]] = []
    for page in pages:
        found += [(line["values"], "") for line in page["lines"]]
        for name in dict.fromkeys(bar["series"] for bar in page["bars"]):
            found.append(([bar for bar in page["bars"] if bar["series"] == name], "length"))
    return found


def _read(own: tuple[list[Any], str | int]) -> list[float]:
    items, key = own
    return [each[key] for each in items] if key else list(items)


def _write(own: tuple[list[Any], str | int], values: Sequence[float]) -> None:
    items, key = own
    for at, value in enumerate(values):
        if key:
            items[at][key] = value
        else:
            items[at] = value


def _remade(drawn: Pages, texts: Sequence[str]) -> list[Pages]:
    """Return figures with one line in another shape, two lines exchanged, or an axis that is called otherwise."""
    values = [value for own in _series(drawn) for value in _read(own)]
    if not values:
        return []
    low, span = min(values), max(values) - min(values)
    found = []
    for at in range(len(_series(drawn))):
        for make in (_ordered, _backwards, _hump, _valley, _steadied):
            changed = _copied(drawn)
            own = _series(changed)[at]
            _write(own, make(_read(own)))
            found.append(changed)
        for share in (-1.2, -0.6, -0.3, 0.3, 0.6, 1.2):
            changed = _copied(drawn)
            own = _series(changed)[at]
            _write(own, [value + share * span for value in _read(own)])
            found.append(changed)
        for other in range(at):
            changed = _copied(drawn)
            one, two = _series(changed)[at], _series(changed)[other]
            if len(one[0]) == len(two[0]):
                mine, theirs = _read(one), _read(two)
                _write(one, theirs)
                _write(two, mine)
                found.append(changed)
        widened = _copied(drawn)
        own = _series(widened)[at]
        middle = sum(_read(own)) / len(_read(own))
        _write(own, [middle + 3 * (value - middle) + 0.01 * (low - value) for value in _read(own)])
        found.append(widened)
    for page in range(len(drawn)):
        for text in texts:
            for name in ("xlabel", "ylabel"):
                changed = _copied(drawn)
                changed[page][name] = text
                found.append(changed)
    return found


def _ordered(values: Sequence[float]) -> list[float]:
    return sorted(values)


def _backwards(values: Sequence[float]) -> list[float]:
    return sorted(values, reverse=True)


def _hump(values: Sequence[float]) -> list[float]:
    own = sorted(values)
    return [*own[::2], *own[1::2][::-1]]


def _valley(values: Sequence[float]) -> list[float]:
    own = sorted(values, reverse=True)
    return [*own[::2], *own[1::2][::-1]]


def _steadied(values: Sequence[float]) -> list[float]:
    middle = sum(values) / len(values)
    return [middle + 0.1 * (value - middle) for value in values]


def _nudged(drawn: Pages, numbers: Sequence[float], denied: Sequence[tuple[str, Any]], chance: random.Random) -> Pages:
    """Return a figure with one value another, or one line moved, stretched or put in order."""
    changed = _copied(drawn)
    aimed = list(_marks(changed, *chance.choice(denied))) if denied and chance.random() < _AIMED else []
    own, at = chance.choice(aimed) if aimed else (chance.choice(_series(changed)), None)
    every = [value for each in _series(drawn) for value in _read(each)]
    low, span = min(every), max(every) - min(every)
    values = _read(own)
    kind = 0.0 if at is not None else chance.random()
    if kind < 0.65:
        values[chance.randrange(len(values)) if at is None else at] = chance.choice(
            [*numbers, *(low + part * span for part in _PARTS)]
        )
    elif kind < 0.8:
        by = chance.choice((-0.5, -0.25, -0.1, 0.1, 0.25, 0.5)) * span
        values = [value + by for value in values]
    else:
        values = chance.choice((_ordered, _backwards, _hump, _valley, _steadied))(values)
    _write(own, values)
    return changed
