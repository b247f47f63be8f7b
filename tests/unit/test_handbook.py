"""Handbooks: rules that are read, drafted as code, carried out, drawn into timetables, and proved by their controls."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from company import config
from company.archive import Archive
from company.config import Overrides
from company.errors import ConfigError
from company.families.dialogues.analysts import NO_EXCEPTION, PLAIN, SIBLING, UNAMENDED
from company.families.dialogues.evolution import HANDBOOK, PATTERNS
from company.families.dialogues.evolving.binding import Draft, Values, code_of
from company.families.dialogues.evolving.drawing import drawn
from company.families.dialogues.evolving.pieces import Pieces
from company.families.dialogues.evolving.ruling import InForce, chosen, in_force
from company.families.dialogues.evolving.timetable import RuleSlot, Wishes, faults
from company.families.dialogues.evolving.views import BARE, IN_FORCE, OVERRIDDEN
from company.families.dialogues.gate.forgetting import structure_faults
from company.families.dialogues.handbook.book import handbook_of
from company.families.dialogues.handbook.reading import FILE, RuleText, handbook_text, read_rules
from company.families.dialogues.handbook.records import Rule
from company.families.dialogues.making import MAKING
from company.families.dialogues.settings import settings_of
from company.families.dialogues.stages.handbook.checking import (
    anew_fault,
    drafts_fault,
    handbook_fault,
    texts_of,
    with_anew,
)
from company.families.dialogues.stages.handbook.measuring import faults_of
from company.families.dialogues.stages.handbook.replies import HandbookReply, RulesReply
from company.families.dialogues.table_briefs import table_brief
from company.tables.record import Table
from grammar.evolving.rules import draft_rules, write_rules, write_rules_anew

RULES = """# House rules

## R3 Late
A stay is late where 'days' is above 5.

## R5 Early
A stay is early where 'days' is below 3.

## R7 Late
A stay is late where 'days' is above 9; those of members never are.

overrides: R3
"""
KINDS = ("line", "filter", "exclusion", "measure", "unit", "rounding", "rates")
FILE_NAME = Path("rules.md")
LONG_STAYS = "lambda t: t[t['days'] > 5]"


def test_rules_are_read_from_headings_with_their_text_and_what_they_override() -> None:
    rules = read_rules(RULES, FILE_NAME)
    assert [(each.rule, each.name, each.overrides) for each in rules] == [
        ("R3", "Late", ""), ("R5", "Early", ""), ("R7", "Late", "R3"),
    ]  # fmt: skip
    assert rules[2].text == "A stay is late where 'days' is above 9; those of members never are."
    assert read_rules(handbook_text(rules), FILE_NAME) == rules


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "has no rule"),
        ("Be kind.\n## R1 Late\nx", "line 1: 'Be kind.' stands before the first rule"),
        ("## Late\nx", "line 1: '## Late' is no heading"),
        ("## R1 Late\n\n## R2 Early\nx", "R1 says nothing"),
        ("## R1 Late\nx\n## R1 Early\ny", "two rules are called R1"),
        ("## R1 Late\nx\noverrides: R9", "R1 overrides R9, which is no rule before it"),
        ("## R1 Late\nx\n## R2 Late\ny", "R1 and R2, both in force"),
        ("## R1 Late\nx\n## R2 Late\ny\noverrides: R1\n## R3 Late\nz\noverrides: R1", "R3 overrides R1, as R2 does"),
        ("## R1 Late\n" + "x" * 13_000, "keep it to 12,000"),
    ],
)
def test_what_is_no_handbook_is_refused_in_a_line(content: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as raised:
        read_rules(content, FILE_NAME)
    assert "rules.md" in str(raised.value)


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Stays with days, prices and two kinds of guest."""
    chance = np.random.default_rng(4)
    return pd.DataFrame(
        {
            "days": chance.integers(1, 15, 240),
            "price": chance.gamma(4.0, 30.0, 240).round(2),
            "miles": chance.gamma(2.0, 9.0, 240).round(1),
            "guest": chance.choice(["member", "visitor", "student"], 240, p=[0.3, 0.5, 0.2]),
            "house": chance.choice(["north", "south", "lake", "hill"], 240),
        }
    )


@pytest.fixture(scope="module")
def scenario(frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("stays")
    frame.to_csv(place / "stays.csv", index=False)
    (place / "rules.md").write_text(RULES)
    said = '[table]\nfile = "stays.csv"\nrow = "a stay"\n[handbook]\nfile = "rules.md"\n'
    (place / "simulation.toml").write_text(said)
    return place


@pytest.fixture(scope="module")
def table(scenario: Path) -> Table:
    settings = settings_of(config.load(scenario, Overrides(out=scenario / "run")))
    with Archive.create(settings.out, "dialogues") as archive:
        (root,) = MAKING.roots(settings, archive, print)
    assert isinstance(root, Table)
    return root


def test_a_file_is_kept_with_the_run_and_may_not_change(scenario: Path, table: Table) -> None:
    assert (scenario / "run" / "resource" / FILE).read_text() == RULES
    settings = settings_of(config.load(scenario, Overrides(out=scenario / "run")))
    assert MAKING.looked_at(settings, print) == ["handbook: 3 rules, 1 of which override another"]
    (scenario / "rules.md").write_text(RULES.replace("above 9", "above 8"))
    with (
        Archive.open(scenario / "run") as archive,
        pytest.raises(ConfigError, match="has changed since this run began"),
    ):
        MAKING.roots(settings, archive, print)
    (scenario / "rules.md").write_text(RULES)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('file = "rules.md"\nwrite = 4', "has both"),
        ("write = 1", "greater than or equal to 3"),
        ('file = "no.md"', "is not there"),
    ],
)
def test_settings_that_make_no_handbook_are_refused(said: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text(RULES)
    (tmp_path / "simulation.toml").write_text(f'[table]\nbuiltin = "wine"\n[handbook]\n{said}\n')
    with pytest.raises(ConfigError, match=why):
        config.load(tmp_path)


@pytest.mark.parametrize("seed", range(4))
def test_the_built_in_company_reads_its_own_rules_back_as_code_that_matters(
    seed: int, table: Table, frame: pd.DataFrame
) -> None:
    brief = table_brief(table)
    reply = HandbookReply.model_validate(write_rules({"table": brief, "number": 12}, random.Random(seed)))
    assert handbook_fault(reply, 12) is None
    texts = [RuleText(each.rule, each.name, each.text, each.overrides) for each in reply.rules]
    asked = {"table": brief, "rules": [{"rule": each.rule, "text": each.text} for each in texts]}
    drafts = RulesReply.model_validate(draft_rules(asked, random.Random(seed)))
    assert drafts_fault(drafts, texts, ()) is None and not any(each.why for each in drafts.rules)
    code = {each.rule: each for each in drafts.rules}
    base = {"df": frame, "pd": pd, "np": np}
    found = {
        text.rule: "".join(
            faults_of(
                {**code[text.rule].model_dump(), "before": code[text.overrides].code if text.overrides else ""}, base
            ).values()
        )
        for text in texts
    }
    assert sum(not fault for fault in found.values()) >= 9, found
    assert {each.sort for each in drafts.rules} == {"filter", "exclusion", "measure"}
    assert 4 <= sum(bool(each.bare) for each in drafts.rules) <= 8 and sum(bool(each.overrides) for each in texts) == 2


def test_a_rule_in_other_words_is_not_guessed_at(table: Table) -> None:
    rules = [{"rule": "R1", "text": "Late is what comes after the agreed day, roughly."}]
    (draft,) = draft_rules({"table": table_brief(table), "rules": rules}, random.Random(1))["rules"]
    assert "forms" in draft["why"]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"code": "lambda t: t[t['days'] > 5]", "plain": "lambda t: t"}, ""),
        ({"code": "lambda t: t[t['dayz'] > 5]", "plain": "lambda t: t"}, "raises KeyError"),
        ({"code": "lambda t: t[t['days'] > 50]", "plain": "lambda t: t"}, "keeps 0 of 240"),
        ({"code": "lambda t: t[t['days'] > 5]", "plain": "lambda t: t[t['days'] > 5]"}, "the same as `plain`"),
        ({"code": LONG_STAYS, "plain": "lambda t: t", "bare": "lambda t: t[t['days'] >= 6]"}, "without its exception"),
        ({"code": LONG_STAYS, "plain": "lambda t: t", "before": "lambda t: t[t['days'] >= 6]"}, "that it overrides"),
        ({"sort": "measure", "code": "lambda t: t['price'] / 2", "plain": "lambda t: t['price']"}, ""),
        ({"sort": "measure", "code": "lambda t: t['price'].sum()", "plain": "lambda t: t['price']"}, "no number"),
    ],
)  # fmt: skip
def test_a_rule_that_does_not_matter_is_no_rule(rule: Mapping[str, str], said: str, frame: pd.DataFrame) -> None:
    found = faults_of({"sort": "filter", "bare": "", "before": "", **rule}, {"df": frame, "pd": pd, "np": np})
    of_words = "bare" in rule or "before" in rule
    assert (said in found["words" if of_words else "code"]) and not found["code" if of_words else "words"]
    assert any(found.values()) is bool(said)


def test_rules_that_matter_to_hardly_any_row_are_written_anew_by_who_wrote_them(table: Table) -> None:
    every = [
        RuleText("R1", "Late", "Only stays count whose 'days' is above 3."),
        RuleText("R2", "Dear", "Only stays count whose 'price' is above 50. "
                 "Exception: stays whose 'house' is 'lake' count in any case."),
        RuleText("R3", "Late", "Only stays count whose 'days' is above 4.", "R1"),
    ]  # fmt: skip
    failed = [asdict(each) for each in every[1:]]
    reply = write_rules_anew({"table": table_brief(table), "failed": failed, "others": []}, random.Random(1))
    anew = HandbookReply.model_validate(reply)
    assert anew_fault(anew, every, ("R2", "R3")) is None
    assert "Exception" not in anew.rules[0].text and anew.rules[1].text not in {each.text for each in every}
    book = with_anew(every, texts_of(anew))
    assert [each.rule for each in book] == ["R1", "R2", "R3"] and book[0] == every[0]
    wrong = [
        (("R2",), "one entry for each of R2"),
        (("R2", "R3"), "only its `text`"),
        (("R2", "R3"), "is what it was"),
    ]
    replies = [
        anew,
        HandbookReply(rules=(anew.rules[0].model_copy(update={"name": "Cheap"}), anew.rules[1])),
        HandbookReply(rules=(anew.rules[0].model_copy(update={"text": every[1].text}), anew.rules[1])),
    ]
    for one, (idle, said) in zip(replies, wrong, strict=True):
        assert said in str(anew_fault(one, every, idle))


def _rule(rule: str, **more: Any) -> Rule:
    told: dict[str, Any] = {
        "id": f"t.{rule.lower()}", "parent": None, "stage": "tables", "position": int(rule[1:]), "status": "accepted",
        "rule": rule, "name": rule, "text": f"{rule} says so.", "sort": "filter", "plain": "lambda t: t",
        "code": f"lambda t: t[t['days'] > {rule[1:]}]", "is_given": True,
    }  # fmt: skip
    return Rule.model_validate({**told, **more})


def test_dialogues_use_rules_that_are_in_force_and_work(tmp_path: Path) -> None:
    with Archive.create(tmp_path / "run", "dialogues") as archive:
        for each in (
            _rule("R3", name="Late"),
            _rule("R4", status="rejected", reason="raises", name="Early"),
            _rule("R7", name="Late", overrides="R3", bare="lambda t: t[t['days'] > 8]"),
            _rule("R8", status="rejected", is_given=False, name="Gone"),
        ):
            archive.put(each)
        (standing,) = in_force(archive)
        assert standing.rule.rule == "R7" and standing.before is not None and standing.before.rule == "R3"
        assert set(standing.codes) == {IN_FORCE, BARE, OVERRIDDEN}
        assert chosen(archive, 30, "any") == [standing]
        assert standing.rule.called == "the handbook's late rule" and standing.rule.variable == "late_rule"
        text = handbook_of(archive)
    # What the user wrote stands there, whether dialogues use it or not.
    assert "## R4 Early" in text and "overrides: R3" in text and "Gone" not in text


SLOTS = (
    RuleSlot("r1", "filter", frozenset((IN_FORCE, BARE, OVERRIDDEN))),
    RuleSlot("r2", "measure", frozenset((IN_FORCE,))),
    RuleSlot("r3", "filter", frozenset((IN_FORCE,))),
)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", ["first", "second", "third"])
def test_rules_are_drawn_and_each_use_has_its_controls(seed: str) -> None:
    wishes = Wishes(36, KINDS, rules=SLOTS)
    table = drawn(wishes, seed)
    assert faults(table, wishes) <= 0
    mains = [turn.patterns[0] for turn in table.turns]
    assert all(mains.count(pattern) / len(mains) >= 0.05 for pattern in (*PATTERNS, HANDBOOK))
    pieces, labels = Pieces(table), set[str]()
    for turn in table.turns:
        assert 0 not in turn.sources and not any(one.slot in ("r1", "r2", "r3") for one in turn.sets)
        forgettings = pieces.forgettings(turn)
        labels |= {each.label for each in forgettings if each.term == "r1" and each.since is None}
        told = pieces.dependencies(turn, forgettings)
        rules = {use.slot for use in turn.uses if table.slots[use.slot].rule}
        assert {each.term for each in told if each.via == HANDBOOK} <= rules
        assert all((each.turn, each.distance) == (0, 0) for each in told if each.via == HANDBOOK)
    assert labels == {PLAIN, NO_EXCEPTION, SIBLING, UNAMENDED}


@pytest.mark.thorough
def test_without_a_handbook_timetables_are_as_ever() -> None:
    table = drawn(Wishes(24, KINDS), "any")
    assert all(HANDBOOK not in turn.patterns for turn in table.turns)
    assert drawn(Wishes(24, KINDS, shares={**Wishes(24, KINDS).shares, HANDBOOK: 0.3}), "any") == table


@pytest.mark.thorough
def test_a_control_binds_what_the_rule_is_taken_for() -> None:
    rule = _rule("R7", name="Late", bare="lambda t: t[t['days'] > 8]")
    before = _rule("R3", name="Late")
    term = InForce(rule, before).written("r1")
    table = drawn(Wishes(12, KINDS, rules=SLOTS[:1]), "any")
    values = Values(Draft(table, {"r1": term}, {}), {"r1": [0, 1, 2]})
    assert [values.expression(("r1", version)) for version in (None, IN_FORCE, BARE, OVERRIDDEN)] == [
        "lambda t: t", rule.code, rule.bare, before.code,
    ]  # fmt: skip
    use = next(turn for turn in table.turns if any(use.slot == "r1" for use in turn.uses))
    piece = Pieces(table).own(use)
    own = piece.__class__(piece.of, tuple(pair for pair in piece.bound if pair[0] == "r1"))
    code = code_of([own], {piece.of: "x = late_rule(df)"}, {"r1": term.variable}, values.expression)
    assert code == f"late_rule = {rule.code}\nx = late_rule(df)\ndel late_rule"


def test_a_rule_is_no_turns_back_and_has_to_be_proved() -> None:
    control = {"term": "late_rule", "how": "here", "script": "", "outcome": ""}
    depends = {"turn": 0, "term": "late_rule", "version": 0, "via": HANDBOOK, "distance": 0}
    line = {"turn": 9, "depends_on": [depends], "distance": 0, "breadth": 0, "forgetful": {"plain word": control}}
    assert structure_faults(line) == []
    assert any("turns back" in each for each in structure_faults({**line, "depends_on": [{**depends, "distance": 9}]}))
    assert any("nobody who forgets" in each for each in structure_faults({**line, "forgetful": {}}))
