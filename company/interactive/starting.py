"""A new scenario for a user's own table: the table beside a commented simulation.toml to edit."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from company.config import FILE_NAME
from company.errors import ConfigError
from company.interactive.reading import Reading, canonical_csv

_WORDS = """\
# What to simulate. Edit it, then run: company simulate {folder}

[table]
file = {file}
name = {name}      # what benchmark code and the card call the table
licence = ""       # under which the table may be passed on, for the card
source = ""        # where it is from, for the card

[people]
# clients = 5      # people with questions; as many as the targets need where this is left out

[targets]
normal = {normal}        # accepted cases wanted

[dialogues]
statement_share = 0.3    # share of the turns in dialogues of few, formal turns; the others are chatty
history = 5              # earlier turns that a prompt shows
corrections = 3          # times that the chatbot may correct failing code
candidates = 2.0         # at most this many times the wanted turns are tried

[model]
backend = "procedural"   # the built-in company: no language model, no key, no cost
seed = 1                 # another seed gives another benchmark

[budget]
# usd = 5.00       # stop before more than this is spent

[sandbox]
# require = ["landlock", "limits", "namespaces", "seccomp"]    # nothing is run without these; see docs/safety.md
# wall_seconds = 30      # for one piece of generated code
# cpu_seconds = 30       # its time on processors; wall_seconds where this is left out
# memory_mib = 4096
# disk_mib = 1024        # all files of one dialogue
# workers = 2            # pieces of code at once; as many as processors where this is left out
# sessions = 64          # dialogues that are open at once; each takes some 50 MiB and up
"""
NORMAL = 60


def new_scenario(folder: Path, table: Path) -> tuple[Path, Reading]:
    """Write folder/simulation.toml and a copy of the table beside it; return the file and what the reader says.

    The table is read first, so nothing is written for one that cannot be used. Raises ConfigError for that, and
    where anything would be overwritten.
    """
    with tempfile.TemporaryDirectory() as trial:
        reading = canonical_csv(table, Path(trial))
    file, copy = folder / FILE_NAME, folder / table.name
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise ConfigError(f"{path} is a file, not a folder; give another folder")
    for path in (file, copy):
        if path.exists() and not (path == copy and copy.samefile(table)):
            raise ConfigError(f"{path} is there already and is not overwritten; give another folder, or remove it")
    words = _WORDS.format(folder=folder, file=_quoted(table.name), name=_quoted(reading.name), normal=NORMAL)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not copy.exists():
            shutil.copyfile(table, copy)
        file.write_text(words, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written ({error.strerror}); give another folder") from None
    return file, reading


def _quoted(text: str) -> str:
    """A TOML string; JSON's escapes are a part of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
