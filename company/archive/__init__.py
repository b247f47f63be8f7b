"""The run's database: every record (the paper's H-RDB, appendix B), what is done, and every model call.

One SQLite file per run, through SQLAlchemy Core. Every write is its own committed transaction, so a process that is
killed loses nothing that was written; reading is by SQL only.
"""

from company.archive.archive import EXECUTED, Archive, natural
from company.archive.calls import Call
from company.archive.tables import FILE

__all__ = ["EXECUTED", "FILE", "Archive", "Call", "natural"]
