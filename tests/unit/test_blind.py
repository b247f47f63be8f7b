"""Rules that choose without data are seen through: fair options give them chance, giveaways give them more."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from company.benchmark.printing import exported_text, verification_text
from company.benchmark.reading import Benchmark
from company.benchmark.verify import Verification
from company.families.shared.choices.blind import baselines, by_words, given_away, lucky, verdict
from company.families.shared.choices.learning import by_learning

TABLE = '- `city` (str): Values: "Oslo", "Bergen". - `opened` (str): From 2015-12-24 to 2022-02-14. - `price` (int64)'
QUESTION = "Which group has the highest price"


def case(
    chance: random.Random,
    right: str,
    wrong: list[str],
    place: int | None = None,
    question: str = QUESTION,
    dialogue: int = 0,
) -> dict[str, Any]:
    texts = [(text, "wrong") for text in wrong]
    texts.insert(chance.randrange(len(wrong) + 1) if place is None else place, (right, ""))
    options = [{"letter": "ABCDEFGHIJ"[at], "text": text, "slip": slip} for at, (text, slip) in enumerate(texts)]
    data_id = f"shops.p{dialogue:02d}.s1.d1.t{chance.randrange(90):02d}.fast_fail"
    return {
        "data_id": data_id,
        "prompt_with_hist_txt": f"{TABLE}\n\n{question}",
        "choice": {"question": question, "options": options},
    }


_KNOWN = ["which", "group", "price", "lowest", "class", "wide", "narrow", "mean", "3", "17", "120", "may", "only"]


def words(chance: random.Random) -> str:
    return " ".join(chance.choices(_KNOWN, k=chance.randint(2, 9)))


def fair(count: int) -> list[dict[str, Any]]:
    chance = random.Random(5)
    return [
        case(chance, words(chance), [words(chance) for _ in range(4)], dialogue=number // 5) for number in range(count)
    ]


def test_fair_options_give_every_rule_chance() -> None:
    found = baselines(fair(600))
    assert [each.rule for each in found if not each.blind] == []
    assert {round(each.chance, 6) for each in found} == {120.0}
    assert all(0.15 < each.share < 0.25 for each in found)


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("the longest option", "a very long account of all that there is", None),
        ("the shortest option", "a", None),
        ("the option closest by words", "which group has the highest price", None),
        ("the option farthest by words", "quite otherwise", None),
        ("the odd one out", "nobody knows", ["the price rises", "the price falls", "the price stays"]),
        ("the option most like the others", "the price rises", ["the price jumps", "a price rises", "it sinks"]),
        ("the largest number", "it is 99", ["it is 5", "it is 17.5", "it is 1,2"]),
        ("the smallest number", "it is -3", ["it is 5", "it is 17.5", "it is 12"]),
        ("the middle number", "it is 14", ["it is 5", "it is 99", "it is 12"]),
        ("the most numbers", "12 of 14", ["it is 5", "it is 99", "it is 14"]),
        ("the most hedging words", "it may perhaps rise", ["it rises", "it falls", "it stays"]),
        ("the fewest sure words", "it rises", ["it always rises", "it never falls", "it must stay"]),
        ("a name that is not in the table", "No row is in 'Hamar'", ["No row is in 'Oslo'", "No row is in 'Bergen'"]),
        ("no name that is not in the table", "'Oslo' leads", ["'Hamar' leads", "'Narvik' leads", "'Vik' leads"]),
        ("a year outside those of the table", "No row is from 2031", ["No row is from 2019", "No row is from 2020"]),
    ],
)
def test_a_giveaway_is_told(rule: str, right: str, wrong: list[str] | None) -> None:
    chance = random.Random(7)
    made = [
        case(chance, right, wrong or [words(chance) for _ in range(3)], dialogue=number // 4) for number in range(60)
    ]
    (found,) = [each for each in baselines(made) if each.rule == rule]
    assert not found.blind and found.right > found.luck


def test_letters_that_are_right_more_often_are_told() -> None:
    chance = random.Random(7)
    found = {
        place: {each.rule for each in baselines([case(chance, words(chance), ["x y", "y z", "z x"], place)
                                                 for _ in range(60)]) if not each.blind}
        for place in (0, 2)
    }  # fmt: skip
    assert {"always A", "the most frequent letter"} <= found[0]
    assert "the most frequent letter" in found[2] and "always A" not in found[2]


def test_the_rule_of_forms_that_solved_what_cannot_be_answered_is_told() -> None:
    """An unknown name is lacking, a vague word leaves something open, and all else can be answered."""
    chance = random.Random(3)
    lacking = ["The data has no 'Hamar' in 'city'", "The data has no 'Oslo' in 'city'"]
    opened = ["Is it at least 30 or at least 50?", "Is it the mean or the median?"]
    enough = ["It can be answered with 'city' and 'price'", "It can be answered with 'city' and 'opened'"]
    asked = {
        lacking[0]: "What is the mean 'price' at least 30 where 'city' is 'Hamar'?",
        opened[0]: "What is the mean 'price' of high ones where 'city' is 'Oslo'?",
        enough[0]: "What is the mean 'price' at least 30 where 'city' is 'Oslo'?",
    }
    made = []
    for right, question in asked.items():
        known = [each for each in (*lacking, *opened, *enough) if each != right]
        known = [each.replace("Hamar", "Bergen") for each in known]
        made += [case(chance, right, known, question=question, dialogue=number) for number in range(7)]
    (found,) = [each for each in baselines(made) if each.rule == "by the form of question and options"]
    assert found.right == 21 and not found.blind


def test_what_is_learned_comes_from_other_dialogues_alone() -> None:
    chance = random.Random(1)
    marked = [case(chance, "alpha beta", ["gamma beta", "delta beta"], dialogue=number) for number in range(8)]
    assert by_learning(marked, [str(number) for number in range(8)]) == [1.0] * 8
    assert by_learning(marked, ["one"] * 8) == pytest.approx([1 / 3] * 8)


def test_a_rule_that_cannot_decide_guesses() -> None:
    chance = random.Random(1)
    found = {each.rule: each.share for each in baselines([case(chance, "one", ["two", "six", "ten"])])}
    assert found["the longest option"] == found["the shortest option"] == 0.25
    assert baselines([]) == []


def test_luck_is_what_guessing_exceeds_as_seldom_as_is_said() -> None:
    assert [lucky([0.5] * 10, level) for level in (0.01, 0.5, 0.95, 0.999)] == [1, 5, 8, 9]
    assert lucky([1.0, 1.0, 0.0], 0.95) == 2


def test_a_category_that_words_solve_is_told_with_what_to_do() -> None:
    chance = random.Random(7)
    told = [case(chance, "a very long account of it", ["x", "y", "z"], dialogue=number) for number in range(30)]
    cases = {"fast_fail": told, "plot_qa": fair(30), "normal": [{"data_id": "shops.p1.s1.d1.t01"}]}
    assert list(by_words(cases)) == ["fast_fail", "plot_qa"]
    (line,) = given_away(cases)
    assert line.startswith("fast_fail: solved by words alone: 30 of 30, chance 7.5, by luck up to")
    assert "above chance" in line
    assert "within chance" in verdict(by_words(cases)["plot_qa"])


def test_verify_and_export_say_it_and_let_it_pass() -> None:
    chance = random.Random(7)
    told = tuple(case(chance, "a very long account of it", ["x", "y", "z"], dialogue=number) for number in range(30))
    content = Benchmark(Path("shops"), {"fast_fail": told})
    remarks = content.family.release.remarks(content)
    found = Verification(True, (), (), {}, {}, tuple(remarks))
    line = f"to be looked at: {remarks[0]}"
    assert line in verification_text(Path("shops"), found.as_json()).splitlines()
    assert line in exported_text(Path("shops"), remarks=remarks).splitlines()
    assert content.family.release.remarks(Benchmark(Path("shops"), {"fast_fail": tuple(fair(30))})) == []


def test_a_line_where_the_outer_quarter_begins_is_seen_through_where_the_table_tells_it() -> None:
    """The quarter is read from the description of the word's own column; a limit against the word is none."""
    chance = random.Random(8)
    cases = []
    for number in range(60):
        up = chance.randrange(100, 200)
        lines = [(f"assuming({up + 3}, None)", ""), (f"assuming(None, {up - 50})", "wrong end")]
        lines += [(f"assuming({up + chance.choice((-1, 1)) * chance.randrange(20, 80)}, None)", "it turns")] * 3
        made = case(chance, f"{up + 3} or more", ["other"] * 4, dialogue=number)
        chance.shuffle(lines)
        options = [
            {"letter": letter, "text": f"large when {code}", "code": code, "slip": slip}
            for letter, (code, slip) in zip("ABCDE", lines, strict=True)
        ]
        described = f"- `price` (int64): Price: half of them lie between {up - 50} and {up}, with 1 as the smallest."
        cases.append(
            {
                **made,
                "prompt_with_hist_txt": f"- `size` (int64): half of them lie between 1 and 2.\n{described}\n",
                "choice": {**made["choice"], "options": options},
                "guess": {"column": "price", "side": "high"},
            }
        )
    found = {each.rule: each for each in baselines(cases)}
    assert found["the number nearest the outer quarter"].right == 60
    untold = [{**each, "prompt_with_hist_txt": ""} for each in cases]
    assert {each.rule: each for each in baselines(untold)}["the number nearest the outer quarter"].right < 20
