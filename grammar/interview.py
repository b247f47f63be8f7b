"""The admin's interview with a client about analysis scenarios, and the choice of the most reasonable one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from grammar.ideas import BEYOND, GENERAL, Idea, ideas_for, is_about_main, worded
from grammar.language import listed
from grammar.steps.base import plain
from grammar.subject import Subject, interests, shuffled, subject_of
from grammar.voices import an, capital, ordinal, sentence
from grammar.words import words

_SAID = words("people")["interview"]
Brief = Mapping[str, Any]
_OF_MAIN = 0.75
"""How often a client thinks first of what everybody would ask about."""
_GIVEN_UP = 0.5
"""How often a client takes back a scenario that is too broad, or more than the table holds."""


def ask_about_scenarios(brief: Brief, chance: random.Random) -> dict[str, str]:
    """The reply to an `ask_about_scenarios` brief: an opening question, then one that follows up."""
    subject = subject_of(brief["table"])
    persona = brief["persona"]
    ideas = last_ideas(brief.get("said", ()))
    known = {"first": persona["name"].split()[0], "rows": subject.rows}
    if not ideas:
        known["about"] = _about(brief["table"], subject, chance)
        known["job"] = an(" ".join(word if word.isupper() else word.lower() for word in persona["job_title"].split()))
        return {"message": sentence(_SAID["first_questions"], chance, known)}
    best = ideas[best_scenario(ideas, subject)]
    faults = [_SAID["beyond"]] * any(goes_beyond(idea, subject) for idea in ideas)
    faults += [_SAID["broad"]] * any(is_general(idea, subject) for idea in ideas)
    known |= {"scenario": f'"{best["name"]}"', "vague": chance.choice(faults or _SAID["careful"])}
    return {"message": sentence(_SAID["follow_ups"], chance, known)}


def _about(table: Mapping[str, Any], subject: Subject, chance: random.Random) -> str:
    names = [f"the {subject.said(name)}" for name in subject.any_columns()[:8]]
    shown = listed(chance.sample(names, min(3, len(names))))
    return sentence(_SAID["abouts"], chance, {"count": f"{table['rows']:,}", "rows": subject.rows, "shown": shown})


def propose_scenarios(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `propose_scenarios` brief: the client's message and three scenarios, at least one of them good."""
    subject = subject_of(brief["table"])
    liked, _ = interests(brief["persona"], brief["table"])
    scenarios = _three(subject, liked, chance)
    names = [f'"{scenario["name"]}"' for scenario in scenarios]
    known = {
        "names": listed(names),
        "first_name": names[0],
        "others": listed(names[1:]),
        "interest": listed([f"the {subject.said(name)}" for name in liked[:3]]) if len(liked) > 1 else "",
        "a": subject.said((liked or subject.any_columns())[0]),
        "greet": chance.choice(_SAID["greetings"]),
    }
    known["reason"] = sentence(_SAID["reasons"], chance, known)
    templates = tuple(template.replace("{greet}", known["greet"]) for template in _SAID["answers"])
    return {"message": sentence(templates, chance, known), "scenarios": scenarios}


def refine_scenarios(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `refine_scenarios` brief: the scenario that was asked about with a clearer goal, and what of the
    others the client gives up.
    """
    subject = subject_of(brief["table"])
    earlier = last_ideas(brief["said"])
    whole = [idea for idea in earlier if "goal" in idea]
    kept = dict(whole[_praised(brief["said"], whole, subject)])
    earlier = [idea for idea in earlier if idea["name"] != kept["name"]]
    purpose = "" if "so that" in kept["goal"] else chance.choice(_SAID["purposes"])
    kept["goal"] = kept["goal"].rstrip(".") + purpose + "."
    faulty = [idea["name"] for idea in earlier if goes_beyond(idea, subject) or is_general(idea, subject)]
    withdrawn = [name for name in faulty if chance.random() < _GIVEN_UP]
    others = [idea["name"] for idea in earlier if idea["name"] not in withdrawn]
    known = {"first_name": f'"{kept["name"]}"', "others": _quoted(others), "withdrawn": _quoted(withdrawn)}
    parts = ["refined", *["reserve"] * bool(others), *["given_up"] * bool(withdrawn), "expected"]
    message = " ".join(sentence(_SAID[part], chance, known) for part in parts)
    return {"message": message, "scenarios": [kept], "withdrawn": withdrawn}


def _quoted(names: Sequence[str]) -> str:
    return listed([f'"{name}"' for name in names] or [""])


def _three(subject: Subject, liked: list[str], chance: random.Random) -> list[dict[str, str]]:
    """One good scenario, then a second good one, one too general or one beyond the table, by chance."""
    kinds = shuffled(ideas_for(subject), chance)
    if chance.random() < _OF_MAIN:
        kinds.sort(key=lambda idea: not is_about_main(idea, subject))
    good = list(islice(_answerable(kinds, subject, liked, chance), 3))
    while len(good) < 3:
        good += list(islice(_answerable([*kinds, GENERAL], subject, liked, chance), 1))
    if chance.random() < 0.65:
        good[1:2] = _answerable([GENERAL], subject, liked, chance)
    if chance.random() < 0.55:
        good[2:3] = _answerable([BEYOND], subject, liked, chance)
    return _distinct(shuffled(good, chance))


def _answerable(
    kinds: Iterable[Idea], subject: Subject, liked: list[str], chance: random.Random
) -> Iterator[dict[str, str]]:
    """Yield scenarios of these kinds, as far as the table bears the questions that would meet their goals."""
    made = (worded(kind, subject, shuffled(liked, chance), chance) for kind in kinds)
    return (scenario for scenario in made if scenario is not None)


def _distinct(ideas: list[dict[str, str]]) -> list[dict[str, str]]:
    """The ideas with names that are all different."""
    found: list[dict[str, str]] = []
    for idea in ideas:
        taken = {other["name"] for other in found}
        name, number = idea["name"], 2
        while name in taken:
            name, number = f"{idea['name']}, part {number}", number + 1
        found.append({**idea, "name": name})
    return found


def choose_scenario(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `choose_scenario` brief: the most concrete scenario that the table can answer, and why."""
    subject = subject_of(brief["table"])
    ideas = brief["scenarios"]
    best = _praised(brief.get("said", ()), ideas, subject)
    named = [f"the {subject.said(name)}" for name in columns_in(_text(ideas[best]), subject)[:3]]
    known = {"chosen": f'"{ideas[best]["name"]}"', "columns": listed(named or ["its columns"])}
    templates = _SAID["choices"] if len(named) > 1 else _SAID["choices"][:3]
    message = sentence(templates, chance, known)
    for position, idea in enumerate(ideas):
        fault = "too_far" if goes_beyond(idea, subject) else "too_general" if is_general(idea, subject) else ""
        if position != best and fault:
            called = f'"{idea["name"]}"' + (f", the {ordinal(position + 1)} one," if chance.random() < 0.3 else "")
            message += " " + capital(sentence(_SAID[fault], chance, {"name": called}).strip())
    return {"message": message, "choice": best + 1}


def _praised(said: Sequence[Mapping[str, Any]], ideas: Sequence[Mapping[str, str]], subject: Subject) -> int:
    """0-based position of the scenario that the admin asked to hear more of, else of the most reasonable one."""
    asked = [str(message["text"]) for message in said if message["speaker"] == "admin"]
    praised = (position for position, idea in enumerate(ideas) if asked and f'"{idea["name"]}"' in asked[-1])
    good = (at for at in praised if not goes_beyond(ideas[at], subject) and not is_general(ideas[at], subject))
    return next(good, best_scenario(ideas, subject))


def last_ideas(said: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The scenarios of the last message that brought some."""
    brought = ((message.get("content") or {}).get("scenarios") for message in reversed(said))
    return list(next(filter(None, brought), ()))


def columns_in(text: str, subject: Subject) -> list[str]:
    """Columns that a text names in plain words, in the order of the text."""
    places = subject.places(text.lower(), [])
    return sorted(places, key=lambda name: places[name])


_OUTSIDE = frozenset(_SAID["outside"].split())
"""Words that point to what few tables hold; they count only where the table has no column of that name."""
_BROAD = re.compile(
    r"(?i)\b(general|generally|everything|overall|whatever|any insight|big picture|all there is|various)\b"
)


def goes_beyond(idea: Mapping[str, str], subject: Subject) -> bool:
    """Whether a scenario asks for what the table does not seem to hold."""
    words = set(re.findall(r"[a-z']+", _text(idea).lower()))
    held = {word for name in subject.var.named for word in plain(name).split()}
    phrases = any(phrase.lower() in _text(idea).lower() for phrase in subject.theme.beyond)
    return phrases or bool((words & _OUTSIDE) - held)


def is_general(idea: Mapping[str, str], subject: Subject) -> bool:
    """Whether a scenario is too broad to be planned; of one that is told by its name, whether that says so."""
    return bool(_BROAD.search(_text(idea))) or ("goal" in idea and not columns_in(_text(idea), subject))


def best_scenario(ideas: Sequence[Mapping[str, str]], subject: Subject) -> int:
    """0-based position of the most reasonable scenario: concrete, answerable from the columns, named early."""

    def score(position: int) -> float:
        idea = ideas[position]
        faults = 4.0 * goes_beyond(idea, subject) + 3.0 * is_general(idea, subject)
        return min(len(columns_in(_text(idea), subject)), 3) - 0.8 * position - faults

    return max(range(len(ideas)), key=score)


def _text(idea: Mapping[str, str]) -> str:
    return " ".join(idea[part] for part in ("name", "description", "goal") if part in idea)
