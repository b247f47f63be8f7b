"""The data scientist's questions about what a result means: by kind of result, a finding and how one slips."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from grammar.choice_drafts import Draft
from grammar.insights.drafts import SAID, Brief, Result, asked, both_of, in_words_of
from grammar.insights.labelled import STATISTICS, Figures, figures_of, findings_on_labels
from grammar.insights.result_words import value_words
from grammar.insights.rows import findings_on_rows
from grammar.insights.sequences import ROWS, findings_on_array, findings_on_sequence
from grammar.insights.values import findings_on_value
from grammar.openers import about, decided
from grammar.remarks import is_number

FEW = 20
"""A frame with at least so many rows of the table's columns is rows, not a summary."""


def find_insight(brief: dict[str, Any], chance: random.Random) -> Draft:
    """The reply to a `find_insight` brief; after a draft that was wrong, another question."""
    drafts = [
        draft
        for result in brief["results"]
        if result["type"] in WRITERS
        for draft in WRITERS[result["type"]](result, brief, chance)
    ]
    if len(drafts) <= len(brief["drafts"]):
        return {"possible": False}
    wanted = f"{brief['question']} {brief['scenario']['goal']}"
    near = [] if brief["drafts"] else [draft for draft in drafts if about(wanted, draft["question"], brief)]
    draft = chance.choice(near or drafts)
    job = str(brief["persona"]["job_title"]).lower()
    forms = [form.replace("{job}", job) for form in SAID["decisions"]]
    return {**draft, "question": decided(brief, draft["question"], forms)}


def _series(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if not any(is_number(value) for _, value in facts["head"]) or not name.isidentifier():
        return
    known = {label: value for label, value in facts["head"] if is_number(value)}
    if all(isinstance(label, str) for label in known) and facts["length"] <= 60:
        figures = figures_of(name, name, facts.get("index_name"), known, facts["length"], brief)
        yield from findings_on_labels(figures, chance)
    elif facts["length"] >= ROWS and (what := value_words(name, brief)):
        yield asked("shape", chance, {"what": what}, {"s": name})


def _dict(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    pairs = [(item[0], item[1]) for item in facts["items"] if isinstance(item, list) and len(item) == 2]
    if pairs and all(is_number(value) and isinstance(key, str) for key, value in pairs):
        figures = figures_of(name, f"pd.Series({name})", None, dict(pairs), facts["length"], brief)
        yield from findings_on_labels(figures, chance)


def _model(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, fitted = result["name"], result["facts"].get("fitted", {})
    features = fitted.get("feature_names_in_")
    if "feature_importances_" in fitted and isinstance(features, list) and len(features) >= 2:
        s = f"pd.Series({name}.feature_importances_, index={name}.feature_names_in_)"
        known = dict.fromkeys(map(str, features), 1.0)
        figures = Figures(s, "importance to the model", "column", known, len(features), brief)
        yield from findings_on_labels(figures, chance)
    if "cluster_centers_" in fitted and "labels_" in fitted:
        shares = f"pd.Series({name}.labels_).value_counts(normalize=True)"
        yield asked("clusters", chance, both_of(brief), {"shares": shares})
    straight = "coef_" in fitted and result["facts"].get("class") in ("LinearRegression", "Ridge", "Lasso")
    if straight and isinstance(features, list) and len(features) == 2:
        one, other = (in_words_of(brief, str(feature)) for feature in features)
        yield asked("model", chance, {"one": one, "other": other}, {"name": name})


def _frame(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    name, facts = result["name"], result["facts"]
    if STATISTICS & set(map(str, facts["index"])):
        return  # a description of columns, whose rows are no things to choose among
    known = {column["name"]: column for column in brief["table"]["columns"]}
    shared = [known[column] for column in facts["columns"] if column in known]
    if facts["rows"] >= FEW and 2 * len(shared) >= min(len(known), len(facts["columns"])):
        yield from findings_on_rows(name, shared, facts["rows"], brief, chance)
    elif facts["columns"] and 3 <= facts["rows"] <= 60:
        yield from _summary(name, facts, brief, chance)


def _summary(name: str, facts: Mapping[str, Any], brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Findings on a frame of figures by label: in its index, or in its first column."""
    head, columns = facts["head"], facts["columns"]
    if len(set(columns)) < len(columns) or not head or facts.get("width", len(columns)) != len(columns):
        return
    numeric = [n for n in range(len(columns)) if all(is_number(row[n]) for row in head)]
    labels, by = facts["index"], name
    if not all(isinstance(label, str) for label in labels):
        if 0 in numeric or not all(isinstance(row[0], str) for row in head):
            return
        labels, by = [row[0] for row in head], f"{name}.set_index({columns[0]!r})"
    if len(set(labels)) < len(labels):
        return
    for place in chance.sample(numeric, min(2, len(numeric))):
        known = {label: row[place] for label, row in zip(labels, head, strict=True)}
        figures = figures_of(columns[place], f"{by}[{columns[place]!r}]", None, known, facts["rows"], brief)
        yield from findings_on_labels(figures, chance)


WRITERS: Mapping[str, Callable[[Result, Brief, random.Random], Iterator[Draft]]] = {
    "series": _series,
    "dict": _dict,
    "value": findings_on_value,
    "list": findings_on_sequence,
    "tuple": findings_on_sequence,
    "index": findings_on_sequence,
    "array": findings_on_array,
    "model": _model,
    "dataframe": _frame,
}
"""What is asked about each kind of result."""
