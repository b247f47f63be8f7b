"""What our stack costs beside bare calls of the `openai` client, against one server on this machine, all in one run.

    python -m perf.throughput [ROUNDS]

A turn is one model call and its reply on the thread: two members converse, each reply is asked for through an AutoGen
agent and the `openai` backend, stored in the ledger's SQLite file, and heard by the other. The server answers after
100 ms, so D dialogues of T turns, all at once, take T x 100 ms at least: the bound. "Bare" is the `openai` client alone
with nothing stored: calls that have nothing to do with each other, 64 at once, and the same dialogues as bare loops.

Dialogues that begin at once stay in step, since every answer takes equally long: all wait while one's words are worked
on. So 20 of them are also begun 5 ms apart, as they would be where answers take as long as they please.

The sides take turns within a round, so that a busy machine is as busy for each of them. The server is a process of its
own on the same machine.
"""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

import openai
import psutil

from company.archive import Archive
from company.config import load
from company.families.dialogues.replies import Said
from company.models.ledger import Ledger
from company.models.registry import Backends
from company.run.stage import composed
from company.staff.conversation import Conversation
from company.staff.members import Ask, Member, Thread
from tests.support.loopback import MODEL, Loopback

LATENCY = 0.1
TURNS = 10
CALLS, AT_ONCE = 640, 64
APART = LATENCY / 20
IN_TURN = "20 dialogues, ours, begun in turn"
ROLES = ("client", "data_scientist")
SCENARIO = """
[table]
builtin = "wine"
[model]
backend = "openai"
name = "{model}"
base_url = "{url}"
"""


class Bench:
    """One server, one ledger on a file, and what each side took."""

    def __init__(self, server: Loopback, folder: Path) -> None:
        file = folder / "simulation.toml"
        file.write_text(SCENARIO.format(model=MODEL, url=server.base_url))
        self.api = openai.AsyncOpenAI(base_url=server.base_url, api_key="none", max_retries=0)
        self.ledger = Ledger(Archive.create(folder / "run"), Backends(load(file)).all())
        self.seconds: dict[str, list[float]] = {}
        self.cpu: dict[str, list[float]] = {}
        self._begun = 0

    async def timed(self, side: str, work: Awaitable[int]) -> None:
        """Note what `work` took, and its processor time for each of the calls that it says it has made."""
        used, start = _used(), time.perf_counter()
        calls = await work
        self.seconds.setdefault(side, []).append(time.perf_counter() - start)
        self.cpu.setdefault(side, []).append((_used() - used) / calls)

    async def calls(self) -> int:
        places = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with places:
                await self._bare(f"call {number}")

        await asyncio.gather(*(one(number) for number in range(CALLS)))
        return CALLS

    async def bare(self, dialogues: int) -> int:
        async def one(number: int) -> None:
            said: list[str] = []
            for _ in range(TURNS):
                said.append(await self._bare(_asked(f"bare {number}", said).prompt))

        await asyncio.gather(*(one(number) for number in range(dialogues)))
        return dialogues * TURNS

    async def _bare(self, words: str) -> str:
        messages = [{"role": "system", "content": "You talk."}, {"role": "user", "content": words}]
        done = await self.api.chat.completions.create(model=MODEL, messages=messages)
        return done.choices[0].message.content

    async def ours(self, dialogues: int, apart: float = 0) -> int:
        self._begun += 1
        each = (self._dialogue(f"{self._begun}.{number}", apart * number) for number in range(dialogues))
        await asyncio.gather(*each)
        return dialogues * TURNS

    async def _dialogue(self, name: str, later: float) -> None:
        await asyncio.sleep(later)

        def compose(thread: Thread) -> Ask:
            return _asked(name, [message.to_text() for message in thread])

        members = [Member(role, "You talk.", self.ledger.desk(role, "plans", name), compose) for role in ROLES]
        conversation = Conversation(members, max_messages=TURNS)
        await conversation.run()
        assert len(conversation.thread) == TURNS

    async def close(self) -> None:
        await self.ledger.close()
        await self.api.close()
        self.ledger.archive.close()


def _asked(dialogue: str, said: list[str]) -> Ask:
    """What is asked of whoever speaks next; the whole history is in it, as in our prompts."""
    return composed("client_plan", Said, {"dialogue": dialogue, "said": said}, shared="")


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def _resident() -> float:
    return psutil.Process(os.getpid()).memory_info().rss / 2**20


async def _peak(found: list[float]) -> None:
    while True:
        found.append(_resident())
        await asyncio.sleep(0.05)


async def memory(bench: Bench) -> list[float]:
    """MiB at the start, at most during, and after 200 dialogues."""
    during: list[float] = []
    watch = asyncio.create_task(_peak(during))
    start = _resident()
    await bench.timed("200 dialogues, ours", bench.ours(200))
    watch.cancel()
    return [start, max(during), _resident()]


async def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder, Loopback(latency=LATENCY) as server:
        bench = Bench(server, Path(folder))
        served = psutil.Process(server.pid)
        for count in (20, AT_ONCE):  # connections, caches, and the number of calls that the server is found to take
            await asyncio.gather(bench.bare(count), bench.ours(count))
        start, before = time.perf_counter(), sum(served.cpu_times()[:2])
        resident = []
        for _ in range(rounds):
            await bench.timed("calls, bare", bench.calls())
            for count in (20, 40):
                await bench.timed(f"{count} dialogues, bare", bench.bare(count))
                await bench.timed(f"{count} dialogues, ours", bench.ours(count))
            await bench.timed(IN_TURN, bench.ours(20, APART))
            resident.append(await memory(bench))
        share = (sum(served.cpu_times()[:2]) - before) / (time.perf_counter() - start)
        stats = server.stats()
        await bench.close()
    _show(bench, resident, share)
    assert stats["outcomes"].keys() == {"ok"}, stats


def _show(bench: Bench, resident: list[list[float]], share: float) -> None:
    calls = {"calls, bare": CALLS}
    seconds = {side: statistics.fmean(each) for side, each in bench.seconds.items()}
    rate: dict[str, float] = {}
    for side, took in seconds.items():
        count = calls.get(side) or int(side.split()[0]) * TURNS
        rate[side] = count / took
        cpu = 1000 * statistics.fmean(bench.cpu[side])
        print(f"{side:34} {took:7.2f} s {rate[side]:7.1f} calls a second {cpu:6.2f} ms of our processor time a call")
    print(f"the server used {share:.0%} of a core\n")
    bound = TURNS * LATENCY
    grown = resident[-1][2] - resident[0][2]
    for what, value, wanted in (
        ("20 dialogues, % of the bound", 100 * bound / seconds["20 dialogues, ours"], "at least 90"),
        ("  the same as bare loops", 100 * bound / seconds["20 dialogues, bare"], "-"),
        ("  begun 5 ms apart, % of that bound", 100 * (bound + 19 * APART) / seconds[IN_TURN], "-"),
        ("40 dialogues, turns a second", rate["40 dialogues, ours"], "at least 260"),
        ("  the same as bare loops", rate["40 dialogues, bare"], "-"),
        ("our cost of a turn, times a bare call's", _ratio(bench, "40 dialogues, ours", "40 dialogues, bare"), "-"),
        ("200 dialogues: MiB at the start", resident[0][0], "-"),
        ("200 dialogues: most MiB", max(most for _, most, _ in resident), "-"),
        ("200 dialogues: MiB at the end", resident[0][2], "-"),
        ("MiB more after all rounds than after the first", grown, "under 5"),
    ):
        print(f"{what:48} {value:8.2f}   wanted: {wanted}")


def _ratio(bench: Bench, one: str, other: str) -> float:
    return statistics.fmean(bench.cpu[one]) / statistics.fmean(bench.cpu[other])


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
