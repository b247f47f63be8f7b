"""Forms of questions as they are described in `forms.toml`: words, slots for columns, and chains of steps."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from company.records import ResultType

NEW = "new"
"""In a chain: a column that the dialogue has made."""
SPLIT = "z"
"""In a chain for a question that is asked separately for each of them: the column that holds them."""
LINKED = "linked"
"""As a slot: a group of a table that rows name rows of."""


@dataclass(frozen=True)
class Way:
    """One kind of step that a place in a chain can be taken by."""

    kind: str
    slots: Mapping[str, tuple[str, ...]]
    """Slot → letters of the columns that must stand there."""
    values: Mapping[str, tuple[str, ...]]
    """Slot → what must stand there, one of several, as text."""
    name: str | None = None
    """What its result is called in the chain."""
    on: str | None = None
    """The result of the chain that it works on; None for the rows that the question is about."""
    result: ResultType | None = None


Chain = tuple[tuple[Way, ...], ...]
"""Places one after the other, each with the ways to take it, the best first."""


@dataclass(frozen=True)
class Form:
    """One way to ask in a form: questions that want the same, and what answers them."""

    name: str
    phase: str
    slots: Mapping[str, str]
    """Letter → what the column is."""
    asks: tuple[str, ...]
    types: tuple[str, ...]
    """Result types that may answer it, the most telling first."""
    chains: tuple[Chain, ...]
    apart: tuple[Chain, ...] = ()
    """Those that answer it separately for each value of a further column."""
    swayed: str = ""
    """Letters of what is averaged, fitted or clustered, so that one extreme value may decide the result."""

    @property
    def joins(self) -> bool:
        """Whether it is about another table, too."""
        return LINKED in self.slots.values()

    def asked_in(self, question: str) -> bool:
        """Whether a question is one of this form, whatever its columns are called."""
        return any(expression(ask).fullmatch(question) for ask in self.asks)


@cache
def forms() -> tuple[Form, ...]:
    """Return every way of every form, in the order of the file."""
    described = tomllib.loads((files("grammar.analyses") / "forms.toml").read_text("utf-8"))
    return tuple(_form(name, {**told, **way}) for name, told in described.items() for way in told["ways"])


def form_of(question: str) -> Form | None:
    """Return the form of a question without its conditions; None for words that are not ours."""
    return next((form for form in forms() if form.asked_in(question)), None)


def chain_of(text: str) -> Chain:
    """Return the chain that a text describes, a place a line. Raises ValueError for a line that says nothing."""
    return tuple(tuple(_way(part) for part in line.split("|")) for line in text.strip().splitlines())


def _form(name: str, told: Mapping[str, Any]) -> Form:
    chains, apart = (tuple(map(chain_of, told.get(key, ()))) for key in ("chains", "apart"))
    letters = {*told["slots"], NEW, SPLIT}
    used = {letter for chain in (*chains, *apart) for ways in chain for way in ways for names in way.slots.values()
            for letter in names}  # fmt: skip
    if used - letters:
        raise ValueError(f"forms.toml, {name}: its chains name {', '.join(sorted(used - letters))}, and no slot does")
    asks, swayed = tuple(told["asks"]), told.get("swayed", "")
    return Form(name, told["phase"], told["slots"], asks, tuple(told["types"]), chains, apart, swayed)


_WAY = re.compile(
    r"(?:(?P<name>\w+): )?(?P<kind>\w+)(?P<slots>(?: \w+[=:]\S+)*)(?: on (?P<on>\w+))?(?: as (?P<as>\w+))?"
)


def _way(text: str) -> Way:
    found = _WAY.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"no step of a chain: {text.strip()!r}")
    told = found["slots"].split()
    columns = {
        slot: tuple(letters.split(",")) for slot, _, letters in (part.partition("=") for part in told) if letters
    }
    values = {slot: tuple(ways.split("/")) for slot, _, ways in (part.partition(":") for part in told) if ways}
    return Way(found["kind"], columns, values, found["name"], found["on"], found["as"])  # type: ignore[arg-type]


@cache
def expression(template: str) -> re.Pattern[str]:
    """Return what matches a template with any columns, whose number may change its verbs; groups are its gaps."""
    parts = re.split(r"\{(\w+)\}", template)
    gaps = [f"(?P<{gap}>.+?)" if gap not in parts[1 : 2 * at : 2] else ".+?" for at, gap in enumerate(parts[1::2])]
    literal = "".join(re.escape(part) + gap for part, gap in zip(parts[::2], [*gaps, ""], strict=True))
    literal = re.sub(r"([Tt]he)\\ (?=\(\?P|\.\+)", r"(?:\1\\ )?", literal)  # which a quoted header goes without
    literal = re.sub(r"\b(an?)\\ (high|low|extreme)\b", r"(?:\1\\ )?\2", literal)  # nor has a plural one
    verbs = r"\b(is|has|does|takes|goes|lies|gives|depends|do|are|have|differs|matters|says|tells|explains)\b"
    return re.compile(re.sub(verbs, r"\\w+", literal, flags=re.I), re.I)
