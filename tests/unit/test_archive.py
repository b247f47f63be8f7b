"""The archive: what is written stays, and a history is one query."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql

from company.archive import FILE, Archive, Call, Topic, natural
from company.errors import ArchiveError
from company.families.dialogues.history import history
from company.families.dialogues.records import Persona, Turn


def turn(position: int, status: str = "accepted", dialogue: str = "shop.p01.s1.d1") -> Turn:
    return Turn.model_validate(
        {
            "id": f"{dialogue}.t{position:02d}",
            "parent": dialogue,
            "stage": "dialogues",
            "position": position,
            "status": status,
            "question": 1,
            "query": f"query {position}",
            "answer": "here",
            "code": f"x = {position}",
        }
    )


def persona(position: int, status: str = "accepted") -> Persona:
    return Persona.model_validate(
        {
            "id": f"shop.p{position}",
            "parent": "shop",
            "stage": "personas",
            "position": position,
            "status": status,
            "name": f"Ada {position}",
            "location": "Turin",
            "job_title": "buyer",
            "background": "buys",
        }
    )


def test_history_is_the_last_usable_turns_oldest_first(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        for position in range(1, 10):
            archive.put(turn(position, "rejected" if position == 6 else "accepted"))
        archive.put(turn(7, dialogue="shop.p02.s1.d1"))
        seen = history(archive, "shop.p01.s1.d1", before=9, turns=5)
        assert [one.position for one in seen] == [3, 4, 5, 7, 8]
        everything = history(archive, "shop.p01.s1.d1", 9, 5, ("accepted", "rejected"))
        assert [one.position for one in everything] == [4, 5, 6, 7, 8]
        assert history(archive, "shop.p01.s1.d1", before=1) == []


def test_records_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        for position in (10, 2, 1):
            archive.put(persona(position))
        assert [one.position for one in archive.records("persona")] == [1, 2, 10]
    assert natural("a.p10") > natural("a.p9")


def test_what_a_person_edited_is_not_overwritten(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        archive.put(persona(1).model_copy(update={"status": "edited", "name": "Grace"}))
        archive.put(persona(1))
        assert archive.get("shop.p1").name == "Grace"


def test_a_stage_is_done_only_under_the_key_it_was_done_with(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        archive.put(persona(1))
        archive.mark_done("personas", "shop", "key", ["shop.p1"])
    with Archive.open(tmp_path) as archive:
        assert archive.done("personas", "shop", "other key") is None
        assert archive.done("personas", "shop", "key") == [persona(1)]


def test_a_call_is_stored_once_and_an_unknown_price_stays_unknown(tmp_path: Path) -> None:
    call = Call("hash", "client", "plans", "shop.p1", "b", "m", '["hello"]', "{}", "stop", 3, 4, 0.5)
    with Archive.create(tmp_path) as archive:
        archive.put_call(call)
        archive.put_call(call)
        assert archive.call("hash") == call
        assert archive.spent() == (1, 0.5)
        archive.put_call(Call("other", "client", "plans", "shop.p1", "b", "m", "[]", "{}", "stop", 3, 4, None))
        assert archive.spent() == (2, None)


def test_a_folder_that_is_no_run_is_refused_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="company simulate"):
        Archive.open(tmp_path)
    (tmp_path / "company.sqlite").write_text("this is not a database at all, whatever its name says")
    with pytest.raises(ArchiveError, match="cannot be read"):
        Archive.open(tmp_path)


def test_figures_are_kept_in_order(tmp_path: Path) -> None:
    with Archive.create(tmp_path) as archive:
        archive.put_figures("shop.p01.s1.d1.t01", [b"one", b"two"])
        assert archive.figures("shop.p01.s1.d1.t01") == [b"one", b"two"]
        assert archive.figures("shop.p01.s1.d1.t02") == []
        archive.put_figures("shop.p01.s1.d1.t01", [b"another"])
        assert archive.figures("shop.p01.s1.d1.t01") == [b"another"]


def test_a_run_that_may_not_be_written_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Archive.create(tmp_path).close()

    def refuses(*_: object) -> None:
        with contextlib.closing(sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True)) as connection:
            try:
                connection.execute("DELETE FROM notes")
            except sqlite3.OperationalError as problem:
                raise sql.exc.OperationalError("", {}, problem) from problem

    monkeypatch.setattr(sql.Engine, "connect", refuses)
    with pytest.raises(ArchiveError, match="may not be written, and SQLite has to, even to read; copy the folder"):
        Archive.open(tmp_path)


def test_facts_are_found_by_what_they_are_about_and_those_of_older_runs_among_its_notes(tmp_path: Path) -> None:
    lost = Topic("lost", ("stage", "record"))
    with Archive.create(tmp_path / "run") as archive:
        archive.put_note("lost turns shop.p01", "it was too slow")
        archive.put_note("lostandfound", "another note")
        archive.put_fact(lost, "cases", "shop.p02", content="the gate")
        archive.put_fact(lost, "turns", "shop.p01", content="it was slower still")
        assert archive.facts(lost) == {("cases", "shop.p02"): "the gate", ("turns", "shop.p01"): "it was slower still"}
        assert archive.fact(lost, "cases", "shop.p02") == "the gate"
        assert archive.fact(lost, "cases", "shop.p03") is None
        with pytest.raises(ValueError, match="about stage, record"):
            archive.fact(lost, "cases")
