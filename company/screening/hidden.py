"""Text that a reader does not see, or that is not what it seems: invisible characters, comments, encoded words."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import unquote

Passage = tuple[int, int, str]
"""Start, end, and why it is shown to a person."""

_TAGS = re.compile(r"(?<!\U0001F3F4)[\U000E0000-\U000E007F]+")
"""Tag characters; behind a black flag they spell the flag of a region."""
_INVISIBLE = re.compile(
    "[\u200b\u2060-\u2064\u180e\u00ad\ufeff\uffa0\u3164\u115f\u1160]+|(?<=[!-~])[\u200c\u200d]+(?=[!-~])"
)
"""Characters without width; joiners belong to emoji and to several scripts, and are odd between ASCII letters alone."""
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_COMMENT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?:script|iframe|object|embed|style)\b.*?(?:>|\Z)", re.DOTALL | re.IGNORECASE
)
_TAG = re.compile(r"<[a-z]+\b", re.IGNORECASE)
_PICTURE_TAG = re.compile(r"<img\b", re.IGNORECASE)
_STYLED = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])|"
    r"color\s*:\s*(?:white|\#fff)|\bhidden\b",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"!\[[^\]\n]{0,500}\]\(")
_LINK = re.compile(r"(?<!!)\[[^\]\n]{0,500}\]\(")
_TAG_END = re.compile(r">")
_TARGET_END = re.compile(r"[)\n]")
_BLOB = re.compile(r"(?<![\w+/=])(?:[A-Za-z0-9+/]{24,}={0,2}|[A-Za-z0-9_-]{24,}={0,2})(?![\w+/=])")
_UNSAFE = re.compile(r"\s*(?:javascript|data|vbscript)\s*:", re.IGNORECASE)


def hidden(text: str) -> Iterator[Passage]:
    """Yield passages that hide something by themselves."""
    for pattern, why in (
        (_TAGS, "invisible tag characters"),
        (_INVISIBLE, "invisible characters"),
        (_BIDI, "characters that turn the direction of reading"),
        (_COMMENT, "markup that a reader does not see"),
    ):
        for found in pattern.finditer(text):
            yield found.start(), found.end(), why
    for start, inside, end in _spans(text, _TAG, _TAG_END):
        if _STYLED.search(text, inside, end):
            yield start, end, "markup that hides its text"
    for opening, closing in ((_PICTURE, _TARGET_END), (_PICTURE_TAG, _TAG_END)):
        for start, _, end in _spans(text, opening, closing):
            yield start, end, "a picture from elsewhere"
    for start, inside, end in _spans(text, _LINK, _TARGET_END):
        if _UNSAFE.match(text, inside, end):
            yield start, end, "a link that runs something"


def said_in_code(text: str) -> Iterator[tuple[int, int, str]]:
    """Start and end of passages that say something in another writing, with what they say: base64 and link targets."""
    for start, inside, end in _spans(text, _LINK, _TARGET_END):
        yield start, end, re.sub(r"[-_+/?&=]", " ", unquote(text[inside : end - 1]))
    for found in _BLOB.finditer(text):
        if words := _decoded(found[0]):
            yield found.start(), found.end(), words


def revealed(text: str) -> str | None:
    """Return the words of invisible tag characters, or the text without invisible characters, if it has any."""
    bare = _TAGS.sub(lambda found: "".join(chr(ord(sign) - 0xE0000) for sign in found[0]), text)
    bare = _INVISIBLE.sub("", bare)
    return bare if bare != text else None


def _spans(text: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> Iterator[tuple[int, int, int]]:
    """Start, inside and end of what is opened and closed; one pass, however often it is opened and never closed."""
    at = 0
    while found := opening.search(text, at):
        end = closing.search(text, found.end())
        if end is None:
            return
        if end[0] != "\n":
            yield found.start(), found.end(), end.end()
        at = end.end()


def _decoded(blob: str) -> str | None:
    padded = blob.rstrip("=").replace("-", "+").replace("_", "/")
    padded += "=" * (-len(padded) % 4)
    try:
        text = base64.b64decode(padded, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if text.isprintable() and " " in text else None
