"""A case that has passed the gate is answered once more from its prompt alone: what becomes of it, and what is said."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.files import RESOURCE
from company.benchmark.gate import GateReport
from company.benchmark.reading import read_benchmark
from company.config import ROLES, Overrides, load
from company.console.progress import Silent
from company.families.dialogues import judging
from company.families.dialogues.body.bodies import CodeBody, body_of
from company.families.dialogues.body.second_answers import FIELD, Waiting, about, is_told
from company.families.dialogues.evolving.second_answers import second_answer
from company.families.dialogues.lines import wrong_fields
from company.families.dialogues.records import Case
from company.families.dialogues.review.beside import of_case
from company.families.dialogues.review.elsewhere import case_elsewhere
from company.families.dialogues.settings import GateSettings
from company.families.dialogues.telling.cases import view_of
from company.models.ledger import Ledger
from company.models.protocol import Backend, free
from company.reporting.views import Program
from company.reviewing import undecided
from company.run.stage import Office
from company.sandbox import Sandbox
from tests.support.evolving import write_evolving
from tests.support.gating import gate_of
from tests.support.scripted import ScriptedClient

pytestmark = pytest.mark.asyncio(loop_scope="session")
STAGE = "evolving"
LAST = "the income of long stays"
FAILS = "long_income = counted_bookings['nights']"
OTHER = 'long_income = df.groupby("city")["fee"].sum() * 3.0'
"""Nobody who forgets a term comes to that."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_evolving(tmp_path_factory.mktemp("second") / "benchmark")


@pytest.fixture
def body(folder: Path) -> CodeBody:
    """A case that takes three terms, one of them changed just now."""
    lines = map(json.loads, (folder / "data/dialogue_data/evolving.jsonl").read_text().splitlines())
    found = body_of(next(line for line in lines if LAST in line["current_query"]))
    assert isinstance(found, CodeBody) and len(found.more["forgetful"]) > 1
    return found


def said(code: str) -> str:
    return json.dumps({"message": "Income as of now, and long stays as they were said last.", "code": code})


class Asked:
    """Offices over one archive, whose chatbot replies from a list."""

    def __init__(self, folder: Path, resource: Path, sandbox: Sandbox) -> None:
        self.settings = load("wine", Overrides(out=folder / "run", limit=1))
        self.settings = self.settings.model_copy(update={"gate": GateSettings(paraphrases=1)})
        self.archive = Archive.create(self.settings.out)
        self.sandbox, self.resource = sandbox, resource
        self.client = ScriptedClient([])

    def office(self, *replies: str, backend: str = "openai") -> Any:
        self.client = ScriptedClient(replies)
        ledger = Ledger(self.archive, dict.fromkeys(ROLES, Backend(backend, "by hand", self.client, free, "")))
        office = Office(self.settings, self.archive, ledger, self.sandbox, Silent(), [])
        return _At(office, self.resource)

    async def of(self, body: CodeBody, *replies: str) -> tuple[CodeBody, GateReport]:
        return await second_answer(self.office(*replies), STAGE, body, GateReport(True))


class _At:
    """An office whose tables lie elsewhere."""

    def __init__(self, office: Office, resource: Path) -> None:
        self._office, self.resource = office, resource

    def __getattr__(self, name: str) -> Any:
        return getattr(self._office, name)


@pytest.fixture
def asked(tmp_path: Path, folder: Path, sandbox: Sandbox) -> Asked:
    return Asked(tmp_path, folder / RESOURCE, sandbox)


def in_other_words(body: CodeBody) -> str:
    """The same results by other code."""
    return f"{body.solution}\nlong_income = long_income[sorted(long_income.index)] + 0"


def of_slip(body: CodeBody, label: str) -> str:
    script: str = body.more["forgetful"][label]["script"]
    return script


async def test_an_answer_that_comes_to_the_key_comes_with_the_case(asked: Asked, body: CodeBody) -> None:
    code = in_other_words(body)
    made, report = await asked.of(body, said(code))
    assert report.passed and not report.reasons
    told = made.line()[FIELD]
    assert (told["by"], told["came_to"]) == ("by hand", "the key") and code in told["script"]
    assert report.measured[FIELD]["message"].startswith("Income as of now")
    assert [call.stage for call in asked.archive.calls()] == [STAGE]


async def test_who_answers_sees_the_prompt_that_is_released_and_no_reference(asked: Asked, body: CodeBody) -> None:
    await asked.of(body, said(in_other_words(body)))
    (seen,) = asked.client.seen
    told = "\n".join(message.text for message in seen)
    assert body.text.strip() in told
    assert not any(line in told for line in body.solution.splitlines())
    assert all(of_slip(body, label) not in told for label in body.more["forgetful"])


async def test_a_whole_script_is_taken_for_what_stands_in_its_gap(asked: Asked, body: CodeBody) -> None:
    made, report = await asked.of(body, said(f"```python\n{body.answer}```"))
    assert report.passed and made.more[FIELD]["script"] == body.answer


async def test_an_answer_like_a_forgetful_analysts_names_the_slip_and_the_case_stands(
    asked: Asked, body: CodeBody
) -> None:
    for label in body.more["forgetful"]:
        made, report = await asked.of(body.but(data_id=label), said(of_slip(body, label)))
        assert report.passed, label
        assert (made.more[FIELD]["came_to"], made.more[FIELD]["slip"]) == ("a slip", label)
        assert report.measured[FIELD]["slip"] == label


async def test_an_answer_that_comes_to_something_else_leaves_the_case_to_people(asked: Asked, body: CodeBody) -> None:
    made, report = await asked.of(body, said(OTHER))
    assert report.reasons == (
        "a second answer, by by hand from the prompt alone, comes to something else than the key",
    )
    (result,) = report.measured[FIELD]["results"]
    assert result["name"] == "long_income" and result["shown"]
    assert "results" not in made.more[FIELD]


async def test_code_that_fails_is_told_its_error_and_may_be_mended_once(asked: Asked, body: CodeBody) -> None:
    _, report = await asked.of(body, said(FAILS), said(in_other_words(body)))
    assert report.passed and report.measured[FIELD]["came_to"] == "the key"
    again = asked.client.last_words(1)
    assert "NameError" in again and "counted_bookings" in again
    _, report = await asked.of(body.but(data_id="again"), said(FAILS), said(FAILS), said(body.solution))
    assert len(asked.client.seen) == 2
    assert not report.passed and "comes to nothing (NameError" in report.reasons[0]


async def test_code_that_ends_its_process_is_an_answer_that_comes_to_nothing(asked: Asked, body: CodeBody) -> None:
    ends = "import os\nos._exit(3)"
    _, report = await asked.of(body, said(ends), said(ends))
    assert report.measured[FIELD]["came_to"] == "no result" and not report.passed


async def test_a_reply_that_is_none_leaves_the_case_to_people_and_says_what_to_do(asked: Asked, body: CodeBody) -> None:
    _, report = await asked.of(body, "no", "no", "no")
    assert not report.passed and "try a stronger model" in report.reasons[0]


async def test_a_run_that_goes_on_pays_nothing_twice(asked: Asked, body: CodeBody) -> None:
    first = await asked.of(body, said(FAILS), said(OTHER))
    again = await asked.of(body)
    assert asked.client.seen == [] and again == first
    assert len(list(asked.archive.calls())) == 2


async def test_nobody_is_asked_where_the_settings_do_not_say_so(asked: Asked, body: CodeBody) -> None:
    for number in (None, 0):
        asked.settings = asked.settings.model_copy(update={"gate": GateSettings(paraphrases=number)})
        made, report = await asked.of(body)
        assert made == body and report.passed and FIELD not in report.measured


async def test_the_built_in_company_is_given_its_own_code_and_says_so(asked: Asked, body: CodeBody) -> None:
    office = asked.office(said(body.solution), backend="procedural")
    made, _ = await second_answer(office, STAGE, body, GateReport(True))
    brief = json.loads(asked.client.last_words(0).partition("```json\n")[2].partition("\n```")[0])
    assert brief == {"task": "answer_again", "own": body.solution}
    assert made.more[FIELD]["by"] == "the built-in company"
    assert "proves nothing" in about([made.line()])


@pytest.mark.parametrize(
    ("code", "passed", "status"),
    [
        (in_other_words, True, "accepted"),
        (lambda body: of_slip(body, next(iter(body.more["forgetful"]))), True, "accepted"),
        (lambda _: OTHER, True, "proposed"),
        (lambda _: OTHER, False, "rejected"),
    ],
)
async def test_a_case_is_asked_once_it_has_passed_all_else_and_waits_where_the_answer_is_another_one(
    asked: Asked,
    body: CodeBody,
    monkeypatch: pytest.MonkeyPatch,
    code: Callable[[CodeBody], str],
    passed: bool,
    status: str,
) -> None:
    async def gate(*_: Any, **__: Any) -> GateReport:
        return GateReport(passed, () if passed else ("unstable",))

    monkeypatch.setattr(judging, "gate", gate)
    office = asked.office(said(code(body)))
    parent: Any = SimpleNamespace(id=body.data_id)
    witness = partial(second_answer, office, STAGE)
    case = await judging.judged(office, STAGE, parent, body, mode="evolving", witness=witness)
    assert case.status == status
    assert undecided(case) is (status == "proposed")
    assert len(asked.client.seen) == int(passed)


async def test_people_see_both_codes_and_both_results(asked: Asked, body: CodeBody, tmp_path: Path) -> None:
    made, report = await asked.of(body, said(OTHER))
    case = Case(id="x.evolving", parent=None, stage=STAGE, position=1, mode="evolving", entry=made.line(),
                gate=dict(report.measured))  # fmt: skip
    told = of_case(asked.archive, case.model_dump(mode="json"))
    assert told["second"]["solution"] == OTHER and told["second"]["came_to"] == "something else than the key"
    assert [each.name for each in told["second"]["results"]] == ["long_income"]
    parts = case_elsewhere(asked.archive, case.model_dump(mode="json")).parts
    titles = [each.title for each in parts]
    assert "Reference" in titles and any(each.endswith("by the second answer") for each in titles)
    for gate in ({}, {FIELD: {"by": "m", "came_to": "the key", "script": "x = 1"}}):
        assert of_case(asked.archive, {**case.model_dump(mode="json"), "gate": gate})["second"] is None


async def test_whoever_verifies_has_the_second_answer_come_to_the_key_again(
    asked: Asked, body: CodeBody, folder: Path, sandbox: Sandbox
) -> None:
    async def reasons(script: str) -> Sequence[str]:
        told = {"by": "m", "came_to": "the key", "script": script}
        report = await gate_of({**body.line(), FIELD: told}, folder / RESOURCE, sandbox)
        return [reason for reason in report.reasons if "second answer" in reason]

    made, _ = await asked.of(body, said(in_other_words(body)))
    script = made.more[FIELD]["script"]
    assert await reasons(script) == []
    slip = of_slip(body, next(iter(body.more["forgetful"])))
    for broken in (script.replace("+ 0", "+ 500"), script.replace("sorted(", "sortiert("), slip):
        (reason,) = await reasons(broken)
        assert "make the case anew" in reason


async def test_a_line_that_tells_a_second_answer_otherwise_is_refused(body: CodeBody) -> None:
    right = {"by": "m", "came_to": "the key", "script": "x = 1"}
    assert is_told(right) and is_told({"by": "m", "came_to": "no result"})
    line = body.line()
    for wrong in ("x = 1", {**right, "came_to": "right"}, {**right, "script": ""}, {**right, "by": 3}):
        assert FIELD in wrong_fields({**line, FIELD: wrong}, [*line], ())


async def test_a_card_tells_who_answered_what_came_of_it_and_who_waits() -> None:
    def line(came_to: str, **more: str) -> dict[str, Any]:
        return {FIELD: {"by": "m", "came_to": came_to, **more}}

    slips = [line("a slip", slip=f"{label}: t1") for label in ("old definition", "never agreed", "old definition")]
    lines = [*[line("the key")] * 5, *slips, line("something else"), {}]
    told = about(lines, Waiting(left_out=2))
    assert "Of 10 evolving cases, 9 were answered once more from their prompt alone, by m: 5 came to the key" in told
    assert "3 to what a forgetful analyst comes to (old definition 2, never agreed 1)" in told
    assert "1 to something else or to nothing, and people let the case stand" in told
    assert "2 more wait for people" in told and "proves nothing" not in told
    undecided = about(lines, Waiting(in_here=1))
    assert "1 to something else or to nothing, which people have yet to decide on" in undecided
    assert "let the case stand" not in undecided and "wait for people" not in undecided
    assert about([{}, {}]) == ""


async def test_a_case_is_shown_with_its_second_answer(folder: Path, body: CodeBody) -> None:
    line = body.but(second_answer={"by": "m", "came_to": "the key", "script": body.answer}).line()
    key = view_of(read_benchmark(folder), "evolving", line).key
    reference, second = (each for each in key if isinstance(each, Program))
    assert reference.title == "reference"
    assert second.title == "a second answer, by m from the prompt alone, comes to the key"
    assert reference.code == second.code
