"""The discussion of a plan: the data scientist drafts and sharpens questions, the client brings what is concrete."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.ideas import recognised
from grammar.interview import columns_in
from grammar.language import listed, sentences
from grammar.narrowing import bare, narrowed
from grammar.negotiating import bears, caps, named_columns, own_wishes, populations, referred
from grammar.questions import SERVING, Drafter, digs, phase_of
from grammar.slots import CONDITION, Condition, find_conditions, quoted, say_condition
from grammar.subject import Subject, interests, shuffled, subject_of
from grammar.voices import lower, ordinal, sentence
from grammar.words import words

Brief = Mapping[str, Any]
Draft = list[dict[str, Any]]
_DRAFTING, _DISCUSSING, _REACTING = (words("plans")[part] for part in ("drafting", "discussing", "reacting"))
_SHOWN = 4
"""Questions that are named one by one."""
_OF_SOME, _OF_ITS_OWN, _IN_REACH = 0.75, 0.9, 4
"""How often a client cares for some rows in several questions, and for others in one; turns that a next one needs."""


def propose_plan(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `propose_plan` brief: message and questions, general at first and sharper with every exchange."""
    subject = subject_of(brief["table"])
    liked, _ = interests(brief["persona"], brief["table"])
    near = columns_in(" ".join(brief["scenario"].values()), subject)
    drafter = Drafter(subject, [*liked, *filter(None, [subject.main])], chance, near)
    drafts = [
        one["content"]["questions"] for one in brief.get("said", ()) if (one.get("content") or {}).get("questions")
    ]
    if not drafts:
        return _first(brief, drafter, chance)
    opinions = [one["text"] for one in brief["said"] if one["speaker"] == "client"]
    questions = [dict(question) for question in drafts[-1]]
    first = brief["persona"]["name"].split()[0]
    changed = _revise(questions, opinions[-1] if opinions else "", drafter, first)
    if len(opinions) >= 3:
        for question in questions:
            question["conditions"] = question["conditions"] or [f"over all {subject.rows}"]
    _sharpen(questions, subject, str(brief["speech"]), chance)
    open_ones = [ordinal(place + 1) for place, question in enumerate(questions) if not question["conditions"]]
    known = {
        "rows": subject.rows,
        "changed": f", and I have {changed}" if changed else "",
        "open": _questions(open_ones),
    }
    occasions = "changed_too" if changed else "taken_in", "still_open" if open_ones else "complete"
    return {
        "message": " ".join(sentence(_DRAFTING[occasion], chance, known) for occasion in occasions),
        "questions": questions,
    }


def _first(brief: Brief, drafter: Drafter, chance: random.Random) -> dict[str, Any]:
    idea, columns = recognised(brief["scenario"], drafter.near, drafter.subject)
    questions = drafter.plan(max(1, int(brief["questions_wanted"])), idea.aims, columns)
    known = {
        "first": brief["persona"]["name"].split()[0],
        "scenario": brief["scenario"]["name"],
        "count": _counted(len(questions)),
        "rows": drafter.subject.rows,
    }
    listing = " ".join(f"{place}. {question['text']}" for place, question in enumerate(questions, start=1))
    opening, back = sentence(_DRAFTING["openings"], chance, known), sentence(_DRAFTING["ask_back"], chance, known)
    return {"message": f"{opening} {listing} {back}", "questions": questions}


def _counted(count: int) -> str:
    return _DRAFTING["counts"][count - 1] if count <= len(_DRAFTING["counts"]) else f"{count} questions"


def _questions(places: Sequence[str]) -> str:
    """E.g. "second and the fifth question"; of many the first few."""
    more = " and those after them" if len(places) > _SHOWN else ""
    return f"{listed(list(places[:_SHOWN]), 'and the')} question{more}" if places else ""


_ALL = re.compile(r"\b(all|whole|every|entire|no limits?|without limits?)\b", re.IGNORECASE)
_REST = re.compile(
    r"\b(rest|others|other questions|remaining|all questions|each question|every question)\b", re.IGNORECASE
)


def _revise(questions: Draft, opinion: str, drafter: Drafter, first: str) -> str:
    """Put what the client says into the questions, in place; returns what else was changed, in words."""
    changed = []
    subject = drafter.subject
    for start, end in sentences(opinion):
        words = opinion[start:end]
        conditions = find_conditions(words)
        places = referred(words, len(questions))
        columns = named_columns(words, subject)
        if places and columns and not conditions and re.search(r"\b(split|broken down|separately)\b", words):
            changed.append(_split(questions, places, columns, subject))
        elif places and columns and not conditions and re.search(r"\b(replace|instead|rather|swap)\b", words):
            changed.append(_replace(questions, places, columns, drafter))
        elif conditions:
            stated = [found.group() for found in re.finditer(CONDITION, words)]
            meant = places or _meant(questions, conditions, words)
            _put(questions, meant, stated)
            reasons = [kind for kind, ways in _DISCUSSING["because"].items() if any(way in words for way in ways)]
            for kind, place in zip(reasons, meant, strict=False):  # of several questions the first says it
                why = sentence(_DRAFTING["because"][kind], drafter.chance, {"first": first})
                limits, text = questions[place]["conditions"], questions[place]["text"]
                questions[place]["text"] = narrowed(text, limits, subject.rows, drafter.chance, lower(why))
        elif _ALL.search(words) and (places or _REST.search(words)):
            for place in places or [place for place, one in enumerate(questions) if not one["conditions"]]:
                questions[place]["conditions"] = questions[place]["conditions"] or [f"over all {subject.rows}"]
    return " and ".join(dict.fromkeys(changed))


def _meant(questions: Draft, conditions: Sequence[Condition], words: str) -> list[int]:
    """The questions that conditions without a reference are for: those about their columns, else all open ones."""
    open_ones = [place for place, question in enumerate(questions) if not question["conditions"]]
    if _REST.search(words):
        return open_ones
    named = {column for column, _, _ in conditions}
    return [place for place in open_ones if named & set(questions[place]["columns"])] or open_ones


def _put(questions: Draft, places: Sequence[int], stated: Sequence[str]) -> None:
    """Put conditions into questions, in place; two on one column could not both be meant."""
    for place in places:
        every = dict.fromkeys([*questions[place]["conditions"], *stated])
        by_column = {find_conditions(text)[0][0] if find_conditions(text) else text: text for text in reversed(every)}
        questions[place]["conditions"] = [text for text in every if text in by_column.values()]


def _split(questions: Draft, places: Sequence[int], columns: Sequence[str], subject: Subject) -> str:
    for place in places:
        question = questions[place]
        question["columns"] = list(dict.fromkeys([*question["columns"][:4], *columns]))
        core = bare(question["text"]).rstrip("?")
        question["text"] = f"{core}, separately for each {subject.said(columns[0])}?"
    return f"split the {_questions([ordinal(place + 1) for place in places])}"


def _replace(questions: Draft, places: Sequence[int], columns: Sequence[str], drafter: Drafter) -> str:
    drafter.know(questions)
    for place in places:
        questions[place] = drafter.question(phase_of(questions[place]["text"]), columns, deep=True)
    return f"replaced the {_questions([ordinal(place + 1) for place in places])}"


def _sharpen(questions: Draft, subject: Subject, speech: str, chance: random.Random) -> None:
    """Name the conditions in the questions, and settle on the results that each should come to, in place."""
    deep = next(filter(digs, questions), None)
    for question in questions:
        stated = [one for one in question["conditions"] if find_conditions(one)]
        if not all(one in question["text"] for one in stated):
            question["text"] = narrowed(question["text"], stated, subject.rows, chance)
        if question["conditions"] and len(question["result_types"]) > 2 and question is not deep:
            several = chance.random() < (0.2 if speech == "statement" else 0.5)
            question["result_types"] = sorted(
                chance.sample(question["result_types"], 2 if several else 1), key=question["result_types"].index
            )
        named = [column for one in stated for column, _, _ in find_conditions(one)]
        known = {*(column.name for column in subject.var.columns), *subject.linked_words}
        question["columns"] = [name for name in dict.fromkeys([*question["columns"], *named]) if name in known][:5]


# the client


def discuss_plan(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `discuss_plan` brief: conditions and objections first, agreement when the draft holds them."""
    subject = subject_of(brief["table"])
    questions = brief["questions"]
    spoken_before = sum(one["speaker"] == "client" for one in brief["said"])
    open_ones = [place for place, question in enumerate(questions) if not question["conditions"]]
    if not open_ones and questions:
        known = {"place": ordinal(chance.randrange(len(questions)) + 1), "she_says": chance.choice(_DISCUSSING["says"])}
        return {"message": sentence(_DISCUSSING["agreed"], chance, known), "agreed": True}
    said = [sentence(_DISCUSSING["next_words" if spoken_before else "first_words"], chance)]
    objected: int | None = None
    if not spoken_before:
        objected, objection = _objection(brief, subject, chance)
        said += [objection] if objection else []
    now = [place for place in open_ones if place != objected]
    if not spoken_before and len(now) > 3:
        now = now[: round(len(now) * chance.choice((0.75, 1.0)))]
    said += _conditions(brief, subject, now, chance)
    if not spoken_before and chance.random() < 0.6:
        left_open = () if len(now) == len(open_ones) else (_DISCUSSING["left_open"],)
        said.append(chance.choice((*_DISCUSSING["prompts"], *left_open)))
    return {"message": " ".join(said), "agreed": False}


def react(brief: Brief, chance: random.Random) -> dict[str, str]:
    """The reply to a `client_reacts` brief: what was not expected of what is answered, and what counts most next."""
    texts, at = brief["questions"], brief["question"]
    is_in_reach = at < len(texts) and brief["turns_left"] > _IN_REACH
    known = {"place": ordinal(max(at - 1, 1)), "following": ordinal(at + 1) if is_in_reach else ""}
    return {"message": f"{sentence(_REACTING['heard'], chance, known)} {sentence(_REACTING['asks'], chance, known)}"}


def _conditions(brief: Brief, subject: Subject, places: Sequence[int], chance: random.Random) -> list[str]:
    """What the client says of some questions: which rows their work is about, what one needs by itself, else all."""
    liked, values = interests(brief["persona"], brief["table"])
    questions = brief["questions"]
    near = columns_in(" ".join(brief["scenario"].values()), subject)
    said, left, edges = [], list(places), caps(questions, subject)
    for edge, swayed in edges.items():
        common = [place for place in left if place in swayed]
        said += _said_of(common, "wishes", "extremes", say_condition(edge, chance), subject, chance)
    stated = (text for question in questions for text in question["conditions"])
    used = Counter(text for text in stated if any(one not in edges for one in find_conditions(text)))
    if shared := [text for text, count in used.items() if count > 1]:
        kept = find_conditions(shared[0])[0]
        common = [place for place in left if bears(kept, questions[place], near, subject)]
        said += _said_of(common, "shared_too", "", shared[0], subject, chance)
        left = [place for place in left if place not in common]
    elif not used and chance.random() < _OF_SOME:
        offered = populations([questions[place] for place in left], near, subject, (liked, values), chance)
        for wish, common in offered[:1]:
            if len(common) > 3 and chance.random() < 0.6:
                common = common[: round(0.7 * len(common))]
            condition = say_condition(wish[0], chance)
            said += _said_of([left[at] for at in common], "shared", wish[1], condition, subject, chance)
            left = [place for at, place in enumerate(left) if at not in common]
    alone = not used and len(left) == len(places)
    own = len(questions) // 3 - sum(count == 1 for count in used.values())
    for place in shuffled(left, chance)[: max(own, 0)]:
        wishes = own_wishes(questions[place], near, subject, liked, chance)
        aside = alone and place >= SERVING * len(questions)
        wishes = [wish for wish in wishes if aside or wish[1] == "kinds"]  # which takes none away from the goal
        if wishes and chance.random() < _OF_ITS_OWN:
            condition = say_condition(wishes[0][0], chance)
            said += _said_of([place], "wishes", wishes[0][1], condition, subject, chance)
            left.remove(place)
    left = [place for place in left if not any(place in swayed for swayed in edges.values())]
    return said + _said_of(left, "whole", "", "", subject, chance)


def _said_of(
    places: Sequence[int], what: str, why: str, condition: str, subject: Subject, chance: random.Random
) -> list[str]:
    """A sentence about the questions at some places; none where there are no places."""
    if not places:
        return []
    which = f"the {listed([ordinal(place + 1) for place in places])} question{'s' * (len(places) > 1)}"
    because = chance.choice(_DISCUSSING["because"][why]) if why else ""
    known = {"places": which, "rows": subject.rows, "condition": condition, "because": because}
    return [sentence(_DISCUSSING[what], chance, known)]


def _objection(brief: Brief, subject: Subject, chance: random.Random) -> tuple[int | None, str]:
    """Sometimes a question is to be replaced: its position, and the words; none that serves the goal."""
    questions = brief["questions"]
    places = range((len(questions) + 1) // 2, len(questions))
    if chance.random() < 0.3 or not places:
        return None, ""
    place = chance.choice(places)
    taken = questions[place]["columns"]
    named = columns_in(" ".join(brief["scenario"].values()), subject)
    wished = dict.fromkeys([*named, *interests(brief["persona"], brief["table"])[0]])
    names = [name for name in shuffled(wished, chance) if name in subject.of_kind("any") and name not in taken]
    if not names:
        return None, ""
    return place, sentence(_DISCUSSING["replaces"], chance, {"place": ordinal(place + 1), "column": quoted(names[0])})
