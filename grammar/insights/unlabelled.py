"""Questions about many values and about two columns: shape, relation, and the biggest of some shares."""

from __future__ import annotations

import random

from grammar import insight_words as words_of
from grammar.choice_drafts import Draft
from grammar.insights.drafts import capital, claimed, filled
from grammar.steps.base import plain


def shape(s: str, what: str, chance: random.Random) -> Draft:
    """The shape of many values."""
    low, high = (f"{s}.quantile({share})" for share in (0.25, 0.75))
    outside = f"(({s} > {high} + 1.5 * ({high} - {low})) | ({s} < {low} - 1.5 * ({high} - {low}))).sum()"
    lean = f"({s}.mean() - {s}.median()) / {s}.std()"
    claims = [
        (texts, f"{f'abs({lean}) < 0.04' if leans == 'near' else f'{lean} {leans}'} and {outside} {some}")
        for texts, leans, some in words_of.SHAPE
    ]
    return claimed(chance.choice(words_of.SHAPE_CLAIMS).format(what=what), claims, "mean or outliers misread")


def relation(r: str, one: str, other: str, here: str, chance: random.Random) -> Draft:
    """The strength and direction of a correlation, `r` in code."""
    words = {"one": one, "One": capital(one), "other": other, "here": here}
    scale = chance.choice(words_of.RELATION_SCALE)
    claims = [(filled(texts, **words), code.format(r=r)) for texts, code in words_of.RELATION]
    question = chance.choice(words_of.RELATION_CLAIMS).format(scale=scale, **words)
    return claimed(question, claims, "another strength or direction")


def biggest_share(shares: str) -> list[tuple[str, str]]:
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
    return [(f"round(100 * {biggest}, 1)", ""), *(possible(code, slip, shares) for code, slip in said)]


def possible(code: str, slip: str, shares: str) -> tuple[str, str]:
    """A near-miss of the biggest share, in code that fails where it is below an even split and so cannot be it."""
    return f"next(share for share in [{code}] if share > 100 / len({shares}))", slip


def apart_by_name(one: str, other: str) -> bool:
    """Whether two columns are not, by their names, made from each other."""
    return plain(one) not in plain(other) and plain(other) not in plain(one)
