"""Asynchronous work waited for, also where a notebook's own event loop is running in this thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

_T = TypeVar("_T")
_Started = tuple[asyncio.AbstractEventLoop, "asyncio.Task[Any]"]


def waited(work: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of the work, or raise its exception. Interrupted, it is cancelled and ends in order."""
    if not _in_a_loop():
        return asyncio.run(work)
    started: Future[_Started] = Future()

    async def told() -> _T:
        task = asyncio.current_task()
        if task is not None:
            started.set_result((asyncio.get_running_loop(), task))
        return await work

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(asyncio.run, told())
        try:
            return done.result()
        except KeyboardInterrupt:
            loop, task = started.result()
            loop.call_soon_threadsafe(task.cancel)
            raise  # once the pool has waited for the end


def apart(function: Callable[[], _T]) -> _T:
    """Return the result of a function that starts an event loop of its own."""
    if not _in_a_loop():
        return function()
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
