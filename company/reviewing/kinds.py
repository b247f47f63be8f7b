"""What people can be asked about: the kinds of a family, each with its form, its words, and what hangs on its verdicts.

A kind is called as the records that it is about. It needs a name, a form and a question; all else has a default that
fits a record of plain fields, so that a small family stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from company.errors import ReviewError
from company.family.registry import DEFAULT, family
from company.records import Record

if TYPE_CHECKING:
    from company.archive import Archive
    from company.replay.code import Code
    from company.replay.rerun import Rerun
    from company.reviewing.elsewhere import Reading
    from company.reviewing.questions import Questions
    from company.reviewing.solving import Solving
    from human_review.web.posted import Posted


@dataclass(frozen=True)
class Published:
    """A figure that was published."""

    share: float
    where: str
    """Such as "in the paper"."""


FormName = Literal["judge", "choose", "keep", "rank", "answer", "score"]
Body = Mapping[str, Any]
"""A record as JSON."""


@dataclass(frozen=True)
class Ticks:
    """Flags that stand together under a heading."""

    heading: str
    flags: Mapping[str, str]
    """Flag, as verdicts have it → the words beside its box."""


_NOTICED = ("harmful", "political", "biased", "names a real person", "hard to understand")
TICKS = (Ticks("Anything else you noticed?", {flag: flag for flag in _NOTICED}),)
"""What may be noticed beside a yes or no, where a kind has no list of its own."""


@dataclass(frozen=True)
class Signal:
    """Why a person should see a record before others."""

    words: str
    """As pages say it."""
    shows: Callable[[Record], bool]


def _flagged(record: Record) -> bool:
    return bool(record.flags)


def _disputed(record: Record) -> bool:
    """Return whether staff objected while they talked the record over."""
    return any(
        message.content is not None and message.content.get("agreed") is False for message in record.conversation
    )


COMMON: dict[str, Signal] = {
    "flagged": Signal("a passage was flagged", _flagged),
    "disputed": Signal("a draft was objected to", _disputed),
}
"""Signals that a record of any family can show."""


def first_text(body: Body) -> str:
    """Return the first field of a record that says something; of options, that of each."""
    if "options" in body:
        return "; ".join(first_text(option) for option in body["options"])
    texts = (value for name, value in body.items() if name not in SHARED and isinstance(value, str))
    return next((text for text in texts if text.strip()), "")


def nothing_beside(archive: Archive, body: Body) -> Mapping[str, Any]:
    """Return nothing: the record is judged by itself."""
    return {}


def own_figures(archive: Archive, body: Body, sibling: int | None) -> Sequence[bytes]:
    """Return the figures that the archive keeps of the record itself."""
    return archive.figures(str(body["id"])) if sibling is None and "id" in body else []


def nothing_elsewhere(archive: Archive, body: Body) -> Reading | None:
    """Return nothing: other tools show the record's fields."""
    return None


@dataclass(frozen=True)
class Page:
    """How records of a kind are shown and edited at the review page."""

    folder: Path | None = None
    """Of the family's own templates; those of the review itself are found beside them."""
    template: str = "kinds/record.html"
    """What shows a record; the general one shows its fields."""
    option: str = "kinds/option.html"
    """What shows one of several records to choose from or to rank."""
    context: str = "kinds/nothing.html"
    """What stands beside options."""
    edit: str = "edits/record.html"
    """The fields of an edit; the general one has one for each editable field."""
    guidance: str = ""
    """The guideline of the kind; empty where the question says enough."""
    beside: Callable[[Archive, Body], Mapping[str, Any]] = nothing_beside
    """What is shown beside a record, by the names under which templates know it as `context`."""
    read: Callable[[Body, Posted], dict[str, Any]] | None = None
    """Editable fields as a posted form leaves them; None: each is a text, or JSON."""
    excerpt: Callable[[Body], str] = first_text
    """What tells a record, or the options of a question, from others of its kind in a line."""
    figures: Callable[[Archive, Body, int | None], Sequence[bytes]] = own_figures
    """PNGs that are shown with a record; with a number, those of the sibling at that position."""
    elsewhere: Callable[[Archive, Body], Reading | None] = nothing_elsewhere
    """A record as it is read in other tools, with all that bears on it; None: as its fields alone."""


@dataclass(frozen=True)
class ReviewKind:
    """One kind of question to people."""

    name: str
    """Of the records that it is about."""
    form: FormName
    """`judge` and `choose` decide what becomes of a record; what is said on the others is noted and published."""
    question: str
    """What people are asked, in one sentence."""
    record: type[Record]
    """The type of the records."""
    reasons: tuple[str, ...] = ()
    """Why one might be rejected; people may write others."""
    title: str = ""
    """As headings call it; empty: its name."""
    one: str = ""
    """What one of them is called after a count, such as "1 case"."""
    many: str = ""
    """The same of several, with {} for the count."""
    plural: bool = False
    """Whether `one` takes the verb of several."""
    asks: Questions | None = None
    """What is asked about parts of records of some kind, instead of about each record called as this kind."""
    opinion: bool = False
    """Whether verdicts are opinions: none is right, so all of them stand, and nobody decides between them. An item's
    decision is a summary: the Borda order of rankings, the reply of more than half, or else unsure."""
    batch: int = 0
    """How many are judged in one sitting, after which its page proposes a pause; 0: as many as there are."""
    shuffled: bool = False
    """Whether people are asked about them in an order made of their ids' hashes, so that what is alike lies apart."""

    # what may be said
    ticks: tuple[Ticks, ...] = TICKS
    """What may be ticked beside a yes or no."""
    provable: tuple[str, ...] = ()
    """Of these, the ones that are right or wrong of a record where something was planted, and so can be gold."""
    editable: tuple[str, ...] = ()
    """Fields that a person may change; ids, parents and measurements are not among them."""
    executed: tuple[str, ...] = ()
    """Of these, code and what becomes of it: two edits of them agree when their outcomes do."""
    measured: tuple[str, ...] = ()
    """Of these, what a run of the code says, and nobody writes."""
    here_only: tuple[str, ...] = ()
    """Of these, what is edited at the review page and not in other tools."""
    not_shown: tuple[str, ...] = ()
    """Fields that other tools are not given."""
    together: bool = False
    """Whether all records of a parent are one question. To choose, one of them is accepted and the others are proposed
    until people have chosen; an order of them is noted, and changes none."""

    words: tuple[str, ...] = ()
    """Of the editable fields, those that nothing executed depends on: an edit of these alone may leave as it is what
    was made of the record."""
    rests_on: Callable[[Body], Any] | None = None
    """What of a record a verdict rests on, beside the same of what it was made of: made again with the same, it keeps
    its verdicts, whatever became of all above it. None: a verdict rests on everything."""
    category: Callable[[Body], str] = lambda _: ""
    """By which records of this kind are searched, such as the category of a case; empty: none."""

    lies_in: Callable[[Body], str] = lambda _: ""
    """Of records that are best judged one after the other, the id of what they have in common, such as their dialogue:
    the same people are asked about them. Empty: each stands for itself."""

    # in the run
    upstream: bool = False
    """Whether a large part of a run hangs on each record: people are asked about it before what hangs on it."""
    built_on: bool = True
    """Whether further work builds on it. If not, the records themselves do not count before a gate's verdict."""
    attested: Callable[[Record], bool] | None = None
    """Whether only people can tell that a record is right: it waits for their verdict whatever [review] asks for and
    trusts. None: of no record."""
    in_order: bool = False
    """Whether a stage that goes over the whole run in order makes it: that one waits for the kinds before this one."""
    builds_on: Callable[[Archive, Record, Collection[str]], Iterable[Record]] = lambda *_: ()
    """What work on a record builds on beside the record and what it was made of, of these kinds."""
    carriers: Callable[[Archive, Record], Iterable[str]] = lambda *_: ()
    """Ids of what is not below a record, and below which it is carried all the same: made anew when it changes."""
    follows: Callable[[Archive, Record], Iterable[str]] = lambda *_: ()
    """Ids of records that were made of it and are not called after it: they go stale with what is below it."""
    signals: Mapping[str, Signal] = field(default_factory=lambda: COMMON)
    case: Callable[[Record], str] | None = None
    """Given a case, the id of what of this kind people judge it by: a record, or its parent where siblings are judged
    together; None: only `case` has it."""
    same_case: Callable[[Record, Body], bool] = lambda *_: True
    """Whether a case still asks what its line in a benchmark asked."""
    unedited: Callable[[Body], bool] | None = None
    """Whether a record counts in the share that was usable as it was written, which a card tells; None: none does."""
    published: Published | None = None
    """A share of records that somebody else found usable as they were written, to be shown beside the run's own."""
    groups: str = ""
    """The field by which records of this kind name a group, such as all that was made for one client; empty: none."""

    # at the page
    page: Page = Page()
    code: Code | None = None
    """How its code is run where it is edited; None: it has none."""
    rerun: Rerun | None = None
    """How what comes after a changed record is run again; None: nothing is."""
    solving: Solving | None = None
    """How people solve a record before they see what is right and judge it; None: they judge it at once."""

    @property
    def flags(self) -> tuple[str, ...]:
        """What may be ticked beside a yes or no, as verdicts have it."""
        return tuple(flag for each in self.ticks for flag in each.flags)

    @property
    def flag_words(self) -> dict[str, str]:
        """The words of all that may be ticked."""
        return {flag: words for each in self.ticks for flag, words in each.flags.items()}

    def left_to_people(self, records: Iterable[Record]) -> bool:
        """Return whether only people can tell that one of some records is right."""
        return self.attested is not None and any(self.attested(each) for each in records)

    def __post_init__(self) -> None:
        """Fill in words that were left out. Raises ValueError for a form that does not go with the rest."""
        if self.form not in get_args(FormName):
            raise ValueError(
                f"{self.name}: there is no form {self.form!r}; give one of {', '.join(get_args(FormName))}"
            )
        if self.form in ("choose", "rank") and not (self.together or self.asks):
            raise ValueError(f"{self.name}: on the form {self.form!r}, siblings are judged together; set together=True")
        if self.opinion and self.form not in ("rank", "answer"):
            raise ValueError(f"{self.name}: an opinion is a ranking or an answer; take another form than {self.form!r}")
        if unknown := [flag for flag in self.provable if flag not in self.flags]:
            raise ValueError(f"{self.name}: {unknown[0]!r} is provable and none of its flags; add it to them")
        plain = self.name.replace("_", " ")
        for name, words in (("title", plain.capitalize()), ("one", f"1 {plain}"), ("many", f"{{}} {plain}s")):
            if not getattr(self, name):
                object.__setattr__(self, name, words)
        if self.case is None and self.name == "case":
            object.__setattr__(self, "case", lambda case: case.id)


Kinds = Mapping[str, ReviewKind]
"""A family's kinds by name, in the order of a record's life."""
SHARED = frozenset({*Record.model_fields, "kind"})
"""Fields that all records have, which say nothing of what is judged."""


def kinds_of(archive: Archive) -> Kinds:
    """Return the review kinds of a run's family."""
    return archive.family.review


def kinds_of_run(run: Path) -> Kinds:
    """Return the review kinds of the run in a folder; of the usual family where there is no run yet."""
    from company.archive import Archive, is_there

    if not is_there(run):
        return family(DEFAULT).review
    with Archive.open(run) as archive:
        return kinds_of(archive)


def whole(kinds: Kinds, of: str) -> ReviewKind | None:
    """Return the kind by which people judge whole records of a kind; None where they judge parts, or nothing."""
    kind = kinds.get(of)
    return None if kind is None or kind.asks is not None else kind


def kind_of(kinds: Kinds, name: str) -> ReviewKind:
    """Return a kind by its name. Raises ReviewError for one that the family does not have."""
    if name not in kinds:
        raise ReviewError(f"nobody is asked about a {name!r} here; the kinds are {', '.join(kinds)}")
    return kinds[name]


def executed_in(kinds: Kinds) -> frozenset[str]:
    """Return the fields of executed outcomes of all kinds together."""
    return frozenset(name for kind in kinds.values() for name in kind.executed)
