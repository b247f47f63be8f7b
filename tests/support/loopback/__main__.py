"""The server by hand; prints its address when it listens, and ends with SIGTERM, SIGINT or, if told so, its parent."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import threading
from pathlib import Path

from tests.support.loopback.answers import have_ready
from tests.support.loopback.chat import MODEL, Settings
from tests.support.loopback.faults import BATCHES, NETWORK, REPLIES, checked
from tests.support.loopback.profiles import PROFILES
from tests.support.loopback.server import Server


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.support.loopback", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: one that is free")
    parser.add_argument("--profile", choices=sorted(PROFILES), default="openai")
    parser.add_argument("--models", default=MODEL, metavar="NAME[,NAME…]")
    parser.add_argument("--key", help="the only API key that is taken (default: any)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--latency", type=float, default=0.0, metavar="SECONDS")
    parser.add_argument(
        "--faults", type=_shares, default={}, metavar="NAME=SHARE[,…]", help=", ".join((*NETWORK, *REPLIES, *BATCHES))
    )
    parser.add_argument("--retry-after", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--slow-seconds", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--batch-seconds", type=float, default=0.0, metavar="SECONDS", help="until a batch is done")
    parser.add_argument("--at-once", type=int, metavar="N", help="completions in flight, else 429")
    parser.add_argument("--a-second", type=int, metavar="N", help="completions a second, else 429")
    parser.add_argument("--log", type=Path, metavar="JSONL", help="file that a line is added to for each request")
    parser.add_argument("--until-stdin-closes", action="store_true")
    parser.add_argument("--staffed", action="store_true", help="have the built-in company ready before listening")
    return parser.parse_args()


def _shares(text: str) -> dict[str, float]:
    pairs = (part.partition("=") for part in text.split(",") if part)
    try:
        return checked({name.strip(): float(share) for name, _, share in pairs})
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


async def _run(told: argparse.Namespace) -> None:
    settings = Settings(
        profile=told.profile,
        models=tuple(told.models.split(",")),
        key=told.key,
        seed=told.seed,
        latency=told.latency,
        faults=told.faults,
        retry_after=told.retry_after,
        slow_seconds=told.slow_seconds,
        batch_seconds=told.batch_seconds,
        at_once=told.at_once,
        a_second=told.a_second,
    )
    if told.staffed:
        have_ready()
    server = Server(settings, told.log)
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end.set)
    if told.until_stdin_closes:
        threading.Thread(target=_await_parent, args=(loop, end), daemon=True).start()
    port = await server.start(told.port)
    sys.stdout.write(f"http://127.0.0.1:{port}\n")
    sys.stdout.flush()
    await end.wait()
    server.close()


def _await_parent(loop: asyncio.AbstractEventLoop, end: asyncio.Event) -> None:
    """A parent that is killed closes our stdin, too."""
    while os.read(sys.stdin.fileno(), 4096):
        pass
    loop.call_soon_threadsafe(end.set)


if __name__ == "__main__":
    asyncio.run(_run(_arguments()))
