"""The command line parses, calls and prints, and every ending has its exit code."""

import contextlib
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

import company.api.publishing
import company.benchmark.publishing.export
import company.benchmark.reading
import company.benchmark.verify
import company.families.dialogues.statistics.stats
import company.reporting.cases
import company.reporting.places
import company.run.simulation
from company.archive import Archive
from company.benchmark.reading import Benchmark
from company.benchmark.verify import CaseVerdict, Verification
from company.cli import main
from company.config import LAYERS, SandboxSettings, load
from company.errors import ArchiveError, BackendError, ConfigError
from company.families.dialogues.body.recomposing import HistoryStyle
from company.families.dialogues.content import told_beside
from company.family.registry import family
from company.reporting.terminal import status_text
from company.run.simulation import Outcome

TABLE = "city,price\n" + "".join(f"city {n % 3},{n}.5\n" for n in range(12))


def outcome(**changes) -> Outcome:
    told = {"run": Path("my run"), "accepted": 3, "wanted": 3, "missing": {}, "calls": 7, "replayed": 2, "cost": 0.0}
    return Outcome(**{**told, **changes})


@pytest.fixture
def simulated(monkeypatch):
    """Makes `company simulate` end as told, and keeps the settings it was called with."""
    calls = []

    def ends(result):
        async def simulate(settings, progress, recording=None, workplace=None):
            calls.append(settings)
            progress.stage("tables", started=1, done=1)
            if isinstance(result, BaseException):
                raise result
            return result

        monkeypatch.setattr(company.run.simulation, "simulate", simulate)
        return calls

    return ends


@pytest.mark.slow
def test_help_comes_without_heavy_imports():
    code = (
        "import sys; from company.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('pydantic', 'pandas', 'rich', 'numpy', 'asyncio') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "[]"
    for name in ("simulate", "status", "export", "verify", "stats", "show", "new"):
        assert f"\n    {name} " in shown


def test_the_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("company ")


@pytest.mark.parametrize(
    "arguments",
    [["simulate"], ["simulat"], ["simulate", "wine", "--limit", "x"], ["simulate", "wine", "--nope"], ["new", "d"]],
)
def test_wrong_use(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_no_command_is_wrong_use(capsys):
    assert main([]) == 2
    assert "usage:" in capsys.readouterr().err


def test_simulate_passes_the_flags_on(simulated, tmp_path):
    calls = simulated(outcome())
    flags = [
        "--out",
        str(tmp_path),
        "--backend",
        "openai",
        "--model",
        "m",
        "--budget",
        "2.5",
        "--seed",
        "8",
        "--limit",
        "3",
    ]
    assert main(["simulate", "wine", *flags]) == 0
    (settings,) = calls
    assert (settings.out, settings.model.name, settings.model.seed) == (tmp_path, "m", 8)
    assert (settings.budget.usd, settings.targets.normal) == (2.5, 3)


def test_simulate_ends_with_the_next_command(simulated, capsys):
    simulated(outcome())
    assert main(["simulate", "wine"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "run: my run",
        "3 of 3 cases accepted",
        "cost: $0.00 in all (7 replies now, 2 more answered from the archive)",
        "see: company report 'my run'",
        "next: company export 'my run'",
    ]
    assert "tables 1/1" in told.err


def test_what_was_set_aside_is_told_where_cases_are_missing(simulated, capsys):
    simulated(outcome(accepted=1, aside={"it is shallow": 5}))
    main(["simulate", "wine"])
    shown = capsys.readouterr().out
    assert "missing: 2; no candidate was lost\nset aside, though they passed the gate:\n  5 × it is shallow\n" in shown
    simulated(outcome(accepted=1, missing={"cases: unstable": 1}, aside={"it is shallow": 5}))
    main(["simulate", "wine"])
    shown = capsys.readouterr().out
    assert shown.index("1 × cases: unstable") < shown.index("each one:") < shown.index("5 × it is shallow")


def test_what_would_take_the_missing_cases_is_told(simulated, capsys):
    simulated(outcome(accepted=1, aside={"it is shallow": 5}, remedies=("with a = 0.2, it takes 2",)))
    main(["simulate", "wine"])
    assert "  5 × it is shallow\nto have more: with a = 0.2, it takes 2\n" in capsys.readouterr().out


def test_what_is_missing_is_told_by_reason(simulated, capsys):
    simulated(outcome(accepted=1, missing={"cases: not deterministic": 2}, cost=None))
    assert main(["simulate", "wine"]) == 1
    shown = capsys.readouterr().out
    assert "1 of 3 cases accepted" in shown
    assert "2 × cases: not deterministic" in shown
    assert "cost: unknown" in shown


def test_a_run_that_stopped_ends_with_3(simulated, capsys):
    simulated(outcome(accepted=1, stopped="spent $1.00 of $1.00"))
    assert main(["simulate", "wine"]) == 3
    assert "stopped: spent $1.00 of $1.00" in capsys.readouterr().out


def test_simulate_as_json(simulated, capsys):
    simulated(outcome(accepted=2, missing={"a": 1}))
    assert main(["simulate", "wine", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["run"], told["accepted"], told["missing"], told["stopped"]) == ("my run", 2, {"a": 1}, None)


@pytest.mark.parametrize(
    ("error", "code"), [(ConfigError("no table"), 2), (BackendError("no answer"), 1), (ArchiveError("no run"), 1)]
)
def test_what_goes_wrong_is_one_line(simulated, capsys, error, code):
    simulated(error)
    assert main(["simulate", "wine"]) == code
    assert capsys.readouterr().err.splitlines()[-1] == f"company: {error}"


def test_an_interrupted_run_says_that_it_goes_on(simulated, capsys):
    simulated(KeyboardInterrupt())
    assert main(["simulate", "wine"]) == 130
    assert "running the same command again goes on" in capsys.readouterr().err


def test_the_unexpected_is_one_line_too(simulated, capsys, monkeypatch):
    monkeypatch.delenv("COMPANY_DEBUG", raising=False)
    simulated(ZeroDivisionError("by zero"))
    assert main(["simulate", "wine"]) == 1
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert "ZeroDivisionError: by zero" in told
    assert "COMPANY_DEBUG=1" in told


def test_what_the_system_refuses_is_told_with_its_file(simulated, capsys):
    simulated(PermissionError(13, "Permission denied", "/closed/run"))
    assert main(["simulate", "wine"]) == 1
    assert "/closed/run: Permission denied" in capsys.readouterr().err


def test_debugging_shows_the_traceback(simulated, capsys, monkeypatch):
    monkeypatch.setenv("COMPANY_DEBUG", "1")
    simulated(ZeroDivisionError("by zero"))
    assert main(["simulate", "wine"]) == 1
    assert "Traceback" in capsys.readouterr().err


def _benchmark(folder: Path) -> Path:
    for part in ("data/dialogue_data", "data/resource"):
        (folder / part).mkdir(parents=True)
    return folder


@pytest.mark.parametrize(
    ("command", "code", "why"),
    [
        (["simulate", "wine", "--model", "m"], 2, "the built-in company answers here, which has no models"),
        (["simulate", "wine", "--estimate", "--record", "calls"], 2, "leave one of them out"),
        (["simulate", "wine", "--preview", "--record", "calls"], 2, "leave one of them out"),
        (["simulate", "wine", "--out", "run", "--record", "notes.txt"], 2, "is no recording; it is not overwritten"),
        (["simulate", "wine", "--out", "run", "--record", "bench"], 2, "this is a folder; name a file in it"),
        (["simulate", "wine", "--out", "run", "--record", "none/calls"], 2, "there is no folder none"),
        (["simulate", "wine", "--out", "bench"], 2, "is an exported benchmark"),
        (["export", "bench", "bench", "--out", "both"], 2, "bench is named twice; a benchmark holds each run once"),
        (["export", "bench", "./bench/../bench", "--out", "both"], 2, "are one run"),
        (["export", "bench", "--database", "nonsense"], 1, "bench is not a run"),
        (["score", "bench", "notes.txt", "--seconds", "inf"], 2, "give a time above 0, of 86,400 at most"),
        (["verify", "bench", "--require", ","], 2, "',' names no layer"),
        (["new", "mine", "--family", "caption"], 2, "there is no family 'caption' (did you mean `captions`?)"),
        (["verify", "none"], 1, "none is not a benchmark: there is nothing; check the path"),
        (["evaluate", "bench", "--model", "mockllm/model", "--seconds", "0"], 2, "give a time above 0"),
        (["evaluate", "bench", "--model", "mockllm/model", "--limit", "0"], 2, "give a number of cases, 1 or more"),
        (["evaluate", "bench", "--model", "mockllm/model", "--limit", "-2"], 2, "give a number of cases, 1 or more"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is(command, code, why, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _benchmark(tmp_path / "bench")
    (tmp_path / "notes.txt").write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert main(command) == code
    told = capsys.readouterr()
    assert why in told.err and told.err.count("\n") == 1 and not told.out
    assert sorted(tmp_path.rglob("*")) == before and (tmp_path / "notes.txt").read_text() == "mine"


def test_a_number_that_is_none_is_told_in_plain_words(capsys):
    with pytest.raises(SystemExit):
        main(["simulate", "wine", "--seed", "abc"])
    assert capsys.readouterr().err.endswith("argument --seed: 'abc' is not a whole number; give one, such as 7\n")


def test_a_folder_that_cannot_be_made_is_told_with_the_flag(capsys):
    assert main(["simulate", "wine", "--out", "/proc/mine", "--limit", "2"]) == 2
    told = capsys.readouterr().err
    assert "no folder can be made at /proc/mine" in told and "--out" in told


@pytest.mark.parametrize(
    ("holds", "said"), [("company.sqlite", "it is a run; `company export"), ("simulation.toml", "it is a scenario; ")]
)
def test_what_is_verified_and_no_benchmark_is_named(holds, said, tmp_path, capsys):
    (tmp_path / holds).write_text("")
    assert main(["verify", str(tmp_path)]) == 1
    assert said in capsys.readouterr().err


def test_a_report_without_a_folder_asks_for_that_alone(capsys):
    with pytest.raises(SystemExit):
        main(["report"])
    assert capsys.readouterr().err.endswith("the following arguments are required: PATH\n")


@pytest.mark.slow
def test_what_a_model_is_asked_leaves_stdout_to_the_result(tmp_path, capsys, monkeypatch):
    from company.evaluation import evaluating

    def asks(*_, display, **__):
        print("Running 1 tasks...", display)  # noqa: T201 - as Inspect does
        return [SimpleNamespace(status="error", error=None, samples=None, location="a.eval")]

    monkeypatch.setattr(evaluating, "asked_of", lambda *_: (None, "some/model"))
    monkeypatch.setattr(evaluating.inspect_ai, "eval", asks)
    monkeypatch.setattr(evaluating, "get_model", lambda *_, **__: None)
    command = ["evaluate", "bench", "--model", "mockllm/model", "--log-dir", str(tmp_path / "logs"), "--json"]
    assert main(command) == 1
    told = capsys.readouterr()
    assert not told.out and "Running 1 tasks... plain" in told.err


@pytest.mark.slow
def test_a_model_without_its_key_is_told_in_one_plain_line(tmp_path, capsys, monkeypatch):
    from company.evaluation import evaluating

    def refuses(*_, **__):
        raise ValueError("ERROR: no client\n\nNo [bold][blue]SOME_KEY[/blue][/bold] is defined.")

    monkeypatch.setattr(evaluating, "asked_of", lambda *_: (None, "some/model"))
    monkeypatch.setattr(evaluating, "get_model", refuses)
    assert main(["evaluate", "bench", "--model", "some/model"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("company: --model some/model: no client: No SOME_KEY is defined; give a name")
    assert told.count("\n") == 1


def test_a_new_scenario_tells_which_columns_are_left_aside(tmp_path, capsys):
    rows = "".join(f"{n}.50,{n} apples,{'about 30' if n % 5 == 0 else n * 7},{n * 3}/x{n}\n" for n in range(1, 41))
    (tmp_path / "shops.csv").write_text("price,stock,minutes,size\n" + rows)
    assert main(["new", str(tmp_path / "mine"), "--table", str(tmp_path / "shops.csv")]) == 0
    (told,) = [line for line in capsys.readouterr().out.splitlines() if "free text" in line]
    assert "'minutes' (such as 'about 30')" in told
    assert "'price'" not in told and "'stock'" not in told


def test_a_new_scenario_of_several_tables_proposes_keys_and_links(tmp_path, capsys):
    orders = "".join(f"{n},C{n % 9},P{n % 10 + 1},{n * 3.5}\n" for n in range(1, 61))
    (tmp_path / "orders.csv").write_text("order,buyer,product_code,amount\n" + orders)
    customers = "".join(f"C{n},{'north' if n % 3 else 'south'},{n * 10.5}\n" for n in range(9))
    (tmp_path / "buyers.csv").write_text("customer,region,budget\n" + customers)
    products = "".join(f"P{n},{n * 2.25},{'ab'[n % 2]}{n}\n" for n in range(1, 9))
    (tmp_path / "products.csv").write_text("product_code,price,label\n" + products)
    tables = [each for name in ("orders", "buyers", "products") for each in ("--table", str(tmp_path / f"{name}.csv"))]
    assert main(["new", str(tmp_path / "mine"), *tables]) == 0
    told = capsys.readouterr().out
    assert "`orders`: key order; buyer names a row of buyers by its customer (every row finds one)" in told
    assert "product_code names a row of products (80% of rows find one)" in told and "`buyers`: key customer" in told
    assert {each.name for each in (tmp_path / "mine").iterdir()} == {
        "simulation.toml", "orders.csv", "buyers.csv", "products.csv",
    }  # fmt: skip
    assert main(["check", str(tmp_path / "mine")]) == 0
    assert "buyer names a row of buyers by its customer" in capsys.readouterr().out
    assert main(["new", str(tmp_path / "other"), *tables[2:4], *tables[:2]]) == 0
    assert "is `orders` what you ask about?" in capsys.readouterr().out
    assert main(["new", str(tmp_path / "none"), "--family", "captions", *tables]) == 2
    assert "about one table" in capsys.readouterr().err
    assert main(["new", str(tmp_path / "none"), *tables[:2], *tables[:2]]) == 2
    assert "called 'orders' already" in capsys.readouterr().err and not (tmp_path / "none").exists()


def test_a_table_in_json_is_refused_by_name(tmp_path, capsys):
    (tmp_path / "shops.json").write_text('[{"city": "Oslo", "sales": 3}]')
    assert main(["new", str(tmp_path / "mine"), "--table", str(tmp_path / "shops.json")]) == 2
    assert "is JSON, not CSV text" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()


STATUS = {
    "run": "out",
    "settings": {},
    "backends": {"admin": {"name": "procedural", "model": "grammar, seed 1", "note": ""}},
    "sandbox": {"layers": {"limits": "on", "namespaces": "unshare: Operation not permitted"}, "forks": True},
    "records": {"persona": {"accepted": 4}, "case": {"accepted": 20, "rejected": 2}},
    "rejected": {"cases: same query and code as c1": 2},
    "calls": 120,
    "usd": 0.0,
}


def test_status(monkeypatch, capsys):
    monkeypatch.setattr(company.run.status, "run_status", lambda run: {**STATUS, "run": str(run)})
    assert main(["status", "out"]) == 0
    shown = capsys.readouterr().out
    assert "20 accepted, 2 rejected" in shown
    assert "\nsandbox: limits · without namespaces (unshare: Operation not permitted)\n" in shown
    assert "2 × cases: same query and code as c1" in shown
    assert main(["status", "out", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == STATUS


def test_a_run_that_stopped_does_not_look_for_losses(simulated, capsys):
    simulated(Outcome(Path("out"), 0, 10, {}, 21, 0, 0.02, "spent $0.02 of $0.02 allowed; run again to go on"))
    assert main(["simulate", "wine"]) == 3
    shown = capsys.readouterr().out
    assert "missing: 10; the run stopped before they were tried" in shown
    assert shown.count("go on") == 1
    assert "rejected.jsonl" not in shown


def test_records_are_shown_in_the_order_of_their_lives():
    status = {**STATUS, "records": {"case": {"accepted": 1}, "table": {"accepted": 1}, "plan": {"accepted": 1}}}
    shown = status_text(status, family("dialogues"))
    assert shown.index("tables:") < shown.index("plans:") < shown.index("cases:")


def test_export(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    for run in ("out", "a", "b"):
        Archive.create(Path(run)).close()
    calls = []

    def export(runs, out, *, include_unreviewed, style, reviewed, verdicts, recordings, held_back, filter_by):
        assert reviewed is None and verdicts == [] and recordings == {} and held_back is None and filter_by is None
        calls.append(([run.run for run in runs], out, include_unreviewed, style))
        return Path("there")

    monkeypatch.setattr(company.benchmark.publishing.export, "export", export)
    monkeypatch.setattr(company.api.publishing, "Benchmark", lambda folder: SimpleNamespace(folder=folder, remarks=()))
    monkeypatch.setattr(company.api.publishing, "waiting_for_people", lambda *runs: 3 if runs == (Path("out"),) else 0)
    assert main(["export", "out"]) == 0
    assert "left out, as only people can tell: 3 cases; company review out" in capsys.readouterr().out
    assert main(["export", "out", "--out", "x", "--include-unreviewed"]) == 0
    assert main(["export", "a", "b", "--out", "x", "--noisy"]) == 0
    assert main(["export", "a", "--history", "9"]) == 0
    assert main(["export", "a", "--history", "-1"]) == 2
    assert main(["export", "a", "--unfiltered", "0.2"]) == main(["export", "a", "--solver", "m"]) == 2
    assert calls == [
        ([Path("out")], None, False, None),
        ([Path("out")], Path("x"), True, None),
        ([Path("a"), Path("b")], Path("x"), False, HistoryStyle(5, noisy=True)),
        ([Path("a")], None, False, HistoryStyle(9)),
    ]
    assert "next: company verify there" in capsys.readouterr().out


@pytest.mark.parametrize(("passed", "code"), [(True, 0), (False, 1)])
def test_verify(monkeypatch, capsys, passed, code):
    asked = []

    async def verify(benchmark, progress, require, public, place):
        asked.append(require)
        case = CaseVerdict("wine_1", passed, () if passed else ("gold is not gold",), {})
        layers = {"limits": "on", "seccomp": "no such call"}
        return Verification(passed, (case,), (), {"empty answer": 1, "slipped through": 0}, layers)

    monkeypatch.setattr(company.benchmark.verify, "verify", verify)
    assert main(["verify", "there"]) == code
    shown = capsys.readouterr().out
    assert f"cases that pass: {int(passed)} of 1" in shown
    assert ("wine_1: gold is not gold" in shown) is not passed
    assert "\nsandbox: limits · without seccomp (no such call)\n" in shown
    assert main(["verify", "there", "--require", "limits", "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["layers"]) == (passed, {"limits": "on", "seccomp": "no such call"})
    assert main(["verify", "there", "--require", "lmits"]) == 2
    assert asked == [LAYERS, ("limits",)]


def test_stats(monkeypatch, capsys):
    monkeypatch.setattr(company.benchmark.reading, "read_benchmark", lambda folder: Benchmark(folder, {}))
    monkeypatch.setattr(company.families.dialogues.statistics.stats, "stats_of", lambda content: {"cases": 3})
    monkeypatch.setattr(
        company.families.dialogues.statistics.stats, "stats_text", lambda stats: f"{stats['cases']} cases\n"
    )
    assert main(["stats", "there"]) == 0
    assert capsys.readouterr().out == "3 cases\n"
    assert main(["stats", "there", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"cases": 3}


def entry(data_id: str) -> dict:
    code = f"x = 1\n# YOUR SOLUTION BEGIN:\ntop = df[['{data_id}']]\n# YOUR SOLUTION END\n"
    return {
        "data_id": data_id,
        "result_type": ["dataframe", "plot"],
        "current_query": "Which [three] wines?",
        "reference_answer": code,
    }


@pytest.fixture
def benchmark(monkeypatch):
    turn = {"cases": ["b"], "results": [{"name": "top", "type": "dataframe", "shown": "   x [y]\n0  1"}]}
    content = Benchmark(Path("there"), {"normal": (entry("a"), entry("b"))}, told_beside(({"turns": [turn]},)))
    monkeypatch.setattr(company.reporting.cases, "read_cases", lambda folder: content)
    monkeypatch.setattr(company.reporting.places, "is_benchmark", lambda folder: True)


def test_show(benchmark, capsys):
    assert main(["show", "there"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("case a of there: dataframe, plot\n")
    assert "Which [three] wines?" in shown
    assert "top = df[['a']]" in shown
    assert main(["show", "there", "b"]) == 0
    assert "top (dataframe):\n     x [y]\n  0  1\n" in capsys.readouterr().out


def test_show_a_case_that_is_not_there(benchmark, capsys):
    assert main(["show", "there", "c"]) == 2
    assert "no case 'c'" in capsys.readouterr().err


def test_new_copies_the_table_and_writes_a_scenario_that_loads(tmp_path, capsys):
    table = tmp_path / 'Shop "1".csv'
    table.write_text(TABLE.replace(",", ";"))
    folder = tmp_path / "my shop"
    assert main(["new", str(folder), "--table", str(table)]) == 0
    shown = capsys.readouterr().out
    assert "12 rows, 2 columns, called `shop_1`" in shown
    assert "fields were separated by ';'" in shown
    assert f"company simulate '{folder}'" in shown
    settings = load(folder)
    assert settings.table_file.read_bytes() == table.read_bytes()
    assert (settings.table.name, settings.targets.normal) == ("shop_1", 60)


def test_every_key_that_new_leaves_out_is_one_that_counts(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    main(["new", str(tmp_path / "n"), "--table", str(tmp_path / "t.csv")])
    file = tmp_path / "n" / "simulation.toml"
    lines = file.read_text().splitlines()
    opened = [line.removeprefix("# ") if " = " in line else line for line in lines]
    file.write_text("\n".join(opened))
    settings = load(tmp_path / "n")
    assert tomllib.loads(file.read_text())["sandbox"].keys() == SandboxSettings.model_fields.keys()
    assert settings.sandbox.require == LAYERS
    assert (settings.people.clients, settings.budget.usd, settings.sandbox.workers) == (5, 5.0, 2)


def test_new_does_not_overwrite(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(TABLE)
    arguments = ["new", str(tmp_path / "n"), "--table", str(tmp_path / "t.csv")]
    assert main(arguments) == 0
    (tmp_path / "n" / "simulation.toml").write_text("mine")
    assert main(arguments) == 2
    assert "not overwritten" in capsys.readouterr().err
    assert (tmp_path / "n" / "simulation.toml").read_text() == "mine"
    (tmp_path / "n" / "simulation.toml").unlink()
    (tmp_path / "n" / "t.csv").write_text("mine")
    assert main(arguments) == 2
    assert not (tmp_path / "n" / "simulation.toml").exists()


def test_new_in_the_folder_of_the_table(tmp_path):
    (tmp_path / "t.csv").write_text(TABLE)
    assert main(["new", str(tmp_path), "--table", str(tmp_path / "t.csv")]) == 0
    assert (tmp_path / "t.csv").read_text() == TABLE
    assert load(tmp_path).table_file == tmp_path / "t.csv"


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n"])
def test_new_writes_nothing_for_a_table_that_cannot_be_used(tmp_path, capsys, content):
    (tmp_path / "t.csv").write_text(content)
    assert main(["new", str(tmp_path / "n"), "--table", str(tmp_path / "t.csv")]) == 2
    assert "t.csv" in capsys.readouterr().err
    assert not (tmp_path / "n").exists()


def test_new_below_a_file(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(TABLE)
    assert main(["new", str(tmp_path / "t.csv" / "n"), "--table", str(tmp_path / "t.csv")]) == 2
    assert "is a file" in capsys.readouterr().err


def test_a_new_scenario_of_pictures_has_a_copy_of_them_with_their_data(tmp_path, capsys):
    given, mine = tmp_path / "given", tmp_path / "mine"
    (given / "below").mkdir(parents=True)
    for place in (given / "rivers.png", given / "below" / "towns.jpg"):
        Image.linear_gradient("L").save(place)
    (given / "rivers.csv").write_text("river,length\nRhine,1233\n")
    (given / "notes.txt").write_text("no data of a picture")
    assert main(["new", str(mine), "--pictures", str(given)]) == 0
    assert "pictures: 2, with 1 data files" in capsys.readouterr().out
    copied = {str(each.relative_to(mine)) for each in mine.rglob("*") if each.is_file()}
    assert copied == {"simulation.toml", "pictures/rivers.png", "pictures/rivers.csv", "pictures/below/towns.jpg"}
    told = load(mine)
    assert told.originals.origin == "pictures" and told.folder == mine / "pictures" and told.targets.figure == 2
    for arguments, why in (
        (["--pictures", str(given)], "is not overwritten"),
        (["--pictures", str(tmp_path / "nowhere")], "no folder"),
        (["--pictures", str(given), "--family", "captions"], "--pictures is for figures"),
        (["--pictures", str(given), "--scripts", str(given)], "not allowed with"),
    ):
        with contextlib.suppress(SystemExit):
            assert main(["new", str(mine), *arguments]) == 2
        assert why in capsys.readouterr().err


def test_a_run_is_not_mixed_into_a_folder_of_others(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["simulate", "wine", "--limit", "1", "--out", str(tmp_path)]) == 2
    assert f"{tmp_path} is no run, and holds notes.txt" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def test_a_mistyped_command_is_told_the_nearest(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["shw", "output"])
    assert "there is no command `shw` (did you mean `show`?)" in capsys.readouterr().err


def test_a_header_that_stands_below_others_lines_is_told(tmp_path, capsys):
    table = tmp_path / "sales.csv"
    table.write_text("All sales of the year\nshop,price,sold\n" + "a,1,4\nb,2,5\n" * 10)
    assert main(["new", str(tmp_path / "sales"), "--table", str(table)]) == 2
    assert "if the header is in line 2, remove what stands above it" in capsys.readouterr().err
