"""Runs in PostgreSQL: a schema for each, and who may write it.

The table `company.runs` has a row for each run: its schema, who holds it until when, and a fence, which grows by one
with every holder. Each transaction that writes counts there before it is committed, under the fence that it was begun
with: who was taken for dead and comes back writes nothing more.

Who holds a run may have others write for him: `company.hands` has a row for each of them, and they write as long as it
is there, under his fence, and without waiting for each other.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql

from company.archive.place import Place, place_at
from company.errors import ArchiveError, ConfigError, RunTaken, did_you_mean

LEASE = 30.0
"""Seconds for which a run is held, unless they are lengthened, as they are all the time."""
PATIENCE = 60.0
"""Seconds that work waits for a database which does not answer, as while it is started again."""
FIRST = 5.0
"""Seconds that one waits for it before any work is begun."""
_PAUSE = 0.2
_NAMED = 8
"""Runs of a database that a message names."""
_LOCK = 20_261_128
"""Any number that nobody else in the database locks: two who begin at once do not both make a schema."""
_RUNS = """
CREATE TABLE IF NOT EXISTS company.runs (
    name text PRIMARY KEY, schema text NOT NULL UNIQUE, fence bigint NOT NULL DEFAULT 0, holder text,
    until timestamptz, written bigint NOT NULL DEFAULT 0
)"""
_HANDS = """
CREATE TABLE IF NOT EXISTS company.hands (
    run text, fence bigint NOT NULL, hand text, PRIMARY KEY (run, hand)
)"""
# A network that is cut before the transaction is over does not keep others waiting for long.
_MAY_HELP = """
SELECT set_config('idle_in_transaction_session_timeout', '10s', true)
FROM company.runs AS r JOIN company.hands AS h ON h.run = r.name AND h.fence = r.fence
WHERE r.name = %s AND r.fence = %s AND h.hand = %s FOR SHARE"""


class DatabaseGone(ArchiveError):
    """The database stopped answering in the middle of a transaction, of which nothing is kept."""


@dataclass
class Lease:
    """That this process holds a run."""

    place: Place
    fence: int
    hand: str = ""
    """Who writes for the process that holds it, as long as that lets him; "" for that process itself."""
    _over: threading.Event = field(default_factory=threading.Event)


_HELD: dict[Place, Lease] = {}
"""The runs that this process holds."""


def engine_at(place: Place, *, make: bool = False) -> sql.Engine:
    """Return the engine of a run in a database; `make` makes its schema where it is missing.

    Raises ArchiveError where there is no such run, or the database is not to be had.
    """
    with _connected(place) as connection:
        schema = _schema(connection, place, make=make)
    engine = _engine(place, schema)

    @sql.event.listens_for(engine, "commit")
    def _(connection: sql.Connection) -> None:
        _count(connection, place)

    return engine


def is_made(place: Place) -> bool:
    """Return whether a database has a run. Raises ArchiveError where the database is not to be had."""
    with _connected(place) as connection:
        return _known(connection, place) is not None


def runs_at(place: Place) -> list[str]:
    """Return the names of the runs that a database has. Raises ArchiveError where the database is not to be had."""
    with _connected(place) as connection:
        if not _has_runs(connection):
            return []
        return [each[0] for each in connection.exec_driver_sql("SELECT name FROM company.runs ORDER BY name")]


def nameless(address: str) -> ConfigError:
    """Return the error of a database's address that names no run: which ones there are.

    Raises ConfigError for what is no such address, and ArchiveError where the database is not to be had.
    """
    place = place_at(address, "any")
    known = _some(runs_at(place))
    return ConfigError(
        f"{place.address} is a database and no run; write #NAME behind it; the runs of this database are: {known}"
    )


def stamp_of(place: Place) -> tuple[object, ...]:
    """Return what changes whenever a run is written, or held by somebody else."""
    with _connected(place) as connection:
        told = "SELECT written, fence, until > now() FROM company.runs WHERE name = %s"
        return tuple(connection.exec_driver_sql(told, (place.name,)).one())


@contextlib.contextmanager
def held(place: Place, patience: float = 0.0) -> Iterator[None]:
    """Hold a run for this process, made where it is missing.

    Raises RunTaken where another process holds it after `patience` seconds; one that was killed holds it for `LEASE`
    seconds after it last said that it lives.
    """
    lease = _taken(place, patience)
    _HELD[place] = lease
    beat = threading.Thread(target=_lengthen, args=(lease,), name="lease", daemon=True)
    beat.start()
    try:
        yield
    finally:
        lease._over.set()
        beat.join(timeout=1)
        _HELD.pop(place, None)
        with contextlib.suppress(ArchiveError, sql.exc.SQLAlchemyError), _connected(place, patience=0) as connection:
            let_go = "UPDATE company.runs SET until = NULL, holder = NULL WHERE name = %s AND fence = %s"
            connection.exec_driver_sql(let_go, (place.name, lease.fence))
            connection.commit()


def hand_out(place: Place, hand: str) -> int:
    """Let another process, known as `hand`, write a run that this one holds; return the fence under which it does."""
    fence = _HELD[place].fence
    with _connected(place, PATIENCE) as connection:
        connection.exec_driver_sql(_HANDS)
        connection.exec_driver_sql("DELETE FROM company.hands WHERE run = %s AND fence < %s", (place.name, fence))
        connection.exec_driver_sql("INSERT INTO company.hands VALUES (%s, %s, %s)", (place.name, fence, hand))
        connection.commit()
    return fence


def take_back(place: Place, hand: str) -> None:
    """Let a process that wrote for this one write nothing more; what it is just committing is waited for."""
    with _connected(place, PATIENCE) as connection:
        connection.exec_driver_sql("DELETE FROM company.hands WHERE run = %s AND hand = %s", (place.name, hand))
        connection.commit()


@contextlib.contextmanager
def helping(place: Place, fence: int, hand: str) -> Iterator[None]:
    """Write a run for the process that holds it, and has let this one do so."""
    _HELD[place] = Lease(place, fence, hand)
    try:
        yield
    finally:
        _HELD.pop(place, None)


def _taken(place: Place, patience: float) -> Lease:
    until = time.monotonic() + patience
    who = f"{socket.gethostname()}:{os.getpid()}"
    while True:
        with _connected(place) as connection:
            _schema(connection, place, make=True)
            taken = connection.exec_driver_sql(
                "UPDATE company.runs SET fence = fence + 1, holder = %s, until = now() + make_interval(secs => %s) "
                "WHERE name = %s AND (until IS NULL OR until < now()) RETURNING fence",
                (who, LEASE, place.name),
            ).first()
            connection.commit()
            if taken is not None:
                return Lease(place, int(taken[0]))
            told = "SELECT holder, ceil(extract(epoch FROM until - now()))::int FROM company.runs WHERE name = %s"
            holding: Any = connection.exec_driver_sql(told, (place.name,)).one()
        if time.monotonic() >= until:
            raise RunTaken(
                f"{place} is being written by {holding[0]}; wait for it to end, or, where it was killed, for the "
                f"{max(holding[1] or 0, 1)} seconds for which it still holds the run"
            )
        time.sleep(_PAUSE)


def _lengthen(lease: Lease) -> None:
    """Lengthen a lease until it is over; a database that does not answer meanwhile is asked again."""
    longer = "UPDATE company.runs SET until = now() + make_interval(secs => %s) WHERE name = %s AND fence = %s"
    while not lease._over.wait(LEASE / 3):
        with (
            contextlib.suppress(ArchiveError, sql.exc.SQLAlchemyError),
            _connected(lease.place, patience=0) as connection,
        ):
            connection.exec_driver_sql(longer, (LEASE, lease.place.name, lease.fence))
            connection.commit()


def _count(connection: sql.Connection, place: Place) -> None:
    """Count a transaction that is about to be committed. Raises ArchiveError where this process may not write."""
    lease = _HELD.get(place)
    if lease is not None and lease.hand:
        return _check(connection, lease)
    values: tuple[Any, ...] = (place.name,) if lease is None else (place.name, lease.fence)
    may = "(until IS NULL OR until < now())" if lease is None else "fence = %s"
    counted = f"UPDATE company.runs SET written = written + 1 WHERE name = %s AND {may}"
    if connection.exec_driver_sql(counted, values).rowcount:
        return
    if lease is None:
        raise RunTaken(f"{place} is being written by another process; wait for it to end")
    raise ArchiveError(
        f"{place} was taken over by another process, since this one was not heard of for {LEASE:.0f} seconds; "
        "what it did before is kept, and nothing is written any more"
    )


def _check(connection: sql.Connection, lease: Lease) -> None:
    """Hold what lets this process write until its transaction is over; others who help go on meanwhile.

    Raises ArchiveError where it was taken back, or the run was taken over.
    """
    if connection.exec_driver_sql(_MAY_HELP, (lease.place.name, lease.fence, lease.hand)).first() is None:
        raise ArchiveError(f"{lease.place} is written by others now; nothing of this process is any more")


def _schema(connection: sql.Connection, place: Place, *, make: bool) -> str:
    known = _known(connection, place)
    if known is not None:
        return known
    if not make:
        others = runs_at(place)
        meant = did_you_mean(place.name, others)
        raise ArchiveError(f"{place} is not there{meant}; the runs of this database are: {_some(others)}")
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
    connection.exec_driver_sql("CREATE SCHEMA IF NOT EXISTS company")
    connection.exec_driver_sql(_RUNS)
    known = _known(connection, place)
    if known is None:
        count = connection.exec_driver_sql("SELECT coalesce(max(substr(schema, 5)::int), 0) FROM company.runs").scalar()
        known = f"run_{int(count or 0) + 1}"
        connection.exec_driver_sql(f"CREATE SCHEMA {known}")
        connection.exec_driver_sql("INSERT INTO company.runs (name, schema) VALUES (%s, %s)", (place.name, known))
    connection.commit()
    return known


def _some(names: Sequence[str]) -> str:
    """Return the first names in a line, and how many more there are; "none" where there is none."""
    more = len(names) - _NAMED
    return (", ".join(names[:_NAMED]) or "none") + (f" and {more:,} more" if more > 0 else "")


def _known(connection: sql.Connection, place: Place) -> str | None:
    if not _has_runs(connection):
        return None
    found: str | None = connection.exec_driver_sql(
        "SELECT schema FROM company.runs WHERE name = %s", (place.name,)
    ).scalar()
    return found


def _has_runs(connection: sql.Connection) -> bool:
    return connection.exec_driver_sql("SELECT to_regclass('company.runs')").scalar() is not None


@contextlib.contextmanager
def _connected(place: Place, patience: float | None = None) -> Iterator[sql.Connection]:
    """Yield a connection of its own to a place's database. Raises ArchiveError where it is not to be had."""
    engine = _engine(place, "company", FIRST if patience is None else patience)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _engine(place: Place, schema: str, patience: float | None = None) -> sql.Engine:
    try:
        import psycopg
    except ModuleNotFoundError:
        raise ArchiveError(
            "PostgreSQL needs its driver; install it with: pip install 'decision-company[postgresql]'"
        ) from None
    url = place.url
    words = {"options": f"-csearch_path={schema}", "application_name": "decision-company"}
    given = url.translate_connect_args(username="user", database="dbname") | {
        key: str(v) for key, v in url.query.items()
    }

    def connected() -> Any:
        until = time.monotonic() + (PATIENCE if patience is None else patience)
        while True:
            try:
                return psycopg.connect(
                    **{**given, **words, "options": f"{given.get('options', '')} {words['options']}"}
                )
            except psycopg.OperationalError as problem:
                if time.monotonic() >= until or not _passing(problem):
                    told = str(problem).strip().splitlines()[0]
                    raise ArchiveError(
                        f"{place.address} cannot be reached ({told}); start it, or correct the address"
                    ) from None
                time.sleep(_PAUSE)

    engine = sql.create_engine("postgresql+psycopg://", creator=connected, pool_pre_ping=True)

    @sql.event.listens_for(engine, "handle_error")
    def _(context: Any) -> None:
        if context.is_disconnect and not context.is_pre_ping:
            raise DatabaseGone(
                f"{place.address} went away in the middle of a transaction, of which nothing is kept; give the same "
                "command again to go on"
            ) from None

    return engine


def _passing(problem: Exception) -> bool:
    """Return whether a database may answer soon: it is being started, or nobody listens at its address yet."""
    text = str(problem)
    return any(
        word in text for word in ("starting up", "shutting down", "recovery", "refused", "No such file", "terminating")
    )
