"""Standing rules of a handbook: read off what a question asks, applied first, and proved by leaving them out."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company import config
from company.archive import Archive
from company.config import Overrides
from company.families.dialogues.analysts import (
    BOTH_HELD,
    MISAPPLIED,
    NO_EXCEPTION,
    NONE_APPLIED,
    NOT_APPLIED,
    OLDER_PRIORITY,
    STILL_HELD,
    UNAMENDED,
)
from company.families.dialogues.evolution import HANDBOOK, RuleChange, Setting, Use
from company.families.dialogues.evolving.binding import Draft, Values, first_values
from company.families.dialogues.evolving.failing import failed
from company.families.dialogues.evolving.planning import planned
from company.families.dialogues.evolving.replies import Candidate, WrittenAsk, WrittenTerm
from company.families.dialogues.evolving.ruling import InForce, in_force, standing
from company.families.dialogues.evolving.scoping import Told, told_of
from company.families.dialogues.evolving.searching import search
from company.families.dialogues.evolving.timetable import Drawn, Timetable
from company.families.dialogues.evolving.told_faults import told_faults
from company.families.dialogues.evolving.views import Slot
from company.families.dialogues.gate.sense.steps import IDLE_CONDITION
from company.families.dialogues.handbook.book import handbook_of
from company.families.dialogues.handbook.reading import RuleText
from company.families.dialogues.handbook.records import Rule, Scope
from company.families.dialogues.handbook.settings import HandbookSettings
from company.families.dialogues.limiting import WHOLE
from company.families.dialogues.making import MAKING
from company.families.dialogues.settings import settings_of
from company.families.dialogues.stages.handbook.checking import drafts_fault, handbook_fault
from company.families.dialogues.stages.handbook.measuring import clashes, faults_of
from company.families.dialogues.stages.handbook.replies import HandbookReply, RulesReply
from company.families.dialogues.stages.handbook.writing import told
from company.families.dialogues.table_briefs import table_brief
from company.tables.record import Table
from grammar.evolving import rules
from grammar.evolving.looking_up import wide_subject
from grammar.evolving.rules import draft_rules, write_rules
from grammar.evolving.scopes import scope_of, scopes
from grammar.words import words

CORE = "lambda t: t[~t['kind'].isin(['x'])]"
CAPPED = "lambda t: t['fee'].clip(upper=3)"
CREST = "lambda t: t.groupby('who')['fee'].rolling(3, min_periods=1).max().droplevel(0).reindex(t.index)"
LULL = "lambda t: t.groupby(['who', (t['fee'] > 3).cumsum()]).cumcount()"
WEIGHTS = "{'a': 2, 'b': 1}"
SUMMED, MEANT, OTHER = "added up", "averaged", "put together otherwise"


@pytest.mark.parametrize(
    ("code", "terms", "by", "measured"),
    [
        ("r = df.groupby('kind')['fee'].mean()", {}, {"kind"}, {"fee": {MEANT}}),
        ("r = float(df['fee'].median())", {}, set(), {"fee": {OTHER}}),
        ("r = df.groupby('kind').size()", {}, {"kind"}, {}),
        ("r = df['kind'].value_counts()", {}, {"kind"}, {}),
        ("_r = df[df['days'] > 3]\nr = _r.groupby(_r['kind'])['fee'].sum()", {}, {"kind"}, {"fee": {SUMMED}}),
        # Which rows count is decided by columns that nothing is told by or measured of.
        ("_r = core(df)\nr = len(_r) / len(df) * 100", {"core": CORE}, set(), {}),
        ("r = (df['fee'] > 3).groupby(df['kind']).mean() * 100", {}, {"kind"}, {}),
        ("_f = capped(df)\nr = _f.groupby(df['kind']).sum()", {"capped": CAPPED}, {"kind"}, {"fee": {SUMMED}}),
        ("r = crest(df).mean()", {"crest": CREST}, set(), {"fee": {MEANT}}),
        # A count of rows since a fee was high measures no fees.
        ("r = lull(df).mean()", {"lull": LULL}, set(), {}),
        ("r = df['who'].map(people.set_index('who')['age']).median()", {}, set(), {"people.age": {OTHER}}),
        # Sums by weights, divided by these, are averages.
        (
            "_w = df['kind'].map(rates).astype(float).fillna(1)\n_f = df['fee'] * _w\n"
            "r = _f.groupby(df['days']).sum() / _w.where(_f.notna()).groupby(df['days']).sum()",
            {"rates": WEIGHTS}, {"days"}, {"fee": {MEANT}},
        ),
        ("r = df['kind'].map(rates).sum()", {"rates": WEIGHTS}, set(), {}),
        # A column of another table is called with it.
        (
            "r = df['fee'].groupby(df['who'].map(people.set_index('who')['town']).fillna('?')).sum()",
            {}, {"people.town"}, {"fee": {SUMMED}},
        ),
        ("r = df.groupby('kind').agg(total=('fee', 'sum'), n=('who', 'size'))", {}, {"kind"}, {"fee": {SUMMED}}),
        ("r = df.groupby('kind')[['fee', 'days']].mean()", {}, {"kind"}, {"fee": {MEANT}, "days": {MEANT}}),
        ("r = df[df['kind'].isin(before.index)]['fee'].sum()", {}, set(), {"fee": {SUMMED}}),
        ("_a = df.groupby('kind')['fee'].sum()\nr = _a.get('x', 0) - _a.min()", {}, {"kind"}, {"fee": {SUMMED}}),
    ],
)  # fmt: skip
def test_what_a_question_measures_and_by_what_is_read_off_its_code(
    code: str, terms: Mapping[str, str], by: set[str], measured: Mapping[str, set[str]]
) -> None:
    found = told_of(code, terms)
    assert found.by == by and {name: set(hows) for name, hows in found.measured.items()} == measured
    assert not found.unclear


@pytest.mark.parametrize(
    ("code", "terms", "scope"),
    [
        ("r = df.groupby(df['days'] // 7)['fee'].sum()", {}, ("told by", "days")),
        ("r = df.assign(x=lambda t: t['fee'] * 2).groupby('kind')['x'].sum()", {}, ("measured", "fee")),
        ("r = df.pivot_table(index='kind', values='fee')", {}, ("told by", "kind")),
        ("r = {k: len(g) for k, g in df.groupby('kind')}", {}, ("told by", "kind")),
        ("r = df.merge(people, on='who').groupby('town')['fee'].sum()", {}, ("told by", "people.town")),
        # Nobody can say whether a mean of totals averages what they are of.
        ("_a = df.groupby('kind')['fee'].sum()\nr = _a / _a.mean()", {}, ("averaged", "fee")),
    ],
)
def test_what_the_reader_does_not_know_is_left_open(
    code: str, terms: Mapping[str, str], scope: tuple[Any, str]
) -> None:
    found = told_of(code, terms)
    assert found.leaves_open(Scope(how=scope[0], column=scope[1]))
    assert not found.leaves_open(Scope(how="told by", column="town"))


def test_a_rule_fits_by_column_and_by_how_its_values_are_put_together() -> None:
    found = told_of("r = df[df['days'] > 2].groupby('kind')['fee'].mean()", {})

    def fits(how: Any, column: str) -> tuple[bool, bool]:
        scope = Scope(how=how, column=column)
        return found.fits(scope), found.nearly_fits(scope)

    assert isinstance(found, Told)
    assert fits("told by", "kind") == fits("measured", "fee") == fits("averaged", "fee") == (True, False)
    assert fits("added up", "fee") == fits("measured", "days") == fits("told by", "days") == (False, True)
    assert fits("told by", "who") == (False, False)


# read and carried out


def test_the_built_in_company_reads_what_a_rule_goes_by() -> None:
    found = scope_of("Whenever a figure is told by 'kind of loan', we leave out loans whose 'days' is above 3.")
    assert found is not None and (found.how, found.column) == ("told by", "kind of loan")
    found = scope_of("Whenever 'fee' is averaged, only loans count whose 'days' is above 3.")
    assert found is not None and (found.how, found.column) == ("averaged", "fee")
    found = scope_of("Whenever a figure is told by 'tariff' of `members`, we leave out loans whose 'days' is above 3.")
    assert found is not None and found.column == "members.tariff"
    assert found.words == "Whenever a figure is told by 'tariff' of `members`"
    assert scope_of("Whenever it rains, we leave out loans whose 'days' is above 3.") is None
    assert scope_of("Only loans count whose 'days' is above 3.") is None


def _draft(rule: str, **more: str) -> dict[str, str]:
    told = {"rule": rule, "sort": "filter", "code": "lambda t: t[t['days'] > 1]", "plain": "lambda t: t"}
    return {**told, **more}


@pytest.mark.parametrize(
    ("text", "draft", "said"),
    [
        ("Whenever 'fee' is averaged, …", {"how": "averaged", "column": "fee"}, None),
        ("Whenever 'fee' is averaged, …", {}, "say with `how` and `column`"),
        ("Whenever 'fee' is averaged, …", {"how": "averaged", "column": "cost"}, "a column of the table, or"),
        ("Whenever 'fee' is averaged, …", {"how": "averaged", "column": "fee", "sort": "measure"}, "which rows count"),
        ("Whenever 'fee' is averaged, …", {"why": "no such column"}, None),
        ("Only …", {"how": "averaged", "column": "fee"}, "only where it is named"),
    ],
)
def test_a_drafted_rule_says_when_it_holds_where_its_text_does(
    text: str, draft: Mapping[str, str], said: str | None
) -> None:
    reply = RulesReply.model_validate({"rules": [_draft("R1", **draft)]})
    fault = drafts_fault(reply, [RuleText("R1", "Even", text)], (), ("fee", "days"))
    assert fault is None if said is None else fault is not None and said in fault


def test_so_many_rules_are_standing_as_are_wanted() -> None:
    rules = [
        {"rule": "R1", "name": "Even", "text": "Whenever 'fee' is averaged, only loans count whose 'days' is above 1."},
        {"rule": "R2", "name": "Long", "text": "Only loans count whose 'days' is above 1."},
        {"rule": "R3", "name": "Dear", "text": "Only loans count whose 'fee' is above 1."},
    ]
    reply = HandbookReply.model_validate({"rules": rules})
    assert handbook_fault(reply, 3, 1) is None
    assert "1 that begin with 'Whenever'; give 2" in (handbook_fault(reply, 3, 2) or "")
    assert HandbookSettings(write=12).unnamed == 4 and HandbookSettings(write=12, standing=0).unnamed == 0
    with pytest.raises(ValueError, match="give no more than those"):
        HandbookSettings(write=4, standing=5)
    with pytest.raises(ValueError, match="begin such rules with `Whenever`"):
        HandbookSettings(file="rules.md", standing=2)


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Loans with days, fees and two kinds."""
    chance = np.random.default_rng(4)
    return pd.DataFrame(
        {
            "days": chance.integers(1, 15, 240),
            "fee": chance.gamma(4.0, 3.0, 240).round(2),
            "kind": chance.choice(["x", "y", "z"], 240, p=[0.3, 0.5, 0.2]),
            "who": chance.choice(["m1", "m2", "m3", "m4"], 240),
        }
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("lambda t: t[t['days'] > 3]", ""),
        ("lambda t: t[t['fee'] > t['fee'].mean()]", "judges each row by itself"),
        ("lambda t: t.drop_duplicates('who', keep='last')", "judges each row by itself"),
    ],
)
def test_a_standing_rule_judges_each_row_by_itself(code: str, said: str, frame: pd.DataFrame) -> None:
    rule = {"sort": "filter", "code": code, "plain": "lambda t: t", "bare": "", "before": "", "standing": "yes"}
    fault = "".join(faults_of(rule, {"df": frame, "pd": pd, "np": np}).values())
    assert said in fault if said else fault == ""


# in dialogues


def _rule(number: int, name: str, code: str, scope: tuple[Any, str] | None, **more: Any) -> Rule:
    told: dict[str, Any] = {
        "id": f"t.r{number:02d}", "parent": None, "stage": "tables", "position": number, "status": "accepted",
        "rule": f"R{number}", "name": name, "text": f"Whenever … {name}.", "sort": "filter", "plain": "lambda t: t",
        "code": code, "is_given": True, "scope": scope and Scope(how=scope[0], column=scope[1]),
    }  # fmt: skip
    return Rule.model_validate({**told, **more})


FAIR = "lambda t: t[(t['fee'] > 6) | (t['kind'] == 'x')]"
LONG, LONGER = "lambda t: t[t['days'] > 2]", "lambda t: t[t['days'] > 4]"
RULES = (
    _rule(1, "Even", LONG, ("told by", "kind")),
    _rule(2, "Named", "lambda t: t[t['days'] > 6]", None, text="Only …"),
    _rule(3, "Fair", FAIR, ("averaged", "fee"), bare="lambda t: t[t['fee'] > 6]"),
    _rule(4, "Sums", "lambda t: t[t['kind'] != 'z']", ("added up", "fee")),
    _rule(5, "Even", LONGER, ("told by", "kind"), overrides="R1"),
    _rule(6, "Gone", LONG, ("told by", "who"), status="rejected", reason="raises"),
)  # fmt: skip


def test_those_in_force_hold_in_every_dialogue_and_are_never_called_by_name(tmp_path: Path) -> None:
    with Archive.create(tmp_path / "run", "dialogues") as archive:
        for each in RULES:
            archive.put(each)
        found = standing(archive)
        assert [(slot, each.rule.rule) for slot, each in found.items()] == [("h1", "R3"), ("h2", "R4"), ("h3", "R5")]
        assert found["h3"].before is not None and found["h3"].before.rule == "R1"
        assert [each.rule.rule for each in in_force(archive)] == ["R2"]
        text = handbook_of(archive)
    # What cannot be carried out would be applied by whoever reads it: it does not stand there.
    assert text.startswith('Rules that begin with "Whenever"') and "R6" not in text and "## R1 Even" in text


def _drafted() -> Draft:
    """Three turns: a mean by kind of what an agreed filter leaves, a total, and a difference from the mean."""
    terms: dict[str, WrittenTerm] = {
        f"h{number}": each.written(f"h{number}") for number, each in enumerate(_in_force(), start=1)
    }
    terms["s1"] = WrittenTerm(
        slot="s1", variable="core", name="our core", code="lambda t: t[~t['who'].isin({value})]", naive="lambda t: t",
        candidates=tuple(Candidate(code=f"['m{n}']", words=f"'m{n}'") for n in (1, 2, 3)), says="Core is {value}.",
    )  # fmt: skip
    asks = {
        1: "_rows = core(df)\nfee_by_kind = _rows.groupby('kind')['fee'].mean()",
        2: "_rows = core(df)\ntotal_fee = float(_rows['fee'].sum())",
        3: "_rows = core(df)\nfee_gap = float(_rows['fee'].sum() / fee_by_kind.max())",
    }
    written = {
        number: WrittenAsk(turn=number, code=code, name=name, type=kind, about="…")
        for (number, code), name, kind in zip(
            asks.items(), ("fee_by_kind", "total_fee", "fee_gap"), ("series", "value", "value"), strict=True
        )
    }
    slots = {"s1": Slot("s1", "filter", (1,))}
    use = (Use(slot="s1", version=0),)
    define = (Setting(slot="s1", act="define", version=0, reach="on"),)
    turns = (
        Drawn(1, ("construct",), define, use, (), (), (), ()),
        Drawn(2, ("inherit",), (), use, (), (), (1,), ()),
        Drawn(3, ("inherit",), (), use, (1,), (), (1,), ()),
    )
    return Draft(Timetable(slots, turns), terms, written)


def _in_force() -> list[InForce]:
    return [InForce(RULES[2]), InForce(RULES[3]), InForce(RULES[4], RULES[0])]


def _searched(draft: Draft, frame: pd.DataFrame, tmp_path: Path) -> dict[str, Any]:
    order, report = tmp_path / "order.json", tmp_path / "report.json"
    order.write_text(json.dumps(draft.order(first_values(draft, "any"))))
    search({"df": frame, "pd": pd, "np": np}, order, report)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def test_each_turn_is_told_of_the_rows_that_its_rules_let_count_and_proved_by_leaving_them_out(
    frame: pd.DataFrame, tmp_path: Path
) -> None:
    draft = _drafted()
    report = _searched(draft, frame, tmp_path)
    assert failed(draft, report) == {}
    first, second, third = planned(draft, report)
    assert first.evolution.standing == ("fair_rule", "even_rule")
    assert second.evolution.standing == third.evolution.standing == ("sums_rule",)
    labels = {(each.label, each.term) for each in first.evolution.controls}
    assert {
        (NOT_APPLIED, "fair_rule"), (NOT_APPLIED, "even_rule"), (NONE_APPLIED, "fair_rule"), (UNAMENDED, "even_rule"),
        (NO_EXCEPTION, "fair_rule"), (MISAPPLIED, "sums_rule"),
    } <= labels  # fmt: skip
    assert {each.term for each in first.evolution.depends_on if each.via == HANDBOOK} == {"fair_rule", "even_rule"}
    assert all((each.turn, each.distance) == (0, 0) for each in first.evolution.depends_on)
    assert HANDBOOK in first.evolution.patterns and first.evolution.patterns[0] == "construct"
    terms = {term.slot: term for term in Values(draft, report["chosen"]).terms()}
    assert {term.slot for term in terms.values() if term.standing} == {"fair_rule", "sums_rule", "even_rule"}
    assert terms["even_rule"].heading == "even"
    # Carried out, the code leaves the table whole and comes to what rows picked by hand come to.
    names: dict[str, Any] = {"df": frame, "pd": pd, "np": np}
    for turn in (first, second, third):
        exec(turn.code, names)
        assert names["df"] is frame and WHOLE not in names and "even_rule" not in names
    who = terms["core"].versions[0].value.strip("'")
    core = frame[frame["who"] != who]
    fair = core[((core["fee"] > 6) | (core["kind"] == "x")) & (core["days"] > 4)]
    pd.testing.assert_series_equal(names["fee_by_kind"], fair.groupby("kind")["fee"].mean())
    sums = core[core["kind"] != "z"]["fee"].sum()
    assert names["total_fee"] == pytest.approx(sums)
    assert names["fee_gap"] == pytest.approx(sums / names["fee_by_kind"].max())


def test_a_turn_of_which_nobody_can_say_what_holds_gives_no_case_nor_do_those_that_rest_on_it(
    frame: pd.DataFrame, tmp_path: Path
) -> None:
    draft = _drafted()
    loose = "_amount = core(df).groupby('kind')['fee'].sum()\nfee_by_kind = _amount / _amount.mean()"
    draft = Draft(draft.table, draft.terms, {**draft.asks, 1: draft.asks[1].model_copy(update={"code": loose})})
    found = failed(draft, _searched(draft, frame, tmp_path))
    assert set(found) == {1, 3}
    assert "its code does not tell whether the handbook's fair rule holds" in found[1]
    assert "the code of turn 1, on which it rests" in found[3]


def test_a_condition_that_changes_nothing_is_told_by_the_name_of_the_term_that_sets_it(
    frame: pd.DataFrame, tmp_path: Path
) -> None:
    draft = _drafted()
    report = _searched(draft, frame, tmp_path)
    own = next(term for term in Values(draft, report["chosen"]).terms() if term.slot == "core").versions[0].code
    condition = own.removeprefix("lambda t: t[").removesuffix("]")
    for tried, said in ((condition, "what our core says of rows"), ("_big['fee'] > 3", "`_big['fee'] > 3`")):
        report["turns"]["1"]["problem"] = f"{IDLE_CONDITION}: `{tried}`"
        why = failed(draft, report)[1]
        assert said in why and condition not in why


def _changing(*changes: RuleChange) -> Draft:
    """The same, whose first turn is asked again once its rules have changed."""
    draft = _drafted()
    again = draft.asks[1].code.replace("fee_by_kind", "fee_again")
    ask = WrittenAsk(turn=4, code=again, name="fee_again", type="series", about="…")
    last = Drawn(4, ("inherit",), (), (Use(slot="s1", version=0),), (), (), (1,), ())
    first, second, third = draft.table.turns
    turns = (first, replace(second, changes=changes[:1]), replace(third, changes=changes[1:]), last)
    return Draft(Timetable(draft.table.slots, turns), draft.terms, {**draft.asks, 4: ask})


def test_a_rule_that_is_out_of_force_holds_for_no_later_turn_which_those_miss_who_have_not_heard_it(
    frame: pd.DataFrame, tmp_path: Path
) -> None:
    draft = _changing(RuleChange(slot="h3", act="suspend"))
    report = _searched(draft, frame, tmp_path)
    assert failed(draft, report) == {}
    turns = planned(draft, report)
    assert turns[0].evolution.standing == ("fair_rule", "even_rule") and turns[3].evolution.standing == ("fair_rule",)
    assert turns[1].evolution.changes == (RuleChange(slot="even_rule", act="suspend"),)
    (kept,) = [each for each in turns[3].evolution.controls if each.label == STILL_HELD]
    assert kept.term == "even_rule" and kept.digest == turns[0].digest
    words = [each for each in turns[3].evolution.depends_on if each.term == "even_rule"]
    assert [(each.turn, each.via, each.distance) for each in words] == [(2, "words", 2)]
    assert not any(each.label == STILL_HELD for turn in turns[:3] for each in turn.evolution.controls)


def test_a_rule_gives_way_where_both_fit_until_it_is_said_the_other_way_round(
    frame: pd.DataFrame, tmp_path: Path
) -> None:
    first = RuleChange(slot="h1", act="yield", to="h3")
    draft = _changing(first, RuleChange(slot="h3", act="yield", to="h1"))
    report = _searched(draft, frame, tmp_path)
    assert failed(draft, report) == {}
    turns = planned(draft, report)
    assert turns[3].evolution.standing == ("fair_rule",)
    older = [each for each in turns[3].evolution.controls if each.label == OLDER_PRIORITY]
    assert [each.term for each in older] == ["even_rule"]
    alone = _changing(first)
    report = _searched(alone, frame, tmp_path)
    labels = {each.label for each in planned(alone, report)[3].evolution.controls}
    assert BOTH_HELD in labels and OLDER_PRIORITY not in labels
    # Without its rival in the dialogue, a rule holds as ever.
    assert planned(alone, report)[2].evolution.standing == ("sums_rule",)


# the user's file


def test_a_file_is_looked_at_before_a_run(tmp_path: Path) -> None:
    text = (
        "## R1 Even\nWhenever 'fee' is averaged, only loans count whose 'days' is above 1.\n## R2 Long\nOnly those.\n"
    )
    (tmp_path / "rules.md").write_text(text)
    lines = told(HandbookSettings(file="rules.md"), tmp_path)
    assert lines == ["handbook: 2 rules, 0 of which override another, 1 of which hold without being named"]


@pytest.fixture(scope="module")
def brief(frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The table as staff are told of it."""
    place = tmp_path_factory.mktemp("loans")
    frame.to_csv(place / "loans.csv", index=False)
    (place / "simulation.toml").write_text('[table]\nfile = "loans.csv"\nrow = "a loan"\n')
    settings = settings_of(config.load(place, Overrides(out=place / "run")))
    with Archive.create(settings.out, "dialogues") as archive:
        (root,) = MAKING.roots(settings, archive, print)
    assert isinstance(root, Table)
    return table_brief(root)


@pytest.mark.parametrize("seed", range(4))
def test_the_built_in_company_writes_standing_rules_that_it_reads_back_and_that_matter(
    seed: int, brief: dict[str, Any], frame: pd.DataFrame
) -> None:
    told = {"table": brief, "number": 12, "standing": 6}
    reply = HandbookReply.model_validate(write_rules(told, random.Random(seed)))
    assert handbook_fault(reply, 12, 6) is None
    texts = [RuleText(each.rule, each.name, each.text, each.overrides) for each in reply.rules]
    asked = {"table": brief, "rules": [{"rule": each.rule, "text": each.text} for each in texts]}
    drafts = RulesReply.model_validate(draft_rules(asked, random.Random(seed)))
    assert drafts_fault(drafts, texts, (), [*frame.columns]) is None and not any(each.why for each in drafts.rules)
    standing = {each.rule: each for each in drafts.rules if each.scope is not None}
    assert set(standing) == {each.rule for each in texts if each.is_standing}
    renewed = [each for each in texts if each.overrides and each.is_standing]
    assert len(renewed) == 1 and standing[renewed[0].rule].scope == standing[renewed[0].overrides].scope
    own = [each.scope for rule, each in standing.items() if rule != renewed[0].rule]
    assert len({each.column for each in own if each}) >= 3 and len(set(own)) >= len(own) - 1
    for draft in standing.values():
        # Which rows count goes by another column than the scope, and most of them do.
        assert draft.scope is not None and f"t['{draft.scope.column}']" not in (draft.bare or draft.code)
        assert 0.3 <= len(eval(draft.code)(frame)) / len(frame) < 1


@pytest.mark.parametrize("seed", range(6))
def test_of_many_rules_so_many_are_standing_and_amended_whatever_the_table_leaves_to_say(
    seed: int, brief: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    amended_to = rules._amended
    # Of rules that are drawn to be changed first, some cannot be said otherwise.
    few = random.Random(seed).sample(range(8), 3)
    asked = iter(range(10_000))
    monkeypatch.setattr(rules, "_amended", lambda *a, **k: iter(()) if next(asked) in few else amended_to(*a, **k))
    reply = write_rules({"table": brief, "number": 24, "standing": 16}, random.Random(seed))
    assert len(reply["rules"]) == 24
    assert sum(each["text"].startswith("Whenever") for each in reply["rules"]) == 16
    amended = [each["overrides"] for each in reply["rules"] if each.get("overrides")]
    assert len(amended) == len(set(amended)) > 3


def test_whoever_reads_the_files_finds_which_rules_hold_anew() -> None:
    query = "Give me the mean of the fee by kind. It goes into `fee_by_kind`, a series."
    terms = [
        {"slot": "even_rule", "name": "the handbook's even rule", "rule": "R1", "naive": "lambda t: t", "versions": []},
        {"slot": "sums_rule", "name": "the handbook's sums rule", "rule": "R2", "naive": "lambda t: t", "versions": []},
    ]
    handbook = [
        {"rule": "R1", "text": "Even.", "scope": {"how": "told by", "column": "kind"}},
        {"rule": "R2", "text": "Sums.", "scope": {"how": "added up", "column": "fee"}},
        {"rule": "R3", "text": "Named."},
    ]
    turn: dict[str, Any] = {
        "turn": 1, "query": query, "answer": "", "sets": [], "uses": [], "cases": ["c1"],
        "ask": "fee_by_kind = df.groupby('kind')['fee'].mean()", "standing": ["even_rule"],
    }  # fmt: skip
    prompt = {"prompt_with_hist_txt": f"Even. Sums. Named. {query}"}
    depends = {"turn": 0, "term": "even_rule", "version": 0, "via": HANDBOOK, "distance": 0}
    case = {
        "data_id": "c1", "turn": 1, "current_query": query, "explicit": prompt, "evidence": prompt, **prompt,
        "depends_on": [depends],
    }  # fmt: skip

    def faults(case: Mapping[str, Any] = case, **more: Any) -> list[str]:
        return told_faults(case, [{"turns": [{**turn, **more}], "terms": terms, "handbook": handbook}])

    assert faults() == []
    assert any("whether R1 of the handbook holds" in each for each in faults(standing=[]))
    off = [{"slot": "even_rule", "act": "suspend", "to": ""}]
    assert any("whether R1 of the handbook holds" in each for each in faults(changes=off))
    assert not any("whether R1" in each for each in faults(changes=off, standing=[]))
    assert any("whether R2 of the handbook holds" in each for each in faults(standing=["even_rule", "sums_rule"]))
    assert any("whether R2" in each for each in faults(ask="fee_by_kind = df.groupby('kind')['fee'].sum()"))
    wrong = {**case, "depends_on": [depends, {**depends, "term": "sums_rule"}]}
    assert faults(wrong) == ["it depends on R2 of the handbook, which does not hold for it"]


def test_rules_are_about_columns_as_often_as_questions_ask_for_them(brief: dict[str, Any]) -> None:
    found = Counter(each.how for each in islice(scopes(wide_subject(brief), random.Random(1)), 60))
    assert found["told by"] > found["measured"] > found["averaged"] > found["added up"] > 0
    assert found["told by"] + found["measured"] >= 36


def test_no_name_for_a_rule_is_a_part_of_another() -> None:
    names = [name for told in words("evolving")["rules"].values() for name in told.get("names", ())]
    assert len(names) > 60 and len(set(names)) == len(names)
    assert [(one, other) for one in names for other in names if one != other and one in other] == []


def test_standing_rules_that_leave_no_row_together_do_not_all_stand() -> None:
    frame = pd.DataFrame({"days": range(30), "fee": [3, 5, 8] * 10})
    rules = {
        "R1": "lambda t: t[t['days'] > 9]",
        "R2": "lambda t: t[t['days'] < 9]",
        "R3": "lambda t: t[t['fee'] != 3]",
        "R4": "lambda t: t[~((t['fee'] != 3) & (t['days'] > 9))]",
        "R5": "lambda t: t[t['days'] > 12]",
    }
    found = clashes(rules, {"df": frame, "pd": pd, "np": np})
    assert {rule: why.partition(" it leaves")[0] for rule, why in found.items()} == {
        "R2": "together with R1",
        "R4": "together with R1 and R3",
    }, "a rule stands beside those that stand themselves"
    assert not clashes({rule: rules[rule] for rule in ("R2", "R3")}, {"df": frame, "pd": pd, "np": np})
