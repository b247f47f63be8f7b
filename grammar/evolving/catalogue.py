"""All terms that a table allows, by their names: what a person of the trade would agree on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from company.records import Column
from grammar.evolving.joined import joined
from grammar.evolving.looking_up import cells, cited, mixed
from grammar.evolving.ordered import ordered
from grammar.evolving.ranges import Choice, labels, months, numbers, within, years
from grammar.evolving.relative import relative
from grammar.nouns import quoted_name
from grammar.slots import literal
from grammar.steps.amounts import comparable
from grammar.steps.words import textual
from grammar.subject import Subject
from grammar.voices import plural, singular
from grammar.words import words

_TERMS = words("evolving")["terms"]
RULE = "rule"
"""How a term is meant that a handbook says."""
UNITS = (1000, 100, 10, 10_000, 50, 20, 500, 5, 12)
STEPS = (5, 10, 2, 20, 1, 2.5)
FACTORS = (2, 3, 1.5, 0.5, 5, 4, 2.5, 0.25, 10, 0.75)
"""Values of terms that no column decides."""
_LOTS, _SMALL = 20, 2000
"""Lots of a unit that the rows of a table make up at the least, and rows up to which a table is a small one."""
_FEW = 6
"""Values of a column up to which rates name each."""
_SEVERAL = 3
"""Columns from which on one is chosen among them."""
_LONGEST = 30
_SHARE = 0.12


@dataclass(frozen=True)
class Known:
    """A term without its value: its name, what it says, and what can be done with it."""

    kind: str
    way: str
    """How its kind is meant: "above" a line, "capped" measure."""
    name: str
    columns: tuple[str, ...]
    code: str
    naive: str
    choices: tuple[Choice, ...]
    gaps: Mapping[str, str]
    """What fills what it says, but for its value."""

    @property
    def variable(self) -> str:
        """A Python name for it."""
        return variable_of(self.name)

    @property
    def takes_columns(self) -> bool:
        """Whether its values are columns."""
        return "[{value}]" in self.code


def variable_of(name: str) -> str:
    """A term's name as a Python name: "a high price" → "high_price"."""
    bare = re.sub(r"^(?:an?|the|our) ", "", name.lower())
    slug = re.sub(r"\W+", "_", bare, flags=re.ASCII).strip("_")
    return slug if re.match(r"[a-z]", slug) else f"term_{slug}"


def catalogue(subject: Subject) -> dict[str, Known]:
    """Every term that the table of a subject allows, by name, the most natural ones first."""
    found: dict[str, Known] = {}
    makers = (_lines, _filters, _exclusions, _measures, _rates, _years, _fixed)
    for term in chain.from_iterable(maker(subject) for maker in makers):
        if len(term.choices) >= 2:
            found.setdefault(term.name, term)
    return found


def measures(subject: Subject) -> list[Column]:
    """Numbers with enough different values to draw a line in; those that most rows have first."""
    found = [
        column
        for column in subject.measures
        if column.numeric and column.distinct >= 8 and column.missing * 3 < max(subject.var.rows, 1)
    ]
    found = sorted(found, key=lambda column: (column.name != subject.main, column.distinct < 20, column.position))
    return mixed(subject, found)


def groups(subject: Subject) -> list[Column]:
    """Texts with few values that are no slips of others, worth figures for each."""
    found = [
        column
        for column in subject.groups
        if textual(column) and 2 <= column.distinct <= 20 and column.missing * 5 < max(subject.var.rows, 1)
    ]
    return mixed(subject, found)


def _term(
    subject: Subject,
    meant: tuple[str, str, int],
    column: Column | None,
    code: tuple[str, str],
    choices: Sequence[Choice],
    **more: str,
) -> Known | None:
    """A term of a kind and way, by the name at a place of those for it; None where there is no such name.

    `code` is its code, and that of one who never heard of it.
    """
    kind, way, at = meant
    forms = _TERMS[kind][way]
    noun = subject.said(column.name) if column else more.get("noun", "")
    is_noun = (noun != "" and column is None) or (column is not None and noun != quoted_name(column.name))
    names = forms["names"]
    if not is_noun and "plain" in forms:
        names = forms["plain"]
    if at >= len(names):
        return None
    short = noun if len(noun) <= _LONGEST else noun.split(" ")[-1]
    if column is not None and column.numeric and "{noun} " in names[at]:
        short = short.partition(" of ")[0]  # "the days excess", where "the days of the loan excess" would be odd
    name = names[at].format(noun=short, nouns=many(short))
    head = re.split(r" (?:of|per|from|at|in|to) ", name)[0].split(" ")[-1]
    name = re.sub("^an? ", "", name) if _is_plural(head) else name
    header = cited(subject, column.name) if column else ""
    gaps = {"rows": subject.rows, "row": subject.row, "name": name, "column": header, **more}
    return Known(kind, way, name, (column.name,) if column else (), *code, tuple(choices), gaps)


def many(noun: str) -> str:
    """A noun for several: "way of pickup" → "ways of pickup"; one that is quoted, or plural, as it is."""
    head, of, rest = noun.partition(" of ")
    last = head.split(" ")[-1]
    return noun if _is_plural(last) or noun.startswith("‘") else f"{plural(head)}{of}{rest}"


def _is_plural(word: str) -> bool:
    return singular(word.lower()) is not None


def _ordered(subject: Subject, kind: str, at: int) -> Iterator[Known]:
    """Terms of a kind that look at several rows of a group at once."""
    known = measures(subject), groups(subject)
    for each in chain(relative(subject, kind, at, *known), ordered(subject, kind, at, *known)):
        code = each.code, each.naive
        if term := _term(subject, (kind, each.way, at), each.column, code, each.choices, **each.gaps):
            yield term


def _joined(subject: Subject, kind: str, at: int) -> Iterator[Known]:
    """Terms of a kind that bring two tables together row by row."""
    for each in joined(subject, kind, measures(subject)):
        code = each.code, each.naive
        if term := _term(subject, (kind, each.way, at), each.column, code, each.choices, noun=each.noun, **each.gaps):
            yield term


def _lines(subject: Subject) -> Iterator[Known]:
    for at, way in ((0, "above"), (0, "below"), (1, "above"), (1, "below"), (2, "above"), (2, "below")):
        for column in measures(subject):
            choices = within(column, "middle")
            naive = "0" if way == "above" else _beyond(column)
            if way == "above" and isinstance(column.minimum, float) and column.minimum < 0:
                naive = f"{column.minimum - 1:.6g}"
            term = _term(subject, ("line", way, at), column, ("{value}", naive), choices)
            if term:
                yield term


def _beyond(column: Column) -> str:
    """A number that no value of a measure reaches."""
    highest = column.maximum if isinstance(column.maximum, float) else 0.0
    return repr(int(highest) + 1)


def _filters(subject: Subject) -> Iterator[Known]:
    rows = subject.var.rows
    for at in range(4):
        yield from _joined(subject, "filter", at)
        yield from _ordered(subject, "filter", at)
        for column in groups(subject):
            code = f"lambda t: t[{cells(subject, 't', column.name)}.isin({{value}})]"
            choices = labels(column, rows)
            term = _term(subject, ("filter", "values", at), column, (code, "lambda t: t"), choices)
            if term:
                yield term
        for column in measures(subject):
            code = f"lambda t: t[{cells(subject, 't', column.name)} >= {{value}}]"
            term = _term(subject, ("filter", "least", at), column, (code, "lambda t: t"), within(column, "lower"))
            if term:
                yield term


def _exclusions(subject: Subject) -> Iterator[Known]:
    rows = subject.var.rows
    for at in range(4):
        yield from _joined(subject, "exclusion", at)
        yield from _ordered(subject, "exclusion", at)
        for column in groups(subject):
            told = cells(subject, "t", column.name)
            choices = labels(column, rows, drop=True)
            is_blank = column.missing * 25 > rows and at == 0 and column.name not in subject.fetched
            way = "blank" if is_blank else "values"
            code = f"lambda t: t[~{told}.isin({{value}})]"
            code = f"lambda t: t[{told}.notna() & ~{told}.isin({{value}})]" if way == "blank" else code
            term = _term(subject, ("exclusion", way, at), column, (code, "lambda t: t"), choices)
            if term:
                yield term
        for column in measures(subject):
            code = f"lambda t: t[~({cells(subject, 't', column.name)} > {{value}})]"
            gaps = _TERMS["exclusion"]["most"]["gaps"] if column.missing else ""
            choices = within(column, "upper")
            term = _term(subject, ("exclusion", "most", at), column, (code, "lambda t: t"), choices, gaps=gaps)
            if term:
                yield term


def _measures(subject: Subject) -> Iterator[Known]:
    known = measures(subject)
    for at in range(2):
        yield from _joined(subject, "measure", at)
        yield from _ordered(subject, "measure", at)
        for column in known:
            if not isinstance(column.minimum, float) or column.minimum < 0:
                continue
            told = cells(subject, "t", column.name)
            naive = f"lambda t: {told}"
            ways = (
                ("capped", f"lambda t: {told}.clip(upper={{value}})", "middle"),
                ("excess", f"lambda t: ({told} - {{value}}).clip(lower=0)", "lower"),
            )
            for way, code, part in ways:
                term = _term(subject, ("measure", way, at), column, (code, naive), within(column, part))
                if term:
                    yield term
    own = [column for column in known if column.name not in subject.fetched]
    for column in own:
        others = [other for other in own if _is_divisor(column, other, subject)]
        label = literal(column.name)
        code = f"lambda t: t[{label}] / t[{{value}}]"
        choices = [Choice(literal(other.name), f"the figure in '{other.name}'") for other in others]
        term = _term(subject, ("measure", "ratio", 0), column, (code, f"lambda t: t[{label}]"), choices)
        if term:
            yield term
    if len(own) > _SEVERAL:
        choices = [Choice(literal(other.name), f"the figure in '{other.name}'") for other in own[1:]]
        naive = f"lambda t: t[{literal(own[0].name)}]"
        term = _term(subject, ("measure", "choice", 0), None, ("lambda t: t[{value}]", naive), choices)
        if term:
            yield term


def _is_divisor(column: Column, other: Column, subject: Subject) -> bool:
    """Whether a measure per another means something, and every row has one."""
    is_tied = subject.is_tied(column.name, [other.name])
    above = isinstance(other.minimum, float) and other.minimum > 0 and not other.missing
    return other is not column and not is_tied and above and comparable(column, other)


def _rates(subject: Subject) -> Iterator[Known]:
    for at in range(4):
        for column in subject.groups:
            known = [value for value, _ in column.values]
            if not textual(column) or not 2 <= column.distinct == len(known) <= _FEW:
                continue
            often = [value for value, count in column.values if count > _SHARE * subject.var.rows and "'" not in value]
            if not often:
                continue
            label = often[-1 - at % len(often)]
            rates = ", ".join(f"{literal(value)}: {'{value}' if value == label else 1}" for value in known)
            naive = ", ".join(f"{literal(value)}: 1" for value in known)
            code = "{" + rates + "}"
            term = _term(
                subject, ("rates", "factor", at), column, (code, "{" + naive + "}"), numbers(FACTORS), label=label
            )
            if term and "{" not in label:
                yield term


def _years(subject: Subject) -> Iterator[Known]:
    for at in range(2):
        for column in subject.dates:
            if by_year := years(column):
                yield from filter(None, (
                    _term(subject, ("year", "first", at), column, ("{value}", "0"), by_year),
                    _term(subject, ("year", "last", at), column, ("{value}", "9999"), by_year),
                ))  # fmt: skip
            elif by_month := months(column):
                never, ever = "pd.Timestamp('1800-01-01')", "pd.Timestamp('2200-01-01')"
                yield from filter(None, (
                    _term(subject, ("year", "since", at), column, ("{value}", never), by_month),
                    _term(subject, ("year", "until", at), column, ("{value}", ever), by_month),
                ))  # fmt: skip


def _fixed(subject: Subject) -> Iterator[Known]:
    """Units and steps of rounding."""
    for at in range(len(_TERMS["unit"]["any"]["names"])):
        lots = [each for each in UNITS if each * _LOTS <= max(subject.var.rows, _SMALL)]
        yield from filter(None, [_term(subject, ("unit", "any", at), None, ("{value}", "1"), numbers(lots))])
        code = "lambda x: round(x / {value}) * {value}"
        yield from filter(None, [_term(subject, ("rounding", "any", at), None, (code, "lambda x: x"), numbers(STEPS))])
