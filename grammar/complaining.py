"""The data scientist's feedback on a wrong answer, true to what the brief tells of it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.voices import an, sentence
from grammar.wording import TYPE_WORDS

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
_SLIPPED: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(Hmm|Hm|Wait|Sorry), (but|I think) you {slip}.",
        "(That|This) is not (quite|) what I asked for: you {slip}.",
        "(Not quite|Almost), you {slip}.",
        "I had a look at your code, and you {slip}.",
        "It runs, but you {slip}.",
        "If I read your code right, you {slip}.",
        "No, look, you {slip}.",
        "That cannot be it, since you {slip}.",
    ),
    "statement": (
        "The code {slip}.",
        "The code runs, but it {slip}.",
        "The result is not the one requested: the code {slip}.",
        "This does not answer the request, since the code {slip}.",
        "There is a mistake in the answer: it {slip}.",
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
_SEEN: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "I do not (trust|believe) these {size}.",
        "Now I am looking at {size}, and that made me wonder.",
        "You give me {size} there.",
    ),
    "statement": ("The result now has {size}.", "As it stands, the result has {size}."),
}
_WRONG_TYPE: Mapping[str, tuple[str, ...]] = {
    "colloquial": (
        "(Hm|Well), `{name}` is {made} now, (but|and) I need {wanted}.",
        "You gave me {made}, I (asked for|wanted) {wanted}.",
        "That is {made}, but it should be {wanted}.",
    ),
    "statement": (
        "`{name}` is {made}, whereas {wanted} was requested.",
        "The request asks for {wanted}, and the code returns {made}.",
    ),
}


_OTHERWISE = ("(This|That) is not what was asked for.", "The result differs from what was (asked for|requested).")


def give_feedback(brief: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The reply to a `give_feedback` brief."""
    speech = brief["speech"]
    if brief["error"]:
        complaint, plea = _of_error(brief["error"], speech, chance), _MEND
    elif brief["slip"]:
        seen = _seen(brief, chance) if chance.random() < 0.3 else ""
        complaint, plea = f"{sentence(_SLIPPED[speech], chance, {'slip': brief['slip']})} {seen}", _AGAIN
    else:
        complaint, plea = _of_results(brief, chance), _AGAIN
    return {"message": " ".join(f"{complaint} {sentence(plea[speech], chance)}".split())}


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


def _seen(brief: Mapping[str, Any], chance: random.Random) -> str:
    """A word on how large the wrong result is, where that is what is wrong with it."""
    sizes = [_size(result) for result in brief["results"]]
    if brief["difference"] not in ("shape", "length") or len(sizes) != 1 or not sizes[0]:
        return ""
    return sentence(_SEEN[brief["speech"]], chance, {"size": sizes[0]})


def _size(result: Mapping[str, Any]) -> str:
    facts = result["facts"]
    if "rows" in facts and "width" in facts:
        return f"{_many(facts['rows'], 'row')} and {_many(facts['width'], 'column')}"
    return _many(facts["length"], "value") if "length" in facts else ""


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _of_results(brief: Mapping[str, Any], chance: random.Random) -> str:
    """What is seen to be wrong where nobody says which slip was made: the type, or else the size."""
    speech, made = brief["speech"], {result["name"]: result for result in brief["results"]}
    for wanted in brief["expected"]:
        result = made.get(wanted["name"])
        if result is not None and result["type"] != wanted["type"]:
            known = {
                "name": wanted["name"],
                "made": _typed(result["type"], chance),
                "wanted": _typed(wanted["type"], chance),
            }
            return sentence(_WRONG_TYPE[speech], chance, known)
    return sentence(_OTHERWISE, chance)


def _typed(kind: str, chance: random.Random) -> str:
    ways: Sequence[str] = TYPE_WORDS.get(kind) or (f"a {kind}",)  # type: ignore[call-overload]
    return chance.choice(ways)
