"""What a user says of a table and its columns: written out to be edited, checked, and put over every guess."""

import json
import re
from pathlib import Path

import pytest

from company.archive import Archive
from company.config import load
from company.errors import ConfigError, ReviewError
from company.families.dialogues.replies import TableDescription
from company.families.dialogues.result_briefs import few_digits
from company.families.dialogues.review import editing
from company.families.dialogues.stages.asks import _explained
from company.families.dialogues.stages.tables import described
from company.families.dialogues.starting import OWN
from company.families.dialogues.table_briefs import said_brief, table_brief
from company.families.dialogues.variable_briefs import MOST_VARIABLES, latest, variables_brief
from company.family.starting import Asked, Started
from company.records import Column, Variable
from company.tables.columns_file import columns_section
from company.tables.intake import intake
from company.tables.overview import LISTED
from company.tables.starting import TableStarting
from grammar.scene import scene_of
from human_review.web.posted import Posted

ROWS = [
    (
        number + 1, number % 3 + 1, number % 7, 7.25 + number, f"{number % 28 + 1}/{number % 11 + 1}/2024",
        ("low", "steep", "wild")[number % 3], f"cabin {number}",
    )
    for number in range(70)
]  # fmt: skip
HEADER = ("Number", "Pclass", "Parch", "Fare", "Boarded", "Slope", "Screen Size")


def csv(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "voyage.csv"
    file.write_text("\n".join(",".join(map(str, row)) for row in [HEADER, *ROWS]) + "\n")
    return file


def taken_in(folder: Path, said: str, run: str = "run"):
    csv(folder)
    (folder / "simulation.toml").write_text(f'[table]\nfile = "voyage.csv"\n{said}\n')
    settings = load(folder)
    with Archive.create(folder / run, "dialogues") as archive:
        return intake(settings.tables_said, archive, lambda _: None)


def new(folder: Path, table: Path) -> Started:
    return TableStarting(OWN).new(folder, Asked((table,)), lambda _: None)


def column(table, name: str) -> Column:
    return next(each for each in table.columns if each.name == name)


def test_what_is_said_wins_over_every_guess(tmp_path):
    table = taken_in(
        tmp_path,
        'description = "Passengers of one voyage."\nrow = "a passenger"\ndate_format = "%d/%m/%Y"\n[columns]\n'
        'Parch = { meaning = "parents and children aboard", kind = "quantity" }\n'
        'Pclass = { kind = "ordered" }\nFare = { unit = "pounds" }\n'
        '"Screen Size" = { meaning = "where they slept" }\n',
    )
    assert (table.description, table.row_meaning) == ("Passengers of one voyage.", "passenger")
    assert table.told == ("description", "row_meaning")
    assert table.meanings == {"Parch": "parents and children aboard", "Screen Size": "where they slept"}
    parch, klass, fare = column(table, "Parch"), column(table, "Pclass"), column(table, "Fare")
    assert (parch.meant, parch.doubt, parch.told) == ("quantity", "", True)
    assert (klass.meant, klass.role, klass.order, klass.told) == ("ordered", "ordered_category", ("1", "2", "3"), True)
    assert (fare.unit, fare.meant, fare.told) == ("pounds", "quantity", False)
    assert (column(table, "Boarded").date_format, column(table, "Boarded").told) == ("%d/%m/%Y", True)
    assert column(table, "Boarded").minimum == "2024-01-01"


@pytest.mark.parametrize(
    ("said", "line", "words"),
    [
        ('[columns]\nPclas = { kind = "code" }', 4, "there is no such column (did you mean `Pclass`?)"),
        ('[columns]\nPclass = { kind = "class" }', 4, "should be 'quantity', 'count', 'code', 'ordered'"),
        ('[columns]\nPclass = { knd = "code" }', 4, "unknown key `knd` (did you mean `kind`?)"),
        ('[columns]\nPclass = "code"', 4, "should be a table in braces"),
        (
            '[columns]\n"Screen Size" = { kind = "quantity" }',
            4,
            "its values are text, such as 'cabin 0', and no numbers",
        ),
        ('[columns]\nSlope = { kind = "date" }', 4, "its values are not read as dates, such as 'low'"),
        ('[columns.Slope]\nmeaning = "how steep"\nkind = "flag"', 3, "it has 3 different values, and flags have two"),
        ("[columns]\nFare.kind = 'count'", 4, "its values have fractions, and counts have none"),
        ('date_format = "%Y.%m.%d"', 3, "no column has dates that are written so"),
        ('date_format = "dd/mm"', 3, "should be a format of strptime"),
        ('row = "' + "x" * 99 + '"', 3, "should be a short singular noun"),
        ("[colums]\nPclass = {}", 3, "unknown table or key `colums` (did you mean `columns`?)"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_line(tmp_path, said, line, words):
    with pytest.raises(ConfigError) as refused:
        taken_in(tmp_path, said)
    assert words in str(refused.value)
    assert f"simulation.toml, line {line}: " in str(refused.value)


def test_a_correction_is_taken_up_by_the_next_run(tmp_path):
    assert taken_in(tmp_path, 'row = "ticket"').row_meaning == "ticket"
    again = taken_in(tmp_path, 'row = "a passenger"\n[columns]\nParch = { kind = "code" }')
    assert (again.row_meaning, column(again, "Parch").meant) == ("passenger", "code")
    assert column(taken_in(tmp_path, ""), "Parch").meant == "count"


def test_no_model_rewrites_what_was_said(tmp_path):
    table = taken_in(tmp_path, 'row = "a passenger"\n[columns]\nParch = { meaning = "parents aboard", kind = "count" }')
    assert said_brief(table) == {
        "row_meaning": "passenger",
        "meanings": {"Parch": "parents aboard"},
        "kinds": {"Parch": "count"},
    }
    reply = TableDescription(
        description="Trips.", row_meaning="trip", meanings={"Parch": "a code", "Fare": "the fare", "Gone": "x"}
    )
    found = described(table, reply, ())
    assert (found.row_meaning, found.description) == ("passenger", "Trips.")
    assert found.meanings == {"Parch": "parents aboard", "Fare": "the fare"}


class Form(dict):
    def getlist(self, name):
        return [self[name]]


def test_a_reviewer_corrects_what_a_column_is(tmp_path):
    body = taken_in(tmp_path, "").model_dump(mode="json")
    place = [each["name"] for each in body["columns"]].index("Parch")
    kinds = {f"changes.columns.{n}.kind": Column(**each).meant for n, each in enumerate(body["columns"])}
    same = {"changes.description": "", "changes.row_meaning": "record", **kinds}
    assert editing.table(body, Posted(Form(same)))["columns"] == body["columns"]
    found = editing.table(body, Posted(Form({**same, f"changes.columns.{place}.kind": "code"})))["columns"]
    assert [each["name"] for each in found if each not in body["columns"]] == ["Parch"]
    changed = Column(**found[place])
    assert (changed.meant, changed.told, changed.doubt) == ("code", True, "")
    with pytest.raises(ReviewError, match="'Slope' cannot be called quantity: its values are text, and no numbers"):
        editing.table(body, Posted(Form({**same, "changes.columns.5.kind": "quantity"})))


def test_variables_hold_what_the_table_holds(tmp_path):
    table = taken_in(tmp_path, '[columns]\nPclass = { kind = "quantity" }')
    whole = column(table, "Pclass")
    guessed = whole.model_copy(update={"role": "category", "kind": None, "told": False, "maximum": 2.0, "distinct": 2})
    counted = guessed.model_copy(update={"maximum": 24.0})
    frames = [
        Variable(name="some", type="dataframe", shape=(99, 1), columns=(guessed,)),
        Variable(name="counts", type="dataframe", shape=(99, 1), columns=(counted,)),
    ]
    some, counts = variables_brief(frames, (), table, {"Pclass"})
    assert set(some["columns"][0]) == {"name", "distinct", "values", "order"}, "what it is, the table tells"
    assert counts["columns"][0]["role"] == "category"


def few(told):
    """What is told of a column in few digits."""
    return {name: few_digits(getattr(told, name)) if name == "mean" else getattr(told, name) and tuple(
        few_digits(getattr(told, name))) for name in ("mean", "quartiles")}  # fmt: skip


def test_a_prompt_tells_a_column_once(tmp_path):
    table = taken_in(tmp_path, "")
    fare, fewer = column(table, "Fare"), column(table, "Fare").model_copy(update={"minimum": 9.0, "position": 0})
    made = fare.model_copy(update={"name": "fare_gap", "position": 1})
    frames = [
        Variable(name="df", type="dataframe", columns=table.columns),
        Variable(name="part", type="dataframe", shape=(99, 2), columns=(fewer, made)),
        Variable(name="none", type="dataframe", columns=()),
        Variable(name="mean", type="value"),
    ]
    df, part, none, mean = variables_brief(frames, (), table, ())
    assert df == {"name": "df", "type": "dataframe", "as": "the loaded table"}
    assert "columns" not in mean and none["columns"] == []
    assert part["columns"][0] == "Fare" and part["columns"][1].startswith("fare_gap: float64 measure")
    (_, part, *_) = variables_brief(frames, (), table, {"Fare"})
    assert part["columns"][0]["minimum"] == 9.0 and "dtype" not in part["columns"][0]
    scene = scene_of(table_brief(table), variables_brief(frames, (), table, {"Fare"}), None)
    assert scene.variables["df"].columns == tuple(
        each.model_copy(
            update={
                "values": each.values[: 3 if each.role == "text" else 4 if each.distinct >= 40 else 12],
                **few(each),
            }
        )
        for each in table.columns
    )
    assert [each.minimum for each in scene.variables["part"].columns] == [9.0, fare.minimum]
    assert not scene.variables["none"].columns


def test_a_prompt_lists_what_is_asked_for_and_data_frames_before_what_a_loop_left():
    left = [Variable(name=f"left_{number}", type="value") for number in range(MOST_VARIABLES)]
    early = [Variable(name="df", type="dataframe"), Variable(name="mean", type="value"),
             Variable(name="older", type="value"), Variable(name="tender", type="dataframe")]  # fmt: skip
    names = [each.name for each in latest([*early, *left], ["mean"])]
    assert names[:3] == ["df", "mean", "tender"] and "older" not in names
    assert names[3:] == [each.name for each in left[2:]]


def test_a_new_scenario_says_what_was_guessed_and_how_sure(tmp_path):
    started = new(tmp_path / "one", table=csv(tmp_path / "data"))
    text = started.file.read_text()
    assert 'description = ""' in text
    assert 'row = ""' in text
    assert '# Pclass = { meaning = "", kind = "code" }' in text
    (parch,) = (line for line in text.splitlines() if line.startswith("# Parch"))
    assert parch.endswith("# guessed, unsure: whole numbers from 0 to 6, which could be a code")
    assert '# "Screen Size" = {' in text
    assert any("not sure what they are (?): 'Parch'" in each for each in started.remarks)
    assert load(tmp_path / "one").columns.said == {}
    edited = text.replace("# Parch =", "Parch =").replace('# "Screen Size" =', '"Screen Size" =')
    started.file.write_text(edited)
    assert {name: each.kind for name, each in load(tmp_path / "one").columns.said.items()} == {
        "Parch": "count",
        "Screen Size": "text",
    }


@pytest.mark.parametrize("title", ["Report of 2024,,,", "Report,of,the year,2024 in all"])
def test_a_header_on_line_2_is_said(tmp_path, title):
    lines = [title, "name,class,fare,age", *(f"person {n},{n % 3},{n * 2},{n % 70}" for n in range(40))]
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    remarks = new(tmp_path / "one", table=tmp_path / "t.csv").remarks
    assert any("the header seems to be on line 2 (name, class, fare, age)" in each for each in remarks)
    assert not any(each.lstrip().startswith("column ") for each in remarks)


def test_nothing_is_said_of_a_header_that_is_one(tmp_path):
    assert not any("header seems" in each for each in new(tmp_path / "one", table=csv(tmp_path)).remarks)
    texts = ["a,b", *(f"word {n},other {n}" for n in range(30))]
    (tmp_path / "t.csv").write_text("\n".join(texts) + "\n")
    assert not any("header seems" in each for each in new(tmp_path / "two", table=tmp_path / "t.csv").remarks)


def test_a_new_scenario_lists_columns_with_what_was_guessed_of_each(tmp_path):
    (tmp_path / "t.csv").write_text(
        "Hive #,Weight [kg],Frames (of 10),seen?\n"
        + "".join(f"H{n % 12},{n / 4 if n % 9 else ''},{n % 7},{'yes' if n % 3 else 'no'}\n" for n in range(60))
    )
    told = "\n".join(new(tmp_path / "one", table=tmp_path / "t.csv").remarks).splitlines()
    assert told[1] == "  names of columns: taken from line 1"
    at = next(n for n, line in enumerate(told) if line.split() == ["column", "type", "kind", "role", "values"])
    rows = [re.split(r" {2,}", line.strip()) for line in told[at + 1 : at + 5]]
    assert [row[:4] for row in rows] == [
        ["Hive #", "text", "code", "groups rows"],
        ["Weight [kg]", "number", "quantity", "averaged"],
        ["Frames (of 10)", "whole number", "count?", "groups, in order"],
        ["seen?", "text", "flag", "splits in two"],
    ]
    assert rows[0][4].endswith("… in all 12 different")
    assert rows[1][4] == "0.25 to 14.75, 7 missing"


def test_of_a_wide_table_the_first_columns_are_listed(tmp_path):
    (tmp_path / "t.csv").write_text(
        ",".join(f"c{n}" for n in range(40)) + "\n" + "".join(f"{n}" + ",1.5" * 39 + "\n" for n in range(30))
    )
    told = new(tmp_path / "one", table=tmp_path / "t.csv").remarks
    assert f"  … and {40 - LISTED} columns more, told in simulation.toml" in told


def test_a_wide_table_lists_what_is_unsure():
    columns = [
        Column(
            name=f"c {n}", position=n, dtype="int64", role="measure", missing=0, distinct=9, doubt="?" * (n % 40 == 0)
        )
        for n in range(400)
    ]
    lines = columns_section(columns).splitlines()
    assert len(lines) < 60
    assert max(map(len, lines)) <= 120
    assert sum("unsure" in line for line in lines) == 10
    assert all(json.dumps(f"c {n}") in columns_section(columns) for n in range(400))


def test_how_variables_and_ends_are_read_is_said_where_there_are_such() -> None:
    loaded = {"variables": [{"name": "df", "as": "the loaded table"}]}
    made = {"variables": [{"name": "kept", "as": "df"}]}
    long = [{"results": [{"name": "big", "facts": {"ends": {"price": [[3, 9.5], [0, 1]]}}}]}]
    assert _explained(loaded, [{"results": [{"name": "plot"}]}]) == []
    assert "`as`" in _explained(made, [])[0]
    (said,) = _explained(loaded, long)
    assert "`ends`" in said and "[row, value]" in said
