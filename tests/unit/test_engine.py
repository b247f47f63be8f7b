"""The engine does what is missing, each stage where it is chosen, serial stages in order and after the others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from company.archive import Archive
from company.errors import BackendError, ReplyError, SessionLost
from company.families.dialogues.records import Persona, Scenario
from company.reviewing import REVIEWED
from company.run.engine import Engine
from company.run.performing import TRIALS
from company.run.stage import LOST, Stage
from company.tables.record import Table

CLIENTS = 3


class Desk:
    """An office without staff: an archive, and a progress display that nobody looks at."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.ran: list[str] = []
        self.words = "first"
        nothing: Callable[..., None] = lambda *_, **__: None  # noqa: E731
        self.notes: list[str] = []
        self.progress = SimpleNamespace(stage=nothing, failure=nothing, note=self.notes.append)

    def on_trial(self, trial: int) -> Desk:
        return self

    def lost(self, record: str, stage: str, why: str) -> None:
        self.archive.put_fact(LOST, stage, record, content=why)

    def found(self, record: str, stage: str) -> None:
        pass


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(
        Stage, "key", lambda stage, record, office: f"{stage.name} {record.fingerprint()} {office.words}"
    )
    return Desk(Archive.create(tmp_path / "run"))


def table() -> Table:
    return Table(
        id="t", parent=None, stage="intake", position=1, status="accepted", name="t", file="t.csv", sha256="", rows=1,
        columns=(),
    )  # fmt: skip


async def clients(office: Any, record: Table) -> AsyncIterator[Persona]:
    for number in range(1, CLIENTS + 1):
        yield Persona(
            id=f"t.p{number}", parent="t", stage="clients", position=number, status="accepted", name="", location="",
            job_title="", background="",
        )  # fmt: skip


def grown(office: Desk, record: Persona, text: str) -> Scenario:
    return Scenario(
        id=f"{record.id}.s1", parent=record.id, stage="growing", position=1, status="accepted", name=text,
        description="", goal="",
    )  # fmt: skip


async def growing(office: Any, record: Persona) -> AsyncIterator[Scenario]:
    """Builds on what it made of the clients before."""
    office.ran.append(record.id)
    before = [each.name for each in office.archive.records("scenario") if each.id < f"{record.id}.s1"]
    yield grown(office, record, f"{office.words} after {len(before)}")


def chosen(stage: Stage, record: Any) -> bool:
    return True


STAGES = (Stage("growing", "persona", growing, serial=True), Stage("clients", "intake", clients))


async def test_serial_stages_go_in_order_after_the_others(desk: Desk) -> None:
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran == ["t.p1", "t.p2", "t.p3"]
    assert [each.name for each in desk.archive.records("scenario")] == [
        "first after 0",
        "first after 1",
        "first after 2",
    ]


async def test_what_is_done_is_not_done_again_and_what_builds_on_a_change_is(desk: Desk) -> None:
    engine = Engine(STAGES)
    await engine.work(desk, [table()], chosen)  # type: ignore[arg-type]
    desk.ran.clear()
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran == []
    first = desk.archive.get("t.p1")
    assert isinstance(first, Persona)
    desk.words = "second"
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran == ["t.p1", "t.p2", "t.p3"]


async def test_who_watches_is_told_of_each_record_once(desk: Desk) -> None:
    seen: list[str] = []
    engine = Engine(STAGES, watch=lambda record: seen.append(record.id))
    await engine.work(desk, [table()], chosen)  # type: ignore[arg-type]
    await engine.work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert sorted(seen) == ["t.p1", "t.p1.s1", "t.p2", "t.p2.s1", "t.p3", "t.p3.s1"]


async def test_what_a_changed_root_makes_anew_is_told_before_it_is_done(desk: Desk) -> None:
    async def describing(office: Any, record: Table) -> AsyncIterator[Table]:
        yield record.model_copy(update={"status": "accepted"})

    async def hiring(office: Any, record: Table) -> AsyncIterator[Persona]:
        desk.notes.append("hiring")
        async for each in clients(office, record):
            yield each

    stages = (Stage("tables", "intake", describing), Stage("clients", "table", hiring))
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    desk.archive.put_fact(REVIEWED, "persona", "t.p2", content={})
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.notes == ["hiring"]
    told = table().model_copy(update={"description": "Tickets of a ferry."})
    await Engine(stages).work(desk, [told], chosen)  # type: ignore[arg-type]
    assert desk.notes[1:] == [
        "table t is another than before: 3 records made of it are made anew; what people said of 1 record holds where "
        "the same comes again",
        "hiring",
    ]


async def test_only_what_is_chosen_is_done(desk: Desk) -> None:
    def some(stage: Stage, record: Any) -> bool:
        return stage.name == "clients" or record.id == "t.p2"

    await Engine(STAGES).work(desk, [table()], some)  # type: ignore[arg-type]
    assert desk.ran == ["t.p2"]
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran[1:] == ["t.p1", "t.p2", "t.p3"]


async def test_where_another_record_may_serve_as_well_staff_who_do_not_answer_are_not_asked_again(desk: Desk) -> None:
    async def failing(office: Any, record: Persona) -> AsyncIterator[Scenario]:
        office.ran.append(record.id)
        raise ReplyError("what?")
        yield

    for serial, times in ((False, 1), (True, TRIALS)):
        stage = Stage(f"failing {serial}", "persona", failing, serves=("normal",), serial=serial)
        desk.ran.clear()
        await Engine((STAGES[1], stage)).work(desk, [table()], chosen)  # type: ignore[arg-type]
        assert desk.ran.count("t.p2") == times


@pytest.mark.parametrize(("problem", "times"), [(SessionLost("gone"), 1), (ReplyError("what?"), TRIALS)])
async def test_harm_to_one_record_leaves_the_others_alone(desk: Desk, problem: Exception, times: int) -> None:
    async def harmed(office: Any, record: Persona) -> AsyncIterator[Scenario]:
        office.ran.append(record.id)
        if record.id == "t.p2":
            raise problem
        yield grown(office, record, "well")

    stages = (STAGES[1], Stage("growing", "persona", harmed))
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran.count("t.p2") == times
    assert [each.id for each in desk.archive.records("scenario")] == ["t.p1.s1", "t.p3.s1"]
    assert list(desk.archive.facts(LOST)) == [("growing", "t.p2")]


async def test_what_ends_the_run_comes_out_as_it_is(desk: Desk) -> None:
    async def failing(office: Any, record: Persona) -> AsyncIterator[Scenario]:
        raise BackendError("no server")
        yield

    with pytest.raises(BackendError, match="no server"):
        await Engine((STAGES[1], Stage("growing", "persona", failing))).work(desk, [table()], chosen)  # type: ignore[arg-type]


async def test_what_went_stale_is_made_again(desk: Desk) -> None:
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    desk.archive.settle("t.p2.s1", "stale", "its client was gone for a while")
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert [each.status for each in desk.archive.records("scenario")] == ["accepted"] * 3


async def test_what_people_decided_stays_when_a_stage_makes_it_again(desk: Desk) -> None:
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    first, second = desk.archive.get("t.p1"), desk.archive.get("t.p2")
    desk.archive.put_judged(first.model_copy(update={"status": "edited", "reason": None}))
    desk.archive.put_judged(second.model_copy(update={"status": "rejected", "reason": "reviewers: dull"}))
    desk.archive.put_fact(REVIEWED, "persona", "t.p2", content={"hash": "its hash then"})
    desk.words, desk.ran = "second", []
    await Engine(STAGES).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert [each.status for each in desk.archive.records("persona")] == ["edited", "rejected", "accepted"]
    assert desk.ran == ["t.p1", "t.p3"]


async def test_what_was_set_aside_is_not_made_again_and_can_be_taken_back(desk: Desk) -> None:
    async def pairs(office: Any, record: Persona) -> AsyncIterator[Scenario]:
        office.ran.append(record.id)
        for number in (1, 2):
            yield grown(office, record, "").model_copy(update={"id": f"{record.id}.s{number}", "position": number})

    stages = (STAGES[1], Stage("growing", "persona", pairs))
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    first = desk.archive.get("t.p1.s1")
    assert isinstance(first, Scenario)
    desk.archive.set_aside("t.p1.s1", "it does not go with the others")
    desk.ran = []
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran == []
    assert [each.id for each in desk.archive.records("scenario", ["accepted"]) if each.parent == "t.p1"] == ["t.p1.s2"]
    assert desk.archive.get("t.p1.s1").reason == "it does not go with the others"
    desk.archive.take_back(first, "t.p1")
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran == [] and desk.archive.get("t.p1.s1") == first
    # Of one that went stale by other means, the stage has to make all again.
    desk.archive.settle("t.p1.s1", "stale", "its client was gone for a while")
    await Engine(stages).work(desk, [table()], chosen)  # type: ignore[arg-type]
    assert desk.ran == ["t.p1"] and desk.archive.status("t.p1.s1") == "accepted"
