"""Words around a number of a report that say what it is: about how much, a difference, a sum, a part of something."""

from __future__ import annotations

import re

NAMED = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
COUNTED = dict(zip(NAMED, range(2, 21), strict=True))
"""Words for small numbers, and what they mean; "one" means too much else."""


def _any(words: str) -> str:
    """Return a pattern for any of some words: `*` stands for endings, `_` for a blank."""
    return "|".join(re.escape(word).replace(r"\*", r"\w*").replace("_", r"\s+") for word in words.split())


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{_any(words)})\b")


_ABOUT = """about around roughly approximately approx nearly almost some close_to just circa good well barely hardly
    short_of near"""
_ABOVE = "over above more_than at_least exceed* beyond past greater_than higher_than larger_than longer_than"
_BELOW = "under below less_than fewer_than at_most up_to within lower_than smaller_than short_of shorter_than"
_APART = """more less fewer difference gap ahead behind lead* apart higher lower above below rise* rising rose fell
    fall* drop* gain* lose* lost grew grow* increas* decreas* declin* margin rang* spread span* point points extra
    between separat* exceed* shrink* shrank shrunk down up by from over under longer shorter larger smaller better worse
    remain* left rest other* without remov* away short"""
_TOGETHER = "together total* sum* combined altogether in_all overall jointly add* both account*"
_DOWN = """negative* minus fell fall* drop* lower* less fewer declin* decreas* below loss* lost lose* down* behind
    opposite invers* shrink* shrank shrunk weak* strength magnitude absolute difference gap under apart trail* short*
    cheaper smaller slower worse poorer lighter younger earlier milder thinner narrower colder cooler drier quieter
    reduc* sink* sank sunk dip* slip* slid* slump* lag* deficit* discount* saving* saves saved cut cuts"""
_CHOSEN = """other others first last top best next these those latter former bottom lowest highest largest smallest the
    following remaining another least most about around almost nearly over under than"""
_TIME = "12_month* 7_day* 24_hour* 52_week* 60_minute* 60_second* 365_day* 4_quarter*"
_OF = rf"\s*(?:out\s+)?of\s+(?:(?:{_any('the these those all its their our')})\s+)*"

IS_ABOUT = re.compile(rf"(?i)(?:\b(?:{_any(_ABOUT)})\b\.?|[~≈])\W*(?:\w+\W+)?$")
IS_ABOVE = re.compile(rf"(?i)(?:\b(?:{_any(_ABOVE)})\b|[>≥])\W*(?:(?:an?|the|that|your)\W+)?$")
IS_BELOW = re.compile(rf"(?i)(?:\b(?:{_any(_BELOW)})\b|[<≤])\W*(?:(?:an?|the|that|your)\W+)?$")
APART, TOGETHER, DOWN = _cue(_APART), _cue(_TOGETHER), _cue(_DOWN)
AVERAGE = _cue("average* mean typical* midpoint")
SHARE = _cue("share* proportion* probabilit* fraction* rate*")
PERCENT = re.compile(r"(?i)%|\bper ?cent\b|\bpercentage points?\b")
VARIANCE = _cue("varia* explain* determination squared")
SPAN = re.compile(r"(?i)\b(?:half|since|until|through|between|from|first|last)\b|\b\d{4}\s*(?:to|and|[-–])\s*\d{4}\b")
"""A part of an ordered group: "the first half", "2010 to 2015"."""
PROPORTION = re.compile(
    rf"(?i)(?<![\w.])(?P<part>\d[\d,]*|one|{'|'.join(COUNTED)})\s+"
    rf"(?:(?:in|of|out\s+of)\s+every|in|out\s+of)\s+(?P<whole>10{{1,3}}|1,000|[2-9]|{'|'.join(NAMED[:9])})\b(?![.,]\d)"
)
"""A share in small numbers: "1 in 3", "four out of five", "324 of every 1,000"."""
CUSTOM = _cue("confiden* significan* level interval chance")
CHOSEN = re.compile(rf"(?i)\b(?:{_any(_CHOSEN)})\s+$")
"""Before a number word: some of what is there, which nothing tells apart."""
CHOSEN_AFTER = re.compile(rf"(?i)^\s+(?:{_any('other others more further of_them such')})\b")
_NO_COUNT = """third thirds quarter* fifth* tenth* eighth* halves times or to in out order* decimal*
    year* month* week* day* hour* minute* second* decade*"""
NO_COUNT = re.compile(rf"(?i)^(?:\s|-)(?:{_any(_NO_COUNT)})\b")
OF_TIME = re.compile(rf"(?i)^(?:{_any(_TIME)})\b")
OF_THE = re.compile(r"(?i)\bof (?:the |all |these |those )*$")
OF_ALL = re.compile(rf"(?i)^(?:\s+[\w-]+)?{_OF}(\d[\d,]*|{'|'.join(COUNTED)})\b")
"""After a number: that it is some of so many."""
