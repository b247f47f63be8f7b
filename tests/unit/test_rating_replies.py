"""What raters reply is read as it is meant: ratings, questions, yes and no; and what is no rating is none."""

from __future__ import annotations

import pytest

from company.families.captions.evaluation.replies import questions_in, rating_in, share_answered

READ = {
    "Rating: 4": 4,
    "**Rating:** 5/6\nIt helps.": 5,
    "I'd give this a score of 3 out of 6.": 3,
    "On a scale from 1 to 6, I rate it 2.": 2,
    "Rating (1-6): 4.5": 4.5,
    "4": 4,
    "It names 3 lines.\n\n5/6": 5,
    "The rating for caption 3 of Figure 2 is 5.": 5,
    "A rating of 6 would take more than Figure 4 shows.\n\nRating: 3": 3,
    "Rating: 4 out of 6. For a score of 6, it lacks numbers.": 4,
    "The usefulness of this caption is 3 out of 6, since": 3,
    '{"rating": 5}': 5,
    "Rating: 4, because it names 2 series.": 4,
}
NONE = (
    "",
    "Rate from 1 to 6.",
    "On a scale of 1-6 this is good.",
    "Rating: 10",
    "Rating: 4/10",
    "Rating: 4-5",
    "Rating: 7",
    "Rating: 0",
    "It shows 4 lines in 6 colours.",
    "I'd rate it 85% good.",
)


@pytest.mark.parametrize("said", READ)
def test_a_rating_is_read(said: str) -> None:
    assert rating_in(said) == READ[said]


@pytest.mark.parametrize("said", NONE)
def test_what_is_no_rating_is_none(said: str) -> None:
    assert rating_in(said) is None


def test_at_most_five_questions_are_read_without_their_numbers() -> None:
    listed = "1. What rises?\n2) **Which is highest?**\n- And why?\nQ4. How far?\n5: Since when?\n6. More?"
    said = f"Here they are:\n{listed}\nBye."
    assert questions_in(said) == ("What rises?", "Which is highest?", "And why?", "How far?", "Since when?")
    assert questions_in("There is nothing to ask.") == ()


@pytest.mark.parametrize(
    ("said", "asked", "share"),
    [
        ("1. Yes, it does.\n2. No. One might say yes elsewhere.\n3. Yes", 3, 2 / 3),
        ("**1.** Answer: no\n**2.** Answer: yes", 2, 0.5),
        ("Yes. It does.\n\nNo, because", 2, 0.5),
        ("1: Yes", 2, None),
        ("Yes, all of them.", 3, None),
        ("", 2, None),
    ],
)
def test_questions_are_answered_one_by_one_or_not_at_all(said: str, asked: int, share: float | None) -> None:
    assert share_answered(said, asked) == share
