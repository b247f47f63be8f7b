"""How a command is told which run it is about; quick to import, since every command line needs it."""

from __future__ import annotations

from pathlib import Path

RUN = "the run's folder, or postgresql://USER@HOST/DATABASE#NAME"


def run_folder(text: str) -> Path:
    """Return the folder of a run that is named by it, or by its place in a database: then one that points there.

    Raises ConfigError for what is no address of a database, and where it names none of the runs there.
    """
    if not text.startswith(("postgresql:", "postgresql+")):
        return Path(text)
    from company.archive.place import run_at

    address, _, name = text.partition("#")
    if not name:
        from company.archive.postgresql import nameless

        raise nameless(address)
    return run_at(text)
