"""A dialogue whose Python state is gone ends there: what was accepted stays, and nobody else notices."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self, cast

import pytest

import company.families.dialogues.stages.held
import company.sandbox.settled
from company.archive import Archive
from company.benchmark.gate import GateReport
from company.config import ROLES, Overrides, Settings, load
from company.console.progress import Silent
from company.errors import SandboxError, SessionLost
from company.families.dialogues.gate.sense.effects import IN_VAIN
from company.families.dialogues.records import WORKED_THROUGH, Persona, Plan, Question, Scenario
from company.families.dialogues.stages import asks, foreseeing
from company.families.dialogues.stages.dialogues import STAGE
from company.families.dialogues.stages.held import Held
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


@pytest.fixture(autouse=True)
def refusals(monkeypatch: pytest.MonkeyPatch) -> list[GateReport]:
    """What the gate says of the turns that are looked at beforehand, one after the other; nothing speaks against
    those that come after them.
    """
    reports: list[GateReport] = []

    async def gate(*_: object, **__: object) -> GateReport:
        return reports.pop(0) if reports else GateReport(True)

    monkeypatch.setattr(foreseeing, "gate", gate)
    return reports


async def held(
    dialogue: Any,
    settings: Settings,
    session: ScriptedSession,
    replies: Sequence[str] | ScriptedClient,
    turns: int = 3,
    agreed: Sequence[str] = (),
    speech: str = "statement",
) -> tuple[list[Record], Silent]:
    """What a dialogue of so many turns comes to, and what was told about it; `agreed` is what the client said of it."""
    words = {"id": "shops.p1.s1", "parent": "shops.p1", "stage": "s", "position": 1, "status": "accepted"}
    question = Question(text="How much?", result_types=("value",), columns=("sales",))
    talk = [{"speaker": "client", "text": text} for text in agreed]
    plan = Plan(**{**words, "id": "shops.p1.s1.l1", "parent": "shops.p1.s1"}, speech=speech, turns=turns,
                questions=(question,), conversation=talk)  # fmt: skip
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
        client = replies if isinstance(replies, ScriptedClient) else ScriptedClient(replies)
        ledger = Ledger(archive, dict.fromkeys(ROLES, Backend("scripted", "m", client, free, "")))
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


def turns(count: int) -> list[str]:
    return [reply for number in range(1, count + 1) for reply in (query(number), code("a"), said("done"))]


def prompts(client: ScriptedClient) -> list[str]:
    return [messages[-1].text for messages in client.seen]


LAST = said("That is all.")


async def test_when_the_turns_are_done_there_are_last_words(dialogue: Any, settings: Settings) -> None:
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), [*turns(3), LAST])
    assert [record.stage for record in made] == ["dialogues"] * 4 and made[-1].turns == 3
    assert [message.text for message in made[-1].conversation] == ["That is all."]
    assert made[-1].ended == "the turns that were asked for are done"


async def test_a_report_and_last_words_that_no_result_bears_out_go_back(dialogue: Any, settings: Settings) -> None:
    result = Result(name="a", type="value", shown="12", digest="0", facts={"value": 12})
    ran = Execution(ok=True, results=(result,))
    turns = [
        reply for number in (1, 2, 3) for reply in (query(number), code("a"), said("It is 21."), said("It is 12."))
    ]
    last = [said(f"So it was {told}.") for told in (21, 12)]
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD, ran, ran, ran]), [*turns, *last])
    *answered, whole = made
    assert [turn.answer for turn in answered] == ["It is 12."] * 3
    assert [message.text for message in whole.conversation] == ["So it was 12."]


async def test_whoever_has_nothing_left_to_ask_writes_the_last_words_from_what_came_out(
    dialogue: Any, settings: Settings
) -> None:
    through = json.dumps({"message": "That is it.", "question": 1, "finished": True})
    client = ScriptedClient([*turns(1), through, LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    assert [message.text for message in made[-1].conversation] == ["That is all."]
    assert made[-1].ended == WORKED_THROUGH
    closing = json.loads(prompts(client)[-1].split("```json\n")[1].split("\n```")[0])
    assert closing["task"] == "close" and "variables" not in closing
    assert [turn["query"] for turn in closing["history"]] == ["question 1"]


async def test_last_words_that_never_come_leave_a_dialogue_without_them(dialogue: Any, settings: Settings) -> None:
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), [*turns(3), *["I would rather not."] * 3])
    assert made[-1].conversation == () and made[-1].turns == 3


async def test_rules_stand_only_where_they_are_needed(dialogue: Any, settings: Settings) -> None:
    client = ScriptedClient([query(1), said("Which sales?"), *turns(3), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    asked = [prompt for prompt in prompts(client) if '"task":"ask"' in prompt]
    assert ["last answer is a question" in prompt for prompt in asked] == [False, True, False, False]
    assert ["Hold the last results" in prompt for prompt in asked] == [False, False, True, True]
    assert not any("colleague" in prompt for prompt in asked)
    reports = [prompt for prompt in prompts(client) if '"report_result"' in prompt]
    assert not any("slices" in prompt or '"output"' in prompt for prompt in reports)


async def test_whoever_leaves_something_open_is_told_no_rules_on_how_to_be_exact(
    dialogue: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Held, "leaves_open", lambda held: held.answered == 1)
    client = ScriptedClient([*turns(3), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    exact, openly, _ = (prompt for prompt in prompts(client) if '"task":"ask"' in prompt)
    for rule in ("compute exactly", "a rule for ties", "may use pandas"):
        assert rule in exact and rule not in openly
    assert '"leaves_open":true' in openly and "let the chatbot ask" in openly and "let the chatbot ask" not in exact
    assert len(openly) < len(exact)


async def test_with_the_last_turn_of_a_finished_plan_whoever_asks_is_told_to_finish_or_to_go_on(
    dialogue: Any, settings: Settings
) -> None:
    client = ScriptedClient([*turns(3), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    asked = [prompt for prompt in prompts(client) if '"task":"ask"' in prompt]
    assert ["two turns are left" in prompt for prompt in asked] == [False, True, False]
    assert ["one turn is left" in prompt for prompt in asked] == [False, False, True]


async def test_whoever_codes_is_told_of_seeds_and_of_asking_back_where_that_matters(
    dialogue: Any, settings: Settings
) -> None:
    chance = json.dumps({"message": "Please draw a random half as `a`.", "question": 1})
    client = ScriptedClient([query(1), said("Which sales?"), *turns(1), chance, *turns(1)[1:], *turns(1), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    coded = [prompt for prompt in prompts(client) if '"task":"write_code"' in prompt]
    assert ["fixed seeds" in prompt for prompt in coded] == [False, False, True, False]
    assert ["was a question already" in prompt for prompt in coded] == [False, True, False, False]
    assert ["one clarifying question" in prompt for prompt in coded] == [True, False, True, True]


async def test_a_message_that_is_written_anew_is_told_what_stands_in_the_place_of_its_question_and_not_the_question(
    dialogue: Any, settings: Settings, refusals: list[GateReport]
) -> None:
    refusals += [GateReport(True), IDLE]
    changed = json.dumps({"message": "question 2", "question": 1, "instead": "Why is Monday low?"})
    client = ScriptedClient([*turns(1), changed, code("a"), *turns(2), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    anew = next(prompt for prompt in prompts(client) if '"withdrawn"' in prompt)
    assert anew.count("Why is Monday low?") == 1 and "How much?" not in anew


async def test_what_stays_the_same_through_a_dialogue_stands_first(dialogue: Any, settings: Settings) -> None:
    client = ScriptedClient([*turns(3), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    first, *others = (prompt for prompt in prompts(client) if '"task":"ask"' in prompt)
    same = first[: first.index('"history"')]
    assert '"plan"' in same and all(prompt.startswith(same) for prompt in others)


async def test_halfway_the_client_hears_the_answers_and_what_they_say_reaches_the_next_query(
    dialogue: Any, settings: Settings
) -> None:
    first, *rest = turns(2), *turns(2)
    client = ScriptedClient([*first, said("Never! Then tell me about Monday."), *rest, LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 5), client, turns=4)
    heard = next(prompt for prompt in prompts(client) if '"client_reacts"' in prompt)
    assert '{"asked":"question 2","answer":"done"}' in heard
    spoken = [[message.speaker for message in turn.conversation] for turn in made[:-1]]
    assert [speakers[0] for speakers in spoken] == ["data_scientist", "data_scientist", "client", "data_scientist"]
    said_so_far = [json.loads(prompt.split("```json\n")[1].split("\n```")[0])["client_said"]
                   for prompt in prompts(client) if '"task":"ask"' in prompt]  # fmt: skip
    assert [len(texts) for texts in said_so_far[:2]] == [len(said_so_far[0])] * 2
    assert said_so_far[2:] == [["Never! Then tell me about Monday."]] * 2


async def test_what_the_client_objected_to_while_planning_reaches_whoever_asks(
    dialogue: Any, settings: Settings
) -> None:
    objected = ["No regression, please.", "Now I agree."]
    client = ScriptedClient([*turns(1), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 2), client, turns=1, agreed=objected)
    told = json.loads(prompts(client)[0].split("```json\n")[1].split("\n```")[0])
    assert told["client_said"] == objected


def test_of_what_the_client_said_the_plan_comes_before_the_interview() -> None:
    known = SimpleNamespace(expected=["a" * 30, "b" * 30], wishes=["c" * 50], has_new_wish=False,
                            scenario=SimpleNamespace(goal="find out"))  # fmt: skip
    for most, told in ((110, "abc"), (90, "bc"), (60, "c"), (10, "c")):
        here = SimpleNamespace(**{**vars(known), "expected": [*known.expected]})
        assert "".join(text[0] for text in Held.said_by_client(cast(Held, here), most)) == told


async def test_a_result_puts_another_question_in_a_planned_ones_place(dialogue: Any, settings: Settings) -> None:
    why = "Why is Monday low? Monday was the lowest."
    changed = json.dumps({"message": "question 2", "question": 1, "instead": why})
    too_early = json.dumps({"message": "question 1", "question": 1, "instead": why})
    first, second, third = (turns(3)[at : at + 3] for at in (0, 3, 6))
    client = ScriptedClient([too_early, *first, changed, *second[1:], *third, LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    assert "no result is there yet" in prompts(client)[1]
    assert [turn.instead for turn in made[:-1]] == ["", why, why]
    assert f'"instead":"{why}"' in prompts(client)[-1]
    assert {turn.question for turn in made[:-1]} == {1}


async def test_wishes_on_top_of_a_question_stand_beside_it_and_beside_each_other(
    dialogue: Any, settings: Settings
) -> None:
    wishes = ["And which day is lowest?", "And is that chance?"]
    asked = [json.dumps({"message": f"question {at}", "question": 1, "also": wish}) for at, wish in enumerate(wishes)]
    first, second, third, fourth = (turns(4)[at : at + 3] for at in (0, 3, 6, 9))
    client = ScriptedClient([asked[0], *first, asked[0], *second[1:], said("Hm."), asked[1], *third[1:], *fourth, LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 5), client, turns=4)
    assert "`also` is given, and no result is there yet" in prompts(client)[1]
    told = [json.loads(prompt.split("```json\n")[1].split("\n```")[0])["plan"]["questions"][0]
            for prompt in prompts(client) if '"task":"ask"' in prompt]  # fmt: skip
    assert [each.get("also") for each in told] == [None, None, wishes[:1], wishes]
    assert len({each["text"] for each in told}) == 1, "the planned question stands"


async def test_what_columns_mean_that_nobody_speaks_of_is_told_until_the_clients_wish_was_asked(
    dialogue: Any, settings: Settings
) -> None:
    client = ScriptedClient([*turns(2), said("And what of the rest?"), *turns(2), LAST])
    await held(dialogue, settings, ScriptedSession([GOOD] * 5), client, turns=4)
    asked = [prompt for prompt in prompts(client) if '"task":"ask"' in prompt]
    assert ["The client may wish to know" in prompt for prompt in asked] == [False, False, True, False]


async def test_the_chatbot_asks_back_once(dialogue: Any, settings: Settings) -> None:
    back = said("Which sales?")
    client = ScriptedClient([query(1), back, query(2), back, code("a"), said("done"), *turns(2), LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    assert [turn.code is None for turn in made[:-1]] == [True, False, False, False]
    assert "ask once more" in "".join(prompts(client)) and made[-1].turns == 3


EVERY = "a condition is true of every row: `n >= 30`"
NONE = "a condition is true of no row, and that none is found cannot be told from not having looked: `n < 10`"
STEP = "a step changes nothing that is asked for: `others = bars[['hand line', 'long line', 'pot']]`"
EMPTY = "its result `a` is empty: a question that comes out empty cannot be told from one without an answer"
IDLE = GateReport(False, (EVERY,), {"check": ["True"], IN_VAIN: True})
BUSY = GateReport(False, ("its negative controls cannot be run: it takes too long",), {"check": ["True"]})
FAILED = GateReport(False, ("the reference fails in a warm run: NameError",))


async def test_a_message_that_leads_to_no_case_is_written_anew_once_and_never_heard(
    dialogue: Any, settings: Settings, refusals: list[GateReport]
) -> None:
    refusals.append(IDLE)  # what was written anew stands as it is, unjudged
    client = ScriptedClient([query(1), code("a"), query(2), code("b"), said("done"), *turns(2), LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    assert [(each.query, each.code) for each in made[:2]] == [("question 2", "b = 1"), ("question 1", "a = 1")]
    assert [message.text for message in made[0].conversation] == ["question 2", "so", "The code has run.", "done"]
    assert len(made[0].attempts) == 1
    first, _, anew, *later = prompts(client)
    assert '"withdrawn":{"message":"question 1","question":1,"found":"a condition is true of' in anew
    assert "taken back" in anew and not any("taken back" in each for each in (first, *later))


@pytest.mark.parametrize(
    ("reasons", "in_vain"),
    [((EVERY,), False), ((NONE,), False), ((STEP,), False), ((EMPTY,), None)],
    ids=["all rows beside a count", "no row beside a count", "columns that the query lists", "one of two results"],
)
async def test_a_finding_is_no_reason_to_take_a_message_back(
    dialogue: Any, settings: Settings, refusals: list[GateReport], reasons: tuple[str, ...], in_vain: bool | None
) -> None:
    """All that was taken back in two trials, of turns whose other conditions told rows apart."""
    vain = {} if in_vain is None else {IN_VAIN: in_vain}
    refusals.append(GateReport(False, reasons, {"check": ["True"], **vain}))
    results = [{"name": name, "type": "value"} for name in ("a", "b")]
    both = json.dumps({"message": "so", "code": "a = b = 1", "results": results})
    client = ScriptedClient([query(1), both, said("done"), *turns(2), LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    assert (made[0].query, made[0].code) == ("question 1", "a = b = 1")
    assert not any("taken back" in each for each in prompts(client))


@pytest.mark.parametrize(
    "reason", [EMPTY, "its result depends on the order of the rows, and the query has no rule for ties (`a`)"]
)
async def test_a_message_without_any_answer_is_taken_back(
    dialogue: Any, settings: Settings, refusals: list[GateReport], reason: str
) -> None:
    refusals.append(GateReport(False, (reason, NONE), {"check": ["True"], IN_VAIN: False}))
    client = ScriptedClient([query(1), code("a"), query(2), code("b"), said("done"), *turns(2), LAST])
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 4), client)
    anew = prompts(client)[2]
    assert made[0].query == "question 2" and reason in anew and NONE not in anew


async def test_what_a_message_was_to_leave_open_is_not_held_against_it(
    dialogue: Any, settings: Settings, refusals: list[GateReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(company.families.dialogues.stages.held, "LEFT_OPEN", 1.0)
    loose = json.dumps({"message": "And for the `saless` in rows where `sales` > 9000?", "question": 1})
    client = ScriptedClient([loose, query(1), code("a"), said("done"), loose, code("a"), said("done"), LAST])
    refusals += [GateReport(True), IDLE]
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD] * 3), client, turns=2, speech="colloquial")
    assert "does not fit the table" in prompts(client)[1] and '"leaves_open":true' in prompts(client)[4]
    assert "`saless`" in made[1].query and made[1].code == "a = 1" and refusals == [IDLE]


@pytest.mark.parametrize("report", [FAILED, BUSY])
async def test_code_that_fails_or_cannot_be_judged_is_run_as_it_is(
    dialogue: Any, settings: Settings, refusals: list[GateReport], report: GateReport
) -> None:
    refusals.append(report)
    replies = [query(1), code("a"), code("b"), said("done"), *turns(2), LAST]
    made, _ = await held(dialogue, settings, ScriptedSession([GOOD, BAD, *[GOOD] * 3]), replies)
    assert [attempt.code for attempt in made[0].attempts] == ["a = 1", "b = 1"] and made[0].query == "question 1"


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


@pytest.mark.parametrize(
    ("question", "answered", "drawn", "due"),
    [(0, 0, False, False), (1, 1, False, False), (2, 2, False, True), (2, 2, True, False), (1, 3, False, True)],
)
def test_a_figure_is_due_once_its_question_was_begun_or_half_of_the_turns_are_done(
    question: int, answered: int, drawn: bool, due: bool
) -> None:
    intents = [(Intent(type="plot", name="plot"),)] if drawn else [(Intent(type="value", name="a"),)]
    questions = [SimpleNamespace(result_types=types) for types in (("value",), ("dataframe", "plot"), ("list",))]
    plan = SimpleNamespace(questions=questions, turns=6)
    held = SimpleNamespace(plan=plan, question=question, answered=answered, asked_for=intents)
    assert asks.lacks_figure(cast(Held, held)) is due
