"""Rules of a handbook: written in a few forms about columns of the table, and read back from these forms as code."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from company.records import Column
from grammar.evolving.catalogue import groups, measures
from grammar.evolving.ranges import within
from grammar.slots import NUMBER, QUOTED, literal, quoted, sayable
from grammar.subject import Subject, subject_of
from grammar.voices import capital
from grammar.words import words

_SAID = words("evolving")["rules"]
_SORTS = ("filter", "measure", "exclusion")
_AMENDED = 6
"""Of so many rules, one is another's new version."""
_SEEN, _MOST = 0.06, 0.6
"""Least and greatest part of the rows that the value of a rule's exception has."""
_COLUMNS = 5
"""Columns that rules are about, of those that there are of a kind."""
_FIGURES: Mapping[str, str] = {
    "at most": "{x}.clip(upper={v})",
    "at least": "{x}.clip(lower={v})",
    "beyond": "({x} - {v}).clip(lower=0)",
    "percent": "{x} * {v} / 100",
}
_PARTS = {"at most": "middle", "at least": "lower", "beyond": "lower"}
_PERCENTS = (2, 3, 5, 8, 12, 15)
_CONDITION = re.compile(
    rf"(?P<way>above|below) (?P<beyond>{NUMBER})|(?P<limit>{NUMBER}) or (?P<side>more|less)"
    rf"|(?P<values>{QUOTED}(?:(?:, | or ){QUOTED})*)"
)
_FORMS = {
    "filter": re.compile(rf"(?i)only .+? count whose (?P<column>{QUOTED}) is (?P<condition>.+?)\."),
    "exclusion": re.compile(rf"(?i)we leave out .+? whose (?P<column>{QUOTED}) is (?P<condition>.+?)\."),
    "at most": re.compile(rf"(?i)it is what (?P<column>{QUOTED}) has, but (?P<value>{NUMBER}) at the most\."),
    "at least": re.compile(rf"(?i)it is what (?P<column>{QUOTED}) has, but (?P<value>{NUMBER}) at the least\."),
    "beyond": re.compile(
        rf"(?i)it is what (?P<column>{QUOTED}) has beyond (?P<value>{NUMBER}), and nothing where it has no more\."
    ),
    "percent": re.compile(rf"(?i)it is (?P<value>{NUMBER}) percent of (?P<column>{QUOTED})\."),
}
_EXCEPTIONS = {
    "count": re.compile(rf"(?i).+? whose (?P<column>{QUOTED}) is (?P<condition>.+?) count in any case\."),
    "stay": re.compile(rf"(?i).+? whose (?P<column>{QUOTED}) is (?P<condition>.+?) stay in\."),
    "whole": re.compile(
        rf"(?i)for .+? whose (?P<column>{QUOTED}) is (?P<condition>.+?) it is what (?P<own>{QUOTED}) has\."
    ),
    "nothing": re.compile(rf"(?i)for .+? whose (?P<column>{QUOTED}) is (?P<condition>.+?) it is nothing\."),
}
UNREAD = "the built-in company reads rules in a few forms alone, and this one is in another; word it so, or use a model"


# written


def write_rules(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_rules` brief: rules of a handbook about the table, some of which change earlier ones."""
    subject, number = subject_of(brief["table"]), int(brief["number"])
    amended = number // _AMENDED
    names = {sort: list(_SAID[sort]["names"]) for sort in _SORTS}
    for each in names.values():
        chance.shuffle(each)
    rules: list[dict[str, str]] = []
    while len(rules) < number - amended:
        sort = _SORTS[len(rules) % len(_SORTS)]
        text = _text(sort, subject, chance, excepted=len(rules) % 2 == 0)
        if all(text != each["text"] for each in rules):
            name = capital(names[sort].pop() if names[sort] else f"rule {len(rules) + 1}")
            rules.append({"rule": f"R{len(rules) + 1}", "name": name, "text": text})
    for before in chance.sample(rules, amended):
        text = next(text for text in _amended(before["text"], subject, chance) if text != before["text"])
        told = {"rule": f"R{len(rules) + 1}", "name": before["name"], "text": text, "overrides": before["rule"]}
        rules.append(told)
    return {"rules": rules}


def _text(sort: str, subject: Subject, chance: random.Random, *, excepted: bool) -> str:
    """The words of a rule."""
    numbers = [each for each in measures(subject) if sayable(each.name)][:_COLUMNS]
    labelled = [each for each in groups(subject) if sayable(each.name) and _labels(each, subject)][:_COLUMNS]
    known: dict[str, str] = {"rows": subject.rows}
    form = sort
    if sort == "measure":
        column = chance.choice(numbers)
        form = chance.choice([way for way in _FIGURES if way == "percent" or within(column, _PARTS[way])])
        values = [str(each) for each in _PERCENTS] if form == "percent" else _values(column, _PARTS[form])
        known["value"] = chance.choice(values)
    else:
        column = chance.choice([*numbers, *labelled] if sort == "filter" else [*labelled, *numbers])
        known["condition"] = chance.choice(_conditions(column, subject, sort))
    known["column"] = quoted(column.name)
    text = str(_SAID["forms"][form]).format(**known)
    others = [each for each in labelled if each.name != column.name]
    if not excepted or not others:
        return text
    other = chance.choice(others)
    way = {"filter": "count", "exclusion": "stay"}.get(sort) or chance.choice(("whole", "nothing"))
    told = {**known, "other": quoted(other.name), "label": quoted(chance.choice(_labels(other, subject)))}
    return f"{text} {_SAID['exceptions'][way].format(**told)}"


def _amended(text: str, subject: Subject, chance: random.Random) -> Iterator[str]:
    """Yield a rule with other values."""
    main, exception = _divided(text)
    sort, found = _form_of(main)
    column = subject.var.named[found["column"][1:-1]]
    if "value" in found:
        values = [str(each) for each in _PERCENTS] if sort == "percent" else _values(column, _PARTS[sort])
    else:
        values = _conditions(column, subject, sort)
    chance.shuffle(values)
    part = found["value" if "value" in found else "condition"]
    start = main.index(part, main.index(found["column"]) + len(found["column"]) if sort != "percent" else 0)
    for value in values:
        yield f"{main[:start]}{value}{main[start + len(part) :]}" + (f" Exception: {exception}" if exception else "")


def _values(column: Column, part: str) -> list[str]:
    return [each.code for each in within(column, part)]


def _conditions(column: Column, subject: Subject, sort: str) -> list[str]:
    """What a rule may say of the values of a column."""
    if not column.numeric:
        return [quoted(each) for each in _labels(column, subject)]
    found = [each.code for each in within(column, "middle" if sort == "filter" else "upper")]
    forms = ("above {}", "{} or more") if sort == "exclusion" else ("above {}", "{} or more", "below {}")
    return [form.format(value) for value in found for form in forms]


def _labels(column: Column, subject: Subject) -> list[str]:
    rows = max(subject.var.rows, 1)
    return [value for value, count in column.values if sayable(value) and _SEEN <= count / rows <= _MOST]


# read


def draft_rules(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `draft_rules` brief: each of its rules as code, or why it is not understood."""
    names = {each.name for each in subject_of(brief["table"]).var.columns}
    return {"rules": [{"rule": str(each["rule"]), **_drafted(str(each["text"]), names)} for each in brief["rules"]]}


def _drafted(text: str, names: set[str]) -> dict[str, str]:
    unread = {"sort": "filter", "code": "lambda t: t", "plain": "lambda t: t", "why": UNREAD}
    main, exception = _divided(" ".join(text.split()))
    try:
        form, found = _form_of(main)
        way, other = _exception_of(exception) if exception else ("", {})
    except LookupError:
        return unread
    column = found["column"][1:-1]
    sort = form if form in ("filter", "exclusion") else "measure"
    goes = {"filter": ("count",), "exclusion": ("stay",), "measure": ("whole", "nothing")}[sort]
    told = {column, *([other["column"][1:-1]] if other else [])}
    if told - names or (way and way not in goes):
        return unread
    spared = _condition(other["column"][1:-1], other["condition"]) if other else ""
    if sort == "measure":
        x = f"t[{literal(column)}]"
        bare = _FIGURES[form].format(x=x, v=found["value"])
        code = f"({bare}).where(~({spared}), {x if way == 'whole' else 0})" if spared else bare
        drafts = {"code": code, "bare": bare if spared else "", "plain": x}
    else:
        own = _condition(column, found["condition"])
        bare = own if sort == "filter" else f"~({own})"
        code = f"({bare}) | ({spared})" if spared else bare
        drafts = {"code": f"t[{code}]", "bare": f"t[{bare}]" if spared else "", "plain": "t"}
    return {"sort": sort, **{name: f"lambda t: {each}" if each else "" for name, each in drafts.items()}}


def _divided(text: str) -> tuple[str, str]:
    """A rule without its exception, and that."""
    main, _, exception = text.partition("Exception: ")
    return main.strip(), exception.strip()


def _form_of(text: str) -> tuple[str, dict[str, str]]:
    """The form of a rule, and what it says. Raises LookupError for other words, also within its condition."""
    for form, pattern in _FORMS.items():
        if (found := pattern.fullmatch(text)) is not None:
            if "condition" in found.groupdict():
                _condition("", found["condition"])
            return form, found.groupdict()
    raise LookupError(text)


def _exception_of(text: str) -> tuple[str, dict[str, str]]:
    for way, pattern in _EXCEPTIONS.items():
        if (found := pattern.fullmatch(text)) is not None:
            _condition("", found["condition"])
            return way, found.groupdict()
    raise LookupError(text)


def _condition(column: str, said: str) -> str:
    """A condition as code. Raises LookupError for words that are in none of its forms."""
    found = _CONDITION.fullmatch(said)
    if found is None:
        raise LookupError(said)
    own = f"t[{literal(column)}]"
    if found["values"]:
        return f"{own}.isin({literal(_quoted_in(found['values']))})"
    if found["way"]:
        return f"{own} {'>' if found['way'] == 'above' else '<'} {found['beyond']}"
    return f"{own} {'>=' if found['side'] == 'more' else '<='} {found['limit']}"


def _quoted_in(text: str) -> list[str]:
    return [each[1:-1] for each in re.findall(QUOTED, text)]


def columns_in(code: str) -> Sequence[str]:
    """The columns that the code of a rule reads, in order."""
    return list(dict.fromkeys(each[1:-1] for each in re.findall(rf"t\[({QUOTED})\]", code)))
