"""A verdict of a result is a finding, whichever way it falls; what rows are chosen by is a condition."""

from __future__ import annotations

import pytest

from company.families.dialogues.gate.sense.variants import variants

CHAIN = """
if lower >= 10 and upper < 20:
    verdict = "both excluded"
elif upper < 20:
    verdict = "20 or more excluded"
else:
    verdict = "neither"
out = (lower, upper, verdict)
"""
ROWS = """
rows = []
for name, group in df.groupby("kind"):
    p = test(group)
    rows.append({"kind": name, "p": p, "clear": bool(p < 0.05), "said": "few" if len(group) < 10 else "enough"})
out = pd.DataFrame(rows)
"""


def asked(solution: str, query: str) -> set[str]:
    return {each.told for each in variants(solution, query, ["out"]) if each.condition and each.asked}


@pytest.mark.parametrize(
    ("solution", "query"),
    [
        (CHAIN, "say which of 10 and 20 is excluded"),
        (ROWS, "mark p below 0.05 as clear, and fewer than 10 as few"),
        ('out = (gap, "wide" if gap > 10 else "narrow")', "the gap, and wide where it is above 10"),
        ('out = {"gap": gap, "wide": bool(gap > 10)}', "the gap, and wide where it is above 10"),
    ],
)
def test_what_a_result_says_in_words_is_no_condition(solution: str, query: str) -> None:
    assert asked(solution, query) == set()


@pytest.mark.parametrize(
    ("solution", "told"),
    [
        (CHAIN.replace("out = (lower, upper, verdict)", "out = df[df['kind'] == verdict]"), "upper < 20"),
        (ROWS + "out = out[out['clear']]", "p < 0.05"),
        ("if upper < 20:\n    df = df[df['a'] > 3]\nout = df", "upper < 20"),
        ("limit = 5 if gap > 20 else 10\nout = df[df['a'] > limit]", "gap > 20"),
    ],
)
def test_what_rows_are_chosen_by_is_a_condition(solution: str, told: str) -> None:
    assert told in asked(solution, "above 3 or 10 or 20, and p below 0.05")


def test_values_that_a_figure_takes_in_order_may_be_left_out_beforehand() -> None:
    kept = "known = df[df['wind'] != 'unknown']\n"
    drawn = "sns.barplot(data=known, x='wind', y='share', order=['calm', 'strong'])\nout = 1"
    query = "draw the share by wind without unknown, calm before strong"
    assert asked(kept + drawn, query) == set()
    assert asked(kept + drawn.replace(", order=['calm', 'strong']", ""), query) == {"df['wind'] != 'unknown'"}
    assert asked(kept.replace("wind", "site") + drawn, query.replace("wind", "site")) == {"df['site'] != 'unknown'"}
