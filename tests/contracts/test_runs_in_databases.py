"""Runs in PostgreSQL: the same as in a folder, held by one process at a time, and none the worse for a restart."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from company import simulate
from company.archive import Archive, Call, Look
from company.archive import postgresql as leases
from company.archive.copying import copy
from company.archive.locking import locked
from company.archive.place import POINTER, Place, place_at, place_of, point
from company.archive.postgresql import DatabaseGone, engine_at, runs_at, stamp_of
from company.benchmark.publishing.export import export
from company.cli import main
from company.errors import ArchiveError, ConfigError, RunTaken
from company.families.dialogues.records import Persona
from tests.support.commands import company_command
from tests.support.killing import contents
from tests.support.postgresql import missing, restartable
from tests.support.warm_start import Warm

if why := missing():
    pytest.skip(why, allow_module_level=True)

Server = tuple[str, Callable[[str], None]]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with restartable() as made:
        yield made


@pytest.fixture
def place(server: Server) -> Place:
    return place_at(server[0], f"run-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def folder(place: Place, tmp_path: Path) -> Path:
    """A run's folder that points into the database, in which nothing is made yet."""
    point(tmp_path / "there", place)
    return tmp_path / "there"


def persona(name: str, number: int = 1, **told: Any) -> Persona:
    own = {"id": f"shop.p{number}", "parent": "shop", "stage": "personas", "position": number, "status": "accepted"}
    return Persona.model_validate(
        {**own, "name": name, "location": "Turin", "job_title": "buyer", "background": "b", **told}
    )


def call(number: int, reply: str = "yes") -> Call:
    return Call(f"{number:064x}", "admin", "personas", "shop", "openai", "m", "[]", reply, "stop", 10, None, 0.25)


def test_a_run_is_the_same_in_a_database_as_in_a_folder(every_category: Path, place: Place, tmp_path: Path) -> None:
    there, back = tmp_path / "there", tmp_path / "back"
    point(there, place)
    counts = copy(every_category, there, lambda line: None)
    assert counts["records"] > 50 and counts["calls"] > 100
    with Archive.open(every_category) as one, Archive.open(there) as other:
        for ask in (
            lambda run: run.counts(), lambda run: run.spent(), lambda run: run.usage("stage", "role"),
            lambda run: list(run.calls()), lambda run: run.flagged(), lambda run: run.records("turn"),
            lambda run: run.texts("turn", "query"), lambda run: run.records("case", ("accepted",)),
        ):  # fmt: skip
            first, second = ask(one), ask(other)
            assert (
                first == second if not isinstance(first, list) else sorted(map(str, first)) == sorted(map(str, second))
            )
        person = one.records("persona")[0].id
        assert sorted(map(tuple, one.offspring([person]))) == sorted(map(tuple, other.offspring([person])))
    with Look.open(every_category) as one, Look.open(there) as other:
        assert [each.id for each in one.rows_of("turn")] == [each.id for each in other.rows_of("turn")]
        sizes = [{each.id: each.size for each in look.rows_below(person, sizes=True)} for look in (one, other)]
        assert sizes[0] == sizes[1] and [each.reply for each in one.heard(0, 20)] == [
            each.reply for each in other.heard(0, 20)
        ]
    written = [export([run], tmp_path / name) for run, name in ((every_category, "one"), (there, "other"))]
    copy(there, back, lambda line: None)
    written.append(export([back], tmp_path / "third"))
    files = [
        {str(each.relative_to(top)): each.read_bytes() for each in top.rglob("*") if each.is_file()} for top in written
    ]
    assert files[0] == files[1] == files[2] and len(files[0]) > 5


def test_texts_with_any_sign_come_back_and_ids_stand_in_the_order_of_their_characters(folder: Path) -> None:
    with Archive.create(folder) as archive:
        for number, name in enumerate(("a\x00b", "\x01json:[1]", "Ä ß 🙂", "plain"), start=1):
            archive.put(persona(name, number))
            archive.put_call(call(number, reply=name))
        archive.put_note("odd", {"text": "x\x00y"})
        archive.put_figures("shop.p1", [b"\x00\xff", b"2"])
        assert [each.name for each in archive.records("persona")] == ["a\x00b", "\x01json:[1]", "Ä ß 🙂", "plain"]
        assert [each.reply for each in archive.calls()] == ["a\x00b", "\x01json:[1]", "Ä ß 🙂", "plain"]
        assert archive.note("odd") == {"text": "x\x00y"} and archive.figures("shop.p1") == [b"\x00\xff", b"2"]
        archive.put(persona("ten", 10, id="shop.p1.a"))
        archive.put(persona("other", 11, id="shop.p10"))
        assert [each.id for each in archive.offspring(["shop.p1"])] == ["shop.p1.a"]
        archive.put(persona("again", 1, status="edited"))
        archive.put(persona("lost", 1))
        assert archive.get("shop.p1").name == "again"


def test_one_process_at_a_time_holds_a_run(folder: Path, place: Place) -> None:
    with locked(folder):
        with pytest.raises(RunTaken, match=rf"is being written by .*:{os.getpid()}; wait .* for the \d+ seconds"):
            leases._taken(place, 0)
        with Archive.create(folder) as archive:
            archive.put(persona("Ada"))
            held = leases._HELD.pop(place)  # as another process sees it
            try:
                with pytest.raises(RunTaken, match="is being written by another process"):
                    archive.put(persona("Bea", 2))
                assert [each.name for each in archive.records("persona")] == ["Ada"]
            finally:
                leases._HELD[place] = held
    with Archive.open(folder) as archive:
        archive.put(persona("Bea", 2))  # nobody holds it any more
        assert stamp_of(place)[2] is None


def test_who_was_taken_for_dead_writes_nothing_more(
    folder: Path, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with locked(folder), Archive.create(folder) as archive:
        archive.put(persona("Ada"))
        engine = engine_at(place)
        with engine.connect() as connection:  # as time passes for one whose heart does not beat
            connection.exec_driver_sql(
                "UPDATE company.runs SET until = now() - interval '1 s' WHERE name = %s", (place.name,)
            )
            connection.connection.commit()
        engine.dispose()
        later = leases._taken(place, 0)
        with pytest.raises(ArchiveError, match="was taken over by another process"):
            archive.put(persona("Bea", 2))
        monkeypatch.setitem(leases._HELD, place, later)
        archive.put(persona("Cleo", 3))
        assert [each.name for each in archive.records("persona")] == ["Ada", "Cleo"]


def test_others_write_for_who_holds_a_run_as_long_as_they_are_let(
    folder: Path, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with locked(folder), Archive.create(folder) as archive:
        own = leases._HELD[place]
        fence = leases.hand_out(place, "one")
        assert leases.hand_out(place, "other") == fence == own.fence
        for number, hand in enumerate(("one", "other", "one"), start=1):
            monkeypatch.setitem(leases._HELD, place, leases.Lease(place, fence, hand))
            archive.put(persona(hand, number))
        monkeypatch.setitem(leases._HELD, place, own)
        leases.take_back(place, "one")
        monkeypatch.setitem(leases._HELD, place, leases.Lease(place, fence, "one"))
        with pytest.raises(ArchiveError, match="is written by others now"):
            archive.put(persona("late", 4))
        monkeypatch.setitem(leases._HELD, place, leases.Lease(place, fence, "other"))
        archive.put(persona("there", 4))
        engine = engine_at(place)
        with engine.connect() as connection:  # as somebody takes the run over
            connection.exec_driver_sql("UPDATE company.runs SET fence = fence + 1 WHERE name = %s", (place.name,))
            connection.connection.commit()
        engine.dispose()
        with pytest.raises(ArchiveError, match="is written by others now"):
            archive.put(persona("later", 5))
        monkeypatch.setitem(leases._HELD, place, own)
        assert [each.name for each in archive.records("persona")] == ["one", "other", "one", "there"]


def test_helpers_do_not_wait_for_each_other_and_who_takes_back_waits_for_what_is_being_committed(
    folder: Path, place: Place
) -> None:
    with locked(folder), Archive.create(folder):
        fence = leases.hand_out(place, "one")
        leases.hand_out(place, "other")
        done: list[str] = []
        with leases._connected(place) as one, leases._connected(place) as other:
            leases._check(one, leases.Lease(place, fence, "one"))
            leases._check(other, leases.Lease(place, fence, "other"))
            taking = threading.Thread(target=lambda: (leases.take_back(place, "one"), done.append("taken")))
            taking.start()
            other.commit()
            taking.join(0.5)
            assert not done
            one.commit()
        taking.join(10)
        assert done == ["taken"]


def test_a_restarted_database_is_waited_for_and_no_reply_is_lost(folder: Path, server: Server) -> None:
    _, control = server
    with locked(folder), Archive.create(folder) as archive:
        archive.put_call(call(1))
        control("stop")
        late = threading.Timer(0.8, control, ("start",))
        late.start()
        archive.put_call(call(2))
        late.join()
        assert [each.request[-1] for each in archive.calls()] == ["1", "2"]
        with (
            pytest.raises(DatabaseGone, match="nothing is kept; give the same command again"),
            archive._engine.begin() as open_one,
        ):
            open_one.execute(sql.text("SELECT 1"))
            control("stop")
            control("start")
            open_one.execute(sql.text("DELETE FROM calls"))
        assert archive.spent() == (2, 0.5)


def test_a_database_that_is_not_there_is_said_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "FIRST", 0.0)
    there = place_at("postgresql://me:hush@127.0.0.1:1/none", "shop")
    point(tmp_path / "run", there)
    assert "hush" not in f"{there}{(tmp_path / 'run' / POINTER).read_text()}" and there.url.password == "hush"
    with pytest.raises(ArchiveError, match=r"postgresql://me@127.0.0.1:1/none cannot be reached") as told:
        leases.is_made(there)
    assert "hush" not in str(told.value)
    for wrong in ("postgresql://", "mysql://me@here/x", "nonsense"):
        with pytest.raises(ConfigError, match=r"address of a database|names no run"):
            place_at(wrong)
    with pytest.raises(ConfigError, match="names no run"):
        place_at("postgresql://me:hush@here/x#a/b")


def test_a_folder_belongs_to_one_run(every_category: Path, folder: Path, place: Place, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="holds its run itself"):
        point(every_category, place)
    with pytest.raises(ConfigError, match="belongs to the run"):
        point(folder, Place(place.address, "another"))
    (folder / POINTER).write_text("{}")
    with pytest.raises(ArchiveError, match="does not say where the run is"):
        place_of(folder)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").touch()
    with pytest.raises(ArchiveError, match="is there already"):
        copy(every_category, tmp_path / "full", print)


def test_a_copy_is_there_whole_or_not_at_all(
    every_category: Path, folder: Path, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(line: str) -> None:
        if line.startswith("records"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy(every_category, folder, stopped)
    with Archive.open(folder) as archive:
        assert archive.counts() == [] and archive.spent() == (0, 0.0)
    copy(every_category, folder, lambda line: None)
    with pytest.raises(ArchiveError, match="has a run of this name already"):
        copy(every_category, folder, lambda line: None)


def test_commands_take_a_run_s_place(
    every_category: Path, server: Server, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    named = f"{server[0]}#{place.name}"
    assert main(["copy", str(every_category), named, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"]["notes"] > 5 and place.name in runs_at(place)
    assert main(["status", named]) == 0 and main(["export", named, "--out", str(tmp_path / "b")]) == 0
    assert list((tmp_path / "b" / "data" / "resource").glob("*.csv"))
    assert main(["status", f"{server[0]}#none"]) == 1
    assert "#none is not there; the runs of this database are: " in capsys.readouterr().err
    monkeypatch.setattr(leases, "_NAMED", 1_000)
    assert main(["status", server[0]]) == 2
    assert re.search(
        rf"write #NAME behind it; the runs of this database are: .*\b{place.name}\b", capsys.readouterr().err
    )


def test_a_killed_run_goes_on_where_it_was_and_pays_for_no_reply_again(
    place: Place, server: Server, tmp_path: Path
) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "simulation.toml").write_text('[table]\nbuiltin = "iris"\n[targets]\nnormal = 1\n')
    command = ["simulate", "s", "--database", f"{server[0]}#{place.name}", "--out", "there"]
    killed = Warm(*command, cwd=tmp_path)
    before: set[str] = set()
    until = time.monotonic() + 120
    while len(before) < 6 and killed.poll() is None and time.monotonic() < until:
        time.sleep(0.2)
        with contextlib.suppress(ArchiveError, sql.exc.SQLAlchemyError), Archive.open(tmp_path / "there") as archive:
            before = archive.answered()
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert len(before) >= 6
    refused = company_command(*command, cwd=tmp_path)
    assert refused.returncode != 0 and "is being written by" in refused.stderr
    engine = engine_at(place)
    with engine.connect() as connection:
        connection.exec_driver_sql("UPDATE company.runs SET until = now() WHERE name = %s", (place.name,))
        connection.connection.commit()
    engine.dispose()
    again = company_command("simulate", "s", "--out", "there", cwd=tmp_path)
    assert again.returncode == 0, again.stderr[-2000:]
    whole = company_command("simulate", "s", "--out", "here", cwd=tmp_path)
    assert whole.returncode == 0
    with Archive.open(tmp_path / "there") as there, Archive.open(tmp_path / "here") as here:
        assert before <= there.answered() == here.answered()
    files = [
        {each.name: each.read_bytes() for each in export([tmp_path / run], tmp_path / f"b{run}").rglob("*.jsonl")}
        for run in ("there", "here")
    ]
    assert files[0] == files[1] and files[0]


def test_a_scenario_says_which_database_and_nothing_that_is_published_does(server: Server, tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    told = '[vector_graphics]\nsources = ["scenes"]\nlengths = [1000]\n[targets]\nsvg_category = 1\n'
    (tmp_path / "s" / "simulation.toml").write_text(told)
    alone = simulate(tmp_path / "s", out=tmp_path / "here", quiet=True)
    (tmp_path / "s" / "simulation.toml").write_text(f'{told}[run]\ndatabase = "{server[0]}#said"\n')
    there = simulate(tmp_path / "s", out=tmp_path / "there", quiet=True)
    place = place_of(there.run)
    assert place is not None and place.name == "said"
    one, other = (contents(export([run], tmp_path / f"of-{run.name}")) for run in (alone.run, there.run))
    assert one == other
    other_one = f"{server[0]}#other"
    with pytest.raises(ConfigError, match="belongs to the run"):
        simulate(tmp_path / "s", out=tmp_path / "there", database=other_one, quiet=True)
