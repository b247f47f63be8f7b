"""The data scientist's questions about what a result means: by kind of result, a finding and how one slips."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from company.backends.procedural import insight_words as words_of
from company.backends.procedural.openers import about, opened, speaks_of
from company.backends.procedural.result_words import value_words, words_for
from company.backends.procedural.steps.base import plain
from company.backends.procedural.voices import plural

Draft = dict[str, Any]
Brief = Mapping[str, Any]
Result = Mapping[str, Any]
ROWS = 12
"""Values without labels whose distribution is worth a word."""
CLEAR = 0.02
"""The share by which two numbers must differ for one of them to be ahead."""
_LEVEL = re.compile(r"mean|median|average|avg|p\d\d|mode|quantile|percentile")
_NO_LEVEL = re.compile(r"share|gap|ratio|r2|std|corr|range|diff|sum|count|spread|iqr|var|error|score|number")
"""Names of values that lie on the scale of their column, and of those that do not."""
_NO_ROWS = re.compile(r"distinct|unique|different|column|cluster|group|label|missing")
"""Names of counts that are not of the table's rows."""
FEW = 20
"""A frame with at least so many rows of the table's columns is rows, not a summary."""
_PER_GROUP = 5
"""Rows that each group of a column has on average, where the groups are compared."""
_LABELS = 12
_STATISTICS = frozenset(
    {"count", "mean", "median", "std", "var", "min", "max", "sum", "25%", "50%", "75%", "range", "iqr"}
)
"""Labels that are no things to choose among."""


def find_insight(brief: dict[str, Any], chance: random.Random) -> Draft:
    """The reply to a `find_insight` brief; after a draft that was wrong, another question."""
    drafts = [
        draft for result in brief["results"] for draft in WRITERS.get(result["type"], _nothing)(result, brief, chance)
    ]
    if len(drafts) <= len(brief["wrong"]):
        return {"possible": False}
    wanted = f"{brief['question']} {brief['scenario']['goal']}"
    near = [] if brief["wrong"] else [draft for draft in drafts if about(wanted, draft["question"], brief)]
    draft = chance.choice(near or drafts)
    return {**draft, "question": opened(brief, draft["question"], words_of.OPENERS)}


def _nothing(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    return iter(())


def _values(form: tuple[str, str], options: Sequence[tuple[str, str]], **words: str) -> Draft:
    """A question whose options are values in a sentence; each is (code, slip), the right one without a slip."""
    question, text = (part.format(**{"value": "{value}", **words}) for part in form)
    return {
        "question": question,
        "form": "value",
        "options": [{"text": text, "code": code, "slip": slip} for code, slip in options],
    }


Claim = tuple[Sequence[str], str]
"""The wordings of a statement, and a boolean expression."""


def _claims(question: str, claims: Sequence[Claim], slip: str) -> Draft:
    """A question whose options are statements."""
    return {
        "question": question,
        "form": "claim",
        "options": [
            {"text": texts[0], "wordings": list(texts[1:]), "code": code, "slip": slip} for texts, code in claims
        ],
    }


def _filled(texts: Sequence[str], **words: str) -> tuple[str, ...]:
    return tuple(text.format(**words) for text in texts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rows_of(brief: Brief) -> str:
    """What the table's rows are, in the plural."""
    return plural(str(brief["table"]["row_meaning"]))


# numbers by label


@dataclass(frozen=True)
class Figures:
    """Numbers by label."""

    code: str
    """A series, in code."""
    what: str
    """What the numbers are, e.g. "mean price"."""
    of: str
    """What the labels are, in the singular."""
    known: Mapping[Any, float]
    """Those that the brief shows."""
    count: int

    @property
    def whole(self) -> bool:
        """Whether the brief shows them all."""
        return len(self.known) == self.count

    @property
    def words(self) -> dict[str, str]:
        """What is filled into questions."""
        return {"what": self.what, "of": self.of, "many": plural(self.of)}


def _labelled(figures: Figures | None, chance: random.Random) -> Iterator[Draft]:
    """Findings on numbers by label, where there are words for them."""
    if figures is None:
        return
    s, count, words = figures.code, figures.count, figures.words
    if count >= 4:
        for place, forms in ((0, words_of.LEADER), (1, words_of.RUNNER_UP), (-1, words_of.LAST)):
            yield _values(chance.choice(forms), _by_rank(s, place, count), **words)
    if count >= 3:
        yield _values(chance.choice(words_of.GAP), _gaps(s, (0, 1), count), **words)
        yield _values(chance.choice(words_of.SPAN), _gaps(s, (0, -1), count), **words)
    values = sorted(figures.known.values(), reverse=True)
    if not figures.whole or not values:
        return
    mean = sum(values) / count
    if count >= 5 and min(abs(value - mean) for value in values) > CLEAR * abs(mean):
        yield _values(chance.choice(words_of.ABOVE), _above(s), **words)
    if 2 <= count <= 3 and values[1] > 0 and abs(values[0] / values[1] - 1.1) > CLEAR < values[0] / values[1] - 1:
        yield _leads(figures, chance)
    if 0 < values[-1] < values[0]:
        bands = _bands(
            f"({s}.max() / {s}.min())", _marks(values[0] / values[-1], words_of.TIMES, chance), words_of.SPREAD
        )
        yield _claims(chance.choice(words_of.SPREAD_CLAIMS).format(**words), bands, "another size of the difference")


def _marks(value: float, scale: Sequence[float], chance: random.Random) -> list[float]:
    """Five neighbouring marks of a scale, drawn so that a value may lie in any of the bands that they make."""
    place = sum(mark <= value for mark in scale)
    starts = [start for start in range(len(scale) - 4) if start <= place <= start + 5]
    start = chance.choice(starts)
    return list(scale[start : start + 5])


def _bands(
    value: str,
    marks: Sequence[float],
    texts: words_of.Bands,
    shown: Callable[[float], str] = lambda mark: f"{mark:g}",
    **words: str,
) -> list[Claim]:
    """A statement for each band between marks, true where the value is clearly within it."""
    below, between, above = texts
    marked = list(pairwise(marks))
    highest = _filled(above, one=shown(marks[-1]), **words)
    return [
        (_filled(below, other=shown(marks[0]), **words), f"{value} < {marks[0] * (1 - CLEAR):.6g}"),
        *(
            (
                _filled(between, one=shown(low), other=shown(high), one_above=shown(high), **words),
                f"{low * (1 + CLEAR):.6g} < {value} < {high * (1 - CLEAR):.6g}",
            )
            for low, high in marked
        ),
        (highest, f"{value} > {marks[-1] * (1 + CLEAR):.6g}"),
    ]


_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _at_rank(s: str, place: int) -> str:
    """The label at a rank (0 is the highest, -1 the lowest)."""
    return f"{s}.nsmallest(1).index[0]" if place < 0 else f"{s}.nlargest({place + 1}).index[{place}]"


def _clearly_at_rank(s: str, place: int) -> str:
    """As `_at_rank`, in code that fails where another number is not clearly different from the one at the rank."""
    at = f"{s}.min()" if place < 0 else f"{s}.nlargest({place + 1}).iloc[{place}]"
    return f"{s}[({s} - {at}).abs() <= {CLEAR} * abs({at})].index.item()"


def _by_rank(s: str, place: int, count: int) -> list[tuple[str, str]]:
    """The label at a rank of some numbers, and those at other ranks."""
    others = [other for other in range(min(count, _LABELS)) if other != place % count]
    said = [_PLACES[other] if other < len(_PLACES) else f"{other + 1}th" for other in others]
    wrong = [(_at_rank(s, other), f"the {word} by rank") for other, word in zip(others, said, strict=True)]
    return [(_clearly_at_rank(s, place), ""), *wrong]


def _gaps(s: str, wanted: tuple[int, int], count: int) -> list[tuple[str, str]]:
    """The difference between two ranks, and those that a slip gives."""
    ordered = f"{s}.dropna().sort_values(ascending=False)"
    pairs = {(0, 1): "first and second", (0, -1): "first and last", (1, -1): "second and last"}
    if count > 3:
        pairs |= {(1, 2): "second and third", (0, 2): "first and third"}
    gap = f"{ordered}.iloc[{wanted[0]}] - {ordered}.iloc[{wanted[1]}]"
    clear = f"next(gap for gap in [{gap}] if gap > {CLEAR} * {s}.abs().max())"  # fails where there is hardly any
    found = [(clear, "")]
    found += [
        (f"{ordered}.iloc[{one}] - {ordered}.iloc[{other}]", f"between {said}")
        for (one, other), said in pairs.items()
        if (one, other) != wanted
    ]
    return [
        *found,
        (f"{s}.max() - {s}.mean()", "between the first and the mean"),
        (f"{s}.max() - {s}.median()", "between the first and the median"),
        (f"{s}.mean() - {s}.min()", "between the mean and the last"),
        (f"{s}.std()", "the standard deviation instead"),
        (f"{s}.quantile(0.75) - {s}.quantile(0.25)", "between the quartiles"),
    ]


def _above(s: str) -> list[tuple[str, str]]:
    count = f"int(({s} > {s}.mean()).sum())"
    return [
        (count, ""),
        (f"int(({s} < {s}.mean()).sum())", "those below the average"),
        (f"int(({s} > {s}.median()).sum())", "above the median instead"),
        (f"int(({s} > {s}.quantile(0.75)).sum())", "above the upper quartile instead"),
        (f"int(({s} > ({s}.max() + {s}.min()) / 2).sum())", "above the middle of the range instead"),
        (f"{count} + 1", "one too many"),
        (f"{count} - 1", "one too few"),
        (f"{count} + 2", "two too many"),
        (f"int({s}.count())", "all of them"),
    ]


def _leads(figures: Figures, chance: random.Random) -> Draft:
    """Which of two or three leads, and whether by much."""
    s = figures.code
    ordered = f"{s}.sort_values(ascending=False)"
    lead = f"{ordered}.iloc[0] {{sign}} 1.1 * {ordered}.iloc[1]"
    claims = [
        (_filled(texts, label=str(label)), f"{s}.idxmax() == {label!r} and {lead.format(sign=sign)}")
        for label in figures.known
        for texts, sign in ((words_of.CLEAR_LEAD, ">"), (words_of.NARROW_LEAD, "<"))
    ]
    question = chance.choice(words_of.LEAD_CLAIMS).format(**figures.words)
    return _claims(question, claims, "another leader or another lead")


def _spread(s: str, what: str, chance: random.Random) -> Draft:
    """The shape of many values."""
    low, high = (f"{s}.quantile({share})" for share in (0.25, 0.75))
    outside = f"(({s} > {high} + 1.5 * ({high} - {low})) | ({s} < {low} - 1.5 * ({high} - {low}))).sum()"
    lean = f"({s}.mean() - {s}.median()) / {s}.std()"
    claims = [
        (texts, f"{f'abs({lean}) < 0.04' if leans == 'near' else f'{lean} {leans}'} and {outside} {some}")
        for texts, leans, some in words_of.SHAPE
    ]
    return _claims(chance.choice(words_of.SHAPE_CLAIMS).format(what=what), claims, "mean or outliers misread")


def _relation(r: str, one: str, other: str, here: str, chance: random.Random) -> Draft:
    """The strength and direction of a correlation, `r` in code."""
    words = {"one": one, "One": _capital(one), "other": other, "here": here}
    scale = chance.choice(words_of.RELATION_SCALE)
    claims = [(_filled(texts, **words), code.format(r=r)) for texts, code in words_of.RELATION]
    question = chance.choice(words_of.RELATION_CLAIMS).format(scale=scale, **words)
    return _claims(question, claims, "another strength or direction")


# by kind of result


def _series(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if "largest" not in facts or not name.isidentifier():
        return
    known = {label: value for label, value in facts["head"] if _number(value)}
    if all(isinstance(label, str) for label in known) and facts["length"] <= 60:
        yield from _labelled(_figures(name, name, facts.get("index_name"), known, facts["length"], brief), chance)
    elif facts["length"] >= ROWS and (what := value_words(name, brief["query"])):
        yield _spread(name, what, chance)


def _figures(
    name: str, code: str, of: str | None, known: Mapping[Any, float], count: int, brief: Brief
) -> Figures | None:
    """Numbers by label; None where there are no words for the numbers, or for the labels."""
    of = _group_of(list(known), brief, of)
    counted = all(isinstance(value, int) for value in known.values())
    what = words_for(name, brief["query"], _rows_of(brief), counted=counted)
    return Figures(code, what, of, known, count) if of and what and not _STATISTICS.issuperset(known) else None


def _group_of(labels: Sequence[Any], brief: Brief, named: str | None = None) -> str | None:
    """What labels are: the column whose values they are, or "column" where they are columns; None where unclear."""
    columns = brief["table"]["columns"]
    if {column["name"] for column in columns}.issuperset(labels):
        return "column"
    for column in columns:
        values = {str(value) for value, _ in column.get("values", ())}
        if column["name"] == named or (named is None and 2 * len(values.intersection(labels)) > len(labels)):
            return plain(column["name"])
    return None


def _dict(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    pairs = [(item[0], item[1]) for item in facts["items"] if isinstance(item, list) and len(item) == 2]
    if pairs and all(_number(value) and isinstance(key, str) for key, value in pairs):
        figures = _figures(name, f"pd.Series({name})", None, dict(pairs), facts["length"], brief)
        yield from _labelled(figures, chance)


def _value(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, value = result["name"], result["facts"].get("value")
    table = brief["table"]
    if isinstance(value, str):
        yield from _category(name, value, brief, chance)
    if not _number(value):
        return
    if "corr" in brief["code"] and -1 <= value <= 1:
        both = [plain(column) for column in _named(table, brief["query"])]
        both = [column for column in both if column in plain(name)]
        if "corr" in name and len(both) == 2 and _apart(*both):
            yield _relation(name, both[0], both[1], "", chance)
        return
    if isinstance(value, int) and any(
        sign in brief["code"] for sign in ("len(", ".shape[0]", ".count()", "mask.sum()")
    ):
        yield from _part(name, value, brief, chance)
        return
    if not _LEVEL.search(name) or _NO_LEVEL.search(name):
        return
    for column in table["columns"]:
        if f"{table['variable']}[{column['name']!r}]." in brief["code"]:
            continue  # a figure of the whole table says nothing against the whole table
        inside = column.get("numeric") and _number(column.get("minimum")) and column["role"] == "measure"
        what = words_for(name, brief["query"], _rows_of(brief))
        if (
            inside
            and plain(column["name"]).replace("/", " ") in plain(name)
            and column["minimum"] <= value <= column["maximum"]
        ):
            yield _banded(name, what or plain(column["name"]), value, column["name"], brief, chance)


def _part(name: str, value: int, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """How large a part of the table a number of its rows is."""
    table, rows = brief["table"], _rows_of(brief)
    if 0 < value < table["rows"] and not _NO_ROWS.search(f"{name} {brief['query']}"):
        marks = _marks(value / table["rows"], words_of.SHARES, chance)
        question = chance.choice(words_of.PART_CLAIMS).format(rows=rows, value=f"{value:,}")
        bands = _bands(f"{name} / len({table['variable']})", marks, words_of.PARTS, _percent, rows=rows)
        yield _claims(question, bands, "another size of the part")


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _category(name: str, value: str, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """How common a value of a column is in the table."""
    table = brief["table"]
    for column in table["columns"]:
        if value in {each for each, _ in column.get("values", ())} and column["distinct"] >= 4:
            values = f"{table['variable']}[{column['name']!r}]"
            shares = f"{values}.value_counts(normalize=True)"
            options = [(f"round(100 * float(({values} == {name}).mean()), 1)", "")]
            options += [(f"round(100 * {shares}.iloc[{place}], 1)", "another value") for place in range(8)]
            options += [(f"round(100 / {values}.nunique(), 1)", "an even split")]
            options += [(f"round(100 * float(({values} != {name}).mean()), 1)", "all the others")]
            words = {"rows": _rows_of(brief), "said": value, "of": plain(column["name"])}
            yield _values(chance.choice(words_of.COMMONNESS), options, **words)
            return


def _banded(name: str, what: str, value: float, column: str, brief: Brief, chance: random.Random) -> Draft:
    """In which quarter of a column a value clearly lies."""
    values = f"{brief['table']['variable']}[{column!r}]"
    clear = f"{CLEAR} * ({values}.quantile(0.75) - {values}.quantile(0.25))"
    words = {
        "rows": _rows_of(brief),
        "what": what,
        "column": plain(column),
        "value": f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}",
    }
    claims = []
    for texts, low, high in words_of.BANDS:
        parts = [f"{name} > {values}.quantile({low}) + {clear}"] if low else []
        parts += [f"{name} < {values}.quantile({high}) - {clear}"] if high else []
        claims.append((_filled(texts, **words), " and ".join(parts)))
    return _claims(chance.choice(words_of.BAND_CLAIMS).format(**words), claims, "another quarter")


def _sequence(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    items = facts["items"]
    if result["type"] == "tuple" and len(items) == 2 and all(map(_number, items)) and "stats" in brief["code"]:
        yield from _tested(name, items[0], items[1], brief, chance)
    elif facts["length"] >= 4 and all(isinstance(item, str) for item in items):
        yield from _frequent(name, items, facts["length"], brief, chance)
    elif facts["length"] >= ROWS and all(map(_number, items)) and result["type"] != "set":
        yield from _numbers(name, items, brief, chance)


def _numbers(name: str, items: Sequence[float], brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """What many values without labels show: how large clusters are, or how the values are spread."""
    if all(isinstance(item, int) and item < 20 for item in items):
        if "cluster" in f"{name} {brief['query']}":
            shares = f"pd.Series({name}).value_counts(normalize=True)"
            yield _values(chance.choice(words_of.CLUSTER), _shares(shares), rows=_rows_of(brief))
    elif what := value_words(name, brief["query"]):
        yield _spread(f"pd.Series({name})", what, chance)


_PAIR = re.compile(r"'([^']+)' and '([^']+)', in this order")


def _tested(name: str, statistic: float, p: float, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """What a test allows to say: of two means which is higher and whether by chance, else at which level it rejects."""
    pairs = _PAIR.findall(brief["query"])
    if "ttest_ind" in brief["code"] and len(pairs) == 1 and not 0.009 < p < 0.011 and not 0.045 < p < 0.055:
        (one, other), level = pairs[0], chance.choice((0.01, 0.05))
        question = chance.choice(words_of.T_CLAIMS).format(one=one, other=other, level=_percent(level))
        claims = [
            (_filled(texts, first=first, second=second), f"{name}[0] {higher} 0 and {name}[1] {sure} {level}")
            for (first, second), higher in (((one, other), ">"), ((other, one), "<"))
            for texts, sure in ((words_of.T_SURE, "<"), (words_of.T_UNSURE, ">"))
        ]
        yield _claims(question, claims, "another direction or certainty")
    elif words_of.LEVELS[0] < p <= 1:
        found = [finding for called, finding in words_of.FINDINGS if re.search(called, brief["code"])]
        if len(found) == 1:
            marks = _marks(p, words_of.LEVELS, chance)
            bands = _bands(f"{name}[1]", marks, words_of.P_VALUES, _percent, finding=found[0])
            yield _claims(chance.choice(words_of.P_CLAIMS), bands, "another level")


def _frequent(name: str, items: Sequence[str], count: int, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Which of several values of a column is the most frequent in the table."""
    table = brief["table"]
    for column in table["columns"]:
        values = {value for value, _ in column.get("values", ())}
        if len(values & set(items)) >= 3:
            counts = (
                f"{table['variable']}[{table['variable']}[{column['name']!r}].isin(list({name}))][{column['name']!r}]"
            )
            options = _by_rank(f"{counts}.value_counts()", 0, min(count, len(values)))
            words = {"group": plain(column["name"]), "rows": _rows_of(brief)}
            yield _values(chance.choice(words_of.FREQUENT), options, **words)
            return


def _array(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if len(facts["shape"]) == 1 and facts["length"] >= ROWS and all(map(_number, facts["items"])):
        yield from _numbers(name, facts["items"], brief, chance)


def _shares(shares: str) -> list[tuple[str, str]]:
    """The biggest of some shares in percent, and what is mistaken for it."""
    biggest = f"{shares}[{shares}.rank(ascending=False, method='min') == 1].item()"
    slips = (
        (f"{shares}.iloc[1]", "the second instead"),
        (f"1 - {shares}.iloc[0]", "all the others"),
        (f"{shares}.iloc[0] - {shares}.iloc[1]", "its lead over the second"),
        (f"{shares}.iloc[:2].sum()", "the two biggest together"),
        (f"{shares}.iloc[0] / {shares}.iloc[:2].sum()", "its part of the two biggest alone"),
        (f"1 - {shares}.iloc[1]", "all but the second"),
        (f"1 - {shares}.iloc[2]", "all but the third"),
    )
    said = ((f"round(100 * ({code}), 1)", slip) for code, slip in slips)
    return [(f"round(100 * {biggest}, 1)", ""), *(_possible(code, slip, shares) for code, slip in said)]


def _possible(code: str, slip: str, shares: str) -> tuple[str, str]:
    """A near-miss of the biggest share, in code that fails where it is below an even split and so cannot be it."""
    return f"next(share for share in [{code}] if share > 100 / len({shares}))", slip


def _model(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, fitted = result["name"], result["facts"].get("fitted", {})
    features = fitted.get("feature_names_in_")
    if "feature_importances_" in fitted and isinstance(features, list) and len(features) >= 2:
        s = f"pd.Series({name}.feature_importances_, index={name}.feature_names_in_)"
        yield from _labelled(Figures(s, "importance to the model", "column", {}, len(features)), chance)
    if "cluster_centers_" in fitted and "labels_" in fitted:
        shares = f"pd.Series({name}.labels_).value_counts(normalize=True)"
        yield _values(chance.choice(words_of.CLUSTER), _shares(shares), rows=_rows_of(brief))
    if "coef_" in fitted and isinstance(features, list) and len(features) == 2:
        words = dict(zip(("one", "other"), (plain(str(feature)) for feature in features), strict=True))
        first, second = (f"np.ravel({name}.coef_)[{place}]" for place in (0, 1))
        claims = [
            (_filled(texts, **words), f"{first} {one} 0 and {second} {other} 0") for texts, one, other in words_of.MODEL
        ]
        if result["facts"].get("class") in ("LinearRegression", "Ridge", "Lasso"):
            yield _claims(chance.choice(words_of.MODEL_CLAIMS).format(**words), claims, "a sign is misread")


def _frame(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if _STATISTICS & set(map(str, facts["index"])):
        return  # a description of columns, whose rows are no things to choose among
    known = {column["name"]: column for column in brief["table"]["columns"]}
    shared = [known[column] for column in facts["columns"] if column in known]
    if facts["rows"] >= FEW and 2 * len(shared) >= min(len(known), len(facts["columns"])):
        yield from _rows(name, shared, facts["rows"], brief, chance)
    elif facts["columns"] and 3 <= facts["rows"] <= 60:
        yield from _summary(name, facts, brief, chance)


def _summary(name: str, facts: Mapping[str, Any], brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Findings on a frame of figures by label: in its index, or in its first column."""
    head, columns = facts["head"], facts["columns"]
    if len(set(columns)) < len(columns) or not head or facts["width"] != len(columns):
        return
    numeric = [n for n in range(len(columns)) if all(_number(row[n]) for row in head)]
    labels, by = facts["index"], name
    if not all(isinstance(label, str) for label in labels):
        if 0 in numeric or not all(isinstance(row[0], str) for row in head):
            return
        labels, by = [row[0] for row in head], f"{name}.set_index({columns[0]!r})"
    if len(set(labels)) < len(labels):
        return
    for place in chance.sample(numeric, min(2, len(numeric))):
        known = {label: row[place] for label, row in zip(labels, head, strict=True)}
        figures = _figures(columns[place], f"{by}[{columns[place]!r}]", None, known, facts["rows"], brief)
        yield from _labelled(figures, chance)


def _rows(
    name: str, columns: Sequence[Mapping[str, Any]], count: int, brief: Brief, chance: random.Random
) -> Iterator[Draft]:
    """Findings on rows of the table: by group, against the whole, and on how two columns go together."""
    measures = _spoken_of([c for c in columns if c.get("numeric") and c["role"] == "measure"], brief, chance)
    groups = _spoken_of(
        [
            column
            for column in columns
            if column["role"] in ("category", "ordered_category") and 3 <= column["distinct"] <= count / _PER_GROUP
        ],
        brief,
        chance,
    )
    table, rows = brief["table"]["variable"], _rows_of(brief)
    for group in groups[:1]:
        words = {"group": plain(group), "rows": rows}
        distinct = next(column["distinct"] for column in columns if column["name"] == group)
        if measures and distinct >= 4:
            options = _best_group(name, table, group, measures[0], measures[1:2])
            yield _values(chance.choice(words_of.GROUP), options, measure=plain(measures[0]), **words)
        if distinct >= 3 and not _narrowed(group, brief):
            shares = f"{name}[{group!r}].value_counts(normalize=True)"
            whole = f"{table}[{group!r}].value_counts(normalize=True)"
            options = [*_shares(shares), _possible(f"round(100 * {whole}.iloc[0], 1)", "in the whole table", shares)]
            yield _values(chance.choice(words_of.COMMON), options, **words)
    untouched = [measure for measure in measures if not _narrowed(measure, brief)]
    if untouched and count < 0.95 * brief["table"]["rows"]:
        yield _against(f"{name}[{untouched[0]!r}]", f"{table}[{untouched[0]!r}]", plain(untouched[0]), rows, chance)
    if len(measures) >= 2:
        one, other = measures[:2]
        if not _apart(one, other):
            return
        here = f" among these {rows}" if count < brief["table"]["rows"] else ""
        yield _relation(f"{name}[{one!r}].corr({name}[{other!r}])", plain(one), plain(other), here, chance)


def _apart(one: str, other: str) -> bool:
    """Whether two columns are not, by their names, made from each other."""
    return plain(one) not in plain(other) and plain(other) not in plain(one)


def _against(here: str, whole: str, measure: str, rows: str, chance: random.Random) -> Draft:
    """Rows against the whole table: mean and spread of a column."""
    apart = f"{CLEAR} * {whole}.std()"
    claims = [
        (
            _filled(texts, measure=measure, rows=rows),
            f"{_beyond(f'{here}.mean()', a, f'{whole}.mean()', apart)} and "
            f"{_beyond(f'{here}.std()', b, f'{whole}.std()', apart)}",
        )
        for texts, a, b in words_of.AGAINST
    ]
    question = chance.choice(words_of.AGAINST_CLAIMS).format(measure=measure, rows=rows)
    return _claims(question, claims, "mean or spread misread")


def _beyond(one: str, sign: str, other: str, apart: str) -> str:
    """Whether one number is clearly above (">") or below ("<") another, in code."""
    return f"{one} > {other} + {apart}" if sign == ">" else f"{one} < {other} - {apart}"


def _narrowed(column: str, brief: Brief) -> bool:
    """Whether the code picks rows by a column, so that the rows' values of it are no surprise."""
    return column in brief["code"]


def _spoken_of(columns: Sequence[Mapping[str, Any]], brief: Brief, chance: random.Random) -> list[str]:
    """Those columns that the client speaks of, in any order but the goal's and the plan's first."""
    scenario = brief["scenario"]
    wanted = f"{scenario['goal']} {scenario['description']} {brief['question']}"
    names = [column["name"] for column in columns]
    both = [name for name in names if speaks_of(f"{wanted} {brief['query']}", name)]
    return sorted(chance.sample(both, len(both)), key=lambda name: not speaks_of(wanted, name))


def _best_group(name: str, table: str, group: str, measure: str, others: Sequence[str]) -> list[tuple[str, str]]:
    """The group with the highest mean, and those that come first otherwise."""
    by = f"{name}.groupby({group!r})"
    means = f"{by}[{measure!r}].mean()"
    return [
        (_clearly_at_rank(means, 0), ""),
        (f"{by}[{measure!r}].median().idxmax()", "by the median instead"),
        (f"{by}[{measure!r}].sum().idxmax()", "by the sum instead"),
        (f"{by}[{measure!r}].max().idxmax()", "by the largest value instead"),
        (f"{by}.size().idxmax()", "by the number of rows instead"),
        (f"{table}.groupby({group!r})[{measure!r}].mean().idxmax()", "in the whole table instead"),
        *((f"{by}[{other!r}].mean().idxmax()", "by another column") for other in others),
        (_at_rank(means, 1), "the second by rank"),
        (_at_rank(means, 2), "the third by rank"),
        (_at_rank(means, 3), "the fourth by rank"),
        (_at_rank(means, 4), "the fifth by rank"),
        (_at_rank(means, -1), "the lowest instead"),
    ]


def _named(table: Mapping[str, Any], text: str) -> list[str]:
    """The numeric columns that a text names, in its order."""
    found = [(text.find(f"{c['name']}"), c["name"]) for c in table["columns"] if c.get("numeric") and c["name"] in text]
    return [name for _, name in sorted(found)]


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


WRITERS: Mapping[str, Callable[[Result, Brief, random.Random], Iterator[Draft]]] = {
    "series": _series,
    "dict": _dict,
    "value": _value,
    "list": _sequence,
    "tuple": _sequence,
    "index": _sequence,
    "array": _array,
    "model": _model,
    "dataframe": _frame,
}
"""What is asked about each kind of result."""
