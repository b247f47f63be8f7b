"""The letter that an answer in words chooses: boxed, as JSON, after "Answer:", in a sentence, or before a line.

A letter is a capital that stands alone. "A" and "I" are words, too ("A test shows", "I think"): they are letters where
no other word follows, or one such as "is" or "because".
"""

from __future__ import annotations

import re

_WORDS_AFTER = "and|are|as|because|fits|for|holds|is|must|or|says|since|was|where|which|with|would"
_L = rf"(?:([B-HJ])(?![\w'’])|([AI])(?![\w'’])(?!\s+(?!(?:{_WORDS_AFTER})\b)[a-z]))"
_NOUN = r"(?i:(?:the\s+)?(?:option|choice|letter|alternative|statement|number)\s*(?:is\s|:)?\s*)?"
_ALSO = r"((?:\s*(?:,|/|&|\bor\b|\band\b)+\s*(?i:option\s+)?[A-J]\b){1,9}(?=\s*(?:[.;!)]|$)))?"
"""More letters in one breath: who names two has chosen none."""
_SURELY = r"(?:\s+(?:therefore|thus|then|clearly|indeed|most likely|probably|definitely))?"
_RIGHT = (
    rf"(?:is|must be|has to be|would be|seems|appears){_SURELY}\s+(?:to be\s+)?(?:the\s+)?(?:\w+ly\s+)?"
    r"(?:only\s+|best\s+|most\s+|single\s+|one that is\s+)?(?:right|correct|true|accurate|answer|choice|option|best)\b"
)
_CHOOSE = (
    r"(?:choose|chose|choosing|pick|picked|select|selected|go(?:ing)? with|opt for|settle (?:on|for)|conclude|"
    r"vote for|answer with|leaves(?: us with)?|points to)"
)
_FORMS = tuple(
    re.compile(form, re.MULTILINE)
    for form in (
        rf"{_L}{_ALSO}[\s.):]*</choice>",
        rf"(?i:(?<![a-z])(?:answer|choice|option|letter)s?\s*(?::|=|(?:is|must be|would be){_SURELY}(?:\s*:)?))\s*"
        rf"{_NOUN}{_L}{_ALSO}",
        rf"(?i:\b{_CHOOSE}{_SURELY}\s*:?)\s+{_NOUN}{_L}{_ALSO}",
        rf"(?:^|[\s(]){_NOUN}{_L}{_ALSO}[.):]?\s+(?i:{_RIGHT})",
        rf"^\s*{_NOUN}{_L}{_ALSO}[\s.):!]*$",
    )
)
"""From the plainest form to the loosest."""
_LED = re.compile(rf"^\s*{_NOUN}{_L}(?:[.):,]|\s+[-–—]|\s+(?:because|since|as)\b)(?=\s)", re.MULTILINE)
"""A line that begins with a letter, as options do."""
_BOXED = re.compile(r"\\boxed\s*\{(?:\s*\\\w+\s*\{)?([^{}]*)\}+")
_DRESS = re.compile(r"[*`\"“”$\[\]{}]|(?<!\w)['‘_]|['’_](?!\w)|\((?=[A-Ja-j]\))|\\(?:text|mathrm|mathbf|textbf)\b")

_HEAD, _TAIL = 2_000, 20_000
"""Characters of a response that are looked at: letters are chosen at its beginning and at its end."""
_SMALL = re.compile(r"((?:^|[:=])\s*\(?)([a-j])(?=[\s.)]*$)", re.MULTILINE)
"""A small letter that is all there is to a line, or to what follows "Answer:"."""


def letter_in(response: str) -> str | None:
    """Return the letter that a response chooses; None where it chooses none, or several at once.

    Of several of one form the last counts, as a conclusion stands at the end; a line that begins with a letter counts
    where no line begins with another one.
    """
    if len(response) > _HEAD + _TAIL:
        response = f"{response[:_HEAD]}\n…\n{response[-_TAIL:]}"
    text = _DRESS.sub("", _BOXED.sub(r"\nAnswer: \1\n", response))
    text = re.sub(r"\n[\n ]*", "\n", re.sub(r"[^\S\n]+", " ", text))
    text = _SMALL.sub(lambda small: small[1] + small[2].upper(), text)
    for form in _FORMS:
        if found := list(form.finditer(text)):
            one, other, also = found[-1].groups()
            return None if also else str(one or other)
    led = {one or other for one, other in _LED.findall(text)}
    return str(led.pop()) if len(led) == 1 else None
