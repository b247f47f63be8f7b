"""Cases that are answered by choosing: letters and their order, the text of the options, and the check of a letter."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from company.families.shared.choices.letters import letter_in
from company.families.shared.choices.records import Choice, Option

CHOSEN = "multi_choice"
"""The result type of a case that is answered by choosing, whatever is asked: it gives nothing away."""
LETTERS = "ABCDEFGHIJ"
FEWEST, MOST = 4, 10
"""Options of a case."""
NONE = "None of the other options is right."
CHECK = """import json
from pathlib import Path

gold = json.loads(Path("./ref_result/choice.json").read_text())["correct_answer"]
answer = json.loads(Path("./pred_result/choice.json").read_text())["correct_answer"]
print(answer == gold)
"""
"""The check of every choice case: both letters as JSON, in the folders that the checks of code cases use."""


@dataclass(frozen=True)
class Lettered:
    """The options of a case in the order in which they are read."""

    options: tuple[Option, ...]
    right: str
    """The letter of the right one."""

    @property
    def text(self) -> str:
        """The text of the options, as readers see it."""
        return options_text([option.text for option in self.options])

    @classmethod
    def by_hash(cls, choice: Choice, data_id: str) -> Self:
        """Return the choice with its options in a random order that depends on the case's id alone."""
        chance = random.Random(hashlib.sha256(data_id.encode()).hexdigest())
        count = len(choice.options) + choice.none
        if not FEWEST <= count <= MOST:
            raise ValueError(f"{data_id}: {count} options; a case has {FEWEST} to {MOST}")
        return cls.placed(choice, chance.randrange(count), chance)

    @classmethod
    def placed(cls, choice: Choice, place: int, chance: random.Random) -> Self:
        """Return the choice with the right option at a position, counted from 0, and the others in any order.

        Raises ValueError when more or fewer than one option is right.
        """
        others = [option for option in choice.options if option.slip]
        right = [option for option in choice.options if not option.slip]
        if choice.none:
            (others if right else right).append(
                Option(text=NONE, code="", slip="one of them is right" if right else "")
            )
        if len(right) != 1:
            raise ValueError(f"{len(right)} right options in {choice.question!r}; exactly one is wanted")
        chance.shuffle(others)
        return cls((*others[:place], right[0], *others[place:]), LETTERS[place])


def options_text(texts: Sequence[str]) -> str:
    """Return the options as they are read, a line each."""
    return "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, texts, strict=False))


def choice_field(choice: Choice, lettered: Lettered) -> dict[str, Any]:
    """Return the field `choice` of a line: what is needed to find the right option again by executing code."""
    return {
        "question": choice.question,
        "setup": choice.setup,
        "answer": choice.answer,
        "options": _with_letters(lettered.options),
    }


def _with_letters(options: Sequence[Option]) -> list[dict[str, Any]]:
    return [{"letter": letter, **option.model_dump()} for letter, option in zip(LETTERS, options, strict=False)]


def letter_of_reference(reference: str) -> str:
    """Return the letter in a reference answer, which is JSON or holds it somewhere; empty where there is none."""
    try:
        return str(json.loads(reference)["correct_answer"])
    except (ValueError, KeyError, TypeError):
        return letter_in(reference) or ""


def balanced(entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines with the right answers of choice cases spread evenly over the letters; others as they are.

    Among cases with equally many options, each letter is right equally often, or once more, in an order that depends
    on nothing but their ids.
    """
    groups: dict[int, list[int]] = {}
    for position, entry in enumerate(entries):
        if "choice" in entry:
            groups.setdefault(len(entry["choice"]["options"]), []).append(position)
    done = [dict(entry) for entry in entries]
    for count, members in groups.items():
        ids = sorted(str(entries[position]["data_id"]) for position in members)
        chance = random.Random(hashlib.sha256("\n".join(ids).encode()).hexdigest())
        places: list[int] = []
        while len(places) < len(members):
            places += chance.sample(range(count), count)
        for position, place in zip(members, places, strict=False):
            done[position] = relettered(entries[position], place)
    return done


def relettered(entry: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return a choice case's line with its right option moved to a position, counted from 0."""
    field = entry["choice"]
    options = [Option(**{key: value for key, value in each.items() if key != "letter"}) for each in field["options"]]
    right = [option for option in options if not option.slip]
    others = [option for option in options if option.slip]
    moved = (*others[:place], *right, *others[place:])
    before, after = (options_text([option.text for option in each]) for each in (options, moved))
    messages = [
        {**message, "content": message["content"].replace(before, after)} for message in entry["prompt_with_hist_json"]
    ]
    return {
        **entry,
        "current_query": entry["current_query"].replace(before, after),
        "prompt_with_hist_txt": entry["prompt_with_hist_txt"].replace(before, after),
        "prompt_with_hist_json": messages,
        "reference_answer": json.dumps({"correct_answer": LETTERS[place]}),
        "choice": {**field, "options": _with_letters(moved)},
    }
