"""The one JSON object in a reply, whatever a model puts around it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from company.models.unwrapping import LONGEST, objects_in, unwrapped

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(TEXT, VALUES, min_size=1, max_size=4)
WRAPPERS = (
    "{}",
    "\ufeff {}\n",
    "```json\n{}\n```",
    "Certainly!\n\n```\n{}\n```\nTell me {{or not}} what you think.",
    "Here it is: {} I hope that it helps.",
    '<think>Shall I say {{"message": "no"}}?</think>\n{}',
    'They want {{"message": "no"}}, or not.\n</think>\n\n{}',
    "<reasoning>\nFirst {{ then }}\n</reasoning>```json5\n{}\n```",
)


@given(OBJECTS, st.sampled_from(WRAPPERS), st.booleans(), st.sampled_from((None, 2)))
def test_an_object_comes_out_of_its_wrapping_as_it_went_in(
    value: dict[str, Any], wrapper: str, ascii_only: bool, indent: int | None
) -> None:
    reply = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert json.loads(unwrapped(wrapper.format(reply))) == value


@given(st.text(max_size=300))
def test_any_reply_is_taken_and_what_comes_out_stays_as_it_is(reply: str) -> None:
    once = unwrapped(reply)
    assert unwrapped(once) == once
    assert objects_in(reply) >= 0


def test_the_same_object_twice_is_one_and_two_different_ones_are_left_to_their_writer() -> None:
    one, other = '{"a": 1, "b": 2}', '{"b": 2, "a": 1}'
    assert json.loads(unwrapped(f"{one}\n\nor, put otherwise:\n\n{other}")) == {"a": 1, "b": 2}
    several = 'Either {"a": 1} or {"a": 2}.'
    assert (unwrapped(several), objects_in(several)) == (several, 2)


def test_objects_in_fences_go_before_those_in_words() -> None:
    assert unwrapped('Not {"a": 1}, but\n```json\n{"a": 2}\n```') == '{"a": 2}'


def test_thoughts_count_neither_as_reply_nor_as_one_of_several() -> None:
    reply = '<think>{"a": 1} or {"a": 2}?</think>{"a": 3}'
    assert (unwrapped(reply), objects_in(reply)) == ('{"a": 3}', 1)


def test_words_about_thoughts_within_a_reply_are_kept() -> None:
    reply = '{"message": "it ends with </think> and then {\\"a\\": 1}"}'
    assert unwrapped(reply) == reply
    assert json.loads(unwrapped(f"Here: {reply}")) == json.loads(reply)


@pytest.mark.parametrize("reply", ["", "   ", "no object", "[1, 2]", '"{}"', "{", "}{", '{"a": ', "{}{}", "null"])
def test_a_reply_without_an_object_comes_back(reply: str) -> None:
    assert unwrapped(reply) == reply.strip()


def test_a_long_reply_is_cut_to_what_a_repair_can_bear() -> None:
    assert len(unwrapped("words " * 5_000)) == 4_000
    whole = json.dumps({"message": "a" * 150_000})
    assert unwrapped(whole) == whole
    assert len(unwrapped(json.dumps({"message": "a" * LONGEST}))) == 4_000


@pytest.mark.parametrize("reply", ["[" * 100_000, '{"a":' * 10_000])
def test_a_reply_as_deep_as_can_be_harms_nobody(reply: str) -> None:
    assert len(unwrapped(reply)) == 4_000


def test_half_a_character_can_be_written_down() -> None:
    assert json.loads(unwrapped('Here: {"message": "\\ud83d"}').encode()) == {"message": "?"}
