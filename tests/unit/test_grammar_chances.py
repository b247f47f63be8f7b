"""What the built-in company's choices hang on."""

from __future__ import annotations

from typing import Any

import pytest

from grammar.chances import chance_at, chance_of_all

BRIEF: dict[str, Any] = {
    "task": "ask",
    "persona": {"name": "Ada Lund", "job": "buyer", "background": "Sold shoes for years."},
    "plan": {"speech": "statement", "questions": [{"text": "Which shop sells most?", "columns": ["shop", "sales"]}]},
    "table": {"name": "shops", "description": "Shops and what they sold.", "columns": ["shop", "sales", "day"]},
    "history": [{"query": "How many shops are there?", "answer": "Seven.", "code": "len(df)"}],
    "variables": [{"name": "df", "type": "dataframe", "columns": ["shop", "sales", "day"]}],
    "results_so_far": ["shops"],
    "turns_per_question": [1, 0],
    "turns_left": 3,
}


def drawn(brief: dict[str, Any], *, seed: int = 7, messages: int = 2) -> float:
    return chance_at(seed, brief, messages).random()


def changed(**fields: Any) -> dict[str, Any]:
    return {key: told for key, told in {**BRIEF, **fields}.items() if told is not None}


@pytest.mark.parametrize(
    "shorter",
    [
        changed(history=[]),
        changed(variables=None),
        changed(table={"name": "shops", "columns": ["shop"], "more_columns": 2}),
        changed(persona={"name": "Ada Lund"}),
        changed(plan={"questions": [{"text": "Which shop sells most?"}]}),
        dict(reversed(BRIEF.items())),
    ],
)
def test_a_brief_that_tells_less_of_the_same_moment_leads_to_the_same_choices(shorter: dict[str, Any]) -> None:
    assert drawn(shorter) == drawn(BRIEF)
    assert shorter == BRIEF or chance_of_all(7, shorter, 2).random() != chance_of_all(7, BRIEF, 2).random()


@pytest.mark.parametrize(
    "other",
    [
        changed(task="close"),
        changed(persona={"name": "Bo Lund"}),
        changed(plan={"questions": [{"text": "Which shop sells least?"}]}),
        changed(turns_left=2),
        changed(turns_per_question=[2, 0]),
        changed(results_so_far=["shops", "best"]),
        changed(withdrawn={"message": "Which shop sells most, then?"}),
        changed(drafts=[{}]),
    ],
)
def test_another_moment_leads_to_other_choices(other: dict[str, Any]) -> None:
    assert drawn(other) != drawn(BRIEF)


def test_a_repair_and_another_seed_lead_to_other_choices() -> None:
    assert len({drawn(BRIEF), drawn(BRIEF, messages=4), drawn(BRIEF, seed=8)}) == 3
