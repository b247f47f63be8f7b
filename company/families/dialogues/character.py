"""A client stays the person of the persona: who claims another name, job or place, or to be a model, is told so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from company.families.dialogues.records import Persona
from company.screening.invented import Identity
from company.screening.listed import listed
from company.screening.places import country_of, is_city, places_in

_MODEL = re.compile(
    r"\b(?:as|(?:i am|i'm|being|since i am))\s+(?:just\s+|only\s+)?(?:an?\s+)(?:large\s+)?"
    r"(?:ai\b(?!\s+(?:user|company|start))|artificial intelligence|language model|llm|chat\s?bot|"
    r"virtual assistant|ai assistant)",
    re.IGNORECASE,
)
_NAME = r"(?P<name>[^\W\d_a-z][\w'’-]+(?:\s+(?:[A-Z]\.\s+)?[^\W\d_a-z][\w'’-]+)?)"
_CALLED = re.compile(rf"\b[Mm]y name is\s+{_NAME}")
_I_AM = re.compile(rf"\b(?:I am|I'm|I’m|[Tt]his is)\s+{_NAME}")
_GIVEN = frozenset((*listed().women, *listed().men, *listed().either))
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]{2,})*")
_JOBS = frozenset(
    str.split("""
    accountant actor actuary administrator agronomist architect artist attorney auditor baker banker barber
    bartender biologist bookkeeper broker builder butcher carpenter cashier chef chemist clerk coach cook counsellor
    dentist designer detective dietitian doctor driver economist editor electrician engineer epidemiologist farmer
    firefighter fisherman florist gardener geologist grocer hairdresser historian innkeeper insurer investor
    jeweller journalist judge landlord lawyer lecturer librarian lobbyist mechanic meteorologist midwife miner model
    musician notary nurse nutritionist optician painter paramedic pharmacist photographer physician physicist
    physiotherapist pilot plumber policeman politician principal professor programmer psychologist realtor
    receptionist reporter restaurateur sailor salesman scientist secretary sociologist soldier sommelier
    statistician steward stockbroker student surgeon surveyor tailor teacher technician therapist trader translator
    underwriter vet veterinarian vintner waiter waitress watchmaker winemaker writer zoologist
""")
)
"""Heads of job titles that say what somebody is; general ones (manager, owner, analyst) fit many people."""
_WORKS = re.compile(
    r"(?:\b[Aa]s|\bI am|\bI'm|\bI work as|\bI worked as)\s+(?:an?|the)\s+(?P<job>(?:[\w'-]+\s+){0,3}?[\w'-]+?)"
    r"(?=\s+(?:in|at|for|from|with|who|of|and|by|based|here|myself|i)\b|[,.;:!?]|$)"
)
_AT_HOME = re.compile(
    r"\b(?i:I live|I work|I am based|I'm based|I come|we are based|based|here|(?:my|our) (?:own )?(?:\w+ )?"
    r"(?:office|shop|clinic|practice|"
    r"farm|store|restaurant|bakery|branch|agency|firm|company)(?: is)?)\s+(?:in|from|near)\s+(?P<rest>[^.;!?]{2,40})"
)


def consistent(persona: Persona) -> Callable[[Any], str | None]:
    """Return a check of this client's replies, in the form that an `Ask` takes."""

    def check(reply: Any) -> str | None:
        wrong = " ".join(dict.fromkeys(_out_of_character(reply.message, persona)))
        if not wrong:
            return None
        who = f"{persona.name}, {persona.job_title} in {persona.location}"
        return f"In `message`: {wrong} You are {who}; say it as this person."

    return check


def called_otherwise(background: str, client: Identity) -> str | None:
    """Return what is wrong with a background that never names the client and names somebody else."""
    words = _WORDS.findall(background)
    if client.first in words or client.family in words:
        return None
    other = next((word for word in words if word in _GIVEN), None)
    return f"`background` is about {other!r}, and the client is {client.name}; call them so." if other else None


def _out_of_character(text: str, persona: Persona) -> Iterator[str]:
    if found := _MODEL.search(text):
        yield f"You spoke as a machine ({found[0]!r})."
    for found in (*_CALLED.finditer(text), *_I_AM.finditer(text)):
        words = found["name"].split()
        named = found.re is _CALLED or words[0] in _GIVEN
        if named and not set(words) & set(persona.name.split()):
            yield f"You gave another name ({found['name']!r})."
    about = f"{persona.job_title} {persona.background}".lower()
    for found in _WORKS.finditer(text):
        head = found["job"].split()[-1].lower()
        if head in _JOBS and _stem(head) not in about:
            yield f"You gave another job ({found['job']!r})."
        elif head in _JOBS:
            yield from _elsewhere(text[found.end() :], persona, r"\s+(?:in|at|from)\s+(?P<rest>[^.;!?]{2,40})")
    for found in _AT_HOME.finditer(text):
        yield from _elsewhere(found["rest"], persona, r"(?P<rest>.*)")


def _elsewhere(text: str, persona: Persona, pattern: str) -> Iterator[str]:
    found = re.match(pattern, text, re.DOTALL)
    place = re.match(r"(?:the\s+)?([^\W\d_a-z][^,.;!?]*)", found["rest"]) if found else None
    if place is None:
        return
    own = f"{persona.location} {persona.background}"
    home = {country_of(part.strip()) for part in persona.location.split(",")} - {None}
    for name in sorted(places_in(place[1])):
        wrong = is_city(name) or (bool(home) and country_of(name) not in home)
        if name not in own and wrong:
            yield f"You gave another place ({name!r})."


def _stem(word: str) -> str:
    return word[: max(4, len(word) - 3)]
