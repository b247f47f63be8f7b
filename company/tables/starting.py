"""A new scenario: a commented simulation.toml to edit, beside a copy of the user's table or about one on Kaggle."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from company.config import FILE_NAME, cache_folder
from company.errors import ConfigError
from company.family.starting import Asked, Started, Starting
from company.records import Column
from company.tables.columns_file import columns_section, quoted
from company.tables.headers import header_below
from company.tables.kaggle import Fetched, fetch
from company.tables.reading import Reading, canonical_csv, load_frame

_WORDS = """\
# What to simulate. Edit it, then run: company simulate {folder}

[table]
{table}
name = {name}      # what benchmark code and the card call the table
licence = {licence}       # under which the table may be passed on, for the card
source = {source}        # where it is from, for the card
description = ""         # what it is about, in your words: two or three sentences, which no model rewrites
row = ""                 # what a row stands for, such as "a passenger"
{dates}
# redistribute = false     # an exported benchmark leaves the table out and says how to get it; or true: it holds it.
#                          # Else as the licence says; see docs/rebuilding.md

# What the columns are: quantity, count, code (names or numbers for kinds of things), ordered, date, id, text or flag.
# Take the # away from a line, and correct it, where you know better or know it for sure; `meaning` says what the column
# tells of a row and how its values are read. Only quantities and counts are added up and averaged.
{columns}
{own}[model]
backend = "procedural"   # the built-in company: no language model, no key, no cost; or "openai", see docs/models.md
seed = 1                 # another seed gives another benchmark
# name = "a-model"       # these three where the backend is "openai": any server that speaks its protocol
# base_url = "http://localhost:8000/v1"
# key = "MY_KEY"         # the environment variable that holds the key

[budget]
# usd = 5.00       # stop before more than this is spent

[screening]
# names = "auto"   # "swap", "keep", or "auto": swapped where language models write; see docs/screening.md
# flags = true     # mark passages that a person should see

[sandbox]
# require = ["landlock", "limits", "namespaces", "seccomp"]    # nothing is run without these; see docs/safety.md
# wall_seconds = 30      # for one piece of generated code
# cpu_seconds = 30       # its time on processors; wall_seconds where this is left out
# memory_mib = 4096
# disk_mib = 1024        # all files of one dialogue
# workers = 2            # pieces of code at once; as many as processors where this is left out
# sessions = 64          # dialogues that are open at once; each takes some 50 MiB and up
"""
MOST_COLUMNS = 8
"""Columns that are named one by one."""


@dataclass(frozen=True)
class TableStarting(Starting):
    """Begins scenarios about a table of the user's own, or about one on Kaggle."""

    own: str
    """The tables of simulation.toml that are the family's own, each with an empty line after it."""

    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write folder/simulation.toml, and say what the reader made of the table."""
        if asked.kaggle is not None:
            file, tried = new_kaggle_scenario(folder, self.own, asked.kaggle, asked.kaggle_file, say)
        elif asked.kaggle_file is not None:
            raise ConfigError("--kaggle-file says which file of --kaggle, which is missing; add it, or leave both out")
        elif asked.table is not None:
            file, tried = new_scenario(folder, self.own, asked.table)
        else:
            raise ConfigError("--table or --kaggle is missing: name a CSV, or a data set on Kaggle (OWNER/DATASET)")
        reading = tried.reading
        lines = [f"table: {reading.rows:,} rows, {len(reading.columns):,} columns, called `{reading.name}`"]
        lines += [f"  to be mended: {repair}" for repair in reading.repairs]
        return Started(
            file, (*lines, *_header_below(tried), *_text_columns(reading.columns), *_unsure(reading.columns))
        )


@dataclass(frozen=True)
class Tried:
    """A table that was read to see whether it can be used."""

    reading: Reading
    header: tuple[str, ...] | None
    """The names of its columns where they seem to stand in the second line."""


def new_scenario(folder: Path, own: str, table: Path) -> tuple[Path, Tried]:
    """Write folder/simulation.toml and a copy of the table beside it; return the file and what the reader says.

    The table is read first, so nothing is written for one that cannot be used. Raises ConfigError for that, and
    where anything would be overwritten.
    """
    tried = _tried(table)
    file, copy = folder / FILE_NAME, folder / table.name
    _refuse_to_overwrite(folder, file)
    if copy.exists() and not copy.samefile(table):
        raise ConfigError(_THERE.format(path=copy))
    words = _words(folder, own, tried.reading, f"file = {quoted(table.name)}")
    _write(file, words, None if copy.exists() else table)
    return file, tried


def new_kaggle_scenario(
    folder: Path, own: str, reference: str, wanted: str | None, say: Callable[[str], None]
) -> tuple[Path, Tried]:
    """Write folder/simulation.toml about one version of a data set on Kaggle, with its licence and source filled in.

    The table is downloaded and read first. No copy is put beside the file, whatever the licence: the version says
    which table it is, so the folder can be passed on by itself. Raises ConfigError as `fetch` and `new_scenario` do.
    """
    file = folder / FILE_NAME
    _refuse_to_overwrite(folder, file)
    fetched = fetch(reference, wanted, cache_folder(), say)
    tried = _tried(fetched.file)
    data_set = fetched.data_set
    source = f"{data_set.title or data_set.name}, {data_set.author or data_set.owner}, {data_set.url}"
    _write(file, _words(folder, own, tried.reading, _kaggle_keys(fetched), data_set.licence, source), None)
    return file, tried


def _kaggle_keys(fetched: Fetched) -> str:
    keys = f"kaggle = {quoted(fetched.data_set.reference)}"
    return keys if fetched.only else f"{keys}\nkaggle_file = {quoted(fetched.name)}"


_THERE = "{path} is there already and is not overwritten; give another folder, or remove it"


def _tried(table: Path) -> Tried:
    with tempfile.TemporaryDirectory() as trial:
        reading = canonical_csv(table, Path(trial))
        frame = load_frame(Path(trial) / reading.file)
    return Tried(reading, header_below(frame, [column.name for column in reading.columns]))


def _refuse_to_overwrite(folder: Path, file: Path) -> None:
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise ConfigError(f"{path} is a file, not a folder; give another folder")
    if file.exists():
        raise ConfigError(_THERE.format(path=file))


def _words(folder: Path, own: str, reading: Reading, table: str, licence: str = "", source: str = "") -> str:
    return _WORDS.format(
        own=own,
        folder=folder,
        table=table,
        name=quoted(reading.name),
        licence=quoted(licence),
        source=quoted(source),
        dates=_dates(reading.columns),
        columns=columns_section(reading.columns),
    )


def _write(file: Path, words: str, table: Path | None) -> None:
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if table is not None:
            shutil.copyfile(table, folder / table.name)
        file.write_text(words, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written ({error.strerror}); give another folder") from None


def _dates(columns: Sequence[Column]) -> str:
    """Return the line on how dates are written, with what was guessed."""
    read = [column for column in columns if column.date_format and not column.numeric]
    written = read[0].date_format if read else "%d/%m/%Y"
    guessed = f"guessed from {read[0].name!r}, {'unsure' if read[0].doubt else 'sure'}" if read else "none was found"
    return f"# date_format = {quoted(written or '')}    # how dates are written; {guessed}"


def _header_below(tried: Tried) -> list[str]:
    """Return a line on a header that seems to stand below a title."""
    if tried.header is None:
        return []
    shown = ", ".join(tried.header[:MOST_COLUMNS])
    return [f"  the header seems to be on line 2 ({shown}): remove what is above it, and begin anew"]


def _unsure(columns: Sequence[Column]) -> list[str]:
    """Return a line on the columns of which it is not sure what they are."""
    names = [each.name for each in columns if each.doubt]
    if not names:
        return []
    more = f" and {len(names) - MOST_COLUMNS:,} more" if len(names) > MOST_COLUMNS else ""
    return [f"  not sure what they are: {', '.join(map(repr, names[:MOST_COLUMNS]))}{more}; say it in [columns]"]


def _text_columns(columns: Sequence[Column]) -> list[str]:
    """Return a line on the columns whose values fit no number, date or category, so that analyses leave them aside."""
    texts = [each for each in columns if each.role == "text"]
    if not texts:
        return []
    named = [f"{each.name!r}{f' (such as {each.values[0][0][:40]!r})' if each.values else ''}" for each in texts]
    more = f" and {len(named) - MOST_COLUMNS:,} more" if len(named) > MOST_COLUMNS else ""
    shown = ", ".join(named[:MOST_COLUMNS]) + more
    return [f"  taken as free text, which few analyses use: {shown}; write numbers and dates in one form throughout"]
