"""How a handbook comes about: its words from the user's file or by the admin, then each rule as code, carried out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from company.errors import ConfigError
from company.families.dialogues.columns_in_texts import spoken_columns
from company.families.dialogues.handbook.reading import FILE, RuleText, read_rules
from company.families.dialogues.handbook.records import Rule
from company.families.dialogues.handbook.settings import HandbookSettings
from company.families.dialogues.prelude import prelude
from company.families.dialogues.screened import screen
from company.families.dialogues.settings import settings_of
from company.families.dialogues.stages.actions.drafting import asked
from company.families.dialogues.stages.handbook.checking import (
    anew_fault,
    drafts_fault,
    handbook_fault,
    texts_of,
    with_anew,
)
from company.families.dialogues.stages.handbook.replies import DraftedRule, HandbookReply, RulesReply
from company.families.dialogues.table_briefs import table_brief
from company.families.shared.place import Place
from company.prompts import prompt
from company.run.stage import Office, composed
from company.staff.members import Ask
from company.tables.record import Table

PROMPTS = (
    *("admin_role", "admin_write_rules", "admin_write_rules_anew", "data_scientist_role", "data_scientist_rules"),
    *("rule_standing", "rule_standing_draft", "handbook_standing"),
)
STAGE = "tables"
"""The stage that writes it: rules are there before anybody asks about the table."""
TRIES = 3
"""How often rules are drafted as code until they pass; what does not is no rule that dialogues use."""
_BATCH = 10
"""Rules that are drafted at once."""
_MEASURE = "company.families.dialogues.stages.handbook.measuring:measure"
_TOGETHER = "company.families.dialogues.stages.handbook.measuring:together"


async def rules_of(office: Office, table: Table) -> AsyncIterator[Rule]:
    """Yield the rules of a table's handbook, none where the settings ask for none.

    Raises ReplyError where staff do not answer as asked.
    """
    told = settings_of(office.settings).handbook
    if not told.is_wanted:
        return
    texts = _given(office, told) or await _written(office, table, told.write or 0, told.unnamed)
    book = await _as_code(office, table, texts, texts, {})
    if told.file is None:
        book = await _without_clashes(office, table, texts, book)
    if told.file is None and book.idle:
        texts = await _anew(office, table, texts, book.idle)
        left = [each for each in texts if each.rule in book.idle or each.overrides in book.idle]
        again = await _as_code(office, table, left, texts, book.drafts)
        kept = {rule: why for rule, why in book.faults.items() if all(rule != each.rule for each in left)}
        book = _Book(again.drafts, {**kept, **again.faults}, again.idle)
        book = await _without_clashes(office, table, texts, book)
    drafts, faults = book.drafts, {**book.faults, **book.idle}
    if told.file is not None:
        _refuse(texts, faults, told.file)
    for number, text in enumerate(texts, start=1):
        yield _rule(table, number, text, drafts[text.rule], faults.get(text.rule, ""), is_given=told.file is not None)


@dataclass(frozen=True)
class _Book:
    """A handbook as code."""

    drafts: Mapping[str, DraftedRule]
    faults: Mapping[str, str]
    """By rule, what is wrong with its code."""
    idle: Mapping[str, str]
    """By rule, what is wrong with its words: with the best of code they matter to hardly any row, or leave none."""


async def _as_code(
    office: Office,
    table: Table,
    texts: Sequence[RuleText],
    every: Sequence[RuleText],
    known: Mapping[str, DraftedRule],
) -> _Book:
    """Return some rules of a handbook as code, beside those that are `known`."""
    drafts, faults, idle = dict(known), dict[str, str](), dict[str, str]()
    for start in range(0, len(texts), _BATCH):
        found = await _drafted(office, table, texts[start : start + _BATCH], every, drafts)
        drafts |= found.drafts
        faults |= found.faults
        idle |= found.idle
    return _Book(drafts, faults, idle)


async def _without_clashes(office: Office, table: Table, texts: Sequence[RuleText], book: _Book) -> _Book:
    """Return a handbook in which rules that would leave no row together with others count as idle."""
    gone = {each.overrides for each in texts} | {*book.faults, *book.idle}
    of_rows = [each for each in texts if each.rule not in gone and book.drafts[each.rule].sort != "measure"]
    # Those that hold unnamed first: of these, nobody can leave one out.
    of_rows.sort(key=lambda each: not each.is_standing)
    order = {each.rule: book.drafts[each.rule].code.strip() for each in of_rows}
    if len(order) < 2:
        return book
    with Place.temporary(office.resource, office.sandbox) as place:
        report = await place.report(_TOGETHER, order, behind=prelude(table))
    # Each of them has been carried out already: where all together cannot be, nothing is known against any.
    return replace(book, idle={**book.idle, **(report if isinstance(report, dict) else {})})


def _refuse(texts: Sequence[RuleText], faults: Mapping[str, str], file: str) -> None:
    """Raise ConfigError where a standing rule of the user cannot be carried out: no answer would be sure."""
    for text in texts:
        if text.is_standing and text.rule in faults:
            raise ConfigError(
                f"{file}: {text.rule} holds for every question that it fits, and it cannot be used: "
                f"{faults[text.rule]} Reword it, or take it out"
            )


def _given(office: Office, told: HandbookSettings) -> list[RuleText]:
    """Return the rules of the user's file, as it lies with the run's tables."""
    source = office.resource / FILE
    return read_rules(source.read_text(encoding="utf-8"), source) if told.file is not None else []


def told(said: HandbookSettings, folder: Path) -> list[str]:
    """Return a line on the user's rules, for those who look before a run; `folder` is that of the scenario.

    Raises ConfigError for a file that is no handbook.
    """
    if (source := said.path(folder)) is None:
        return []
    rules = read_rules(source.read_text(encoding="utf-8-sig"), source)
    overridden, standing = sum(bool(each.overrides) for each in rules), sum(each.is_standing for each in rules)
    unnamed = f", {standing:,} of which hold without being named" if standing else ""
    return [f"handbook: {len(rules):,} rules, {overridden:,} of which override another{unnamed}"]


def kept(told: HandbookSettings, folder: Path, resource: Path) -> None:
    """Keep the user's file with the tables of a run; `folder` is that of the scenario.

    Raises ConfigError for a file that is no handbook, and for one that has changed since the run began.
    """
    if (source := told.path(folder)) is None:
        return
    content = source.read_text(encoding="utf-8-sig")
    read_rules(content, source)
    place = resource / FILE
    if place.exists() and place.read_text(encoding="utf-8") != content:
        raise ConfigError(f"{source} has changed since this run began; begin another one with --out")
    place.write_text(content, encoding="utf-8")


async def _written(office: Office, table: Table, number: int, standing: int) -> list[RuleText]:
    brief: dict[str, Any] = {"task": "write_rules", "table": table_brief(table), "number": number}
    brief |= {"standing": standing} if standing else {}
    unnamed = prompt("rule_standing", number=standing).strip() if standing else ""
    ask = composed(
        "admin_write_rules", HandbookReply, brief, number=number, standing=f"\n\n{unnamed}" if unnamed else ""
    )
    screened = screen(office, table, table)
    ask = Ask(ask.prompt, ask.reply, lambda reply: handbook_fault(reply, number, standing))
    return texts_of(await asked(office, "admin", STAGE, table.id, screened.asked(ask)))


async def _anew(office: Office, table: Table, texts: Sequence[RuleText], idle: Mapping[str, str]) -> list[RuleText]:
    """Return the rules with other words in place of those that matter to hardly any row."""
    failed = [{**asdict(each), "why": idle[each.rule]} for each in texts if each.rule in idle]
    others = [asdict(each) for each in texts if each.rule not in idle]
    brief = {"task": "write_rules_anew", "table": table_brief(table), "failed": failed, "others": others}
    ask = composed("admin_write_rules_anew", HandbookReply, brief)
    screened = screen(office, table, table)
    ask = Ask(ask.prompt, ask.reply, lambda reply: anew_fault(reply, texts, tuple(idle)))
    return with_anew(texts, texts_of(await asked(office, "admin", STAGE, table.id, screened.asked(ask))))


async def _drafted(
    office: Office, table: Table, texts: Sequence[RuleText], every: Sequence[RuleText], known: Mapping[str, DraftedRule]
) -> _Book:
    """Return rules as code, and what is wrong with those that do not pass."""
    book = _Book({}, {}, {})
    left, beside = list(texts), [each.name for each in table.beside]
    columns = [each.name for each in table.columns]
    columns += [f"{other.name}.{each.name}" for other in table.beside for each in other.columns]
    for _ in range(TRIES):
        brief = {
            "task": "draft_rules",
            "table": table_brief(table, _spoken(table, left)),
            "rules": [_told(each, every, left) for each in left],
            "failed": [_failed(book.drafts[each.rule], book.faults[each.rule]) for each in left if book.faults],
        }
        unnamed = prompt("rule_standing_draft").strip() if any(each.is_standing for each in left) else ""
        ask = composed("data_scientist_rules", RulesReply, brief, standing=f"\n{unnamed}" if unnamed else "")
        ask = Ask(ask.prompt, ask.reply, lambda reply, left=left: drafts_fault(reply, left, beside, columns))  # type: ignore[misc]
        reply: RulesReply = await asked(office, "data_scientist", STAGE, table.id, ask)
        drafts = {**book.drafts, **{each.rule: each for each in reply.rules}}
        book = _Book(drafts, *await _measured(office, table, texts, {**known, **drafts}))
        left = [each for each in texts if each.rule in book.faults and not drafts[each.rule].why]
        if not left:
            break
    return book


def _failed(draft: DraftedRule, why: str) -> dict[str, str]:
    return {**draft.model_dump(include={"rule", "sort", "code", "bare", "plain"}), "why": why}


def _spoken(table: Table, rules: Sequence[RuleText]) -> set[str] | None:
    """Return the columns that rules speak of; None (all are told in full) where one of them speaks of none."""
    of_each = [spoken_columns(table, (rule.name, rule.text)) for rule in rules]
    return set().union(*of_each) if all(of_each) else None


def _told(rule: RuleText, every: Sequence[RuleText], beside: Sequence[RuleText]) -> dict[str, str]:
    """Return a rule as it is told to whoever drafts it; with it the text of the one that it overrides, once."""
    told = {"rule": rule.rule, "name": rule.name, "text": rule.text}
    before = next((each for each in every if each.rule == rule.overrides), None)
    if before is None:
        return told
    return {**told, "overrides": before.rule, **({} if before in beside else {"instead_of": before.text})}


async def _measured(
    office: Office, table: Table, texts: Sequence[RuleText], drafts: Mapping[str, DraftedRule]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return what is wrong with the code of drafted rules once they are carried out, and with their words."""
    order = {}
    for text in texts:
        draft, before = drafts[text.rule], drafts.get(text.overrides)
        is_alike = before is not None and (before.sort, before.scope) == (draft.sort, draft.scope)
        overridden = before.code if before is not None and is_alike else ""
        told = {"sort": draft.sort, "code": draft.code, "bare": draft.bare, "plain": _plain(draft)}
        standing = {"standing": "yes"} if draft.scope is not None else {}
        order[text.rule] = {name: code.strip() for name, code in {**told, "before": overridden, **standing}.items()}
    with Place.temporary(office.resource, office.sandbox) as place:
        report = await place.report(_MEASURE, order, behind=prelude(table))
    if isinstance(report, str):
        return {text.rule: f"it cannot be carried out ({report})" for text in texts}, {}
    declined = {text.rule: drafts[text.rule].why for text in texts if drafts[text.rule].why}
    code, words = ({rule: told[of] for rule, told in report.items() if told[of]} for of in ("code", "words"))
    return code | declined, {rule: fault for rule, fault in words.items() if rule not in declined}


def _plain(draft: DraftedRule) -> str:
    """Return what one does who does not think of a rule; of a standing one, nothing."""
    return draft.plain if draft.scope is None else "lambda t: t"


def _rule(table: Table, number: int, text: RuleText, draft: DraftedRule, fault: str, *, is_given: bool) -> Rule:
    return Rule(
        id=f"{table.id}.r{number:02d}",
        parent=None,
        stage=STAGE,
        position=number,
        status="rejected" if fault else "accepted",
        reason=fault or None,
        rule=text.rule,
        name=text.name,
        text=text.text,
        overrides=text.overrides,
        sort=draft.sort,
        code=draft.code.strip(),
        bare=draft.bare.strip(),
        plain=_plain(draft).strip(),
        scope=draft.scope,
        is_given=is_given,
    )
