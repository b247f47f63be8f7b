"""What client and data scientist say is held against the table before it is heard.

Fields that list columns are held to the table's headers strictly. Free text is told of nothing but what is as good as
certain: a header that is misspelt in code, a value that is misspelt in a direct comparison with its column, and rows
asked for beyond a threshold that no row comes near. Whatever else is wrong shows when the code runs.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Question
from company.families.dialogues.replies import Closing, PlanDraft, PlanOpinion, Query
from company.families.dialogues.spelling import is_misspelt
from company.records import Column, Variable
from company.tables.record import Table

_CODE = re.compile(r"`(?P<name>[^`\n]+)`")
_SUBSCRIPT = re.compile(r"(?<!\w)(?P<frame>[A-Za-z_]\w*)\[(?P<quote>['\"])(?P<name>[^'\"]+)(?P=quote)\](?!\s*=[^=])")
_MADE = re.compile(
    r"\b(?:call\w*|nam(?:e|es|ed|ing)|renam\w*|label\w*|titled?|stor\w*|sav(?:e|es|ed|ing)|new|creat\w*|add\w*|deriv\w*|"
    r"introduc\w*|assign\w*|append\w*|extend\w*|into|as)\b|\ban?\s+(?:[\w-]+\s+){1,4}$",
    re.IGNORECASE,
)
"""What stands before a name that is given to something new."""
_UNMISTAKABLE = re.compile(r"(?=.*[^\W\d_])(?:.*[\d_]|.*[a-z][A-Z]|.*\S\s+\S)")
"""A header that is no everyday word: it has an underscore, a digit, an inner capital or several words."""
_RELABELLED = re.compile(
    r"\b(?:replac|map|recod|relabel|renam|fill|turn|convert|encod|split|bin|cut|merg|group)\w*\b", re.IGNORECASE
)
_EQUALS = re.compile(
    r"\s*(?:(?:(?:is|are)\s+)?(?:not\s+)?(?:in|one\s+of|equals?(?:\s+to)?|equal\s+to|!=|==?)|(?:is|are)(?:\s+not)?)\s*[\[(]?\s*(?=['\"“])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"'(?P<one>[^'\n]{1,80})'(?!\w)|\"(?P<two>[^\"\n]{1,80})\"|“(?P<three>[^”\n]{1,80})”")
_LISTED = re.compile(r"\s*(?:,\s*(?:or|and)?|or|and|nor)\s*(?=['\"“])", re.IGNORECASE)
_BOUND = re.compile(
    r"\s*(?:is\s+|are\s+|of\s+)?(?:>=?|<=?|≥|≤|above|below|over|under|at\s+(?:least|most)|"
    r"(?:more|less|greater|higher|lower|larger|smaller)\s+than)\s*(?P<number>[-−]?\d[\d,]*(?:\.\d+)?)"
    r"(?=\s*(?:[.,;:!?)`]|$)|\s+(?:and|or|as|by|in|for|of|only|please)\b)",
    re.IGNORECASE,
)
"""A threshold without a unit: what a number in another unit comes to, nobody can tell."""
_SPARED = re.compile(
    r"\b(?:no|not|none|never|nothing|nobody|any|whether|if|exclud\w*|drop\w*|remov\w*|discard\w*|ignor\w*|leav\w*|"
    r"without|except|outliers?|implausib\w*|impossib\w*|valid\w*|sanity|errors?|check\w*|cap|clip|would|could|total\w*|"
    r"together|combined|sum|sums|summed|overall|percent\w*|quantiles?|than\s+all)\b|\?",
    re.IGNORECASE,
)
"""What makes a threshold honest that no row comes near: a check, a sum, or that nothing is there."""
_SENTENCE_END = re.compile(r"[.!?;]\s")
_SLACK = 0.5
"""How far beyond its column's range a threshold may lie, as a share of the range."""


@dataclass(frozen=True)
class Grounds:
    """What may be talked about at one moment: columns of the table and of the dialogue's variables, and names."""

    table: Table
    frames: frozenset[str]
    """Names of the variables."""
    columns: dict[str, tuple[Column, ...]]
    """Column name → every column of that name, in the table and in variables."""
    known: frozenset[str]
    """Names of columns, variables and indices, and values, in lower case."""
    said: str
    """Earlier messages, in lower case: what they named is known."""

    @classmethod
    def of(cls, table: Table, variables: Sequence[Variable], said: Iterable[str]) -> Grounds:
        """Return the grounds over a table and the variables of a dialogue; `said` are earlier messages."""
        columns: dict[str, tuple[Column, ...]] = {}
        for column in (*table.every_column, *(column for variable in variables for column in variable.columns)):
            columns[column.name] = (*columns.get(column.name, ()), column)
        known = {*columns, *(name for each in table.every for name in (each.name, each.file))}
        known |= {value for same in columns.values() for column in same for value, _ in column.values}
        for variable in variables:
            known |= {variable.name, variable.index_name or variable.name}
        return cls(
            table,
            frozenset((VARIABLE, *(each.name for each in variables))),
            columns,
            frozenset(name.strip().casefold() for name in known),
            "\n".join(said).casefold(),
        )

    # what a reply is told

    def query(self, reply: Query) -> str | None:
        """Return what is wrong with a message to the chatbot; None where nothing is."""
        return _told([*self._wrong(reply.message), *_in("`message`", self._bounds(reply.message))])

    def closing(self, reply: Closing) -> str | None:
        """Return what is wrong with the words that end a dialogue; None where nothing is."""
        # Who closes looks back on what was found: nothing is selected by its thresholds.
        return self.message(reply.message)

    def message(self, words: str) -> str | None:
        """Return what is wrong with words about the table and the dialogue's variables; None where nothing is."""
        return _told(self._wrong(words))

    def draft(self, reply: PlanDraft) -> str | None:
        """Return what is wrong with a draft of a plan: unknown columns, and values and thresholds that cannot be."""
        wrong = self._wrong(reply.message)
        known = {column.name for column in self.table.every_column}
        tables = "any table" if self.table.beside else "the table"
        for number, question in enumerate(reply.questions, start=1):
            unknown = [name for name in question.columns if name not in known]
            wrong += [
                f"`columns` of question {number} has {name!r}, which is no column of {tables}{self._nearest(name)}"
                for name in unknown
            ]
            for field, text in (("text", question.text), *(("conditions", each) for each in question.conditions)):
                where = f"`{field}` of question {number}"
                wrong += [*self._wrong(text, where), *_in(where, self._bounds(text))]
        return _told(wrong)

    def opinion(self, reply: PlanOpinion, draft: Sequence[Question]) -> str | None:
        """Return what is wrong with a client's opinion: what it names, or agreement to a draft that is not concrete."""
        vague = [str(number) for number, question in enumerate(draft, start=1) if not is_concrete(question)]
        if reply.agreed and vague:
            which = f"question {vague[0]} has" if len(vague) == 1 else f"questions {', '.join(vague)} have"
            return (
                f"You agreed to a draft that is not concrete: {which} no condition, column or type of result. "
                "Say which values, thresholds or groups matter to you there, and set `agreed` to false."
            )
        return _told(self._wrong(reply.message))

    # what is wrong with a text

    def _wrong(self, text: str, where: str = "`message`") -> list[str]:
        return _in(where, (*self._names(text), *self._values(text)))

    def _names(self, text: str) -> Iterator[str]:
        """Yield what is wrong with names in code: each that is a header, misspelt."""
        found = [each for pattern in (_CODE, _SUBSCRIPT) for each in pattern.finditer(text)]
        made = {each["name"].strip() for each in found if _MADE.search(self._sentence(text, each.start())[0])}
        for each in found:
            name = each["name"].strip()
            if name in made or name.casefold() in self.known or name.casefold() in self.said:
                continue
            if each.groupdict().get("frame", VARIABLE) not in self.frames:
                continue
            meant = [header for header in self.columns if is_misspelt(name, header)]
            if len(meant) == 1:
                yield (
                    f"writes `{name}`, which nothing is called; {meant[0]!r} is close to it: write headers exactly, "
                    "and say of a new name that it is one"
                )

    def _values(self, text: str) -> Iterator[str]:
        """Yield what is wrong with values that stand right behind their column: each that is one of its, misspelt."""
        if _RELABELLED.search(text):
            return
        for column, _, end in self._written(text):
            values = self._all_values(column)
            at = _EQUALS.match(text, end)
            while values and at and (said := _QUOTED.match(text, at.end())):
                value = next(part for part in said.groups() if part is not None).strip()
                meant = [each for each in values if is_misspelt(value, each)]
                if meant and value.casefold() not in self.known:
                    yield f"compares {column!r} with {value!r}, which it never holds: write {meant[0]!r}"
                at = _LISTED.match(text, said.end())

    def _bounds(self, text: str) -> Iterator[str]:
        """Yield what is wrong with thresholds that rows are chosen by: each that no row comes near."""
        for column, start, end in self._written(text):
            span, found = self._range(column), _BOUND.match(text, end)
            before, after = self._sentence(text, start)
            if not span or not found or not self._choosing.search(before) or _SPARED.search(before + after):
                continue
            low, high = span
            slack = _SLACK * (high - low) or abs(high) or 1.0
            if not low - slack <= float(found["number"].replace(",", "").replace("−", "-")) <= high + slack:
                yield (
                    f"takes rows where {column!r} {found[0].strip()}, and {column!r} goes from {low:g} to {high:g}: "
                    "take a threshold within that"
                )

    @cached_property
    def _choosing(self) -> re.Pattern[str]:
        """What stands before a column that rows are chosen by."""
        rows = re.escape(self.table.row_meaning.split(" (")[0].strip())
        return re.compile(
            rf"(?i)\b(?:rows?|records?|{rows}s?)\s+(?:(?:of|in)\s+\S+\s+)?(?:where|whose|with)\s+(?:the\s+)?$"
        )

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted((name for name in self.columns if name.strip()), key=len, reverse=True)
        return re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")

    def _written(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield columns that are meant beyond doubt, from where to where: in code, in quotes, or no everyday words."""
        for found in self._pattern.finditer(text):
            around = text[found.start() - 1 : found.start()] + text[found.end() : found.end() + 1]
            if around in ("``", "''", '""', "“”"):
                yield found[0], found.start() - 1, found.end() + 1
            elif _UNMISTAKABLE.match(found[0]):
                yield found[0], found.start(), found.end()

    def _sentence(self, text: str, place: int) -> tuple[str, str]:
        """Return what stands before and behind a place in its sentence; a point within a header ends none."""
        whole = self._pattern.sub(lambda found: re.sub(r"[.!?;]", "_", found[0]), text)
        return _SENTENCE_END.split(whole[:place])[-1], _SENTENCE_END.split(whole[place:])[0]

    def _all_values(self, name: str) -> list[str]:
        """Return every value of a column where all its values are known in each table; else none."""
        same = self.columns[name]
        whole = all(one.values and len(one.values) == one.distinct and one.role != "text" for one in same)
        return [value for one in same for value, _ in one.values] if whole else []

    def _range(self, name: str) -> tuple[float, float] | None:
        """Return the lowest and highest value of a column where both are known in each table."""
        ends = [end for one in self.columns[name] for end in (one.minimum, one.maximum)]
        numbers = [float(each) for each in ends if isinstance(each, float | int)]
        return (min(numbers), max(numbers)) if numbers and len(numbers) == len(ends) else None

    def _nearest(self, name: str) -> str:
        folded = {column.casefold().replace("_", " "): column for column in self.columns}
        near = difflib.get_close_matches(name.casefold().replace("_", " "), folded, n=3, cutoff=0.5)
        shown = [repr(folded[one]) for one in near] or [repr(column.name) for column in self.table.columns[:8]]
        return f"; {'nearest are' if near else 'the columns begin with'} {', '.join(shown)}"


def is_concrete(question: Question) -> bool:
    """Return whether a question says which kind of result, which columns and which conditions are meant."""
    return bool(question.result_types and question.columns and question.conditions)


def _in(where: str, wrong: Iterable[str]) -> list[str]:
    """Return complaints with the field that each is about."""
    return [f"{where} {complaint}" for complaint in wrong]


def _told(wrong: Iterable[str]) -> str | None:
    told = "; ".join(dict.fromkeys(wrong))
    return f"Your reply does not fit the table: {told}." if told else None
