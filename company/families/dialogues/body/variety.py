"""How far the clients of a benchmark, their plans and their words differ: of so many, how many are different."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.families.dialogues.ids import RecordId

OPENING = 3
"""Words by which a question or a query begins as another one."""
_FIRST = re.compile(r".*?[.!?](?=\s|$)", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True)
class Variety:
    """Of things of one sort, how many are different."""

    all: int
    different: int


def variety(dialogues: Iterable[Mapping[str, Any]]) -> dict[str, Variety]:
    """Return what whole dialogues tell of their variety, by what is counted; {} where nothing is told.

    A client is counted once. A job counts by its last word ("owner"), a first sentence without the words of this
    client's name, place and job, a question and a query by the words that it begins with.
    """
    lines = list(dialogues)
    people = list({RecordId.of(line["dialogue"]).persona_id: line["persona"] for line in lines}.values())
    plans = {RecordId.of(line["dialogue"]).scenario_id: line.get("questions", ()) for line in lines}
    questions = [_words(text) for texts in plans.values() for text in texts]
    queries = [_words(turn["query"]) for line in lines for turn in line["turns"] if turn["query"]]
    things: dict[str, Sequence[Any]] = {
        "names of clients": [one["name"] for one in people],
        "countries of clients": [one["location"].rpartition(",")[2].strip() for one in people],
        "kinds of job": [_words(one["job_title"])[-1:] for one in people],
        "first sentences about clients": [_first_sentence(one) for one in people],
        "questions of plans": questions,
        "beginnings of questions": [words[:OPENING] for words in questions],
        "beginnings of queries": [words[:OPENING] for words in queries],
    }
    return {label: Variety(len(each), len(set(map(str, each)))) for label, each in things.items() if each}


def _first_sentence(persona: Mapping[str, str]) -> list[str]:
    found = _FIRST.match(persona["background"])
    own = {*_words(persona["name"]), *_words(persona["location"]), *_words(persona["job_title"])}
    return [word for word in _words(found[0] if found else persona["background"]) if word not in own]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
