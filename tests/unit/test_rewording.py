"""A reworded case asks in other words, everywhere, and is otherwise the same line."""

from typing import Any

import pytest

from company.families.dialogues.body.rewording import reworded
from company.families.shared.choices.bodies import FIELDS


@pytest.mark.parametrize("position", [1, 2, 5])
def test_only_the_question_changes(dialogue: Any, position: int) -> None:
    entry = dialogue.entry(position)
    new = "Provide that, please, $5 included."
    made = reworded(entry, new)
    same = set(FIELDS) - {"current_query", "prompt_with_hist_txt", "prompt_with_hist_json"}
    assert all(made[name] == entry[name] for name in same)
    assert made["current_query"] == new
    assert made["prompt_with_hist_txt"].count(new) == 1
    assert entry["current_query"] not in made["prompt_with_hist_txt"].rpartition("# The next question")[2]
    assert made["prompt_with_hist_json"][:-1] == entry["prompt_with_hist_json"][:-1]
    assert made["prompt_with_hist_json"][-1]["content"].startswith(new)
    assert reworded(made, entry["current_query"]) == entry


def test_a_question_that_was_asked_before_stays_in_the_history(dialogue: Any) -> None:
    entry = dialogue.entry(2)
    again = reworded(entry, dialogue.turns[0].query)
    made = reworded(again, "Now in other words.")
    assert dialogue.turns[0].query in made["prompt_with_hist_txt"].rpartition("# The next question")[0]


def test_a_line_whose_prompts_say_something_else_is_refused(dialogue: Any) -> None:
    entry = dialogue.entry(1)
    with pytest.raises(ValueError, match=r"t01: its prompts do not end with its current_query"):
        reworded({**entry, "current_query": "What else?"}, "New words.")
