"""A published benchmark made again by strangers: byte for byte, whoever wrote it, and whatever people changed in it."""

import json
import shutil
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.config import ReviewSettings
from company.families.dialogues.records import Turn
from company.models.ledger import FAILED
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Edit, Reject, Said
from tests.support.commands import Run
from tests.support.loopback import Loopback
from tests.support.review import invited, submission
from tests.support.served import LIMIT, scenario


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def decide(run: Path, said: dict[str, Said]) -> None:
    """Ann says this of these records, and it is written to the run."""
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        people = [each.id for each in store.reviewers()]
        ann = people[0] if people else invited(store, "Ann Reviewer")[0]
        fill(archive, store, ReviewSettings(overlap=1))
        for record, verdict in said.items():
            asked = store.items(text=record, most=1000)
            (item,) = [each for each in asked if (each.record, each.state) == (record, "open")]
            store.submit(ann, submission(store.take(ann, item.id), verdict))
        apply(archive, store, settled_for=0)


def test_what_people_changed_is_made_again_as_they_left_it(
    company: Run, simulated: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    run, published = tmp_path / "run", tmp_path / "published"
    shutil.copytree(simulated[0], run)
    with Archive.open(run) as archive:
        chosen, *_, other = archive.records("case", ["accepted"])
        turn, table = archive.get(chosen.parent), archive.records("table")[0]
    assert isinstance(turn, Turn) and chosen.parent != other.parent
    edit = Edit(changes={"code": f"{turn.code}\n# looked at by a person"}, outcome="as before")
    # On the first case it is decided twice: another takes its place, and it is made anew from its edited turn.
    for said in (
        {chosen.id: Reject(reasons=("dull",)), other.parent: Reject(reasons=("dull",)), table.id: Accept()},
        {turn.id: edit},
        {chosen.id: Accept()},
    ):
        decide(run, said)
        again = company("simulate", "wine", "--out", run, "--limit", "10")
        assert again.returncode == 0, again.stderr
    assert company("export", run, "--out", published, "--history", "2").returncode == 0
    text = (published / "provenance.json").read_text()
    decisions = json.loads(text)["runs"][0]["decisions"]
    assert [each["said"] for each in decisions if each["record"] == chosen.id] == ["reject", "accept"]
    assert "looked at by a person" in text and "Ann" not in text and "dull" not in text
    made = company("rebuild", published, "--out", tmp_path / "out", "--json")
    assert made.returncode == 0, made.stdout + made.stderr
    assert json.loads(made.stdout)["different"] == []
    assert files(tmp_path / "out" / "benchmark") == files(published)


def test_what_real_models_wrote_is_made_again_from_their_calls_and_a_table_that_was_fetched(
    company: Run, tmp_path: Path
) -> None:
    run, published = tmp_path / "run", tmp_path / "published"
    with Loopback(faults={"500": 0.12}) as server:
        place = scenario(tmp_path / "orders", server, more="retries = 0")
        told = (place / "simulation.toml").read_text()
        (place / "simulation.toml").write_text(told.replace("[targets]", "redistribute = false\n[targets]"))
        done = company("simulate", place, "--out", run, "--json")
        assert json.loads(done.stdout)["accepted"] == LIMIT, done.stderr
        url = server.base_url
    with Archive.open(run) as archive:
        assert archive.facts(FAILED), "some calls failed for good"
    assert company("export", run, "--out", published).returncode == 0
    refused = company("rebuild", published, "--out", tmp_path / "none")
    assert refused.returncode == 1 and "company fetch" in refused.stderr
    table = "data/resource/orders.csv"
    assert company("fetch", published, "--table", place / "orders.csv").returncode == 0
    assert (published / table).read_bytes() == (place / "orders.csv").read_bytes()
    refused = company("rebuild", published, "--out", tmp_path / "none")
    assert refused.returncode == 2 and "--with-recording" in refused.stderr
    # With the calls, nobody is asked again: the server is gone.
    assert company("export", run, "--out", published, "--with-recording").returncode == 0
    whole = files(published)
    assert table not in whole and "recordings/orders.recording" in whole
    assert url.encode() not in whole["provenance.json"] and str(tmp_path).encode() not in whole["provenance.json"]
    assert company("fetch", published, "--table", place / "orders.csv").returncode == 0
    made = company("rebuild", published, "--out", tmp_path / "out")
    assert made.returncode == 0, made.stdout + made.stderr
    assert f"all {len(whole) - 1} files are byte for byte as published" in made.stdout
    assert files(tmp_path / "out" / "benchmark") == whole
