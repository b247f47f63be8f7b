"""What an evolving dialogue is made of: terms with their versions, and what each turn does to and needs of them."""

from __future__ import annotations

import math
from typing import Any, Final, Literal, get_args

from pydantic import SerializerFunctionWrapHandler, model_serializer

from company.records import Frozen, Record, ResultType

Pattern = Literal[
    "construct", "inherit", "convention", "update", "counterfactual", "rollback", "compose", "repair", "handbook",
    "tables", "reconcile", "open",
]  # fmt: skip
"""How a turn stands to the analysis so far."""
HANDBOOK: Pattern = "handbook"
"""What is used by a name that the handbook says."""
TABLES: Pattern = "tables"
"""What brings tables together in a way that can be done wrongly: never the main one of a turn."""
RECONCILE: Pattern = "reconcile"
"""What begins with a number out of an old report: by which rules it was made has to be found."""
OPEN: Pattern = "open"
"""What calls something by a name that nobody has explained: it has to be asked for."""
DRAWN: tuple[Pattern, ...] = tuple(each for each in get_args(Pattern) if each != TABLES)
"""Those that a timetable draws."""
PATTERNS: tuple[Pattern, ...] = tuple(each for each in DRAWN if each not in (HANDBOOK, RECONCILE, OPEN))
"""Those of any dialogue."""
MOST_VIEWS: Final = 512
"""Ways to take all that may have been otherwise when an old report was made: all of them are executed."""
TermKind = Literal["line", "filter", "exclusion", "measure", "unit", "rounding", "ties", "year", "rates"]
"""What is agreed by a name."""
KINDS: tuple[TermKind, ...] = get_args(TermKind)
Act = Literal["define", "change", "suppose", "restore", "lift", "correct"]
Reach = Literal["here", "on", "all"]


class Version(Frozen):
    """What a term was agreed to be from a turn on."""

    turn: int
    """The turn whose words say it; 0 of a rule of the handbook."""
    says: str
    """All of its content, in a sentence."""
    code: str
    """The expression that the term's name is bound to."""
    value: str = ""
    """The value in it, as words say it: what the words of a turn that only uses the term must not hold."""
    void: bool = False
    """Whether the client has taken it back as a mistake."""


_LATER = ("rule", "standing", "readings", "changes", "reconcile", "opens", "lazy")
"""Fields that came later, and are left out where there is nothing to say."""


class Term(Frozen):
    """Something agreed by name."""

    slot: str
    """The name that its code is bound to while a turn is run."""
    name: str
    """As words call it."""
    kind: TermKind
    naive: str
    """The expression of one who never heard of it; it runs."""
    versions: tuple[Version, ...]
    rule: str = ""
    """The rule of the handbook that it is, such as "R7"; empty where it is agreed in the dialogue."""
    standing: bool = False
    """Whether it is a rule that holds for every question that it fits, named or not."""
    readings: tuple[str, ...] = ()
    """Of a term that a turn leaves open, what else one might take it to be, in the same words."""

    @property
    def heading(self) -> str:
        """What a rule is called in the handbook, in small letters."""
        return self.slot.removesuffix("_rule").replace("_", " ")

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a term of a dialogue as it was written before there were rules."""
        return {name: value for name, value in handler(self).items() if name not in _LATER or value}


class Setting(Frozen):
    """What a turn does to a term."""

    slot: str
    act: Act
    version: int | None
    """The place among the term's versions; None where it is lifted."""
    reach: Reach
    """Whether it holds for this turn alone, from here on, or also in what was made before."""


class RuleChange(Frozen):
    """What a turn says of the standing rules of the handbook that are in force from then on."""

    slot: str
    act: Literal["suspend", "reinstate", "yield"]
    to: str = ""
    """The rule that it gives way to where both fit; empty for the other acts."""


class Use(Frozen):
    """A term that a turn's code reads."""

    slot: str
    version: int | None
    """The version that holds for this turn; None where the term was lifted."""


class Dependency(Frozen):
    """An earlier turn without which this one comes to something else."""

    turn: int
    term: str | None
    """The slot; None for a result that is gone on from."""
    version: int | None
    via: Literal["words", "result", "handbook"]
    distance: int
    """Turns since anybody said it, or since the result was made; 0 of a rule, which every prompt shows."""


class Control(Frozen):
    """A forgetful analyst, proved: with this code the turn comes to something else."""

    label: str
    term: str
    how: Literal["here", "since"]
    code: str
    """The turn's code by what the analyst takes to hold; of one since an earlier turn, all code from that turn on."""
    since: int | None
    """The earlier turn at which the analyst goes wrong first; None where it is this one."""
    digest: str
    """Of the results that the analyst comes to."""


class InPlay(Frozen):
    """A term, or a standing rule, that may have been otherwise when an old report was made."""

    slot: str
    codes: tuple[str, ...]
    """What it may have been, as expressions, each once; "" of a standing rule: it is not applied."""
    hidden: int
    """The place of what gives the report's number."""
    today: int
    """The place of what holds now."""
    standing: bool = False


class Reconciled(Frozen):
    """A number out of an old report, and all by which somebody could explain it."""

    shown: str
    """As it is printed."""
    unit: float
    """What one more in its last digit is worth."""
    at: str
    """The group that the number is of."""
    by: str
    """What the groups are values of."""
    terms: tuple[InPlay, ...]
    turns: tuple[int, ...]
    """Earlier turns that say what one of these may have been."""
    left_out: tuple[str, ...] = ()
    """Slots of terms that may not have been applied at all, as the words say."""

    @property
    def views(self) -> int:
        """How many ways there are to take all of them."""
        return math.prod(len(each.codes) for each in self.terms)


class Evolution(Frozen):
    """What a turn does to the terms, and what it needs of them."""

    patterns: tuple[Pattern, ...]
    """The main one first."""
    sets: tuple[Setting, ...]
    uses: tuple[Use, ...]
    ask: str
    """The turn's own code: it reads terms by their slots, and binds none."""
    remade: tuple[int, ...] = ()
    """Earlier turns whose asks are run again first, since a change reaches what was made before."""
    depends_on: tuple[Dependency, ...] = ()
    controls: tuple[Control, ...] = ()
    chain: int = 0
    """Results that rest on one another, each proved, itself included; 0 where it depends on nothing."""
    unproved: str = ""
    """Why no case is made of the turn: forgetting something that it uses changes nothing, or too little."""
    standing: tuple[str, ...] = ()
    """Rules of the handbook, by their slots, that hold for its ask without being named."""
    changes: tuple[RuleChange, ...] = ()
    """What it says of such rules."""
    reconcile: Reconciled | None = None
    """The number that it begins with, where it begins with one."""
    opens: tuple[str, ...] = ()
    """Terms, by their slots, that it calls by their names and nobody has explained."""
    lazy: tuple[str, ...] = ()
    """Who keeps nothing of what was agreed and comes to the same: it is not hard, whatever it depends on."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a turn without standing rules and the like as it was written before there were any."""
        return {name: value for name, value in handler(self).items() if name not in _LATER or value}


class Planned(Frozen):
    """A turn before there are words for it."""

    position: int
    evolution: Evolution
    name: str
    """The variable that holds its result."""
    type: ResultType
    about: str
    """What is asked for, in words that name terms and do not say them."""
    of_results: tuple[int, ...] = ()
    """Earlier turns whose results it goes on from."""
    columns: tuple[str, ...] = ()
    """Of a data frame."""
    code: str
    """All that the turn runs."""
    digest: str
    """Of its result."""
    rivals: tuple[str, ...] = ()
    """Terms of a kind with one that it uses, said since."""
    moments: tuple[tuple[str, str], ...] = ()
    """Slot, and how the age of what is brought back is named."""


class Terms(Record):
    """The terms of an evolving dialogue with their values, and its timetable."""

    kind: Literal["terms"] = "terms"
    terms: tuple[Term, ...]
    turns: tuple[Planned, ...]
    redrawn: tuple[str, ...] = ()
    """Why values and asks were drawn anew, one reason for each time."""
    rules: tuple[str, ...] = ()
    """Ids of the records of the rules that turns use."""

    @property
    def made_from(self) -> tuple[str, ...]:
        """Ids of the plan, and of the rules."""
        return (*super().made_from, *self.rules)

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write terms without rules as they were written before there were any."""
        return {name: value for name, value in handler(self).items() if name != "rules" or value}
