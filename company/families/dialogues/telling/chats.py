"""A dialogue as it is shown: who asked, what was agreed, what was said, tried and found, and the cases made of it.

Values for pages and terminals alike: bounded, with everything visible that could hide; nothing is escaped yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from company.archive import Archive
from company.errors import ArchiveError
from company.families.dialogues.body.reference import result_types, solution
from company.families.dialogues.body.tellings import client_before, closing_of
from company.families.dialogues.ids import turn_of
from company.families.dialogues.records import Attempt, Case, Dialogue, Persona, Plan, Scenario, Turn
from company.families.shared.choices.gate import gold_letter
from company.records import USABLE
from company.reporting.funnel import Fate, fate_of
from company.reporting.pictures import Picture, picture
from company.reporting.views import CODE, WORDS, Option, Said, said
from company.showing import ResultView, Shown, hidden_in, shown
from company.showing.results import result_views

OUTPUT = 2_000
"""Characters that are shown of what code prints."""
NAME = 300
CHATBOT = "chatbot"
_AFTER_A_TURN = ("update_code", "private_update_code", "clarification", "private_clarification")
"""Categories whose question goes back to what was said just before it."""


@dataclass(frozen=True)
class Tried:
    """Code that failed: the chatbot's words before it, the code, why, and what it printed until then."""

    words: Shown
    code: Shown
    error: Shown
    output: Shown


@dataclass(frozen=True)
class CaseShown:
    """A case that was made of a turn."""

    data_id: str
    category: str
    fate: Fate
    reason: Shown
    before: tuple[Said, ...]
    """What was said just before its question, where the question goes back to that."""
    question: Shown | None
    """None where it is the turn's query."""
    options: tuple[Option, ...]
    code: Shown | None
    """The reference of a case that is answered by code; None where it is the turn's code."""
    types: tuple[str, ...]


@dataclass(frozen=True)
class TurnShown:
    """A query, all that was tried for it, and the answer."""

    id: str
    number: int
    question: int
    """Of the plan, from 1."""
    instead: Shown
    """What is asked in place of the plan's question, where a result has changed that."""
    client: Shown
    """What the client said before the query."""
    status: str
    reason: Shown
    query: Shown
    failed: tuple[Tried, ...]
    words: Shown
    """What the chatbot said before the code that worked."""
    code: Shown | None
    hidden: tuple[str, ...]
    """Where the code holds characters that cannot be seen."""
    output: Shown
    results: tuple[ResultView, ...]
    drawn: Picture | None
    """The last figure, which is the one that was asked for."""
    answer: Shown
    after_question: bool
    """It answers what the chatbot asked back."""
    cases: tuple[CaseShown, ...]

    @property
    def asks_back(self) -> bool:
        """Whether the chatbot asks a question instead of writing code."""
        return self.code is None and self.status in USABLE and self.answer.text.rstrip().endswith("?")


@dataclass(frozen=True)
class Chat:
    """A dialogue, with the client whom it was held for."""

    id: str
    register: str
    ended: Shown
    client: Shown
    background: Shown
    scenario: Shown
    goal: Shown
    questions: tuple[Shown, ...]
    """What client and data scientist agreed to find out."""
    agreeing: tuple[Said, ...]
    """How they came to that."""
    prelude: Shown
    turns: tuple[TurnShown, ...]
    closing: Shown
    """What the data scientist says at the end; empty where a single turn is shown."""
    whole: int
    """Turns of the dialogue, those included that are not shown."""

    @property
    def contents(self) -> str:
        """A summary of its contents, in a line."""
        plots = sum(turn.drawn is not None for turn in self.turns)
        found = {
            "turn": len(self.turns),
            "plot": plots,
            "correction": sum(bool(turn.failed) for turn in self.turns),
            "question back": sum(turn.asks_back for turn in self.turns),
            "case": sum(case.fate == "kept" for turn in self.turns for case in turn.cases),
        }
        words = (f"{count} {_many(name, count)}" for name, count in found.items() if count)
        types = dict.fromkeys(view.type for turn in self.turns for view in turn.results if view.type != "plot")
        return ", ".join([*words, *([" · ".join(types)] if types else [])])


def _many(name: str, count: int) -> str:
    return name if count == 1 else "questions back" if name == "question back" else f"{name}s"


def chat(archive: Archive, dialogue: Dialogue, cases: Mapping[str, Sequence[Case]], turn: str | None = None) -> Chat:
    """Return a dialogue, or one turn of it; `cases` are those made of each turn, by its id."""
    plan, scenario, persona = _above(archive, dialogue)
    turns: list[Turn] = archive.records("turn", None, dialogue.id)
    told = []
    asked = False
    for each in turns:
        if turn in (None, each.id):
            told.append(replace(turn_shown(archive, each, cases.get(each.id, ())), after_question=asked))
        asked = each.status in USABLE and each.code is None
    who = f"{persona.name}, {persona.job_title}, {persona.location}" if persona else "unknown"
    return Chat(
        id=dialogue.id,
        register=dialogue.speech,
        ended=shown(dialogue.ended, NAME),
        client=shown(who, NAME),
        background=shown(persona.background if persona else "", WORDS),
        scenario=shown(scenario.name if scenario else "", NAME),
        goal=shown(scenario.goal if scenario else "", WORDS),
        questions=tuple(shown(each.text, WORDS) for each in plan.questions) if plan else (),
        agreeing=tuple(said(each.speaker, each.text) for each in plan.conversation) if plan else (),
        prelude=shown(dialogue.prelude.strip(), CODE),
        turns=tuple(told),
        closing=shown("" if turn else closing_of(dialogue), WORDS),
        whole=len(turns),
    )


def _above(archive: Archive, dialogue: Dialogue) -> tuple[Plan | None, Scenario | None, Persona | None]:
    """Return the plan, scenario and client of a dialogue, as far as they are there."""
    found: list[object] = []
    wanted = dialogue.parent
    for _ in range(3):
        try:
            record = archive.get(wanted or "")
        except ArchiveError:
            break
        found.append(record)
        wanted = record.parent
    plan, scenario, persona = (*found, None, None, None)[:3]
    return (
        plan if isinstance(plan, Plan) else None,
        scenario if isinstance(scenario, Scenario) else None,
        persona if isinstance(persona, Persona) else None,
    )


def turn_shown(archive: Archive, turn: Turn, cases: Sequence[Case]) -> TurnShown:
    """Return a turn with the cases made of it, by itself."""
    figures = archive.figures(turn.id)
    heard = [message.text for message in turn.conversation if message.speaker == CHATBOT]
    failed = [each for each in turn.attempts if not each.execution.ok]
    before = heard[len(failed)] if turn.code is not None and len(heard) > len(failed) + 1 else ""
    return TurnShown(
        id=turn.id,
        number=turn.position,
        question=turn.question,
        instead=shown(turn.instead, WORDS),
        client=shown(client_before(turn), WORDS),
        status=turn.status,
        reason=shown(turn.reason or "", NAME),
        query=shown(turn.query, WORDS),
        failed=tuple(
            _tried(heard[place] if place < len(heard) else "", attempt) for place, attempt in enumerate(failed)
        ),
        words=shown(before, WORDS),
        code=None if turn.code is None else shown(turn.code.strip(), CODE),
        hidden=hidden_in(turn.code or ""),
        output=shown(turn.attempts[-1].execution.output.strip() if turn.code and turn.attempts else "", OUTPUT),
        results=result_views(turn.results, len(figures)),
        drawn=picture(figures[-1]) if figures else None,
        answer=shown(turn.answer, WORDS),
        after_question=False,
        cases=tuple(case_shown(each, turn) for each in cases),
    )


def _tried(words: str, attempt: Attempt) -> Tried:
    error = attempt.execution.error
    line = f", line {error.line}" if error and error.line else ""
    return Tried(
        shown(words, WORDS),
        shown(attempt.code.strip(), CODE),
        shown(f"{error.type}: {error.message}{line}" if error else "it failed", OUTPUT),
        shown(attempt.execution.output.strip(), OUTPUT),
    )


def by_turn(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """Return the cases made of each turn, by its id."""
    found: dict[str, list[Case]] = {}
    for case in cases:
        found.setdefault(turn_of(case.id), []).append(case)
    return found


def case_shown(case: Case, turn: Turn) -> CaseShown:
    """Return a case made of a turn; of a chosen one, its options in the order of the exported line."""
    entry = case.entry
    question = str(entry.get("choice", {}).get("question") or entry.get("current_query", ""))
    code = None if "choice" in entry else solution(str(entry.get("reference_answer", "")))
    before: tuple[Said, ...] = ()
    if case.category in _AFTER_A_TURN:
        before = last_said(entry.get("prompt_with_hist_json", ()))
    return CaseShown(
        data_id=str(shown(str(entry.get("data_id", case.id)), NAME)),
        category=case.category,
        fate=fate_of(case),
        reason=shown(case.reason or "", NAME),
        before=before,
        question=None if question == turn.query else shown(question, WORDS),
        options=options_of(entry),
        code=None if code is None or code == (turn.code or "").strip() else shown(code, CODE),
        types=result_types(entry) if "result_type" in entry else (),
    )


def options_of(entry: Mapping[str, object]) -> tuple[Option, ...]:
    """Return the options of an exported line, the right one marked; none where it is answered by code."""
    field = entry.get("choice")
    if not isinstance(field, Mapping):
        return ()
    right = gold_letter(entry)
    return tuple(
        Option(each["letter"], shown(each["text"], WORDS), each["letter"] == right, shown(each["slip"], NAME))
        for each in field["options"]
    )


def last_said(messages: Sequence[Mapping[str, str]]) -> tuple[Said, ...]:
    """Return the messages in a prompt just before its question: a query and an answer, or nothing."""
    exchange = [each for each in messages if each.get("role") in ("user", "assistant")][:-1][-2:]
    speakers = {"user": "data_scientist", "assistant": CHATBOT}
    return tuple(said(speakers[each["role"]], each["content"]) for each in exchange)
