"""A queue's file read back: line by line, each checked, in groups of what belongs together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError

from company.errors import ReviewError
from human_review.forms import FORMS
from human_review.interchange.lines import (
    FORMAT,
    LINE,
    VERSION,
    CommentLine,
    DraftLine,
    EventLine,
    GoldLine,
    Header,
    ItemLine,
    Line,
    LookedLine,
    PresenceLine,
    ReviewerLine,
    SkipLine,
    SlotLine,
    SolutionLine,
    VerdictLine,
)
from human_review.store import Proposal, id_of


@dataclass
class Group:
    """A person or an item with all that is told of it; or, with no head, what happened to neither."""

    number: int
    """Of its first line, from 1."""
    head: ReviewerLine | ItemLine | None
    slots: list[SlotLine] = field(default_factory=list)
    verdicts: list[VerdictLine] = field(default_factory=list)
    solutions: list[SolutionLine] = field(default_factory=list)
    skips: list[SkipLine] = field(default_factory=list)
    drafts: list[DraftLine] = field(default_factory=list)
    presences: list[PresenceLine] = field(default_factory=list)
    gold: list[GoldLine] = field(default_factory=list)
    looked: list[LookedLine] = field(default_factory=list)
    comments: list[CommentLine] = field(default_factory=list)
    events: list[EventLine] = field(default_factory=list)


@dataclass
class Reader:
    """Reads one file. Errors name the file and the line."""

    file: Path
    header: Header = field(init=False)
    people: set[int] = field(default_factory=set)
    """Numbers of the people told of so far."""
    _counted: dict[str, int] = field(default_factory=dict)

    def groups(self) -> Iterator[Group]:
        """Yield the file's groups, in order. Raises ReviewError for an unfit line, and for a file cut short."""
        group: Group | None = None
        loose = Group(0, None)
        for number, line in self._lines():
            if isinstance(line, ReviewerLine | ItemLine):
                if group is not None:
                    yield self._checked(group)
                group = Group(number, line)
                if isinstance(line, ReviewerLine):
                    self.people.add(line.id)
            elif isinstance(line, EventLine):
                about = group if group is not None and _about(line, group) else loose
                about.events.append(line)
            elif group is not None:
                self._put(number, line, group)
            else:
                self.refuse(number, f"a {line.line} stands before any item; export the queue again")
        if group is not None:
            yield self._checked(group)
        self._check_whole()
        yield loose

    def refuse(self, number: int, why: str) -> NoReturn:
        """Raise ReviewError about a line."""
        raise ReviewError(f"{self.file}, line {number}: {why}")

    def _lines(self) -> Iterator[tuple[int, Line]]:
        with self.file.open(encoding="utf-8") as stream:
            for number, text in enumerate(stream, 1):
                line = self._parsed(number, text)
                if number == 1:
                    if not isinstance(line, Header):
                        self.refuse(1, f"a queue's file begins with its header ({FORMAT!r}); export it again")
                    self.header = line
                    continue
                if isinstance(line, Header):
                    self.refuse(number, "a second header; give each file to a command of its own")
                self._counted[line.line] = self._counted.get(line.line, 0) + 1
                yield number, line
        if not hasattr(self, "header"):
            raise ReviewError(f"{self.file} is empty; export the queue again")

    def _parsed(self, number: int, text: str) -> Line:
        try:
            return LINE.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = [str(part) for part in first["loc"]]
            if place == ["header", "version"]:
                self.refuse(
                    number, f"version {first['input']!r} of the format; this program reads {VERSION}: use a newer one"
                )
            where = f"{'.'.join(place)}: " if place else ""
            self.refuse(number, f"{where}{first['msg']}; export the queue again, or mend the line")

    def _put(self, number: int, line: Line, group: Group) -> None:
        if not isinstance(group.head, ItemLine) or getattr(line, "item", None) != group.head.id:
            self.refuse(number, f"this {line.line} is not of the item above it; put it below its item's line")
        if (person := getattr(line, "reviewer", None)) is not None and person not in self.people:
            self.refuse(number, f"reviewer {person} is not among the reviewers above; put their line there")
        if isinstance(line, VerdictLine):
            self._check_verdict(number, line, group.head, group)
        parts: dict[type, list[Any]] = {
            SlotLine: group.slots,
            VerdictLine: group.verdicts,
            SolutionLine: group.solutions,
            SkipLine: group.skips,
            DraftLine: group.drafts,
            PresenceLine: group.presences,
            GoldLine: group.gold,
            LookedLine: group.looked,
            CommentLine: group.comments,
        }
        parts[type(line)].append(line)

    def _check_verdict(self, number: int, line: VerdictLine, item: ItemLine, group: Group) -> None:
        if line.hash != item.hash:
            self.refuse(number, f"a verdict on another version of {item.record} than the item's; leave it out")
        if line.content.kind not in (*FORMS[item.form].says, "withdrawn"):
            self.refuse(number, f"{line.content.kind!r} cannot be said on the form {item.form!r}")
        if line.slot is not None and line.slot not in {slot.number for slot in group.slots}:
            self.refuse(number, f"there is no slot {line.slot} at its item; put the slot's line above it")
        if line.supersedes is not None and line.supersedes not in {before.id for before in group.verdicts}:
            self.refuse(number, f"it supersedes verdict {line.supersedes}, which is not above it")

    def _checked(self, group: Group) -> Group:
        item = group.head
        if not isinstance(item, ItemLine):
            return group
        told = {name: getattr(item, name) for name in Proposal.model_fields}
        if id_of(Proposal(**told)) != item.id:
            self.refuse(group.number, f"{item.id} is not the id that {item.record} has with this kind, form and hash")
        numbers = [slot.number for slot in group.slots]
        holders = [slot.reviewer for slot in group.slots if slot.reviewer is not None]
        if len(set(numbers)) < len(numbers) or len(set(holders)) < len(holders):
            self.refuse(group.number, f"{item.record} has a slot twice, or two slots of one reviewer")
        if len([slot for slot in group.slots if slot.duty == "review"]) != item.overlap:
            self.refuse(group.number, f"{item.record} needs {item.overlap} reviews and has another number of slots")
        verdicts = {verdict.id for verdict in group.verdicts}
        for slot in group.slots:
            judged = slot.verdict in verdicts
            done = slot.state in ("done", "carried")
            if judged != done and not (slot.state == "leased" and (judged or slot.verdict is None)):
                self.refuse(
                    group.number, f"slot {slot.number} of {item.record} is {slot.state}, and its verdict is not"
                )
        return group

    def _check_whole(self) -> None:
        for name in ("reviewers", "items", "verdicts", "drafts", "events"):
            wanted, found = getattr(self.header, name), self._counted.get(name[:-1], 0)
            if wanted != found:
                raise ReviewError(
                    f"{self.file} has {found:,} of the {wanted:,} {name} that its header tells of; it was cut or "
                    "changed: export the queue again"
                )


def _about(event: EventLine, group: Group) -> bool:
    if isinstance(group.head, ItemLine):
        return event.item == group.head.id
    return isinstance(group.head, ReviewerLine) and event.item is None and event.reviewer == group.head.id
