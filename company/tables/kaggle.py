"""One CSV of a data set on Kaggle, downloaded once and kept for later runs, with what Kaggle says of it.

A kept file of a named version is given without the network and without a credential. Where no version is named,
Kaggle is asked for the newest.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from company.errors import ConfigError
from company.records import Frozen
from company.tables.kaggle_client import Kaggle, Reference, RemoteFile, size_in_words
from company.tables.settings import KAGGLE, KAGGLE_FORM
from company.tables.unpacking import unpack

TABLES = (".csv", ".tsv")
"""How the names of files end that are taken for tables."""
_SHOWN = 20
"""Files that a message lists."""
_TOLD = "told.json"


class DataSet(Frozen):
    """What Kaggle says of one version of a data set; "" where it says nothing."""

    owner: str
    """As in its address."""
    name: str
    """As in its address."""
    version: int
    title: str
    author: str
    """The owner's name in full."""
    licence: str
    description: str

    @property
    def reference(self) -> str:
        """The name of exactly this version in `[table] kaggle`."""
        return f"{self.owner}/{self.name}/versions/{self.version}"

    @property
    def url(self) -> str:
        """The address for readers."""
        return f"https://www.kaggle.com/datasets/{self.reference}"

    @property
    def citation(self) -> str:
        """The citation: author, title, version and address."""
        return f'{self.author or self.owner}: "{self.title or self.name}", version {self.version}, Kaggle, {self.url}'


@dataclass(frozen=True)
class Fetched:
    """A table from Kaggle as it lies on this machine."""

    file: Path
    data_set: DataSet
    name: str
    """Of the file within the data set."""
    only: bool
    """It is the data set's only table, so that nobody need name it."""


class _Told(Frozen):
    """What is kept beside a file."""

    data_set: DataSet
    name: str
    only: bool


def fetch(reference: str, wanted: str | None, cache: Path, say: Callable[[str], None]) -> Fetched:
    """Return the file `wanted` of a data set, or its only CSV; from the cache folder where it was fetched before.

    `say` is told of a download as it goes on. Raises ConfigError for everything that stands in the way: no credential
    or a wrong one, no such data set or file, several CSVs, no network, a broken or far too large download.
    """
    asked = _parsed(reference)
    kept = cache / "kaggle" / asked.owner / asked.name
    known = _known(kept / str(asked.version), wanted) if asked.version else None
    if known is not None:
        return known
    kaggle = Kaggle(asked)
    data_set = _data_set(kaggle)
    kept = kept / str(data_set.version)
    known = _known(kept, wanted)
    if known is not None:
        return known
    try:
        return _downloaded(kaggle, data_set, wanted, kept, say)
    except OSError as error:
        raise ConfigError(
            f"{kept} cannot be written ({error.strerror or error}), where downloads are kept; "
            "see to that, or name another folder in the environment variable XDG_CACHE_HOME"
        ) from None


def _downloaded(
    kaggle: Kaggle, data_set: DataSet, wanted: str | None, kept: Path, say: Callable[[str], None]
) -> Fetched:
    chosen, only = _chosen(kaggle.files(data_set.version), wanted, data_set.reference)
    say(f"downloading {chosen.name} ({size_in_words(chosen.size)}) of {data_set.reference} from Kaggle")
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".new-", dir=kept) as temporary:
        download, fresh = Path(temporary) / "download", Path(temporary) / "fresh"
        kaggle.download(chosen.name, data_set.version, download, say)
        fresh.mkdir()
        unpack(download, chosen.name, fresh / _base(chosen.name), data_set.reference)
        told = _Told(data_set=data_set, name=chosen.name, only=only)
        (fresh / _TOLD).write_text(told.model_dump_json(indent=2), encoding="utf-8")
        place = kept / _key(chosen.name)
        if place.exists():
            # Damaged since, or another run was faster; the new one is as good.
            shutil.rmtree(place)
        fresh.rename(place)
    return Fetched(place / _base(chosen.name), data_set, chosen.name, only)


def _parsed(reference: str) -> Reference:
    found = KAGGLE.fullmatch(reference)
    if found is None:
        raise ConfigError(f"{reference!r} is not a data set on Kaggle; it should be {KAGGLE_FORM}")
    return Reference(found["owner"], found["name"], int(found["version"]) if found["version"] else None)


def _data_set(kaggle: Kaggle) -> DataSet:
    asked, told = kaggle.reference, kaggle.described()
    version = asked.version or told.current_version_number
    if not version:
        raise ConfigError(f"Kaggle does not say which version of {asked} is the newest; name one: {asked}/versions/3")
    return DataSet(
        owner=asked.owner,
        name=asked.name,
        version=version,
        title=_one_line(told.title),
        author=_one_line(told.owner_name or told.creator_name),
        licence="" if _one_line(told.license_name).lower() == "unknown" else _one_line(told.license_name),
        description=_one_line(told.subtitle),
    )


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _known(kept: Path, wanted: str | None) -> Fetched | None:
    """Return the earlier download of this version, if there is one."""
    for place in [kept / _key(wanted)] if wanted else sorted(kept.glob("[0-9a-f]*")):
        try:
            told = _Told.model_validate_json((place / _TOLD).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, ValidationError):
            continue
        file = place / _base(told.name)
        if file.is_file() and (told.only or wanted):
            return Fetched(file, told.data_set, told.name, told.only)
    return None


def _chosen(files: Sequence[RemoteFile], wanted: str | None, reference: str) -> tuple[RemoteFile, bool]:
    """Return the wanted file, or the only table; and whether it is the only one."""
    tables = [file for file in files if file.name.lower().endswith(TABLES)]
    if wanted is not None:
        for file in files:
            if file.name == wanted:
                return file, tables == [file]
        raise ConfigError(f"{reference} on Kaggle has no file {wanted!r}; it holds {_listed(tables or files)}")
    if not tables:
        raise ConfigError(
            f"{reference} on Kaggle holds no CSV, only {_listed(files)}; give another data set"
            if files
            else f"{reference} on Kaggle holds no files; give another data set"
        )
    if len(tables) > 1:
        raise ConfigError(
            f"{reference} on Kaggle holds {len(tables):,} tables: {_listed(tables)}; name one of them with "
            f"kaggle_file = {tables[0].name!r} in [table], or --kaggle-file where a scenario is begun"
        )
    return tables[0], True


def _listed(files: Sequence[RemoteFile]) -> str:
    shown = [f"{file.name} ({size_in_words(file.size)})" for file in files[:_SHOWN]]
    more = len(files) - len(shown)
    return ", ".join([*shown, f"and {more:,} more"] if more else shown)


def _base(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).name or "table.csv"


def _key(name: str) -> str:
    """Return a folder's name for a file of a data set, whose own may have folders in it."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]
