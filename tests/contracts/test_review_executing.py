"""A reviewer's code is run on the state before its turn, within limits, and comes back as data."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from company.archive import Archive
from company.errors import ReviewError
from company.families.dialogues.records import Persona, Rewrite, Turn
from company.families.dialogues.review.kinds import KINDS
from company.records import Execution, Intent, Result
from company.replay.code import outcome
from company.replay.runner import Runner, changes_of
from company.sandbox import Limits, LocalSandbox, Sandbox
from human_review.completing import completed
from human_review.forms import edited
from human_review.verdicts import Edit
from tests.support.small_run import D
from tests.support.warm_start import warm_sandboxes

pytestmark = pytest.mark.asyncio(loop_scope="module")
TURNS = [f"{D}.t{number:02d}" for number in (1, 2, 3, 4)]
LIMITS = Limits(wall_seconds=6, cpu_seconds=6)


@pytest.fixture(scope="module")
def run(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(made, tmp_path_factory.mktemp("small") / "run"))


@pytest.fixture
def archive(run: Path) -> Iterator[Archive]:
    with Archive.open(run) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    with warm_sandboxes():
        async with LocalSandbox(LIMITS, 2) as entered:
            yield entered


@pytest_asyncio.fixture(loop_scope="module")
async def runner(sandbox: Sandbox) -> AsyncIterator[Runner]:
    opened = Runner(sandbox, kept=2)
    yield opened
    await opened.close()


def turn_of(archive: Archive, number: int) -> Turn:
    found = archive.get(TURNS[number - 1])
    assert isinstance(found, Turn)
    return found


VALUE = [Intent(name="seen", type="value")]


async def test_recorded_code_gives_its_recorded_results(archive: Archive, runner: Runner) -> None:
    for number in (1, 2, 3, 4, 2, 1):
        turn = turn_of(archive, number)
        ran = await runner.run(archive, turn.id, turn.code or "")
        assert ran.execution.ok and ran.execution.results == turn.results


async def test_the_state_is_the_one_before_the_turn(archive: Archive, runner: Runner) -> None:
    async def seen(number: int, code: str) -> str:
        ran = await runner.run(archive, TURNS[number - 1], code, VALUE)
        return ran.execution.results[0].shown

    known = "seen = ','.join(name for name in ('by_city', 'best', 'rows') if name in globals())"
    assert [await seen(n, known) for n in (1, 2, 3, 4)] == ["", "by_city", "by_city,best", "by_city,best"]
    await runner.run(archive, TURNS[3], "trace = 1\nby_city = seen = 0", VALUE)
    assert await seen(4, "seen = 'trace' in globals()") == "False"
    assert await seen(4, "seen = len(by_city)") == "3"


async def test_who_changes_a_turn_before_changes_the_state(archive: Archive, runner: Runner) -> None:
    first = turn_of(archive, 1)
    count = "seen = len(by_city)"
    before = await runner.run(archive, TURNS[1], count, VALUE)
    archive.put_judged(first.model_copy(update={"code": f"{first.code}by_city = by_city.head(1)\n"}))
    after = await runner.run(archive, TURNS[1], count, VALUE)
    archive.put_judged(first.model_copy(update={"code": "by_city = nothing\n"}))
    with pytest.raises(ReviewError, match=r"t01, which comes before, does not run any more \(NameError"):
        await runner.run(archive, TURNS[1], count, VALUE)
    archive.put_judged(first)
    again = await runner.run(archive, TURNS[1], f"{count} + 0", VALUE)
    assert [each.execution.results[0].shown for each in (before, after, again)] == ["3", "1", "3"]


async def test_tables_come_whole(archive: Archive, runner: Runner) -> None:
    from company.results.cells import read_cells

    ran = await runner.run(
        archive, TURNS[0], "t = pd.DataFrame({'a': range(500)})", [Intent(name="t", type="dataframe")]
    )
    assert read_cells(ran.tables["t"]).columns == (tuple(range(500)),)
    large = await runner.run(
        archive,
        TURNS[0],
        "t = pd.DataFrame({each: ['x' * 100] * 20_000 for each in 'abc'})",
        [Intent(name="t", type="dataframe")],
    )
    assert large.execution.ok and not large.tables


async def test_an_edit_is_completed_by_its_run(archive: Archive, runner: Runner) -> None:
    turn = turn_of(archive, 2)
    told = {"code": "best = 41 + 1", "results": [{"made": "up"}]}
    edit = await completed(runner, archive, turn.id, Edit(changes=told, outcome="made up"))
    after = edited(KINDS["turn"], turn.model_dump(mode="json"), edit)
    assert isinstance(after, Turn)
    assert after.results[0].shown == "42" and after.attempts[-1].code == after.code == "best = 41 + 1"
    assert len(after.attempts) == len(turn.attempts) + 1
    other = await completed(runner, archive, turn.id, Edit(changes={"code": "best = 42"}))
    assert other.outcome == edit.outcome and other.outcome != "made up" and other.changes["code"] == "best = 42"
    words = await completed(runner, archive, turn.id, Edit(changes={"answer": "Turin."}, outcome="made up"))
    assert words == Edit(changes={"answer": "Turin."})
    with pytest.raises(ReviewError, match="NameError"):
        await completed(runner, archive, turn.id, Edit(changes={"code": "nobody_knows"}))
    with pytest.raises(ReviewError, match="nothing is changed"):
        await completed(runner, archive, turn.id, Edit(changes={"results": []}))


async def test_a_rewrite_runs_on_the_library_and_gives_what_its_turn_gives(archive: Archive, runner: Runner) -> None:
    rewrite, turn = archive.get(f"{TURNS[0]}.private"), turn_of(archive, 1)
    assert isinstance(rewrite, Rewrite)
    ran = await runner.run(archive, rewrite.id, rewrite.code)
    assert ran.execution.results == turn.results and changes_of(archive, ran)["functions"] == list(rewrite.functions)
    plain = await completed(runner, archive, rewrite.id, Edit(changes={"code": turn.code}))
    assert plain.changes == {"code": turn.code, "functions": []} and plain.outcome == outcome(ran.execution)
    with pytest.raises(ReviewError, match="the rewrite gives another `by_city` than its turn"):
        await completed(runner, archive, rewrite.id, Edit(changes={"code": f"{rewrite.code}by_city = by_city.head(1)"}))
    absent = await runner.run(archive, turn.id, rewrite.code)
    assert not absent.execution.ok  # a turn's own code does not know the library


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
    archive: Archive, runner: Runner, code: str, error: str
) -> None:
    turn = turn_of(archive, 2)
    bad = await runner.run(archive, turn.id, code)
    assert not bad.execution.ok and bad.execution.error is not None and bad.execution.error.type == error
    with pytest.raises(ReviewError, match="fails"):
        changes_of(archive, bad)
    good = await runner.run(archive, turn.id, turn.code or "")
    assert good.execution.results == turn.results


async def test_who_runs_again_stops_what_they_ran_before(archive: Archive, runner: Runner) -> None:
    turn = turn_of(archive, 1)
    endless = asyncio.create_task(runner.run(archive, turn.id, "while True: pass", reviewer=1))
    await asyncio.sleep(1.5)
    good = await runner.run(archive, turn.id, turn.code or "", reviewer=1)
    assert good.execution.ok
    with pytest.raises(ReviewError, match="a newer one of yours took its place"):
        await endless


async def test_only_code_is_run(archive: Archive, runner: Runner) -> None:
    (persona,) = archive.records("persona")
    assert isinstance(persona, Persona)
    with pytest.raises(ReviewError, match="is a persona"):
        await runner.run(archive, persona.id, "1")
    with pytest.raises(ReviewError, match="there is no code"):
        await runner.run(archive, TURNS[0], " \n")
    with pytest.raises(ReviewError, match="200,000 are run at most"):
        await runner.run(archive, TURNS[0], "x = 1\n" * 40_000)


async def test_outcomes_tell_results_apart_and_not_their_order() -> None:
    def ran(*found: tuple[str, str]) -> Execution:
        results = [Result(name=name, type="value", shown="", digest=digest) for name, digest in found]
        return Execution(ok=True, results=tuple(results))

    assert outcome(ran(("a", "1"), ("b", "2"))) == outcome(ran(("b", "2"), ("a", "1")))
    assert outcome(ran(("a", "1"))) != outcome(ran(("a", "2")))
