"""The chatbot's mistakes: right code with one believable flaw, and what it says when it corrects one."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from grammar.editing import Code, Edits
from grammar.slips import wrong_columns, wrong_values
from grammar.slips_of_api import wrong_arguments, wrong_attributes, wrong_names, wrong_types

_KINDS: tuple[tuple[float, Callable[[Code, random.Random], Iterator[Edits]]], ...] = (
    (34, wrong_columns),
    (24, wrong_values),
    (16, wrong_attributes),
    (12, wrong_types),
    (13, wrong_arguments),
    (3, wrong_names),
)
"""Sorts of mistakes with their weights: in real answers KeyError leads, NameError is the rarest."""


def mistake(
    code: str,
    chance: random.Random,
    *,
    known: Mapping[str, Sequence[str]],
    result: tuple[str, str] | None,
) -> str | None:
    """The code with one mistake that raises, or leaves a result of another type; None when none fits.

    `known` are the frames that the code can see with their columns, `result` the name and type of what was asked
    for. The sorts of mistakes that fit are as frequent, relative to each other, as in real models' answers.
    """
    right = Code(code, known, result)
    for find in sorted(_KINDS, key=lambda kind: chance.random() ** (1 / kind[0]), reverse=True):
        wrong = [made for edits in find[1](right, chance) if _valid(made := right.with_edits(edits), code)]
        if wrong:
            return chance.choice(wrong)
    return None


def _valid(made: str, code: str) -> bool:
    if made == code:
        return False
    try:
        ast.parse(made)
    except SyntaxError:
        return False
    return True


_APOLOGIES: Mapping[str, tuple[str, ...]] = {
    "KeyError": (
        "I had written a column name differently from how it stands in the table; the code below uses the exact one.",
        "That column does not exist under the name I used, so I have put in the name the table really has.",
        "Sorry, I got a column name wrong there; this version takes every name exactly as your data spells it.",
        "The lookup failed because I misremembered a name, and I have now taken it letter by letter from the table.",
        "My mistake: I asked for a column that is not there, and corrected the name in the code below.",
        "I should have checked the spelling of the columns first; with the right name the same steps go through.",
        "There was no such key, since I had changed the spelling of a column without noticing; that is repaired.",
    ),
    "ValueError": (
        "The operation did not accept the values in the form I passed them, so I have changed how they are prepared.",
        "Sorry, the values had the wrong form for that call; I now bring them into the right one first.",
        "What I passed did not fit what the function expects, and the corrected code below takes care of that.",
        "I had overlooked what those values look like, which made the call fail; here is the version that respects it.",
        "The call stopped at values it could not work with, so this time I hand them over in proper shape.",
        "That was my error: form and content of the values did not match the operation, and now they do.",
    ),
    "AttributeError": (
        "I called something that this kind of object does not have; the corrected code uses what pandas really offers.",
        "That attribute does not exist in the current version, so I replaced it with the one that does the job.",
        "Sorry, I mixed up two interfaces there; the code below uses the one that belongs to this object.",
        "The name I used after the dot is not available on that object, and I have swapped it for the right one.",
        "I relied on a method that is not there for this type, so I rewrote that line with a valid one.",
        "My memory of the library was out of date at that point; this version sticks to what really exists.",
    ),
    "TypeError": (
        "I passed something that the function does not take; with the call written properly the code runs as intended.",
        "Sorry, that call did not fit its function, so I have rewritten it in the way the library expects.",
        "The function refused what I gave it, and the corrected call below contains only what it understands.",
        "I used the call in a way it is not made for; here is the same calculation done correctly.",
        "One of the calls received the wrong sort of input from me, which I have put right below.",
        "That failed because of how I called the function, not because of your data; I have corrected the call.",
    ),
    "NameError": (
        "I referred to something that had never been defined; the code below only uses names that really exist.",
        "Sorry, one name in my code was not defined anywhere, so I have written that part out properly.",
        "That name did not exist at this point, which was my oversight; now everything is defined before it is used.",
        "I took it for granted that a name was already there, but it was not, and I have corrected that.",
        "The code used a name that I had not introduced, so here it is again with nothing missing.",
        "Something I relied on was never created or imported; this version has all that it needs to run.",
    ),
    "ResultError": (
        "The result did not come out in the form you asked for, so I have adjusted the last step accordingly.",
        "Sorry, I gave you another type of result than you wanted; the code below returns the right one.",
        "The calculation ran, but its outcome was not of the requested type, and I have corrected exactly that.",
        "I overlooked which type of result you need; the corrected version ends with the one you asked for.",
        "What I produced was not what you had requested in form, so I changed how the result is built.",
        "My code ended with the wrong kind of object; here it is with the type that your request names.",
    ),
}
_ANYTHING: tuple[str, ...] = (
    "Something went wrong in my first version; I have gone through it again and corrected the step that failed.",
    "Sorry, that attempt did not run through, so I have rewritten the part that caused the trouble.",
    "My first code failed when it was executed, and the version below no longer contains that error.",
    "That did not work as I had intended; here is a corrected version that does what you asked for.",
    "I made an error in the code above, found the line that stopped it, and have repaired it below.",
    "The execution stopped before the result was there, so I have looked for the cause and put it right.",
)


def apology(error_type: str, chance: random.Random) -> str:
    """One sentence of 10 to 24 words that names the cause of an error, given its type, and says it is corrected."""
    family = "ValueError" if error_type == "IntCastingNaNError" else error_type
    return chance.choice(_APOLOGIES.get(family, _ANYTHING))
