"""What a report says in numbers, held against the results that it is about.

A number passes that stands in the results, in what the code printed, in the query or in the plan, or that follows
simply: rounded as it is written, a share as percent and what is left of it, a difference, ratio, sum or mean of numbers
that belong together where the words say so, how many rows, columns and items there are, or how many are past a limit.
Where words leave open what a number means, nothing is said against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, permutations

from company.families.dialogues.known_numbers import CODE, SAID, Known, Numbers, number_of
from company.families.dialogues.report_words import (
    APART,
    AVERAGE,
    CHOSEN,
    CHOSEN_AFTER,
    COUNTED,
    CUSTOM,
    DOWN,
    IS_ABOUT,
    IS_ABOVE,
    IS_BELOW,
    NO_COUNT,
    OF_ALL,
    OF_THE,
    OF_TIME,
    PERCENT,
    PROPORTION,
    SHARE,
    SPAN,
    TOGETHER,
    VARIANCE,
)
from company.families.dialogues.result_briefs import few_digits

_UNITS = (
    r"\s?%", r"[\s-]?(?:percentage points?|per ?cent(?:iles?)?|pp\b)", r"\s?(?:thousand|million|billion)\b", r"[kKM]\b",
    r"\s?bn\b", r"(?:\s?x|\s?×|[\s-]times|[\s-]?fold)\b", r"(?:st|nd|rd|th)\b",
)  # fmt: skip
_SAID = re.compile(
    r"(?<![\w.])(?P<sign>[-−](?=[$€£]?\d))?[$€£]?"
    r"(?P<digits>(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)"
    rf"(?P<unit>{'|'.join(_UNITS)})?"
)
_WORD = re.compile(rf"(?i)(?<![\w-])(?:{'|'.join(COUNTED)})(?![\w]|-\w)")
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9}
_SENTENCE_END = re.compile(r"(?<=[;!?])\s+|(?<=\.)\s+(?![a-z\d(])")
"""Where a sentence ends: at no point before a number, a bracket or a small letter, since that ends a short form."""
_CUSTOMARY = frozenset((90.0, 95.0, 99.0, 10.0, 5.0, 1.0, 0.1, 0.05, 0.01, 0.001, 0.0001, 0.9, 0.95, 0.99))
"""Levels of significance and confidence."""
_AND_MORE = re.compile(r"%?(?:, | and |, and | or )[-−$€£]?\d[^)]*\)")
"""How a bracket goes on that holds several numbers."""
_IN_LIST = r"(?<!\band )(?<!\bor )(?<!, )(?<!\band the )(?<!\bor the )(?<!, the )"
"""What does not stand before a label that is the only one."""
_MOST = 4
"""Numbers that a report is told of at once."""
_COUNTED_BY_EYE = 60
"""Things of which it is believed that some of them are as is said."""
_MOST_TOTALS = 12
"""Columns whose sums are held against each other."""
_MANY = 0.25
"""How far, of itself, a number may be above or below what it is said to be above or below."""


def unfounded(message: str, numbers: Numbers) -> str | None:
    """Return what is wrong with the numbers of a message about results, in words for its writer; None where none is."""
    wrong = list(_wrong(message, numbers))
    if not wrong:
        return None
    more = f"; and {len(wrong) - _MOST} more" if len(wrong) > _MOST else ""
    return (
        f"Your message has numbers that are not in the results: {'; '.join(wrong[:_MOST])}{more}. A number will do "
        "that stands in the results, the output or the query, or follows from them: rounded, a share as percent, a "
        "difference, ratio or sum that is called so, a count of what is there. Correct it, or leave the number out."
    )


@dataclass(frozen=True)
class _Number:
    """A number as it is said."""

    text: str
    value: float
    step: float
    """Half a unit of its last digit: how far off what it was rounded from may be."""
    unit: str
    is_negative: bool
    before: str
    after: str
    """The rest of the message before and after it."""

    @property
    def sentence(self) -> str:
        """The sentence that it stands in."""
        return _SENTENCE_END.split(self.before + self.text)[-1] + _SENTENCE_END.split(self.after)[0]

    @property
    def is_percent(self) -> bool:
        """Whether it is a share, or a change of one, in hundredths."""
        return self.unit.startswith(("%", "per", "pp")) or re.match(r"[\s-]points?\b", self.after) is not None

    @property
    def is_whole(self) -> bool:
        """Whether it may be a count."""
        return not self.unit and self.value.is_integer() and "." not in self.text

    def is_from(self, value: float, slack: float = 1.0) -> bool:
        """Return whether it is a value, rounded; as it is, or as prompts tell it: 58.404501 is told as 58.405."""
        return any(
            abs(abs(each) - self.value) <= slack * self.step * (1 + 1e-9) + 1e-9 * abs(each)
            for each in (value, few_digits(value))
        )


def _wrong(message: str, numbers: Numbers) -> Iterator[str]:
    """Yield each number that nothing bears out, where it stands, and the nearest that there is."""
    masked = _masked(message, numbers)
    said = list(_numbers_in(masked))
    numbers = replace(numbers, counts=numbers.counts | numbers.past(one.value for one in said))
    own = [one.value for one in said if _stands(one, numbers)]
    for one in said:
        if not _holds(one, numbers, own):
            near = _turned(one, numbers) or _nearest(one.value, numbers)
            yield f"{one.text.strip()} in {_around(message, one)}{near}"
        elif elsewhere := _misplaced(one, message, numbers):
            yield f"{one.text.strip()} in {_around(message, one)}{elsewhere}"
    for found in _WORD.finditer(masked):
        if not _counts(found, masked, numbers, len(own)):
            yield f"{found[0]!r} in {_quoted(message, found.start(), found.end())}{_nearest_count(found[0], numbers)}"


def _masked(message: str, numbers: Numbers) -> str:
    """Return the message with the digits of names and labels made letters."""
    for name in sorted(numbers.names, key=len, reverse=True):
        if name in message.lower():
            message = re.sub(rf"(?i)(?<!\w){re.escape(name)}(?!\w)", _undigited, message)
    return re.sub(r"(?m)`[^`\n]+`|^\s*\d+[.)]\s", _undigited, message)


def _undigited(found: re.Match[str]) -> str:
    return re.sub(r"\d", "x", found[0])


def _numbers_in(message: str) -> Iterator[_Number]:
    for found in _SAID.finditer(message):
        after, unit = message[found.end() :], (found["unit"] or "").strip(" -").lower()
        if unit in ("st", "nd", "rd", "th", "percentile", "percentiles") or re.match(r"[A-Za-z_]", after):
            continue
        digits = found["digits"]
        decimals = len(digits.lower().split("e")[0].partition(".")[2])
        power = int(digits.lower().partition("e")[2] or 0)
        yield _Number(
            found[0],
            abs(number_of(digits)),
            0.5 * 10.0 ** (power - decimals),
            unit,
            found["sign"] is not None,
            message[: found.start()],
            after,
        )


def _stands(said: _Number, numbers: Numbers) -> bool:
    return any(said.is_from(known.value) for known in numbers.known)


def _holds(said: _Number, numbers: Numbers, own: Sequence[float]) -> bool:
    """Return whether anything bears a number out."""
    if _goes_without_saying(said):
        return True
    ways: tuple[Callable[[], bool], ...] = (
        lambda: any(_is_one(said, known) for known in numbers.known),
        lambda: said.is_whole and (int(said.value) in numbers.counts or _is_part(said.after, said.value)),
        lambda: _is_bound(said, numbers),
        lambda: _follows(said, [*numbers.groups, list(own)]),
        lambda: said.is_percent and _is_share(said, numbers, own),
    )
    return any(way() for way in ways)


def _goes_without_saying(said: _Number) -> bool:
    customary = said.value in _CUSTOMARY and bool(CUSTOM.search(said.sentence))
    whole = said.is_percent and said.value in (0, 100)
    plain = said.is_whole and said.value in (0, 1)
    return (
        customary
        or whole
        or plain
        or bool(OF_TIME.match(said.text + said.after))
        or _is_proportion(said.before + said.text + said.after, len(said.before))
    )


def _is_proportion(message: str, place: int) -> bool:
    """Return whether what stands at a place is one of two numbers that tell a share: "3 in 10", "four out of five"."""
    return any(place in (found.start("part"), found.start("whole")) for found in PROPORTION.finditer(message))


def _is_one(said: _Number, known: Known) -> bool:
    """Return whether a number is one that stands somewhere, in this unit or another."""
    value = known.value
    if said.is_negative != (value < 0) and (said.is_negative or not DOWN.search(said.sentence)):
        value = abs(value) if known.place == SAID else 0.0 if value or said.is_negative else value
        if not value:
            return False
    forms = [value, *(value * own / _SCALES[said.unit] for own in (1, 1e3, 1e6) if said.unit in _SCALES)]
    if said.is_percent:
        forms += [100 * value] if abs(value) <= 10 else []
        forms += [100 - value, 100 - 100 * value] if 0 <= value <= 100 else []
        forms += [100 * value**2] if VARIANCE.search(said.sentence) else []
    else:
        forms += [value / 100] if SHARE.search(said.sentence) else []
        # A unit may stand once for several numbers: "a lead of 3, 5 and 2 percentage points".
        forms += [100 * value] if abs(value) <= 1 and PERCENT.search(said.sentence) else []
    if said.value >= 1000 and not value.is_integer():
        forms += [1e3 * value, 1e6 * value]
    is_rough = said.text.endswith(",000") or not value.is_integer()
    if is_rough and abs(abs(value) - said.value) <= min(_coarseness(said), 0.005 * abs(value)):
        return True
    return any(said.is_from(form) for form in forms)


def _is_part(after: str, value: float) -> bool:
    """Return whether a number is said to be some of a larger one, which is looked at by itself."""
    found = OF_ALL.match(after)
    if found is None:
        return False
    whole = COUNTED.get(found[1].lower()) or number_of(found[1].rstrip(","))
    return value <= whole <= _COUNTED_BY_EYE


def _is_bound(said: _Number, numbers: Numbers) -> bool:
    """Return whether a number is said to be near, above or below one that is there."""
    before = re.sub(r"[$€£(]+$", "", said.before)
    forms = [abs(known.value) for known in numbers.known]
    if said.is_percent:
        forms += [100 * value for value in forms if value <= 1]
        forms += [100 - value for value in forms if value <= 100]
    if said.unit in _SCALES:
        forms += [value / _SCALES[said.unit] for value in forms]
    if IS_ABOUT.search(before) and any(abs(form - said.value) <= min(_coarseness(said), 0.06 * form) for form in forms):
        return True
    is_custom = said.value in _CUSTOMARY or (said.value < 1 and (10 * said.value).is_integer())
    many = 1.0 if said.is_percent and said.value % 5 == 0 else _MANY
    if IS_ABOVE.search(before):
        most = 1.0 if is_custom and said.value < 1 else said.value * (1 + many)
        return said.value - 1 in numbers.given or any(said.value <= form <= most for form in forms)
    if IS_BELOW.search(before):
        least = 0 if is_custom else said.value * (1 - many)
        return said.value + 1 in numbers.given or any(least <= form <= said.value for form in forms)
    return False


def _coarseness(said: _Number) -> float:
    """Return how far a number that is said to be about another may be off: half of what it is rounded to."""
    digits = re.sub(r"\D", "", said.text)
    zeros = len(digits) - len(digits.rstrip("0")) if "." not in said.text else 0
    fives = 5 if digits.rstrip("0").endswith("5") else 1
    return said.step * 10.0**zeros * fives


def _follows(said: _Number, groups: Sequence[Sequence[float]]) -> bool:
    """Return whether a number is a difference, ratio, sum or mean of numbers that belong together, and called so."""
    return any(said.is_from(form) for group in groups for form in _forms(said, group))


def _forms(said: _Number, group: Sequence[float]) -> Iterator[float]:
    """Yield what the words around a number may mean by it, of numbers that belong together."""
    scale = _SCALES.get(said.unit, 1.0)
    if said.unit.endswith(("x", "×", "times", "fold")):
        yield from (a / b for a, b in permutations(group, 2) if b)
        return
    if APART.search(said.sentence):
        yield from ((a - b) / scale for a, b in permutations(group, 2))
        if said.is_percent:
            yield from (100 * (a - b) for a, b in permutations(group, 2))
            yield from (100 * (a - b) / b for a, b in permutations(group, 2) if b)
    if TOGETHER.search(said.sentence) or OF_THE.search(said.before):
        yield from (total / scale for total in _totals(group))
    if SPAN.search(said.sentence):
        yield from (total / scale for at in range(len(group)) for total in accumulate(group[at:]))
    if AVERAGE.search(said.sentence) and group:
        yield sum(group) / len(group)


def _totals(group: Sequence[float]) -> Iterator[float]:
    """Yield sums of numbers that belong together: of all, of the first, largest or smallest ones, and of any two."""
    for ordered in (group, sorted(group), sorted(group, reverse=True)):
        yield from accumulate(ordered)
    yield from (a + b for at, a in enumerate(group) for b in group[at + 1 :])


def _is_share(said: _Number, numbers: Numbers, own: Sequence[float]) -> bool:
    """Return whether a percentage is what one number is of another that is said, or of all in its column."""
    pairs = ((a, b) for a in own for b in own if b)
    columns = ((a, sum(group)) for group in numbers.groups if min(group) >= 0 < sum(group) for a in _totals(group))
    sizes = sorted({each for each in numbers.counts if each > 0})[-6:]
    of_rows = ((a, b) for a in sizes for b in sizes if a < b)
    longest = max(map(len, numbers.groups), default=0)
    totals = sorted({sum(group) for group in numbers.groups if len(group) == longest and all(map(_is_count, group))})[
        :_MOST_TOTALS
    ]
    of_totals = ((a, b) for a in totals for b in totals if a < b)
    return any(said.is_from(100 * a / b) for each in (pairs, columns, of_rows, of_totals) for a, b in each)


def _is_count(value: float) -> bool:
    return value >= 0 and value.is_integer()


def _misplaced(said: _Number, message: str, numbers: Numbers) -> str:
    """Return where a number stands that is said of another label, as the end of a complaint; empty where it may do.

    Only words that leave no doubt count: "DS (63.1%)" and "63.1% for the DS", and not the first of the numbers in "at A
    and B (63.1% and 4.2%)".
    """
    of = [known for known in numbers.known if known.labels and _is_one(said, known)]
    if not of or (said.is_whole and said.value < _COUNTED_BY_EYE):
        return ""
    labels = {label for known in numbers.known for label in known.labels if len(label) > 1 and not label.isdigit()}
    labels -= numbers.columns
    before, after = message[: len(said.before)].lower(), said.after.lower()
    listed = _IN_LIST if _AND_MORE.match(after) else ""
    here = next((each for each in labels if re.search(rf"(?<!\w){listed}{re.escape(each)} \($", before)), None)
    here = here or next(
        (each for each in labels if re.match(rf" (?:for|at|on) (?:the )?{re.escape(each)}(?!\w)", after)), None
    )
    if here is None or any(here in known.labels for known in of):
        return ""
    if _follows(said, numbers.groups) or any(here in line and said.text.strip(" %") in line for line in numbers.lines):
        return ""
    return f", where it is the number of {of[0].place}, and not of {here}"


def _counts(found: re.Match[str], message: str, numbers: Numbers, figures: int) -> bool:
    """Return whether a number word may be a count of what is there."""
    value, before, after = COUNTED[found[0].lower()], message[: found.start()], message[found.end() :]
    if value in numbers.counts or value in {abs(known.value) for known in numbers.known if known.is_fact}:
        return True
    if (
        NO_COUNT.match(after)
        or re.search(r"(?i)\bone (?:or|to|in|in every|out of) $", before)
        or _is_part(after, value)
        or _is_proportion(message, found.start())
    ):
        return True
    most = max((each for each in numbers.counts if each <= 100), default=0)
    most = max(most, 2)
    if CHOSEN.search(before) or CHOSEN_AFTER.match(after):
        return value <= most or value == figures
    labels = {label for known in numbers.known for label in known.labels}
    sentence = (_SENTENCE_END.split(before)[-1] + _SENTENCE_END.split(after)[0]).lower()
    return value <= sum(re.search(rf"(?<!\w){re.escape(each)}", sentence) is not None for each in labels)


def _turned(said: _Number, numbers: Numbers) -> str:
    """Return the number that there is with the other sign, as the end of a complaint; empty where there is none."""
    other = replace(said, is_negative=not said.is_negative)
    there = [known for known in numbers.known if known.place not in (CODE, SAID) and _is_one(other, known)]
    if not there:
        return ""
    known = min(there, key=lambda each: (not each.labels, abs(abs(each.value) - said.value)))
    size = said.text.strip().lstrip("-−")
    unit = "" if said.unit or not said.is_percent else " percentage points"
    write = f"{size}" if said.is_negative else f"-{size}, or '{size}{unit} below'"
    return f", where its sign is the other ({known.value:,.12g}, {known.place}): write {write}"


def _nearest(value: float, numbers: Numbers) -> str:
    """Return the nearest number that there is, with its place, as the end of a complaint."""
    known = [each for each in numbers.known if each.place not in (CODE, SAID)] or numbers.known
    if not known:
        return ", where the results have no number at all"
    nearest = min(known, key=lambda each: (abs(abs(each.value) - value), not each.labels))
    return f", where the nearest is {nearest.value:,.12g} ({nearest.place})"


def _nearest_count(word: str, numbers: Numbers) -> str:
    counts = sorted(numbers.counts, key=lambda each: (abs(each - COUNTED[word.lower()]), each))
    return f", where there are {counts[0]:,}" if counts else ""


def _around(message: str, said: _Number) -> str:
    return _quoted(message, len(said.before), len(said.before) + len(said.text))


def _quoted(message: str, start: int, end: int) -> str:
    """Return the words around a place of the message, in quotation marks."""
    left, right = message[:start].split(" ")[-5:], message[end:].split(" ")[:4]
    begins = "…" if len(" ".join(left)) < start else ""
    ends = "…" if end + len(" ".join(right)) < len(message) else ""
    words = " ".join(left) + message[start:end] + " ".join(right)
    return f"“{begins}{' '.join(words.split())}{ends}”"
