"""Talk that is never read back: sentences with inner alternatives and gaps, and the small grammar of English nouns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from grammar.language import Phrase, Slot
from grammar.words import words

_AS_IT_IS = Slot(".+", lambda value, chance: str(value), str)


@lru_cache(maxsize=4096)
def _phrase(template: str) -> Phrase:
    return Phrase(template, dict.fromkeys(re.findall(r"\{(\w+)\}", template), _AS_IT_IS))


def fitting(templates: Sequence[str], known: dict[str, str]) -> list[str]:
    """The templates whose gaps are all known."""
    return [template for template in templates if all(known.get(gap) for gap in _phrase(template).gaps)]


def spoken(templates: Sequence[str], chance: random.Random, known: dict[str, str] | None = None) -> str:
    """One of the templates that can be filled, in one of its wordings, as it would be written inside a sentence.

    Raises IndexError when no template can be filled.
    """
    values = known or {}
    said = without_article(_phrase(chance.choice(fitting(templates, values))).say(values, chance))
    return re.sub(r"\s+([,.?!;])", r"\1", re.sub(r" {2,}", " ", said)).strip()


def without_article(text: str) -> str:
    """The text without articles before headers in quotes, which are names, and without a word said twice."""
    return re.sub(r"\b(total|average|mean|median) (?=\1\b)", "", re.sub(r"\b[Tt]he (?=‘)", "", text))


def sentence(templates: Sequence[str], chance: random.Random, known: dict[str, str] | None = None) -> str:
    """As `spoken`, with a capital letter at the beginning."""
    return capital(spoken(templates, chance, known))


def capital(text: str) -> str:
    """The text with its first letter in upper case and the rest as it was."""
    return text[:1].upper() + text[1:]


_ENGLISH = words("english")
ORDINALS: Sequence[str] = tuple(_ENGLISH["ordinals"].split())
_SMALL = frozenset(_ENGLISH["small"].split())


def titled(text: str) -> str:
    """The words as in a title; what is in quotes as it is."""
    if text.startswith("‘"):
        return text
    return " ".join(word if word in _SMALL else capital(word) for word in text.split(" "))


def lower(text: str) -> str:
    """The text with its first letter in lower case, unless the first word is "I" or a name in capitals."""
    first = text.split(" ", 1)[0]
    return (
        text if first in ("I", "I'd", "I'm", "I've") or first[1:].lower() != first[1:] else text[:1].lower() + text[1:]
    )


_VOWEL = re.compile(r"[aei](?!u)|o(?!ne\b|nce\b)|au|u(?!ni|s[aei]|til)|hour|honest", re.IGNORECASE)


def an(noun: str) -> str:
    """The noun phrase with its indefinite article."""
    return f"{'an' if _VOWEL.match(noun) else 'a'} {noun}"


def plural(noun: str) -> str:
    """The noun phrase in the plural: "tennis match" → "tennis matches"."""
    *before, last = noun.split(" ")
    regular = re.sub(r"(?<=[^aeiou])y$", "ie", last) + ("es" if re.search(r"(s|x|z|ch|sh)$", last) else "s")
    return " ".join([*before, _ENGLISH["plurals"].get(last, regular)])


def singular(noun: str) -> str | None:
    """The singular of a plural noun, or None for a word that does not look like a plural."""
    if len(noun) < 4 or re.search(r"(ss|us|is|ics|ous|news|series|species)$", noun) or not noun.endswith("s"):
        return None
    if noun.endswith("ies") and noun != "movies":
        return noun[:-3] + "y"
    return noun[:-2] if re.search(r"(sses|xes|ches|shes)$", noun) else noun[:-1]


def agreeing(text: str, nouns: Iterable[str]) -> str:
    """The text with verbs in the plural beside those nouns that are plurals: "does the rooms" → "do the rooms"."""
    for noun in nouns:
        if singular(re.split(r" (?:of|per|from|at|in|to) ", noun)[0].split(" ")[-1].lower()) is None:
            continue
        name, kept = re.escape(noun), noun.replace("\\", r"\\")
        plainly = rf"an? ((?:high|low|extreme) {name})\b"
        text = re.sub(rf"\b{plainly}", r"\1", re.sub(rf"\bis {plainly}", r"are \1", text))
        for one, many in _ENGLISH["verbs"].items():
            if one in ("is", "has", "does"):
                for old, new in ((one, many), (capital(one), capital(many))):
                    text = re.sub(rf"\b{old} (the )?{name}\b", rf"{new} \g<1>{kept}", text)
            before = r"(?<!(?:of|to) )(?<!and )\b(?:[Tt]he|[Ww]hose|[Ww]hich|[Ww]hat)(?: average| median| total| mean)?"
            text = re.sub(rf"({before} {name}(?: hardly)?) {one}\b", rf"\1 {many}", text)
    return text


def ordinal(position: int) -> str:
    """From "first" to "twelfth", then 13th and so on."""
    if position <= len(ORDINALS):
        return ORDINALS[position - 1]
    ending = "th" if position % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(position % 10, "th")
    return f"{position}{ending}"
