"""What the built-in company needs of briefs: budgets take away what they will, but no brief may lose this.

It goes on from earlier results by what these hold, reads queries back word by word, and plans by values and meanings.
"""

from __future__ import annotations

from typing import Any

from company.families.dialogues.briefs import Context
from company.families.dialogues.budgets import shortened
from company.families.dialogues.giving_way import Spoken
from company.families.dialogues.table_briefs import outline_brief
from grammar.requesting import scene_in
from grammar.subject import subject_of
from tests.unit.test_briefs import FRAME, table_of, turn, variable

PART = FRAME[FRAME["yield"] > 20]
ABOUT = "the 'yield' and 'acres' by 'crop' in `kept`"


def dialogue(turns: int = 6) -> Context:
    """A dialogue that has made rows, a summary and a number, and goes on about the rows."""
    means = FRAME.groupby("crop")["yield"].mean()
    made: list[Any] = [PART, means, 4.5]
    told = [
        turn(
            place,
            f"Query {place}. " + "Take the 'yield' above 20 as `kept`. " * 12,
            made[place % 3],
            answer="So. " * 40,
        )
        for place in range(1, turns + 1)
    ]
    variables = [variable("df", FRAME), variable("kept", PART), *(variable(f"made_{at}", 4.5) for at in (1, 2, 3))]
    return Context(table_of(FRAME), variables, ["kept", "made_1", "made_2", "made_3"], told, [ABOUT])


def asked(here: Context) -> dict[str, Any]:
    plan = {"questions": [{"text": "is the 'yield' higher?", "columns": ["yield"]}]}
    return {"task": "ask", **here.asking(), "plan": plan, "results_so_far": [*here.asked]}


def squeezed(brief: dict[str, Any], here: Context) -> dict[str, Any]:
    """The brief without all that can give way in this dialogue."""
    return shortened(brief, Spoken(here._named, {*here._spoken, *here.asked}, {*here.asked} - here._spoken), 0)


def test_rows_that_were_kept_are_as_workable_as_the_table_itself() -> None:
    here = dialogue()
    for brief in (asked(here), squeezed(asked(here), here)):
        scene = scene_in(brief)
        kept, table = scene.variables["kept"], scene.table
        assert kept.nature == "rows"
        for names in ("measures", "groups"):
            assert [one.name for one in getattr(kept, names)()] == [one.name for one in getattr(table, names)()]
        assert not any(one.doubt for one in kept.columns if not table.named[one.name].doubt)
        measure = kept.named["yield"]
        assert (measure.minimum, measure.maximum) == (21.0, 59.0)
        assert measure.quartiles and 21.0 <= measure.quartiles[0] <= measure.quartiles[2] <= 59.0


def test_the_latest_query_is_whole_and_their_results_tell_what_they_hold() -> None:
    here = dialogue()
    told = squeezed(asked(here), here)["history"]
    assert told[-1]["query"] == here.turns[-1].query
    assert all(result["facts"] for result in told[-1]["results"])
    for brief in ({"task": "write_code", **here.coding(), "query": ABOUT}, {"task": "report_result", "query": ABOUT}):
        assert squeezed(brief, here)["query"] == ABOUT


def test_an_ordinary_question_is_asked_with_the_facts_of_the_latest_turns_and_the_answers_of_all() -> None:
    here = dialogue(5)
    brief = {**asked(here), "scenario": {"name": "Yields", "goal": "what bears most"}}
    told = here.within(brief)["history"]
    assert [all("facts" in result for result in each["results"]) for each in told] == [False] * 3 + [True] * 2
    assert all(each["answer"] and each["results"] for each in told)


def test_who_plans_is_told_values_of_groups_and_what_columns_mean() -> None:
    table = table_of(FRAME)
    subject = subject_of(outline_brief(table))
    assert {value for value, _ in subject.var.named["crop"].values} == {"rye", "oats", "peas"}
    meaning = "What grew on a field in the year of the harvest, as it was sown"
    told = outline_brief(table.model_copy(update={"meanings": {"crop": f"{meaning}. Told by farmers."}}))
    assert told["meanings"] == {"crop": meaning}


def test_where_columns_are_only_named_people_still_have_something_to_speak_of() -> None:
    told = {"name": "fields", "rows": 60, "row_meaning": "field", "description": "", "more_names": [*FRAME]}
    assert set(subject_of(told).any_columns()) == set(FRAME)
