"""The world outside of the jail, made by the suite: what hostile programs are aimed at, and what shows a hit."""

import contextlib
import ctypes
import json
import os
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_ADOPT_ORPHANS = 36
_SECRETS = ("file", "public", "environment", "memory", "other")
_SHARED_FOLDERS = ("/dev/shm", "/var/tmp", "/tmp", "/run")
TABLE = "city,price\nLyon,10\nNice,30\nLyon,20\n"


@dataclass
class Victims:
    """Listeners, files and a process that nobody but the suite may touch; close them when done."""

    home: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="outside-")))
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        token = secrets.token_hex(16)
        self.mark = f"mark-{token[:12]}"
        self.secrets = {
            name: f"hostile-{token}-{name}" for name in ("file", "public", "environment", "memory", "other")
        }
        self._in_memory = ctypes.create_string_buffer(self.secrets["memory"].encode())
        self._key = secrets.randbelow(1 << 30) + 1
        self._files()
        self._listeners = dict(self._listening(token[:12]))
        self.process = self._sleeper()

    def _files(self) -> None:
        self.home.chmod(0o755)
        for name, content, mode in (
            ("secret.txt", self.secrets["file"], 0o600),
            ("public.txt", self.secrets["public"], 0o644),
            ("open.txt", "anybody may write here\n", 0o666),
            ("doomed.txt", "anybody may remove this\n", 0o666),
            ("table.csv", TABLE, 0o644),
        ):
            (self.home / name).write_text(content)
            (self.home / name).chmod(mode)
        for name, mode in (("folder", 0o777), ("folder/empty", 0o777), ("readable", 0o755)):
            (self.home / name).mkdir()
            (self.home / name).chmod(mode)
        for name in ("secret.txt", "public.txt", "open.txt", "folder"):
            with contextlib.suppress(OSError):  # a file system may have no attributes
                os.setxattr(self.home / name, "user.note", self.secrets["file"].encode())
        (self.home / "readable" / "letter.txt").write_text("dear script")

    def _listening(self, token: str) -> Iterator[tuple[str, socket.socket]]:
        internet, unix, stream, datagram = socket.AF_INET, socket.AF_UNIX, socket.SOCK_STREAM, socket.SOCK_DGRAM
        for name, family, kind, address in (
            ("tcp", internet, stream, ("127.0.0.1", 0)),
            ("udp", internet, datagram, ("127.0.0.1", 0)),
            ("stream", unix, stream, str(self.home / "stream")),
            ("datagram", unix, datagram, str(self.home / "datagram")),
            ("abstract", unix, stream, f"\0{token}-stream"),
            ("abstract_datagram", unix, datagram, f"\0{token}-datagram"),
        ):
            listener = socket.socket(family, kind)
            listener.bind(address)
            if kind == stream:
                listener.listen()
            listener.setblocking(False)
            yield name, listener
        for name in ("stream", "datagram"):
            (self.home / name).chmod(0o777)

    def _sleeper(self) -> "subprocess.Popen[bytes]":
        environment = {"OPENAI_API_KEY": self.secrets["environment"]}
        process = subprocess.Popen(["sleep", "3600"], env=environment, start_new_session=True)
        while Path(f"/proc/{process.pid}/comm").read_text() != "sleep\n" or _state(process.pid) != "S":
            time.sleep(0.005)
        return process

    def given(self, folder: Path, other: Path, root: Path) -> dict[str, Path]:
        """The files that a hostile program is given, by name; those that have to be written go to `folder`."""
        targets = folder / "targets.json"
        targets.write_text(json.dumps({**self.targets, "other": str(other), "root": str(root)}))
        return {"table.csv": self.home / "table.csv", "targets.json": targets}

    @property
    def targets(self) -> dict[str, Any]:
        """What hostile programs are told of the world."""
        names = {name: listener.getsockname() for name, listener in self._listeners.items()}
        return {
            "tcp": names["tcp"][1],
            "udp": names["udp"][1],
            "stream": names["stream"],
            "datagram": names["datagram"],
            "abstract": names["abstract"][1:].decode(),
            "abstract_datagram": names["abstract_datagram"][1:].decode(),
            "secret": str(self.home / "secret.txt"),
            "public": str(self.home / "public.txt"),
            "open": str(self.home / "open.txt"),
            "doomed": str(self.home / "doomed.txt"),
            "table": str(self.home / "table.csv"),
            "folder": str(self.home / "folder"),
            "readable": str(self.home / "readable"),
            "victim": self.process.pid,
            "host": os.getpid(),
            "parent": os.getppid(),
            "address": ctypes.addressof(self._in_memory),
            "length": len(self._in_memory),
            "key": self._key,
            "mark": self.mark,
        }

    def look(self) -> dict[str, Any]:
        """All that must be the same before and after; the values say what is different."""
        self._hear()
        return {
            **{f"file {name}": _seen(self.home / name) for name in self._names()},
            **self._process_now(),
            "heard": list(self.heard),
            "strays": self._strays(),
        }

    def _names(self) -> list[str]:
        return sorted(str(path.relative_to(self.home)) for path in (self.home, *self.home.rglob("*")))

    def _process_now(self) -> dict[str, Any]:
        place = Path("/proc", str(self.process.pid))
        if self.process.poll() is not None:
            return {"victim": f"ended with {self.process.returncode}"}
        status = dict(line.split(":\t", 1) for line in (place / "status").read_text(errors="replace").splitlines())
        named = {f"victim {name}": status[name] for name in ("State", "TracerPid", "SigPnd", "ShdPnd", "Cpus_allowed")}
        return {
            **named,
            "victim limits": (place / "limits").read_text(),
            "victim nice": os.getpriority(os.PRIO_PROCESS, self.process.pid),
            "victim scheduler": os.sched_getscheduler(self.process.pid),
            "victim oom": (place / "oom_score_adj").read_text(),
        }

    def _hear(self) -> None:
        """Connections and datagrams wait where they arrived until they are looked for."""
        for name, listener in self._listeners.items():
            with contextlib.suppress(BlockingIOError):
                while True:
                    if listener.type == socket.SOCK_STREAM:
                        listener.accept()[0].close()
                    else:
                        listener.recv(1 << 16)
                    self.heard.append(name)

    def _strays(self) -> list[str]:
        folders = {*_SHARED_FOLDERS, tempfile.gettempdir()}
        found = [str(Path(folder, self.mark)) for folder in folders if Path(folder, self.mark).exists()]
        for kind in ("shm", "msg", "sem"):
            with contextlib.suppress(OSError):
                lines = Path("/proc/sysvipc", kind).read_text().splitlines()
                found += [f"{kind} {self._key}" for line in lines if line.split()[0] == str(self._key)]
        return sorted(found)

    def told_in(self, *texts: str | bytes) -> list[str]:
        """The names of the secrets that one of the texts gives away."""
        contents = [text.encode("utf-8", "replace") if isinstance(text, str) else text for text in texts]
        return [name for name, secret in self.secrets.items() if any(secret.encode() in each for each in contents)]

    def close(self) -> None:
        """End the process, and remove everything."""
        for listener in self._listeners.values():
            listener.close()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.home)


def _seen(path: Path) -> tuple[Any, ...]:
    """Everything about a file but its content's times of reading."""
    found = path.lstat()
    content: object = None
    if stat.S_ISREG(found.st_mode):
        content = path.read_bytes()
    elif stat.S_ISLNK(found.st_mode):
        content = path.readlink()
    owner = (found.st_uid, found.st_gid)
    times = (found.st_mtime_ns, found.st_ctime_ns)
    return (oct(found.st_mode), owner, found.st_ino, found.st_nlink, found.st_size, times, content)


def _state(process: int) -> str:
    """The letter for what a process is doing; "Z" also for one that is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def living(ancestor: int, but: Collection[int] = ()) -> set[int]:
    """Every process below `ancestor` that is not merely waiting to be taken note of.

    Nothing is said of those in `but` and of what is below them: a browser of other tests has more processes or fewer
    from one moment to the next.
    """
    found = set(but)
    waiting = [ancestor]
    while waiting:
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{waiting.pop()}/task").iterdir():
                with contextlib.suppress(OSError):
                    children = set(map(int, (thread / "children").read_text().split())) - found
                    found |= children
                    waiting += children
    return {process for process in found - set(but) if _state(process) != "Z"}


def told_of(processes: set[int]) -> list[str]:
    """What can be said of processes: id, parent, state and command."""
    told = []
    for each in sorted(processes):
        with contextlib.suppress(OSError):
            name, _, rest = Path(f"/proc/{each}/stat").read_text(errors="replace").rpartition(")")
            state, parent, *_ = rest.split()
            command = Path(f"/proc/{each}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            told.append(f"{name}) below {parent}, {state}: {command[:120]}")
    return told


@contextlib.contextmanager
def adopting() -> Iterator[None]:
    """Whatever loses its parent below this process becomes its child, so that `living` finds what got away."""
    library = ctypes.CDLL(None, use_errno=True)
    assert library.prctl(_ADOPT_ORPHANS, 1, 0, 0, 0) == 0
    try:
        yield
    finally:
        library.prctl(_ADOPT_ORPHANS, 0, 0, 0, 0)


def open_descriptors() -> list[str]:
    """What this process has open."""
    found = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            found.append(str(descriptor.readlink()))
    return sorted(found)
