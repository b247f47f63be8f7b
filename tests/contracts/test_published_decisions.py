"""What people decided, as it is published: written into the same run without them, it comes to the same."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.benchmark.publishing.decisions import SITTINGS, Decision, count_sitting, decisions_of
from company.config import ReviewSettings
from company.errors import ArchiveError
from company.families.dialogues.records import Persona
from company.families.dialogues.review.reexecuting import pending, reexecute
from company.rebuilding.deciding import decide
from company.replay.runner import Runner
from company.reviewing import Gates
from company.sandbox import Sandbox
from human_review.completing import completed
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject, Said
from tests.support.review import invited, submission
from tests.support.small_run import D

pytestmark = pytest.mark.asyncio(loop_scope="session")
T1, T2, T3, T4 = (f"{D}.t{number:02d}" for number in (1, 2, 3, 4))
TOLD = ReviewSettings(overlap=1)


@pytest.fixture
def judged(made: Path, tmp_path: Path) -> Iterator[Archive]:
    """A run that people judge."""
    shutil.copytree(made, tmp_path / "judged")
    with Archive.open(tmp_path / "judged") as opened:
        yield opened


@pytest.fixture
def again(made: Path, tmp_path: Path) -> Iterator[Archive]:
    """The same run, that nobody has judged."""
    shutil.copytree(made, tmp_path / "again")
    with Archive.open(tmp_path / "again") as opened:
        yield opened


@pytest.fixture
def sandbox(local_sandbox: Sandbox) -> Sandbox:
    return local_sandbox


async def judge(archive: Archive, sandbox: Sandbox, said: dict[str, Said]) -> None:
    """Put it before a reviewer, who says this of these records, and write it to the run."""
    runner = Runner(sandbox)
    with ReviewStore.of_run(archive.run) as store:
        people = [each.id for each in store.reviewers()]
        ann = people[0] if people else invited(store, "Ann Reviewer")[0]
        fill(archive, store, TOLD)
        for record, verdict in said.items():
            asked = ("open", record, archive.get(record).kind)
            items = store.items(text=record, most=1000)
            (item,) = [each for each in items if (each.state, each.record, each.kind) == asked]
            whole = await completed(runner, archive, record, verdict) if isinstance(verdict, Edit) else verdict
            store.submit(ann, submission(store.take(ann, item.id), whole))
        apply(archive, store, settled_for=0)
    await runner.close()
    await reexecute(archive, sandbox, pending(archive))


async def write(archive: Archive, sandbox: Sandbox, decisions: list[Decision]) -> list[Decision]:
    """Write published decisions until nothing changes; those that could not be."""
    for _ in range(5):
        written, waiting = decide(archive, decisions)
        changed = pending(archive)
        await reexecute(archive, sandbox, changed)
        if not written and not changed:
            return waiting
    raise AssertionError("it comes to no end")


def state(archive: Archive) -> dict[str, Any]:
    """All records as they are, but for what people said in words."""
    found = {}
    for kind in ("table", "persona", "scenario", "plan", "dialogue", "turn", "library", "rewrite", "case"):
        for record in archive.records(kind):
            content = record.model_dump(mode="json", exclude={"reason"})
            found[record.id] = content
    return found


def published(archive: Archive) -> list[Decision]:
    """As it comes out of a file."""
    lines = json.dumps([each.model_dump(mode="json") for each in decisions_of(archive)])
    return [Decision.model_validate(each) for each in json.loads(lines)]


MAX = 'by_city = shops_df.groupby("city")["sales"].max().reset_index()'
"""Of the first turn: the second stays what it was, the figure of the third changes."""


@pytest.mark.parametrize(
    "said",
    [
        {T1: Accept(), T4: Accept()},
        {T1: Edit(changes={"code": MAX})},
        {T3: Edit(changes={"query": "Show it, please."}), T1: Edit(changes={"code": MAX})},
        {T1: Reject(reasons=("nobody would ask this",)), T4: Accept()},
        {T2: Reject(reasons=("too easy",)), f"{T1}.private": Accept()},
        {"shops.p1": Edit(changes={"name": "Bea Byrne"}), T4: Reject(reasons=("dull",))},
        {f"{T4}.normal": Reject(reasons=("dull",)), f"{T1}.normal": Accept()},
    ],
    ids=["accepted", "edited", "two edited", "rejected", "rejected later", "person edited", "cases"],
)
async def test_written_again_the_run_is_as_people_left_it(
    judged: Archive, again: Archive, sandbox: Sandbox, said: dict[str, Said]
) -> None:
    await judge(judged, sandbox, said)
    decisions = published(judged)
    assert len(decisions) >= 1
    # What people make stale is made anew by stages, which are not here: decisions below it wait for that.
    waiting = await write(again, sandbox, decisions)
    assert {each.record for each in waiting} <= {each for each in said if each != "shops.p1"}
    if not waiting:
        assert state(again) == state(judged)
        assert published(again) == decisions
        gates, others = Gates(again, TOLD), Gates(judged, TOLD)
        for record in said:
            assert gates.judged(gates.of(again.get(record))) == others.judged(others.of(judged.get(record)))


async def test_verdicts_one_after_the_other_leave_the_last(judged: Archive, again: Archive, sandbox: Sandbox) -> None:
    await judge(judged, sandbox, {T4: Edit(changes={"query": "How many rows has it?"})})
    with ReviewStore.of_run(judged.run) as store:
        fill(judged, store, TOLD)
    await judge(judged, sandbox, {T3: Edit(changes={"query": "Draw it."})})
    assert await write(again, sandbox, published(judged)) == []
    assert state(again) == state(judged)
    assert await write(again, sandbox, published(judged)) == [], "written twice, it is as it was"
    assert state(again) == state(judged)


async def test_what_is_decided_after_a_rebuild_comes_after_what_was_published(
    judged: Archive, again: Archive, sandbox: Sandbox
) -> None:
    await judge(judged, sandbox, {T4: Accept(), T2: Accept()})
    decisions = published(judged)
    await write(again, sandbox, decisions)
    await judge(again, sandbox, {T3: Accept()})
    *before, new = published(again)
    assert before == decisions and (new.record, new.order) == (T3, decisions[-1].order + 1)


async def test_a_run_that_is_taken_up_again_sits_on_until_people_decide(judged: Archive, sandbox: Sandbox) -> None:
    for _ in range(2):
        count_sitting(judged)
        begun = judged.note(SITTINGS)
        assert begun == 1
    await judge(judged, sandbox, {T4: Accept()})
    for _ in range(2):
        count_sitting(judged)
        assert judged.note(SITTINGS) == begun + 1
    await judge(judged, sandbox, {T2: Accept()})
    count_sitting(judged)
    assert [each.sitting for each in decisions_of(judged)] == [begun, begun + 1]
    assert judged.note(SITTINGS) == begun + 2


async def test_nobody_is_named_and_no_reason_is_told(judged: Archive, sandbox: Sandbox) -> None:
    await judge(judged, sandbox, {T1: Edit(changes={"code": MAX}), T4: Reject(reasons=("ask my boss Eva",))})
    text = json.dumps([each.model_dump(mode="json") for each in decisions_of(judged)])
    assert "Ann" not in text and "Eva" not in text and "boss" not in text
    assert [(each.record, each.said) for each in decisions_of(judged)] == [(T1, "edit"), (T4, "reject")]


async def test_what_is_made_otherwise_is_not_judged_as_if_it_were_the_same(
    judged: Archive, again: Archive, sandbox: Sandbox
) -> None:
    await judge(judged, sandbox, {T1: Edit(changes={"code": MAX})})
    other = again.get("shops.p1")
    assert isinstance(other, Persona)
    again.put(other.model_copy(update={"name": "Somebody Else"}))
    (waiting,) = await write(again, sandbox, published(judged))
    assert waiting.record == T1 and again.status(T1) == "accepted"


async def test_a_damaged_edit_is_told(judged: Archive, again: Archive, sandbox: Sandbox) -> None:
    await judge(judged, sandbox, {T4: Edit(changes={"query": "How many rows has it?"})})
    (decision,) = published(judged)
    left = decision.left[0].model_copy(update={"record": {"kind": "persona"}})
    with pytest.raises(ArchiveError, match=f"the edited {T4} is damaged"):
        decide(again, [decision.model_copy(update={"left": (left,)})])
