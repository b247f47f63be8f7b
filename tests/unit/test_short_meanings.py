"""A shortened meaning keeps what a column is and how its values are read, and drops that nobody said so."""

from __future__ import annotations

import pytest

from company.families.dialogues.short_meanings import short_meaning

LINE, SKETCH = 150, 80


@pytest.mark.parametrize(
    ("meaning", "told"),
    [
        (
            "How the sale ended. The codes are not explained in the table; likely S = sold, SP = sold before the "
            "auction, PI = passed in, VB = vendor bid.",
            "How the sale ended; likely S = sold, SP = sold before the auction, PI = passed in, VB = vendor bid",
        ),
        ("Size of the land. The unit is not stated, likely square metres.", "Size of the land; likely square metres"),
        (
            "The price per kilogram. Written as text with a decimal comma ('4,43' is 4.43), to be converted first.",
            "The price per kilogram. Written as text with a decimal comma ('4,43' is 4.43), to be converted first",
        ),
        (
            "The grade. Codes A, B and C; A is probably the best, but the order is not told.",
            "The grade. A is probably the best, but the order is not told",
        ),
        ("Weight when it came in. In kg.", "Weight when it came in. In kg"),
        ("Who made it. What the letters stand for is not known.", "Who made it"),
        ("The codes are not explained.", "The codes are not explained"),
    ],
)
@pytest.mark.parametrize("length", [LINE, SKETCH])
def test_the_reading_is_kept_and_that_nothing_is_told_is_dropped(meaning: str, told: str, length: int) -> None:
    assert short_meaning(meaning, length) == told


def test_what_is_likely_of_some_rows_alone_is_not_told_of_all() -> None:
    meaning = "The price in euros. What it stands for where the bicycle was donated is not known; likely an estimate."
    assert short_meaning(meaning, LINE) == meaning.rstrip(".")
    assert short_meaning(meaning, 40) == "The price in euros"
    of_donated = "The price in euros. What it means for donated bicycles is not known; it may be an estimate."
    assert short_meaning(of_donated, LINE) == short_meaning(of_donated, 60) == "The price in euros"


def test_in_few_words_no_more_is_told_of_missing_values() -> None:
    meaning = "Year it was built in. A missing value likely means not recorded, and 1196 is surely an error."
    assert short_meaning(meaning, LINE) == meaning.rstrip(".")
    assert short_meaning(meaning, SKETCH) == "Year it was built in"


def test_all_that_fits_is_told_where_a_meaning_is_told_whole() -> None:
    meaning = "Region it lies in. Five parts of the city and three of the country. Nobody counts islands among them."
    assert short_meaning(meaning, LINE) == "Region it lies in"
    assert short_meaning(meaning, 70, is_whole=True) == (
        "Region it lies in. Five parts of the city and three of the country"
    )


def test_what_is_open_is_told_where_there_is_room() -> None:
    meaning = "The catch in kilograms. Probably the landed weight; whether what was thrown back is in it is not known."
    assert short_meaning(meaning, LINE) == meaning.rstrip(".")
    assert short_meaning(meaning, SKETCH) == "The catch in kilograms. Probably the landed weight"


def test_a_clause_that_points_back_is_not_told_without_what_it_points_to() -> None:
    meaning = "Initials of a person. Three pairs occur in all. These are likely the owners."
    assert short_meaning(meaning, LINE) == "Initials of a person"


def test_a_first_sentence_is_told_whole() -> None:
    meaning = "Magnesium: half of them lie between 88 and 107, with 70 as the lowest and 162 as the highest. So."
    assert short_meaning(meaning, SKETCH) == meaning.removesuffix(". So.")


def test_a_long_beginning_is_cut_with_a_mark() -> None:
    meaning = f"What it {'really ' * 40}is"
    assert short_meaning(meaning, SKETCH).endswith(" […]") and len(short_meaning(meaning, SKETCH)) <= SKETCH


def test_what_is_likely_of_a_thing_that_is_not_told_keeps_that_thing():
    meaning = "A surcharge. An amount in an unknown currency, likely that of the price; 0 means none."
    assert "likely" not in short_meaning(meaning, SKETCH) or "an unknown currency, likely" in short_meaning(
        meaning, LINE
    )
    assert short_meaning(meaning, LINE).startswith(
        "A surcharge. An amount in an unknown currency, likely that of the price"
    )
    own = "A surcharge. The currency is not known, likely in pounds."
    assert short_meaning(own, LINE) == "A surcharge; likely in pounds"
