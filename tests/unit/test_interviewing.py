"""What staff may reply when clients are invented and interviewed, and which scenarios are left to choose from."""

from __future__ import annotations

from autogen_agentchat.messages import StructuredMessage

from company.families.dialogues.replies import Invented, RefinedIdeas, ScenarioChoice, ScenarioIdea, ScenarioIdeas
from company.families.dialogues.stages.personas import _Colleague, _repeated
from company.families.dialogues.stages.scenarios import _beside, _standing, _unknown


def idea(name: str, goal: str = "Know it.") -> ScenarioIdea:
    return ScenarioIdea(name=name, description="What is there.", goal=goal)


def test_a_clients_job_and_interest_are_nobody_elses() -> None:
    colleagues = [_Colleague("Baker", "which bread sells"), _Colleague("Miller", "the price of flour")]
    told = _repeated(Invented(job_title="baker", background="He bakes.", interest="The price of flour."), colleagues)
    assert told is not None and "`job_title` is 'baker'" in told and "`interest` is 'The price of flour.'" in told
    assert _repeated(Invented(job_title="Brewer", background="He brews.", interest="the malt"), colleagues) is None


def test_what_was_proposed_may_be_chosen_until_it_is_withdrawn_or_said_anew() -> None:
    first = ScenarioIdeas(message="Three.", scenarios=(idea("Prices"), idea("Sales"), idea("Everything")))
    refined = (idea("Prices", "Rank the towns."), idea("Prices in May"))
    second = RefinedIdeas(message="One.", scenarios=refined, withdrawn=("Everything",))
    thread = [
        StructuredMessage[ScenarioIdeas](content=first, source="client"),
        StructuredMessage[RefinedIdeas](content=second, source="client"),
    ]
    assert _standing([]) == []
    assert [one["name"] for one in _standing(thread[:1])] == ["Prices", "Sales", "Everything"]
    standing = _standing(thread)
    assert [one["name"] for one in standing] == ["Sales", "Prices", "Prices in May"]
    assert standing[1]["goal"] == "Rank the towns."


def test_only_what_was_proposed_is_withdrawn_and_chosen() -> None:
    second = RefinedIdeas(message="One.", scenarios=(idea("Prices"),), withdrawn=("Sales", "Weather"))
    assert _unknown(second, ["Prices", "Sales", "Weather"]) is None
    told = _unknown(second, ["Prices", "Sales"])
    assert told is not None and "'Weather'" in told and "Prices, Sales" in told
    assert _beside(ScenarioChoice(message="This.", choice=3), 3) is None
    assert _beside(ScenarioChoice(message="This.", choice=4), 3) == "`choice` is 4; give a position from 1 to 3."
