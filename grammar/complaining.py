"""The data scientist's feedback on a wrong answer, true to what the brief tells of it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from grammar.voices import an, sentence
from grammar.words import words

_LONGEST = 140
"""Characters of an error's message that are quoted."""

_SAID = words("mistakes")["complaints"]
_TRIES = 8
"""Wordings that are tried until one holds none of the words that are not to be said."""


def give_feedback(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `give_feedback` brief."""
    for _ in range(_TRIES):
        words = _words(brief, chance)
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in brief.get("unsaid", ())):
            break
    return {"message": words}


def _words(brief: dict[str, Any], chance: random.Random) -> str:
    speech = brief["speech"]
    if brief["error"]:
        complaint, plea = _of_error(brief["error"], speech, chance), _SAID["mend"]
    elif brief["seen"]:
        seen = " ".join(brief["seen"][: chance.choice((1, 1, 2))])
        complaint, plea = sentence(_SAID["off"][speech], chance, {"seen": seen}), _SAID["again"]
    else:
        complaint, plea = sentence(_SAID["otherwise"], chance), _SAID["again"]
    return " ".join(f"{complaint} {sentence(plea[speech], chance)}".split())


def _of_error(error: Mapping[str, Any], speech: str, chance: random.Random) -> str:
    """An error quoted, or told in the data scientist's own words."""
    kind, message = error["type"], " ".join(error["message"].split())
    known = {"error": f"{kind}: {message}".rstrip(".: "), "a_type": an(kind)}
    if len(known["error"]) > _LONGEST:
        known["error"] = known["error"][:_LONGEST].rsplit(" ", 1)[0] + " …"
    unclear = kind == "KeyError" and not re.fullmatch(r"'[^'\n]{1,60}'", message)
    forms = () if unclear else _SAID["causes"].get(kind, ())
    if not forms or chance.random() < 0.55:
        return sentence(_SAID["fails"][speech], chance, known)
    cause = sentence(forms, chance, {"key": message})
    known["cause"] = cause if cause.startswith("'") else cause[:1].lower() + cause[1:]
    return sentence(_SAID["told"][speech], chance, known)
