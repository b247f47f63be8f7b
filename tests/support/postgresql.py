"""A PostgreSQL server of the tests' own, from Debian's package, on a socket in a temporary folder."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def missing() -> str:
    """Why no server can be started here; empty where one can."""
    if not (BINARIES and (BINARIES[-1] / "initdb").is_file()):
        return "PostgreSQL is not installed (apt-get install postgresql)"
    if os.getuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


@contextlib.contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The URL of a server's only database; `durable`: as one in use, it waits for the disk at every commit."""
    with restartable(durable=durable) as (url, _):
        yield url


@contextlib.contextmanager
def restartable(*, durable: bool = False) -> Iterator[tuple[str, Callable[[str], None]]]:
    """The URL of a server's only database, and how it is told to "stop", whatever is under way, or to "start"."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    user = _user() if os.getuid() == 0 else None
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def run(*command: str) -> None:
        done = subprocess.run(
            [str(BINARIES[-1] / command[0]), *command[1:]],
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=(log := (folder / "log").open("a")),
            stderr=log,
        )
        log.close()
        assert done.returncode == 0, (folder / "log").read_text()

    cluster = str(folder / "cluster")
    try:
        run("initdb", "-D", cluster, "-U", "reviews", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        options = f"-c listen_addresses='' -k {folder} -c max_connections=100 -c fsync={'on' if durable else 'off'}"
        how = {"start": ("-o", options, "-l", str(folder / "server.log")), "stop": ("-m", "immediate")}

        def control(what: str) -> None:
            run("pg_ctl", "-D", cluster, *how[what], "-w", what)

        control("start")
        try:
            yield f"postgresql://reviews@/postgres?host={folder}", control
        finally:
            control("stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def schema(url: str) -> str:
    """The URL of a new, empty schema at a server: as good as a database of its own, and sooner there."""
    import psycopg

    name = f"queue_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{url}&options=-csearch_path%3D{name}"


def _user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None
