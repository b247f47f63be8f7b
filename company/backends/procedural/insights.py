"""The data scientist's questions about what a result means: by kind of result, a finding and how one slips."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from company.backends.procedural import insight_words as words_of
from company.backends.procedural.endings import ended
from company.backends.procedural.steps.base import plain

Draft = dict[str, Any]
Brief = Mapping[str, Any]
Result = Mapping[str, Any]
ROWS = 12
"""Values without labels whose distribution is worth a word."""
_LEVEL = re.compile(r"mean|median|average|avg|p\d\d|max|min|highest|lowest|mode|quantile|percentile")
_NO_LEVEL = re.compile(r"share|gap|ratio|r2|std|corr|range|diff|sum|count|spread|iqr|var|error|score|number")
"""Names of values that lie on the scale of their column, and of those that do not."""
FEW = 8
"""A frame with at least so many rows of the table's columns is rows, not a summary."""
_LABELS = 12
_STATISTICS = frozenset(
    {"count", "mean", "median", "std", "var", "min", "max", "sum", "25%", "50%", "75%", "range", "iqr"}
)
"""Labels that are no things to choose among."""


def find_insight(brief: dict[str, Any], chance: random.Random) -> Draft:
    """The reply to a `find_insight` brief; after a draft that was wrong, another question."""
    drafts = [
        (result["name"], draft)
        for result in brief["results"]
        for draft in WRITERS.get(result["type"], _nothing)(result, brief, chance)
    ]
    if len(drafts) <= len(brief["wrong"]):
        return {"possible": False}
    name, draft = chance.choice(drafts)
    opener = chance.choice(words_of.OPENERS).format(first=brief["persona"]["name"].split()[0], name=name)
    question = draft["question"]
    if opener.endswith("."):
        question = question[0].upper() + question[1:]
    return {**ended(draft, chance), "question": f"{opener} {question}"}


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


def _claims(question: str, options: Sequence[tuple[str, str]], slip: str) -> Draft:
    """A question whose options are statements, each with a boolean expression."""
    return {
        "question": question,
        "form": "claim",
        "options": [{"text": text, "code": code, "slip": slip} for text, code in options],
    }


# numbers by label


def _labelled(s: str, what: str, labels: Sequence[Any], count: int, chance: random.Random) -> Iterator[Draft]:
    """Findings on a series of numbers by label, `s` in code; `labels` are those that are known, `count` all."""
    if count >= 4:
        for place, forms in ((0, words_of.LEADER), (1, words_of.RUNNER_UP), (-1, words_of.LAST)):
            yield _values(chance.choice(forms), _by_rank(s, place, count), what=what)
    if count >= 3:
        yield _values(chance.choice(words_of.GAP), _gaps(s, (0, 1), count), what=what)
        yield _values(chance.choice(words_of.SPAN), _gaps(s, (0, -1), count), what=what)
    if count >= 5:
        yield _values(chance.choice(words_of.ABOVE), _above(s), what=what)
    if 2 <= count <= 3 and len(labels) == count:
        yield _leads(s, what, labels, chance)


def _ratio(s: str, what: str, low: float, high: float, chance: random.Random) -> Iterator[Draft]:
    """How many times the lowest the highest is, in bands."""
    if 0 < low < high:
        question = chance.choice(words_of.SPREAD_CLAIMS).format(what=what)
        marks = _marks(high / low, words_of.TIMES, chance)
        texts = [text.replace("{what}", what) for text in words_of.SPREAD]
        yield _claims(question, _bands(f"({s}.max() / {s}.min())", marks, texts), "another size of the difference")


def _marks(value: float, scale: Sequence[float], chance: random.Random) -> list[float]:
    """Five neighbouring marks of a scale, drawn so that a value may lie in any of the bands that they make."""
    place = sum(mark <= value for mark in scale)
    starts = [start for start in range(len(scale) - 4) if start <= place <= start + 5]
    start = chance.choice(starts)
    return list(scale[start : start + 5])


def _bands(
    value: str, marks: Sequence[float], texts: Sequence[str], said: Callable[[float], str] = lambda mark: f"{mark:g}"
) -> list[tuple[str, str]]:
    """A statement with its code for each band between marks; `texts` are for the first, those between, and the last."""
    below, between, above = texts
    first, *_, last = marks
    found = [(below.format(other=said(first)), f"{value} < {first}")]
    found += [
        (between.format(one=said(low), other=said(high)), f"{low} <= {value} < {high}") for low, high in pairwise(marks)
    ]
    return [*found, (above.format(one=said(last)), f"{value} >= {last}")]


_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _at_rank(s: str, place: int) -> str:
    """The label at a rank (0 is the highest, -1 the lowest), in code that fails where several share it."""
    if place < 0:
        return f"{s}[{s}.rank(method='min') == {-place}].index.item()"
    return f"{s}[{s}.rank(ascending=False, method='min') == {place + 1}].index.item()"


def _by_rank(s: str, place: int, count: int) -> list[tuple[str, str]]:
    """The label at a rank of some numbers, and those at other ranks."""
    others = [other for other in range(min(count, _LABELS)) if other != place % count]
    said = [_PLACES[other] if other < len(_PLACES) else f"number {other + 1}" for other in others]
    wrong = [(_at_rank(s, other), f"the {word} by rank") for other, word in zip(others, said, strict=True)]
    return [(_at_rank(s, place), ""), *wrong]


def _gaps(s: str, wanted: tuple[int, int], count: int) -> list[tuple[str, str]]:
    """The difference between two ranks, and those that a slip gives."""
    ordered = f"{s}.sort_values(ascending=False)"
    pairs = {(0, 1): "first and second", (0, -1): "first and last", (1, -1): "second and last"}
    if count > 3:
        pairs |= {(1, 2): "second and third", (0, 2): "first and third"}
    found = [(f"{ordered}.iloc[{wanted[0]}] - {ordered}.iloc[{wanted[1]}]", "")]
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


def _leads(s: str, what: str, labels: Sequence[Any], chance: random.Random) -> Draft:
    """Which of two or three leads, and whether by much."""
    ordered = f"{s}.sort_values(ascending=False)"
    lead = f"{ordered}.iloc[0] - {ordered}.iloc[1] {{sign}} 0.1 * abs({ordered}.iloc[1])"
    options = []
    for label in labels:
        first = f"({s} > {s}[{label!r}]).sum() == 0 and "
        options += [
            (f"{label} leads in {what}, by more than a tenth over the next", first + lead.format(sign=">")),
            (f"{label} leads in {what}, but by a tenth or less over the next", first + lead.format(sign="<=")),
        ]
    return _claims(chance.choice(words_of.LEAD_CLAIMS).format(what=what), options, "another leader or another lead")


def _spread(s: str, what: str, chance: random.Random) -> Draft:
    """The shape of many values."""
    low, high = (f"{s}.quantile({share})" for share in (0.25, 0.75))
    outside = f"(({s} > {high} + 1.5 * ({high} - {low})) | ({s} < {low} - 1.5 * ({high} - {low}))).sum()"
    options = [
        (text.format(what=what), f"{s}.mean() {mean} {s}.median() and {outside} {some} 0")
        for text, mean, some in words_of.SHAPE
    ]
    return _claims(chance.choice(words_of.SHAPE_CLAIMS).format(what=what), options, "mean or outliers misread")


def _relation(r: str, one: str, other: str, rows: str, chance: random.Random) -> Draft:
    """The strength and direction of a correlation, `r` in code."""
    words = {"one": one, "One": one[0].upper() + one[1:], "other": other, "rows": rows}
    options = [(text.format(**words), code.format(r=r)) for text, code in words_of.RELATION]
    return _claims(chance.choice(words_of.RELATION_CLAIMS).format(**words), options, "another strength or direction")


# by kind of result


def _series(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if "largest" not in facts or not name.isidentifier():
        return
    labels = [label for label, _ in facts["head"]]
    if all(isinstance(label, str) for label in labels) and facts["length"] <= 60:
        if not _STATISTICS.issuperset(labels):
            low, high = facts["smallest"][1], facts["largest"][1]
            yield from _labelled(name, f"`{name}`", labels, facts["length"], chance)
            yield from _ratio(name, f"`{name}`", low, high, chance)
    elif facts["length"] >= ROWS:
        yield _spread(name, f"`{name}`", chance)


def _dict(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    facts = result["facts"]
    items = facts["items"]
    pairs = [(item[0], item[1]) for item in items if isinstance(item, list) and len(item) == 2]
    if pairs and all(_number(value) and isinstance(key, str) for key, value in pairs):
        name, labels = result["name"], [key for key, _ in pairs]
        if not _STATISTICS.issuperset(labels):
            yield from _labelled(f"pd.Series({name})", f"`{name}`", labels, facts["length"], chance)
            values = [value for _, value in pairs]
            if len(pairs) == facts["length"]:
                yield from _ratio(f"pd.Series({name})", f"`{name}`", min(values), max(values), chance)


def _value(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, value = result["name"], result["facts"].get("value")
    table = brief["table"]
    if isinstance(value, str):
        yield from _category(name, value, table, chance)
    if not _number(value):
        return
    if "corr" in brief["code"] and -1 <= value <= 1:
        about = [plain(column) for column in _named(table, brief["query"])][:2]
        if len(about) == 2:
            yield _relation(name, about[0], about[1], "rows", chance)
        return
    if isinstance(value, int) and any(
        sign in brief["code"] for sign in ("len(", ".shape[0]", ".count()", "mask.sum()")
    ):
        part = f"{name} / len({table['variable']})"
        texts = [text.replace("{rows}", f"{table['row_meaning']}s") for text in words_of.PARTS]
        bands = _bands(part, _marks(value / table["rows"], words_of.SHARES, chance), texts, _percent)
        yield _claims(chance.choice(words_of.PART_CLAIMS), bands, "another size of the part")
        return
    if not _LEVEL.search(name) or _NO_LEVEL.search(name):
        return
    for column in table["columns"]:
        if f"{table['variable']}[{column['name']!r}]." in brief["code"]:
            continue  # a figure of the whole table says nothing against the whole table
        inside = column.get("numeric") and _number(column.get("minimum")) and column["role"] == "measure"
        if (
            inside
            and plain(column["name"]).replace("/", " ") in plain(name)
            and column["minimum"] <= value <= column["maximum"]
        ):
            yield _banded(name, column["name"], table["variable"], chance)


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _category(name: str, value: str, table: Mapping[str, Any], chance: random.Random) -> Iterator[Draft]:
    """How common a value of a column is in the table."""
    for column in table["columns"]:
        if value in {each for each, _ in column.get("values", ())} and column["distinct"] >= 4:
            values = f"{table['variable']}[{column['name']!r}]"
            shares = f"{values}.value_counts(normalize=True)"
            options = [(f"round(100 * float(({values} == {name}).mean()), 1)", "")]
            options += [(f"round(100 * {shares}.iloc[{place}], 1)", "another value") for place in range(8)]
            options += [(f"round(100 / {values}.nunique(), 1)", "an even split")]
            rows = f"{table['row_meaning']}s"
            yield _values(chance.choice(words_of.COMMONNESS), options, rows=rows)
            return


def _banded(name: str, column: str, table: str, chance: random.Random) -> Draft:
    """In which quarter of a column a value lies."""
    options = []
    for text, low, high in words_of.BANDS:
        parts = [f"{name} >= {table}[{column!r}].quantile({low})"] if low else []
        parts += [f"{name} < {table}[{column!r}].quantile({high})"] if high else []
        options.append((text.format(column=column), " and ".join(parts)))
    question = chance.choice(words_of.BAND_CLAIMS).format(what=f"`{name}`", column=column)
    return _claims(question, options, "another quarter")


def _sequence(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    items = facts["items"]
    if result["type"] == "tuple" and len(items) == 2 and all(map(_number, items)) and "stats" in brief["code"]:
        if words_of.LEVELS[0] < items[1] <= 1:
            bands = _bands(f"{name}[1]", _marks(items[1], words_of.LEVELS, chance), words_of.P_VALUES)
            yield _claims(chance.choice(words_of.P_CLAIMS), bands, "another level")
        return
    if facts["length"] >= 4 and all(isinstance(item, str) for item in items):
        yield from _frequent(name, items, facts["length"], brief, chance)
    elif facts["length"] >= ROWS and all(map(_number, items)) and result["type"] != "set":
        yield _spread(f"pd.Series({name})", f"`{name}`", chance)


def _frequent(name: str, items: Sequence[str], count: int, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Which of several values of a column is the most frequent in the table."""
    table = brief["table"]
    for column in table["columns"]:
        values = {value for value, _ in column.get("values", ())}
        if len(values & set(items)) >= 3:
            counts = (
                f"{table['variable']}[{table['variable']}[{column['name']!r}].isin(list({name}))][{column['name']!r}]"
            )
            yield _values(
                chance.choice(words_of.FREQUENT), _by_rank(f"{counts}.value_counts()", 0, min(count, len(values)))
            )
            return


def _array(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if len(facts["shape"]) == 1 and facts["length"] >= ROWS:
        flat = [item for item in facts["items"] if _number(item)]
        if len(flat) == len(facts["items"]) and all(isinstance(item, int) and item < 20 for item in flat):
            shares = f"pd.Series({name}).value_counts(normalize=True)"
            yield _values(chance.choice(words_of.CLUSTER), _shares(shares))
        elif len(flat) == len(facts["items"]):
            yield _spread(f"pd.Series({name})", f"`{name}`", chance)
    standardized = "StandardScaler" in brief["code"]  # whose means differ by rounding alone
    if not standardized and len(facts["shape"]) == 2 and facts["shape"][1] >= 2 and facts["shape"][0] >= 3:
        options = [
            (text, f"{name}[:, 0].mean() {mean} {name}[:, 1].mean() and {name}[:, 0].std() {spread} {name}[:, 1].std()")
            for text, mean, spread in words_of.TWO
        ]
        yield _claims(chance.choice(words_of.TWO_CLAIMS).format(name=name), options, "mean or spread misread")


def _shares(shares: str) -> list[tuple[str, str]]:
    """The biggest of some shares in percent, and what is mistaken for it."""
    return [
        (f"round(100 * {shares}[{shares}.rank(ascending=False, method='min') == 1].item(), 1)", ""),
        (f"round(100 * {shares}.iloc[1], 1)", "the second instead"),
        (f"round(100 * {shares}.iloc[-1], 1)", "the smallest instead"),
        (f"round(100 * (1 - {shares}.iloc[0]), 1)", "all the others"),
        (f"round(100 / len({shares}), 1)", "an even split"),
        (f"round(100 * ({shares}.iloc[0] - {shares}.iloc[1]), 1)", "its lead over the second"),
        (f"round(100 * (1 - {shares}.iloc[2]), 1)", "all but the third"),
        (f"round(100 * {shares}.median(), 1)", "a middling one instead"),
    ]


def _model(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, fitted = result["name"], result["facts"].get("fitted", {})
    features = fitted.get("feature_names_in_")
    if "feature_importances_" in fitted and isinstance(features, list) and len(features) >= 2:
        s = f"pd.Series({name}.feature_importances_, index={name}.feature_names_in_)"
        yield from _labelled(s, "importance to the model", features, len(features), chance)
    if "cluster_centers_" in fitted and "labels_" in fitted:
        yield _values(
            chance.choice(words_of.CLUSTER), _shares(f"pd.Series({name}.labels_).value_counts(normalize=True)")
        )
    if "coef_" in fitted and isinstance(features, list) and len(features) == 2:
        one, other = (plain(str(feature)) for feature in features)
        signs = [(f"{'rises' if up else 'does not rise'}", ">" if up else "<=") for up in (True, False)]
        options = [
            (
                f"All else equal, the prediction {first} with {one} and {second} with {other}",
                f"np.ravel({name}.coef_)[0] {a} 0 and np.ravel({name}.coef_)[1] {b} 0",
            )
            for first, a in signs
            for second, b in signs
        ]
        if result["facts"].get("class") in ("LinearRegression", "Ridge", "Lasso"):
            yield _claims("which reading of the model is right?", options, "a sign is misread")


def _frame(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if _STATISTICS & set(map(str, facts["index"])):
        return  # a description of columns, whose rows are no things to choose among
    known = {column["name"]: column for column in brief["table"]["columns"]}
    shared = [known[column] for column in facts["columns"] if column in known]
    if facts["rows"] >= FEW and 2 * len(shared) >= min(len(known), len(facts["columns"])):
        yield from _rows(name, shared, facts["rows"], brief, chance)
    elif facts["columns"] and 3 <= facts["rows"] <= 60:
        yield from _summary(name, facts, chance)


def _summary(name: str, facts: Mapping[str, Any], chance: random.Random) -> Iterator[Draft]:
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
        known = labels if len(labels) == facts["rows"] else ()
        yield from _labelled(f"{by}[{columns[place]!r}]", f"`{columns[place]}`", known, facts["rows"], chance)
        if known:
            values = [row[place] for row in head]
            yield from _ratio(f"{by}[{columns[place]!r}]", f"`{columns[place]}`", min(values), max(values), chance)


def _rows(
    name: str, columns: Sequence[Mapping[str, Any]], count: int, brief: Brief, chance: random.Random
) -> Iterator[Draft]:
    """Findings on rows of the table: by group, against the whole, and on how two columns go together."""
    measures = [c["name"] for c in columns if c.get("numeric") and c["role"] == "measure"]
    groups = [c for c in columns if c["role"] in ("category", "ordered_category") and 3 <= c["distinct"] <= 60]
    table = brief["table"]["variable"]
    if groups and measures:
        group, (measure, *others) = chance.choice(groups), _nearest(measures, brief, chance)[:2]
        if group["distinct"] >= 4:
            words = {"group": plain(group["name"]), "measure": plain(measure)}
            yield _values(
                chance.choice(words_of.GROUP), _best_group(name, table, group["name"], measure, others), **words
            )
        shares = f"{name}[{group['name']!r}].value_counts(normalize=True)"
        options = [
            *_shares(shares),
            (f"round(100 * {shares.replace(name, table, 1)}.iloc[0], 1)", "in the whole table"),
        ]
        yield _values(chance.choice(words_of.COMMON), options, group=plain(group["name"]))
    untouched = [measure for measure in measures if measure not in brief["code"]]
    if untouched and count < brief["table"]["rows"]:
        measure = _nearest(untouched, brief, chance)[0]
        here, whole = (f"{frame}[{measure!r}]" for frame in (name, table))
        options = [
            (
                text.format(measure=plain(measure)),
                f"{here}.mean() {a} {whole}.mean() and {here}.std() {b} {whole}.std()",
            )
            for text, a, b in words_of.AGAINST
        ]
        question = chance.choice(words_of.AGAINST_CLAIMS).format(measure=plain(measure))
        yield _claims(question, options, "mean or spread misread")
    if len(measures) >= 2:
        one, other = _nearest(measures, brief, chance)[:2]
        yield _relation(f"{name}[{one!r}].corr({name}[{other!r}])", plain(one), plain(other), "rows", chance)


def _nearest(measures: Sequence[str], brief: Brief, chance: random.Random) -> list[str]:
    """Columns in any order, but those first that the query or the plan's question speaks of."""
    said = f"{brief['query']} {brief['question']}".lower()
    shuffled = chance.sample(list(measures), len(measures))
    return sorted(shuffled, key=lambda name: not (name.lower() in said or plain(name) in said))


def _best_group(name: str, table: str, group: str, measure: str, others: Sequence[str]) -> list[tuple[str, str]]:
    """The group with the highest mean, and those that come first otherwise."""
    by = f"{name}.groupby({group!r})"
    means = f"{by}[{measure!r}].mean()"
    return [
        (_at_rank(means, 0), ""),
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
