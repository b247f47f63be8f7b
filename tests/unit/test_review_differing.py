"""What an edit changes, as an adjudicator reads it."""

import pytest

from human_review.web.differing import MOST_WORDS, Piece, differences, pieces


def both(old, new):
    found = pieces(old, new)
    assert "".join(each.text for each in found if each.side != "new") == old
    assert "".join(each.text for each in found if each.side != "old") == new
    return [(each.side, each.text) for each in found]


def test_only_the_words_that_differ_are_marked():
    assert both("above 4.69 in all", "above 4.7 in all") == [
        ("both", "above 4."),
        ("old", "69"),
        ("new", "7"),
        ("both", " in all"),
    ]


def test_a_blank_between_two_changed_words_is_no_common_passage():
    assert both("Vineyard Owner", "most unlikely job") == [("old", "Vineyard Owner"), ("new", "most unlikely job")]


@pytest.mark.parametrize(("old", "new"), [("", "x"), ("x", ""), ("a\n\tb", "a\n  b"), ("  ", " x "), ("a b", "b a")])
def test_nothing_is_lost_of_either_text(old, new):
    both(old, new)


def test_very_long_texts_stand_one_after_the_other():
    old, new = "word " * MOST_WORDS, "other " * MOST_WORDS
    assert pieces(old, new) == (Piece("old", old), Piece("new", new))


def test_places_are_named_and_what_the_machine_fills_in_is_left_out():
    body = {
        "query": "a",
        "questions": [{"text": "t", "columns": ["x"]}],
        "meanings": {"x": "m", "y": "n"},
        "results": [],
        "functions": ["f"],
    }
    changes = {
        "query": "b",
        "questions": [{"text": "t", "columns": ["x", "y"]}],
        "meanings": {"x": "m", "y": "o"},
        "results": [1],
        "functions": [],
    }
    between = differences(body, changes, ("results",))
    found = {each.place: [(piece.side, piece.text) for piece in each.pieces] for each in between}
    assert found == {
        "query": [("old", "a"), ("new", "b")],
        "questions 1 · columns": [("both", "x"), ("new", "\ny")],
        "meanings · y": [("old", "n"), ("new", "o")],
        "functions": [("old", "f")],
    }
