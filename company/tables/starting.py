"""A new scenario: a commented simulation.toml to edit, beside a copy of the user's table or about one on Kaggle."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from company.config import FILE_NAME, cache_folder
from company.errors import ConfigError
from company.family.starting import Asked, Started, Starting
from company.records import Column
from company.tables.columns_file import columns_section, key, quoted
from company.tables.headers import header_below
from company.tables.kaggle import Fetched, fetch
from company.tables.overview import overview
from company.tables.reading import LINE_ENDS, Reading, canonical_csv, load_frame
from company.tables.several.proposing import Proposed, proposed
from company.tables.several.settings import TAKEN
from company.tables.several.telling import link_told

COMMON = """\
[model]
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
"""The tables that every scenario has, whatever it is made of."""
_WORDS = """\
# What to simulate. Edit it, then run: company simulate {folder}

{section}
{table}
name = {name}      # what benchmark code and the card call the table
licence = {licence}       # under which the table may be passed on, for the card
source = {source}        # where it is from, for the card
description = ""         # what it is about, in your words: two or three sentences, which no model rewrites
row = ""                 # what a row stands for, such as "a passenger"
{joining}{dates}
# redistribute = false     # an exported benchmark leaves the table out and says how to get it; or true: it holds it.
#                          # Else as the licence says; see docs/rebuilding.md

{others}\
# What the columns are: quantity, count, code (names or numbers for kinds of things), ordered, date, id, text or flag.
# Take the # away from a line, and correct it, where you know better or know it for sure; `meaning` says what the column
# tells of a row and how its values are read. Only quantities and counts are added up and averaged.
{columns}
{own}{common}"""
_AS_EXAMPLE = 2
"""Columns of a further table that stand as an example of what may be said of them."""
MOST_COLUMNS = 8
"""Columns that are named one by one."""


@dataclass(frozen=True)
class TableStarting(Starting):
    """Begins scenarios about a table of the user's own, or about one on Kaggle."""

    own: str
    """The tables of simulation.toml that are the family's own, each with an empty line after it."""
    several: bool = False
    """Whether a scenario may have more than one table."""

    def new(self, folder: Path, asked: Asked, say: Callable[[str], None]) -> Started:
        """Write folder/simulation.toml, and say what the reader made of the table."""
        for flag, given in (("--scripts", asked.scripts), ("--pictures", asked.pictures)):
            if given is not None:
                raise ConfigError(f"{flag} is for figures; add --figures, or name a table with --table")
        for flag, given in (("--drawings", asked.drawings), ("--run", asked.run)):
            if given is not None:
                raise ConfigError(f"{flag} is for vector graphics; add --graphics, or name a table with --table")
        if asked.kaggle is not None:
            file, tried = new_kaggle_scenario(folder, self.own, asked.kaggle, asked.kaggle_file, say)
        elif asked.kaggle_file is not None:
            raise ConfigError("--kaggle-file says which file of --kaggle, which is missing; add it, or leave both out")
        elif len(asked.tables) > 1:
            if not self.several:
                raise ConfigError("scenarios of this kind are about one table; give --table once")
            return new_of_several(folder, self.own, asked.tables)
        elif asked.tables:
            file, tried = new_scenario(folder, self.own, asked.tables[0])
        else:
            raise ConfigError("--table or --kaggle is missing: name a CSV, or a data set on Kaggle (OWNER/DATASET)")
        return Started(file, tuple(_remarks(tried)))


@dataclass(frozen=True)
class Tried:
    """A table that was read to see whether it can be used."""

    reading: Reading
    frame: pd.DataFrame
    header: tuple[str, ...] | None
    """The names of its columns where they seem to stand in the second line."""


def new_scenario(folder: Path, own: str, table: Path) -> tuple[Path, Tried]:
    """Write folder/simulation.toml and a copy of the table beside it; return the file and what the reader says.

    The table is read first, so nothing is written for one that cannot be used. Raises ConfigError for that, and
    where anything would be overwritten.
    """
    tried = _tried(table)
    file = folder / FILE_NAME
    copies = _copies(folder, file, [table])
    _write(file, _words(folder, own, tried.reading, f"file = {quoted(table.name)}"), copies)
    return file, tried


def new_of_several(folder: Path, own: str, tables: Sequence[Path]) -> Started:
    """Write folder/simulation.toml about several tables, the main one first, with copies of them beside it.

    Keys and links that their values speak for are proposed in it, and said. Raises ConfigError as `new_scenario` does,
    and for two tables of one name.
    """
    tried = [_tried(table) for table in tables]
    names = [each.reading.name for each in tried]
    for place, name in enumerate(names):
        if name in names[:place] or (place and name in TAKEN):
            raise ConfigError(f"{tables[place]}: a table is called {name!r} already, or code is; rename the file")
    file = folder / FILE_NAME
    copies = _copies(folder, file, tables)
    first, *others = proposed({each.reading.name: (each.reading.columns, each.frame) for each in tried})
    sections = "".join(f"{_other(told, table.name)}\n" for told, table in zip(others, tables[1:], strict=True))
    words = _words(
        folder,
        own,
        tried[0].reading,
        f"file = {quoted(tables[0].name)}",
        section="[[table]]",
        joining=_joining(first),
        others=sections,
    )
    _write(file, words, copies)
    lines = [line for each in tried for line in _remarks(each)]
    lines += [f"  `{told.name}`: {_joined(told)}" for told in (first, *others)]
    if not first.links and (naming := [told.name for told in others if any(e.to == first.name for e in told.links)]):
        lines.append(f"  is `{naming[0]}` what you ask about? It names rows of `{first.name}`: then give it first")
    return Started(file, (*lines, "keys and links were proposed by the values: look through them, then company check"))


def _other(told: Proposed, file: str) -> str:
    """Return the section of a table beside the main one."""
    opening = f"[[table]]\nfile = {quoted(file)}\nname = {quoted(told.name)}\n"
    rest = 'licence = ""\nsource = ""\ndescription = ""\nrow = ""\n'
    columns = ", ".join(f'{key(each.name)} = {{ meaning = "" }}' for each in told.columns[:_AS_EXAMPLE])
    return (
        f"{opening}{rest}{_joining(told)}# columns = {{ {columns} }}    # what you know of its columns, in one line\n"
    )


def _joining(told: Proposed) -> str:
    """Return the lines on a table's key and links, each a proposal."""
    names = ", ".join(map(quoted, told.key))
    lines = [f"key = [{names}]    # proposed: no two rows share it"] if told.key else ["# key = []    # none was found"]
    links = [f"{{columns = [{', '.join(map(quoted, each.columns))}], to = {quoted(each.to)}}}" for each in told.links]
    if links:
        lines.append(f"links = [{', '.join(links)}]    # proposed: {'; '.join(map(link_told, told.links))}")
    return "\n".join(lines) + "\n"


def _joined(told: Proposed) -> str:
    found = f"key {', '.join(told.key)}" if told.key else "no key was found; say one where others name its rows"
    return "; ".join([found, *map(link_told, told.links)])


def _copies(folder: Path, file: Path, tables: Sequence[Path]) -> list[Path]:
    """Return the tables that are to be copied beside the file. Raises ConfigError where something is there already."""
    _refuse_to_overwrite(folder, file)
    for table in tables:
        copy = folder / table.name
        if copy.exists() and not copy.samefile(table):
            raise ConfigError(_THERE.format(path=copy))
    return [table for table in tables if not (folder / table.name).exists()]


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
    _write(file, _words(folder, own, tried.reading, _kaggle_keys(fetched), data_set.licence, source), ())
    return file, tried


def _kaggle_keys(fetched: Fetched) -> str:
    keys = f"kaggle = {quoted(fetched.data_set.reference)}"
    return keys if fetched.only else f"{keys}\nkaggle_file = {quoted(fetched.name)}"


_THERE = "{path} is there already and is not overwritten; give another folder, or remove it"


def _tried(table: Path) -> Tried:
    with tempfile.TemporaryDirectory() as trial:
        reading = canonical_csv(table, Path(trial))
        frame = load_frame(Path(trial) / reading.file)
    return Tried(reading, frame, header_below(frame, [column.name for column in reading.columns]))


def _refuse_to_overwrite(folder: Path, file: Path) -> None:
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise ConfigError(f"{path} is a file, not a folder; give another folder")
    if file.exists():
        raise ConfigError(_THERE.format(path=file))


def _words(  # noqa: PLR0913 - the gaps of the file, named where they are filled
    folder: Path,
    own: str,
    reading: Reading,
    table: str,
    licence: str = "",
    source: str = "",
    *,
    section: str = "[table]",
    joining: str = "",
    others: str = "",
) -> str:
    return _WORDS.format(
        section=section,
        joining=joining,
        others=others,
        own=own,
        common=COMMON,
        folder=folder,
        table=table,
        name=quoted(reading.name),
        licence=quoted(licence),
        source=quoted(source),
        dates=_dates(reading.columns),
        columns=columns_section(reading.columns),
    )


def _write(file: Path, words: str, tables: Sequence[Path]) -> None:
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table in tables:
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


def _remarks(tried: Tried) -> list[str]:
    """Return what the reader says of a table."""
    reading = tried.reading
    lines = [f"table: {reading.rows:,} rows, {len(reading.columns):,} columns, called `{reading.name}`"]
    lines.append(f"  names of columns: taken from line {reading.header_line}")
    lines += [f"  mended as it was read: {repair}" for repair in reading.repairs if repair != LINE_ENDS]
    if tried.header is not None:
        return [*lines, _header_below(tried.header)]
    lines += [f"  {line}" for line in overview(reading.columns)]
    return [*lines, *_text_columns(reading.columns), *_unsure(reading.columns)]


def _header_below(header: Sequence[str]) -> str:
    """Return a line on a header that seems to stand below a title, which makes nonsense of all columns."""
    shown = ", ".join(header[:MOST_COLUMNS])
    return f"  the header seems to be on line 2 ({shown}): remove what is above it, and begin anew"


def _unsure(columns: Sequence[Column]) -> list[str]:
    """Return a line on the columns of which it is not sure what they are."""
    names = [each.name for each in columns if each.doubt]
    if not names:
        return []
    more = f" and {len(names) - MOST_COLUMNS:,} more" if len(names) > MOST_COLUMNS else ""
    return [f"  not sure what they are (?): {', '.join(map(repr, names[:MOST_COLUMNS]))}{more}; say it in [columns]"]


def _text_columns(columns: Sequence[Column]) -> list[str]:
    """Return a line on the columns whose values fit no number, date or category, so that analyses leave them aside."""
    texts = [each for each in columns if each.role == "text"]
    if not texts:
        return []
    named = [f"{each.name!r}{f' (such as {each.values[0][0][:40]!r})' if each.values else ''}" for each in texts]
    more = f" and {len(named) - MOST_COLUMNS:,} more" if len(named) > MOST_COLUMNS else ""
    shown = ", ".join(named[:MOST_COLUMNS]) + more
    return [f"  taken as free text, which few analyses use: {shown}; write numbers and dates in one form throughout"]
