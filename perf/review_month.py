"""A month of reviewing in a minute: five people with known error rates, a lead, and edits at every level of the run.

    python -m perf.review_month [ITEMS [SEED]]

It tells how many decisions and verdicts stood before and after each edit, how many of them did not depend on it, and
ends with an error where one of these is lost; then, how often what was decided is right, and how far people agree,
beside what other programs reckon and what the error rates come to.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from company.archive import Archive
from human_review.store import ReviewStore
from human_review.verdicts import Edit
from tests.support.review import Clock, invited
from tests.support.review_figures import compared
from tests.support.review_month import Key, Month, records

TURNS = 10
PER_CLIENT = 3 + 2 * TURNS
PLAN = Edit(changes={"questions": [{"text": "What sells?", "result_types": [], "columns": []}]})
RATES = (0.0, 0.02, 0.05, 0.1, 0.2)


def main(items: int, seed: int) -> int:
    """Simulate the month. The exit code: 1 where something was lost."""
    clients = max(4, -(-(items - 1) // PER_CLIENT))
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        with Archive.create(run) as archive, ReviewStore.of_run(run) as store:
            store._clock = Clock()
            for each in records(clients, TURNS):
                archive.put(each)
            people = invited(store, "Ann", "Ben", "Cy", "Di", "Ed")
            lead = store.reviewer(store.invite("Lea", "admin")).id
            month = Month(archive, store, dict(zip(people, RATES, strict=True)), lead, random.Random(seed))
            return simulated(month, clients)


def simulated(month: Month, clients: int) -> int:
    """Work through a queue, with edits where most of it is judged."""
    start = time.perf_counter()
    print(f"{month.begin():,} items of {clients:,} clients")
    said = month.work(clients * PER_CLIENT * 5 // 4)
    month.write()
    print(f"{said:,} verdicts in {time.perf_counter() - start:.0f} s")
    lost = 0
    words = Edit(changes={"background": "buys wine"}, keep=True)
    edits: list[tuple[str, Key, Edit, str]] = [
        ("a letter of the table's description", ("table", "shop"), Edit(changes={"description": "A."}, keep=True), ""),
        ("a client's words", ("persona", "shop.p1"), words, ""),
        ("a client, made again", ("persona", "shop.p2"), Edit(changes={"background": "sells"}), "shop.p2.s1.d1.t03"),
        ("a plan, made again", ("plan", "shop.p3.s1.plan"), PLAN, "shop.p3.s1.d1.t01"),
        ("an answer", ("turn", "shop.p4.s1.d1.t02"), Edit(changes={"answer": "there"}), "shop.p4.s1.d1.t02"),
    ]
    for told, key, edit, depends in edits:
        lost += edited(month, told, key, edit, depends)
    month.finish()
    live = month.store.live().values()
    undecided = sum(item.state != "decided" for item in live)
    wrong = sum(item.decision != month.right(item) for item in live if item.kind == "case" and item.round == 1)
    cases = sum(item.kind == "case" for item in live)
    print(f"{undecided:,} undecided in the end; {cases - wrong:,} of {cases:,} cases decided as is right")
    figures = [each for kind in ("turn", "case") for each in compared(month, kind)]
    print(*figures, sep="\n")
    outside, unlike = sum(not each.holds for each in figures), sum(not each.equal for each in figures)
    print(f"{len(figures):,} figures: {unlike:,} unlike other programs', {outside:,} beside the truth (5 % expected)")
    print(f"{time.perf_counter() - start:.0f} s in all; {lost:,} lost")
    return 1 if lost or undecided or unlike else 0


def edited(month: Month, told: str, key: Key, edit: Edit, depends: str) -> int:
    """Make one edit, and what follows from it; return how many judged items that do not depend on it are lost."""
    before = month.judged()
    month.edit(key, edit)
    month.make_again(otherwise=[depends] if depends and key[0] != "turn" else [])
    after = month.judged()
    stays = {each: said for each, said in before.items() if each[1] not in (depends, f"{depends}.normal")}
    # What people rejected is asked about no more, and stays rejected in the run.
    lost = sum(
        after.get(each) != said and not (said[0] == "reject" and month.archive.status(each[1]) == "rejected")
        for each, said in stays.items()
    )
    print(f"{told}: {len(before):,} judged before, {len(before) - len(stays):,} depend on it, {lost:,} lost")
    return lost


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1))
