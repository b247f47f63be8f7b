"""Cases of a benchmark are found by category and by words, and a page holds them with their keys folded."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

import company.reporting.places
from company.benchmark.reading import Benchmark
from company.cli import main
from company.errors import ConfigError
from company.families.captions.family import FAMILY as CAPTIONS
from company.reporting.browsing import benchmark_page, held
from company.reporting.cases import chosen, listed, print_list
from company.reporting.views import COLUMNS, ROWS, first_rows
from tests.support.reported_run import choice, entry, png


def content(folder: Path = Path("there")) -> Benchmark:
    cases = {
        "normal": (
            entry("shop.t1", current_query="How many in Turin?"),
            entry("shop.t2", current_query="And in Rome?"),
        ),
        "plot_qa": (choice("shop.t3"),),
        "private": (),
    }
    return Benchmark(folder, cases)


def found(categories: list[str], pattern: str) -> list[str]:
    cases = chosen(content(), categories, pattern)
    return [line["data_id"] for lines in cases.values() for line in lines]


@pytest.mark.parametrize(
    ("categories", "pattern", "ids"),
    [
        ([], "", ["shop.t1", "shop.t2", "shop.t3"]),
        (["normal"], "", ["shop.t1", "shop.t2"]),
        ([], "^how many", ["shop.t1"]),
        (["plot_qa"], "how many", []),
        (["plot_qa", "normal"], r"shop\.t[23]", ["shop.t2", "shop.t3"]),
        ([], "no city of OURS", ["shop.t3"]),
    ],
)
def test_cases_are_chosen_by_category_and_by_any_of_their_texts(
    categories: list[str], pattern: str, ids: list[str]
) -> None:
    assert found(categories, pattern) == ids


def test_what_cannot_be_chosen_by_is_refused() -> None:
    with pytest.raises(ConfigError, match="no cases of the category 'nomal'; did you mean normal"):
        found(["nomal"], "")
    with pytest.raises(ConfigError, match="it has normal, plot_qa"):
        found(["private"], "")
    with pytest.raises(ConfigError, match=r"--grep '\(' is no regular expression"):
        found([], "(")


def test_a_list_has_each_case_with_what_it_asks_in_a_line() -> None:
    there = content()
    stream = io.StringIO()
    print_list(there, listed(there, chosen(there)), stream)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "3 of 3 cases of there"
    assert lines[2] == "normal (2)" and re.fullmatch(r"  shop\.t1 +How many in Turin\?", lines[3])
    assert lines[6] == "plot_qa (1)" and lines[7].startswith("  shop.t3  ")


def test_what_captions_ask_is_told_by_their_family() -> None:
    line = {"data_id": "f1.ranking", "figure_name": "Figure 1", "captions": [{"id": "c1"}, {"id": "c2"}]}
    there = Benchmark(Path("there"), {"ranking": (line,)}, family=CAPTIONS)
    assert [each.asked for each in listed(there, chosen(there))] == ["Figure 1: 2 captions to be ranked"]


def test_a_page_holds_small_categories_whole_and_as_many_of_each_other_one() -> None:
    cases: dict[str, list[dict[str, Any]]] = {
        name: [{"data_id": f"{name}{number}"} for number in range(count)]
        for name, count in (("many", 90), ("few", 3), ("some", 40))
    }
    kept = held(cases, 43)
    assert {name: len(lines) for name, lines in kept.items()} == {"many": 20, "few": 3, "some": 20}
    assert list(kept) == list(cases) and kept["many"] == cases["many"][:20]
    assert {name: len(lines) for name, lines in held(cases).items()} == {"many": 90, "few": 3, "some": 40}


def test_the_page_lets_run_its_own_script_alone() -> None:
    there = content()
    page = benchmark_page(there, chosen(there))
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert len(scripts) == 1 and f"script-src 'sha256-{digest}'" in page and "default-src 'none'" in page


def test_keys_are_folded_and_what_is_asked_does_not_tell_them() -> None:
    there = content()
    page = benchmark_page(there, chosen(there))
    case = page[page.index('id="shop.t3"') :]
    asked, key = case[: case.index('class="key"')], case[case.index('class="key"') :]
    assert "Turin" in asked and "right</strong>" not in asked and "no city of ours" not in asked
    assert "Turin <strong>right</strong>" in key and "wrong: no city of ours" in key


def test_where_gold_is_held_back_there_is_no_key() -> None:
    line = {name: value for name, value in entry("shop.t1").items() if name != "reference_answer"}
    there = Benchmark(Path("there"), {"normal": (line,)}, has_gold=False)
    page = benchmark_page(there, chosen(there))
    assert 'class="key"' not in page and "Its gold is held back." in page


def test_pictures_and_tables_come_from_the_benchmark_alone(tmp_path: Path) -> None:
    folder = tmp_path / "benchmark"
    (folder / "data" / "resource").mkdir(parents=True)
    (folder / "data" / "resource" / "shops.csv").write_text("city,sold\nTurin,5\n", encoding="utf-8")
    for place in (folder / "in.png", tmp_path / "out.png"):
        place.write_bytes(png())
    cases = tuple({**choice(f"shop.{name}"), "figure": name} for name in ("in.png", "../out.png"))
    there = Benchmark(folder, {"plot_qa": cases})
    page = benchmark_page(there, chosen(there))
    assert page.count("data:image/png") == 2  # in what is asked, and in the key
    assert "shops.csv" in page and '<td class="text">Turin</td>' in page


def test_of_a_table_the_first_rows_are_shown_and_it_is_said_how_many_there_are(tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    header = ",".join(f"c{number}" for number in range(COLUMNS + 2))
    file.write_text("\n".join([header, *[header] * (ROWS + 3)]), encoding="utf-8")
    rows = first_rows(file)
    assert rows is not None and len(rows.grid.rows) == ROWS and len(rows.grid.columns) == COLUMNS
    assert rows.grid.note.startswith(f"{ROWS + 3} rows × {COLUMNS + 2} columns; the first {ROWS} rows are shown")
    file.write_text("a,b\n1\n", encoding="utf-8")
    assert first_rows(file) is None and first_rows(tmp_path / "none.csv") is None


@pytest.mark.parametrize("option", [["--list"], ["--category", "normal"], ["--grep", "x"], ["--json"]])
def test_options_of_a_benchmark_are_refused_for_a_run(
    option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(company.reporting.places, "is_run", lambda folder: True)
    assert main(["show", "some_run", *option]) == 2
    assert f"{option[0]} is for a benchmark" in capsys.readouterr().err
