"""Clients invented by the admin: who they are, and what of the table they care about."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any

from company.records import Column
from grammar.language import listed
from grammar.subject import Subject, interests, shuffled, subject_of, telling
from grammar.themes import Theme
from grammar.voices import an, sentence, spoken, titled
from grammar.words import words

_SAID = words("people")["personas"]
_TRIES = 12
_REPEATED = 10
"""What an interest counts that a colleague has, in columns and values that are not found again."""
_TO_CHOOSE = 2
"""Values of a column up to which they are what a row is, and nothing that one chooses between."""
_OF_MAIN = 0.75
"""How often a client cares for what everybody would ask about first."""


def invent_persona(brief: Mapping[str, Any], chance: random.Random) -> dict[str, str]:
    """The reply to an `invent_persona` brief: job_title, background, interest."""
    subject = subject_of(brief["table"])
    job = new_job(subject.theme, [one["job_title"] for one in brief.get("colleagues", ())], chance)
    taken = {one["interest"] for one in brief.get("colleagues", ())}
    background, interest = _background(brief, subject, job, taken, chance)
    return {"job_title": titled(job), "background": background, "interest": interest}


def new_job(theme: Theme, taken: list[str], chance: random.Random) -> str:
    """A job of the theme that no colleague has, with a rank or a second one where all plain ones are taken."""
    known = {title.lower() for title in taken}
    ranked = (f"{rank} {job}" for rank in _SAID["ranks"] for job in theme.jobs)
    double = (f"{job} and part-time {other}" for job in theme.jobs for other in theme.jobs if job != other)
    for jobs in (theme.jobs, ranked, double):
        if free := [job for job in jobs if job.lower() not in known]:
            return chance.choice(free)
    return f"{chance.choice(theme.jobs)} no. {len(taken) + 1}"


def _background(
    brief: Mapping[str, Any], subject: Subject, job: str, taken: Collection[str], chance: random.Random
) -> tuple[str, str]:
    """Three to five sentences in which exactly the columns and values meant are found again, if that is possible, and
    the interest that they tell of, which is none of those taken.
    """
    best, wrong = ("", ""), 10_000
    for _ in range(_TRIES):
        columns, values = _cared_for(subject, chance)
        text = " ".join(_sentences(subject, brief["client"], job, (columns, values), chance))
        found_columns, found_values = interests({"background": text, "job_title": job}, brief["table"])
        wanted = {*columns, *(name for name, _ in values)}
        misses = len(wanted.symmetric_difference(found_columns)) + len(set(values).symmetric_difference(found_values))
        interest = _interest(subject, columns, values)
        if interest in taken:
            misses += _REPEATED
            interest = f"{interest}, seen by {an(job)}"
        if misses < wrong:
            best, wrong = (text, interest), misses
        if not misses:
            break
    return best


def _interest(subject: Subject, columns: list[str], values: list[tuple[str, str]]) -> str:
    named = [f"the {subject.said(name)}" for name in columns]
    return listed(
        [*named, *(f'"{value}" among the {subject.said(name)}' for name, value in values[:1])] or [subject.rows]
    )


def _cared_for(subject: Subject, chance: random.Random) -> tuple[list[str], list[tuple[str, str]]]:
    """Two to four columns, measures and others mixed, and up to two values of one of the groups."""
    measures = [column.name for column in shuffled(subject.measures, chance)]
    groups = [column.name for column in shuffled(subject.groups, chance)]
    rest = [column.name for column in shuffled([*subject.dates, *subject.rest], chance)]
    size = chance.choice((2, 3, 3, 4))
    half = size - size // 2
    # Measures and groups in turn, so that most questions of an analysis have something to work with.
    timed = [column.name for column in subject.dates[:1] if chance.random() < 0.25]
    pool = [*measures[:half], *timed, *groups[: size // 2], *measures[half:], *groups[size // 2 :], *rest]
    if subject.main is not None and chance.random() < _OF_MAIN:
        pool.insert(0, subject.main)
    pool = list(dict.fromkeys(pool))
    columns = pool[:size]
    values: list[tuple[str, str]] = []
    choices = [column for column in shuffled(subject.groups, chance) if len(_sayable_values(column)) >= 2]
    if choices and chance.random() < 0.8:
        column = next((one for one in choices if one.name in columns), choices[0])
        wanted = _sayable_values(column)
        several = column.distinct > _TO_CHOOSE and chance.random() < 0.25
        values = [(column.name, value) for value in chance.sample(wanted, 2 if several else 1)]
    valued = {name for name, _ in values}
    others = [name for name in [*columns, *pool[size:]] if name not in valued]
    return others[: max(1, size - len(valued))] or columns, values


def _sayable_values(column: Column) -> list[str]:
    total = sum(count for _, count in column.values) or 1
    return [value for value, count in column.values[:6] if telling(value) and count >= max(3, 0.04 * total)]


def _sentences(
    subject: Subject, client: Mapping[str, str], job: str, cared: tuple[list[str], list[Any]], chance: random.Random
) -> list[str]:
    columns, values = cared
    other = chance.choice([one for one in subject.theme.jobs if one != job])
    known = {
        **_SAID["pronouns"][client["pronoun"]],
        "first": client["name"].split()[0],
        "job": an(job),
        "other": an(other),
        "city": client["location"].split(",")[0],
        "years": chance.choice(_SAID["years"]),
        "rows": subject.rows,
        "hobby": chance.choice(_SAID["hobbies"]),
        "Out": chance.choice(_SAID["out"]),
    }
    said = [sentence(_SAID["who"], chance, known), sentence(subject.theme.stakes, chance, known) + "."]
    if columns:
        named = [f"the {subject.said(name)}" for name in columns]
        cares = _SAID["cares"] if len(named) > 1 else _SAID["alone"]
        said.append(sentence(cares, chance, {**known, "list": listed(named)}))
    if values:
        group, words = subject.said(values[0][0]), [f'"{value}"' for _, value in values]
        known = {**known, "group": group, "value": words[0], "other_value": words[-1]}
        said.append(sentence(_SAID["two"] if len(words) == 2 else _SAID["special"], chance, known))
    if len(said) < 4 or chance.random() < 0.4:
        said.append(spoken(_SAID["quirks"], chance, known))
    return said
