"""Codes, identifiers, years and dates as whole numbers are no quantities, and a score of a score says nothing.

What each column is stands in the data dictionary beside the table; without one it is guessed, and a guess that is not
sure refuses nothing. What the code does with columns is read from it (`reading_code`), and only what is certain counts.
Years may be counted, ordered and subtracted, and have a median; scales have a mean, and no sum.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import pandas as pd

from company.families.dialogues.body.bodies import AnyBody
from company.families.dialogues.gate.sense.expressions import Use
from company.families.dialogues.gate.sense.finding import Finding
from company.families.dialogues.gate.sense.reading_code import Reader
from company.families.shared.choices.bodies import ChoiceBody
from company.families.shared.place import Place
from company.records import Column
from company.results.columns import describe_columns
from company.tables.dictionary import Entry, entry_of, read_dictionary
from company.tables.reading import load_frame

SUMS = frozenset({"sum", "cumsum", "cumprod", "prod", "product"})
MEANS = frozenset({"mean", "average", "std", "var", "sem", "skew", "kurt", "kurtosis", "cov"})
ORDERS = frozenset({"median", "quantile", "percentile"})
FORMS = frozenset({"scale", "cluster"})
ALL = SUMS | MEANS | ORDERS | FORMS | {"corr", "corrcoef"}
WORDS = {
    "std": "standard deviation", "var": "variance", "sem": "standard error", "kurt": "kurtosis", "cov": "covariance",
    "cumsum": "running sum", "cumprod": "running product", "prod": "product", "corr": "correlation",
    "corrcoef": "correlation", "average": "mean",
}  # fmt: skip
"""How statistics are called in a sentence, where not by their names."""
STEADY = frozenset({"mean", "average", "median", "std", "var"})
"""What says nothing of values that are all the same."""


async def quantities(case: AnyBody, place: Place) -> Finding:
    """Return what a case does with columns that are no quantities, and scores that it makes of scores."""
    return Finding(tuple(dict.fromkeys(faults(case, place.resource))))


def faults(case: AnyBody, resource: Path) -> Iterator[str]:
    """Yield a sentence for everything that a case does with columns and that says nothing."""
    tables = _tables(case.history or case.whole, resource)
    if not tables:
        return
    known = _of_all(list(tables.values()))
    columns = {file: list(_known(path)) for file, path in tables.items()}
    numeric = frozenset(name for name, entry in known.items() if entry.numeric)
    for judged in _judged(case):
        reader = Reader(columns, numeric)
        reader.read(case.history, judged=False)
        reader.read(judged, judged=True)
        for use in reader.uses:
            yield from _of_use(use, known, list(tables.values()))


def _of_all(tables: Sequence[Path]) -> dict[str, Entry]:
    """Return what is known of columns by their names, where all tables that have one of a name say the same kind.

    Of which table a column is, nobody knows by its name: what is a code in one and a quantity in another is neither.
    """
    found: dict[str, list[Entry]] = {}
    for table in tables:
        for name, entry in _known(table).items():
            found.setdefault(name, []).append(entry)
    alike = {name: same for name, same in found.items() if len({entry.kind for entry in same}) == 1}
    return {name: min(same, key=lambda entry: entry.sure or entry.by == "person") for name, same in alike.items()}


def _judged(case: AnyBody) -> Iterator[str]:
    """Yield the code of a case behind its history: the solution, and the prototype behind it; of a choice, its own."""
    if isinstance(case, ChoiceBody):
        later = case.whole.removeprefix(case.history) if case.whole.startswith(case.history) else ""
        yield "\n".join([later, case.setup])
        return
    yield case.solution
    if case.prototype is not None:
        yield case.prototype


def _tables(code: str, resource: Path) -> dict[str, Path]:
    """Return the tables that code loads and that are there, by file name."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return {}
    texts = {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    names = {text.rpartition("/")[2] for text in texts if text.endswith(".csv")}
    return {name: resource / name for name in sorted(names) if (resource / name).is_file()}


def _known(csv: Path) -> Mapping[str, Entry]:
    said = read_dictionary(csv)
    return said if said is not None else _guessed(csv, csv.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _guessed(csv: Path, changed: int) -> Mapping[str, Entry]:
    """Return what the columns of a table are taken for; `changed` tells a file from the one that was there before."""
    found = [Column.model_validate(fields) for fields in describe_columns(_frame(csv, changed))]
    return {column.name: entry_of(column) for column in found}


@lru_cache(maxsize=2)
def _frame(csv: Path, changed: int) -> pd.DataFrame:
    return load_frame(csv)


def _of_use(use: Use, known: Mapping[str, Entry], tables: Sequence[Path]) -> Iterator[str]:
    name = use.values.column
    entry = known.get(name)
    if use.does.endswith(" of"):
        score = use.does.removesuffix(" of")
        if use.values.score == score:
            yield f"`{name}` is {_SCORES[score]} already: {_AGAIN[score]} it once more says nothing"
        return
    if entry is None or use.values.score:
        return
    if entry.numeric and (entry.sure or entry.by == "person") and use.does in _senseless(entry):
        yield f"`{name}` {_is(entry)}: {_doing(use.does, entry)} says nothing"
    elif use.does in STEADY and use.by and _is_steady(name, use.by, tables):
        groups = " and ".join(f"`{each}`" for each in use.by)
        statistic = WORDS.get(use.does, use.does)
        yield f"`{name}` is the same in every row of one {groups}: its {statistic} there says nothing"


_SCORES = {"z": "standardized", "rank": "a rank"}
_AGAIN = {"z": "standardizing", "rank": "ranking"}


def _senseless(entry: Entry) -> frozenset[str]:
    """Return what is not done with the values of a column."""
    match entry.kind:
        case "code" | "id":
            return ALL
        case "date":
            return SUMS | MEANS | FORMS if entry.date_format == "%Y" else ALL
        case "ordered":
            return SUMS
    return frozenset()


def _is(entry: Entry) -> str:
    match entry.kind:
        case "code":
            return "is a code"
        case "id":
            return "only tells rows or things apart"
        case "ordered":
            return "is a scale of steps"
    return "holds years" if entry.date_format == "%Y" else "holds dates that are written as whole numbers"


def _doing(does: str, entry: Entry) -> str:
    if does in FORMS:
        return "scaling it" if does == "scale" else "clustering by it"
    return f"{'their' if entry.kind == 'date' else 'its'} {WORDS.get(does, does)}"


def _is_steady(name: str, by: tuple[str, ...], tables: Sequence[Path]) -> bool:
    """Return whether a column is so in every table that has one of that name."""
    return all(_steady(name, by, table) for table in tables if name in _known(table))


def _steady(name: str, by: tuple[str, ...], table: Path) -> bool:
    """Return whether a column is the same in all rows of each group, and some group has several."""
    return _same(table, table.stat().st_mtime_ns, name, by)


@lru_cache(maxsize=4096)
def _same(table: Path, changed: int, name: str, by: tuple[str, ...]) -> bool:
    frame = _frame(table, changed)
    if name in by or not {name, *by} <= set(frame.columns):
        return False
    groups = frame.groupby(list(by), observed=True)[name]
    return bool(groups.size().max() > 1 and groups.nunique().max() <= 1)
