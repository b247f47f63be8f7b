"""Where a run's database is: a file in its folder, or a schema of PostgreSQL that a small file there points to."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from company.config import cache_folder
from company.errors import ArchiveError, ConfigError

if TYPE_CHECKING:
    import sqlalchemy as sql

FILE = "company.sqlite"
POINTER = "company.database"
"""The file of a run's folder that names the database which holds the run, without a password."""
_OF_BENCHMARKS = "provenance.json"
"""A file that exported benchmarks have, and runs have not."""
_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,99}")
_PASSWORDS: dict[str, str] = {}
"""Of databases that were named with one in this process, by address; written nowhere."""


@dataclass(frozen=True)
class Place:
    """A database of PostgreSQL, and the name of a run in it."""

    address: str
    """Of the database, without a password."""
    name: str

    def __str__(self) -> str:
        return f"{self.address}#{self.name}"

    @property
    def url(self) -> sql.URL:
        """The address with the password that was given in this process; libpq looks for others by itself."""
        import sqlalchemy as sql

        url = sql.make_url(self.address).set(drivername="postgresql+psycopg")
        password = _PASSWORDS.get(self.address)
        return url if password is None else url.set(password=password)


def password_of(place: Place) -> str | None:
    """Return the password that was given with an address in this process, if one was."""
    return _PASSWORDS.get(place.address)


def trust(place: Place, password: str | None) -> None:
    """Use a password for a database in this process, where one was given in another."""
    if password is not None:
        _PASSWORDS[place.address] = password


def no_run(folder: Path) -> ArchiveError:
    """Return the error of a folder in which no run is."""
    if (folder / _OF_BENCHMARKS).is_file():
        return ArchiveError(f"{folder} is not a run: it is an exported benchmark; name the run that it was made of")
    if not folder.exists():
        return ArchiveError(
            f"{folder} is not a run: there is nothing; check the path, or make one with `company simulate`"
        )
    return ArchiveError(f"{folder} is not a run: it holds no {FILE}; make one with `company simulate`")


def place_at(text: str, name: str = "") -> Place:
    """Return the place of postgresql://USER@HOST/DATABASE#RUN; `name` is the run's where none is said.

    Raises ConfigError for what is no such address; a password is never repeated.
    """
    import sqlalchemy as sql

    address, _, said = text.partition("#")
    try:
        url = sql.make_url(address)
    except sql.exc.ArgumentError:
        url = None
    if url is None or url.get_backend_name() != "postgresql":
        raise ConfigError("this is no address of a database; give postgresql://USER@HOST/DATABASE#RUN")
    run = said or name
    if not _NAME.fullmatch(run):
        raise ConfigError(f"#{run} behind the address of a database names no run; write its name there, as in #wine")
    bare = sql.URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    plain = bare.render_as_string(hide_password=False)
    if url.password is not None:
        _PASSWORDS[plain] = str(url.password)
    return Place(plain, run)


def place_of(run: Path) -> Place | None:
    """Return where the database of a run's folder is; None where it is a file in the folder, or there is none."""
    pointer = run / POINTER
    if not pointer.is_file():
        return None
    try:
        told = json.loads(pointer.read_text(encoding="utf-8"))
        return Place(told["address"], told["run"])
    except (OSError, ValueError, KeyError, TypeError):
        raise ArchiveError(
            f"{pointer} does not say where the run is; restore it, or name the run by its address"
        ) from None


def point(run: Path, place: Place) -> None:
    """Note in a run's folder, made where it is missing, that a database holds the run.

    Raises ConfigError where the folder is another run's.
    """
    if (run / FILE).is_file():
        raise ConfigError(f"{run} holds its run itself; copy it with `company copy`, or give another folder with --out")
    known = place_of(run)
    if known is not None and known != place:
        raise ConfigError(f"{run} belongs to the run {known}; give another folder with --out")
    run.mkdir(parents=True, exist_ok=True)
    told = {"address": place.address, "run": place.name}
    (run / POINTER).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def is_there(run: Path) -> bool:
    """Return whether a folder is a run's."""
    return (run / FILE).is_file() or (run / POINTER).is_file()


def run_at(text: str) -> Path:
    """Return a folder that points to a run in a database, made beside others that can be made again.

    Raises ConfigError for what is no address of a database.
    """
    place = place_at(text)
    beside = hashlib.sha256(place.address.encode()).hexdigest()[:16]
    folder = cache_folder() / "runs" / beside / place.name
    point(folder, place)
    return folder
