"""Who asked for a condition that changes nothing is told what already does its work, and what would pass."""

from __future__ import annotations

from company.families.dialogues.stages.idle_words import with_ways

CODE = """near = df[df['Distance'].le(15) & df['Regionname'].str.endswith('Metropolitan')]
near['band'] = pd.cut(near['Distance'], [0, 5, 10, 15])
groups = near.groupby('band')['Price'].median()"""
IDLE = "a condition changes nothing that is asked for"


def test_bands_that_end_where_a_limit_does_are_named() -> None:
    told = with_ways([f"{IDLE}: `df['Distance'].le(15)`"], CODE)
    assert "look at `pd.cut` of the same column" in told
    assert "Drop these words" in told and "set a limit that changes it" in told


def test_a_condition_on_another_column_is_not_laid_to_the_bands() -> None:
    told = with_ways([f"{IDLE}: `df['Regionname'].str.endswith('Metropolitan')`"], CODE)
    assert "pd.cut" not in told and "left out by other conditions" in told


def test_all_else_stays_as_it_was_found() -> None:
    assert with_ways(["the result is empty", "a step is odd"], CODE) == "the result is empty; a step is odd"
    assert with_ways([f"{IDLE}: `x > 1`"], "not python (").count("left out by other") == 1
