"""Rules of a handbook: written in a few forms about columns of the table, and read back from these forms as code."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from company.records import Column
from grammar.evolving.catalogue import groups, measures
from grammar.evolving.looking_up import wide_subject
from grammar.evolving.ranges import within
from grammar.evolving.scopes import scope_of, scopes
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
_SPARED = (0.05, 0.25)
"""The same of a value that a standing rule leaves out: enough for figures to change, and most rows stay where several
rules hold.
"""
_RENEWED = 4
"""Of so many standing rules, one is another's new version."""
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
    "exempt": re.compile(rf"(?i).+? whose (?P<column>{QUOTED}) is (?P<condition>.+?) are exempt\."),
}
UNREAD = "the built-in company reads rules in a few forms alone, and this one is in another; word it so, or use a model"


# written


def write_rules(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_rules` brief: rules of a handbook about the table, some of which change earlier ones."""
    subject, unnamed = subject_of(brief["table"]), int(brief.get("standing", 0))
    number = int(brief["number"]) - unnamed
    amended = number // _AMENDED
    names = {sort: list(_SAID[sort]["names"]) for sort in _SORTS}
    for each in names.values():
        chance.shuffle(each)
    rules: list[dict[str, str]] = []
    while len(rules) < number - amended:
        sort = _SORTS[len(rules) % len(_SORTS)]
        text = _text(sort, subject, chance, excepted=len(rules) % 2 == 0)
        if all(text != each["text"] for each in rules):
            name = capital(names[sort].pop() if names[sort] else f"rule {len(rules) + 1:02d}")
            rules.append({"name": name, "text": text})
    first = unnamed - unnamed // _RENEWED
    standing = list(_standing(first, subject, wide_subject(brief["table"]), chance)) if unnamed else []
    changed = [*chance.sample(rules, amended), *chance.sample(standing, unnamed // _RENEWED)]
    if standing:
        # Where they stood apart, their place would tell which they are.
        rules = sorted([*rules, *standing], key=lambda _: chance.random())
    for at, rule in enumerate(rules, start=1):
        rule["rule"] = f"R{at}"
    spare = [each for each in rules if each not in changed]
    for drawn in changed:
        # Of some rules nothing can be said otherwise: another one is changed then.
        alike = [each for each in spare if (each in standing) == (drawn in standing)]
        for before in (drawn, *alike):
            if text := next((each for each in _amended(before["text"], subject, chance) if each != before["text"]), ""):
                told = {"rule": f"R{len(rules) + 1}", "name": before["name"], "text": text, "overrides": before["rule"]}
                rules.append(told)
                spare = [each for each in spare if each is not before]
                break
    return {"rules": rules}


def write_rules_anew(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `write_rules_anew` brief: without an exception that hardly a row meets, or with other values."""
    subject, rules = subject_of(brief["table"]), []
    for told in brief["failed"]:
        text, exception = _divided(str(told["text"]))
        others = (each for each in _amended(text, subject, chance) if each != text)
        # Without its exception, what leaves no row beside other rules leaves none either.
        is_shorter = exception and "leaves no row" not in str(told.get("why", ""))
        anew = text if is_shorter else next(others, text)
        rules.append({name: str(told[name]) for name in ("rule", "name", "overrides")} | {"text": anew})
    return {"rules": rules}


def _standing(number: int, subject: Subject, wide: Subject, chance: random.Random) -> Iterator[dict[str, str]]:
    """Yield rules that hold for what a question asks for, each about another scope."""
    names = list(_SAID["standing"]["names"])
    chance.shuffle(names)
    used, beside = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for at, scope in enumerate(islice(scopes(wide, chance), number)):
        sort = "filter" if at % 2 else "exclusion"
        # Of two rules about one column, one often lets no row go that the other would not: they are told by others.
        rank = {name: (beside[scope.column][name], used[name]) for name in subject.var.named}
        column, text = _whenever(scope.column, subject, chance, rank, sort=sort, excepted=at % 2 == 0)
        used[column] += 1
        beside[scope.column][column] += 1
        name = capital(names.pop() if names else f"standing {at + 1:02d}")
        yield {"name": name, "text": f"{scope.words}, {text}"}


def _whenever(
    scope: str,
    subject: Subject,
    chance: random.Random,
    rank: Mapping[str, tuple[int, int]],
    *,
    sort: str,
    excepted: bool,
) -> tuple[str, str]:
    """Which rows count under a standing rule, most of them, with the column that tells: another than its scope's.

    Those columns come first that have the lowest `rank`.
    """
    numbers = [each for each in measures(subject) if sayable(each.name) and each.name != scope][:_COLUMNS]
    labelled = [each for each in groups(subject) if sayable(each.name) and _labels(each, subject, _SPARED)][:_COLUMNS]
    others = [each for each in labelled if each.name != scope]
    possible = [*numbers, *others] if sort == "exclusion" else numbers or others
    column = min(possible, key=lambda each: (rank[each.name], chance.random()))
    sort = sort if column.numeric else "exclusion"
    condition = chance.choice(_mild(column, subject, sort))
    known = {"rows": subject.rows, "column": quoted(column.name), "condition": condition}
    text = str(_SAID["forms"][sort]).format(**known)
    exempt = [each for each in labelled if each.name != column.name]
    if excepted and exempt:
        other = chance.choice(exempt)
        label = quoted(chance.choice(_labels(other, subject, _SPARED)))
        text += " " + _SAID["exceptions"]["exempt"].format(**known, other=quoted(other.name), label=label)
    return column.name, text[:1].lower() + text[1:]


def _mild(column: Column, subject: Subject, sort: str) -> list[str]:
    """What a rule may say of the values of a column so that most rows stay."""
    if not column.numeric:
        return [quoted(each) for each in _labels(column, subject, _SPARED)]
    found = [each.code for each in within(column, "lower" if sort == "filter" else "upper")]
    found = found[: len(found) // 3 + 1] if sort == "filter" else found[len(found) // 2 :]
    return [f"above {each}" for each in found]


def _text(sort: str, subject: Subject, chance: random.Random, *, excepted: bool) -> str:
    """The words of a rule."""
    numbers = [each for each in measures(subject) if sayable(each.name)][:_COLUMNS]
    labelled = [each for each in groups(subject) if sayable(each.name) and _labels(each, subject)][:_COLUMNS]
    known: dict[str, str] = {"rows": subject.rows}
    form = sort
    if sort == "measure":
        column = chance.choice(numbers)
        # Nobody takes a percentage of what is counted.
        forms = [way for way in _PARTS if within(column, _PARTS[way])]
        form = chance.choice(forms if forms and column.meant == "count" else [*forms, "percent"])
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


def _amended(text: str, subject: Subject, chance: random.Random, *, is_mild: bool = False) -> Iterator[str]:
    """Yield a rule with other values; where it `is_mild`, with such that leave out few rows."""
    if (scope := scope_of(text)) is not None:
        opening = text[: len(text) - len(scope.rest)]
        yield from (f"{opening}{each}" for each in _amended(scope.rest, subject, chance, is_mild=True))
        return
    main, exception = _divided(text)
    sort, found = _form_of(main)
    column = subject.var.named[found["column"][1:-1]]
    if "value" in found:
        values = [str(each) for each in _PERCENTS] if sort == "percent" else _values(column, _PARTS[sort])
    elif is_mild:
        values = _mild(column, subject, sort)
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


def _labels(column: Column, subject: Subject, part: tuple[float, float] = (_SEEN, _MOST)) -> list[str]:
    rows = max(subject.var.rows, 1)
    return [value for value, count in column.values if sayable(value) and part[0] <= count / rows <= part[1]]


# read


def draft_rules(brief: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `draft_rules` brief: each of its rules as code, or why it is not understood."""
    names = {each.name for each in subject_of(brief["table"]).var.columns}
    fetched = wide_subject(brief["table"]).fetched
    scoped = names | {f"{linked.name}.{name}" for name, linked in fetched.items()}
    drafts = [{"rule": str(each["rule"]), **_drafted(str(each["text"]), names, scoped)} for each in brief["rules"]]
    return {"rules": drafts}


def _drafted(text: str, names: set[str], scoped: set[str]) -> dict[str, str]:
    unread = {"sort": "filter", "code": "lambda t: t", "plain": "lambda t: t", "why": UNREAD}
    text = " ".join(text.split())
    if (scope := scope_of(text)) is not None:
        drafted = _drafted(scope.rest, names, set())
        is_known = scope.column in scoped and drafted["sort"] != "measure"
        return {**drafted, "how": scope.how, "column": scope.column, "plain": "lambda t: t"} if is_known else unread
    main, exception = _divided(text)
    try:
        form, found = _form_of(main)
        way, other = _exception_of(exception) if exception else ("", {})
    except LookupError:
        return unread
    column = found["column"][1:-1]
    sort = form if form in ("filter", "exclusion") else "measure"
    goes = {"filter": ("count", "exempt"), "exclusion": ("stay", "exempt"), "measure": ("whole", "nothing")}[sort]
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
