"""How hard a server is pressed, on a clock that stands still while anything can be done."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import pytest

from company.errors import BackendError, CallFailed
from company.models.pressure import Bounds, Line, Setback
from tests.support.virtual_clock import EverybodyWaits, VirtualLoop, run


@pytest.fixture(autouse=True)
def longest_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits between tries are drawn at random; here the longest that may be drawn."""
    monkeypatch.setattr("company.models.pressure.random.uniform", lambda least, most: most)


def now() -> float:
    return asyncio.get_running_loop().time()


class Served:
    """A server: each call takes `seconds`, and comes to what `answer` makes of its name and the time it began."""

    def __init__(
        self,
        answer: Callable[[str, float], Setback | None] = lambda name, began: None,
        seconds: float = 1.0,
        **bounds: Any,
    ) -> None:
        self.answer, self.seconds = answer, seconds
        self.told: list[str] = []
        self.line = Line("http://s", Bounds(**bounds), self.told.append)
        self.begun: list[tuple[float, str]] = []
        self.under_way = self.most = 0

    async def call(self, name: str = "a") -> str:
        async def send() -> str:
            began = now()
            self.begun.append((began, name))
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            try:
                await asyncio.sleep(self.seconds)
            finally:
                self.under_way -= 1
            if (setback := self.answer(name, began)) is not None:
                raise setback
            return name

        return await self.line.call(send)

    def calls(self, count: int) -> list[asyncio.Task[str]]:
        return [asyncio.create_task(self.call(str(number))) for number in range(count)]

    def times(self, name: str | None = None) -> list[float]:
        return [began for began, of in self.begun if name in (None, of)]


def until(moment: float, setback: Callable[[], Setback]) -> Callable[[str, float], Setback | None]:
    """Answers well to calls that begin from this moment on."""
    return lambda name, began: setback() if began < moment else None


def busy(wait: float | None = None) -> Setback:
    return Setback("busy", "429: slow down", wait)


def failed(wait: float | None = None) -> Setback:
    return Setback("failed", "503: down", wait)


def outcomes(tasks: Iterable[asyncio.Task[str]]) -> Awaitable[list[str | BaseException]]:
    return asyncio.gather(*tasks, return_exceptions=True)


def ran(work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """The test, on the virtual clock."""
    return lambda: run(work())


# how many at once


@pytest.mark.parametrize(("concurrency", "first", "most"), [(3, 3, 3), (32, 32, 32), (64, 32, 64)])
def test_the_limit_grows_while_calls_wait_and_never_beyond_what_is_allowed(concurrency, first, most) -> None:
    async def work() -> None:
        served = Served(concurrency=concurrency)
        assert await outcomes(served.calls(300)) == [str(number) for number in range(300)]
        assert served.times().count(0.0) == first
        assert (served.most, served.line.limit) == (most, most)

    run(work())


@ran
async def test_a_limit_that_nobody_waits_at_stays_as_it_is() -> None:
    served = Served()
    for _ in range(100):
        await outcomes(served.calls(31))
    assert served.line.limit == 32


@ran
async def test_calls_are_served_first_come_first_served() -> None:
    served = Served(concurrency=2)
    await outcomes(served.calls(9))
    assert [name for _, name in served.begun] == [str(number) for number in range(9)]
    assert served.times() == [0, 0, 1, 1, 2, 2, 3, 3, 4]


# too busy


@ran
async def test_calls_that_are_refused_together_halve_the_limit_once() -> None:
    served = Served(until(1.2, busy))
    tasks = served.calls(32)
    await asyncio.sleep(1.1)
    assert served.line.limit == 16
    await outcomes(tasks)


@ran
async def test_a_later_refusal_of_a_call_that_was_under_way_halves_nothing_and_one_of_a_new_call_does() -> None:
    served = Served(lambda name, began: busy() if len(served.times(name)) <= (2 if name == "new" else 1) else None)
    old = asyncio.create_task(served.call("old"))
    await asyncio.sleep(0.5)
    late = asyncio.create_task(served.call("late"))
    await asyncio.sleep(0.6)
    assert served.line.limit == 16
    new = asyncio.create_task(served.call("new"))
    await asyncio.sleep(0.5)
    assert served.line.limit == 16
    await asyncio.sleep(0.6)
    assert served.line.limit == 8
    await outcomes([old, late, new])


@ran
async def test_the_limit_is_never_less_than_one_and_grows_slowly_once_the_server_was_too_busy() -> None:
    served = Served(until(40, busy), patience=1000)
    tasks = served.calls(4)
    await asyncio.sleep(39)
    assert served.line.limit == 1
    await outcomes([*tasks, *served.calls(20)])
    # One more for every round of calls: 1, 2, 3 … at once.
    assert 4 <= served.line.limit <= 7


@ran
async def test_a_server_that_wants_to_be_left_alone_is_left_alone_by_those_who_wait_as_well() -> None:
    served = Served(until(1, lambda: busy(10)), concurrency=2)
    assert await outcomes(served.calls(5)) == [str(number) for number in range(5)]
    assert served.times()[:2] == [0, 0]
    assert min(served.times()[2:]) == 11


@ran
async def test_of_several_pauses_the_longest_holds() -> None:
    waits = {"0": 5.0, "1": 20.0, "2": 1.0}
    served = Served(lambda name, began: busy(waits[name]) if began == 0 else None)
    await outcomes(served.calls(3))
    assert min(served.times()[3:]) == 21


@ran
async def test_a_pause_is_no_longer_than_patience() -> None:
    served = Served(until(1, lambda: busy(3600)), patience=50)
    assert await served.call() == "a"
    assert served.times() == [0, 51]


def test_a_pause_ends_where_timers_come_a_tick_early() -> None:
    served = Served(until(1, lambda: busy(10)))
    assert run(served.call(), early=0.01) == "a"


@ran
async def test_a_server_that_is_too_busy_beyond_patience_ends_it_with_what_to_do() -> None:
    served = Served(lambda name, began: busy(), patience=100)
    with pytest.raises(BackendError, match=r"http://s has been too busy for 100 s \(429: slow down\); what is paid"):
        await served.call()
    assert now() > 100
    assert len(served.begun) < 15  # it is pressed less and less


@ran
async def test_a_call_that_waited_long_in_the_line_is_not_given_up_while_the_server_takes_others() -> None:
    refusals = {"late": 2}

    def answer(name: str, began: float) -> Setback | None:
        refusals[name] = refusals.get(name, 0) - 1
        return busy() if refusals[name] >= 0 else None

    served = Served(answer, seconds=30, concurrency=1, patience=60)
    late = asyncio.create_task(served.call("late"))
    await asyncio.sleep(0)
    others = served.calls(12)
    assert await late == "late"
    assert served.times("late")[1] > 60
    assert len(await outcomes(others)) == 12


@ran
async def test_a_call_that_alone_is_refused_for_ever_is_given_up_alone() -> None:
    served = Served(lambda name, began: busy() if name == "large" else None, patience=60, retries=3)
    large = asyncio.create_task(served.call("large"))

    async def others() -> None:
        while not large.done():
            await served.call("small")

    await others()
    with pytest.raises(CallFailed, match=r"too busy .* times for this call while it took others"):
        await large


# down


@ran
async def test_five_failures_in_a_row_leave_one_call_at_a_time_until_it_answers_again() -> None:
    served = Served(until(20, failed), seconds=0.25)
    tasks = served.calls(10)
    await asyncio.sleep(0.3)
    assert served.line.limit == 1
    assert await outcomes(tasks) == [str(number) for number in range(10)]
    probes = [began for began in served.times() if began > 0]
    down = [late - early for early, late in itertools.pairwise(probes) if late < 20]
    assert probes[0] == 0.75
    # The wait doubles, from the end of a try to the next.
    assert down == [1.25, 2.25, 4.25, 8.25]
    assert served.told == [
        "http://s does not answer (503: down); trying one call at a time, for 30 s at most",
        "http://s answers again",
    ]
    assert served.line.limit == 32


@ran
async def test_failures_with_a_success_between_them_are_no_reason_to_hold_back() -> None:
    served = Served(lambda name, began: failed() if len(served.begun) % 5 else None)
    await outcomes([asyncio.create_task(_one_by_one(served, 20))])
    assert served.told == []


async def _one_by_one(served: Served, count: int) -> str:
    for number in range(count):
        await served.call(str(number))
    return ""


@pytest.mark.parametrize(("answered", "patience", "after"), [(False, 300, 30), (False, 12, 12), (True, 300, 300)])
def test_a_server_that_stays_down_is_given_up_earlier_where_it_never_answered(answered, patience, after) -> None:
    async def work() -> None:
        served = Served(lambda name, began: None if name == "well" else failed(), patience=patience)
        if answered:
            await served.call("well")
        began = now()
        with pytest.raises(BackendError, match=f"http://s has not answered for {after} s .*base_url, and run again"):
            await asyncio.gather(*served.calls(6))
        assert after < now() - began < after + 70

    run(work())


@ran
async def test_a_day_of_patience_is_kept() -> None:
    served = Served(lambda name, began: None if name == "well" else failed(), patience=86_400)
    await served.call("well")
    with pytest.raises(BackendError, match="86400 s"):
        await served.call()
    assert now() > 86_400


@ran
async def test_a_server_that_says_it_is_too_busy_is_not_down() -> None:
    served = Served(lambda name, began: failed() if began < 20 else busy() if began < 200 else None, patience=250)
    assert await served.call() == "a"
    assert [told.partition(" (")[0] for told in served.told] == ["http://s does not answer", "http://s answers again"]


@ran
async def test_a_call_that_fails_alone_is_given_up_alone_after_its_retries() -> None:
    served = Served(lambda name, began: failed() if name == "bad" else None, retries=3)
    bad = asyncio.create_task(served.call("bad"))
    while not bad.done():
        await served.call("good")
    with pytest.raises(CallFailed, match=r"http://s failed 4 times at this call, the last time: 503: down"):
        await bad
    # It waited 1, 2 and 4 seconds between its tries, each of which took one.
    assert served.times("bad") == [0, 2, 5, 10]
    assert served.told == []


@ran
async def test_what_a_call_raises_beside_setbacks_is_passed_on_and_its_place_given_back() -> None:
    served = Served(concurrency=1)

    async def wrong() -> str:
        raise BackendError("the key is refused")

    for _ in range(3):
        with pytest.raises(BackendError, match="the key is refused"):
            await served.line.call(wrong)
    assert await served.call() == "a"


# leaving


@ran
async def test_a_line_that_hung_up_ends_what_is_under_way_and_begins_nothing() -> None:
    served = Served(until(1, busy), concurrency=2)
    tasks = served.calls(5)
    await asyncio.sleep(0.5)
    served.answer = lambda name, began: busy() if name == "0" else None
    served.line.hang_up()
    done = await outcomes(tasks)
    assert done[1] == "1"
    # The first was refused and would have tried again; the others were waiting.
    assert all(isinstance(each, asyncio.CancelledError) for each in (done[0], *done[2:]))
    with pytest.raises(asyncio.CancelledError):
        await served.call()
    assert served.times() == [0, 0]


@ran
async def test_one_who_stops_waiting_costs_the_others_nothing() -> None:
    served = Served(concurrency=1)
    first, second, third = served.calls(3)
    await asyncio.sleep(0.5)
    second.cancel()
    assert await outcomes([first, third]) == ["0", "2"]
    assert served.times() == [0, 1]


@ran
async def test_a_place_that_was_given_to_one_who_just_left_goes_to_the_next() -> None:
    leaving: list[asyncio.Task[str]] = []
    served = Served(concurrency=1)

    async def first() -> None:
        async def send() -> None:
            await asyncio.sleep(1)

        await served.line.call(send)
        leaving[0].cancel()  # its place is set, and it has not run yet

    opening = asyncio.create_task(first())
    await asyncio.sleep(0)
    leaving += served.calls(2)
    await opening
    assert await leaving[1] == "1"
    assert leaving[0].cancelled()
    assert [name for _, name in served.begun] == ["1"]
    assert await served.call("later") == "later"


@ran
async def test_a_call_that_is_cancelled_under_way_gives_its_place_back() -> None:
    served = Served(concurrency=1)
    first, second = served.calls(2)
    await asyncio.sleep(0.5)
    first.cancel()
    assert await second == "1"
    assert served.times() == [0, 0.5]


def test_the_clock_of_these_tests_tells_when_all_wait_for_ever() -> None:
    async def work() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(EverybodyWaits):
        run(work())
    assert VirtualLoop.time is not asyncio.SelectorEventLoop.time
