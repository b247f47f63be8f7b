"""How data scientist and chatbot talk around their requests and code; nothing in it can be read as a request.

Facts that are spoken of come from results (`reacting`, `reporting`); everything here is chosen by chance.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.language import listed, sentences
from grammar.narrowing import bare, unlimited
from grammar.nouns import in_words, quoted_name
from grammar.slots import find_conditions
from grammar.steps.base import plain
from grammar.voices import an, fitting, lower, sentence
from grammar.words import words

_SAID = words("speech")
Persona = Mapping[str, Any]
Scenario = Mapping[str, Any]


def remark(turn: Mapping[str, Any], chance: random.Random) -> str:
    """One sentence about a turn without results: kind where it was rejected, precise where it was only words."""
    return sentence(_SAID["moving_on"], chance) if turn.get("status") == "rejected" else specifics_intro(chance)


def transition(
    scenario: Scenario, persona: Persona, question_text: str, chance: random.Random, *, begins: bool = False
) -> str:
    """A sentence that opens a new sub-goal, at the beginning of a dialogue or later: what this client wants to know."""
    known = _known(scenario, persona, question_text)
    known["sought"] = sought(known.get("question", ""))
    forms = fitting(_SAID["beginnings" if begins else "transitions"], known)
    telling = [form for form in forms if "{question}" in form or "{sought}" in form]
    return sentence(telling or forms, chance, known)


def sought(question: str) -> str:
    """A question as it stands after "wants to know"; empty where its words do not lend themselves to that."""
    asked = lower(question).rstrip("?")
    turned = (re.sub(pattern, words, asked) for pattern, words in _SAID["turned"] if re.search(pattern, asked))
    return next(turned, "")


_OTHERWISE = re.compile(r", or (?:is|are|does|do|has|have) [^?]*\?$")


def statement_context(scenario: Scenario, persona: Persona, question_text: str, chance: random.Random) -> str:
    """The question that a coarse request settles, in words of its own, without the answer that it does not expect."""
    asked = _OTHERWISE.sub("?", unlimited(question_text).strip())
    if not asked.endswith("?"):
        return asked
    known = _known(scenario, persona, "") | {"question": lower(asked), "sought": sought(asked)}
    return sentence(fitting(_SAID["contexts"], known), chance, known)


def left_open(questions: Sequence[str], chance: random.Random) -> str:
    """A sentence that names the first of the questions that are open, and says how many there are; nothing of none."""
    if not questions:
        return ""
    known = {"question": lower(bare(questions[0]).strip())}
    if len(questions) == 1:
        return sentence(_SAID["left_open"], chance, known)
    counts = _SAID["counts"]
    known["count"] = counts[len(questions) - 2] if len(questions) < len(counts) + 2 else str(len(questions))
    return sentence(_SAID["several_left_open"], chance, known)


def closing(scenario: Scenario, persona: Persona, chance: random.Random, *, is_open: bool = False) -> str:
    """The words that end a dialogue, which may have left something open."""
    known = _known(scenario, persona, "")
    return sentence(fitting(_SAID["partings" if is_open else "closings"], known), chance, known)


def back_reference(name: str, chance: random.Random) -> str:
    """A sentence that goes back to an earlier result, by its name in plain words where these are words."""
    return sentence(_SAID["back"], chance, {"name": in_words(name)})


def vague(chance: random.Random) -> str:
    """A question that says neither what to compute nor how."""
    return sentence(_SAID["vague"], chance)


def clarifying(query: str, columns: Sequence[str], chance: random.Random) -> str:
    """The chatbot's question back, about the columns that the query names in plain words."""
    low = query.lower()
    found: list[str] = []
    for name in sorted(columns, key=len, reverse=True):
        words = plain(name)
        named = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", low) and re.search("[a-z]", words)
        if named and not any(words in other for other in found):
            found.append(words if f"‘{words}’" not in low else quoted_name(words))
        if len(found) == 2:
            break
    known = {"a": listed([f"the {name}" for name in found])} if found else {}
    return sentence(fitting(_SAID["clarifying"], known), chance, known)


def specifics_intro(chance: random.Random) -> str:
    """How the data scientist takes a question back, before saying precisely what is wanted."""
    return sentence(_SAID["specifics"], chance)


def code_intro(verb_phrase: str, chance: random.Random) -> str:
    """What the chatbot says with its code, around the step's verb phrase; 10 to 24 words where that allows it."""
    phrase = verb_phrase.strip().rstrip(".")
    room = len(phrase.split())
    forms = _SAID["intros_short"] if room > 14 else (*_SAID["intros_short"], *_SAID["intros"])
    said = ""
    for _ in range(8):
        said = sentence(forms if room > 6 else _SAID["intros"], chance, {"do": phrase})
        if 10 <= len(said.split()) <= 24:
            break
    return said


def _known(scenario: Scenario, persona: Persona, question_text: str) -> dict[str, str]:
    """Words for the templates; those that would make a sentence clumsy or read like a request are left out."""
    known = {"first": str(persona.get("name") or "the client").split()[0]}
    job = str(persona.get("job_title") or "")
    known["job"] = " ".join(word if word.isupper() else word.lower() for word in job.split()) or "client"
    known["a_job"] = an(known["job"])
    name = str(scenario.get("name") or "")
    if name and not re.search(r"[`'\"?]", name):
        known["scenario"] = name
    question = bare(question_text).strip()
    simple = not find_conditions(question) and not re.search(r"[`'\"]", question)
    if question.endswith("?") and simple and len(question.split()) <= 30:
        known["question"] = lower(question)
    return known


_WORD = re.compile(r"(?<![\w'])[a-z]{5,}(?![\w'])")
_FORMAL = re.compile(
    r"['‘\"`\d]|table above|\b(?:that|this|these|those|the) (?:\w+ )?"
    r"(?:table|data|data set|rows|records|figures|subset|summary|matrix|column|series|numbers|result|output)\b",
    re.IGNORECASE,
)


def flawed(text: str, chance: random.Random, share: float = 0.06) -> str:
    """The text, seldom (in `share` of the cases) with one small slip in a chatty sentence.

    Sentences that hold a quote, a number or a word that points at data stay as they are, and so does the last one.
    """
    if chance.random() >= share:
        return text
    spans = [span for span in sentences(text)[:-1] if not _FORMAL.search(text[span[0] : span[1]])]
    if not spans:
        return text
    start, end = chance.choice(spans)
    return text[:start] + _slip(text[start:end], chance) + text[end:]


def _slip(text: str, chance: random.Random) -> str:
    """One slip: a comma left out, two letters swapped, or one missing."""
    if "," in text and chance.random() < 0.4:
        return text.replace(",", "", 1)
    found = list(_WORD.finditer(text))
    if not found:
        return text
    word = chance.choice(found)
    at = word.start() + chance.randrange(1, len(word.group()) - 2)
    if chance.random() < 0.5:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + text[at + 1 :]
