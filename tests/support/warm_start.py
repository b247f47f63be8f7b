"""`company …` without the seconds that a start takes: a fork of a process that has everything loaded.

Each command is a process of its own all the same, with its own environment, folder and streams: it may be killed, holds
locks, ends with an exit code. What a start itself does is not seen this way: tests of it use `commands.COMMAND`.

The nursery (this file, as a program) is asked by socket, and is one for all test workers; shells ask it by way of
`warm_client`. It forks a `_waiter` for each command, which forks the command and tells how that ended. The sandbox of a
command needs a Python with libraries loaded, which would take longest to start: a fork made before the command begins,
and so before it has threads, waits to be it.
`warm_sandboxes` gives the sandboxes of a test's own process such a start, too.

A command finds modules where its PYTHONPATH says. Where that has a copy of our own packages, they are imported from
there, and libraries alone are warm.

In these sandboxes scripts that ask for a cold interpreter are run in a fork with an empty `__main__` and seeds of its
own, which spares a second each; so no Python is prepared for scripts that begin alike, which would have another hash
seed than those before it. What only a really cold one finds out is tested where nothing is warm: the sandboxes of
tests/contracts, tests/unit/test_gate.py, and the runs of `cold_command`.
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
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, NoReturn

from company.sandbox import connection, prepared
from tests.support import warm_client

_ROOT = Path(__file__).resolve().parents[2]
_OURS = ("company", "grammar", "human_review")


# whoever starts commands


_ZYGOTE = "the Python of a sandbox"
"""As the program of an order."""


class Warm:
    """A command that runs, or has ended; as much of `subprocess.Popen` as tests need."""

    def __init__(
        self, *words: str | Path, stdout: IO[Any] | int | None = None, stderr: IO[Any] | int | None = None, **told: Any
    ) -> None:
        """Streams are open files; what goes to None is lost. `told` may name `env` and `cwd`, which are this process's
        own otherwise, a `program` to start with these words instead of `company`, and that it is `alone`: the first
        of a process group, to be killed with it.
        """
        order = {"words": [*map(str, words)], "cwd": str(told.get("cwd") or Path.cwd())}
        order |= {"env": dict(os.environ if told.get("env") is None else told["env"])}
        order |= {"program": str(told.get("program") or ""), "alone": bool(told.get("alone"))}
        self.returncode: int | None = None
        with Path(os.devnull).open("wb") as nothing:
            streams = [nothing if each is None else each for each in (stdout, stderr)]
            descriptors = [each if isinstance(each, int) else each.fileno() for each in streams]
            self._answers = warm_client.ask(_nursery(), order, descriptors, told.get("pass_fds", ()))
        self.pid = warm_client.answered(self._answers)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, as `subprocess` has it. Raises TimeoutExpired."""
        if self.returncode is None:
            self._answers.settimeout(timeout)
            try:
                self.returncode = warm_client.answered(self._answers)
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


def command_line() -> str:
    """What a shell is to call for a warm `company`; words can follow."""
    _nursery()
    return shlex.join([sys.executable, "-I", "-S", warm_client.__file__, _address()])


@contextlib.contextmanager
def warm_sandboxes() -> Iterator[None]:
    """Sandboxes that are started meanwhile in this process begin as forks of the nursery, with libraries loaded."""

    def start(command: list[str], *, env: dict[str, str], cwd: Path, stderr: IO[Any], **told: Any) -> Any:
        if "pass_fds" not in told:
            return subprocess.Popen(command, env=env, cwd=cwd, stderr=stderr, **told)
        return Warm(command[-2], program=_ZYGOTE, env=env, cwd=cwd, stderr=stderr, pass_fds=told["pass_fds"])

    before, worth = connection.subprocess, prepared.WORTH  # type: ignore[attr-defined]
    connection.subprocess, prepared.WORTH = _subprocess(start), sys.maxsize  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.subprocess, prepared.WORTH = before, worth  # type: ignore[attr-defined]


def _subprocess(start: Callable[..., Any]) -> SimpleNamespace:
    """What the sandbox's connection needs of the module, with another way to start a process."""
    return SimpleNamespace(Popen=start, TimeoutExpired=subprocess.TimeoutExpired, DEVNULL=subprocess.DEVNULL)


@cache
def _nursery() -> socket.socket:
    """Our end of the talk with it; whoever needs it first starts it, and it ends when nobody talks to it any more."""
    with contextlib.suppress(ConnectionRefusedError):
        ours = warm_client.connected(_address())
        atexit.register(ours.close)
        return ours
    environment = {**os.environ, **connection._ENVIRONMENT, "PATH": os.environ["PATH"], "PYTHONPATH": str(_ROOT)}
    del environment["PYTHONWARNINGS"]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(f"\0{_address()}")  # where another worker was faster, it fails, and that one's nursery is asked
        listening.listen()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.warm_start", str(listening.fileno())],
            env=environment,
            pass_fds=[listening.fileno()],
        )
        atexit.register(process.wait)
    deadline = time.monotonic() + 10
    while True:
        try:
            ours = warm_client.connected(_address())
            atexit.register(ours.close)  # before it is waited for: what is registered last comes first
            return ours
        except ConnectionRefusedError:  # bound, and not listening yet
            assert time.monotonic() < deadline, "the nursery of commands could not be started"
            time.sleep(0.01)


@cache
def _address() -> str:
    return f"decision-company-tests-{os.environ.get('PYTEST_XDIST_TESTRUNUID') or uuid.uuid4().hex}"


# the nursery


def nurse(listening: socket.socket) -> Any:
    """Fork a waiter for each order, until nobody is left to give one. In a command: what it is to run."""
    _load()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asking = [listening.accept()[0]]
    while asking:
        for ready in select.select([listening, *asking], [], [])[0]:
            if ready is listening:
                asking.append(listening.accept()[0])
                continue
            order, descriptors, _, _ = socket.recv_fds(ready, warm_client.LONGEST, 4)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            if not order:
                asking.remove(ready)
                ready.close()
            elif os.fork() == 0:
                for each in (listening, *asking):
                    each.close()
                return _waiter(json.loads(order), *descriptors)
            for each in descriptors:
                os.close(each)
    with contextlib.suppress(ChildProcessError):
        while os.wait():
            pass
    return None


def _load() -> None:
    """What commands and the sandbox import, whichever they are; evaluations have to import much more than that."""
    from company.sandbox import zygote

    for name in _OURS:
        for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
            if not module.name.startswith("company.evaluation.") and not module.name.endswith(".__main__"):
                with contextlib.suppress(ModuleNotFoundError):  # of an extra that is not installed
                    importlib.import_module(module.name)
    for name in ("company.evaluation.scoring", "duckdb", "sklearn.datasets"):
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(name)
    zygote._preload(None)


def _waiter(order: dict[str, Any], output: int, errors: int, answers: int, control: int | None = None) -> Any:
    """Tell the command's number, and how it ended; in the command itself, what it is to run."""
    with socket.socket(fileno=answers) as answer:
        command = os.fork()
        if order.get("alone"):  # said by both, as nobody knows which of the two comes first
            os.setpgid(command, command)
        if command:
            for each in filter(None, (output, errors, control)):
                os.close(each)
            answer.send(str(command).encode())
            _, status = os.waitpid(command, 0)
            with contextlib.suppress(OSError):
                answer.send(str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
    if order["program"] == _ZYGOTE:
        _as_zygote(order, errors, control)
    _streams(output, errors)
    os.closerange(3, max(output, errors) + 1)
    start_zygote = _zygotes()
    _settle(order)
    _look_first(order["env"].get("PYTHONPATH", "").split(os.pathsep))
    importlib.import_module("company.sandbox.connection").subprocess = _subprocess(start_zygote)  # type: ignore[attr-defined]
    importlib.import_module("company.sandbox.prepared").WORTH = sys.maxsize  # type: ignore[attr-defined]
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
            order = json.dumps({"env": env, "cwd": str(cwd), "words": [command[-2]]})
            socket.send_fds(ours, [order.encode()], [stderr.fileno(), *told["pass_fds"]])
        return _Zygote(pid)

    return start


def _become_zygote(orders: socket.socket) -> NoReturn:
    try:
        with orders:
            said, descriptors, _, _ = socket.recv_fds(orders, warm_client.LONGEST, 2)
        if said:
            _as_zygote(json.loads(said), *descriptors)
    finally:
        os._exit(0)


def _as_zygote(order: dict[str, Any], errors: int, control: int | None) -> NoReturn:
    _look_first(order["words"])
    from company.sandbox import zygote

    assert control is not None
    try:
        os.setsid()
        _streams(os.open(os.devnull, os.O_WRONLY), errors)
        _settle(order)
        warnings.simplefilter("ignore")
        _let_scripts_fork()
        zygote._preload = lambda libraries: None  # all of it is here
        zygote.main(order["words"][0], control)
    finally:
        os._exit(0)


def _let_scripts_fork() -> None:
    from company.sandbox import starting, supervisor

    def start_script(order: dict[str, Any], output: int, errors: int) -> tuple[int, socket.socket | None]:
        if order["seeded"] or order["kind"] == "program":
            return starting.start_script(order, output, errors)
        return starting._fork(lambda: starting._run(order, output, errors)), None

    supervisor.start_script = start_script  # type: ignore[attr-defined]


# how a command ends


def _to_its_end(begin: Callable[[], Any]) -> None:
    """Run a command, and end the process as an interpreter does, but for taking all modules apart.

    That would write to every page that is shared with the nursery, and take longer than most commands.
    """
    from company.sandbox import script

    code: object = None
    try:
        begin()
    except SystemExit as leaving:
        code = leaving.code
    except KeyboardInterrupt:  # the interpreter ends by the signal then
        raise
    except BaseException as error:  # noqa: BLE001 - what the interpreter itself would show
        sys.excepthook(type(error), error, error.__traceback__)
        code = 1
    ended = script._exit_code(code)
    os._exit(ended if script._finish() else 120)


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


def _look_first(folders: Sequence[str]) -> None:
    """Find modules in these folders first, and our own anew where another copy of them is found there."""
    new = [folder for folder in folders if folder and folder not in sys.path]
    sys.path[:0] = new
    if any(Path(folder, "company", "__init__.py").is_file() for folder in new):
        for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
            del sys.modules[name]


if __name__ == "__main__":
    # The folder that it was started in, which comes first, is not where commands look.
    del sys.path[0]
    if begin := nurse(socket.socket(fileno=int(sys.argv[1]))):
        _to_its_end(begin)
