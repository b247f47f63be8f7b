"""Drafts of questions that are answered by choosing, as the prompts ask for them: of values, and of statements.

Their wordings, their options and the code of these are data (`words/insights.toml`, `words/figures.toml`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Draft = dict[str, Any]
Words = Mapping[str, Any]
Many = Mapping[str, Sequence[Words]]
"""Options that are said of each of several things: the words and the code of each, by what they are."""


def of_values(question: str, options: Iterable[tuple[str, str]], text: str = "{value}") -> Draft:
    """A question whose options are values in a text; each is (code, slip), the right one without a slip."""
    return {
        "question": question,
        "form": "value",
        "options": [{"text": text, "code": code, "slip": slip} for code, slip in options],
    }


def asked(told: Words, chance: random.Random, words: Words, code: Words, many: Many | None = None) -> Draft:
    """A question of a kind, `told` as data: `words` are filled into its texts, and `code` into what is executed."""
    question, terms = chance.choice(told["asks"]).format(**words), terms_of(told, code)
    if "options" in told:
        form = told.get("as", "{code}")
        options = _each(told["options"], many or {})
        values = ((form.format(code=one["code"].format(**terms, **more)), one.get("slip", "")) for one, more in options)
        return of_values(question, values, told.get("text", "{value}"))
    claims = [
        {
            "text": claim["said"][0].format(**words, **more),
            "wordings": [text.format(**words, **more) for text in claim["said"][1:]],
            "code": claim["holds"].format(**terms, **more),
            "slip": claim.get("slip") or told["slip"],
        }
        for claim, more in _each(told["claims"], many or {})
    ]
    return {"question": question, "form": "claim", "options": claims}


def terms_of(told: Words, code: Words) -> dict[str, Any]:
    """The code that is filled in, and the parts of it that a kind of question has names for."""
    terms = dict(code)
    for name, form in told.get("terms", {}).items():
        terms[name] = form.format(**terms)
    return terms


def _each(options: Sequence[Words], many: Many) -> Iterator[tuple[Words, Words]]:
    """Every option with what it is said of."""
    for option in options:
        for more in many[option["each"]] if "each" in option else ({},):
            yield option, more
