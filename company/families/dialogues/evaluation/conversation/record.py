"""Dialogues as they are on record, read for a conversation: what is asked, what was agreed, and what rests on what."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from company.benchmark.reading import Benchmark
from company.errors import ConfigError
from company.families.dialogues.body.bodies import wanted_results
from company.families.dialogues.body.reference import TURN, answer_code, solution
from company.families.dialogues.content import dialogues_of
from company.families.dialogues.evaluation.histories import Entry
from company.families.dialogues.ids import dialogue_of
from company.records import Intent

CHECKED = ("evolving", "normal")
"""Categories whose cases check a turn; of two of one turn, the first."""
FEATURES = ("pattern", "distance", "breadth", "chain", "versions", "level")
Wanted = tuple[tuple[str, str], ...]
"""Name and type of each result."""


@dataclass(frozen=True)
class Version:
    """What a term means from some turn on."""

    turn: int
    says: str
    code: str
    void: bool = False


@dataclass(frozen=True)
class Term:
    """Something that was agreed by name: an item of the record."""

    slot: str
    name: str
    kind: str
    versions: tuple[Version, ...]
    phrasings: tuple[str, ...]
    rule: str = ""
    """The rule of the handbook that it is; empty where it was agreed in the dialogue."""


@dataclass(frozen=True)
class Round:
    """A turn as it is asked."""

    number: int
    query: str
    answer: str
    """What the record answers."""
    entry: Entry | None
    """The case that checks it; None: it is asked, and not checked."""
    category: str
    wanted: Wanted
    history: str | None
    """The reference's code before it; None where that is not on record."""
    reference: str
    """The reference's script; empty where there is none."""
    rests_on: tuple[int, ...]
    """Earlier turns whose results its reference goes on from, at first or at second hand."""
    holds: Mapping[str, int | None]
    """The version of each term that has been agreed by now; None of one that was lifted."""
    items: tuple[str, ...] = ()
    """Terms that are left open here, so that they have to be asked for."""
    reaches: tuple[str, ...] = ()
    """How far what it does to terms reaches: "here", "on" or "all"; empty where it does nothing to any."""
    remade: tuple[str, ...] = ()
    """Earlier results that it has made again."""
    serves: str = ""
    """The question of the client's that it serves; empty where none is on record."""

    @property
    def features(self) -> dict[str, Any]:
        """What makes it hard, as its case tells."""
        return {} if self.entry is None else {name: self.entry[name] for name in FEATURES if name in self.entry}

    @property
    def controls(self) -> Mapping[str, Mapping[str, Any]]:
        """Forgetful analysts, by their labels."""
        found: Mapping[str, Mapping[str, Any]] = (self.entry or {}).get("forgetful") or {}
        return found


@dataclass(frozen=True)
class Talk:
    """A dialogue to be held."""

    dialogue: str
    setting: str
    """What its prompts say of the table and of whom they speak with."""
    prelude: str
    rounds: tuple[Round, ...]
    """To the last one that is checked."""
    terms: tuple[Term, ...] = ()
    first: int = 1
    """The turn that is asked first; those before it are told as they are on record."""
    opened: frozenset[str] = field(default=frozenset())

    @property
    def asked(self) -> tuple[Round, ...]:
        """The turns that are asked."""
        return tuple(each for each in self.rounds if each.number >= self.first)

    @property
    def texts(self) -> list[str]:
        """All code of the record, which names the files that it wants."""
        histories = [each.history or "" for each in self.rounds]
        return [self.prelude, *histories, *(each.reference for each in self.rounds)]


def turns_named(text: str) -> tuple[int, int | None]:
    """Return the first and the last turn out of "1-20", "7" or "5-"; all of them for "". Raises ConfigError."""
    first, dash, last = text.replace(" ", "").partition("-")
    numbers = [int(each) if each.isdecimal() else None for each in (first, last)]
    if not text.strip():
        return 1, None
    if not numbers[0] or (last and numbers[1] is None) or (numbers[1] is not None and numbers[1] < numbers[0]):
        raise ConfigError(f"--turns {text}: give a turn such as 7, or a range such as 1-20")
    return numbers[0], numbers[1] if dash else numbers[0]


def talks(content: Benchmark, turns: str = "", limit: int | None = None) -> list[Talk]:
    """Return the dialogues of a benchmark that have a turn to be checked; `limit` takes the first ones.

    Raises ConfigError where there is none, and for turns that are none.
    """
    first, last = turns_named(turns)
    cases: dict[str, list[tuple[str, Entry]]] = {}
    for category in CHECKED:
        for entry in content.cases.get(category, ()):
            cases.setdefault(dialogue_of(entry["data_id"]), []).append((category, entry))
    found = [_talk(line, cases[line["dialogue"]], first, last) for line in dialogues_of(content)
             if line["dialogue"] in cases]  # fmt: skip
    held = [each for each in found if any(round_.entry is not None for round_ in each.asked)]
    if not dialogues_of(content):
        raise ConfigError(
            f"{content.folder} does not tell its dialogues (data/dialogues.jsonl): conversations are held from those; "
            "ask its cases in another mode"
        )
    if not held:
        raise ConfigError(f"{content.folder} has no dialogue with a code case to check in these turns; name others")
    return held[:limit]


def _talk(line: Mapping[str, Any], cases: Sequence[tuple[str, Entry]], first: int, last: int | None) -> Talk:
    by_turn: dict[int, tuple[str, Entry]] = {}
    for category, entry in cases:
        by_turn.setdefault(_number_of(entry), (category, entry))
    ends = max((each for each in by_turn if last is None or each <= last), default=0)
    whole = max((entry["ref_code_hist"] for _, entry in cases), key=len)
    terms = tuple(_terms(line))
    views = _views(line["turns"], terms)
    rests = _Rests()
    rounds = []
    for turn, history in zip(line["turns"], _histories(line["turns"], whole), strict=True):
        if turn["turn"] > ends:
            break
        case = by_turn.get(turn["turn"])
        round_ = _round(turn, case, history, line["prelude"], next(views), rests)
        rounds.append(replace(round_, serves=_served(turn, line.get("questions") or ())))
    setting = next(
        (each["content"] for _, entry in cases for each in entry["prompt_with_hist_json"] if each["role"] == "system"),
        "",
    )
    opened = frozenset(slot for each in rounds if each.number >= first for slot in each.items)
    return Talk(line["dialogue"], setting, line["prelude"], tuple(rounds), terms, first, opened)


def _round(
    turn: Mapping[str, Any], case: tuple[str, Entry] | None, history: str | None, prelude: str,
    holds: Mapping[str, int | None], rests: _Rests,
) -> Round:  # fmt: skip
    category, entry = case or ("", None)
    intents = [Intent(name=each["name"], type=each["type"]) for each in turn["intents"]]
    wanted: Wanted = tuple((each.name, each.type) for each in intents)
    reference = ""
    if entry is not None:
        wanted, reference = wanted_results(entry), str(entry["reference_answer"])
    elif turn["code"] and intents and all(each.type != "function" for each in intents):
        reference = answer_code(prelude, turn["code"], intents)
    code = solution(reference) if reference else turn["code"] or ""
    own = {name for name, _ in wanted}
    remade = tuple(sorted(rests.asked & _names(code)[1] - own))
    rests.asked |= own
    return Round(
        number=turn["turn"],
        query=turn["query"],
        answer=turn.get("answer") or "",
        entry=entry,
        category=category,
        wanted=wanted,
        history=history if entry is None else str(entry["ref_code_hist"]),
        reference=reference,
        rests_on=rests.of(turn["turn"], code, entry),
        holds=holds,
        items=tuple(turn.get("items") or ()),
        reaches=tuple(each["reach"] for each in turn.get("sets") or () if each["act"] != "define"),
        remade=remade,
    )


def _served(turn: Mapping[str, Any], questions: Sequence[str]) -> str:
    """Return the question that a turn serves: what was asked in its place, or its text in the plan."""
    number = turn.get("question") or 0
    return str(turn.get("instead") or (questions[number - 1] if 0 < number <= len(questions) else ""))


def _number_of(entry: Entry) -> int:
    """Return the turn of a case."""
    told = entry.get("turn")
    return int(told) if told is not None else int(entry["data_id"].rpartition(".t")[2].partition(".")[0])


def _term(told: Mapping[str, Any]) -> Term:
    versions = tuple(
        Version(each["turn"], each["says"], each.get("code", ""), bool(each.get("void"))) for each in told["versions"]
    )
    phrasings = tuple(told.get("phrasings") or ())
    return Term(told["slot"], told["name"], told.get("kind", ""), versions, phrasings, told.get("rule") or "")


def _terms(line: Mapping[str, Any]) -> Iterator[Term]:
    """Yield the terms of a dialogue, then the rules in force of its handbook that it does not use."""
    terms = [_term(each) for each in line.get("terms") or ()]
    yield from terms
    rules = line.get("handbook") or ()
    others = {each["overrides"] for each in rules} | {term.rule for term in terms}
    for each in rules:
        if each["rule"] not in others:
            yield Term(each["rule"], each["called"], "", (Version(0, each["text"], ""),), (), each["rule"])


def _histories(turns: Sequence[Mapping[str, Any]], whole: str) -> Iterator[str | None]:
    """Yield the code before each turn, out of the longest history; None where that does not go so far."""
    marks = [match.start() for match in TURN.finditer(whole)]
    coded = 0
    for turn in turns:
        if coded < len(marks):
            yield whole[: marks[coded]]
        else:
            yield whole if coded == len(marks) else None
        coded += turn["code"] is not None


def _views(turns: Sequence[Mapping[str, Any]], terms: Sequence[Term]) -> Iterator[dict[str, int | None]]:
    """Yield the version of each agreed term that holds at each turn; what is said for one turn holds there alone."""
    known = {each.slot for each in terms}
    agreed: dict[str, int | None] = {each.slot: 0 for each in terms if each.rule}
    for turn in turns:
        here: dict[str, int | None] = {}
        for each in turn.get("sets") or ():
            if each["slot"] in known:
                (here if each["reach"] == "here" else agreed)[each["slot"]] = each["version"]
        # By which rules an old report was made is what the turn asks for.
        uses = () if "reconcile" in turn else turn.get("uses") or ()
        used = {each["slot"]: each["version"] for each in uses if each["slot"] in known}
        yield {**agreed, **used, **here}


@dataclass
class _Rests:
    """Which earlier turns a turn's result rests on."""

    _bound: dict[str, int] = field(default_factory=dict)
    """The turn that a name was last bound by."""
    _before: dict[int, set[int]] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """The results that turns have asked for so far: no client knows of other names that code binds."""

    def of(self, number: int, code: str, entry: Entry | None) -> tuple[int, ...]:
        """Return them, as the case proves it; else by the names that the reference reads."""
        read, bound = _names(code)
        if entry is not None and "depends_on" in entry:
            direct = {int(each["turn"]) for each in entry["depends_on"] if each["via"] == "result"}
        else:
            direct = {self._bound[name] for name in read if name in self._bound}
        for name in bound:
            self._bound[name] = number
        found = set(direct) - {number}
        for each in direct:
            found |= self._before.get(each, set())
        self._before[number] = found
        return tuple(sorted(found))


def _names(code: str) -> tuple[set[str], set[str]]:
    """Return the names that code reads, and those that it binds."""
    try:
        nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
    except (SyntaxError, ValueError, RecursionError):
        return set(), set()
    bound = {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
    return {node.id for node in nodes if isinstance(node.ctx, ast.Load)}, bound
