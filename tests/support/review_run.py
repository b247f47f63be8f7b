"""A small run made by hand, for tests of what verdicts do to it: two clients, one dialogue of three turns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.families.dialogues.records import Case, Dialogue, Library, Persona, Plan, Rewrite, Scenario, Turn
from company.records import Record
from company.tables.record import Table
from human_review.store import Receipt, ReviewStore
from human_review.verdicts import Said
from tests.support.review import submission

D = "shop.p1.s1.d1"


def made(kind: Any, record_id: str, parent: str | None, stage: str, position: int = 1, **more: Any) -> Any:
    return kind(id=record_id, parent=parent, stage=stage, position=position, **{"status": "accepted", **more})


def table(**more: Any) -> Table:
    told = {"name": "shop", "file": "shop.csv", "sha256": "", "rows": 1, "columns": ()}
    return made(Table, "shop", None, "tables", **{**told, **more})


def person(number: int, **more: Any) -> Persona:
    told = {"name": f"Ada {number}", "location": "Turin", "job_title": "buyer", "background": "buys"}
    return made(Persona, f"shop.p{number}", "shop", "personas", number, **{**told, **more})


def scenario(number: int, status: str, **more: Any) -> Scenario:
    told = {"name": f"idea {number}", "description": "d", "goal": "g", "status": status}
    return made(Scenario, f"shop.p1.s{number}", "shop.p1", "scenarios", number, **{**told, **more})


def plan(**more: Any) -> Plan:
    told = {"speech": "statement", "turns": 3, "questions": ()}
    return made(Plan, "shop.p1.s1.plan", "shop.p1.s1", "plans", **{**told, **more})


def dialogue() -> Dialogue:
    told = {"speech": "statement", "table_variable": "t", "prelude": "", "turns": 3, "ended": "plan done"}
    return made(Dialogue, D, "shop.p1.s1.plan", "dialogues", **told)


def turn(position: int, **more: Any) -> Turn:
    told = {"question": 1, "query": f"query {position}", "answer": "here", "code": f"x = {position}"}
    return made(Turn, f"{D}.t{position:02d}", D, "dialogues", position, **{**told, **more})


def case(position: int, **more: Any) -> Case:
    entry = {"data_id": f"{D}.t{position:02d}", "current_query": f"query {position}", "reference_answer": f"{position}"}
    return made(Case, f"{D}.t{position:02d}.normal", f"{D}.t{position:02d}", "cases", **{"entry": entry, **more})


def library(**more: Any) -> Library:
    return made(Library, f"{D}.lib", D, "private_library", **more)


def rewrite(position: int, **more: Any) -> Rewrite:
    told = {"turn": f"{D}.t{position:02d}", "code": f"x = f({position})", "functions": ("f",)}
    return made(Rewrite, f"{D}.t{position:02d}.private", f"{D}.lib", "private_library", position, **{**told, **more})


@contextmanager
def small_run(folder: Path, *more: Record) -> Iterator[Archive]:
    """An archive with it, and with these records as well."""
    with Archive.create(folder) as archive:
        for record in (
            person(1),
            person(2),
            scenario(1, "accepted"),
            scenario(2, "proposed"),
            plan(),
            dialogue(),
            *(turn(position) for position in (1, 2, 3)),
            *(case(position) for position in (1, 2, 3)),
            *more,
        ):
            archive.put(record)
        for position in (1, 2, 3):
            archive.mark_done("cases", turn(position).id, "key", [case(position).id])
        yield archive


def judge(store: ReviewStore, reviewer: int, record: str, said: Said) -> Receipt:
    """Say something of the open item on a record."""
    (item,) = [each for each in store.items(text=record) if each.record == record and each.state == "open"]
    return store.submit(reviewer, submission(store.take(reviewer, item.id), said))


def status(archive: Archive, record: str) -> tuple[str, str | None]:
    found = archive.get(record)
    return found.status, found.reason
