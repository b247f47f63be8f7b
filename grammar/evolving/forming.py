"""The forms in which a figure is told: plainly, as a share, against the whole, the leader or the average, per unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from grammar.evolving.earlier import NOW, TOP
from grammar.evolving.linking import Link
from grammar.evolving.looking_up import cells, grouping
from grammar.slots import literal
from grammar.steps.base import identifier

if TYPE_CHECKING:
    from grammar.evolving.computing import Asking

Form = Literal[
    "amount", "share", "top", "whole", "gap", "index", "off", "ratio", "spread", "pair", "remaining", "dominant",
    "strangers",
]  # fmt: skip
LONGEST_COLUMN = 34
_OF_A_ROW = 14
_WEIGHED = ("_figure", "_weight.where(_figure.notna())")
"""What a weighted average is made of: a row without a figure counts in neither part."""
Columns = list[tuple[str, str]]


def possible(ask: Asking) -> dict[Form, float]:
    """The forms that mean something for an ask and feel each of its terms, with how often they are taken."""
    found = _by_group(ask) if ask.group else _overall(ask)
    if "rounding" in ask.used and "unit" not in ask.used:
        percent: tuple[Form, ...] = (*("share", "whole", "index", "off", "remaining", "dominant", "strangers"),)
        # Without a form that is a percentage, one is told beside the figure.
        return {each: weight for each, weight in found.items() if each in percent} or {"amount": 1}
    return found


def _by_group(ask: Asking) -> dict[Form, float]:
    column, is_plain = ask.subject.var.named[ask.group or ""], "unit" not in ask.used
    found: dict[Form, float] = {"amount": 1.5, "gap": 0.7}
    if column.distinct > TOP + 1:
        found["top"] = 1.5
    if is_plain and ask.figure.adds_up:
        found["whole"] = 1
    if is_plain:
        found["off"] = 1
    if is_plain and not ask.figure.adds_up:
        found["index"] = 1
    return {**found, **_either(ask)}


def _overall(ask: Asking) -> dict[Form, float]:
    is_plain, used = "unit" not in ask.used, ask.used
    found: dict[Form, float] = {"amount": 3}
    if ask.pair:
        found["spread"] = 0.7
        found["pair"] = 1
    if is_plain and ask.pair and ask.figure.adds_up:
        found["dominant"] = 0.6
    if is_plain and ask.figure.statistic == "size" and not ask.figure.is_weighted and (len(used) > 1 or ask.links):
        found["remaining"] = 1.5
    return {**found, **_either(ask)}


def _either(ask: Asking) -> dict[Form, float]:
    found: dict[Form, float] = {}
    if "line" in ask.used and not {"unit", "rates"} & {*ask.used} and ask.figure.adds_up:
        found["share"] = 3
    if ask.other and not {"unit", "rates"} & {*ask.used}:
        found["ratio"] = 2
    if ask.stranger and not {"unit", "rates", "measure"} & {*ask.used}:
        found["strangers"] = 2
    return found


def form_code(ask: Asking, rows: str) -> Columns:
    """Write the figures of an ask; returns the columns of its result with their expressions."""
    if ask.form in ("share", "ratio", "remaining", "strangers"):
        return _of_rows(ask, rows)
    group = ask.labelled
    is_later = any(link.role in ("change", "leader", "per") for link in ask.held)
    ask.lines.append(f"_amount = {_amount(ask, rows, ask.values(rows), group)}{'' if is_later else ask.unit}")
    columns = _held(ask) if ask.held else [(form_stem(ask), _by_form(ask, rows))]
    if "rounding" in ask.used and not ask.is_percent:
        columns += _beside_percent(ask, rows)
    return columns


def _amount(ask: Asking, rows: str, values: str, group: str | None) -> str:
    """The expression of the figure, by a column's labels or over all rows."""
    statistic = "sum" if ask.figure.statistic == "size" else ask.figure.statistic
    call = "quantile(0.75)" if statistic == "quantile" else f"{statistic}()"
    if statistic == "sum" and group is not None and ask.form != "pair" and ask.can_lack_values:
        call = "sum(min_count=1)"  # a label whose rows have no value at all has no total, rather than one of 0
    if group is None and ask.figure.is_weighted and ask.figure.is_average:
        return " / ".join(f"{each}.sum()" for each in _WEIGHED)
    if group is None:
        return f"{values}.{call}" if values else f"len({rows})"
    if not values:
        by = grouping(ask.subject, rows, group) if group in ask.subject.fetched else literal(group)
        return f"{rows}.groupby({by}).size()"
    if ask.figure.is_weighted and ask.figure.is_average:
        return " / ".join(f"{each}.groupby({grouping(ask.subject, rows, group)}).sum()" for each in _WEIGHED)
    return f"{values}.groupby({grouping(ask.subject, rows, group)}).{call}"


def form_stem(ask: Asking) -> str:
    """What the figures of a form are called."""
    stem, figure = ask.figure.stem, ask.figure
    match ask.form:
        case "share":
            return f"share_{ask.line_stem}" if figure.statistic == "size" else f"part_of_{figure.base}"
        case "whole" | "dominant":
            return f"share_of_{figure.base}"
        case "remaining":
            return "share_of_all"
        case "strangers":
            assert ask.stranger
            return f"share_without_{identifier(ask.stranger.row, longest=_OF_A_ROW)}"
        case "gap" | "spread" | "pair":
            return f"gap_in_{figure.base}"
        case "index":
            return f"index_{figure.base}"
        case "off":
            return f"percent_off_{figure.base}"
        case "ratio":
            return f"{figure.base}_per_{ask.other_stem}"
    return stem


def _of_rows(ask: Asking, rows: str) -> Columns:
    """Figures whose parts are worked out for themselves."""
    by = f".groupby({grouping(ask.subject, rows, ask.group)})" if ask.group else ""
    if ask.form == "remaining":
        return [(form_stem(ask), ask.rounded(f"len({rows}) / len(df) * 100"))]
    if ask.form == "strangers":
        assert ask.stranger
        told = f"~{rows}[{literal(ask.stranger.by[0])}].isin({ask.stranger.name}[{literal(ask.stranger.key[0])}])"
        return [(form_stem(ask), ask.rounded(f"({told}){by}.mean() * 100"))]
    if ask.form == "ratio":
        assert ask.figure.column and ask.other
        first, second = (f"{cells(ask.subject, rows, each.name)}{by}.sum()" for each in (ask.figure.column, ask.other))
        return [(form_stem(ask), f"{first} / {second}")]
    values = ask.values(rows)
    beyond = ask.beyond(rows)
    if not values:
        return [(form_stem(ask), ask.rounded(f"({beyond}){by}.mean() * 100"))]
    own, whole = f"{values}.where({beyond}, 0){by}.sum()", f"{values}{by}.sum()"
    whole = f"{whole}.replace(0, float('nan'))" if ask.group else whole
    return [(form_stem(ask), ask.rounded(f"({own} / {whole} * 100){'.dropna()' * bool(ask.group)}"))]


def _by_form(ask: Asking, rows: str) -> str:
    match ask.form:
        case "top":
            return f"_amount.nlargest({TOP}, keep='all')"
        case "whole":
            return ask.rounded("_amount / _amount.sum() * 100")
        case "off":
            return ask.rounded("_amount / _amount.mean() * 100 - 100")
        case "dominant":
            return ask.rounded("_amount.max() / _amount.sum() * 100")
        case "gap":
            return "_amount.max() - _amount"
        case "spread":
            return "_amount.max() - _amount.min()"
        case "pair":
            assert ask.pair
            first, second = (f"_amount.get({literal(label)}, 0)" for label in ask.pair[1:])
            return f"{first} - {second}"
        case "index":
            whole = _amount(ask, rows, "_figure" if ask.figure.term else _plain(ask, rows), None)
            return ask.rounded(f"_amount / {f'({whole})' if ' / ' in whole else whole} * 100")
    return "_amount"


def _plain(ask: Asking, rows: str) -> str:
    return cells(ask.subject, rows, ask.figure.column.name) if ask.figure.column else ""


def _held(ask: Asking) -> Columns:
    """Figures that are held against earlier results."""
    stem, own, beside = ask.figure.stem, list[tuple[str, str]](), list[tuple[str, str]]()
    for place, link in enumerate(ask.held):
        base = f"_base_{place + 1}" if len(ask.held) > 1 else "_base"
        ask.lines.append(f"{base} = {link.earlier.by_group if link.is_by_label else link.earlier.number}")
        (beside if link.role == "beside" else own).extend(_against(ask, link, base))
    # The first one gives the result its name.
    told = own or [(stem, "_amount")]
    for name, base in beside:
        taken = {each for each, _ in told}
        told.append((next(each for each in (name, "earlier", "other") if each not in taken), base))
    return told


def _against(ask: Asking, link: Link, base: str) -> Columns:
    stem, own = ask.figure.stem, ask.figure.base
    match link.role:
        case "change":
            return [(f"change_in_{own}", f"(_amount - {base}){ask.unit}")]
        case "percent":
            return [(f"percent_change_{own}", ask.rounded_gaps(f"_amount / {base} * 100 - 100"))]
        case "share":
            return [(f"portion_of_{own}", ask.rounded_gaps(f"_amount / {base} * 100"))]
        case "index":
            return [(f"index_{own}", ask.rounded_gaps(f"_amount / {base} * 100"))]
        case "leader":
            return [(f"gap_in_{own}", f"({base}.max() - _amount){ask.unit}")]
        case "shift":
            shift = f"_amount / _amount.sum() * 100 - {base} / {base}.sum() * 100"
            return [(f"shift_of_{own}", ask.rounded_gaps(shift))]
        case "per":
            return [(f"{own}_per_earlier", f"_amount / {base}{ask.unit}")]
    # Only the same quantity is what it was before; any other is called by what it is.
    is_other = link.earlier.stem not in (stem, NOW)
    plainly = "earlier" if base.endswith("2") else "before"
    return [(identifier(link.earlier.stem, longest=LONGEST_COLUMN) if is_other else plainly, base)]


def _beside_percent(ask: Asking, rows: str) -> Columns:
    """What is told as a percentage where the figure is not."""
    if ask.group and ask.figure.adds_up:
        return [("percent_of_whole", ask.rounded("_amount / _amount.sum() * 100"))]
    if ask.group:
        return [("percent_of_highest", ask.rounded("_amount / _amount.max() * 100"))]
    return [("percent_of_rows", ask.rounded(f"len({rows}) / len(df) * 100"))]
