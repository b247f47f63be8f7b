"""Tests of what a brief for an action tells of a turn."""

from __future__ import annotations

import pytest

from company.families.dialogues.programs import lines_making
from company.families.dialogues.stages.actions.best_guess import _groups_and_measures
from company.families.dialogues.stages.actions.left_open import kinds_told
from company.families.dialogues.stages.actions.told_parts import worked_on

DRAWN = """import matplotlib.pyplot as plt

# Keep the large ones
kept = df[df['size'] > 3]
means = kept.groupby('crop')['size'].mean()
means['all'] = kept['size'].mean()
print(means)
fig, ax = plt.subplots()
means.plot(ax=ax)
plt.show()
"""


def test_of_code_the_lines_are_told_that_a_result_comes_from() -> None:
    assert lines_making(DRAWN, ["means"]).splitlines() == [
        "kept = df[df['size'] > 3]",
        "means = kept.groupby('crop')['size'].mean()",
        "means['all'] = kept['size'].mean()",
    ]
    sorted_in_place = "made = df.copy()\nmade.sort_values('a', inplace=True)\nprint(made)"
    assert lines_making(sorted_in_place, ["made"]).endswith("inplace=True)")
    assert lines_making(DRAWN, ["unknown"]) == DRAWN, "without any such line, all of the code"


def test_a_table_that_the_code_does_not_read_is_told_without_its_columns() -> None:
    table = {"name": "crops", "variable": "df", "rows": 9, "columns": [{"name": "size"}], "meanings": {"size": "How"}}
    frames = [{"name": "df", "as": "the loaded table"}, {"name": "means"}, {"name": "ax"}]
    told = worked_on({"table": table, "variables": frames}, "ax = means.plot()\nax.set_title('a')")
    assert told["table"] == {"name": "crops", "variable": "df", "rows": 9, "columns": []}
    assert [each["name"] for each in told["variables"]] == ["df", "means"], "`ax` is made before it is read"
    assert worked_on({"table": table, "variables": frames}, "x = df['size'].max()")["table"] == table
    part = [*frames, {"name": "kept", "as": "df"}]
    assert worked_on({"table": table, "variables": part}, "x = kept['size'].max()")["table"] == table


def test_only_kinds_that_may_be_left_open_are_explained() -> None:
    lines = "- measure: of what\n- statistic, order: how\n- number: how many\n"
    assert kinds_told(lines, ("measure", "order")) == "- measure: of what\n- statistic, order: how"


@pytest.mark.parametrize(
    ("column", "is_told"),
    [
        ({"name": "player", "role": "category", "distinct": 300, "values": [["a", 2]]}, False),
        ({"name": "day", "role": "date", "minimum": "2020-01-01"}, False),
        ({"name": "court", "role": "flag", "values": [["in", 3], ["out", 4]]}, True),
        ({"name": "points", "role": "measure", "minimum": 1.0, "distinct": 300}, True),
    ],
)
def test_decisions_are_about_numbers_and_few_groups(column: dict[str, object], is_told: bool) -> None:
    frames = [{"name": "small", "shape": [6, 2]}, {"name": "large", "shape": [60, 2], "preview": "…"}]
    table = {"columns": [column], "meanings": {column["name"]: "What it is"}}
    told = _groups_and_measures({"table": table, "variables": frames})
    assert [each["name"] for each in told["table"]["columns"]] == ([column["name"]] if is_told else [])
    assert bool(told["table"]["meanings"]) == is_told
    assert told["variables"] == [{"name": "large", "shape": [60, 2]}]
