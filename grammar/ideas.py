"""Kinds of analysis scenario: what each needs of a table, and the words in which a client would put it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from grammar.scene import FEW
from grammar.subject import Subject, shuffled
from grammar.themes import CHOSEN
from grammar.voices import agreeing, an, capital, sentence


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


IDEAS: tuple[Idea, ...] = (
    Idea(
        "drivers",
        {"m": 1, "x": 2},
        ("What Drives the {m}", "{m} Drivers", "Behind the {m}", "Explaining the {m}"),
        ("I want to know what goes along with the {m}, where it is high and where it is low. My guess is that the {x} "
         "and the {y} explain much of it.",
         "The {m} of {one} differs more than people expect. I would like to see how far the {x} and the {y} account "
         "for that.",
         "Everybody has a theory about the {m}. Mine is the {x}, my colleagues say the {y}, and I want to see who is "
         "right."),
        ("Find out how strongly the {x} and the {y} go together with the {m}, and which of the two matters more.",
         "Know which of the {x} and the {y} tells more about the {m}, so that I can act on it."),
    ),
    Idea(
        "groups",
        {"g": 1, "m": 1},
        ("{m} by {g}", "Comparing the {m} by {g}", "How the {g} Shapes the {m}", "Differences between {g} "
         "Groups"),
        ("I want to compare the {m} between the different kinds of {g}. Averages alone will not do, I also want to "
         "see how much it varies within each.",
         "For my work it matters which {g} {one} has. I would like to see how far the {m} differs between them, and "
         "whether that is more than chance.",
         "People around me treat every {g} alike. I suspect that the {m} says otherwise, and I want to see it set "
         "out."),
        ("Rank the kinds of {g} by their {m}, and say where the differences are solid enough to rely on.",
         "Decide which {g} deserves a closer look on account of its {m}."),
    ),
    Idea(
        "segments",
        {"m": 2},
        ("Groups of Similar {Rows}", "Segments by {m} and {n}", "Types of {Rows}", "A Map of {m} and {n}"),
        ("I would like to sort the {rows} into a few types by their {m} and {n}. Each type should be described so "
         "that a "
         "layman recognises it.",
         "Treating all {rows} alike has never worked for me. With the {m} and the {n} at hand, there should be natural "
         "groups that I can plan for."),
        ("Get three or four clear groups of {rows} with their typical {m} and {n}, and know how large each one is.",
         "See which types of {rows} there are by {m} and {n}, and which type to deal with first."),
    ),
    Idea(
        "time",
        {"c": 1, "d": 1},
        ("{m} over Time", "The {m} through the Years", "Seasons and Trends of the {m}"),
        ("I want to follow the {m} along the {d}. Is there a trend, or a season that comes back?",
         "People keep telling me that the {m} has changed. With the {d} of every {row} I can check whether that is "
         "true."),
        ("Say whether the {m} has risen or fallen over the {d}, and which periods stand out.",),
    ),
    Idea(
        "choice",
        {"m": 2},
        ("Best Choice by {m} and {n}", "The Right Balance of {m} and {n}", "A Shortlist of {Rows}"),
        ("I have to choose a few {rows} and cannot look at each of them. A good one combines a suitable {m} with a "
         "suitable {n}, and I am ready to give way on one for the other.",
         "There is always something to pay for: a suitable {m} often comes at the expense of the {n}. I want to see "
         "which {rows} manage both."),
        ("End up with a shortlist of {rows} that are good in both {m} and {n}, and with the reasons for it.",
         "Find the {rows} that offer the best balance between the {m} and the {n}."),
    ),
    Idea(
        "outliers",
        {"m": 1, "x": 1},
        ("Unusual Values of the {m}", "Where the {m} Is out of Line", "Checking the {m}"),
        ("Before I rely on these figures, I want to know which {rows} are out of line in their {m}. Some will be "
         "mistakes, "
         "others may be the most interesting cases, and the {x} should help to tell them apart.",
         "A few strange {rows} can spoil every average. I would like to find those where the {m} is strange, "
         "and see whether they share the same {x}."),
        ("Get a list of {rows} where the {m} is unusual, and a judgement of how much they distort the whole.",),
    ),
    Idea(
        "relation",
        {"m": 2},
        ("{m} against {n}", "The Link between {m} and {n}", "Does {m} Follow {n}?"),
        ("I would like to see how the {m} and the {n} hang together. If one follows the other closely, I need to "
         "keep an "
         "eye on only one of them.",
         "It is often taken for granted that the {m} goes with the {n}. I want to see it in figures, and where "
         "it "
         "fails."),
        ("Know how close the link between {m} and {n} is, and for which {rows} it does not hold.",),
    ),
    Idea(
        "profile",
        {"g": 2},
        ("{g} and {h}", "A Profile of the {g} by {h}"),
        ("I want to see how the {g} and the {h} are combined among the {rows}. Some combinations should be rare, and "
         "those "
         "interest me most.",
         "Which {h} goes with which {g}? I would like a clear picture of the shares instead of impressions."),
        ("Know which combinations of {g} and {h} are common, which are rare, and what to make of it.",),
    ),
    Idea(
        "risk",
        {"o": 1, "x": 2},
        ("What Points to the {o}", "Recognising the {o}", "Signs of the {o}"),
        ("I would like to tell beforehand what the {o} of {one} will be. I am thinking of the {x} and the {y} as "
         "signs.",
         "I want to learn which {x} and which {y} go with which {o}, and how much they tell together."),
        ("Find simple rules from the {x} and the {y} that point to the {o}, and know how often they are right.",),
    ),
    Idea(
        "overview",
        {"x": 1},
        ("Looking into the {x}", "What the {x} Tells Us", "A Closer Look at the {x}"),
        ("I want to understand the {x} properly before I draw any conclusion. Which values are usual, which are "
         "rare, and "
         "how complete is it?",
         "The {x} is what I work with every day, and I have never seen all of it at once. I would like to know how "
         "it is "
         "distributed and where it surprises."),
        ("Describe the {x} so that I can tell an ordinary {row} from a remarkable one.",),
    ),
)  # fmt: skip

_FEW_OUTCOMES = 8
_ASKED_ABOUT, _OF_MAIN = "mgo", 0.7
"""What a scenario asks about, and how often that is what everybody would ask about first."""

GENERAL = Idea(
    "general",
    {},
    ("General Performance Analysis", "Overall Analysis of {Rows}", "Getting the Big Picture", "General Insights"),
    ("I would like to understand everything that matters about these {rows}. Any insight that helps me in my work is "
     "welcome.",
     "My team wants a general picture of the {rows}. Please look at all there is and tell us what is important."),
    ("Get a complete overview and find whatever is interesting.", "Understand the whole of the {rows} better."),
)  # fmt: skip

BEYOND = Idea(
    "beyond",
    {},
    ("Linking {Rows} with {Beyond}", "{Beyond} and the {x}", "Forecasting from {Beyond}"),
    ("I want to combine the {x} with {beyond}. Only together would they show what is really going on.",
     "The {x} is only half of the story. With {beyond} beside it, I could plan much further ahead."),
    ("Say how {beyond} change what we know from the {x}.", "Build a forecast that takes {beyond} into account."),
)  # fmt: skip


def ideas_for(subject: Subject) -> list[Idea]:
    """The kinds of scenario that a table has the columns for."""
    held = {
        "m": len(subject.measures),
        "c": len(changing(subject)),
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


def changing(subject: Subject) -> list[str]:
    """Measures that may change over time: not what seems to belong to a value of another column, as a place's size.

    Those have about as many different values as that column, and far fewer than there are rows.
    """
    counts = [
        column.distinct
        for column in subject.var.columns
        if column.role != "measure" and FEW < column.distinct < subject.var.rows / 4
    ]
    return [
        column.name
        for column in subject.measures
        if not any(0.9 * count <= column.distinct <= 1.02 * count for count in counts)
    ]


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
        "c": ([name for name in measures if name in changing(subject)], "m"),
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
    return " ".join(word if word in _SMALL else capital(word) for word in words.split(" "))
