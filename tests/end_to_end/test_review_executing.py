"""A person's code is run on a real run: on the right state, within limits; and what comes after it is run again."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from company.archive import Archive
from company.config import ReviewSettings
from company.families.dialogues.history import history
from company.families.dialogues.records import Turn
from company.families.dialogues.review.reexecuting import pending, reexecute
from company.records import Intent
from company.replay.runner import Runner, changes_of
from company.sandbox import Limits, LocalSandbox, Sandbox
from human_review.completing import completed
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Edit, Said
from tests.support.commands import Run
from tests.support.review import invited, submission

TOLD = ReviewSettings(overlap=1, of=("turn",))
LIMITS = Limits(wall_seconds=6, cpu_seconds=6)


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with LocalSandbox(LIMITS, 2) as entered:
        yield entered


@pytest_asyncio.fixture
async def runner(sandbox: Sandbox) -> AsyncIterator[Runner]:
    opened = Runner(sandbox, kept=2)
    yield opened
    await opened.close()


def coded(archive: Archive) -> list[Turn]:
    """The turns with code of the longest dialogue."""
    turns = [turn for turn in archive.records("turn", ["accepted"]) if turn.code is not None]
    dialogues = [[turn for turn in turns if turn.parent == each.id] for each in archive.records("dialogue")]
    return max(dialogues, key=len)


def names_in(code: str) -> set[str]:
    """All words of code."""
    return set(re.findall(r"\w+", code))


def on_its_own(turns: list[Turn]) -> list[Turn]:
    """The turns whose results no later one names."""
    return [
        turn
        for at, turn in enumerate(turns)
        if not any(
            re.search(rf"\b{each.name}\b", later.code or "") for later in turns[at + 1 :] for each in turn.intents
        )
    ]


async def test_recorded_code_gives_its_recorded_results_in_every_turn(own_run: Path, runner: Runner) -> None:
    with Archive.open(own_run) as archive:
        for turn in (*coded(archive), *reversed(coded(archive))):
            ran = await runner.run(archive, turn.id, turn.code or "")
            assert ran.execution.ok and ran.execution.results == turn.results


# what comes after an edited turn


def judged(archive: Archive, store: ReviewStore, reviewer: int, record: str, said: Said) -> None:
    fill(archive, store, TOLD)
    (item,) = [each for each in store.items(text=record, most=1000) if each.record == record and each.state == "open"]
    store.submit(reviewer, submission(store.take(reviewer, item.id), said))
    apply(archive, store, settled_for=0)


async def test_later_turns_that_change_go_stale_and_come_back_with_what_they_need(
    company: Run, own_run: Path, sandbox: Sandbox, runner: Runner
) -> None:
    with Archive.open(own_run) as archive, ReviewStore.of_run(own_run) as store:
        (ann,) = invited(store, "Ann")
        turns = coded(archive)
        first, (second, third) = turns[0], on_its_own(turns[1:-1])[:2]
        cases = {each.parent for each in archive.records("case", ["accepted", "proposed"])}
        fourth = next(turn for turn in turns[turns.index(third) + 1 :] if turn.id in cases)
        kept = [turn.id for turn in turns[: turns.index(fourth)] if turn.id not in (second.id, third.id)]
        one, other = Intent(name="base", type="value"), Intent(name="twice", type="value")
        for turn, code, intents in (
            (first, f"{first.code}\nbase = 1", [*first.intents, one]),
            (second, f"{second.code}\ntwice = 2 * base", [*second.intents, other]),
            (third, f"three = twice + 1\n{third.code}", third.intents),
        ):
            ran = await runner.run(archive, turn.id, code, intents)
            archive.put(Turn.model_validate(turn.model_dump() | changes_of(archive, ran)))
        before = {turn.id: turn for turn in archive.records("turn")}
        assert pending(archive) == []

        edit = await completed(runner, archive, first.id, Edit(changes={"code": f"{first.code}\nbase = 5"}))
        judged(archive, store, ann, first.id, edit)
        assert pending(archive) == [first.id]
        done = await reexecute(archive, sandbox, pending(archive))
        assert done.stale == [second.id, third.id]
        assert fourth.id in done.same or fourth.id in done.stale
        assert archive.get(second.id).reason == f"its result twice changed when {first.id} was edited by reviewers"
        assert "NameError" in (archive.get(third.id).reason or "")
        assert archive.get(first.id).results[-1].shown == "5"
        assert [turn.id for turn in history(archive, first.parent or "", fourth.position, 9) if turn.code] == kept
        assert pending(archive) == []
        assert (await reexecute(archive, sandbox, [first.id])).stale == [second.id, third.id]

    again = company("simulate", "wine", "--out", own_run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    with Archive.open(own_run) as archive, ReviewStore.of_run(own_run) as store:
        assert archive.get(first.id).code.endswith("base = 5") and archive.get(first.id).status == "edited"
        assert [archive.status(each.id) for each in (second, third)] == ["stale", "stale"]
        assert archive.get(fourth.id) == before[fourth.id]
        case = archive.get(f"{fourth.id}.normal")
        assert case.status in ("accepted", "proposed") and "twice" not in case.entry["ref_code_all"]
        assert not [each for each in archive.records("case", ["accepted"]) if each.parent in (second.id, third.id)]

        # The state is as it was before: what was set aside is right again.
        (ben,) = invited(store, "Ben")
        archive.put_judged(archive.get(first.id).model_copy(update={"status": "accepted", "answer": "again"}))
        back = await completed(runner, archive, first.id, Edit(changes={"code": f"{first.code}\nbase = 1.0"}))
        judged(archive, store, ben, first.id, back)
        done = await reexecute(archive, sandbox, pending(archive))
        assert done.back == [second.id, third.id] and not done.stale
        assert archive.get(second.id) == before[second.id]
    again = company("simulate", "wine", "--out", own_run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    with Archive.open(own_run) as archive:
        assert {turn.id for turn in archive.records("turn", ["accepted", "edited"])} >= set(before)
        assert archive.get(f"{second.id}.normal").status in ("accepted", "proposed")
