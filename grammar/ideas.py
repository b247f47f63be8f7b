"""Kinds of analysis scenario: what each needs of a table, the words of a client, and the questions that serve it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from grammar.analyses.forms import Form, expression, forms
from grammar.analyses.walking import is_answerable
from grammar.subject import Subject, is_flat, shuffled
from grammar.themes import CHOSEN
from grammar.voices import agreeing, an, sentence, titled
from grammar.words import words


@dataclass(frozen=True)
class Idea:
    """One kind of scenario."""

    name: str
    needs: Mapping[str, str]
    """Letter → what the column is."""
    names: tuple[str, ...]
    descriptions: tuple[str, ...]
    """Two sentences each."""
    goals: tuple[str, ...]
    aims: tuple[str, ...] = ()
    """The questions that a plan begins with, in these letters; the first meets the goal."""


*_CONCRETE, GENERAL, BEYOND = (Idea(name, **told) for name, told in words("ideas").items())
IDEAS: tuple[Idea, ...] = tuple(_CONCRETE)

_ASKED_ABOUT, _OF_MAIN = "mgo", 0.7
"""What a scenario asks about, and how often that is what everybody would ask about first."""
_TRIES = 6
"""How often columns are drawn for a scenario until its first question can be answered."""
_GAP = re.compile(r"\{(\w+)\}")
_CHOSEN = ("decide", "group")
"""Phase and kind of the columns among whose values one is chosen."""


def ideas_for(subject: Subject) -> list[Idea]:
    """The kinds of scenario that a table has the columns for."""
    ideas = [idea for idea in IDEAS if idea.name != "choice" or subject.theme.name in CHOSEN]
    return [idea for idea in ideas if _filled(idea, subject)] or [IDEAS[-1]]


def _filled(idea: Idea, subject: Subject, names: Iterable[str] | None = None) -> dict[str, str] | None:
    """Columns for the letters of a scenario, all from certain ones; None where they do not suffice."""
    found: dict[str, str] = {}
    for letter, kind in idea.needs.items():
        fitting = subject.of_kind(kind)
        known = fitting if names is None else [name for name in names if name in fitting]
        free = apart(known, list(found.values()), subject)
        if not free:
            return None
        found[letter] = free[0]
    return found


def is_about_main(idea: Idea, subject: Subject) -> bool:
    """Whether what everybody would ask about first can be what the scenario asks about."""
    is_measured = subject.main in subject.of_kind("measure")
    return "m" in idea.needs if is_measured else "o" in idea.needs or idea.name == "profile"


def worded(idea: Idea, subject: Subject, liked: list[str], chance: random.Random) -> dict[str, str] | None:
    """The idea as a client's scenario (name, description, goal), on the columns they like wherever these fit.

    None where the table does not bear the question that meets its goal.
    """
    columns = _columns(idea, subject, liked, chance)
    if columns is None:
        return None
    said = {letter: subject.said(name) for letter, name in columns.items()}
    known = {**said, "row": subject.row, "rows": subject.rows, "one": an(subject.row)}
    known["beyond"] = chance.choice(subject.theme.beyond)
    heading = {key: titled(words) for key, words in known.items()}
    heading |= {"Rows": titled(subject.rows), "Beyond": titled(known["beyond"])}
    return {
        "name": agreeing(sentence(idea.names, chance, heading), map(titled, said.values())),
        "description": agreeing(sentence(idea.descriptions, chance, known), said.values()),
        "goal": agreeing(sentence(idea.goals, chance, known), said.values()),
    }


def _columns(idea: Idea, subject: Subject, liked: list[str], chance: random.Random) -> dict[str, str] | None:
    """Different columns for the letters of an idea, on which its first question can be answered."""
    if not idea.aims:
        return {"x": ([name for name in liked if name in subject.words] or shuffled(subject.any_columns(), chance))[0]}
    for _ in range(_TRIES):
        found: dict[str, str] = {}
        for letter, kind in idea.needs.items():
            free = apart(shuffled(subject.of_kind(kind), chance), list(found.values()), subject)
            if kind == "group":  # an outcome is compared, and nothing is compared by it
                telling = [name for name in free if name != subject.main and not is_flat(subject.var.named[name])]
                free = telling or free
            if not free:
                break
            first = [name for name in free if name in liked] or free
            if subject.main in free and letter in _ASKED_ABOUT and chance.random() < _OF_MAIN:
                first = [subject.main]
            # Mostly a favourite, sometimes something that a favourite may be seen against.
            found[letter] = first[0] if chance.random() < 0.8 else free[0]
        whole = len(found) == len(idea.needs)
        if whole and columns_for(aim_of(idea.aims[0]), found, subject, liked, chance) is not None:
            return found
    return None


def recognised(scenario: Mapping[str, str], named: Iterable[str], subject: Subject) -> tuple[Idea, dict[str, str]]:
    """The kind of a scenario and its columns by letter; of one in other words, what suits the columns that it names."""
    names = {said.lower(): name for name, said in subject.words.items()}
    for idea in IDEAS:
        gaps = _gaps([goal.rstrip(".") for goal in idea.goals], scenario["goal"])  # which a purpose may follow
        gaps |= _gaps(idea.descriptions, scenario["description"])
        columns = {letter: names.get(gaps.get(letter, "").lower(), "") for letter in idea.needs}
        if all(columns.values()):
            return idea, columns
    named = list(named)
    suiting = [(idea, found) for idea in IDEAS if (found := _filled(idea, subject, named))]
    return max(suiting, key=lambda pair: len(pair[1]), default=(GENERAL, {}))


def _gaps(templates: Iterable[str], text: str) -> dict[str, str]:
    """What stands in the gaps of the template that a text begins with."""
    found = (expression(template).match(text) for template in templates)
    return next((match.groupdict() for match in found if match), {})


Aim = tuple[Form, str, Mapping[str, str]]
"""A question that serves a scenario: its form, how it is asked, and slots with the letters of the scenario."""


@cache
def aim_of(asked: str) -> Aim:
    """Return a question in a scenario's letters with its form. Raises ValueError where no form asks it."""
    for form, ask in ((each, ask) for each in forms() for ask in each.asks):
        if _GAP.split(ask)[::2] == _GAP.split(asked)[::2]:
            letters = dict(zip(_GAP.findall(ask), _GAP.findall(asked), strict=True))
            return form, ask, {slot: letters[slot] for slot in form.slots}
    raise ValueError(f"ideas.toml: no form asks {asked!r}")


def choices(form: Form, kind: str, subject: Subject) -> list[str]:
    """Columns that a slot of a form may be: no outcome to choose among, nothing to follow that never changes."""
    names = subject.of_kind(kind)
    if (form.phase, kind) == _CHOSEN:
        return [name for name in names if name != subject.main]
    if kind in ("measure", "number") and "date" in form.slots.values():
        return [name for name in names if name in subject.changing]
    return names


def columns_for(
    aim: Aim, known: Mapping[str, str], subject: Subject, near: Sequence[str], chance: random.Random
) -> dict[str, str] | None:
    """Return the columns of an aim by slot, those of the scenario by letter; None where it cannot be answered so.

    What the scenario does not name is a column that is `near`, or else any that fits.
    """
    form, _, letters = aim
    taken = {slot: known[letter] for slot, letter in letters.items() if letter in known}
    if any(name not in choices(form, form.slots[slot], subject) for slot, name in taken.items()):
        return None
    for slot in letters:
        if slot not in taken:
            free = apart(choices(form, form.slots[slot], subject), [*known.values(), *taken.values()], subject)
            if not free:
                return None
            taken[slot] = sorted(shuffled(free, chance), key=lambda name: name not in near)[0]
    slots = {slot: taken[slot] for slot in form.slots}
    return slots if is_answerable(form, slots, subject.var, chance) else None


def apart(names: Iterable[str], others: Sequence[str], subject: Subject) -> list[str]:
    """Return the columns that are not among others, and neither sums nor parts nor mirrors of them."""
    return [name for name in names if name not in others and not subject.is_tied(name, others)]
