"""What client and data scientist say is held against the table before it is heard.

A column that nobody has, a value that its column does not hold and a threshold far outside a column's range go back to
the speaker, with what is there instead. Honest talk passes: rounded numbers, units, results made in the dialogue, and
names that a query asks to be created. Where something is not known for sure, nothing is said against it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from company.families.dialogues.prelude import VARIABLE
from company.families.dialogues.records import Question
from company.families.dialogues.replies import PlanDraft, PlanOpinion, Query
from company.records import Column, Variable
from company.tables.record import Table

_MARKED = re.compile(
    r"`(?P<code>[^`\n]+)`|(?<!\w)'(?P<one>[^'\n]{1,80})'(?!\w)|"
    r"(?<!\w)\"(?P<two>[^\"\n]{1,80})\"|“(?P<three>[^”\n]{1,80})”"
)
_SNAKE = re.compile(r"(?<![\w.`'\"“/])[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+(?![\w.`'\"”]|\s*[=(])")
_CAMEL = re.compile(r"(?<![\w.`'\"“/])[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+(?![\w.`'\"”]|\s*[=(])")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_SUBSCRIPT = re.compile(r"(?<!\w)(?P<frame>[A-Za-z_]\w*)\[['\"](?P<column>[^'\"]+)['\"]\]")
_USED = re.compile(
    r"\b(?<!extended )(?<!extend it )"
    r"(?:of|by|from|on|per|over|using|against|than|whose|where|between|within|across)\W*$",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:call\w*|nam(?:e|es|ed|ing)|renam\w*|label\w*|titled?|stor\w*|sav(?:e|es|ed|ing)|ke(?:ep|pt)\w*|new|creat\w*|"
    r"add\w*|deriv\w*|introduc\w*|assign\w*|append\w*|insert\w*|extend\w*|another|more|put|into|as|to|in|mak(?:e|es|ing)|"
    r"build\w*|parameters?|option|method|with)\b(?:\W+[\w'-]+){0,4}\W*$|\ban?\s+columns?\W*$",
    re.IGNORECASE,
)
_RESULTING = re.compile(
    r"\b(?:data ?frame|table|result|row (?:per|for each))\b[^.;!?]*\bcolumns\b[^.;!?]*$", re.IGNORECASE
)
"""What stands before the names of a result's columns."""
_DESCRIBED = re.compile(
    r"\b(?:the|an?|its|their|one)\s+(?:[\w-]+\s+){0,6}"
    r"(?!(?:variables?|results?|tables?|frames?|data\w*|series|lists?|dicts?|rows?|values?|groups?|objects?)\s+$)[\w-]+\s+$",
    re.IGNORECASE,
)
"""What stands before the name of a result that is described: "the number of orders `n`"."""
_COLUMN_BEFORE = re.compile(r"\b(?:columns?|fields?|features?)\W*$", re.IGNORECASE)
_COLUMN_AFTER = re.compile(r"\W?\s+(?:columns?|fields?|features?)\b", re.IGNORECASE)
_RELABELLED = re.compile(
    r"\b(?:replac|map|recod|relabel|renam|fill|turn|convert|encod|split|bin|cut|merg|group)\w*\b", re.IGNORECASE
)
_EQUALS = re.compile(
    r"[`'\"”]?\s*(?:(?:is|are|was|were|being)\s+)?"
    r"(?:(?:not\s+)?(?:in|among|one\s+of|either|equal(?:s|\s+to)?)|is|are|!=|==?)"
    r"\s*(?:not\s+)?[\[(]?\s*(?=[`'\"“])",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\s*(?:,|or|and|nor|,\s*(?:or|and))\s*(?=[`'\"“])", re.IGNORECASE)
_NUMBER = r"[-−]?[$€£]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?(?:\s*(?:thousand|million|billion|percent\b|k\b|%))?"
_BOUND = re.compile(
    r"[`'\"”]?\s*(?:(?:is|are|was|were|values?|of|being|lies?|falls?)\s+)*(?:strictly\s+)?"
    r"(?:>=?|<=?|≥|≤|above|below|over|under|at\s+(?:least|most)|"
    r"(?:no\s+)?(?:more|less|greater|higher|lower|larger|smaller|fewer)\s+than|"
    rf"exceed(?:s|ing)?|between)\s*(?P<one>{_NUMBER})(?:\s*(?:and|to|–|-)\s*(?P<two>{_NUMBER}))?"
    r"(?![\w.]*\s*(?:percentile|quantile|quartile))",
    re.IGNORECASE,
)
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "billion": 1e9, "%": 0.01, "percent": 0.01}
_TECHNICAL = frozenset(
    str.split("""
    random_state n_estimators n_clusters n_components n_init n_neighbors n_bins n_jobs max_depth max_iter
    min_samples_leaf min_samples_split learning_rate test_size train_size train_test_split cross_val_score f1_score
    r2_score roc_auc accuracy_score mean_squared_error mean_absolute_error confusion_matrix value_counts group_by
    groupby sort_values drop_duplicates read_csv to_csv pivot_table reset_index set_index fill_value index_col
    left_on right_on how ddof data_frame linear_regression logistic_regression random_forest decision_tree k_means
    std_dev x_axis y_axis ascending DataFrame RandomForest GridSearch KMeans StandardScaler MinMaxScaler
    LabelEncoder OneHotEncoder LinearRegression LogisticRegression RandomForestClassifier RandomForestRegressor
    DecisionTreeClassifier GradientBoosting mean median mode std var min max sum count size nunique first last skew
    kurtosis kurt corr cov True False None NaN nan pd np plt sns
""")
)
_CLOSE = 0.85
_SLACK = 0.5
"""How far beyond its column's range a threshold may lie, as a share of the range."""
_NEARBY = 400
"""Characters beside a name that tell what is meant by it."""
_MOST = 4
"""Complaints that one answer gets at once."""


@dataclass(frozen=True)
class Grounds:
    """What may be talked about at one moment: columns of the table and of the dialogue's variables, and names."""

    table: Table
    frames: frozenset[str]
    """Names of the variables."""
    columns: dict[str, tuple[Column, ...]]
    """Column name → every column of that name, in the table and in variables."""
    known: frozenset[str]
    """Names of columns, variables and indices, values, and what earlier messages named."""

    @classmethod
    def of(cls, table: Table, variables: Sequence[Variable], said: Iterable[str]) -> Grounds:
        """Return the grounds over a table and the variables of a dialogue; `said` are earlier messages."""
        columns: dict[str, tuple[Column, ...]] = {}
        for column in (*table.columns, *(column for variable in variables for column in variable.columns)):
            columns[column.name] = (*columns.get(column.name, ()), column)
        known = {*columns, table.name, table.file}
        known |= {value for same in columns.values() for column in same for value, _ in column.values}
        for variable in variables:
            known |= {variable.name, variable.index_name or variable.name}
        for text in said:
            known |= {marked for _, _, marked, _ in _marks(text)}
            known |= {found[0] for found in _SNAKE.finditer(text)}
        return cls(
            table,
            frozenset((VARIABLE, *(each.name for each in variables))),
            columns,
            frozenset(known | {name.strip() for name in known}),
        )

    # what a reply is told

    def query(self, reply: Query) -> str | None:
        """Return what is wrong with a message to the chatbot; None where nothing is."""
        # Who closes looks back on what was found: nothing is selected by its thresholds.
        return _told(self._wrong(reply.message, bounds=not reply.finished))

    def message(self, words: str) -> str | None:
        """Return what is wrong with words about the table and the dialogue's variables; None where nothing is."""
        return _told(self._wrong(words))

    def draft(self, reply: PlanDraft) -> str | None:
        """Return what is wrong with a draft of a plan: unknown columns, values and thresholds."""
        wrong = [
            f"question {number}: there is no column {name!r}{self._nearest(name)}"
            for number, question in enumerate(reply.questions, start=1)
            for name in question.columns
            if name not in {column.name for column in self.table.columns}
        ]
        texts = [reply.message, *(text for one in reply.questions for text in (one.text, *one.conditions))]
        return _told([*wrong, *(complaint for text in texts for complaint in self._wrong(text))])

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

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(name.casefold() for name in self.known)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted((name for name in self.columns if name.strip()), key=len, reverse=True)
        return re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")

    # what is wrong with a text

    def _wrong(self, text: str, *, bounds: bool = True) -> list[str]:
        wrong = [*self._names(text), *self._values(text), *(self._bounds(text) if bounds else ())]
        return list(dict.fromkeys(wrong))

    def _within_headers(self, text: str) -> Iterator[range]:
        """Yield where headers stand in a text as they are written, however much in them looks like code."""
        return (range(end - len(name), end) for name, end in self._mentions(text) if not _IDENTIFIER.fullmatch(name))

    def _names(self, text: str) -> Iterator[str]:
        headers = list(self._within_headers(text))
        made = {name for start, _, name, _ in _marks(text) if _is_made(_before(text, start))}
        for start, end, name, is_code in _marks(text):
            if (
                name not in made
                and not self._is_known(name, exact=is_code)
                and self._is_claimed(text, start, end, name, is_code)
            ):
                yield f"there is no column or variable {name!r}{self._nearest(name)}"
        for found in _SUBSCRIPT.finditer(text):
            name = found["column"]
            if name and found["frame"] in self.frames and name not in made and not self._is_known(name, exact=True):
                yield f"there is no column {name!r}{self._nearest(name)}"
        for found in _SNAKE.finditer(text):
            if any(found.start() in header for header in headers):
                continue
            before = _before(text, found.start())
            is_taken = _USED.search(before) or self._close(found[0])
            if is_taken and found[0] not in made and not self._is_known(found[0]) and not _is_made(before):
                yield f"there is no column or variable {found[0]!r}{self._nearest(found[0])}"
        for found in _CAMEL.finditer(text):
            if not self._is_known(found[0]) and not _is_made(_before(text, found.start())) and self._close(found[0]):
                yield f"there is no column {found[0]!r}{self._nearest(found[0])}"

    def _is_known(self, name: str, *, exact: bool = False) -> bool:
        if name in self.known or name in _TECHNICAL:
            return True
        return not exact and name.casefold() in self._folded

    def _is_claimed(self, text: str, start: int, end: int, name: str, is_code: bool) -> bool:
        """Return whether quoted words are said to be a column or variable that is there already."""
        before, after = _before(text, start), text[end : end + _NEARBY]
        if is_code and not _IDENTIFIER.fullmatch(name) and name not in self.columns:
            return bool(self._close(name)) and not re.search(r"[()=<>+*/\[\]{}:,]", name)
        if _is_made(before):
            return False
        if _COLUMN_BEFORE.search(before) or _COLUMN_AFTER.match(after):
            return not re.search(r"\b(?:new|another|extra|additional)\b", before[-40:])
        if is_code:
            return bool(self._close(name) or _USED.search(before) or not _DESCRIBED.search(before))
        return bool(_USED.search(before)) and (bool(_SNAKE.fullmatch(name)) or bool(self._close(name)))

    def _values(self, text: str) -> Iterator[str]:
        if _RELABELLED.search(text):
            return
        for column, end in self._mentions(text):
            values = self._all_values(column)
            at = _EQUALS.match(text, end)
            while values and at:
                said = _MARKED.match(text, at.end())
                if said is None or said["code"]:  # a name in code is a frame that the column is in
                    break
                value = _inside(said)
                if value not in self.columns and not _among(value, values):
                    near = ", ".join(difflib.get_close_matches(value, values, n=3, cutoff=0.3) or values[:3])
                    yield f"{column!r} has no value {value!r}; its values include {near}"
                at = _LISTED.match(text, said.end())

    def _bounds(self, text: str) -> Iterator[str]:
        for column, end in self._mentions(text):
            span = self._range(column)
            found = _BOUND.match(text, end)
            if span is None or found is None:
                continue
            for said in filter(None, (found["one"], found["two"])):
                if not any(_near(number, span) for number in _numbers(said)):
                    low, high = span
                    yield f"{column!r} goes from {low:g} to {high:g}; {said.strip()} is far outside"

    def _mentions(self, text: str) -> Iterator[tuple[str, int]]:
        """Yield the columns that a text names exactly, with the position behind the name; the longest name counts."""
        at = 0
        while found := self._pattern.search(text, at):
            yield found[0], found.end()
            at = found.end()

    def _all_values(self, name: str) -> list[str]:
        """Return every value of a column where all its values are known in each table; else none."""
        same = self.columns[name]
        whole = all(one.values and len(one.values) == one.distinct and one.role != "text" for one in same)
        return [value for one in same for value, _ in one.values] if whole else []

    def _range(self, name: str) -> tuple[float, float] | None:
        """Return the lowest and highest value of a column where both are known in each table."""
        lows = [one.minimum for one in self.columns[name]]
        highs = [one.maximum for one in self.columns[name]]
        numbers = [each for each in (*lows, *highs) if isinstance(each, float | int)]
        if len(numbers) < len(lows) + len(highs):
            return None
        return float(min(numbers)), float(max(numbers))

    def _close(self, name: str) -> list[str]:
        folded = [column.casefold() for column in self.columns]
        return difflib.get_close_matches(name.casefold(), folded, n=3, cutoff=_CLOSE) if len(name) >= 5 else []

    def _nearest(self, name: str) -> str:
        folded = {column.casefold().replace("_", " "): column for column in self.columns}
        near = difflib.get_close_matches(name.casefold().replace("_", " "), folded, n=3, cutoff=0.5)
        shown = [repr(folded[one]) for one in near] or [repr(column.name) for column in self.table.columns[:8]]
        return f"; {'nearest are' if near else 'the columns begin with'} {', '.join(shown)}"


def is_concrete(question: Question) -> bool:
    """Return whether a question says which kind of result, which columns and which conditions are meant."""
    return bool(question.result_types and question.columns and question.conditions)


def _marks(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Yield quoted words with their start and end, and whether they are written as code."""
    for found in _MARKED.finditer(text):
        yield found.start(), found.end(), _inside(found), found["code"] is not None


def _inside(found: re.Match[str]) -> str:
    return next(part for part in found.groups() if part is not None).strip()


def _before(text: str, place: int) -> str:
    return text[max(0, place - _NEARBY) : place]


def _is_made(before: str) -> bool:
    """Return whether the words before a name say that it is to be given to something new."""
    sentence = re.split(r"[.!?;]\s", before)[-1]
    return bool(_MADE.search(sentence) or _RESULTING.search(sentence)) and not _USED.search(sentence)


def _among(value: str, values: Sequence[str]) -> bool:
    folded = value.strip().casefold()
    number = _number(folded)
    return any(folded == each.strip().casefold() or (number is not None and number == _number(each)) for each in values)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _numbers(said: str) -> Iterator[float]:
    """Yield the values that a number may mean: as it stands, or with its unit."""
    found = re.match(r"([-−]?)[$€£]?([\d,]+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(\S*)", said.strip(), re.IGNORECASE)
    if found is None:
        return
    digits = found[2].rstrip(",").replace(",", "")
    number = float(digits) * (-1 if found[1] else 1)
    yield number
    if found[3].lower() in _SCALES:
        yield number * _SCALES[found[3].lower()]


def _near(number: float, span: tuple[float, float]) -> bool:
    low, high = span
    slack = _SLACK * (high - low) or abs(high) or 1.0
    return low - slack <= number <= high + slack


def _told(wrong: Sequence[str]) -> str | None:
    if not wrong:
        return None
    more = f"; and {len(wrong) - _MOST} more of the kind" if len(wrong) > _MOST else ""
    return f"Your reply does not fit the table: {'; '.join(wrong[:_MOST])}{more}."
