"""What staff may reply when clients are invented and interviewed, and which scenarios are left to choose from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from autogen_agentchat.messages import StructuredMessage

from company.archive import Archive
from company.families.dialogues.character import called_otherwise
from company.families.dialogues.records import Persona
from company.families.dialogues.replies import Invented, RefinedIdeas, ScenarioChoice, ScenarioIdea, ScenarioIdeas
from company.families.dialogues.stages.personas import _repeated
from company.families.dialogues.stages.scenarios import _beside, _colleagues, _in_play, _standing, _unknown
from company.records import Message
from company.screening.invented import Identity


def idea(name: str, goal: str = "Know it.") -> ScenarioIdea:
    return ScenarioIdea(name=name, description="What is there.", goal=goal)


def test_a_clients_job_and_interest_are_nobody_elses() -> None:
    colleagues = [
        {"job_title": "Baker", "interest": "which bread sells"},
        {"job_title": "Miller", "interest": "the price of flour"},
    ]
    told = _repeated(Invented(job_title="baker", background="He bakes.", interest="The price of flour."), colleagues)
    assert told is not None and "`job_title` is 'baker'" in told and "`interest` is 'The price of flour.'" in told
    assert _repeated(Invented(job_title="Brewer", background="He brews.", interest="the malt"), colleagues) is None


@pytest.mark.parametrize(
    ("background", "is_told"),
    [
        ("Priya has run a shop for ten years.", True),
        ("Trevor has run a shop with Priya for ten years.", False),
        ("Mr. Sanders's shop is ten years old, says Priya.", False),
        ("He has run a shop for ten years.", False),
    ],
)
def test_a_background_is_about_the_client_who_was_drawn(background: str, is_told: bool) -> None:
    told = called_otherwise(background, Identity("Trevor", "Sanders", "Ottawa", "Canada", "he"))
    assert (told is not None) is is_told
    assert not told or ("'Priya'" in told and "Trevor Sanders" in told)


def test_a_client_is_told_of_those_before_alone(tmp_path: Path) -> None:
    def persona(position: int, **more: Any) -> Persona:
        invented = {"job_title": f"Job {position}", "background": "B.", **more}
        talk = (Message(speaker="admin", text="…", content=invented),)
        return Persona(
            id=f"shops.p{position:02d}", parent="shops", stage="personas", position=position, status="accepted",
            name="Ada Byrne", location="Turin, Italy", job_title=f"Job {position}", background="B.", conversation=talk,
        )  # fmt: skip

    with Archive.create(tmp_path) as archive:
        people = [persona(1, interest="the prices"), persona(2), persona(3, interest="the towns"), persona(10)]
        for one in people:
            archive.put(one)
        archive.put(people[0].model_copy(update={"id": "homes.p01", "parent": "homes"}))
        assert _colleagues(archive, people[0]) == []
        assert _colleagues(archive, people[2]) == [
            {"job_title": "Job 1", "interest": "the prices"},
            {"job_title": "Job 2", "interest": ""},  # of an older run
        ]
        assert len(_colleagues(archive, people[3])) == 3


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


def test_of_what_was_not_taken_up_the_name_is_told_alone() -> None:
    ideas = [idea("Prices").model_dump(), idea("Towns").model_dump()]
    said = [{"speaker": "client", "text": "So.", "content": {"scenarios": ideas}}, {"speaker": "admin", "text": "And?"}]
    first, second = _in_play(said, ideas[1:])
    assert first == {"speaker": "client", "text": "So.", "content": {"scenarios": [{"name": "Prices"}, ideas[1]]}}
    assert second == said[1] and said[0]["content"] == {"scenarios": ideas}, "the conversation itself stays"
