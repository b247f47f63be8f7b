"""The stages plot_qa and insight_mining, with the built-in company, on a dialogue of two turns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio

from company.archive import Archive
from company.config import load
from company.console.progress import Silent
from company.families.dialogues.prelude import VARIABLE, prelude
from company.families.dialogues.records import Case, Dialogue, Persona, Plan, Question, Scenario, Turn
from company.families.dialogues.stages.actions import insight_mining, plot_qa
from company.models.ledger import Ledger
from company.models.registry import Backends
from company.records import Flag, Intent
from company.run.stage import Office, Stage
from company.sandbox import Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="session")

QUERY = "Please show me the mean 'sales' of each 'kind'."
MEANS = f"mean_sales = {VARIABLE}.groupby('kind')['sales'].mean()\nmean_sales['other'] = 10.0"
BARS = "import matplotlib.pyplot as plt\n\nmean_sales.plot.bar()\nplt.show()"


@pytest_asyncio.fixture(loop_scope="session")
async def office(dialogue: Any, sandbox: Sandbox) -> AsyncIterator[Office]:
    settings = load("wine").model_copy(update={"out": dialogue.resource.parent})
    with Archive.create(settings.out) as archive:
        ledger = Ledger(archive, Backends(settings, print).all(), None)
        made = Office(settings, archive, ledger, sandbox, Silent(), ())
        await _held(made, dialogue)
        yield made


async def _held(office: Office, dialogue: Any) -> None:
    """Put a dialogue of two turns into the archive, as the stage before leaves it."""
    told: dict[str, Any] = {"stage": "x", "position": 1, "status": "accepted"}
    question = Question(text="Which kind of shop sells best?", result_types=("series",), columns=("kind", "sales"))
    office.archive.put(dialogue.table)
    office.archive.put(
        Persona(
            id="shops.p1", parent="shops", name="Ada Brook", location="Oslo", job_title="Baker", background="", **told
        )
    )
    office.archive.put(
        Scenario(id="shops.p1.s1", parent="shops.p1", name="Shops", description="", goal="Find the best kind", **told)
    )
    office.archive.put(
        Plan(id="shops.p1.s1.q1", parent="shops.p1.s1", speech="colloquial", turns=2, questions=(question,), **told)
    )
    lines = {"table_variable": VARIABLE, "prelude": prelude(dialogue.table), "turns": 2, "ended": "done"}
    office.archive.put(Dialogue(id="shops.p1.s1.d1", parent="shops.p1.s1.q1", speech="colloquial", **lines, **told))
    session = await office.sandbox.open({dialogue.table.file: office.resource / dialogue.table.file})
    await session.run(prelude(dialogue.table))
    wanted = ((MEANS, Intent(name="mean_sales", type="series")), (BARS, Intent(name="plot", type="plot")))
    for position, (code, intent) in enumerate(wanted, start=1):
        ran = await session.run(code, [intent])
        assert ran.ok, ran.error
        turn = Turn(
            id=f"shops.p1.s1.d1.t{position:02d}", parent="shops.p1.s1.d1", question=1, query=QUERY,
            answer="Done.", code=code, intents=(intent,), results=ran.results, operations=("plot",) * (position - 1),
            **{**told, "position": position},
        )  # fmt: skip
        office.archive.put(turn)
        office.archive.put_figures(turn.id, ran.figures)
    await session.close()


async def _cases(stage: Stage, office: Office) -> list[Case]:
    turns = [turn for turn in office.archive.records("turn") if stage.wants(turn)]
    return [case for turn in turns async for case in stage.run(office, turn)]  # type: ignore[misc]


@pytest.mark.parametrize("stage", [plot_qa.STAGE, insight_mining.STAGE], ids=lambda stage: stage.name)
async def test_a_turn_that_can_have_a_question_has_one_that_passes_the_gate(stage: Stage, office: Office) -> None:
    (case,) = await _cases(stage, office)
    assert (case.status, case.category) == ("accepted", stage.name)
    assert case.id == case.entry["data_id"] == f"{case.parent}.{stage.name}"
    assert case.entry["choice"]["question"] in case.entry["prompt_with_hist_txt"]
    assert case.choice is not None and all(option.code for option in case.choice.options)
    assert case.entry.get("figure") == (f"data/figures/{case.id}.png" if stage is plot_qa.STAGE else None)


@pytest.mark.parametrize("stage", [plot_qa.STAGE, insight_mining.STAGE], ids=lambda stage: stage.name)
async def test_run_again_it_makes_the_same_case(stage: Stage, office: Office) -> None:
    assert await _cases(stage, office) == await _cases(stage, replace(office))


async def test_a_figure_that_is_not_there_alone_is_not_asked_about(office: Office) -> None:
    (png,) = office.archive.figures("shops.p1.s1.d1.t02")
    office.archive.put_figures("shops.p1.s1.d1.t02", [png, png])
    assert await _cases(plot_qa.STAGE, office) == []


@pytest.mark.parametrize("stage", [plot_qa.STAGE, insight_mining.STAGE], ids=lambda stage: stage.name)
async def test_what_a_person_should_see_in_a_question_is_marked(
    stage: Stage, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag = Flag(kind="political", field="entry.current_query", start=0, end=1, passage="W", why="a slogan")
    monkeypatch.setattr("company.families.dialogues.screened.flags_in", lambda *_: [flag])
    (case,) = await _cases(stage, office)
    assert case.flags == (flag,)
