"""The archive on SQLite and on PostgreSQL: what is written to one reads as from the other."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from company.archive import Look, Topic
from company.archive.tables import META
from company.errors import ArchiveError
from company.family.registry import DEFAULT
from company.run.stage import LOST
from tests.unit.test_archive import persona, turn
from tests.unit.test_looking import call

D = "shop.p01.s1.d1"
TOPIC = Topic("seen", ("stage", "record"))
UNUSUAL = "NUL \x00, its stand-in \ufffe0 and \ufffe, \U0001f600, 'quotes' and back\\slashes \\u0000 \\\\u0000\\"
# What UTF-8 can say: no other text ever reaches a database.
_CHARACTERS = st.characters(exclude_categories=["Cs"]) | st.sampled_from(["\x00", "\ufffe", *'01"\\%_', "u0000"])
TEXTS = st.lists(_CHARACTERS).map("".join)


def opened(place: object) -> Look:
    """The archive of an empty database, read by all that there is to read one with."""
    engine = (
        sql.create_engine(sql.make_url(place).set(drivername="postgresql+psycopg"))
        if isinstance(place, str)
        else sql.create_engine(f"sqlite:///{place}")
    )
    META.create_all(engine)
    archive = Look(engine, Path("run"))
    archive.put_note("family", DEFAULT)
    return archive


@pytest.fixture
def archive(new_place: Callable[[], object]) -> Iterator[Look]:
    with opened(new_place()) as archive:
        yield archive


@pytest.fixture(scope="module")
def kept(new_place: Callable[[], object]) -> Iterator[Look]:
    """One database for all examples of a property."""
    with opened(new_place()) as archive:
        yield archive


def test_what_a_person_edited_is_overwritten_by_people_alone(archive: Look) -> None:
    archive.put(persona(1, "edited"))
    archive.put(persona(1))
    assert archive.status("shop.p1") == "edited"
    archive.put_judged(persona(1, "rejected"))
    assert archive.status("shop.p1") == "rejected"


def test_ids_are_compared_by_their_bytes(archive: Look) -> None:
    """A language's own order would put `t1a` after `t1.c1`, and capitals beside small letters."""
    ids = [D, f"{D}.t01", f"{D}-b", f"{D}.T01", f"{D}/x", f"{D}0", f"{D}.é", f"{D}_"]
    for each in ids:
        archive.put(turn(1).model_copy(update={"id": each, "parent": "nobody"}))
    assert [row.id for row in archive.rows_below(D)] == [D, f"{D}.t01", f"{D}.T01", f"{D}.é"]
    assert {row.id for row in archive.offspring([D])} == {f"{D}.t01", f"{D}.T01", f"{D}.é"}
    archive.put_calls(dataclasses.replace(call(1), request=each) for each in ("b", "a", "B", "_", "é", "a b", "ab"))
    assert [each.request for each in archive.calls()] == sorted(("b", "a", "B", "_", "é", "a b", "ab"))


def test_what_is_outdated_is_below_and_nowhere_else(archive: Look) -> None:
    for record in (persona(1), *(turn(position) for position in (1, 2, 3)), turn(1, dialogue=f"{D}0")):
        archive.put(record)
    archive.mark_done("dialogues", D, "key", [f"{D}.t01", f"{D}.t02", f"{D}.t03"])
    archive.outdate("dialogues", D, [f"{D}.t01"])
    assert [each.status for each in archive.records("turn", parent=D)] == ["accepted", "stale", "stale"]
    assert archive.status(f"{D}0.t01") == "accepted"
    archive.set_aside(f"{D}.t01", "not wanted")
    found = archive.done("dialogues", D, "key")
    assert found is not None and [each.id for each in found] == [f"{D}.t02", f"{D}.t03"]
    archive.take_back(turn(1), D)
    assert len(archive.done("dialogues", D, "key") or ()) == 3
    assert archive.below(D, ["accepted", "stale"]) == {"turn": 3}
    archive.outdate_below(D, "made anew")
    assert archive.done("dialogues", D, "key") is None


def test_a_call_is_stored_once_and_summed(archive: Look) -> None:
    archive.put_call(call(1), {"digest": b"\x00png"})
    archive.put_call(dataclasses.replace(call(1), reply="another"), {"digest": b"other"})
    archive.put_calls([call(2), call(1)])
    assert archive.call(call(1).request) == call(1)
    assert list(archive.pictures()) == [("digest", b"\x00png")]
    assert archive.answered() == {call(1).request, call(2).request}
    assert archive.spent()[0] == 2
    assert [each["calls"] for each in archive.usage("model")] == [2]


def test_many_calls_are_stored_together_or_not_at_all(archive: Look) -> None:
    with pytest.raises(sql.exc.IntegrityError):
        archive.put_calls([call(1), dataclasses.replace(call(2), reply=None)])
    assert archive.answered() == set()


def test_rows_are_numbered_as_they_were_first_written(archive: Look) -> None:
    for position in (3, 1, 2):
        archive.put(turn(position))
    before = archive.rows_of("turn")[1].number
    archive.put(turn(3, "rejected"))
    archive.put(turn(4))
    assert [row.id[-1] for row in archive.rows_of("turn")] == ["3", "1", "2", "4"]
    assert [row.id[-1] for row in archive.rows_of("turn", after=before)] == ["2", "4"]
    for number in (2, 1, 3):
        archive.put_call(call(number))
    assert [each.reply for each in archive.heard(0, 2)] == [call(1).reply, call(3).reply]


def test_forgetting_leaves_the_calls_and_whose_run_it_is(archive: Look) -> None:
    archive.put(persona(1))
    archive.put_figures("shop.p1", [b"one", b"two"])
    assert archive.figures("shop.p1") == [b"one", b"two"]
    archive.put_fact(TOPIC, "turns", D, content=1)
    archive.put_call(call(1))
    archive.forget()
    assert archive.counts() == [] and archive.facts(TOPIC) == {} and archive.figures("shop.p1") == []
    assert archive.family.name == DEFAULT and archive.answered() == {call(1).request}
    with pytest.raises(ArchiveError, match="no record"):
        archive.get("shop.p1")


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(UNUSUAL)
@given(TEXTS)
def test_every_text_is_read_as_it_was_written(kept: Look, text: str) -> None:
    kept.forget()
    written = turn(1).model_copy(update={"query": text, "reason": text, "status": "rejected"})
    kept.put(written)
    kept.put_note("note", {text: text})
    kept.put_fact(TOPIC, "turns", text, content=text)
    spoken = dataclasses.replace(call(1), request=f"request {text}", reply=text, messages=text)
    kept.put_call(spoken)
    assert kept.get(written.id) == written
    assert kept.counts() == [("turn", "rejected", text, 1)]
    assert kept.flagged() == []
    assert kept.note("note") == {text: text}
    assert kept.fact(TOPIC, "turns", text) == text
    assert kept.call(spoken.request) == spoken
    assert kept.texts("turn", "query") == {written.id: text}


def _numbers(rows: Any) -> list[Any]:
    """Rows without their numbers, which say only what came before what."""
    return [dataclasses.replace(row, number=0) for row in rows]


def test_a_run_that_was_made_reads_the_same_from_both(made: Path, postgresql_archive: Look) -> None:
    with Look.open(made) as there:
        _copy(there, postgresql_archive)
        kinds = sorted(there.family.records)
        ids = sorted(row.id for row in there.lineage())
        assert len(ids) > 10
        for read in (
            lambda of: [of.records(kind) for kind in kinds],
            lambda of: [of.records(kind, ["accepted", "edited"]) for kind in kinds],
            lambda of: [sorted(of.texts(kind, "id").items()) for kind in kinds],
            lambda of: [of.figures(each) for each in ids],
            lambda of: [sorted(map(tuple, of.offspring([each]))) for each in ids],
            lambda of: [of.below(each, ["accepted", "rejected"]) for each in ids],
            lambda of: [_numbers(of.rows_below(each, sizes=True)) for each in ids],
            lambda of: [_numbers(of.rows_of(kind)) for kind in kinds],
            lambda of: [[status for _, status in sorted(of.statuses(kind))] for kind in kinds],
            lambda of: [len(of.reasoned(kind, "rejected")) for kind in kinds],
            lambda of: of.siblings("turn", of.records("turn")[-1].parent, 99, 3),
            lambda of: sorted(map(str, of.counts())),
            lambda of: of.tallied(),
            lambda of: of.flagged(),
            lambda of: list(of.calls()),
            lambda of: list(of.pictures()),
            lambda of: of.usage("stage", "role"),
            lambda of: of.spent(),
            lambda of: of.facts(LOST),
            lambda of: of.note("settings"),
            lambda of: _numbers(of.heard(0, 50)),
        ):
            assert read(postgresql_archive) == read(there)


@pytest.fixture
def postgresql_archive(postgresql: str) -> Iterator[Look]:
    from tests.support.postgresql import schema

    with opened(schema(postgresql)) as archive:
        yield archive


def _copy(source: Look, target: Look) -> None:
    """Write all rows of one database to another, in the order in which they were written."""
    target.forget()
    with source._engine.connect() as read, target._engine.begin() as write:
        for table in META.sorted_tables:
            rows = read.execute(sql.select(table).order_by(sql.text("rowid"))).all()
            write.execute(sql.delete(table))
            if rows:
                write.execute(sql.insert(table), [dict(zip(table.c.keys(), row, strict=True)) for row in rows])
