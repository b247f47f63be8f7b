"""What can be counted on a caption without reading it: raters that know nothing, to hold others against."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from company.families.captions.aspects import named_in
from company.families.captions.body import Line
from company.families.shared.chances import place_of

Feature = Callable[[Line, Line], float]
"""Of a caption set and one of its captions."""
_WORD = re.compile(r"[^\W_]+")


def words(line: Line, caption: Line) -> float:
    """Return the number of words."""
    return float(len(caption["text"].split()))


def shared(line: Line, caption: Line) -> float:
    """Return the share of its words that stand in the paragraphs."""
    told = {word.casefold() for each in line["paragraphs"] for word in _WORD.findall(each["text"])}
    own = [word.casefold() for word in _WORD.findall(caption["text"])]
    return sum(word in told for word in own) / len(own) if own else 0.0


def named(line: Line, caption: Line) -> float:
    """Return the share of the figure's texts, but for numbers, that it names."""
    texts = [text for text in line["texts"] if named_in(text, [text])]
    return len(named_in(caption["text"], texts)) / len(texts) if texts else 0.0


def chance(line: Line, caption: Line) -> float:
    """Return a number from 0 to 1 that depends on ids alone."""
    return place_of(str(line["data_id"]), str(caption["id"]), "random rater")


FEATURES: Mapping[str, tuple[str, Feature]] = {
    "words": ("words in the caption", words),
    "shared": ("share of its words in the paragraphs", shared),
    "texts": ("share of the figure's texts that it names", named),
    "random": ("random", chance),
}
"""By name, what they are and how they are counted."""
