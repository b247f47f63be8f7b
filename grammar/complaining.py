"""The data scientist's feedback on a wrong answer, true to what the brief tells of it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from grammar.voices import an, sentence

_LONGEST = 140
"""Characters of an error's message that are quoted."""

_FAILS: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(That|This) (fails|does not run|breaks) (here|on my side|for me): {error}.",
        "Hm, I get an error: {error}.",
        "(Oops|Oh), when I run (this|that), it says {error}.",
        "The notebook only gives me {error}.",
        "It stops with {error}.",
        "No luck, all I see is {error}.",
    ),
    "statement": (
        "The code (fails with|raises) {error}.",
        "Running the code ends in {error}.",
        "The code (above|of the last answer) does not run: {error}.",
        "No result was produced, since the code stops with {error}.",
    ),
}
_OWN_WORDS: Mapping[str, tuple[str, ...]] = {
    "KeyError": (
        "it looks something up under the name {key}, and there is nothing of that name",
        "it (asks for|wants) {key}, which does not exist",
        "{key} is not there; the name must be another one",
    ),
    "NameError": (
        "it uses a name that was never defined",
        "it relies on something that has not been defined (anywhere|before)",
    ),
    "AttributeError": (
        "it calls something that this kind of object does not have",
        "it uses an attribute that is not there on that object",
    ),
    "TypeError": (
        "one of the calls gets something that it cannot take",
        "it passes something to a call that the call does not accept",
    ),
    "ValueError": (
        "something in there does not have the form that is needed",
        "one of the steps is given values that it cannot work with",
    ),
}
_TOLD: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(That|This) does not run, {cause}.",
        "Hm, it breaks off: {cause}.",
        "I only get (an error|{a_type}), as {cause}.",
        "It crashes; if I read the message right, {cause}.",
    ),
    "statement": (
        "The code does not run: {cause}.",
        "The code ends in {a_type}, since {cause}.",
        "There is no result yet, because {cause}.",
    ),
}
_MEND: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(Can|Could) you (fix|mend|repair) (that|it)?",
        "Would you have another look (please|)?",
        "(Please try|Try) again, (please|the question is the same).",
        "What I want is still the same, so could you correct it?",
        "",
    ),
    "statement": (
        "Please correct it; the request itself (stays as it was|has not changed).",
        "Please provide (corrected code|a version that runs) for the same request.",
        "Please repair this and return the result as requested.",
    ),
}
_OFF: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(Hm|Wait|Sorry), (something is off|that cannot be). {seen}",
        "(That|This) does not look right. {seen}",
        "I had a look at what came out. {seen}",
        "(Not quite|Almost), I think. {seen}",
        "{seen} That (cannot be it|surprises me).",
        "{seen}",
    ),
    "statement": (
        "The result does not look right. {seen}",
        "This cannot be the result of the request. {seen}",
        "{seen}",
    ),
}
_AGAIN: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(Can|Could) you (redo it|do it again) (the way|as) I asked?",
        "Please go back to what I (asked for|wrote) and correct it.",
        "(Could|Would) you (fix|change|correct) that(, please|)?",
        "Have another look at my question, please.",
        "I meant it as I wrote it, so please (fix|correct) that.",
    ),
    "statement": (
        "Please correct the code so that it does what the request says.",
        "Please follow the request as it stands and provide the corrected result.",
        "Please correct this and leave everything else as requested.",
        "The request stands unchanged; please correct the code accordingly.",
    ),
}
_OTHERWISE = ("(This|That) is not what was asked for.", "The result differs from what was (asked for|requested).")
_TRIES = 8
"""Wordings that are tried until one holds none of the words that are not to be said."""


def give_feedback(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `give_feedback` brief."""
    for _ in range(_TRIES):
        words = _words(brief, chance)
        if not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in brief["unsaid"]):
            break
    return {"message": words}


def _words(brief: dict[str, Any], chance: random.Random) -> str:
    speech = brief["speech"]
    if brief["error"]:
        complaint, plea = _of_error(brief["error"], speech, chance), _MEND
    elif brief["seen"]:
        seen = " ".join(brief["seen"][: chance.choice((1, 1, 2))])
        complaint, plea = sentence(_OFF[speech], chance, {"seen": seen}), _AGAIN
    else:
        complaint, plea = sentence(_OTHERWISE, chance), _AGAIN
    return " ".join(f"{complaint} {sentence(plea[speech], chance)}".split())


def _of_error(error: Mapping[str, Any], speech: str, chance: random.Random) -> str:
    """An error quoted, or told in the data scientist's own words."""
    kind, message = error["type"], " ".join(error["message"].split())
    known = {"error": f"{kind}: {message}".rstrip(".: "), "a_type": an(kind)}
    if len(known["error"]) > _LONGEST:
        known["error"] = known["error"][:_LONGEST].rsplit(" ", 1)[0] + " …"
    key = re.fullmatch(r"'[^'\n]{1,60}'", message)
    forms = _OWN_WORDS.get(kind, ())
    if kind == "KeyError":
        forms = forms if key else ()
    if not forms or chance.random() < 0.55:
        return sentence(_FAILS[speech], chance, known)
    cause = sentence(forms, chance, {"key": message})
    known["cause"] = cause if cause.startswith("'") else cause[:1].lower() + cause[1:]
    return sentence(_TOLD[speech], chance, known)
