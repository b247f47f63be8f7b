"""Parts of texts that are too long for a prompt: what is kept has to do with what the reply is about."""

from __future__ import annotations

import pytest

from company.families.dialogues.excerpts import CUT, telling, telling_lines

MARK = CUT.strip()
LONG = (
    "Interesting, nobody had thought that of the north. Keep the rows of `fields` whose 'crop' is rye as `rye_fields`, "
    "and leave out farms with less than 5 fields. His neighbour has a cousin who grows peas instead. Then give me a "
    "data frame by_farm with one row per farm, the number of its fields, and the mean 'yield' in tonnes per acre, "
    "sorted by the mean from high to low with ties by name. Round it to 2 decimals. Show both."
)


def test_a_text_that_fits_is_told_as_it_is() -> None:
    assert telling(LONG, len(LONG), ["peas"]) == LONG


@pytest.mark.parametrize(
    ("about", "kept", "left_out"),
    [
        (["how many rye fields", "rye_fields"], "Keep the rows of `fields` whose 'crop' is rye", "cousin"),
        (["what the mean yield per farm is", "by_farm"], "the mean 'yield' in tonnes per acre", "cousin"),
        (
            ["the neighbour has a cousin who grows peas"],
            "His neighbour has a cousin who grows peas instead.",
            "rye_fields",
        ),
    ],
)
def test_what_has_to_do_with_the_reply_is_kept_wherever_it_stands(about: list[str], kept: str, left_out: str) -> None:
    told = telling(LONG, 240, about)
    assert kept in told and left_out not in told
    assert len(told) <= 240


def test_names_and_limits_are_kept_before_words_and_before_how_a_result_looks() -> None:
    told = telling(LONG, 330)
    assert "`rye_fields`" in told and "less than 5 fields" in told
    assert "Interesting" not in told and "Show both" not in told and "Round it" not in told


@pytest.mark.parametrize("length", [40, 90, 160, 240, 320])
def test_each_gap_has_one_mark_and_what_is_kept_stands_in_its_order(length: int) -> None:
    told = telling(LONG, length, ["farm"])
    assert len(told) <= length
    assert f"{MARK} {MARK}" not in told
    parts = [part.strip() for part in told.split(MARK) if part.strip()]
    places = [LONG.index(part) for part in parts]
    assert parts and places == sorted(places)
    assert told.startswith(MARK) == (not LONG.startswith(parts[0]))


def test_a_text_that_was_cut_before_is_cut_again_with_marks_at_its_gaps_alone() -> None:
    once = telling(LONG, 300, ["farm"])
    twice = telling(once, 150, ["farm"])
    assert len(twice) <= 150 and f"{MARK} {MARK}" not in twice
    assert all(part.strip() in LONG for part in twice.split(MARK))


def test_no_clause_ends_within_brackets() -> None:
    text = (
        "Give me p and effect of scipy.stats.mannwhitneyu(north, south, alternative='two-sided', method='asymptotic'), "
        "with the fields of the north first and those of the south second, and whatever else is of use to the farmers."
    )
    told = telling(text, 160, ["the test and its method"])
    assert "(north, south, alternative='two-sided', method='asymptotic')" in told


def test_of_a_notebook_the_header_and_the_lines_in_question_are_kept() -> None:
    lines = [
        "farm   crop  mean",
        *(f"{name}   rye   {place}.5" for place, name in enumerate(("Hill", "Mere", "Wold", "Lea"))),
    ]
    assert telling_lines("\n".join(lines), 500, ["Wold"]) == "\n".join(lines)
    told = telling_lines("\n".join(lines), 48, ["The mean of Wold is too high."]).splitlines()
    assert told[0] == lines[0] and lines[3] in told and lines[1] not in told and MARK in told


def test_of_a_sentence_that_does_not_fit_what_is_kept_follows_each_other_from_its_beginning() -> None:
    sentence = (
        "I want a data frame by_site with one row per site and these columns: sessions_used, the number of rows in "
        "usable; overstay_pct, the share of these that overstay, in per cent; median_idle, the median of idle_min; "
        "and charges_longer, the number of rows that charge longer than they are plugged in."
    )
    told = telling(f"Well done, everyone. {sentence}", 200, ["the share of those that overstay, charges_longer"])
    assert told.startswith(f"{MARK} I want a data frame by_site") and told.endswith(f" {MARK}")
    assert told.removeprefix(f"{MARK} ").removesuffix(f" {MARK}") in sentence


def test_no_sentence_ends_at_the_question_mark_of_a_header() -> None:
    wanted = 'Give me a tuple with the share of lots whose 1-MCP? "n" (titled untreated) and of those whose it is "y".'
    told = telling(f"Well, nobody would have thought that of the growers. {wanted} Round nothing.", 150, ["1-MCP?"])
    assert wanted in told
