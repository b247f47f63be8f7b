"""Kinds of analysis scenario: what each needs of a table, and the words in which a client would put it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from grammar.subject import Subject, shuffled
from grammar.themes import CHOSEN
from grammar.voices import agreeing, an, capital, sentence
from grammar.words import words


@dataclass(frozen=True)
class Idea:
    """One kind of scenario.

    `needs` counts what it speaks of: measures (m; c: such that change), groups, outcomes, dates, any columns (x).
    """

    name: str
    needs: Mapping[str, int]
    names: tuple[str, ...]
    descriptions: tuple[str, ...]
    """Two sentences each."""
    goals: tuple[str, ...]


*_CONCRETE, GENERAL, BEYOND = (Idea(name, **told) for name, told in words("ideas").items())
IDEAS: tuple[Idea, ...] = tuple(_CONCRETE)

_FEW_OUTCOMES = 8
_ASKED_ABOUT, _OF_MAIN = "mgo", 0.7
"""What a scenario asks about, and how often that is what everybody would ask about first."""


def ideas_for(subject: Subject) -> list[Idea]:
    """The kinds of scenario that a table has the columns for."""
    held = {
        "m": len(subject.measures),
        "c": len(subject.changing),
        "g": len(subject.groups),
        "d": len(subject.dates),
        "x": len(subject.measures) + len(subject.groups) + len(subject.dates),
        "o": len(outcomes(subject)),
    }
    fits = [
        idea
        for idea in IDEAS
        if all(held[slot] >= count for slot, count in idea.needs.items())
        and sum(idea.needs.values()) <= held["x"]
        and (idea.name != "choice" or subject.theme.name in CHOSEN)
    ]
    return fits or [IDEAS[-1]]


def is_about_main(idea: Idea, subject: Subject) -> bool:
    """Whether what everybody would ask about first can be what the scenario asks about."""
    measured = subject.main in [column.name for column in subject.measures]
    if not measured:
        return "o" in idea.needs or idea.name == "profile"
    return bool({"m", "c"} & set(idea.needs))


def outcomes(subject: Subject) -> list[str]:
    """What one may try to foresee: what everybody would ask about, where it has few values."""
    return [
        column.name for column in subject.groups if column.name == subject.main and column.distinct <= _FEW_OUTCOMES
    ]


def worded(idea: Idea, subject: Subject, liked: list[str], chance: random.Random) -> dict[str, str]:
    """The idea as a client's scenario (name, description, goal), on the columns they like wherever these fit."""
    known = {**_columns(idea, subject, liked, chance), "row": subject.row, "rows": subject.rows, "one": an(subject.row)}
    known["beyond"] = chance.choice(subject.theme.beyond)
    heading = {key: _heading(words) for key, words in known.items()}
    heading |= {"Rows": _heading(subject.rows), "Beyond": _heading(known["beyond"])}
    named = [words for key, words in known.items() if len(key) == 1]
    return {
        "name": agreeing(sentence(idea.names, chance, heading), [_heading(words) for words in named]),
        "description": agreeing(sentence(idea.descriptions, chance, known), named),
        "goal": agreeing(sentence(idea.goals, chance, known), named),
    }


def _columns(idea: Idea, subject: Subject, liked: list[str], chance: random.Random) -> dict[str, str]:
    """Words for the slots m, n (measures), g, h (groups), o (outcome), d (date), x, y (any other), all different."""
    free: list[str] = []

    def take(names: list[str], letter: str) -> str:
        fresh = [name for name in names if name not in free]
        if subject.main in fresh and letter in _ASKED_ABOUT and chance.random() < _OF_MAIN:
            free.append(str(subject.main))
            return subject.said(free[-1])
        first = [name for name in fresh if name in liked] or fresh or names or subject.any_columns()[:1]
        # Mostly a favourite, sometimes something that a favourite may be seen against.
        name = first[0] if chance.random() < 0.8 else (fresh or first)[0]
        free.append(name)
        return subject.said(name)

    measures = [column.name for column in shuffled(subject.measures, chance)]
    groups = [column.name for column in shuffled(subject.groups, chance)]
    if idea.name == "groups":  # an outcome is compared, and nothing is compared by it
        groups = [name for name in groups if name != subject.main] or groups
    dates = [column.name for column in subject.dates]
    every = [*measures, *groups] or dates or subject.any_columns()
    chance.shuffle(every)
    pools = {
        "m": (measures, "mn"),
        "c": ([name for name in measures if name in subject.changing], "m"),
        "g": (groups, "gh"),
        "o": (outcomes(subject), "o"),
        "d": (dates, "d"),
        "x": (every, "xy"),
    }
    found: dict[str, str] = {}
    for slot, count in ({**idea.needs} or {"x": 1}).items():
        pool, letters = pools[slot]
        for letter in letters[:count]:
            found[letter] = take(pool, letter)
    return found


_SMALL = {"of", "and", "the", "by", "in", "a", "an", "for", "to", "with", "on", "at", "or", "they", "what", "how"}


def _heading(words: str) -> str:
    if words.startswith("‘"):
        return words
    return " ".join(word if word in _SMALL else capital(word) for word in words.split(" "))
