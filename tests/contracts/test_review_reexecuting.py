"""After an edit: what comes later says what it says on the state that there is now, or is set aside."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from company.families.dialogues.records import Turn
from company.families.dialogues.review.reexecuting import Reexecuted, pending, reexecute
from company.records import Status
from company.replay.runner import Runner
from company.run.status import lost, rejected
from company.sandbox import Sandbox
from human_review.completing import completed
from human_review.verdicts import Edit
from tests.support.small_run import D

pytestmark = pytest.mark.asyncio(loop_scope="session")
T1, T2, T3, T4 = (f"{D}.t{number:02d}" for number in (1, 2, 3, 4))
PLAN = "shops.p1.s1.plan"


@pytest.fixture
def archive(made: Path, tmp_path: Path) -> Iterator[Archive]:
    shutil.copytree(made, tmp_path / "run")
    with Archive.open(tmp_path / "run") as opened:
        yield opened


@pytest.fixture
def sandbox(local_sandbox: Sandbox) -> Sandbox:
    return local_sandbox


async def edit(archive: Archive, sandbox: Sandbox, turn: str, **changes: Any) -> None:
    """Write an edit as a reviewer's decision is written, its code having been run."""
    runner = Runner(sandbox)
    full = await completed(runner, archive, turn, Edit(changes=changes))
    await runner.close()
    told = archive.get(turn).model_dump(mode="json") | full.changes
    archive.put_judged(Turn.model_validate({**told, "status": "edited"}))


def put(archive: Archive, turn: str, status: Status, **changes: Any) -> None:
    archive.put_judged(archive.get(turn).model_copy(update={"status": status, **changes}))


def state(archive: Archive) -> list[str | None]:
    return [archive.status(each) for each in (T1, T2, T3, T4)]


def made_by_dialogues(archive: Archive) -> list[str]:
    return sorted(each.id for each in archive.done("dialogues", PLAN, "key") or [])


async def test_nothing_was_edited_and_nothing_is_to_be_done(archive: Archive, sandbox: Sandbox) -> None:
    assert pending(archive) == []
    assert await reexecute(archive, sandbox, []) == Reexecuted()


async def test_what_stays_the_same_stays_and_what_changes_is_set_aside(archive: Archive, sandbox: Sandbox) -> None:
    before = archive.get(T4)
    await edit(archive, sandbox, T1, code='by_city = shops_df.groupby("city")["sales"].max().reset_index()')
    assert pending(archive) == [T1]
    done = await reexecute(archive, sandbox, [T1])
    assert (done.same, done.stale, done.back) == ([T2, T4], [T3], [])  # Turin stays the best; the figure changes
    assert archive.get(T3).reason == f"its result plot changed when {T1} was edited by reviewers"
    assert archive.status(f"{T3}.normal") == "stale"
    assert archive.get(T4) == before
    assert made_by_dialogues(archive) == [D, T1, T2, T4] and archive.status(D) == "accepted"
    assert [each["id"] for each in rejected(archive)] == [T3]
    assert [count for why, count in lost(archive).items() if "set aside" in why] == [1]
    assert pending(archive) == []


async def test_the_state_that_was_before_brings_back_what_was_set_aside(archive: Archive, sandbox: Sandbox) -> None:
    before = archive.get(T3)
    code = archive.get(T1).code
    await edit(archive, sandbox, T1, code='by_city = shops_df.groupby("city")["sales"].max().reset_index()')
    await reexecute(archive, sandbox, pending(archive))
    await edit(archive, sandbox, T1, code=f"{code}# as it was\n")
    done = await reexecute(archive, sandbox, pending(archive))
    assert (done.same, done.stale, done.back) == ([T2, T4], [], [T3])
    assert archive.get(T3) == before
    assert made_by_dialogues(archive) == [D, T1, T2, T3, T4]


async def test_a_rejected_turn_takes_with_it_what_needs_it(archive: Archive, sandbox: Sandbox) -> None:
    put(archive, T1, "rejected", reason="reviewers: nobody would ask this")
    assert pending(archive) == [T1]
    done = await reexecute(archive, sandbox, pending(archive))
    assert (done.same, done.stale) == ([T4], [T2, T3])
    assert "it fails (NameError: name 'by_city' is not defined) when" in (archive.get(T2).reason or "")
    assert state(archive) == ["rejected", "stale", "stale", "accepted"]


async def test_what_the_company_rejected_is_no_decision_of_people(archive: Archive) -> None:
    put(archive, T1, "rejected", reason="the code still failed after 3 corrections: KeyError")
    assert pending(archive) == []


async def test_two_edits_of_one_dialogue_are_looked_at_together(archive: Archive, sandbox: Sandbox) -> None:
    await edit(archive, sandbox, T4, code="rows = len(by_city)")
    await edit(archive, sandbox, T1, code='by_city = shops_df.groupby("city")["sales"].sum().reset_index().head(2)')
    done = await reexecute(archive, sandbox, pending(archive))
    assert T4 in done.stale and archive.status(T1) == "edited"
    assert archive.get(T4).reason == f"its result rows changed when {T1} was edited by reviewers"


async def test_an_edit_that_was_never_run_gets_its_results_or_is_set_aside(archive: Archive, sandbox: Sandbox) -> None:
    put(archive, T4, "edited", code="rows = len(shops_df) + 1\n")
    await reexecute(archive, sandbox, pending(archive))
    after = archive.get(T4)
    assert isinstance(after, Turn) and after.results[0].shown == "7" and after.attempts[-1].code == after.code
    put(archive, T4, "edited", code="rows = nothing\n")
    done = await reexecute(archive, sandbox, pending(archive))
    assert done.stale == [T4] and "as reviewers left it" in (archive.get(T4).reason or "")


async def test_an_edited_figure_is_the_one_that_is_kept(archive: Archive, sandbox: Sandbox) -> None:
    (before,) = archive.figures(T3)
    await edit(archive, sandbox, T3, code='by_city.plot.bar(x="city", y="sales", title="Sum of sales")')
    await reexecute(archive, sandbox, pending(archive))
    (after,) = archive.figures(T3)
    assert after != before and after.startswith(b"\x89PNG")


async def test_code_that_takes_the_state_with_it_costs_its_own_turn_alone(archive: Archive, sandbox: Sandbox) -> None:
    put(archive, T2, "edited", code="import os\nos._exit(1)\n")
    done = await reexecute(archive, sandbox, pending(archive))
    assert (done.stale, done.same) == ([T2], [T3, T4])


async def test_a_dialogue_that_is_to_be_held_anew_waits(archive: Archive, sandbox: Sandbox) -> None:
    await edit(archive, sandbox, T2, answer="Turin.", code='best = "Turin"')
    archive.outdate_below(PLAN.rpartition(".")[0], "the scenario was edited")
    assert archive.status(D) == "stale" and archive.status(T2) == "edited"
    assert pending(archive) == []
