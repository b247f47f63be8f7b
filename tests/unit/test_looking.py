"""A run is looked at while another writes it: nothing is written, nothing is held, and little is read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from company.archive import Archive, Call, Look
from company.archive.looking import Sums
from company.archive.tables import FILE
from company.errors import ArchiveError
from company.run.stage import LOST
from tests.support.reported_run import D, reported_run, turn


def call(number: int, **more: object) -> Call:
    told: dict[str, object] = {
        "request": f"r{number}",
        "role": "chatbot",
        "stage": "dialogues",
        "record": "shop.p1.s1.plan",
        "backend": "openai",
        "model": "m",
        "messages": "[]",
        "reply": "{}",
        "finish_reason": "stop",
        "prompt_tokens": 10,
        "completion_tokens": 2,
        "usd": 0.5,
    }
    return Call(**{**told, **more})  # type: ignore[arg-type]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return reported_run(tmp_path / "run")


def files(run: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in run.iterdir() if each.is_file()}


def test_looking_writes_nothing_and_leaves_nothing_behind(run: Path) -> None:
    before = files(run)
    with Look.open(run) as look:
        assert look.get(D).id == D
        with pytest.raises(sqlite3.OperationalError), look._engine.connect() as connection:
            connection.connection.execute("DELETE FROM records")
    assert files(run) == before


def test_what_a_writer_has_committed_is_seen_while_it_writes_on(run: Path) -> None:
    with Archive.open(run) as writer, Look.open(run) as look:
        assert look.status(f"{D}.t09") is None
        writer.put(turn(9, ("value",)))
        look.close()
        assert look.status(f"{D}.t09") == "accepted"
        writer.put(turn(10, ("value",)))  # and a reader does not hold it up
        look.close()
    assert sorted(files(run)) == [FILE], "the writer could fold its journal in"


def test_rows_below_a_record_are_its_own_and_come_in_the_order_of_writing(run: Path) -> None:
    with Archive.open(run) as writer:
        for other in ("shop.p10.s1.d1", "shop.p1-2.s1.d1"):
            writer.put(turn(1, ("value",), other))
        with Look.open(run) as look:
            rows = look.rows_below("shop.p1", sizes=True)
    with Look.open(run) as look:
        assert look.rows_below("shop.p1", sizes=True, most=3) == rows[-3:]
    assert all(row.id == "shop.p1" or row.id.startswith("shop.p1.") for row in rows)
    assert {row.kind for row in rows} == {"persona", "scenario", "plan", "dialogue", "turn", "library", "case"}
    assert [row.number for row in rows] == sorted(row.number for row in rows) and all(row.size > 100 for row in rows)


def test_sums_go_on_from_what_was_summed_and_leave_unknown_what_is(run: Path) -> None:
    with Archive.open(run) as writer, Look.open(run) as look:
        first = look.summed(Sums())
        assert (first.calls, first.counted, first.priced, first.usd) == (2, 1, 1, 0.25)
        assert look.summed(first) == first
        writer.put_call(call(7))
        look.close()
        second = look.summed(first)
        assert (second.calls, second.read, second.written, second.usd) == (3, first.read + 10, first.written + 2, 0.75)
        assert second == look.summed(Sums())


def test_the_latest_calls_are_heard_in_their_order(run: Path) -> None:
    with Archive.open(run) as writer:
        for number in range(5):
            writer.put_call(call(number, reply=f"reply {number}"))
        with Look.open(run) as look:
            heard = look.heard(0, 3)
            assert [each.reply for each in heard] == ["reply 2", "reply 3", "reply 4"]
            assert look.heard(heard[0].number, 10) == heard[1:] and look.heard(heard[-1].number, 10) == []


def test_facts_below_a_record_are_not_those_of_its_neighbours(run: Path) -> None:
    with Archive.open(run) as writer:
        for record in (f"{D}.t01", f"{D}.t01.x", f"{D}.t010"):
            writer.put_fact(LOST, "cases", record, content=f"why {record}")
        writer.put_fact(LOST, "plot_qa", f"{D}.t01", content="no figure")
        with Look.open(run) as look:
            assert look.facts_below(LOST, ["cases"], f"{D}.t01") == {
                ("cases", f"{D}.t01"): f"why {D}.t01",
                ("cases", f"{D}.t01.x"): f"why {D}.t01.x",
            }
            assert len(look.facts_below(LOST, ["cases", "plot_qa"], f"{D}.t01")) == 3


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="is not a run: it holds no"):
        Look.open(tmp_path)
    with pytest.raises(ArchiveError, match="nowhere is not a run: there is nothing; check the path"):
        Look.open(tmp_path / "nowhere")
    (tmp_path / "benchmark").mkdir()
    (tmp_path / "benchmark" / "provenance.json").write_text("{}")
    with pytest.raises(ArchiveError, match="it is an exported benchmark; name the run that it was made of"):
        Look.open(tmp_path / "benchmark")
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(ArchiveError, match="cannot be read now"):
        Look.open(tmp_path)
    (tmp_path / FILE).write_bytes(b"")
    with pytest.raises(ArchiveError, match="only just begun"):
        Look.open(tmp_path)
