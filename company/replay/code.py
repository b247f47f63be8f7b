"""What a family says of the code of its records: on which state it is run, and what of a record follows from it."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.archive import Archive
from company.errors import ReviewError
from company.records import Execution, Intent, Record, Result
from company.replay.before import Before, why_failed
from company.sandbox import Sandbox


@dataclass(frozen=True)
class Original:
    """The results that stand beside those of edited code."""

    record: str
    """Id of the record that they are of."""
    code: str | None
    intents: tuple[Intent, ...]
    results: tuple[Result, ...]


class Code(ABC):
    """The code of records of one kind: their field `code`, and `intents` where people may say what it is asked for."""

    asks = False
    """Whether people may change what results the code is asked for."""
    by_itself = False
    """Whether the code is a program of its own, run by `alone`; else it is run on the state `before` it."""

    @abstractmethod
    def before(self, archive: Archive, record: Record) -> Before:
        """Return the state that a record's code is run on.

        Raises ReviewError where the record cannot be run now, ArchiveError for records that are missing.
        """

    async def alone(self, sandbox: Sandbox, archive: Archive, record: Record, code: str) -> Execution:
        """Return what code comes to that is run `by_itself`. Code that fails is a result.

        Raises SandboxError when the sandbox itself fails.
        """
        raise NotImplementedError("this code is run on the state before it")

    @abstractmethod
    def changes(
        self, archive: Archive, record: Record, code: str, intents: Sequence[Intent], execution: Execution
    ) -> dict[str, Any]:
        """Return all fields that follow from new code, as JSON. Raises ReviewError for code that will not do."""

    @abstractmethod
    def original(self, archive: Archive, record: Record, body: Mapping[str, Any]) -> Original | None:
        """Return the results to compare new ones with. `body`: the record as it was proposed."""

    def sentence(self, archive: Archive, record: Record, *, same: bool) -> str:
        """Return a sentence on code that runs, beside its results."""
        return f"It runs, and gives {'the same' if same else 'something else'}."


def outcome(execution: Execution) -> str:
    """Return a digest over the results: two pieces of code with equal ones came to the same, however they look."""
    results = sorted((result.name, result.type, result.digest) for result in execution.results)
    return hashlib.sha256(json.dumps(results).encode()).hexdigest()


def first_other(wanted: Sequence[Result], given: Sequence[Result]) -> str | None:
    """Return the name of the first result that is missing or another; None where all are the same."""
    by_name = {result.name: result for result in given}
    for result in wanted:
        new = by_name.get(result.name)
        if new is None or (new.type, new.digest) != (result.type, result.digest):
            return result.name
    return None


def check_worked(record: Record, execution: Execution) -> None:
    """Raise ReviewError for code that failed: it is no answer."""
    if not execution.ok:
        raise ReviewError(f"the code of {record.id} fails ({why_failed(execution)}); mend it before you submit it")
