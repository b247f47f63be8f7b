"""Scripts as originals: found with their data files, their values told from their looks, laid into files, replaced."""

from __future__ import annotations

import ast
import io
import json
import random
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from company.errors import ConfigError
from company.families.figures.origins.data_files import NoValues, described, opened
from company.families.figures.origins.extracting import extracted
from company.families.figures.origins.literals import values_in
from company.families.figures.origins.memorizing import left_in, remembered, replacement_fault, values_shared
from company.families.figures.origins.other_values import exchange_of, is_index, together
from company.families.figures.origins.replacing import Way, sources_of
from company.families.figures.origins.scripts import scripts_in
from company.families.figures.records import Original
from company.families.figures.shapes import type_of
from company.families.figures.stages.scripts import by_turns
from company.results.portraits.reading import portrait
from tests.support.kinds_of_plot import KINDS, PLAIN

SCRIPT = """
import matplotlib.pyplot as plt
names = ["rye", "oat", "spelt"]
tonnes = [31, 52.5, 44]
prices = (8.5, 7.25, 11.0)
colours = ["red", "green", "blue"]
xlim_values = [0.5, 3.5, 9]
shares = {"north": 12, "south": 31, "west": 7}
rows = [[1.5, 2.5], [3.5, 4.25]]
ragged = [[1, 5, 7], [2, 9]]
fig, ax = plt.subplots(figsize=(8, 5), gridspec_kw={"width_ratios": [3, 1, 2]})
ax.bar(names, tonnes, color=colours)
ax.set_ylim([0, 60, 70])
ax.set_xlim(xlim_values)
ax.scatter([3.5, 1.25, 9.75], prices)
plt.boxplot(ragged)
"""


def test_values_are_told_from_what_says_how_they_are_drawn() -> None:
    found = {each.name: each.held for each in values_in(ast.parse(SCRIPT))}
    assert found == {
        "names": ["rye", "oat", "spelt"],
        "tonnes": [31, 52.5, 44],
        "prices": (8.5, 7.25, 11.0),
        "shares": [12, 31, 7],
        "rows": [[1.5, 2.5], [3.5, 4.25]],
        "ragged": [[1, 5, 7], [2, 9]],
        "scatter_1": [3.5, 1.25, 9.75],
    }


PLACED = """
years = [2020, 2021, 2022]
sold = [4.5, 6.25, 5.0]
moves = [(0, 12), (6, -9), (3, 3)]
tops = [(7, 1), (8, 2), (9, 3)]
notes = [{"text": "peak", "xytext": (4, 5, 6)}]
heights = [3.25, 8.5, 1.75]
ax.plot(years, sold)
for year, value, move in zip(years, sold, moves):
    ax.annotate(str(value), (year, value), xytext=move, textcoords="offset points")
[ax.text(*top, "here") for number, top in enumerate(tops)]
for bar, height in zip(ax.patches, heights):
    ax.bar(bar, height)
"""


def test_where_words_stand_is_no_value_though_a_loop_hands_it_on() -> None:
    assert [each.name for each in values_in(ast.parse(PLACED))] == ["years", "sold", "heights"]


def test_values_are_read_from_files_as_they_stood_in_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = SCRIPT.partition("fig, ax")[0]
    before: dict[str, Any] = {}
    exec(told, before)
    made = extracted(SCRIPT)
    assert made is not None and "52.5" not in made.code and "red" in made.code
    for name, text in made.files().items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    after: dict[str, Any] = {}
    exec(made.code.partition("fig, ax")[0], after)
    for name in ("names", "tonnes", "prices", "shares", "rows", "ragged"):
        assert after[name] == before[name] and type(after[name]) is type(before[name]), name


@pytest.mark.parametrize("wider", [False, True])
def test_other_values_have_the_type_the_sign_and_the_order_of_the_old_ones(wider: bool) -> None:
    chance = random.Random(3)
    for _ in range(200):
        count = chance.randint(2, 30)
        whole = chance.random() < 0.5
        held: list[Any] = [
            chance.randint(-500, 900) if whole else round(chance.uniform(-5, 9), chance.randint(1, 3))
            for _ in range(count)
        ]
        rule = exchange_of(held, chance, wider=wider)
        other = [rule(each) for each in held]
        assert [type(each) for each in other] == [type(each) for each in held]
        assert [(each > 0) - (each < 0) for each in other] == [(each > 0) - (each < 0) for each in held]
        ranks = [sorted(set(values)).index(value) for values in (held, other) for value in values]
        assert ranks[:count] == ranks[count:]
        if not wider and len(set(held)) > 2 and not whole:
            assert min(held) - 1e-9 <= min(other) and max(other) <= max(held) + 1e-9


def test_what_counts_or_numbers_years_is_no_value_and_scales_are_told_apart() -> None:
    assert is_index([0, 1, 2]) and is_index([2019, 2020, 2021]) and not is_index([10, 20, 30])
    assert together({1: [3, 9], 2: [2000, 2010], 3: [8, 30], 4: [1500, 2005]}) == [[1, 3], [4, 2]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "kind,tonnes\nrye,31\noat,52.50\nspelt,44\n"),
        ("a.txt", "# weeks\n1.5 2.25\n3.5 9.75\n4.5 1.25\n"),
        ("a.json", '{"field": "north", "yields": [{"t": 3.5}, {"t": 8.25}, {"t": 4}]}'),
    ],
)
def test_files_keep_their_form_with_other_numbers_in_them(name: str, text: str) -> None:
    sheet = opened(name, text.encode())
    changed = sheet.exchanged([lambda value: value + 1] * len(sheet.columns())).decode()
    again = opened(name, changed.encode())
    assert [[each + 1 for each in column] for column in sheet.columns()] == again.columns()
    assert sum(map(len, sheet.columns())) in (3, 6) and ("rye" in changed) == ("rye" in text)
    assert ("53.50" in changed) == ("52.50" in text)


def test_a_file_whose_numbers_cannot_be_told_is_refused_and_others_are_described() -> None:
    with pytest.raises(NoValues, match=r"reads a\.xlsx"):
        opened("a.xlsx", b"PK")
    told = described("a.csv", b"kind,tonnes\nrye,31\noat,52.5\n")
    assert told.rows == 2 and list(told.columns) == ["kind", "tonnes"] and told.columns["tonnes"] == "float64"


def test_all_lists_of_a_script_and_its_files_get_other_values_by_the_seed() -> None:
    sources = sources_of(SCRIPT, {"own.csv": b"week,level\n1,118.5\n2,97.25\n3,141.0\n"})
    assert sources is not None
    files, values = sources.exchanged(Way("7"))
    assert files == sources.exchanged(Way("7"))[0] != sources.exchanged(Way("8"))[0]
    frame = pd.read_csv(io.BytesIO(files["own.csv"]))
    assert list(frame["week"]) == [1, 2, 3] and not {118.5, 97.25, 141.0} & set(frame["level"])
    assert {31.0, 52.5, 118.5} <= values.old and not {31.0, 52.5, 118.5} & values.new


def test_a_value_that_was_replaced_is_not_told_in_texts_any_more() -> None:
    assert left_in(["Tonnes (31.25 in 2024)"], {31.25, 2024.5}, set()) == 31.25
    assert left_in(["up to 100", "12 %"], {100.0, 12.0}, set()) is None  # round ones may stand anywhere
    assert left_in(["31.25"], {31.25}, {31.25}) is None


def _drawn(code: str) -> dict[str, Any]:
    from matplotlib import pyplot as plt

    plt.close("all")
    names: dict[str, Any] = {"plt": plt}
    exec(code, names)
    plt.gcf().savefig(io.BytesIO(), format="png")
    found = portrait(plt.gcf())
    plt.close("all")
    return found


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("plt.bar([*'abc'], [3, 5, 9])", "plt.bar([*'abc'], [2.5, 6, 8.5])", None),
        ("plt.bar([*'abc'], [3, 5, 9])", "plt.bar([*'abc'], [3, 6, 8.5])", "33 % of the values of its series 1"),
        ("plt.plot([1, 2, 3], [3, 5, 9])", "plt.plot([1, 2, 3], [2, 6, 8])", None),
        ("plt.plot([1, 2, 3], [3, 5, 7])", "plt.plot([1, 2, 3], [3, 5, 7])", "100 % of the values"),
        ("plt.bar([*'abc'], [3, 5, 9])", "plt.bar([*'abd'], [2, 6, 8])", "other series"),
        ("plt.bar([*'abc'], [3, 5, 9])", "plt.plot([*'abc'], [2, 6, 8])", "other series"),
        ("plt.plot([3, 5, 9]); plt.ylim(0, 20)", "plt.plot([2, 6, 30]); plt.ylim(0, 20)", "other limits"),
        ("plt.plot([3, 5, 9]); plt.title('By 3')", "plt.plot([2, 6, 8]); plt.title('By 2')", None),
        ("plt.plot([3, 5, 9]); plt.title('Rye')", "plt.plot([2, 6, 8]); plt.title('Oat')", "other texts"),
        ("plt.plot([3, 5, 9], color='red')", "plt.plot([2, 6, 8], color='blue')", "other colours"),
    ],
)
def test_a_figure_with_other_values_is_the_same_but_for_them(before: str, after: str, said: str | None) -> None:
    found = replacement_fault(_drawn(before), _drawn(after))
    assert found is None if said is None else said in str(found)


def test_values_are_shared_whatever_names_and_order_series_have() -> None:
    old = _drawn("plt.bar([*'abc'], [3, 5, 9])")
    assert values_shared(old, _drawn("plt.bar([*'abc'], [3, 5, 9], color='red')")) == 1.0
    assert values_shared(old, _drawn("plt.bar([*'abc'], [2, 6, 8])")) == 0.0
    two = "plt.plot([3, 5, 9], label='{}'); plt.plot([7, 1, 4], label='{}'); plt.legend()"
    assert values_shared(_drawn(two.format("a", "b")), _drawn("plt.plot([7, 1, 4]); plt.plot([3, 5, 9])")) == 1.0


def test_contours_remember_no_corners_of_their_grid() -> None:
    grid = "plt.contourf([[{0}, 2, 3], [2, {1}, 4], [1, 3, {2}]], levels=5)"
    shares = list(remembered(_drawn(grid.format(1, 5, 9)), _drawn(grid.format(1.3, 6.1, 7.7))))
    assert shares and max(shares) < 0.6
    assert max(remembered(_drawn(grid.format(1, 5, 9)), _drawn(grid.format(1, 5, 9)))) == 1.0


def test_points_in_space_are_one_series_however_far_away_they_are() -> None:
    code = "plt.figure().add_subplot(projection='3d').scatter([1, 5, 9], [2, 9, 4], [3, 8, 30], color='tomato')"
    assert [len(page["series"]) for page in _drawn(code)["axes"]] == [1]


def test_scripts_are_found_with_the_files_that_they_name(tmp_path: Path) -> None:
    (tmp_path / "ori").mkdir()
    (tmp_path / "ori" / "bar_1.py").write_text(
        "import pandas as pd\nt = pd.read_csv('grain.csv')\nplt.savefig('a.pdf')"
    )
    (tmp_path / "ori" / "bar_1.pdf").write_bytes(b"%PDF")
    (tmp_path / "ori" / "a.pdf").write_bytes(b"%PDF")
    (tmp_path / "ori" / "grain.csv").write_text("kind,tonnes\nrye,3\n")
    (tmp_path / "secret.csv").write_text("1")
    (tmp_path / "Two Lines.py").write_text("open('../secret.csv'); open('/etc/passwd'); open('ori/grain.csv')")
    (tmp_path / ".hidden.py").write_text("")
    found = {each.name: dict(each.files) for each in scripts_in(tmp_path)}
    assert found == {
        "two_lines": {"ori/grain.csv": tmp_path / "ori" / "grain.csv"},
        "ori_bar_1": {"grain.csv": tmp_path / "ori" / "grain.csv"},
    }
    with pytest.raises(ConfigError, match="holds no scripts"):
        scripts_in(tmp_path / "ori" / "none")


def test_scripts_can_be_the_lines_of_a_list(tmp_path: Path) -> None:
    lines = [{"file": name, "code": f"draw('{name}')", "width": 7.0} for name in ("HR_22", "bar_4.py")]
    listed = tmp_path / "pool.jsonl"
    listed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "answers.jsonl").write_text('{"data_id": "a", "response": ""}\n')
    (tmp_path / "rows.jsonl").write_text("no JSON\n")
    (tmp_path / "line_1.py").write_text("draw()")
    found = {each.name: (each.path, each.code) for each in scripts_in(tmp_path)}
    assert found == {
        "line_1": ("line_1.py", "draw()"),
        "hr_22": ("pool.jsonl/HR_22.py", "draw('HR_22')"),
        "bar_4": ("pool.jsonl/bar_4.py", "draw('bar_4.py')"),
    }
    (tmp_path / "bar_4.py").write_text("draw()")
    with pytest.raises(ConfigError, match="have the same name"):
        scripts_in(tmp_path)
    listed.write_text(listed.read_text() + '{"file": "bar_5"}\n')
    with pytest.raises(ConfigError, match=r"pool\.jsonl, line 3"):
        scripts_in(tmp_path)


def test_types_and_difficulties_take_turns() -> None:
    made = [("bar", "easy")] * 3 + [("bar", "hard")] * 3 + [("line", "hard")] * 2 + [("other", "easy")]
    known = [
        Original(id=f"t.s{n}", parent="t", stage="reading", position=1, status="accepted", plot_type=plot_type,
                 difficulty=difficulty, code="", portrait={}, script=f"t.s{n}")
        for n, (plot_type, difficulty) in enumerate(made)
    ]  # fmt: skip
    chosen = list(by_turns(known, 0.5, random.Random(1)))
    assert len(chosen) == len(known) == len({each.id for each in chosen})
    assert [each.plot_type for each in chosen[:3]] == ["bar", "line", "other"]
    assert {each.difficulty for each in chosen if each.plot_type == "bar"} == {"easy", "hard"}
    assert [each.id for each in by_turns(known[::-1], 0.5, random.Random(1))] == [each.id for each in chosen]


_NAMED = {
    "several lines": "multi-line",
    "scatter in space": "3D scatter",
    "bars in space": "3D bar",
    "contourf": "contour",
    "twins": "twin axes",
    "quiver": "other",
    "surface": "other",
    "table": "other",
    "stem": "other",
    "mesh": "heatmap",
    "image": "heatmap",
    "broken bars": "lying bar",
}
_LOOK_ALIKE = ("density", "stream", "panels", "scatter")


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [name for name in KINDS if name not in _LOOK_ALIKE])
def test_types_of_given_figures_are_told_by_their_marks(kind: str, clean_pages: None) -> None:
    from matplotlib import pyplot as plt

    figure = plt.figure()
    KINDS[kind].draw(figure, KINDS[kind].values, PLAIN)
    figure.savefig(io.BytesIO(), format="png")
    assert type_of(portrait(figure)) == _NAMED.get(kind, kind)
