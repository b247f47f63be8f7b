"""What a run was asked for, what came out, what was lost and what it cost: JSON values, and dialogues to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.layers import in_a_line
from company.benchmark.publishing.authorship import PROCEDURAL
from company.errors import ArchiveError
from company.families.dialogues.records import Case, Turn
from company.families.dialogues.statistics.stats import stats_of
from company.records import USABLE
from company.reporting.chats import Chat, by_turn, chat
from company.reporting.examples import examples, named
from company.reporting.funnel import categories, fates, reasons
from company.reporting.terminal import played_by
from company.reporting.unwritten import unwritten
from company.showing import shown
from company.tables.record import Table
from human_review.summary import queue_of, review_status, reviewed

_LONG = 1_000


@dataclass(frozen=True)
class RunReport:
    """A run in figures, and some of its dialogues."""

    figures: dict[str, Any]
    chats: tuple[Chat, ...]


def report_on(run: Path, dialogues: Sequence[str] = (), database: str | None = None) -> RunReport:
    """The report on a run, with the dialogues (or turns) of these ids, else with some that show variety.

    `database` is where the review queue is, if not in the run's folder. Raises ArchiveError where there is no run,
    and ConfigError for an id that it does not have.
    """
    with Archive.open(run) as archive:
        cases: list[Case] = archive.records("case")
        made = by_turn(cases)
        if dialogues:
            chosen = [named(archive, each, made) for each in dialogues]
        else:
            chosen = [(each, None) for each in examples(archive, made)]
        chats = tuple(chat(archive, dialogue, made, turn) for dialogue, turn in chosen)
        figures = {**_figures(archive, cases), "review": _review(run, database)}
    return RunReport({**figures, "dialogues": [_contents(each) for each in chats]}, chats)


def one_chat(run: Path, record: str | None) -> Chat:
    """The dialogue or turn of this id, else a dialogue with much to see; a case stands for its turn.

    Raises ArchiveError where there is no run or it has no dialogue yet, ConfigError for an id that it does not have.
    """
    with Archive.open(run) as archive:
        made = by_turn(archive.records("case"))
        if record is not None:
            dialogue, turn = named(archive, record, made)
            return chat(archive, dialogue, made, turn)
        found = examples(archive, made, 1)
        if not found:
            raise ArchiveError(f"{run} has no dialogue yet; `company status {run}` tells how far it is")
        return chat(archive, found[0], made)


def _figures(archive: Archive, cases: Sequence[Case]) -> dict[str, Any]:
    wanted = archive.note("targets")
    found = fates(archive, cases)
    calls, usd = archive.spent()
    accepted = [case for case in cases if case.status in USABLE]
    turns: list[Turn] = archive.records("turn", USABLE)
    content = unwritten(archive, cases)
    backends = archive.note("backends") or {}
    layers = (archive.note("sandbox") or {}).get("layers")
    return {
        "run": archive.run.resolve().name,
        "folder": str(archive.run),
        "tables": [_table(each) for each in archive.records("table", USABLE)],
        "made_by": [line.removeprefix("backend: ") for line in played_by(backends)],
        "procedural": any(each["name"] == PROCEDURAL for each in backends.values()),
        "seed": ((archive.note("settings") or {}).get("model") or {}).get("seed"),
        "sandbox": in_a_line(layers) if layers else None,
        "cases": len(accepted),
        "wanted": None if wanted is None else sum(wanted.values()),
        "held": len(archive.records("dialogue", USABLE)),
        "turns": len(turns),
        "corrected": sum(any(not each.execution.ok for each in turn.attempts) for turn in turns),
        "without_code": sum(turn.code is None for turn in turns),
        "categories": categories(found, wanted),
        "funnel": found,
        "reasons": reasons(archive),
        "cost": {
            "calls": calls,
            "usd": usd,
            "stages": archive.usage("stage"),
            "roles": archive.usage("role", "model"),
        },
        "stats": None if content is None else stats_of(content),
    }


def _table(table: Table) -> dict[str, Any]:
    told = {"name": table.name, "rows": table.rows, "columns": len(table.columns)}
    words = {name: str(shown(getattr(table, name), _LONG)) for name in ("description", "licence", "source", "citation")}
    return {**told, **words}


def _review(run: Path, database: str | None) -> dict[str, Any] | None:
    """How far people are and how well they agree; None where there is no queue. Nobody is named."""
    queue = queue_of(run, database)
    if queue is None:
        return None
    with queue:
        done = reviewed([queue])
        return {**review_status(queue), "done": None if done is None else asdict(done)}


def _contents(found: Chat) -> dict[str, Any]:
    return {"id": found.id, "register": found.register, "turns": len(found.turns), "holds": found.contents}
