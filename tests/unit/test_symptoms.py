"""What is seen to be wrong with a result: true of it, and without a word of the repair."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from company.families.dialogues.stages.actions.repair import gives_away, repair_words
from company.families.dialogues.stages.actions.symptoms import symptoms
from company.records import Result
from company.results.capture import capture


def told(right: object, wrong: object) -> tuple[str, ...]:
    wanted, made = (Result.model_validate(capture("x", value)) for value in (right, wrong))
    return symptoms([wanted], [made])


SHARES = pd.Series([0.5, 0.3, 0.2], index=["North", "South", "East"])
WORDED = pd.DataFrame({"kind": ["tea", "rice"], "price": [5.0, 4.0]})
NAMED = pd.DataFrame({"price": [5.0, 4.0]}, index=["a", "b"])
FRAME = pd.DataFrame({"price": [5.0, 4.0], "units": [1, 2]})


PRICED = pd.DataFrame({"kind": ["tea", "rice", "salt"], "mean": [5.0, 4.0, 3.0], "rank": [1.0, 2.0, 3.0]})


def test_of_a_column_that_is_off_throughout_all_of_it_is_told_and_nothing_that_follows_from_it() -> None:
    off = PRICED.assign(mean=[6.0, 5.5, 4.0], low=PRICED["mean"] - 1)
    assert told(PRICED.assign(low=PRICED["mean"] - 2), off) == (
        "Every 'mean' is higher than I expect, such as 5.5 for rice.",
    )
    counted = PRICED.assign(rows=[7, 8, 9])
    assert told(counted, counted.assign(mean=[1.0, 1.5, 2.0], rows=[6, 5, 4])) == (
        "Every 'rows' is lower than I expect, such as 4 for salt.",
    )


def test_rows_that_moved_are_held_against_what_they_were() -> None:
    moved = PRICED.iloc[[1, 0, 2]].assign(rank=[1.0, 2.0, 3.0]).reset_index(drop=True)
    lines = told(PRICED, moved)
    assert lines and not any("'mean'" in line for line in lines), "the means are right"
    long = pd.DataFrame({"kind": [f"kind {number}" for number in range(60)], "sold": range(60)})
    other = long.iloc[::-1].reset_index(drop=True)
    assert not any("Nothing is shown" in line or "belong" in line for line in told(long, other))


@pytest.mark.parametrize(
    ("right", "wrong", "first"),
    [
        (SHARES, SHARES * 3, "The shares in `x` add up to 3."),
        (SHARES, SHARES * 2 - 0.4, "The shares in `x` add up to 0.8."),
        (FRAME, pd.concat([FRAME] * 40), "`x` has 80 rows, more than I expect."),
        (FRAME, FRAME.head(1), "`x` has 1 row, fewer than I expect."),
        (FRAME, FRAME[["price"]], "`x` has 1 column, fewer than I expect."),
        (FRAME, FRAME.assign(price=[5.0, None]), "There is no value in the second place under 'price', "),
        (FRAME, FRAME.assign(price=[5.0, 9.0]), "The 9 in the second place under 'price' is too high."),
        (FRAME, FRAME.iloc[::-1], "I did not expect the row whose 'price' is 4 in the first place."),
        (
            FRAME,
            FRAME.assign(units=[1, 9]).iloc[::-1],
            "I did not expect the row whose 'price' is 4 in the first place.",
        ),
        (WORDED, WORDED.iloc[::-1], "I did not expect the row whose 'price' is 4 in the first place."),
        (
            WORDED,
            WORDED.iloc[::-1].reset_index(drop=True),
            "The first row is that of 'rice', and that is not the order",
        ),
        (NAMED, NAMED.iloc[::-1], "What stands first is b, and that is not the order that I asked for."),
        (NAMED, NAMED.rename(index={"b": "c"}), "I did not expect anything for c."),
        (pd.Series({"a": 4, "b": 2}), pd.Series({"a": 2, "b": 1}), "Every figure is lower than I expect"),
        (pd.Series({"a": 4, "b": 2}), pd.Series({"b": 2, "a": 4}), "What stands first is b, and that is not the order"),
        (pd.Series({"a": 4, "b": 2}), pd.Series({"b": 3, "a": 1}), "I did not expect b to stand first."),
        (pd.Series({2014: 4, 2015: 2}), pd.Series({2014: 4, 2016: 2}), "I did not expect anything for 2016."),
        (FRAME, FRAME.assign(price=[5.0, 8.0], units=[1, 3]), "The 3 in the second place under 'units' is too high."),
        (FRAME, FRAME.assign(price=[5.0, 4e-9], units=[1, 3]), "The 4e-09 in the second place under 'price' is too"),
        (FRAME, FRAME.assign(price=[5.0, -4.0], units=[1, 30]), "The -4 in the second place under 'price' is too low."),
        ((10, -196.0), (10, -195.0), "The -195 in the second place is too high."),
        (0.51, 0.43, "0.43 is too low for what I expect."),
        ("North", "East", "I do not believe 'East'."),
        (["a", "b"], ["a", "b", "c"], "`x` has 3 entries, more than I expect."),
        ({"a": 1.0, "b": 2.0}, {"a": 1.0}, "`x` has 1 entry, fewer than I expect."),
        ((1.0, 2.0), (1.0, 3.0), "The 3 in the second place is too high."),
    ],
)
def test_what_is_seen(right: object, wrong: object, first: str) -> None:
    assert told(right, wrong)[0].startswith(first)


def test_what_nobody_would_notice_is_left_out_beside_what_strikes() -> None:
    assert told((10, -196.0, 0.5), (10, -195.0, None)) == (
        "There is no value in the third place, where there should be one.",
    )
    assert told((12, -196.0, 0.01), (12, -195.0, 0.5)) == ("The 0.5 in the third place is too high.",)
    frames = PRICED.assign(mean=[5.01, 4.01, 3.01]), PRICED.assign(rank=[3.0, 2.0, 1.0])
    wanted, made = (
        [Result.model_validate(capture(name, value)) for name, value in zip("xy", pair, strict=True)]
        for pair in ((PRICED, PRICED), frames)
    )
    assert all("mean" not in line for line in symptoms(wanted, made))


def test_nothing_is_seen_of_the_same_result_and_of_what_is_not_shown() -> None:
    assert told(FRAME, FRAME) == ()
    long = pd.DataFrame({"price": range(100)})
    assert told(long, long.replace({"price": {90: 91}})) == (), "nobody sees the 91st row"


RIGHT = "recent = df[df['year'] > 2010]\nshares = recent['kind'].value_counts(normalize=True)\n"


@pytest.mark.parametrize(
    ("words", "wrong", "held"),
    [
        (
            "You used df instead of recent.",
            RIGHT.replace("recent['kind']", "df['kind']").replace("recent =", "new ="),
            1,
        ),
        ("I do not see shares of the kind at all.", RIGHT.replace("'kind'", "'sort'"), 1),
        ("It should be normalize.", RIGHT.replace("normalize=True", ""), 1),
        ("These counts add up to 80.", RIGHT.replace("normalize=True", ""), 0),
        ("recent = df[df['year'] > 2010]", RIGHT.splitlines()[1], 1),
        ("There is more than I asked for.", RIGHT.replace("2010", "2009"), 0),
        ("The by is wrong, and so is `on`.", RIGHT, 0),
    ],
)
def test_what_gives_the_repair_away_is_complained_of(words: str, wrong: str, held: int) -> None:
    assert bool(gives_away(words, RIGHT, wrong)) == bool(held)


def test_words_of_the_repair_are_those_that_only_the_right_code_has() -> None:
    assert repair_words("x = df.merge(y, on='key')", "x = df.merge(y, how='left')") == ["key", "on"]
    assert gives_away("Something is off, go on.", "x = df.merge(y, on='key')", "x = df.merge(y)") is None
    assert gives_away("It misses `on`.", "x = df.merge(y, on='key')", "x = df.merge(y)") is not None


def drawn(shows: dict[str, Any]) -> Result:
    axes = {"title": "t", "artists": {"bars": 2}, "shows": shows}
    return Result(name="plot", type="plot", shown="", digest=str(shows), facts={"axes": [axes]})


@pytest.mark.parametrize(
    ("right", "wrong", "seen"),
    [
        (
            {"bars": [["rye", 4.0], ["oats", 2.0]]},
            {"bars": [["rye", 9.0], ["oats", 2.0]]},
            "The 9 for rye is too high.",
        ),
        (
            {"bars": [["rye", "wet", 4.0], ["rye", "dry", 2.0]]},
            {"bars": [["rye", "wet", 4.0], ["rye", "dry", 1.0]]},
            "The 1 for rye and dry is too low.",
        ),
        ({"bins": [[0, 5, 7.0], [5, 9, 3.0]]}, {"bins": [[0, 5, 7.0], [5, 9, 8.0]]}, "The 8 from 5 to 9 is too high."),
        (
            {"lines": [{"label": "wheat", "points": [[2020, 4.0], [2021, 5.0]]}]},
            {"lines": [{"label": "wheat", "points": [[2020, 4.0], [2021, 2.0]]}]},
            "The 2 at 2021 on the line of wheat is too low.",
        ),
        ({}, {}, "The figure has the right form, but what it shows does not fit what I know of the data."),
    ],
)
def test_of_a_figure_a_mark_is_told_that_does_not_stand_where_it_should(right: Any, wrong: Any, seen: str) -> None:
    one, other = drawn(right), drawn(wrong).model_copy(update={"digest": "another"})
    assert symptoms([one], [other])[0] == seen


def test_of_another_order_the_first_place_that_differs_is_told() -> None:
    right = pd.Series({"Alte Post": 13.2, "Messe": 12.4, "Hafen": 9.1})
    wrong = pd.Series({"Alte Post": 13.0, "Hafen": 9.0, "Messe": 12.0})
    seen = " ".join(told(right, wrong))
    assert "Alte Post to stand first" not in seen and "Hafen to stand in the second place" in seen
