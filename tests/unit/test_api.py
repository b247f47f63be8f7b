"""The Python names: what they offer, in a script and inside a notebook's running loop."""

import asyncio
import subprocess
import sys
import threading

import pytest

import company
from company.api.terms import said
from company.benchmark.files import RESOURCE
from company.console import blocking
from company.console.blocking import apart, waited
from company.errors import ArchiveError, ConfigError
from company.families.dialogues.evaluation.scored import ScoredTurn
from company.families.dialogues.files import LINES
from human_review.published import verdict_lines
from human_review.store import ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject
from tests.support.hub_stand_in import TOKEN, hub
from tests.support.mixed_run import make_mixed_run
from tests.support.review import Clock, invited, options, proposal, submission


@pytest.mark.slow
def test_every_name_is_there_and_importing_the_company_alone_loads_none():
    for name in company.__all__:
        assert getattr(company, name).__name__ == name
    assert set(company.__all__) <= set(dir(company))
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        _ = company.simulat
    script = "import sys, company; print({'pandas', 'company.api', 'sqlalchemy'} & sys.modules.keys())"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


async def answer(value):
    await asyncio.sleep(0)
    return value, threading.current_thread()


def test_work_is_waited_for_in_this_thread_where_no_loop_runs():
    assert waited(answer(1)) == (1, threading.current_thread())
    assert apart(threading.current_thread) is threading.current_thread()


async def test_work_is_waited_for_inside_a_notebooks_loop():
    value, thread = waited(answer(2))
    assert value == 2 and thread is not threading.current_thread()
    assert apart(lambda: asyncio.run(answer(3)))[0] == 3

    async def fails():
        raise ConfigError("as it was said")

    with pytest.raises(ConfigError, match="as it was said"):
        waited(fails())


async def test_work_that_is_interrupted_in_a_notebook_ends_in_order(monkeypatch):
    ended = []

    async def long():
        try:
            begun.set()
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("in order")
            raise

    begun = threading.Event()

    class Interrupted:
        def result(self):
            begun.wait(10)
            raise KeyboardInterrupt

    class Pool(blocking.ThreadPoolExecutor):
        def submit(self, *given):
            super().submit(*given)
            return Interrupted()

    monkeypatch.setattr(blocking, "ThreadPoolExecutor", Pool)
    with pytest.raises(KeyboardInterrupt):
        waited(long())
    assert ended == ["in order"]


def test_what_cannot_be_used_is_refused_before_any_work(tmp_path):
    with pytest.raises(ConfigError, match="0 or more"):
        company.export(tmp_path, history=-1)
    with pytest.raises(ConfigError, match="one run"):
        company.export(tmp_path, tmp_path, database="sqlite://")
    with pytest.raises(ConfigError, match="above 0"):
        company.score(tmp_path, {}, seconds=0)
    for ask in (company.Benchmark, company.verify, company.fetch):
        with pytest.raises(ArchiveError, match=r"is not a benchmark|it is no benchmark"):
            ask(tmp_path)
    with pytest.raises(ConfigError, match="give OWNER/NAME"):
        company.push(tmp_path, "no owner")


def test_errors_name_keywords_and_leave_commands_as_they_are(tmp_path):
    with pytest.raises(ConfigError, match=r"^limit 0: should be from 1"):
        company.simulate("wine", limit=0, out=tmp_path)
    with pytest.raises(ConfigError, match=r"leave model out$"):
        company.simulate("wine", model="a-model", out=tmp_path)
    assert said("--base-url is none; `company check S --model M` tries it") == (
        "base_url is none; `company check S --model M` tries it"
    )
    assert said("--filter and --json", {"filter_by"}) == "filter_by and --json"


def test_targets_say_instead_of_the_file_which_cases_are_wanted(tmp_path):
    wanted = company.api.settings("wine", out=tmp_path, targets={"normal": 3, "plot_qa": 2}).targets.wanted
    assert wanted == {"normal": 3, "plot_qa": 2}
    assert company.api.settings("wine", out=tmp_path, targets={"normal": 3}, limit=9).targets.wanted == {"normal": 9}
    with pytest.raises(ConfigError, match=r"targets: nomal = 3: there is no `nomal` .*did you mean `normal`"):
        company.simulate("wine", targets={"nomal": 3}, out=tmp_path)
    with pytest.raises(ConfigError, match=r"targets: normal = -1: should be"):
        company.simulate("wine", targets={"normal": -1}, out=tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_scenario_is_begun_from_a_table_and_from_one_thing_alone(tmp_path):
    table = tmp_path / "sales.csv"
    table.write_text("shop,price\n" + "".join(f"{'ab'[i % 2]},{i / 2}\n" for i in range(60)))
    begun = company.new(tmp_path / "sales", table, quiet=True)
    assert begun.file == tmp_path / "sales" / "simulation.toml" and begun.file.is_file()
    with pytest.raises(ConfigError, match="not from tables and kaggle"):
        company.new(tmp_path / "other", table, kaggle="ada/shops")
    with pytest.raises(ConfigError, match="nothing to begin from"):
        company.new(tmp_path / "other")


def test_a_layout_that_a_family_does_not_have_is_refused_with_those_that_others_have(dialogue):
    with pytest.raises(
        ConfigError, match=r"none .* for dialogues.*figures can be written as matplotbench, paperbanana"
    ):
        company.export(make_mixed_run(dialogue), layout="matplotbench")


def test_a_benchmark_that_is_just_called_so_has_the_name_of_its_run_too(dialogue, tmp_path):
    run = make_mixed_run(dialogue)
    assert company.export(run).content.name == f"{run.name}/benchmark"
    assert company.export(run, out=tmp_path / "mine").content.name == "mine"


def test_cases_and_pages_show_themselves(dialogue, tmp_path):
    benchmark = company.export(make_mixed_run(dialogue), out=tmp_path / "out")
    cases = company.show(benchmark)
    assert list(cases.columns) == ["category", "asked"] and set(cases.index) == set(benchmark.cases.index)
    name = cases.index[0]
    case = company.show(benchmark, name)
    assert case.line["data_id"] == name and name in repr(case)
    shown = case._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts"') and "<script" not in shown and name in shown
    page = company.report(benchmark, out=tmp_path / "page.html")
    assert page.file.read_text() == page.html and all(each in page.html for each in cases.index)
    one = company.report(benchmark, categories=[cases["category"].iloc[0]])
    assert name in one.html and one.file is None
    with pytest.raises(ConfigError, match="leave one of both out"):
        company.show(benchmark, name, grep="mean")
    with pytest.raises(ConfigError, match=r"^out .*there is no folder"):
        company.report(benchmark, out=tmp_path / "none" / "page.html")


def test_wrong_answers_are_listed_where_scores_show_themselves():
    rest = {"category": "normal", "domain": "shop", "register": "statement", "dialogue": "shop", "intents": (True,)}
    right = ScoredTurn(data_id="one", right=True, **rest)
    wrong = ScoredTurn(data_id="two", right=False, failure="wrong value", reason="wrong value", **rest)
    shown = company.Scores([right, wrong])._repr_html_()
    assert "<th>two</th>" in shown and "wrong value" in shown and "<th>one</th>" not in shown


def test_a_benchmark_is_pushed_and_it_is_said_where_it_is(dialogue, tmp_path, monkeypatch):
    pytest.importorskip("huggingface_hub", reason="the extra dev has it: pip install -e '.[dev]'")
    benchmark = company.export(make_mixed_run(dialogue), out=tmp_path / "out")
    with hub() as there:
        # As HF_ENDPOINT and HF_HUB_DISABLE_XET say it, which the client reads when it is imported.
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", there.address)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        assert company.push(benchmark, "ada/shops", private=True) == f"{there.address}/datasets/ada/shops"
    made = there.repositories["ada/shops"]
    assert made.private and len(made.commits) == 1 and "README.md" in made.files


def test_a_benchmark_is_read_when_its_lines_are_asked_for(tmp_path):
    (tmp_path / LINES).mkdir(parents=True)
    (tmp_path / RESOURCE).mkdir()
    benchmark = company.Benchmark(tmp_path)
    (tmp_path / LINES / "normal.jsonl").write_text("no line\n")
    with pytest.raises(ArchiveError, match=r"normal\.jsonl:1: not a JSON object"):
        len(benchmark)


# verdicts that a benchmark publishes


def test_published_verdicts_have_numbers_for_names_and_no_free_text(tmp_path):
    with ReviewStore(tmp_path / "one.sqlite", clock=Clock()) as store:
        ann, ben = invited(store, "Ann", "Ben")
        (cleo,) = invited(store, "Cleo", role="adjudicator")
        store.add([proposal(1), options(2), proposal(3), proposal(4)])

        def say(who, record, said):
            (item,) = [each for each in store.items(most=1000) if each.record == record]
            store.submit(who, submission(store.take(who, item.id), said, seconds=3.5))
            return item.id

        edit = Edit(changes={"name": "Somebody Else", "background": "secret"})
        say(ann, "shop.p1", edit)
        say(ben, "shop.p1", Reject(reasons=("Ann knows why",)))
        say(cleo, "shop.p1", Accept())
        say(ann, "shop.p2", Choose(option="shop.p2.s1"))
        say(ben, "shop.p2", Choose(option="shop.p2.s1"))
        say(ann, "shop.p3", Accept())  # not decided: nothing is told
        store.mark_gold(say(ann, "shop.p4", Accept()), Accept())
        lines = list(verdict_lines([store]))
    assert [(each["record"], each["reviewer"], each["verdict"], each["said"]) for each in lines] == [
        ("shop.p1", 1, "edit", '["background", "name"]'),
        ("shop.p1", 2, "reject", ""),
        ("shop.p1", 3, "accept", ""),
        ("shop.p2", 1, "choose", "shop.p2.s1"),
        ("shop.p2", 2, "choose", "shop.p2.s1"),
    ]
    assert lines[0]["decision"] == "accept" and lines[0]["decided_by"] == "adjudication"
    assert {each["role"] for each in lines} == {"reviewer", "adjudicator"}
    told = str(lines)
    assert not any(word in told for word in ("Ann", "Ben", "Cleo", "secret", "Somebody", "knows"))


@pytest.mark.parametrize("call", [company.verify, company.rebuild, lambda *a, **b: company.score(*a, {}, **b)])
@pytest.mark.parametrize("require", ["landlok", ["landlok"]])
def test_a_layer_that_there_is_not_is_refused_and_not_done_without(call, require, tmp_path):
    with pytest.raises(company.CompanyError, match="there is no layer 'landlok'"):
        call(tmp_path, require=require, quiet=True)
