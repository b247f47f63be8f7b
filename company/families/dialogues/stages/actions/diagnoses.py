"""Statements on whether a query can be answered, in words of like form and in code that tells whether they hold.

Six are offered of every query: two that it can be answered, two that it leaves something open, two that the data lacks
what it needs. They name what the query says, so that its kind is not to be seen from the statements.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Sequence

from company.families.dialogues.records import Choice, Option
from company.families.dialogues.stages.actions.blindness import shared_words
from company.families.dialogues.stages.actions.replies import Diagnosed, Needed

_ENOUGH = (
    "It can be answered from `{source}` as it stands, with {columns}.",
    "Nothing is missing: {columns} of `{source}` and the question's own words are all that it takes.",
    "`{source}` holds all that it takes, namely {columns}.",
    "It can be answered with {columns}.",
)
_OPEN = (
    "It leaves open what is meant, {a} or {b}, and the results differ.",
    "It can be read with {a} or with {b}, which does not come to the same result in `{source}`.",
    "One could take {a} as well as {b}, and the two give different results.",
    "Is it {a} or {b}? That is left open, and it matters.",
)
_LACKING = {
    "column": (
        "The data has no column for {name}.",
        "It needs {name}, and neither the table nor any frame made from it has such a column.",
        "No column says what {name} is, and none can stand in for it.",
        "There is no column {name} to answer it from, in `{source}` or elsewhere in the data.",
    ),
    "value": (
        "{name} is not among the values of {column}.",
        "It asks for {name}, and in no row of the table or of `{source}` is that the value of {column}.",
        "No row of the data has {name} as its {column}, so there is nothing to compute.",
        "In {column}, there is no value {name} to answer it from, in `{source}` or elsewhere.",
    ),
    "period": (
        "No row is from {name} by {column}.",
        "It asks for {name}, and by {column} no row of the table or of `{source}` lies in that time.",
        "The dates in {column} do not reach {name}, so there is nothing to compute.",
        "In {column}, there is nothing from {name} to answer it from, in `{source}` or elsewhere.",
    ),
    "unit": (
        "Nothing in the data turns {column} into {name}.",
        "It asks for {name}, and the table and `{source}` do not say how {column} is to be turned into that.",
        "How {column} is to be turned into {name} is not known, so the figures cannot be given.",
        "There is no way to get from {column} to {name} with what is in `{source}` or elsewhere in the data.",
    ),
    "premise": (
        "It presupposes that {name}, which is not so.",
        "It takes for granted that {name}, and by the data in `{source}` that is wrong.",
        "It starts from the claim that {name}, and the data contradicts it.",
        "That {name} is not true in `{source}`, so the question has no sense as it is put.",
    ),
}
_QUESTIONS = (
    "The data scientist is about to ask:\n\n“{query}”\n\nWhich of these statements about the question is true?",
    "This is the next question that comes in:\n\n“{query}”\n\nBefore code is written: which statement is true of it?",
    "Suppose the data scientist went on like this:\n\n“{query}”\n\nWhich of the following holds?",
)
_SCALES = ("hundreds", "thousands", "millions", "percent")
_ROUNDS = 60
_SETUP = """
def plainly(words):
    return "".join(letter for letter in str(words).casefold() if letter.isalnum())

def has_column(name):
    return any(plainly(column) == plainly(name) for frame in frames for column in frame.columns)

def has_value(column, value):
    known = pd.concat([frame[column] for frame in frames if column in frame.columns])
    number = pd.to_numeric(pd.Series([value]), errors="coerce").iloc[0]
    same = known.astype(str).map(plainly).eq(plainly(value))
    return bool(same.any() or pd.to_numeric(known, errors="coerce").eq(number).any())

def has_period(column, period):
    known = pd.concat([frame[column] for frame in frames if column in frame.columns])
    return bool(known.astype(str).str.contains(rf"(?<!\\d){period}(?!\\d)").any())

def has_unit(column, unit):
    told = any(plainly(unit) in plainly(name) or "exchange" in plainly(name) for name in {source}.columns)
    return unit in scales or told

def outcome(label, columns):
    try:
        return readings[label]({source}[columns].copy())
    except Exception:
        return None

def same(one, other):
    if one is None or other is None or type(one) is not type(other):
        return False
    return bool(one.equals(other)) if hasattr(one, "equals") else repr(getattr(one, "tolist", lambda: one)()) == repr(
        getattr(other, "tolist", lambda: other)())

def answered(*columns):
    found = [outcome(label, list(columns)) for label in readings]
    return all(each is not None and same(found[0], each) for each in found)

def open_between(one, other):
    if one not in readings or other not in readings:
        return False
    found = [outcome(label, list({source}.columns)) for label in (one, other)]
    return all(each is not None for each in found) and not same(*found)
"""


def setup_of(said: Diagnosed, source: str, table: str) -> str:
    """Return code to run before the statements: the readings as functions of the source, and the questions on it."""
    frames = ", ".join(dict.fromkeys((table, source)))
    parts = [f"frames = [{frames}]\nscales = {_SCALES!r}"]
    for number, reading in enumerate(said.readings, start=1):
        parts.append(
            f"def reading_{number}({source}):\n{textwrap.indent(reading.code.strip(), '    ')}\n    return result"
        )
    named = ", ".join(f"{reading.text!r}: reading_{number}" for number, reading in enumerate(said.readings, start=1))
    return "\n\n".join([*parts, f"readings = {{{named}}}", _SETUP.replace("{source}", source).strip()])


def choice_of(said: Diagnosed, source: str, table: str, others: Sequence[str], chance: random.Random) -> Choice | None:
    """Return six statements on a query in wordings that do not betray the right one; None where too few can be made.

    `others` are columns of the source that the query does not need.
    """
    swapped = _swapped(said.columns, others, chance)
    if swapped is None or len(said.open_points) != 2 or len(said.needs) != 2:
        return None
    holds = " and ".join(_holds(need) for need in said.needs)
    made = [
        *(_enough(columns, source, holds) for columns in (said.columns, swapped)),
        *(_open(pair, source) for pair in said.open_points),
        *(_lacks(need, source) for need in said.needs),
    ]
    right = _right(said)
    if right is None:
        return None
    question = chance.choice(_QUESTIONS).format(query=said.query.strip())
    texts = _worded([texts for texts, _, _ in made], right, said.query, chance)
    options = [
        Option(text=text, code=code, slip="" if place == right else slip)
        for place, (text, (_, code, slip)) in enumerate(zip(texts, made, strict=True))
    ]
    chance.shuffle(options)
    return Choice(question=question, options=tuple(options), setup=setup_of(said, source, table))


def _right(said: Diagnosed) -> int | None:
    """Return the index of the statement that the writer takes to be true."""
    if said.lacking:
        return 3 + said.lacking
    if len(said.readings) == 1:
        return 0
    labels = {reading.text for reading in said.readings}
    return next((2 + place for place, pair in enumerate(said.open_points) if set(pair) == labels), None)


def _swapped(columns: Sequence[str], others: Sequence[str], chance: random.Random) -> tuple[str, ...] | None:
    """Return the columns with one of them replaced by one that is not needed."""
    free = [name for name in others if name not in columns]
    if not free or not columns:
        return None
    place = chance.randrange(len(columns))
    return tuple(chance.choice(free) if at == place else name for at, name in enumerate(columns))


_Made = tuple[tuple[str, ...], str, str]
"""A statement's wordings, its code, and what is wrong with it where it does not hold."""


def _enough(columns: Sequence[str], source: str, holds: str) -> _Made:
    quoted = [f"'{name}'" for name in columns]
    listed = " and ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))
    named = f"the column{'s' if len(columns) > 1 else ''} {listed}"
    code = f"answered({', '.join(map(repr, columns))}) and {holds}"
    texts = tuple(each.format(source=source, columns=named) for each in _ENOUGH)
    return texts, code, "it cannot be answered with these columns, or not in one way"


def _open(pair: tuple[str, str], source: str) -> _Made:
    texts = tuple(each.format(a=pair[0], b=pair[1], source=source) for each in _OPEN)
    return texts, f"open_between({pair[0]!r}, {pair[1]!r})", "the question settles this, or it makes no difference"


def _lacks(need: Needed, source: str) -> _Made:
    name = f"'{need.column}'" if need.kind == "column" else f"'{need.name}'" if need.kind == "value" else need.name
    texts = tuple(each.format(name=name, column=f"'{need.column}'", source=source) for each in _LACKING[need.kind])
    return texts, f"not {_holds(need)}", "the data holds this"


def _holds(need: Needed) -> str:
    """Return the expression that is true where the data holds what is needed."""
    match need.kind:
        case "column":
            return f"has_column({need.column!r})"
        case "premise":
            return f"bool({need.code.strip()})"
        case kind:
            return f"has_{kind}({need.column!r}, {need.name!r})"


def _worded(ways: Sequence[Sequence[str]], right: int, query: str, chance: random.Random) -> list[str]:
    """Return one wording of each statement, so that neither length nor shared words tell the right one from its like.

    Two statements are of each kind, and each kind is right equally often; so it is enough that the right one is as
    often the longer of its two as the shorter, and as often the closer to the query as the one farther from it.
    """
    like = right ^ 1
    wanted = [chance.choice((-1, 1)) for _ in range(2)]
    best: tuple[float, list[str]] | None = None
    for _ in range(_ROUNDS):
        texts = [chance.choice(each) for each in ways]
        ours, theirs = texts[right], texts[like]
        shared = shared_words(ours, query) - shared_words(theirs, query)
        off = sum(want * found <= 0 for want, found in zip(wanted, (len(ours) - len(theirs), shared), strict=True))
        if best is None or off < best[0]:
            best = off, texts
    assert best is not None
    return best[1]
