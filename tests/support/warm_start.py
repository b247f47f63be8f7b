"""`company …` without the seconds that a start takes: a fork of a process that has everything loaded.

Each command is a process of its own all the same, with its own environment, folder and streams: it may be killed, holds
locks, ends with an exit code. What a start itself does is not seen this way: tests of it use `commands.COMMAND`.

The nursery (this file, as a program) is asked by socket. It forks a `_waiter` for each command, which forks the command
and tells how that ended. The sandbox of a command needs a Python with libraries loaded, which would take longest to
start: a fork made before the command begins, and so before it has threads, waits to be it.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, NoReturn

from company.sandbox import connection

_ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 2**17
"""Bytes of an order: words, folder, environment."""


# whoever starts commands


class Warm:
    """A command that runs, or has ended; as much of `subprocess.Popen` as tests need."""

    def __init__(
        self, *words: str | Path, stdout: IO[Any] | int | None = None, stderr: IO[Any] | int | None = None, **told: Any
    ) -> None:
        """Streams are open files; what goes to None is lost. `told` may name `env` and `cwd`, which are this process's
        own otherwise, and a `program` to start with these words instead of `company`.
        """
        order = {"words": [*map(str, words)], "cwd": str(told.get("cwd") or Path.cwd())}
        order |= {"env": dict(os.environ if told.get("env") is None else told["env"])}
        order |= {"program": str(told.get("program") or "")}
        self.returncode: int | None = None
        self._answers, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, Path(os.devnull).open("wb") as nothing:
            streams = [nothing if each is None else each for each in (stdout, stderr)]
            descriptors = [each if isinstance(each, int) else each.fileno() for each in streams]
            socket.send_fds(_nursery(), [json.dumps(order).encode()], [*descriptors, theirs.fileno()])
        self.pid = self._answer()

    def _answer(self) -> int:
        said = self._answers.recv(64)
        assert said, "the nursery of commands has died; what it said is above"
        return int(said)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, as `subprocess` has it. Raises TimeoutExpired."""
        if self.returncode is None:
            self._answers.settimeout(timeout)
            try:
                self.returncode = self._answer()
            except TimeoutError:
                raise subprocess.TimeoutExpired(f"company, process {self.pid}", timeout or 0) from None
            self._answers.close()
        return self.returncode

    def poll(self) -> int | None:
        """The exit code, None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(1e-6)
        return None

    def send_signal(self, number: int) -> None:
        """To a process that has ended it is not sent."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(*words: str | Path, timeout: float = 900, **told: Any) -> subprocess.CompletedProcess[str]:
    """A command to its end; stdout and stderr are text."""
    with tempfile.TemporaryFile("w+b") as out, tempfile.TemporaryFile("w+b") as errors:
        process = Warm(*words, stdout=out, stderr=errors, **told)
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        said = []
        for stream in (out, errors):
            stream.seek(0)
            said.append(stream.read().decode())
    return subprocess.CompletedProcess([*map(str, words)], code, *said)


@cache
def _nursery() -> socket.socket:
    """Our end of the talk with it; it is started when the first command is, and ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = {**os.environ, **connection._ENVIRONMENT, "PATH": os.environ["PATH"]}
    del environment["PYTHONWARNINGS"]
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.warm_start", str(theirs.fileno())],
            env={**environment, "PYTHONPATH": str(_ROOT)},
            pass_fds=[theirs.fileno()],
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# the nursery


def nurse(control: socket.socket) -> Any:
    """Fork a waiter for each order, until nobody is left to give one. In a command: what it is to run."""
    _load()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, _LONGEST, 3)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not order:
            return None
        if os.fork() == 0:
            control.close()
            return _waiter(json.loads(order), *descriptors)
        for each in descriptors:
            os.close(each)


def _load() -> None:
    """What commands and the sandbox import, whichever they are; evaluations have to import much more than that."""
    from company.sandbox import zygote

    for name in ("company", "human_review"):
        for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
            if not module.name.startswith("company.evaluation.") and not module.name.endswith(".__main__"):
                importlib.import_module(module.name)
    importlib.import_module("company.evaluation.scoring")
    zygote._preload()


def _waiter(order: dict[str, Any], output: int, errors: int, answers: int) -> Any:
    """Tell the command's number, and how it ended; in the command itself, what it is to run."""
    with socket.socket(fileno=answers) as answer:
        command = os.fork()
        if command:
            os.close(output)
            os.close(errors)
            answer.send(str(command).encode())
            _, status = os.waitpid(command, 0)
            with contextlib.suppress(OSError):
                answer.send(str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
    _streams(output, errors)
    os.closerange(3, max(output, errors) + 1)
    connection.subprocess = SimpleNamespace(  # type: ignore[attr-defined]
        Popen=_zygotes(), TimeoutExpired=subprocess.TimeoutExpired, DEVNULL=subprocess.DEVNULL
    )
    _settle(order)
    sys.argv = [order["program"] or "company", *order["words"]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    start, what = (runpy.run_path, order["program"]) if order["program"] else (runpy.run_module, "company.cli")
    return functools.partial(start, what, run_name="__main__", **({} if order["program"] else {"alter_sys": True}))


# the sandbox of a command


class _Zygote:
    """As much of `subprocess.Popen` as the sandbox asks of its zygote, which here was forked before."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None and (ended := os.waitpid(self.pid, os.WNOHANG))[0]:
            self.returncode = os.waitstatus_to_exitcode(ended[1])
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        deadline = time.monotonic() + (timeout or 1e9)
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("the zygote", timeout or 0)
            time.sleep(0.002)
        return code

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def _zygotes() -> Callable[..., Any]:
    """Starts the sandbox's zygote: out of a fork of this moment; further ones, for zygotes that died, as usual."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        ours.close()
        _become_zygote(theirs)
    theirs.close()

    def start(command: list[str], *, env: dict[str, str], cwd: Path, stderr: IO[Any], **told: Any) -> Any:
        if ours.fileno() < 0:
            return subprocess.Popen(command, env=env, cwd=cwd, stderr=stderr, **told)
        with ours:
            order = json.dumps({"env": env, "cwd": str(cwd), "package_root": command[-2]})
            socket.send_fds(ours, [order.encode()], [stderr.fileno(), *told["pass_fds"]])
        return _Zygote(pid)

    return start


def _become_zygote(orders: socket.socket) -> NoReturn:
    from company.sandbox import zygote

    try:
        with orders:
            said, descriptors, _, _ = socket.recv_fds(orders, _LONGEST, 2)
        if said:
            order, (errors, control) = json.loads(said), descriptors
            os.setsid()
            _streams(os.open(os.devnull, os.O_WRONLY), errors)
            _settle(order)
            warnings.simplefilter("ignore")
            zygote.main(order["package_root"], control)
    finally:
        os._exit(0)


# what both begin with


def _streams(output: int, errors: int) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(errors, 2)


def _settle(order: Mapping[str, Any]) -> None:
    """Folder and environment are what is told, and not what they were when all was loaded."""
    os.chdir(order["cwd"])
    os.environ.clear()
    os.environ.update(order["env"])
    time.tzset()
    tempfile.tempdir = None


if __name__ == "__main__":
    # The folder that it was started in, which comes first, is not where commands look.
    del sys.path[0]
    if begin := nurse(socket.socket(fileno=int(sys.argv[1]))):
        begin()
