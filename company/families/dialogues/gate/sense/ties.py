"""Whether a query says which of equal rows come first, or that places in the table count."""

from __future__ import annotations

import re

_ORDER = (
    r"\b(?:in|by) (?:the |their |its )?(?:same |original |given |present |file |row |table )?order (?:of|in) "
    r"(?:the )?(?:table|file|data|rows|records|appearance|which they)"
    r"|\bgo(?:es|ing)? (?:down|through) the (?:table|file)\b"
)
_RULES = (
    r"\bties?\b",
    r"\btied\b",
    r"\btie-?break",
    r"\bequal (?:values|rows|ones|counts)\b",
    _ORDER,
    r"\b(?:row|file|original|table) order\b",
    r"\border of (?:the )?(?:rows|table|file|appearance|occurrence)",
    r"\bas (?:they|it) (?:stand|stood|stands|come|comes|came|lie|lay|appear|appeared|are listed)\b",
    r"\brandom[_ ]state\b",
    r"\bseed(?:ed)?\b",
    r"\bfirst (?:\d+|few|two|three|four|five|six|ten|row|rows|line|lines|record|records|entry|entries|case|cases|"
    r"observation|observations|by label|in the|one|occurrence|value|values)\b",
    r"\blast (?:\d+|few|two|three|four|five|six|ten|row|rows|line|lines|record|records|entry|entries|case|cases|"
    r"observation|observations|in the|one|occurrence|value|values)\b",
    r"\b(?:first|last) of (?:the|those|these|each|all)\b",
    r"\bkeep(?:ing|s)? (?:only )?(?:the |its |their )?(?:first|last)\b",
    r"\b(?:previous|preceding|next|following) (?:row|line|record|entry|case|observation|value|one)s?\b",
    r"\b(?:row|line|record|entry|case|observation|value) (?:before|after|above|below)\b",
    r"\b(?:rolling|moving|running|cumulative|consecutive|successive|window)\b",
    r"\b(?:row|line|record) numbers?\b",
    r"\bnumber(?:ed)? (?:the )?(?:rows|lines|records)\b",
    r"\bevery \w+ (?:row|line|record|entry|case|observation)\b",
    r"\bposition in the (?:table|file|data)\b",
    r"\bone row after (?:the )?(?:other|another)\b",
)
_RULE = re.compile("|".join(_RULES), re.IGNORECASE)


def has_tie_rule(query: str) -> bool:
    """Return whether a query settles what would otherwise hang on the order of the table's rows."""
    return _RULE.search(query) is not None


def says_order(text: str) -> bool:
    """Return whether a text says that something goes by the order of the table's rows."""
    return re.search(_ORDER, text, re.IGNORECASE) is not None
