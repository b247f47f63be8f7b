"""Rules that choose blindly are seen through: fair options give them chance, giveaways give them more or less."""

from __future__ import annotations

import random
from typing import Any

import pytest

from company.families.dialogues.statistics.blind import baselines


def case(chance: random.Random, right: str, wrong: list[str], place: int | None = None) -> dict[str, Any]:
    texts = [(text, "wrong") for text in wrong]
    texts.insert(chance.randrange(len(wrong) + 1) if place is None else place, (right, ""))
    options = [{"letter": "ABCDEFGHIJ"[at], "text": text, "slip": slip} for at, (text, slip) in enumerate(texts)]
    return {"choice": {"question": "Which group has the highest price", "options": options}}


def words(chance: random.Random) -> str:
    known = [
        "which",
        "group",
        "price",
        "lowest",
        "class",
        "wide",
        "narrow",
        "mean",
        "spread",
        "higher",
        "than",
        "before",
    ]
    return " ".join(chance.choices(known, k=chance.randint(2, 9)))


def test_fair_options_give_every_rule_chance() -> None:
    chance = random.Random(5)
    found = baselines([case(chance, words(chance), [words(chance) for _ in range(4)]) for _ in range(2000)])
    assert len(found) == 6
    assert [each.rule for each in found if not each.blind] == []
    assert {round(each.chance, 6) for each in found} == {0.2}


@pytest.mark.parametrize(
    ("rule", "right", "place"),
    [
        ("the longest option", "a very long account of it " * 3, None),
        ("the shortest option", "a", None),
        ("always A", None, 0),
        ("the most frequent letter", None, 2),
        ("the option closest by words", "which group has the highest price", None),
        ("the option farthest by words", "quite otherwise", None),
    ],
)
def test_a_giveaway_is_told(rule: str, right: str | None, place: int | None) -> None:
    chance = random.Random(7)
    cases = [case(chance, right or words(chance), [words(chance) for _ in range(3)], place) for _ in range(200)]
    (found,) = [each for each in baselines(cases) if each.rule == rule]
    assert not found.blind and found.share > found.high


def test_a_rule_that_cannot_decide_guesses() -> None:
    chance = random.Random(1)
    found = {each.rule: each.share for each in baselines([case(chance, "one", ["two", "six", "ten"])])}
    assert found["the longest option"] == found["the shortest option"] == 0.25
    assert baselines([]) == []
