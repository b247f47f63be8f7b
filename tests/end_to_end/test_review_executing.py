"""A person's code is run on a real run: on the right state, within limits; and what comes after it is run again."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from commands import Run
from review import invited, submission

from company.archive import Archive
from company.config import ReviewSettings
from company.errors import ReviewError
from company.records import Intent, Turn
from company.sandbox import Limits, LocalSandbox, Sandbox
from human_review.executing import Runner, outcome
from human_review.forms import edited
from human_review.queueing import apply, fill
from human_review.queueing.reexecuting import pending, reexecute
from human_review.store import ReviewStore
from human_review.verdicts import Edit, Reject, Said

TOLD = ReviewSettings(overlap=1, of=("turn",))
LIMITS = Limits(wall_seconds=6, cpu_seconds=6)


@pytest.fixture
def run(simulated: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    """A run of its own to change."""
    shutil.copytree(simulated[0], tmp_path / "run")
    return tmp_path / "run"


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


async def test_recorded_code_gives_its_recorded_results_in_every_turn(run: Path, runner: Runner) -> None:
    with Archive.open(run) as archive:
        for turn in (*coded(archive), *reversed(coded(archive))):
            ran = await runner.run(archive, turn.id, turn.code or "")
            assert ran.execution.ok and ran.execution.results == turn.results


async def test_the_state_is_the_one_before_the_turn(run: Path, runner: Runner) -> None:
    with Archive.open(run) as archive:
        first, second, *_ = (turn for turn in coded(archive) if turn.results[0].type != "plot")
        name = first.results[0].name
        probe = f"seen = {name!r} in globals()"
        asked = [Intent(name="seen", type="value")]
        later = await runner.run(archive, second.id, probe, asked)
        at = await runner.run(archive, first.id, probe, asked)
        assert (later.execution.results[0].shown, at.execution.results[0].shown) == ("True", "False")
        left = await runner.run(archive, second.id, "trace = 1\nseen = 1", asked)
        again = await runner.run(archive, second.id, "seen = 'trace' in globals()", asked)
        assert left.execution.ok and again.execution.results[0].shown == "False"


async def test_an_edit_is_completed_by_its_run(run: Path, runner: Runner) -> None:
    with Archive.open(run) as archive:
        turn = coded(archive)[0]
        code = f"{turn.code}\n{turn.results[0].name} = 41 + 1"
        edit = await runner.completed(
            archive, turn.id, Edit(changes={"code": code, "intents": [{"name": turn.results[0].name, "type": "value"}]})
        )
        after = edited("turn", turn.model_dump(mode="json"), edit)
        assert isinstance(after, Turn)
        assert after.results[0].shown == "42" and after.attempts[-1].code == after.code == code
        assert len(after.attempts) == len(turn.attempts) + 1
        other = await runner.completed(archive, turn.id, Edit(changes={**edit.changes, "code": f"{code} + 0"}))
        assert other.outcome == edit.outcome and other.changes["code"] != code
        words = Edit(changes={"answer": "Here it is."})
        assert await runner.completed(archive, turn.id, words) is words
        with pytest.raises(ReviewError, match="NameError"):
            await runner.completed(archive, turn.id, Edit(changes={"code": "nobody_knows"}))


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("while True: pass", "TimeoutError"),
        ("import os; os._exit(3)", "Killed"),
        ("for _ in range(10**9): print('x' * 1000)", "OutputLimit"),
        ("def", "SyntaxError"),
        ("x = [0] * 10**12", "MemoryError"),
    ],
)
async def test_code_that_misbehaves_is_a_result_and_the_state_survives(
    run: Path, runner: Runner, code: str, error: str
) -> None:
    with Archive.open(run) as archive:
        turn = coded(archive)[1]
        bad = await runner.run(archive, turn.id, code)
        assert not bad.execution.ok and bad.execution.error is not None and bad.execution.error.type == error
        with pytest.raises(ReviewError, match="fails"):
            _ = bad.changes
        good = await runner.run(archive, turn.id, turn.code or "")
        assert good.execution.results == turn.results


async def test_who_runs_again_stops_what_they_ran_before(run: Path, runner: Runner) -> None:
    import asyncio

    with Archive.open(run) as archive:
        turn = coded(archive)[0]
        endless = asyncio.create_task(runner.run(archive, turn.id, "while True: pass", reviewer=1))
        await asyncio.sleep(1.5)
        good = await runner.run(archive, turn.id, turn.code or "", reviewer=1)
        assert good.execution.ok
        with pytest.raises(ReviewError, match="a newer one of yours took its place"):
            await endless


async def test_only_code_is_run(run: Path, runner: Runner) -> None:
    with Archive.open(run) as archive:
        with pytest.raises(ReviewError, match="is a persona"):
            await runner.run(archive, archive.records("persona")[0].id, "1")
        with pytest.raises(ReviewError, match="there is no code"):
            await runner.run(archive, coded(archive)[0].id, " \n")


# what comes after an edited turn


def judged(archive: Archive, store: ReviewStore, reviewer: int, record: str, said: Said) -> None:
    fill(archive, store, TOLD)
    (item,) = [each for each in store.items(text=record, most=1000) if each.record == record and each.state == "open"]
    store.submit(reviewer, submission(store.take(reviewer, item.id), said))
    apply(archive, store, settled_for=0)


def put_dependent(archive: Archive, source: Turn, code: str, results: Any) -> None:
    archive.put(source.model_copy(update={"code": code, **results}))


async def test_later_turns_that_change_go_stale_and_come_back_with_what_they_need(
    company: Run, run: Path, sandbox: Sandbox, runner: Runner
) -> None:
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        (ann,) = invited(store, "Ann")
        first, second, third, fourth, *_ = coded(archive)
        one, other = Intent(name="base", type="value"), Intent(name="twice", type="value")
        for turn, code, intents in (
            (first, f"{first.code}\nbase = 1", [*first.intents, one]),
            (second, f"{second.code}\ntwice = 2 * base", [*second.intents, other]),
            (third, f"three = twice + 1\n{third.code}", third.intents),
        ):
            ran = await runner.run(archive, turn.id, code, intents)
            archive.put(Turn.model_validate(turn.model_dump() | ran.changes))
        before = {turn.id: turn for turn in archive.records("turn")}
        assert pending(archive) == []

        edit = await runner.completed(archive, first.id, Edit(changes={"code": f"{first.code}\nbase = 5"}))
        judged(archive, store, ann, first.id, edit)
        assert pending(archive) == [first.id]
        done = await reexecute(archive, sandbox, pending(archive))
        assert done.stale == [second.id, third.id]
        assert fourth.id in done.same or fourth.id in done.stale
        assert archive.get(second.id).reason == f"its result twice changed when {first.id} was edited by reviewers"
        assert "NameError" in (archive.get(third.id).reason or "")
        assert archive.get(first.id).results[-1].shown == "5"
        assert [turn.id for turn in archive.history(first.parent or "", fourth.position, 9)] == [first.id]
        assert pending(archive) == []
        assert (await reexecute(archive, sandbox, [first.id])).stale == [second.id, third.id]

    again = company("simulate", "wine", "--out", run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        assert archive.get(first.id).code.endswith("base = 5") and archive.get(first.id).status == "edited"
        assert [archive.status(each.id) for each in (second, third)] == ["stale", "stale"]
        assert archive.get(fourth.id) == before[fourth.id]
        case = archive.get(f"{fourth.id}.normal")
        assert case.status in ("accepted", "proposed") and "twice" not in case.entry["ref_code_all"]
        assert not [each for each in archive.records("case", ["accepted"]) if each.parent in (second.id, third.id)]

        # The state is as it was before: what was set aside is right again.
        (ben,) = invited(store, "Ben")
        archive.put_judged(archive.get(first.id).model_copy(update={"status": "accepted", "answer": "again"}))
        back = await runner.completed(archive, first.id, Edit(changes={"code": f"{first.code}\nbase = 1.0"}))
        judged(archive, store, ben, first.id, back)
        done = await reexecute(archive, sandbox, pending(archive))
        assert done.back == [second.id, third.id] and not done.stale
        assert archive.get(second.id) == before[second.id]
    again = company("simulate", "wine", "--out", run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    with Archive.open(run) as archive:
        assert {turn.id for turn in archive.records("turn", ["accepted", "edited"])} >= set(before)
        assert archive.get(f"{second.id}.normal").status in ("accepted", "proposed")


async def test_a_rejected_turn_takes_with_it_what_needs_it(run: Path, sandbox: Sandbox, runner: Runner) -> None:
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        (ann,) = invited(store, "Ann")
        first, second, *_ = coded(archive)
        for turn, code in ((first, f"base = 1\n{first.code}"), (second, f"base\n{second.code}")):
            ran = await runner.run(archive, turn.id, code)
            archive.put(Turn.model_validate(turn.model_dump() | ran.changes))
        judged(archive, store, ann, first.id, Reject(reasons=("not asked",)))
        done = await reexecute(archive, sandbox, pending(archive))
        assert second.id in done.stale and "NameError" in (archive.get(second.id).reason or "")
        assert f"when {first.id} was rejected" in (archive.get(second.id).reason or "")


async def test_an_edit_that_nobody_ran_gets_its_results(run: Path, sandbox: Sandbox) -> None:
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        (ann,) = invited(store, "Ann")
        last = coded(archive)[-1]
        name = last.results[0].name
        said = Edit(changes={"code": f"{name} = 7", "intents": [{"name": name, "type": "value"}]}, outcome="imported")
        judged(archive, store, ann, last.id, said)
        await reexecute(archive, sandbox, pending(archive))
        after = archive.get(last.id)
        assert isinstance(after, Turn) and after.status == "edited"
        assert after.results[0].shown == "7" and after.attempts[-1].code == after.code


def test_outcomes_tell_results_apart_and_not_their_order() -> None:
    from company.records import Execution, Result

    def ran(*found: tuple[str, str]) -> Execution:
        results = [Result(name=name, type="value", shown="", digest=digest) for name, digest in found]
        return Execution(ok=True, results=tuple(results))

    assert outcome(ran(("a", "1"), ("b", "2"))) == outcome(ran(("b", "2"), ("a", "1")))
    assert outcome(ran(("a", "1"))) != outcome(ran(("a", "2")))
