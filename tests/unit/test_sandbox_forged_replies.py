"""Forged replies of every shape and size, taken by the host as it takes those of a supervisor, cost it little.

`COMPANY_FORGED_REPLIES=10000` has many tried; a few are tried by default. `--junitxml` has the figures.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import json
import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from company.errors import SessionLost
from company.records import Execution, Intent
from company.sandbox import Limits
from company.sandbox.connection import Connection
from company.sandbox.errands import Errands
from company.sandbox.parts import ERROR, FIGURE, RESULT, VARIABLE, part
from company.sandbox.protocol import MIB
from company.sandbox.sessions import Line, ProcessSession
from company.sandbox.wire import as_json, framed, receive

HOW_MANY = int(os.environ.get("COMPANY_FORGED_REPLIES", "60"))
MEMORY_MIB, STALL_SECONDS = 200, 0.05
INTENTS = tuple(Intent(name=f"x{number}", type="value") for number in range(8))
COLUMN = {"name": "a", "position": 0, "dtype": "int64", "role": "measure", "missing": 0, "distinct": 1}

SIZES = st.integers(0, 400).map(lambda draw: LARGE.get(draw, draw % 60))
"""Of what is repeated: mostly little, else about the bounds of what is read, and far beyond them."""
LARGE = {1: 1_000, 2: 20_000, 3: 30_000, 4: 48_000, 5: 99_000, 6: 101_000, 7: 240_000, 8: 900_000, 9: 7_000, 10: 10_001}
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from([10**400, 2**63, -0.0, "\ud800", "\0", "\u202e", "x" * 70_000, "ÿ" * 40_000])
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner))
"""What JSON can say, and some that it cannot."""
SMALL = st.sampled_from(
    [
        *(b"0", b"-1e9", b"null", b'""', b"[]", b"{}", b'{"a":{}}', b'"\xc3\xa9"', b'"\xed\xa0\x80"', b'"\\ud83d"'),
        *(b"NaN", b"1e999", b"[[[[]]]]", b"9" * 40, b'["a",1]', b'{"wrong":1}', json.dumps(COLUMN).encode()),
        *(b'{"a":' * 20 + b"0" + b"}" * 20, b"[" * 20 + b"]" * 20),
    ]
)
NESTED = st.sampled_from([(b"[", b"]"), (b'{"a":', b"}"), (b'[0,{"a":', b"}]"), (b"[", b""), (b'{"a":', b"")])


def many(small: bytes, times: int) -> bytes:
    """A list of one value many times, at most as long as a frame may be and a little more."""
    times = min(times, 34 * MIB // (len(small) + 1))
    return b"[" + b",".join([small] * times) + b"]"


def nested(ends: tuple[bytes, bytes], times: int) -> bytes:
    """A value inside of itself."""
    return ends[0] * times + b"0" + ends[1] * times


INNER = (
    st.builds(many, SMALL, SIZES)
    | st.builds(nested, NESTED, SIZES)
    | st.builds(lambda digit, times: digit * max(times, 1), st.sampled_from([b"1", b"0.", b'"\\u0041"', b"-"]), SIZES)
    | st.builds(lambda times, text: b'"' + text * times + b'"', SIZES, st.sampled_from([b"x", b"\\u0041", b"\xff"]))
)
"""One value that is long, deep, or neither number nor text."""


def fields(name: str, inner: bytes, around: str) -> bytes:
    """The fields of a part, right but for one."""
    right = (
        {"name": "x0", "type": "value", "shown": "1", "digest": "d"}
        if around == "r"
        else {"name": "x", "type": "value"}
    )
    told = json.dumps(right)[:-1].encode()
    if name == "value":
        return told + b', "facts": {"value": ' + inner + b"}}"
    if name == "values":
        return told + b', "columns": [' + json.dumps(COLUMN)[:-1].encode() + b', "values": ' + inner + b"}]}"
    return told + b", " + json.dumps(name).encode() + b": " + inner + b"}"


NAMES = st.sampled_from(["value", "values", "facts", "columns", "shape", "name", "message", "preview", "line", "odd"])
CONTENTS = (
    st.builds(fields, NAMES, INNER, st.sampled_from(["r", "v"]))
    | st.dictionaries(NAMES, VALUES).map(lambda each: json.dumps(each).encode())
    | st.builds(lambda each, coding: json.dumps(each).encode(coding), VALUES, st.sampled_from(["utf-16", "utf-32-be"]))
    | st.binary(max_size=40)
    | st.builds(lambda times, byte: byte * times, SIZES, st.sampled_from([b"\0", b"\xff", b" ", b'"', b"\\"]))
)
KINDS = st.sampled_from([RESULT, VARIABLE, FIGURE, ERROR, b"?", b"\0"])
PARTS = st.builds(part, KINDS, CONTENTS) | st.builds(
    lambda kind, size, rest: kind + size.to_bytes(4, "big") + rest,
    KINDS,
    st.integers(0, 2**32 - 1),
    st.binary(max_size=9),
)


def all_results(inner: bytes) -> bytes:
    """A reply in which each result that was asked for is there, and as large as the others."""
    told = b'"type":"value","shown":"1","digest":"d","facts":{"value":'
    return b"".join(part(RESULT, b'{"name":"%s",' % each.name.encode() + told + inner + b"}}") for each in INTENTS)


def cut(reply: bytes, left: int) -> bytes:
    return reply[: len(reply) - left] if left < 20 else reply


HUGE = {1: 33 * MIB, 2: 32 * MIB - 5, 3: 32 * MIB - 6}
REPLIES = st.builds(
    cut,
    st.lists(PARTS, max_size=5).map(b"".join)
    | st.builds(lambda one, times: one * min(times, 34 * MIB // len(one)), PARTS, SIZES)
    | st.builds(all_results, INNER)
    | st.integers(0, 400).map(lambda draw: part(VARIABLE, b"[" * (HUGE.get(draw, draw)))),
    st.integers(0, 80),
)


@dataclass
class Forged:
    """A session whose supervisor answers with whatever it was told to."""

    session: ProcessSession
    reply: bytes = b""
    ending: str = "finished"


def answering(channel: socket.socket, forged: Forged) -> None:
    """Answer every question of a host, until it leaves."""
    with contextlib.suppress(OSError):
        while question := receive(channel):
            turn = json.loads(question)["do"] == "turn"
            head = {"ending": forged.ending if turn else "undone", "output": "", "why": ""}
            channel.sendall(framed(as_json(head)))
            reply = forged.reply if turn else b""
            channel.sendall(len(reply).to_bytes(4, "big"))
            channel.sendall(reply)


async def nothing(line: Line) -> None:
    """End a line that nobody has entered."""


@contextlib.asynccontextmanager
async def talking() -> AsyncIterator[Forged]:
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    connection = Connection(reader, writer, lambda: None)
    forged = Forged(ProcessSession(Errands(Limits(), 1), Line(connection, Path("/x"), nothing), 1))
    thread = threading.Thread(target=answering, args=(theirs, forged), daemon=True)
    thread.start()
    try:
        yield forged
    finally:
        writer.close()
        theirs.shutdown(socket.SHUT_RDWR)
        await asyncio.to_thread(thread.join)
        theirs.close()


@dataclass
class Ticking:
    """How long the event loop could not be had; time in which the whole process had no processor is not counted."""

    stalled: float = 0.0

    async def tick(self) -> None:
        while True:
            wall, busy = time.monotonic(), time.process_time()
            await asyncio.sleep(0.002)
            self.stalled = max(self.stalled, min(time.monotonic() - wall, time.process_time() - busy))


def memory_mib(name: str) -> float:
    """What the kernel says of this process: `VmRSS` now, `VmHWM` at the most."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(name))) / 1_024


async def taken(reply: bytes, ending: str) -> tuple[Execution | None, float]:
    """What comes of a turn that is answered so, and for how long the event loop stood still at the most."""
    async with talking() as forged:
        forged.reply, forged.ending = reply, ending
        ticking = Ticking()
        ticks = asyncio.create_task(ticking.tick())
        done = None
        try:
            with contextlib.suppress(SessionLost):
                done = await forged.session.run("x = 1", INTENTS)
            await asyncio.sleep(0.003)
        finally:
            ticks.cancel()
    return done, ticking.stalled


@dataclass
class Cost:
    """The dearest reply so far."""

    most: float = 0.0
    reply: bytes = b""

    def note(self, cost: float, reply: bytes) -> None:
        if cost > self.most:
            self.most, self.reply = cost, reply[:120] + b" ... of %d bytes" % len(reply)


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="this system does not say what memory was used")
def test_a_forged_reply_costs_the_host_little_memory_and_holds_nobody_up(
    record_property: Callable[[str, object], None],
) -> None:
    memory, stall, tried = Cost(), Cost(), itertools.count()

    @settings(max_examples=HOW_MANY, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(REPLIES, st.sampled_from(["finished", "failed"]))
    def take(reply: bytes, ending: str) -> None:
        next(tried)
        # What the tests themselves hold takes the collector longer to go through than what a host holds.
        gc.freeze()
        rest = memory_mib("VmRSS")
        Path("/proc/self/clear_refs").write_text("5")
        done, stalled = runner.run(taken(reply, ending))
        memory.note(memory_mib("VmHWM") - rest, reply)
        # A busy machine holds everybody up: what a reply costs shows each time.
        for _ in range(3):
            if stalled > STALL_SECONDS / 2:
                stalled = min(stalled, runner.run(taken(reply, ending))[1])
        stall.note(stalled, reply)
        if done is not None:
            assert Execution.model_validate_json(done.model_dump_json()) == done.model_copy(update={"figures": ()})
            assert done.ok == (done.error is None) or ending == "failed"

    try:
        with asyncio.Runner() as runner:
            take()
    finally:
        gc.unfreeze()
    record_property("forged replies", next(tried))
    record_property("MiB", round(memory.most))
    record_property("ms", round(stall.most * 1_000))
    assert memory.most < MEMORY_MIB, memory
    assert stall.most < STALL_SECONDS, stall
