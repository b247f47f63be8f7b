"""What the staff are told when they write the terms, the asks and the words of an evolving dialogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from company.families.dialogues.client_briefs import client_brief, persona_brief, scenario_brief
from company.families.dialogues.columns_in_texts import named_columns
from company.families.dialogues.evolution import RECONCILE, Planned, Reconciled, RuleChange, Setting, Term, Terms
from company.families.dialogues.evolving.checking import (
    Asked,
    Worded,
    asks_fault,
    terms_fault,
    words_fault,
)
from company.families.dialogues.evolving.kinds import columns_of
from company.families.dialogues.evolving.replies import AsksReply, TermsReply, WordsReply, WrittenAsk, WrittenTerm
from company.families.dialogues.evolving.ruling import RuleTerm
from company.families.dialogues.evolving.serving import Serving
from company.families.dialogues.evolving.timetable import Drawn, Timetable
from company.families.dialogues.evolving.views import SAID
from company.families.dialogues.evolving.wishing import Wished
from company.families.dialogues.records import Persona, Plan, Scenario
from company.families.dialogues.table_briefs import table_brief
from company.prompts import prompt
from company.run.stage import composed
from company.staff.members import Ask
from company.tables.record import Table

BATCH = 8
"""Turns whose asks, or whose words, are written at once."""
PROMPTS = (
    "data_scientist_role",
    "data_scientist_terms",
    "data_scientist_asks",
    "data_scientist_words",
    "rule_handbook",
    "rule_best_about",
    "rule_columns_as_values",
    "rule_old_report",
    "rule_old_report_words",
    "rule_left_open_words",
)
_LATEST = 4
"""Queries before that whoever words the next ones is told, and results whose columns whoever writes asks is told."""
_HEARD = 120
"""Characters of such a query: as much as shows how it begins, so that the next one begins otherwise."""
_SPARE = 2
"""Columns to tell figures by, and to measure, that are told in full whatever is asked."""


@dataclass(frozen=True)
class Failed:
    """What is wrong with the ask of a turn."""

    why: str
    keeps_its_name: bool = True
    """Whether later turns go on from its result, so that another ask has to give it the same name."""


@dataclass(frozen=True)
class Cause:
    """Whose dialogue it is."""

    table: Table
    persona: Persona
    scenario: Scenario
    plan: Plan

    @cached_property
    def serving(self) -> Serving:
        """The questions that its turns serve."""
        return Serving(self.table, self.plan)

    def terms(
        self,
        drawn: Timetable,
        rules: Mapping[str, WrittenTerm],
        made: Mapping[str, WrittenTerm],
        failed: Mapping[str, str],
    ) -> Ask:
        """Return the prompt for the terms of a timetable, but for those that are rules of the handbook.

        Of those that were `made`, it asks for those that `failed` alone, and says why.
        """
        versions = {slot: one.values for slot, one in drawn.slots.items() if not one.rule}
        versions = {slot: count for slot, count in versions.items() if not made or slot in failed}
        others = [each.name for slot, each in {**rules, **made}.items() if slot not in versions]
        served = self.serving.served_by(drawn)
        standing = any(each.scope is not None for each in rules.values() if isinstance(each, RuleTerm))
        brief = {
            "task": "write_terms",
            "table": table_brief(self.table),
            "persona": persona_brief(self.persona),
            "scenario": scenario_brief(self.scenario),
            "questions": self.serving.told(range(1, len(self.plan.questions) + 1)),
            "wanted": [
                {"slot": slot, "kind": one.kind, "versions": versions[slot], "serves": served[slot]}
                for slot, one in drawn.slots.items()
                if slot in versions
            ],
            **({"names_taken": others} if others else {}),
            **({"no_columns_as_values": True} if standing else {}),
            **({"failed": [{**made[slot].model_dump(), "why": why} for slot, why in failed.items()]} if failed else {}),
        }
        known = {slot: each for slot, each in {**rules, **made}.items() if slot not in versions}
        taken = self._taken | {each.variable for each in known.values()}
        beside = [each.name for each in self.table.beside]

        def fault(reply: TermsReply) -> str | None:
            return terms_fault(reply, versions, taken, beside, others, standing=standing)

        columns = prompt("rule_columns_as_values").strip() if standing else ""
        ask = composed("data_scientist_terms", TermsReply, brief, columns=f" {columns}" if columns else "")
        return Ask(ask.prompt, ask.reply, fault)

    def asks(
        self,
        turns: Sequence[Drawn],
        terms: Mapping[str, WrittenTerm],
        results: Sequence[Mapping[str, Any]],
        made: Mapping[int, WrittenAsk],
        failed: Mapping[int, Failed],
        wishes: Mapping[int, Wished] = MappingProxyType({}),
    ) -> Ask:
        """Return the prompt for what turns ask; `failed` are those whose asks of before will not do, and why.

        `wishes` are columns that they had best be about.
        """
        named = {at: made[at].name for at, each in failed.items() if each.keeps_its_name}
        asked_for = {turn.position for turn in turns}
        best = {each: wish.told for each, wish in wishes.items() if each in asked_for and wish.told}
        name = {slot: term.variable for slot, term in terms.items()}
        wanted = {
            turn.position: Asked(
                tuple(name[use.slot] for use in turn.uses),
                tuple(made[each].name for each in turn.of_results),
                named.get(turn.position),
            )
            for turn in turns
        }
        used = {use.slot for turn in turns for use in turn.uses}
        told_of = {each for turn in turns for each in turn.of_results} | named.keys()
        told_of |= {each["turn"] for each in results[-_LATEST:]}
        others = [each["name"] for each in results if each["turn"] not in told_of]
        in_play = self._in_play(turns, terms, [made[each].code for each in told_of], wishes)
        brief = {
            "task": "write_asks",
            "table": table_brief(self.table, in_play),
            "persona": client_brief(self.persona),
            "questions": self.serving.told({self.serving.question(turn.position) for turn in turns}),
            "terms": [_term_brief(term) for slot, term in terms.items() if slot in used],
            "results": [_result_brief(each, made, turns) for each in results if each["turn"] in told_of],
            **({"names_taken": others} if others else {}),
            "turns": [self._turn_brief(turn, wanted[turn.position], name, best) for turn in turns],
            "failed": [
                {"turn": turn.position, "code": made[turn.position].code, "why": failed[turn.position].why}
                for turn in turns
                if turn.position in failed
            ],
        }
        # What is asked anew under a name that nothing later reads gives that name up.
        kept = (each.name for at, each in made.items() if at not in asked_for or at in named)
        taken = {*name.values(), *kept, *self._taken}
        beside = [each.name for each in self.table.beside]

        def fault(reply: AsksReply) -> str | None:
            return asks_fault(reply, wanted, taken, beside)

        is_ruled = any(isinstance(terms[slot], RuleTerm) for slot in used)
        rules = [*(["rule_handbook"] if is_ruled else []), *(["rule_best_about"] if best else [])]
        rules += ["rule_old_report"] if any(RECONCILE in turn.patterns for turn in turns) else []
        special = " ".join(prompt(each).strip() for each in rules)
        ask = composed("data_scientist_asks", AsksReply, brief, handbook=f" {special}" if special else "")
        return Ask(ask.prompt, ask.reply, fault)

    def _turn_brief(
        self, turn: Drawn, asked: Asked, name: Mapping[str, str], best: Mapping[int, Mapping[str, str]]
    ) -> dict[str, Any]:
        """Return what is told of a turn that is to be asked for; `name` are the variables of terms, by slot."""
        lifted = [name[use.slot] for use in turn.uses if use.version is None]
        return {
            "turn": turn.position,
            "serves": self.serving.question(turn.position),
            **({"decides": True} if self.serving.decides(turn.position) else {}),
            **({"patterns": [RECONCILE]} if RECONCILE in turn.patterns else {}),
            "uses": list(asked.uses),
            **({"lifted": lifted} if lifted else {}),
            "of_results": list(asked.results),
            **({"best_about": best[turn.position]} if turn.position in best else {}),
            **({"name": asked.name} if asked.name is not None else {}),
        }

    def _in_play(
        self,
        turns: Sequence[Drawn],
        terms: Mapping[str, WrittenTerm],
        codes: Sequence[str],
        wishes: Mapping[int, Wished],
    ) -> set[str]:
        """Return the columns that asks may well be about: those of their questions, terms and wishes, those in the
        `codes` of results that are told of, and a few more.
        """
        positions = {turn.position for turn in turns}
        served = {self.serving.question(at) for at in positions}
        asked = [one for number, one in enumerate(self.plan.questions, start=1) if number in served]
        used = [terms[slot] for slot in dict.fromkeys(use.slot for turn in turns for use in turn.uses)]
        texts = [*codes, *(text for term in used for text in (term.code, term.says))]
        texts += [each.code for term in used if "[{value}]" in term.code for each in term.candidates]
        texts += [text for one in asked for text in (one.text, *one.conditions)]
        found = named_columns(self.table, texts) | {name for one in asked for name in one.columns}
        found |= {name for at in positions & wishes.keys() for name in wishes[at].told.values()}
        spare = columns_of(self.table.columns, self.table.rows)
        return found | {name for names in spare for name in names[:_SPARE]}

    @property
    def _taken(self) -> set[str]:
        """The names of columns, and of the variables that hold tables."""
        return {*(each.name for each in self.table.every), *(column.name for column in self.table.every_column)}

    def words(self, turns: Sequence[Planned], terms: Terms, before: Sequence[str]) -> Ask:
        """Return the prompt for the words of turns."""
        known = {term.slot: term for term in terms.terms}
        names = {turn.position: turn.name for turn in terms.turns}
        brief = {
            "task": "word_turns",
            "persona": client_brief(self.persona),
            "turns": [_words_brief(turn, known, names) for turn in turns],
            "queries_before": [each[:_HEARD] for each in before[-_LATEST:]],
        }
        wanted = {turn.position: worded(turn, known) for turn in turns}

        def fault(reply: WordsReply) -> str | None:
            return words_fault(reply, wanted)

        special = [*(["rule_old_report_words"] if any(turn.evolution.reconcile for turn in turns) else [])]
        special += ["rule_left_open_words"] if any(turn.evolution.opens for turn in turns) else []
        rules = "".join(f"\n{prompt(each).strip()}" for each in special)
        ask = composed("data_scientist_words", WordsReply, brief, special=rules)
        return Ask(ask.prompt, ask.reply, fault)


def _term_brief(term: WrittenTerm) -> dict[str, str]:
    sample = term.code.replace("{value}", term.candidates[0].code)
    kept = term.model_dump(include={"variable", "name", "naive"})
    told = {**kept, "code": sample, "says": term.says}
    return {**told, "rule": term.rule, "kind": term.sort} if isinstance(term, RuleTerm) else told


def _result_brief(told: Mapping[str, Any], made: Mapping[int, WrittenAsk], turns: Sequence[Drawn]) -> dict[str, Any]:
    """Return an earlier result as it is told; of one that is gone on from, what it is about."""
    is_used = any(told["turn"] in turn.of_results for turn in turns)
    return {**told, "about": made[told["turn"]].about} if is_used else dict(told)


def _words_brief(turn: Planned, known: Mapping[str, Term], names: Mapping[int, str]) -> dict[str, Any]:
    """Return what a turn's words have to say; what there is nothing of is left out."""
    told = turn.evolution
    own = {one.slot for one in told.sets}
    brief = {
        "turn": turn.position,
        "sets": [_set_brief(one, turn, known[one.slot]) for one in told.sets],
        "uses": [known[use.slot].name for use in told.uses if use.slot not in own],
        "lifted": [known[use.slot].name for use in told.uses if use.version is None and not told.reconcile],
        "about": turn.about,
        "code": told.ask,
        "result": {"name": turn.name, "type": turn.type, **({"columns": list(turn.columns)} if turn.columns else {})},
        "remade": [names[each] for each in told.remade],
        **({"in_force": [_change_brief(one, known) for one in told.changes]} if told.changes else {}),
        **({"old_report": _report_brief(told.reconcile, known)} if told.reconcile else {}),
        **({"not_explained": [known[slot].name for slot in told.opens]} if told.opens else {}),
    }
    return {key: value for key, value in brief.items() if value}


def _report_brief(told: Reconciled, known: Mapping[str, Term]) -> dict[str, Any]:
    """Return what is said of an old report: its number, and what may have been otherwise when it was made."""
    return {
        "number": told.shown,
        "of": told.at,
        "by": told.by,
        "as_at_any_time": [known[each.slot].name for each in told.terms if not each.standing],
        "or_not_applied": [known[slot].name for slot in told.left_out],
        "standing_rules": any(each.standing for each in told.terms),
    }


def _change_brief(one: RuleChange, known: Mapping[str, Term]) -> dict[str, str]:
    """Return what is said of a standing rule of the handbook, by its id."""
    return {"rule": known[one.slot].rule, "act": one.act, **({"to": known[one.to].rule} if one.to else {})}


def _set_brief(one: Setting, turn: Planned, term: Term) -> dict[str, Any]:
    told: dict[str, Any] = {"name": term.name, "act": one.act, "reach": one.reach}
    if one.act in SAID and one.version is not None:
        version = term.versions[one.version]
        told |= {"says": version.says, "value": version.value}
    moments = dict(turn.moments)
    return {**told, **({"moment": moments[one.slot]} if one.slot in moments else {})}


def worded(turn: Planned, known: Mapping[str, Term]) -> Worded:
    """Return what the words of a turn have to say, and what they may not."""
    told, moments = turn.evolution, dict(turn.moments)
    said = [
        (known[one.slot].name, known[one.slot].versions[one.version].value)
        for one in told.sets
        if one.act in SAID and one.version is not None
    ]
    fresh = {one.slot for one in told.sets if one.act in SAID}
    values = {value for _, value in said}
    silent = [
        (known[use.slot].name, version.value)
        for use in told.uses
        if use.slot not in fresh
        for version in known[use.slot].versions
        if version.value and version.value not in values
    ]
    changed = {known[slot].rule for one in told.changes for slot in (one.slot, one.to) if slot}
    return Worded(
        said=tuple(said),
        brought_back=tuple((known[one.slot].name, moments[one.slot]) for one in told.sets if one.slot in moments),
        reaches=tuple((known[one.slot].name, one.reach) for one in told.sets if one.act not in ("define", "lift")),
        named=tuple(known[use.slot].name for use in told.uses),
        silent=tuple(silent),
        name=turn.name,
        type=turn.type,
        columns=turn.columns,
        unnamed=tuple(
            each
            for term in known.values()
            if term.standing
            for each in (*(() if term.rule in changed else (term.rule,)), term.heading)
        ),
        changes=tuple(_change_brief(one, known) for one in told.changes),
        report=(told.reconcile.shown, told.reconcile.at) if told.reconcile else (),
    )
