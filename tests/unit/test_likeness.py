"""Two cases of a run that ask for the same are known by what they ask for, in whatever words."""

from __future__ import annotations

from typing import Any

import pytest

from company.families.dialogues.body.likeness import ASSUMPTION, FINDING, RIGHT, likenesses

BY_COUNTS = "bool(df['Kind'].value_counts().idxmax() == 'rye' and (df['Kind'].value_counts() / 90).max() > 0.505)"
SHARES = "bool(kind_shares.idxmax() == 'rye' and (kind_shares / kind_shares.sum()).max() > 0.505)"


def _insight(question: str, code: str) -> dict[str, Any]:
    wrong = {"code": "bool(kind_shares.idxmax() == 'oat')", "slip": "one taken for another"}
    return {"choice": {"question": question, "options": [wrong, {"code": code, "slip": ""}]}}


@pytest.mark.parametrize(
    ("question", "code", "same"),
    [
        ("How do the loaves spread over the kinds, and whom should Ada plan for?", SHARES, True),
        (
            "Bo asked: “Which price is usual?” Can Bo plan for a single kind?",
            BY_COUNTS.replace("df", "low_price"),
            True,
        ),
        ("Can Ada plan for a single oven?", BY_COUNTS.replace("Kind", "Oven"), False),
        ("Can Ada plan for a single kind?", SHARES.replace("rye", "oat"), False),
        ("Can Ada plan for a single kind?", SHARES.replace("0.505", "0.905"), False),
        ("Can Ada plan for a single kind?", "bool(kind_shares.nlargest(2).sum() < 0.495)", False),
    ],
)
def test_the_same_finding_is_known_in_other_words_and_by_other_names(question: str, code: str, same: bool) -> None:
    """Of a table where most are rye, three insights of a run said so."""
    first = likenesses(
        _insight("Can Ada plan for a single kind, going by where the loaves are?", BY_COUNTS), "insight_mining"
    )
    again = likenesses(_insight(question, code), "insight_mining")
    assert list(first.values()) == list(again.values()) == [FINDING]
    assert (first == again) is same


def _guess(source: str, *lines: float, column: str = "price", by: str = "kind") -> dict[str, Any]:
    code = (
        f"def decision(low, high):\n    return {source}[{source}['{column}'].between(low, high)].groupby('{by}').size()"
    )
    options = [{"code": f"assuming({line:g}, None)", "slip": "" if line == lines[0] else "x"} for line in lines]
    guess = {"column": column, "side": "high", "source": source}
    return {"guess": guess, "choice": {"question": "", "setup": code, "options": options}}


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        (_guess("low_rows", 30, 40, 50), 2),
        (_guess("df", 50, 60), 0),
        (_guess("df", 30, 40, by="oven"), 0),
        (_guess("df", 20, 30, 40, by="oven"), 1),
        (_guess("df", 30, 40, column="weight"), 0),
    ],
)
def test_the_same_assumption_about_a_decision_is_known_whatever_rows_it_is_made_on(
    other: dict[str, Any], shared: int
) -> None:
    """A line that turns a decision turns it in the next case, too: words alone told the right ones."""
    first = likenesses(_guess("df", 20, 30, 40), "best_guess")
    assert set(first.values()) == {ASSUMPTION, RIGHT}
    assert len(first.keys() & likenesses(other, "best_guess").keys()) == shared


def test_other_cases_are_like_none() -> None:
    assert likenesses({"current_query": "q", "reference_answer": "a"}, "normal") == {}
    assert likenesses(_insight("Which bar is the highest?", SHARES), "plot_qa") == {}
