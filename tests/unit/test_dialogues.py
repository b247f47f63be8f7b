"""A dialogue whose Python state is gone ends there: what was accepted stays, and nobody else notices."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

import company.sandbox.settled
from company.archive import Archive
from company.config import ROLES, Overrides, Settings, load
from company.console.progress import Silent
from company.errors import SandboxError, SessionLost
from company.families.dialogues.records import Persona, Plan, Question, Scenario
from company.families.dialogues.stages.dialogues import STAGE
from company.models.ledger import Ledger
from company.models.protocol import Backend, free
from company.records import Execution, Intent, Record, Result, RunError
from company.run.simulation import simulate
from company.run.stage import Office
from company.sandbox import ForkSandbox, Session
from tests.support.scripted import ScriptedClient

GOOD = Execution(ok=True)
BAD = Execution(ok=False, error=RunError(type="NameError", message="no `x`"))
LOST = SessionLost("the processes of this dialogue are gone")


class ScriptedSession:
    """Executes by giving one answer after another."""

    def __init__(self, answers: Sequence[Execution | SandboxError]) -> None:
        self._answers = list(answers)
        self.closed = False

    async def open(self, files: Mapping[str, Path]) -> Self:
        """It stands for its sandbox, too."""
        return self

    async def run(self, code: str, intents: Sequence[Intent] = (), *, in_place: bool = False) -> Execution:
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self) -> None:
        self.closed = True


def query(number: int) -> str:
    return json.dumps({"message": f"question {number}", "question": 1})


def code(name: str) -> str:
    return json.dumps({"message": "so", "code": f"{name} = 1", "results": [{"name": name, "type": "value"}]})


def said(words: str) -> str:
    return json.dumps({"message": words})


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load("wine", Overrides(out=tmp_path / "run", limit=3))


async def held(
    dialogue: Any, settings: Settings, session: ScriptedSession, replies: Sequence[str]
) -> tuple[list[Record], Silent]:
    """What a dialogue of three turns comes to, and what was told about it."""
    words = {"id": "shops.p1.s1", "parent": "shops.p1", "stage": "s", "position": 1, "status": "accepted"}
    question = Question(text="How much?", result_types=("value",), columns=("sales",))
    plan = Plan(**{**words, "id": "shops.p1.s1.l1", "parent": "shops.p1.s1"}, speech="statement", turns=3,
                questions=(question,))  # fmt: skip
    person = {"name": "Ada", "location": "Oslo", "job_title": "baker", "background": "Runs a bakery."}
    progress, made = Silent(), []
    with Archive.create(settings.out) as archive:
        for record in (
            dialogue.table,
            Persona(**{**words, "id": "shops.p1", "parent": "shops"}, **person),
            Scenario(**words, name="Rent", description="Rents rise.", goal="Where to?"),
            plan,
        ):
            archive.put(record)
        ledger = Ledger(archive, dict.fromkeys(ROLES, Backend("scripted", "m", ScriptedClient(replies), free, "")))
        office = Office(settings, archive, ledger, session, progress, [])  # type: ignore[arg-type]
        async for record in STAGE.run(office, plan):
            archive.put(record)
            made.append(record)
    return made, progress


async def test_a_lost_state_ends_the_dialogue_and_keeps_what_was_accepted(dialogue: Any, settings: Settings) -> None:
    session = ScriptedSession([GOOD, GOOD, BAD, LOST])
    replies = [query(1), code("a"), said("done"), query(2), code("b"), code("c")]
    made, progress = await held(dialogue, settings, session, replies)
    first, second, whole = made
    assert [first.status, second.status, whole.status] == ["accepted", "rejected", "accepted"]
    assert (second.query, second.code) == ("question 2", None)
    assert "state was lost" in second.reason
    assert [attempt.code for attempt in second.attempts] == ["b = 1", "c = 1"]
    assert second.attempts[-1].execution.error.message == str(LOST)
    assert whole.turns == 1 and whole.ended.startswith("given up: ")
    assert session.closed
    assert (progress.tally.turns, progress.tally.lost_turns, progress.tally.failures) == (1, 1, 1)
    assert [str(LOST) in line for line in progress.notes] == [True]


@pytest.mark.parametrize("finished", [True, False])
async def test_when_the_turns_are_done_there_are_last_words(dialogue: Any, settings: Settings, finished: bool) -> None:
    turns = [reply for number in range(3) for reply in (query(number), code("a"), said("done"))]
    last = json.dumps({"message": "That is all.", "question": 1, "finished": finished})
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), [*turns, last])
    assert [record.stage for record in made] == ["dialogues"] * 4 and made[-1].turns == 3
    assert [message.text for message in made[-1].conversation] == (["That is all."] if finished else [])
    assert made[-1].ended == "the turns that were asked for are done"


async def test_a_report_and_last_words_that_no_result_bears_out_go_back(dialogue: Any, settings: Settings) -> None:
    result = Result(name="a", type="value", shown="12", digest="0", facts={"value": 12})
    ran = Execution(ok=True, results=(result,))
    turns = [
        reply for number in (1, 2, 3) for reply in (query(number), code("a"), said("It is 21."), said("It is 12."))
    ]
    last = [json.dumps({"message": f"So it was {told}.", "question": 1, "finished": True}) for told in (21, 12)]
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD, ran, ran, ran]), [*turns, *last])
    *answered, whole = made
    assert [turn.answer for turn in answered] == ["It is 12."] * 3
    assert [message.text for message in whole.conversation] == ["So it was 12."]


@pytest.mark.parametrize(
    "answers",
    [[GOOD, SandboxError("the Python that runs code died twice")], [LOST], [BAD]],
    ids=["the sandbox fails", "lost with the prelude", "the prelude fails"],
)
async def test_a_sandbox_that_fails_is_an_error_of_the_run(dialogue: Any, settings: Settings, answers: Any) -> None:
    session = ScriptedSession(answers)
    with pytest.raises(SandboxError):
        await held(dialogue, settings, session, [query(1), code("a")])
    assert session.closed


class Unlucky(ForkSandbox):
    """Its first session loses its state at its third piece of code."""

    met = False

    async def open(self, files: Mapping[str, Path]) -> Any:
        session = await super().open(files)
        if self.met:
            return session
        self.met = True
        return Doomed(session)


class Doomed:
    def __init__(self, session: Session) -> None:
        self._session = session
        self.close = session.close
        self._left = 2

    async def run(self, code: str, intents: Sequence[Intent] = (), *, in_place: bool = False) -> Execution:
        if self._left == 0:
            raise LOST
        self._left -= 1
        return await self._session.run(code, intents, in_place=in_place)


@pytest.mark.slow
async def test_a_run_goes_on_and_makes_up_for_a_lost_dialogue(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company.sandbox.settled, "LocalSandbox", Unlucky)
    outcome = await simulate(settings, Silent())
    assert (outcome.accepted, outcome.missing) == (3, {})
    with Archive.open(settings.out) as archive:
        dialogues = archive.records("dialogue")
        given_up = [one for one in dialogues if one.ended.startswith("given up: ")]
        assert len(given_up) == 1 and len(dialogues) > 1
        (lost,) = [turn for turn in archive.records("turn", ["rejected"]) if turn.attempts[-1].execution.error]
    assert lost.attempts[-1].execution.error.message == str(LOST)
