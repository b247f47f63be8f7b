"""A month of reviewing in small: people who err at known rates, a lead, and edits at every level of a run half-way."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from company.archive import Archive
from company.config import ReviewSettings
from company.families.dialogues.records import Case, Dialogue, Persona, Plan, Scenario, Turn
from company.records import Record
from company.reviewing import put_settings
from company.tables.record import Table
from human_review.queueing import apply, fill
from human_review.queueing.reopening import reopen
from human_review.store import Assignment, Item, ReviewStore
from human_review.verdicts import Accept, Choose, Edit, Reject, Said
from tests.support.review import submission
from tests.support.review_run import made

NO = Reject(reasons=("nobody would ask this",))
TOLD = ReviewSettings(audit=0, gold=0)
Key = tuple[str, str]


def records(clients: int, turns: int) -> list[Record]:
    """A table, and of each client two scenarios, a plan, a dialogue, and turns with a case each."""
    found: list[Record] = [
        made(Table, "shop", None, "tables", name="shop", file="shop.csv", sha256="", rows=1, columns=())
    ]
    for number in range(1, clients + 1):
        client = f"shop.p{number}"
        told: dict[str, Any] = {
            "name": f"Ada {number}",
            "location": "Turin",
            "job_title": "buyer",
            "background": "buys",
        }
        found.append(made(Persona, client, "shop", "personas", number, **told))
        for each, status in ((1, "accepted"), (2, "proposed")):
            idea = {"name": f"idea {each}", "description": "d", "goal": "g", "status": status}
            found.append(made(Scenario, f"{client}.s{each}", client, "scenarios", each, **idea))
        plan, dialogue = f"{client}.s1.plan", f"{client}.s1.d1"
        shape = {"speech": "statement", "turns": turns}
        found.append(made(Plan, plan, f"{client}.s1", "plans", questions=(), **shape))
        prelude = {"table_variable": "t", "prelude": "", "ended": "plan done"}
        found.append(made(Dialogue, dialogue, plan, "dialogues", **prelude, **shape))
        for position in range(1, turns + 1):
            found += turn_and_case(dialogue, position, "query")
    return found


def turn_and_case(dialogue: str, position: int, query: str) -> list[Record]:
    turn, asked = f"{dialogue}.t{position:02d}", f"{query} {position}"
    told: dict[str, Any] = {"question": 1, "query": asked, "answer": "here", "code": f"x = {position}"}
    entry = {"data_id": turn, "current_query": asked, "reference_answer": str(position)}
    return [
        made(Turn, turn, dialogue, "dialogues", position, **told),
        made(Case, f"{turn}.normal", turn, "cases", entry=entry),
    ]


@dataclass
class Month:
    """One review from its first item to its last."""

    archive: Archive
    store: ReviewStore
    errors: Mapping[int, float]
    """Reviewer → share of items of which they say the wrong thing."""
    lead: int
    chance: random.Random
    changed: set[str] = field(default_factory=set)
    """Ids of records that an edit changed, or that were made otherwise after one."""

    def begin(self) -> int:
        """Fill the queue; the number of its items."""
        put_settings(self.archive, TOLD)
        return fill(self.archive, self.store, TOLD).added

    def right(self, item: Item) -> Said:
        """Return what is to be said of an item: of one in seven, that it is bad."""
        if item.form == "choose":
            return Choose(option=f"{item.record}.s1")
        bad = item.kind in ("turn", "case") and random.Random(item.record + item.kind).random() < 1 / 7
        return NO if bad else Accept()

    def work(self, most: int = 10**9) -> int:
        """Have everybody judge, in turns, until nothing is left or so many verdicts are in; how many these are."""
        count, busy = 0, True
        while busy and count < most:
            busy = False
            for who in (*self.errors, self.lead):
                given = self.store.next(who)
                if isinstance(given, Assignment) and who == self.lead and given.duty == "review":
                    self.store.release(who, given.token)  # what others differ on is the lead's
                elif isinstance(given, Assignment) and count < most:
                    self.store.submit(who, submission(given, self._says(who, given.item)))
                    busy, count = True, count + 1
        return count

    def finish(self) -> None:
        """Go on until nothing is left, writing what is decided and making again what that takes."""
        while self.work():
            self.write()
            self.make_again()

    def _says(self, who: int, item: Item) -> Said:
        right = self.right(item)
        if self.chance.random() >= self.errors.get(who, 0.0):
            return right
        if isinstance(right, Choose):
            return Choose(option=f"{item.record}.s2")
        return Accept() if right == NO else NO

    def write(self) -> None:
        """Write decisions to the run, and bring the queue up to it."""
        apply(self.archive, self.store, settled_for=0)
        fill(self.archive, self.store, TOLD)

    def edit(self, key: Key, edit: Edit) -> None:
        """Open an item again, and have it edited by others than those who judged it, or by the lead."""
        item = self.item(key)
        self.changed.add(key[1])
        if item.state == "decided":
            assert reopen(self.archive, self.store, [item], "a letter is wrong", self.lead).came_to == {
                "opened": [key[1]]
            }
            item = self.item(key)
        for who in (*self.errors, self.lead):
            if self.item(key).state in ("open", "adjudication") and self._may(who, item):
                self.store.submit(who, submission(self.store.take(who, item.id), edit))
        assert self.item(key).decision == edit, key
        self.write()

    def _may(self, who: int, item: Item) -> bool:
        earlier = [each for each in self.store.of_record(item.record) if each.kind == item.kind]
        said = {verdict.reviewer for each in earlier for verdict in self.store.verdicts(each.id, None)}
        return who not in said and (who == self.lead) == (self.store.item(item.id)[0].state == "adjudication")

    def make_again(self, otherwise: Sequence[str] = ()) -> None:
        """Make what is stale again as `company simulate` does, with the same content but for turns of these ids."""
        for kind in ("scenario", "plan", "dialogue", "turn", "case"):
            for record in self.archive.records(kind, ["stale"]):
                new = record.model_copy(update={"status": "accepted", "reason": None})
                turn = record.id.removesuffix(".normal")
                if turn in otherwise:
                    dialogue, _, position = turn.rpartition(".t")
                    (new,) = [each for each in turn_and_case(dialogue, int(position), "other") if each.id == record.id]
                    self.changed.add(record.id)
                self.archive.put_judged(new)
        self.write()

    def item(self, key: Key) -> Item:
        """The last round on a record that is in the queue."""
        found = [each for each in self.store.of_record(key[1]) if each.kind == key[0] and each.state != "stale"]
        return max(found, key=lambda each: each.round)

    def judged(self) -> dict[Key, tuple[str, tuple[tuple[int, str], ...]]]:
        """What stands of each turn and case: its decision, and who says what; of those that something is said of."""
        found = {}
        for item in self.store.live().values():
            if item.kind in ("turn", "case"):
                said = [each for each in self.store.verdicts(item.id, None) if each.standing]
                if said:
                    decision = item.decision.kind if item.decision else ""
                    words = tuple(sorted((each.reviewer, each.content.kind) for each in said))
                    found[item.kind, item.record] = (decision, words)
        return found
