"""The page on a run, and its dialogues in a terminal: what they tell, what they choose, and what cannot break out."""

from __future__ import annotations

import io
import itertools
import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import company.reporting.cases
import company.reporting.pages
from company.archive import Archive
from company.benchmark.reading import Benchmark
from company.cli import main
from company.errors import ConfigError
from company.families.dialogues.content import told_beside
from company.families.dialogues.records import Category
from company.families.dialogues.telling.chats import Chat, by_turn
from company.families.dialogues.telling.examples import examples
from company.families.dialogues.telling.printing import print_chat
from company.family.registry import family
from company.reporting.cases import print_case
from company.reporting.pages import run_markdown, run_page
from company.reporting.pictures import picture
from company.reporting.runs import RunReport, report_on
from company.run.stage import LOST
from company.showing import result_view
from human_review.store import FILE, ReviewStore
from human_review.verdicts import Accept
from tests.browser.hostile_corpus import PAYLOADS, hostile
from tests.support.reported_run import OTHER, D, choice, entry, png, reported_run, turn
from tests.support.review import Clock, invited, proposal, submission


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reported_run(tmp_path_factory.mktemp("reported") / "run")


@pytest.fixture(scope="module")
def report(run: Path) -> RunReport:
    return report_on(run)


def one_chat(run: Path, record: str | None) -> Chat:
    telling = family("dialogues").telling
    assert telling is not None
    with Archive.open(run) as archive:
        return telling.example(archive, record)  # type: ignore[no-any-return]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def printed(run: Path, record: str | None, stream: io.StringIO | None = None) -> str:
    stream = stream or io.StringIO()
    print_chat(one_chat(run, record), lambda turn, drawn: f"at {turn}", stream)
    return stream.getvalue()


class Tree(HTMLParser):
    """What a page is made of, for those who ask which elements there are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def test_figures_say_what_was_wanted_what_came_out_and_what_was_lost(report: RunReport) -> None:
    told = report.figures
    assert (told["cases"], told["wanted"], told["held"], told["turns"]) == (3, 4, 2, 5)
    assert (told["corrected"], told["without_code"]) == (1, 1)
    rows = {row["category"]: row for row in told["categories"]}
    assert (rows["normal"]["wanted"], rows["normal"]["kept"], rows["normal"]["lost"]) == (2, 1, 1)
    assert rows["insight_mining"] == {
        "category": "insight_mining", "answered_by": "choosing", "wanted": 0,
        "kept": 0, "spare": 1, "waiting": 0, "aside": 0, "lost": 0,
    }  # fmt: skip
    assert rows["update_code"]["lost"] == 1  # told by a note alone
    assert told["funnel"]["turn"] == {"kept": 5, "spare": 0, "waiting": 0, "aside": 0, "lost": 1}
    reasons = {(each["stage"], each["reason"]): each["count"] for each in told["reasons"]}
    assert reasons["cases", "same query and code as …"] == 1
    assert reasons["update_code", "it gives the same results"] == 1


def test_what_is_not_known_stays_unknown(report: RunReport) -> None:
    cost = report.figures["cost"]
    assert (cost["calls"], cost["usd"]) == (2, None)
    page, text = run_page(report), run_markdown(report)
    assert page.count("<td>unknown</td>") == 4  # written tokens and price, by stage and by role
    assert "<td>$0.25</td>" in page and "| $0.25 |" in text and "cost unknown" in text


def test_figures_are_those_of_the_benchmark_that_the_cases_would_make(report: RunReport) -> None:
    stats = report.figures["stats"]
    table = stats["composition"]["paper, table 1"]
    assert table["interactions"] == {"ours": 3, "published": 1024}
    assert table["private functions"]["ours"] == 1
    assert stats["composition"]["wrong versions, %"]["raise"]["ours"] == 100
    assert set(stats["registers"]) == {"statement"}  # no case was made of the other dialogue


def test_a_run_without_targets_cases_or_calls_has_a_page(tmp_path: Path) -> None:
    Archive.create(tmp_path).close()
    report = report_on(tmp_path)
    assert report.figures["wanted"] is None and report.figures["stats"] is None
    page = run_page(report)
    assert "There are no cases yet." in page and "There is no dialogue yet." in page
    assert "unknown" in run_markdown(report) or "$0.00" in run_markdown(report)
    assert main(["show", str(tmp_path)]) == 1


def test_examples_show_variety_and_are_the_same_each_time(run: Path) -> None:
    with Archive.open(run) as archive:
        made = by_turn(archive.records("case"))
        assert [each.id for each in examples(archive, made)] == [D, OTHER]
        assert [each.id for each in examples(archive, made, 1)] == [D]


def test_a_long_dialogue_is_not_shown_for_little(tmp_path: Path) -> None:
    reported_run(tmp_path)
    with Archive.open(tmp_path) as archive:
        for number in range(5, 60):
            archive.put(turn(number, ("value",)))
        assert examples(archive, {}, 1)[0].id == OTHER


def test_the_page_shows_a_dialogue_whole(report: RunReport) -> None:
    page = run_page(report)
    for words in ("Ada 1, buyer, Turin", "Make it shorter.", "too quick", "now it is right", "answer 2", "Which city?"):
        assert words in page, words
    assert "KeyError: &#39;town&#39;, line 1" in page and "One attempt</summary>" not in page
    assert re.search(r'<img src="data:image/png;base64,[^"]+" width="32" height="20" alt="Figure of turn 2: plot', page)
    assert "7 rows × 3 columns; the first 2 are shown" in page
    assert '<span class="tag">question back</span>' in page
    assert '<span class="tag">answers the question back</span>' in page
    assert '<span class="code-c1"># &lt;by city&gt;</span>' in page
    assert re.search(r'class="right"><span>B</span><span>Turin <strong>right</strong>', page)
    assert "wrong: another city" in page
    assert "It asks with the query above, and its reference is the code above." in page


def test_the_page_needs_nothing_else(report: RunReport) -> None:
    page = run_page(report)
    tree = Tree(page)
    assert not {"script", "link", "iframe", "object"} & {name for name, _ in tree.elements}
    addresses = [value or "" for _, kept in tree.elements for name, value in kept.items() if name in ("src", "href")]
    assert addresses and all(each.startswith(("#", "data:image/png;base64,")) for each in addresses)
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page
    ids = [kept["id"] for _, kept in tree.elements if "id" in kept]
    assert len(ids) == len(set(ids))
    assert {each[1:] for each in addresses if each.startswith("#")} <= set(ids)
    assert all(kept.get("alt") for name, kept in tree.elements if name == "img")


def test_nothing_that_a_model_wrote_becomes_part_of_the_page(tmp_path: Path) -> None:
    plain = Tree(run_page(report_on(reported_run(tmp_path / "plain"))))
    hostile_run = reported_run(tmp_path / "run", hostile)
    with Archive.open(hostile_run) as archive:
        archive.put_fact(LOST, "update_code", "shop.p1.s1.d1.t02", content=PAYLOADS["script"])
        archive.put_note(
            "backends", {"chatbot": {"name": PAYLOADS["image that fails"], "model": "</style>", "note": ""}}
        )
    report = report_on(hostile_run, [D, OTHER])
    page = run_page(report)
    tree = Tree(page)
    assert {name for name, _ in tree.elements} <= {name for name, _ in plain.elements} | {"del", "ins"}
    assert not [kept for _, kept in tree.elements if any(name.startswith("on") for name in kept)]
    assert "{{7*7}}" in page
    assert "\u202e" not in page and "\x1b" not in page and "⟨U+202E⟩" in page
    assert len(page) < 3_000_000
    text = run_markdown(report)
    assert "<script>" not in text and "\u202e" not in text


def test_pictures_beyond_what_a_page_holds_are_named(report: RunReport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company.reporting.pages, "PICTURES", 10)
    page = run_page(report)
    assert "<img" not in page
    assert "32 × 20 pixels" in page and f"company show RUN {D}.t02 --figures DIR" in page


def test_a_picture_is_known_by_its_first_bytes() -> None:
    found = picture(png(7, 9))
    assert found is not None and (found.width, found.height) == (7, 9)
    assert picture(b"<svg onload=alert(1)>") is None
    assert picture(png()[:20]) is None


def test_a_dialogue_as_plain_text(run: Path) -> None:
    told = printed(run, None)
    assert "\x1b" not in told and not re.search(r"[ \t]$", told, re.MULTILINE)
    assert told.startswith(f"{D} · statement\n4 turns, 1 plot, 1 correction, 1 question back, 3 cases")
    assert "client  Ada 1, buyer, Turin" in told and "1. Which city sells most?" in told
    assert told.index("attempt 1, which failed") < told.index("KeyError: 'town', line 1") < told.index("corrected")
    assert "a picture of 32 × 20 pixels, 1 kB; at shop.p1.s1.d1.t02" in told
    assert re.search(r"^ *0 +Rome +3 +0\.25$", told, re.MULTILINE)
    assert "turn 3 · question 1 · question back" in told and "turn 4 · question 1 · answers the question back" in told
    assert f"update code  accepted  {D}.t01.update_code" in told


def test_one_turn_comes_with_its_cases_whole(run: Path) -> None:
    told = printed(run, f"{D}.t02.plot_qa")  # a case stands for its turn
    assert told.startswith(f"{D} · statement · 1 of its 4 turns")
    assert "query 2" in told and "query 1" not in told
    assert "B. Turin  ← right" in told and "A. Rome  ← wrong: another city" in told
    told = printed(run, f"{D}.t01")
    assert "it asks with the query above, and its reference is the code above" in told
    assert "x = 0" in told and "No, that is wrong." in told


@pytest.mark.parametrize("width", [40, 80])
def test_a_table_is_cut_to_the_terminal(run: Path, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with Archive.open(run) as archive:
        wide = [f"column {number}" for number in range(30)]
        facts = {"rows": 1, "width": 30, "columns": wide, "index": [0], "head": [list(range(30))]}
        result = archive.get(f"{D}.t01").results[0].model_copy(update={"facts": facts})
    chat = one_chat(run, f"{D}.t01")
    told = Terminal()
    shown = replace(chat, turns=(replace(chat.turns[0], results=(result_view(result),)),))
    print_chat(shown, lambda turn, drawn: "", told)
    assert "\x1b[" in told.getvalue()
    lines = re.sub(r"\x1b\[[0-9;]*m", "", told.getvalue()).splitlines()
    assert max(map(len, lines)) <= width
    fit = (width - 4) // len("column 0  ")
    assert f"column {fit - 1}" in told.getvalue() and f"column {fit + 1}" not in told.getvalue()
    assert re.search(r"; \d+ more columns to the right", re.sub(r"\s+", " ", " ".join(lines)))


def test_no_control_character_of_a_model_reaches_the_terminal(tmp_path: Path) -> None:
    run = reported_run(tmp_path, hostile)
    for record in (D, f"{D}.t01"):
        told = printed(run, record)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", told)
        assert "⟨U+001B⟩[31m" in told
        assert "[/bold]" not in told


def test_an_unknown_id_is_answered_with_the_nearest(run: Path) -> None:
    with pytest.raises(ConfigError, match=rf"no dialogue, turn or case '{D}.t09'; the nearest are {D}.t0") as raised:
        one_chat(run, f"{D}.t09")
    near = str(raised.value).partition("are ")[2].split(", ")
    assert len(near) == len(set(near)) == 3


def test_report_command(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, text = tmp_path / "page.html", tmp_path / "figures.md"
    command = ["report", str(run), "--out", str(page), "--markdown", str(text), "--dialogue", OTHER, "--json"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert told["dialogues"] == [
        {"id": OTHER, "register": "colloquial", "turns": 2, "holds": "2 turns, 1 correction, value"}
    ]
    assert f"report: {page}" in err and "Ada 2" in page.read_text() and "Ada 1" not in page.read_text()
    assert "## Categories" in text.read_text()
    assert main(["report", str(run), "--dialogue", "nobody"]) == 2
    assert "the nearest are" in capsys.readouterr().err


def test_the_folder_says_which_page_is_meant(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark = tmp_path / "benchmark"
    for part in ("data/dialogue_data", "data/resource"):
        (benchmark / part).mkdir(parents=True)
    refused: dict[tuple[str, ...], str] = {
        ("report", str(run), "logs"): "is a run, whose page takes no logs",
        ("report", str(benchmark), "--difficulty", "x"): "--difficulty is for a page on models",
        ("report", str(benchmark), "logs", "--grep", "x"): "--category and --grep choose cases for a page without logs",
        ("report", str(run), "--grep", "x"): "--grep is for a benchmark",
        ("report", str(benchmark), "logs", "--dialogue", "x"): "--dialogue is for a run",
        ("report", str(tmp_path)): "is neither a run (it has no company.sqlite) nor a benchmark",
        ("show", str(tmp_path)): "is neither a run",
        ("show", str(benchmark), "--figures", "there"): "--figures is for a run",
    }
    for command, why in refused.items():
        assert main(list(command)) == 2, command
        told = capsys.readouterr().err
        assert why in told and told.count("\n") == 1, command


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--out", "{run}/company.sqlite"], "none that `company report` wrote"),
        (["--markdown", "{there}/notes.txt"], "none that `company report` wrote"),
        (["--out", "{there}"], "this is a folder"),
        (["--markdown", "{there}/none/figures.md"], "there is no folder"),
        (["--out", "{there}/page", "--markdown", "{there}/page"], "give each a file of its own"),
    ],
)
def test_a_report_is_written_over_nothing_but_a_report(
    given: list[str], why: str, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    before = {file: file.read_bytes() for place in (run, tmp_path) for file in place.rglob("*") if file.is_file()}
    assert main(["report", str(run), *(each.format(run=run, there=tmp_path) for each in given)]) == 2
    told = capsys.readouterr()
    assert why in told.err and told.err.count("\n") == 1 and not told.out
    after = {file: file.read_bytes() for place in (run, tmp_path) for file in place.rglob("*") if file.is_file()}
    assert after == before


def test_a_report_replaces_an_older_one(run: Path, tmp_path: Path) -> None:
    page, text = tmp_path / "page.html", tmp_path / "figures.md"
    for _ in range(2):
        assert main(["report", str(run), "--out", str(page), "--markdown", str(text)]) == 0
    assert page.read_text().startswith("<!doctype html>") and text.read_text().startswith("# ")


def test_show_command_writes_pictures(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(run), D, "--figures", str(tmp_path / "drawn")]) == 0
    told = capsys.readouterr().out
    file = tmp_path / "drawn" / f"{D}.t02.png"
    assert f"in {file}" in told and file.read_bytes() == png()
    assert main(["show", str(run), D, "--figures", str(file)]) == 2
    assert "this is a file; name a folder" in capsys.readouterr().err


def test_what_people_say_is_told_without_their_names(tmp_path: Path) -> None:
    run = reported_run(tmp_path)
    assert report_on(run).figures["review"] is None
    with ReviewStore(run / FILE, clock=Clock()) as store:
        people = invited(store, "Annabella", "Benjamino")
        body = turn(1, ("value",)).model_dump(mode="json")
        store.add(
            [proposal(number, kind="turn", record=f"t{number}", body={**body, "id": f"t{number}"}) for number in (1, 2)]
        )
        for reviewer in people:
            (item,) = [each for each in store.items(text="t1") if each.record == "t1"]
            store.submit(reviewer, submission(store.take(reviewer, item.id), Accept()))
    report = report_on(run)
    review = report.figures["review"]
    assert (review["verdicts"], review["reviewers"]) == (2, 2)
    assert review["items"] == {"turn": {"open": 1, "decided": 1}}
    assert review["done"]["decided"] == {"turn": {"accepted": 1}}
    page = run_page(report)
    for text in (page, run_markdown(report), json.dumps(report.figures)):
        assert "Annabella" not in text and "Benjamino" not in text
    assert "2 verdicts by 2 people" in page and "<caption>Agreement, with its 95 % interval</caption>" in page
    assert "Usable unedited: 1 of 1 turns" in page


@pytest.fixture
def told_case(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Prints the only case of a benchmark, which is this line, as text."""

    def tell(line: dict[str, Any], category: Category = "normal", has_results: bool = True) -> str:
        results = [{"name": "by_city", "type": "series", "shown": "Rome  3\nTurin 8"}]
        dialogues = ({"turns": [{"cases": [line["data_id"]], "results": results}]},) if has_results else ()
        content = Benchmark(Path("there"), {category: (line,)}, told_beside(dialogues))
        monkeypatch.setattr(company.reporting.cases, "read_cases", lambda folder: content)
        stream = io.StringIO()
        print_case(Path("there"), None, stream)
        return stream.getvalue()

    return tell


def test_a_case_with_code_is_told_whole(told_case: Callable[..., str]) -> None:
    line = entry("shop.t1", reference_answer='x = 1\npickle.dump(x, open("./pred_result/x.pkl", "wb"))')
    told = told_case(line, "update_code")
    assert told.startswith("case shop.t1 of there: dataframe\ncategory update code, table shop\n")
    assert "before it: 0 turns with code; its prompt shows 1 exchange" in told
    for one, other in itertools.pairwise(["vague", "chatbot", "x = 0", "query 1", "reference", "x = 1", "Turin 8"]):
        assert told.index(one) < told.index(other), (one, other)
    assert told.endswith("a script that prints True or False for each result: x.pkl as a dataframe\n")


def test_a_case_of_choosing_has_its_right_option_marked(told_case: Callable[..., str]) -> None:
    told = told_case({**choice("shop.t1"), "figure": "data/figures/shop.t1.png"}, "plot_qa")
    assert "figure: there/data/figures/shop.t1.png" in told
    assert "  B. Turin  ← right\n" in told and "  C. Bari  ← wrong: no city of ours\n" in told
    assert told.count("Rome") == 1  # the options are not told twice
    assert told.endswith("judged by the letter alone; the code of every option was executed, and just one is right\n")


def test_a_case_whose_gold_is_held_back_says_so(told_case: Callable[..., str]) -> None:
    line = {name: value for name, value in entry("shop.t1").items() if name != "reference_answer"}
    told = told_case(line, has_results=False)
    assert told.endswith("its gold is held back: the folder of `company export --held-back` has it\n")


def test_control_characters_of_a_case_are_marked(told_case: Callable[..., str]) -> None:
    told = told_case(entry("shop.t1", current_query="a\x1b[31mb", domain_name="x\x1b]0;t\x07"))
    assert "a⟨U+001B⟩[31mb" in told and "\x1b" not in told and "\x07" not in told
