"""Phrases: every way to say one is read back to the same values."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.language import Phrase, sentences
from grammar.slots import CONDITIONS, LAST, ROWS, SOURCE, TABLE, find_conditions, last, literal

KEEP = Phrase(
    "(keep|select) [only ]the {rows} (in|of) {source} where {conditions}",
    {"rows": ROWS, "source": SOURCE, "conditions": CONDITIONS},
)
names = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="'\"`"), min_size=1, max_size=12
) | st.sampled_from(["a b", "it's", 'say "x"', "is above 5", "x, y and z", "3.5", "e.g. this"])
numbers = st.integers(-10_000, 10_000) | st.floats(-1e6, 1e6).map(lambda x: float(f"{x:.4g}"))
values = names | numbers
conditions = st.one_of(
    st.tuples(names, st.sampled_from(["gt", "ge", "lt", "le"]), numbers),
    st.tuples(names, st.sampled_from(["eq", "ne"]), values),
    st.tuples(names, st.just("in"), st.lists(values, min_size=2, max_size=4).map(tuple)),
    st.tuples(names, st.just("between"), st.tuples(numbers, numbers)),
    st.tuples(names, st.sampled_from(["missing", "present"]), st.none()),
)


@given(st.lists(conditions, min_size=1, max_size=3).map(tuple), st.integers(0, 10_000))
def test_conditions_are_read_as_they_were_said(said: tuple[tuple[str, str, object], ...], seed: int) -> None:
    chance = random.Random(seed)
    words = "Fine. Could you " + KEEP.say({"rows": "rows", "source": TABLE, "conditions": said}, chance) + ", please?"
    found = list(KEEP.find(words))
    assert len(found) == 1, words
    assert found[0][2]["conditions"] == said, words
    assert find_conditions(words) == said


@pytest.mark.parametrize("nature", ["rows", "summary", "matrix", "column", "grouped", "model"])
def test_every_way_to_point_at_the_last_result_is_understood(nature: str) -> None:
    for seed in range(30):
        words = SOURCE.say(last(nature), random.Random(seed))
        assert SOURCE.read(words) == LAST
        assert SOURCE.read(SOURCE.say("by_region", random.Random(seed))) == "by_region"


def test_sentences_end_at_stops_outside_of_quotes_and_numbers() -> None:
    text = "That's odd. Take 'St. Kilda' where 'x' is above 3.5, please! Is it \"ok?\" now?"
    assert [text[start:end] for start, end in sentences(text)] == [
        "That's odd.",
        "Take 'St. Kilda' where 'x' is above 3.5, please!",
        'Is it "ok?" now?',
    ]


@given(st.text(max_size=20))
def test_literals_are_python_source_of_the_value(text: str) -> None:
    assert eval(literal(text)) == text
