"""The discussion of a plan: the data scientist drafts and sharpens questions, the client brings what is concrete."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.interview import columns_in
from grammar.language import sentences
from grammar.narrowing import bare, narrowed
from grammar.negotiating import named_columns, referred, wishes
from grammar.questions import Drafter, phase_of
from grammar.slots import CONDITION, Condition, Conditions, find_conditions, quoted
from grammar.subject import Subject, interests, shuffled, subject_of
from grammar.voices import ordinal, sentence

Brief = Mapping[str, Any]
Draft = list[dict[str, Any]]

_OPENINGS = (
    'Thank you, {first}. For "{scenario}" I would go step by step, in {count}.',
    'I have thought about "{scenario}", {first}, and would put it as {count}.',
    'Here is a first draft for "{scenario}": {count}, from getting to know the {rows} to a decision.',
    'Let me suggest {count} for "{scenario}", {first}.',
)
_ASK_BACK = (
    "They are still rather general. Which {rows} matter to you in each of them, and where would you draw the lines?",
    "To make them concrete I need your help: is there anything to leave out, or any limit that you have in mind?",
    "Would you tell me for each which {rows} to look at? And if one misses the point, please say so.",
    "Could you go through them and name the conditions that apply in your work?",
)
_TAKEN_IN = (
    "Thank you, that makes it much clearer. I have put your conditions into the questions.",
    "That helps. I have written your limits into the draft{changed}.",
    "Good points. Here is the plan with your conditions in it{changed}.",
    "I see what you are after now, and have changed the draft accordingly.",
)
_STILL_OPEN = (
    "What about the {open}: which {rows} matter there?",
    "I still need to know how to narrow down the {open}. Any limits there?",
    "For the {open} I have no condition yet. Shall I take all {rows}, or only some?",
)
_COMPLETE = (
    "Each question now says what it is about and what should come out. Do you agree?",
    "Every question has its conditions and its result now. Is there anything left to change?",
    "If you agree, I would start with the first one.",
)


def propose_plan(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `propose_plan` brief: message and questions, general at first and sharper with every exchange."""
    subject = subject_of(brief["table"])
    liked, _ = interests(brief["persona"], brief["table"])
    scenario = " ".join(brief["scenario"].values())
    drafter = Drafter(subject, list(dict.fromkeys([*columns_in(scenario, subject), *liked])), chance)
    drafts = [one["content"]["questions"] for one in brief["said"] if (one.get("content") or {}).get("questions")]
    if not drafts:
        return _first(brief, drafter, chance)
    opinions = [one["text"] for one in brief["said"] if one["speaker"] == "client"]
    questions = [dict(question) for question in drafts[-1]]
    changed = _revise(questions, opinions[-1] if opinions else "", drafter)
    if len(drafts) >= 3:
        for question in questions:
            question["conditions"] = question["conditions"] or [f"over all {subject.rows}"]
    _sharpen(questions, subject, str(brief["speech"]), chance)
    open_ones = [ordinal(place + 1) for place, question in enumerate(questions) if not question["conditions"]]
    known = {
        "rows": subject.rows,
        "changed": f", and I have {changed}" if changed else "",
        "open": _questions(open_ones),
    }
    templates = _TAKEN_IN[1:3] if changed else tuple(template.replace("{changed}", "") for template in _TAKEN_IN)
    message = sentence(templates, chance, known)
    return {
        "message": f"{message} {sentence(_STILL_OPEN if open_ones else _COMPLETE, chance, known)}",
        "questions": questions,
    }


def _first(brief: Brief, drafter: Drafter, chance: random.Random) -> dict[str, Any]:
    questions = drafter.plan(max(1, int(brief["questions_wanted"])))
    known = {
        "first": brief["persona"]["name"].split()[0],
        "scenario": brief["scenario"]["name"],
        "count": _counted(len(questions)),
        "rows": drafter.subject.rows,
    }
    listing = " ".join(f"{place}. {question['text']}" for place, question in enumerate(questions, start=1))
    opening, back = sentence(_OPENINGS, chance, known), sentence(_ASK_BACK, chance, known)
    return {"message": f"{opening} {listing} {back}", "questions": questions}


_COUNTS = ("one question", "two questions", "three questions", "four questions", "five questions", "six questions",
           "seven questions", "eight questions", "nine questions", "ten questions")  # fmt: skip


def _counted(count: int) -> str:
    return _COUNTS[count - 1] if count <= len(_COUNTS) else f"{count} questions"


def _questions(places: Sequence[str]) -> str:
    """E.g. "second and the fifth question"; of many the first few."""
    shown = list(places[:4])
    if not shown:
        return ""
    words = shown[0] if len(shown) == 1 else f"{', the '.join(shown[:-1])} and the {shown[-1]}"
    return f"{words} question" + (" and those after them" if len(places) > len(shown) else "")


_ALL = re.compile(r"\b(all|whole|every|entire|no limits?|without limits?)\b", re.IGNORECASE)
_REST = re.compile(
    r"\b(rest|others|other questions|remaining|all questions|each question|every question)\b", re.IGNORECASE
)


def _revise(questions: Draft, opinion: str, drafter: Drafter) -> str:
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
            _put(questions, places or _meant(questions, conditions, words), stated)
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
    drafter.texts.update(bare(question["text"]) for question in questions)
    for place in places:
        questions[place] = drafter.question(phase_of(questions[place]["text"]), columns)
    return f"replaced the {_questions([ordinal(place + 1) for place in places])}"


def _sharpen(questions: Draft, subject: Subject, speech: str, chance: random.Random) -> None:
    """Name the conditions in the questions, and settle on the results that each should come to, in place."""
    for question in questions:
        stated = [one for one in question["conditions"] if find_conditions(one)]
        if not all(one in question["text"] for one in stated):
            question["text"] = narrowed(question["text"], stated, subject.rows, chance)
        if question["conditions"] and len(question["result_types"]) > 2:
            several = chance.random() < (0.2 if speech == "statement" else 0.5)
            question["result_types"] = sorted(
                chance.sample(question["result_types"], 2 if several else 1), key=question["result_types"].index
            )
        named = [column for one in stated for column, _, _ in find_conditions(one)]
        known = {column.name for column in subject.var.columns}
        question["columns"] = [name for name in dict.fromkeys([*question["columns"], *named]) if name in known][:5]


# the client

_FIRST_WORDS = (
    "Thank you, that is close to what I need.",
    "I like the order of it. Let me add what matters in my work.",
    "That makes sense to me, but some of it is too broad for {job}.",
    "Good. I do not need everything that is in the table, though.",
    "I have read it twice, and have a few wishes.",
    "This is a good start. To me, it is still a little general.",
    "Yes, in principle. In practice I look at things more narrowly.",
    "Most of these I could have asked myself. Here is what I would add.",
    "Let me tell you how I would use the answers, then it becomes clear what to leave out.",
)
_NEXT_WORDS = ("Better.", "We are getting there.", "Yes, that is clearer.", "Good, and the rest is quickly said.")
_WISHES = (
    "For the {place} question I only care about {rows} where {condition}.",
    "In the {place} question, please look at {rows} where {condition}, the others are not my concern.",
    "The {place} question should be about {rows} where {condition}.",
    "As to the {place} question, I would keep it to {rows} where {condition}.",
    "In the {place} question I would draw the line at {rows} where {condition}{because}.",
    "When it comes to the {place} question, only {rows} where {condition} are of use to me{because}.",
)
_BECAUSE = (
    ", since that is what I deal with",
    ", as I cannot act on anything else",
    ", because the rest would only blur it",
    ", which is where my decisions are made",
    "",
)
_WHOLE = (
    "The {place} question can stay on all {rows}.",
    "For the {place} question I would like to see all {rows}, without any limit.",
    "Please leave the {place} question as it is, over all {rows}.",
)
_REPLACES = (
    "The {place} question is not what keeps me awake; could you replace it by one about {column}?",
    "Instead of the {place} question I would rather have one about {column}.",
)
_PROMPTS = ("Can you work that in?", "Does that help?", "What do you think?", "Would that work?")
_LEFT_OPEN = "The others I will leave to you for the moment."
_AGREED = (
    "Yes, that is what I want to know. Let us begin.",
    "Agreed. These are the questions that I would have asked, only better put.",
    "That is it, nothing to add. I am curious about the answer to the {place} question.",
    "Good, I agree with all of it. Please go ahead.",
    "I have nothing to object to any more. If the {place} question can be answered, {she_says}.",
)
_SAYS = ("I will be more than content", "it was worth the trouble", "that alone would help me a great deal")


def discuss_plan(brief: Brief, chance: random.Random) -> dict[str, Any]:
    """The reply to a `discuss_plan` brief: conditions and objections first, agreement when the draft holds them."""
    subject = subject_of(brief["table"])
    questions = brief["questions"]
    spoken_before = sum(one["speaker"] == "client" for one in brief["said"])
    open_ones = [place for place, question in enumerate(questions) if not question["conditions"]]
    if not open_ones and questions:
        known = {"place": ordinal(chance.randrange(len(questions)) + 1), "she_says": chance.choice(_SAYS)}
        return {"message": sentence(_AGREED, chance, known), "agreed": True}
    words = [_opening(brief, spoken_before, chance)]
    objected: int | None = None
    if not spoken_before:
        objected, objection = _objection(questions, subject, chance)
        words += [objection] if objection else []
    now = [place for place in open_ones if place != objected]
    if not spoken_before and len(now) > 2:
        now = sorted(chance.sample(now, max(2, round(len(now) * chance.choice((0.6, 0.75, 1.0))))))
    words += _conditions(brief, subject, now, chance)
    if not spoken_before and chance.random() < 0.6:
        words.append(chance.choice(_PROMPTS if len(now) == len(open_ones) else (*_PROMPTS, _LEFT_OPEN)))
    return {"message": " ".join(words), "agreed": False}


def _opening(brief: Brief, spoken_before: int, chance: random.Random) -> str:
    if spoken_before:
        return chance.choice(_NEXT_WORDS)
    return sentence(_FIRST_WORDS, chance, {"job": "my purposes"})


def _conditions(brief: Brief, subject: Subject, places: Sequence[int], chance: random.Random) -> list[str]:
    cared = interests(brief["persona"], brief["table"])
    stated = [
        found for question in brief["questions"] for one in question["conditions"] for found in find_conditions(one)
    ]
    used: Counter[Condition] = Counter(stated)
    words = []
    for place in places:
        known = {"place": ordinal(place + 1), "rows": subject.rows, "because": chance.choice(_BECAUSE)}
        wished = wishes(brief["questions"][place], subject, cared, used, chance) if chance.random() < 0.85 else []
        if wished:
            known["condition"] = Conditions().say(tuple(wished), chance)
            templates = _WISHES if known["because"] else _WISHES[:4]
            words.append(sentence(templates, chance, known))
        else:
            words.append(sentence(_WHOLE, chance, known))
    return words


def _objection(questions: Draft, subject: Subject, chance: random.Random) -> tuple[int | None, str]:
    """Sometimes a question is to be replaced: its position, and the words; none about what matters most."""
    places = [at for at, question in enumerate(questions) if subject.main not in columns_in(question["text"], subject)]
    if chance.random() < 0.3 or len(questions) < 2 or not places:
        return None, ""
    place = chance.choice(places)
    taken = questions[place]["columns"]
    columns = shuffled([*subject.measures, *subject.groups], chance)
    names = [one.name for one in columns if one.name not in taken]
    if not names:
        return None, ""
    return place, sentence(_REPLACES, chance, {"place": ordinal(place + 1), "column": quoted(names[0])})
