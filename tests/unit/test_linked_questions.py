"""Questions about two tables: what is known of the other one, how it is merged, and what a wrong merge comes to."""

import random
import runpy
from typing import Any

import pandas as pd
import pytest

from company import config
from company.archive import Archive
from company.config import Overrides, bundled_scenarios
from company.families.dialogues.making import MAKING
from company.families.dialogues.settings import settings_of
from company.families.dialogues.table_briefs import table_brief
from company.families.dialogues.wrong_merges import wrong_merges
from company.tables.record import Table
from grammar.analyses.forms import form_of, forms
from grammar.linked import Linked
from grammar.moves import resolve
from grammar.narrowing import bare
from grammar.planning import propose_plan
from grammar.scene import scene_of
from grammar.steps.base import Step
from grammar.steps.catalogue import KINDS
from grammar.subject import subject_of
from grammar.understanding import understand
from grammar.wording import ask

FOLDER = bundled_scenarios()["tool_loans"]
SLOTS = {"column": "tariff", "beside": "members", "keys": ("member",), "source": "df"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The loans of the bundled scenario, with members and tools beside them."""
    settings = settings_of(config.load(FOLDER, Overrides(out=tmp_path_factory.mktemp("loans") / "run")))
    with Archive.create(settings.out, "dialogues") as archive:
        (root,) = MAKING.roots(settings, archive, print)
    assert isinstance(root, Table)
    return root


def linked_to(brief: dict[str, Any]) -> tuple[Linked, ...]:
    """The tables that the one of a brief is linked to."""
    return scene_of(brief, [], None).table.links


@pytest.fixture
def frames() -> dict[str, Any]:
    """The tables as code has them."""
    folder = FOLDER if FOLDER.is_dir() else FOLDER.parent
    names = {"df": "loans", "members": "members", "tools": "tools"}
    return {"pd": pd, **{name: pd.read_csv(folder / f"{file}.csv") for name, file in names.items()}}


def test_the_tables_are_what_their_program_makes() -> None:
    folder = FOLDER if FOLDER.is_dir() else FOLDER.parent
    made = runpy.run_path(str(folder / "make_tables.py"))["tables"]()
    for name, rows in made.items():
        lines = (folder / f"{name}.csv").read_text().splitlines()
        assert lines == [",".join(map(str, row)) for row in rows]


def test_a_brief_tells_which_tables_rows_name_and_which_groups_they_have(table: Table) -> None:
    members, tools = linked_to(table_brief(table))
    assert (members.name, members.row, members.by, members.key, members.lost > 0) == (
        "members", "member", ("member",), ("member",), True,
    )  # fmt: skip
    assert [each.name for each in members.groups] == ["district", "tariff"]
    assert [each.name for each in tools.groups] == ["category"]
    assert subject_of(table_brief(table)).said("tariff") == "tariff of the member"


def test_columns_that_two_tables_have_and_groups_that_nobody_lacks_are_not_asked_about(table: Table) -> None:
    brief = table_brief(table)
    brief["columns"][3]["name"] = "tariff"
    assert "tariff" not in linked_to(brief)[0].named
    whole = {**brief, "links": [{**link, "found": link["rows"]} for link in brief["links"]]}
    assert not subject_of(whole).of_kind("linked")
    alone = {key: told for key, told in brief.items() if key not in ("tables_beside", "links")}
    assert linked_to(alone) == ()


@pytest.mark.parametrize("seed", range(8))
def test_a_plan_over_linked_tables_has_a_question_with_a_join(table: Table, seed: int) -> None:
    persona = {"name": "Ada Low", "job_title": "librarian", "background": "Ada cares for the fee."}
    scenario = {"name": "Fees", "description": "What do fees hang on?", "goal": "Find out what the fee hangs on."}
    brief = {"table": table_brief(table), "persona": persona, "scenario": scenario, "speech": "colloquial"}
    for wanted in (2, 3, 5):
        questions = propose_plan({**brief, "questions_wanted": wanted}, random.Random(seed))["questions"]
        joining = [one for one in questions if (form := form_of(bare(one["text"]))) and form.joins]
        assert len(questions) == wanted and joining
        assert joining[0]["columns"][1] in ("district", "tariff", "category")
        alone = {key: told for key, told in brief["table"].items() if key not in ("tables_beside", "links")}
        told = propose_plan({**brief, "table": alone, "questions_wanted": wanted}, random.Random(seed))["questions"]
        asked = [form_of(bare(one["text"])) for one in told]
        assert not any(form.joins for form in asked if form)


def test_every_ask_for_a_join_is_read_back_as_its_own_form() -> None:
    for form in (each for each in forms() if each.joins):
        for said in form.asks:
            text = said.format(m="fee", g="tariff of the member", rows="loans", row="loan", k="member")
            assert form_of(text) is form, text


@pytest.mark.parametrize("style", range(4))
def test_a_merge_keeps_every_row_and_a_wrong_one_comes_to_something_else(
    table: Table, frames: dict[str, Any], style: int
) -> None:
    scene = scene_of(table_brief(table), [], None)
    move, after = resolve(Step("linked_group", SLOTS), scene, wanted=True)
    code = "\n".join(move.kind.code(move.step, move.source, move.out, random.Random(style)))
    exec(code, frames)
    merged = frames[move.out]
    strangers = ~frames["df"]["member"].isin(frames["members"]["member"])
    assert len(merged) == len(frames["df"]) and (merged["tariff"] == "unknown").sum() == strangers.sum() > 0
    assert [column.name for column in after.variables[move.out].columns] == list(merged.columns)
    wrong = wrong_merges(table, code)
    assert len(wrong) == 2
    for text in wrong.values():
        other = dict(frames)
        exec(text, other)
        assert not merged["tariff"].value_counts().equals(other[move.out]["tariff"].value_counts())


def test_what_is_asked_of_two_tables_is_understood_as_it_was_meant(table: Table) -> None:
    scene = scene_of(table_brief(table), [], None)
    for seed in range(40):
        request = ask(Step("linked_group", SLOTS), random.Random(seed))
        (move,) = understand(request, scene)
        assert {**move.step.slots, "source": "df"} == SLOTS, request
    assert not understand("Please merge 'tariff' from `tools` into `df` by 'tool', with 'unknown' for rows that find "
                          "no partner and return a DataFrame.", scene)  # fmt: skip


def test_only_merges_that_could_lose_rows_have_wrong_versions(table: Table) -> None:
    merge = "x = df.merge(members[['member', 'tariff']], on='member', how='left')"
    assert {text.rpartition("how=")[2] for text in wrong_merges(table, merge).values()} == {"'inner')", "'right')"}
    assert len(wrong_merges(table, "x = pd.merge(df, right=members, how='left')")) == 2
    assert not wrong_merges(table, "x = df.merge(df.groupby('tool').size().reset_index(), on='tool', how='left')")
    whole = tuple(link.model_copy(update={"found": link.rows}) for link in table.links)
    assert not wrong_merges(table.model_copy(update={"links": whole}), merge)


def test_a_frame_without_the_column_of_the_link_leads_nowhere(table: Table) -> None:
    scene = scene_of(table_brief(table), [], None)
    narrow = scene.table.columns[2:]
    source = scene.table.__class__("part", "dataframe", 20, narrow, None, "rows", table=scene.table)
    assert not KINDS["linked_group"].sensible({key: SLOTS[key] for key in ("column", "beside", "keys")}, source)
