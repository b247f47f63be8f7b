"""Questions about lists, tuples and arrays: tests, what is frequent, how values are spread."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from grammar.choice_drafts import Draft
from grammar.insights.drafts import SAID, Brief, Result, asked, both_of, in_words_of, percent
from grammar.insights.labelled import figures_by, on_labels
from grammar.insights.result_words import value_words
from grammar.remarks import is_number

ROWS = 12
"""Values without labels whose distribution is worth a word."""
_RARE, _PROVEN = 0.01, 0.1
"""Below which p-value hardly anybody would doubt, and how often it is asked about all the same: most tests of many rows
end there, and asked each time, "proven" would be right each time.
"""
_PAIR = re.compile(r"'([^']+)' and '([^']+)', in this order")


def findings_on_sequence(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """On a list, tuple, set or index, by what it holds."""
    name, facts = result["name"], result["facts"]
    items = facts["items"]
    if result["type"] == "tuple" and len(items) == 2 and all(map(is_number, items)) and "stats" in brief["code"]:
        yield from _tested(name, items[0], items[1], brief, chance)
    elif facts["length"] >= 4 and all(isinstance(item, str) for item in items):
        yield from _frequent(name, items, brief, chance)
    elif facts["length"] >= ROWS and all(map(is_number, items)) and result["type"] != "set":
        yield from _numbers(name, items, brief, chance)


def _numbers(name: str, items: Sequence[float], brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """What many values without labels show: how large clusters are, or how the values are spread."""
    if all(isinstance(item, int) and item < 20 for item in items):
        if "cluster" in f"{name} {brief['query']}":
            shares = f"pd.Series({name}).value_counts(normalize=True)"
            yield asked("clusters", chance, both_of(brief), {"shares": shares})
    elif what := value_words(name, brief):
        yield asked("shape", chance, {"what": what}, {"s": f"pd.Series({name})"})


def _tested(name: str, statistic: float, p: float, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """What a test allows to say: of two means which is higher and whether by chance, else at which level it rejects."""
    pairs = _PAIR.findall(brief["query"])
    if "ttest_ind" in brief["code"] and len(pairs) == 1 and not 0.009 < p < 0.011 and not 0.045 < p < 0.055:
        if p < _RARE and chance.random() > _PROVEN:
            return
        one, other = (in_words_of(brief, column) for column in pairs[0])
        level = chance.choice((0.01, 0.05))
        words = {"one": one, "other": other, "level": percent(level)}
        yield asked("two_means", chance, words, {"name": name, "level": level})
    elif 0 <= p <= 1:
        found = [test["finds"] for test in SAID["tests"] if re.search(test["called"], brief["code"])]
        if len(found) == 1:
            yield from _trusted(f"{name}[1]", p, found[0], brief, chance)


def _trusted(code: str, p: float, finding: str, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """How far a finding can be acted on, by the p-value of its test, `code` where it stands.

    The scale is chosen by the value, so that no certainty is right more often than others as far as it allows.
    """
    possible: dict[int, list[tuple[float, ...]]] = {}
    for scale in SAID["trusted"]["scales"]:
        possible.setdefault(sum(p >= mark for mark in scale), []).append(scale)
    if set(possible) == {0} and chance.random() > _PROVEN:
        return
    marks = chance.choice(possible[chance.choice(sorted(possible))])
    levels = dict(zip(("sure", "likely", "open"), marks, strict=True))
    words = {name: percent(mark) for name, mark in levels.items()}
    words |= {"finding": finding, "Finding": finding[:1].upper() + finding[1:], **both_of(brief)}
    yield asked("trusted", chance, words, {"p": code, **levels})


def _frequent(name: str, items: Sequence[str], brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """Which of several values of a column most rows of the table have."""
    table = brief["table"]
    for column in table["columns"]:
        column_of = f"{table['variable']}[{column['name']!r}]"
        sizes = f"{column_of}[{column_of}.isin(list({name}))].value_counts()"
        figures = figures_by(column, sizes, brief, among=items)
        if len(figures.known) >= 3:
            yield on_labels(chance.choice(("concentrated", "leading")), figures, chance)
            return


def findings_on_array(result: Result, brief: Brief, chance: random.Random) -> Iterator[Draft]:
    """On one dimension of many numbers."""
    name, facts = result["name"], result["facts"]
    if len(facts["shape"]) == 1 and facts["length"] >= ROWS and all(map(is_number, facts["items"])):
        yield from _numbers(name, facts["items"], brief, chance)
