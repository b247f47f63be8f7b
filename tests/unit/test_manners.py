"""What is complained of in a reply beside its form, and what is not."""

from typing import Any

import pytest

from company.families.dialogues.replies import Query
from company.models.protocol import Reply
from company.models.unwrapping import LONGEST
from company.records import Frozen
from company.run.stage import composed
from company.staff.manners import unfit, unread


class Said(Frozen):
    message: str


class Coded(Frozen):
    message: str
    code: str
    names: tuple[str, ...] = ()


FAILED = "\n".join(f"by_{n} = orders.groupby('region_{n}')['sales_{n}'].agg(['mean', 'sum'])" for n in range(12))


def prompt(**brief: Any) -> str:
    return composed("data_scientist_ask", Query, {"task": "ask", **brief}, speech="Be brief.", now="").prompt


# that do not parse


@pytest.mark.parametrize(
    ("came", "complaint"),
    [
        (Reply('{"message": "I wou', "length"), "cut off at its greatest length. Keep it much shorter"),
        (Reply("I can't help with that.", "content_filter"), "declined to answer. Nothing harmful is asked for"),
        (Reply(""), "was empty"),
        (Reply(" \n\t"), "was empty"),
        (Reply("", "function_calls"), "was empty"),
        (Reply("a" * (LONGEST + 1)), "had 200,001 characters; at most 200,000 are read"),
        (Reply('{"message": "a"} or {"message": "b"}'), "holds several JSON objects. Decide on one"),
    ],
)
def test_why_a_reply_does_not_parse_is_told_with_what_to_do(came: Reply, complaint: str) -> None:
    assert complaint in str(unread(came))


@pytest.mark.parametrize(
    "reply",
    [
        "words alone",
        '{"messag": "a"}',
        '{"message": "a"} and once more {"message": "a"}',
        '<think>{"message": "a"} or {"message": "b"}?</think>{"messag": "c"}',
        "a" * LONGEST,
    ],
)
def test_where_the_form_is_the_whole_reason_there_is_no_other(reply: str) -> None:
    assert unread(Reply(reply)) is None


# that parse


@pytest.mark.parametrize(
    ("reply", "place"),
    [
        (Said(message=prompt()[100:450]), "message"),
        (Said(message='My brief begins with {"task": "ask".'), "message"),
        (Coded(message="Well.", code=f"# {prompt()[:350]}"), "code"),
        (Coded(message="Well.", code="1", names=("a", prompt()[:350])), "names.1"),
    ],
)
def test_an_echo_of_the_prompt_is_named_with_its_place(reply: Frozen, place: str) -> None:
    assert unfit(reply, prompt()) == f"`{place}` repeats the prompt. Answer it instead."


def test_code_may_repeat_the_code_that_it_corrects() -> None:
    assert len(FAILED) > 600
    corrected = Coded(message="I have corrected it.", code=FAILED.replace("region_11", "region"))
    assert unfit(corrected, prompt(code=FAILED)) is None


def test_a_few_words_of_the_prompt_are_no_echo() -> None:
    words = prompt()[: prompt().find("```json")]
    assert unfit(Said(message=f"You say: {words[:150]}"), prompt()) is None


@pytest.mark.parametrize("message", ["", "  \n"])
def test_an_empty_message_is_complained_of(message: str) -> None:
    assert unfit(Said(message=message), prompt()) == "`message` is empty. Say something."


GREEK = "Βεβαίως, θα κοιτάξω αμέσως τις στήλες του πίνακα."
JAPANESE = "はい、表の列を見てみます。平均を計算します。"
RUSSIAN = "Конечно, я посмотрю на столбцы таблицы."


@pytest.mark.parametrize("message", [GREEK, JAPANESE, RUSSIAN, f"Of course. {GREEK} Please wait."])
def test_another_language_than_the_prompts_is_complained_of(message: str) -> None:
    assert "in another language" in str(unfit(Said(message=message), prompt()))


@pytest.mark.parametrize(
    ("message", "values"),
    [
        (GREEK, ["Θεσσαλονίκη"]),
        (JAPANESE, ["東京", "ひろしま", "アイス"]),
        (RUSSIAN, ["Москва"]),
    ],
)
def test_the_scripts_of_the_table_are_at_home(message: str, values: list[str]) -> None:
    assert unfit(Said(message=message), prompt(values=values)) is None


@pytest.mark.parametrize(
    "message",
    [
        "What is the mean of α and β, where χ² is above µ?",
        "How many orders did Москва have, compared with Oslo and Bergen?",
        "Quelle est la moyenne à Besançon, où l'été est très chaud?",
        "Ja!",
        "Ναι!",
        "42 + 17 = 59",
        "👍 👍 👍 👍 👍 👍 👍 👍 👍 👍 👍 👍",
    ],
)
def test_some_letters_of_another_script_are_no_other_language(message: str) -> None:
    assert unfit(Said(message=message), prompt()) is None


def test_code_may_be_in_any_script_and_empty() -> None:
    assert unfit(Coded(message="Here it is.", code=f"# {GREEK}"), prompt()) is None
    assert unfit(Coded(message="I have none.", code=""), prompt()) is None
