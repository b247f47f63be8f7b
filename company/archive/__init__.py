"""The run's database: every record (the paper's H-RDB, appendix B), what is done, and every model call.

One SQLite file per run, or one schema of a PostgreSQL database (`place.py` knows which), through SQLAlchemy Core. Every
write is its own committed transaction, so a process that is killed loses nothing that was written; reading is by SQL
only. Names are looked up here only when asked for: who reads a
benchmark needs no database, and need not have SQLAlchemy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from company.archive.archive import Archive as Archive
    from company.archive.archive import family_of_run as family_of_run
    from company.archive.calls import Call as Call
    from company.archive.looking import Heard as Heard
    from company.archive.looking import Look as Look
    from company.archive.looking import Row as Row
    from company.archive.ordering import natural as natural
    from company.archive.place import FILE as FILE
    from company.archive.place import is_there as is_there
    from company.archive.topics import Topic as Topic

__all__ = ["FILE", "Archive", "Call", "Heard", "Look", "Row", "Topic", "family_of_run", "is_there", "natural"]

_HOMES = {
    "FILE": "place",
    "is_there": "place",
    "Archive": "archive",
    "Call": "calls",
    "Heard": "looking",
    "Look": "looking",
    "Row": "looking",
    "Topic": "topics",
    "family_of_run": "archive",
    "natural": "ordering",
}


def __getattr__(name: str) -> Any:
    """Return the public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"company.archive.{_HOMES[name]}"), name)
