"""Runs on a cluster of Ray's: the bytes of a run on one machine, whatever dies meanwhile, and nothing paid twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
import sqlalchemy as sql

from company import CompanyError, evaluate, rebuild, score, simulate, simulate_all, verify
from company.archive import Archive
from company.archive.place import place_of
from company.archive.postgresql import engine_at
from company.benchmark.publishing.export import export
from company.benchmark.publishing.versions import versions
from company.benchmark.reading import read_benchmark
from company.cluster.connecting import Cluster, connected
from company.cluster.judging import Judges, Terms
from company.console.progress import Silent
from company.errors import ArchiveError, ConfigError, LayersMissing
from company.run.status import AT_WORK
from tests.support import cluster as clusters
from tests.support import postgresql
from tests.support.killing import contents
from tests.support.listening import completed, listening
from tests.support.loopback import Loopback
from tests.support.served import scenario

for why in (clusters.missing(), postgresql.missing()):
    if why:
        pytest.skip(why, allow_module_level=True)

SCENARIOS = {
    "dialogues": '[table]\nbuiltin = "wine"\n[targets]\nnormal = 1\nprivate = 1\n',
    "figures": '[table]\nbuiltin = "wine"\n[figures]\ntypes = ["histogram", "scatter"]\n[targets]\nfigure = 2\n',
    "vector_graphics": (
        '[vector_graphics]\nsources = ["scenes"]\nlengths = [1000]\n'
        "[targets]\nsvg_category = 1\ngraphviz_domain = 1\nsvg_generation = 1\n"
    ),
}


@pytest.fixture(scope="module")
def database() -> Iterator[tuple[str, Callable[[str], None]]]:
    with postgresql.restartable() as made:
        yield made


@pytest.fixture(scope="module")
def nodes() -> Iterator[clusters.Nodes]:
    with clusters.nodes(1) as made:
        yield made


@pytest.fixture
def joined(nodes: clusters.Nodes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> clusters.Nodes:
    """The cluster, which `--on ray` finds; files of runs are put into a folder of the test's own."""
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return nodes


def written(folder: Path, told: str) -> Path:
    folder.mkdir()
    (folder / "simulation.toml").write_text(told)
    return folder


def enough(run: Path, calls: int, process: subprocess.Popen[str] | None = None) -> None:
    """Wait until a run has stored so many calls."""
    until = time.monotonic() + 180
    while time.monotonic() < until and (process is None or process.poll() is None):
        time.sleep(0.1)
        try:
            with Archive.open(run) as archive:
                if archive.spent()[0] >= calls:
                    return
        except (ArchiveError, sql.exc.SQLAlchemyError):
            continue
    pytest.fail(f"{run} did not come to {calls} calls")


@pytest.mark.parametrize("family", SCENARIOS)
def test_the_bytes_are_those_of_one_machine(
    family: str, joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    scenario = written(tmp_path / "s", SCENARIOS[family])
    here = simulate(scenario, out="here/run", quiet=True)
    alone = contents(export([here.run], tmp_path / "alone"))
    for count in (1, 2, 4):
        joined.add(count - len(joined.workers))
        out = tmp_path / f"on{count}" / "run"
        there = simulate(scenario, out=out, database=f"{database[0]}#{family}{count}", on="ray", quiet=True)
        assert (there.counts, there.calls) == (here.counts, here.calls)
        assert contents(export([out], tmp_path / f"of{count}")) == alone


def test_whatever_dies_meanwhile_nothing_is_lost_or_paid_twice(
    joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    joined.add(2 - len(joined.workers))
    nodes = len(joined.workers)
    with Loopback(latency=0.1, staffed=True) as server:
        told = scenario(tmp_path / "s", server)
        simulate(told, out=tmp_path / "here" / "run", quiet=True)
        alone, before = contents(export([tmp_path / "here" / "run"], tmp_path / "alone")), len(server.log())

        def harm() -> None:
            enough(tmp_path / "there" / "run", 8)
            joined.kill_worker()
            enough(tmp_path / "there" / "run", 16)
            joined.kill_node(0)

        other = threading.Thread(target=harm, name="harm")
        other.start()
        simulate(told, out=tmp_path / "there" / "run", database=f"{database[0]}#harmed", on="ray", quiet=True)
        other.join()
        paid = Counter(each.request for each in server.log(before) if each.billed)
        first = Counter(each.request for each in server.log()[:before] if each.billed)
    assert len(joined.workers) == nodes - 1
    harmed = contents(export([tmp_path / "there" / "run"], tmp_path / "of"))
    # The server knows the prompts of the first run, and tells more cached tokens for the second.
    told = alone.keys() ^ {"provenance.json"}
    assert {name: harmed[name] for name in told} == {name: alone[name] for name in told} and paid == first
    assert alone.keys() == harmed.keys()


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[clusters.Nodes]:
    """A cluster of its own, of two nodes, that soon gives up those that say nothing."""
    with clusters.nodes(2, watchful=True) as made:
        monkeypatch.setenv("RAY_ADDRESS", made.address)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        yield made


def test_a_node_that_is_cut_off_and_comes_back_writes_nothing_more(
    watchful: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    out = tmp_path / "there" / "run"
    lost: list[int] = []
    with Loopback(latency=0.1, staffed=True) as server:
        told = scenario(tmp_path / "s", server)
        here = simulate(told, out=tmp_path / "here" / "run", quiet=True)
        before = len(server.log())

        def cut() -> None:
            enough(out, 8)
            heal = watchful.cut_off(0)
            until = time.monotonic() + 90
            while not lost and time.monotonic() < until:
                time.sleep(0.2)
                with contextlib.suppress(sql.exc.SQLAlchemyError), Archive.open(out) as archive:
                    lost.extend([count] if (count := (archive.note(AT_WORK) or {}).get("lost")) else [])
            heal()

        other = threading.Thread(target=cut, name="cut")
        other.start()
        there = simulate(told, out=out, database=f"{database[0]}#cut", on="ray", quiet=True)
        other.join()
        paid = Counter(each.request for each in server.log(before) if each.billed)
        first = Counter(each.request for each in server.log()[:before] if each.billed)
    assert lost == [1] and paid == first
    with Archive.open(out) as written, Archive.open(here.run) as alone:
        assert sorted(written.counts()) == sorted(alone.counts()) and written.answered() == alone.answered()
    one, two = (contents(export([run], tmp_path / f"of{run.parts[-2]}")) for run in (here.run, there.run))
    assert {**one, "provenance.json": ""} == {**two, "provenance.json": ""}


def test_a_killed_driver_is_started_again_and_goes_on(
    joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    told = written(tmp_path / "s", SCENARIOS["figures"])
    simulate(told, out=tmp_path / "here" / "run", quiet=True)
    command = [sys.executable, "-c", "import sys; from company.cli import main; sys.exit(main())", "simulate", "s"]
    command += ["--out", "there/run", "--on", "ray"]
    first, nothing = [*command, "--database", f"{database[0]}#driver"], subprocess.DEVNULL
    with subprocess.Popen(first, text=True, stderr=nothing, stdout=nothing) as killed:
        enough(tmp_path / "there" / "run", 6, killed)
        killed.send_signal(signal.SIGKILL)
    where = place_of(tmp_path / "there" / "run")
    assert where is not None
    with Archive.open(tmp_path / "there" / "run") as archive:
        before = archive.answered()
    engine = engine_at(where)
    with engine.connect() as connection:  # as half a minute does
        connection.exec_driver_sql("UPDATE company.runs SET until = now() WHERE name = %s", (where.name,))
        connection.connection.commit()
    engine.dispose()
    again = subprocess.run(command, capture_output=True, text=True, env={**os.environ})
    assert again.returncode == 0, again.stderr[-3000:]
    with Archive.open(tmp_path / "there" / "run") as there, Archive.open(tmp_path / "here" / "run") as here:
        assert before <= there.answered() == here.answered()
    one, other = (contents(export([tmp_path / run / "run"], tmp_path / f"of-{run}")) for run in ("here", "there"))
    assert one == other


def test_one_budget_holds_over_all_workers(
    joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    joined.add(2 - len(joined.workers))
    with Loopback(latency=0.05, staffed=True) as server:
        told = scenario(tmp_path / "s", server)
        stopped = simulate(told, out="run", database=f"{database[0]}#budget", on="ray", budget=1.0, quiet=True)
        paid = sum(each.billed for each in server.log())
    assert stopped.stopped and "of $1.00 allowed" in stopped.stopped
    assert 0.5 < (stopped.cost or 0) <= 1.0 and paid == stopped.calls


def test_several_scenarios_share_the_processors(
    joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    names = ["figures", "vector_graphics"]
    folders = [written(tmp_path / name, SCENARIOS[name]) for name in names]
    come = simulate_all(*folders, out="there", database=database[0], on="ray", quiet=True)
    for name, folder, each in zip(names, folders, come, strict=True):
        assert not isinstance(each, CompanyError) and each.accepted == each.wanted
        alone = simulate(folder, out=f"here/{name}", quiet=True).run
        one, other = (contents(export([run], tmp_path / f"{run.parts[-2]}-{name}")) for run in (alone, each.run))
        assert one == other


def test_a_run_in_a_folder_is_refused(joined: clusters.Nodes, tmp_path: Path) -> None:
    written(tmp_path / "s", SCENARIOS["figures"])
    with pytest.raises(ConfigError, match="keep it in PostgreSQL with database"):
        simulate("s", on="ray", quiet=True)
    with pytest.raises(ConfigError, match="is no place to work: say local, ray, or ray://"):
        simulate("s", on="moon", quiet=True)


def test_cases_are_judged_there_as_here(joined: clusters.Nodes, tmp_path: Path) -> None:
    made = simulate(written(tmp_path / "s", SCENARIOS["dialogues"]), out="run", quiet=True)
    folder = export([made.run], tmp_path / "benchmark")
    assert verify(folder, on="ray", quiet=True).as_json() == (here := verify(folder, quiet=True)).as_json() and here.ok
    entries = read_benchmark(folder).entries
    answers = {entry["data_id"]: f"```python\n{entry['reference_answer']}\n```" for entry in entries}
    answers[entries[-1]["data_id"]] = "```python\nprint(1)\n```"
    there = score(folder, answers, on="ray", quiet=True).as_json()
    assert there == score(folder, answers, quiet=True).as_json()
    assert sum(case["right"] for case in there["cases"]) == len(entries) - 1


def test_a_model_is_asked_here_and_judged_there(
    joined: clusters.Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    made = simulate(written(tmp_path / "s", SCENARIOS["dialogues"]), out="run", quiet=True)
    folder = export([made.run], tmp_path / "benchmark")
    entries = read_benchmark(folder).entries
    (right,) = (each["reference_answer"] for each in entries if not each["data_id"].endswith("private"))

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = [message["content"] for message in body["messages"]]
            of_library = any("decision_company" in text for text in said)
            code = "print(1)" if of_library else right
            completed(self, body, "none" if "their names alone" in said[-1] else f"```python\n{code}\n```")

        def log_message(self, *_: object) -> None:
            pass

    with listening(Answers) as server:
        asking = {"base_url": f"{server}/v1", "logs": tmp_path / "logs", "quiet": True}
        there, here = (evaluate(folder, "openai/gpt-4o", on=on, **asking) for on in ("ray", None))
    assert there.scored == here.scored and sum(case.right for case in there.scored) == len(entries) - 1
    with pytest.raises(ConfigError, match="in mode conversation all code runs beside the model"):
        evaluate(folder, "openai/gpt-4o", mode="conversation", on="ray", **asking)


def test_a_benchmark_is_made_again_there(
    joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    made = simulate(written(tmp_path / "s", SCENARIOS["figures"]), out="run", quiet=True)
    folder = export([made.run], tmp_path / "benchmark")
    with pytest.raises(ConfigError, match="keep them in PostgreSQL with database"):
        rebuild(folder, out="again", on="ray", quiet=True)
    again = rebuild(folder, out="again", database=database[0], on="ray", quiet=True)
    assert again.equal, again.why
    assert all(place_of(run) is not None for run in Path("again/runs").glob("*/run"))


def test_a_node_without_a_layer_does_no_work_and_the_line_is_that_of_one_machine(
    joined: clusters.Nodes, database: tuple[str, Callable[[str], None]], tmp_path: Path
) -> None:
    made = simulate(written(tmp_path / "s", SCENARIOS["dialogues"]), out="run", quiet=True)
    folder = export([made.run], tmp_path / "benchmark")
    answers = {
        entry["data_id"]: f"```python\n{entry['reference_answer']}\n```" for entry in read_benchmark(folder).entries
    }
    joined.add_contained()
    while len(joined.workers) > 1:
        joined.kill_node(0)
    three = "landlock,limits,seccomp"
    missing = r"Missing: namespaces .*: require landlock,limits,seccomp"
    with pytest.raises(LayersMissing, match=missing):
        score(folder, answers, on="ray", quiet=True)
    found = score(folder, answers, on="ray", require=three, quiet=True)
    assert all(case.right for case in found.scored)
    with pytest.raises(LayersMissing, match=r"Missing: namespaces"):
        simulate("s", out="other", database=f"{database[0]}#contained", on="ray", quiet=True)
    joined.add()
    there = simulate("s", out="other", on="ray", quiet=True)
    assert there.accepted == there.wanted
    joined.kill_node(0)


def test_a_node_that_has_other_versions_judges_nothing_and_says_so(joined: clusters.Nodes, tmp_path: Path) -> None:
    folder = tmp_path / "none"
    folder.mkdir()
    terms = Terms({**versions(), "pandas": "0.1"}, ("seccomp",))

    async def judged(cluster: Cluster) -> None:
        async with Judges(cluster, folder, terms, Silent()) as judges:
            await judges.do("gate", {})

    with connected("ray") as cluster, pytest.raises(ConfigError, match=r"it has pandas .*, and not 0\.1"):
        asyncio.run(judged(cluster))
