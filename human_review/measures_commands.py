"""`company review RUN progress` and `company review RUN gold`: parse, call, print."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from company.console.commands import DONE, add_json, as_json, say
from company.errors import ConfigError, ReviewError

if TYPE_CHECKING:
    from human_review.store import ReviewStore
    from human_review.verdicts import Said


def add(commands: Any) -> None:
    """Add both to the commands of `company review RUN`, whose parser knows `run` and `database`."""
    progress = commands.add_parser("progress", help="how far the review is, and what it says, in figures")
    add_json(progress)
    progress.set_defaults(call=_progress)
    gold = commands.add_parser("gold", help="items whose right verdict is known, given to reviewers among the others")
    does = gold.add_subparsers(title="commands", metavar="COMMAND", required=True)
    marked = does.add_parser("add", help="mark items; what is right is their decision, unless you say it")
    marked.add_argument("items", nargs="*", metavar="ITEM", help="an item's id, or its record's")
    marked.add_argument(
        "--verdict", metavar="V", help="accept, reject, keep, drop, yes, no, or a verdict as JSON; it decides the item"
    )
    marked.add_argument(
        "--planted", type=int, default=0, metavar="N", help="N more, of opinions, in which something was planted"
    )
    marked.set_defaults(call=_gold_add)
    unmarked = does.add_parser("remove", help="mark items no more; their decisions stay")
    unmarked.add_argument("items", nargs="+", metavar="ITEM", help="an item's id, or its record's")
    unmarked.set_defaults(call=_gold_remove)
    listed = does.add_parser("list", help="what is marked, and how often it was judged")
    add_json(listed)
    listed.set_defaults(call=_gold_list)


def _progress(chosen: argparse.Namespace) -> int:
    from company.archive import Archive
    from human_review.measures import measures
    from human_review.measures_text import measures_json, measures_text

    with _store(chosen) as store, Archive.open(chosen.run) as archive:
        found = measures(store, archive)
    say(as_json(measures_json(found)) if chosen.json else measures_text(found))
    return DONE


def _gold_add(chosen: argparse.Namespace) -> int:
    expected = None if chosen.verdict is None else _verdict(chosen.verdict)
    if chosen.planted < 0 or not (chosen.items or chosen.planted):
        raise ConfigError("nothing says which items: give ITEMs, or --planted N with a number from 1")
    with _store(chosen) as store:
        marked = [_item(store, named) for named in chosen.items]
        for item in marked:
            store.mark_gold(item, expected)
        if chosen.planted and not (drawn := store.mark_planted(chosen.planted)):
            raise ReviewError("no item is left in which something was planted and that nobody has had in hand yet")
        known = {each.item: each for each in store.gold()}
        for gold in (known[item] for item in (*marked, *(drawn if chosen.planted else ()))):
            say(f"gold: {gold.record} ({gold.kind}), right is {gold.expected.kind}")
    return DONE


def _gold_remove(chosen: argparse.Namespace) -> int:
    with _store(chosen) as store:
        for named in chosen.items:
            store.unmark_gold(_item(store, named))
            say(f"gold no more: {named}")
    return DONE


def _gold_list(chosen: argparse.Namespace) -> int:
    with _store(chosen) as store:
        found = store.gold()
    if chosen.json:
        say(as_json([each.model_dump(mode="json") for each in found]))
        return DONE
    for each in found:
        rest = "" if each.state == "decided" else f"; not given out, since it is {each.state}"
        how = "given" if each.given else "its decision"
        right = f"{each.expected.kind} ({how})"
        say(f"{each.item}  {each.record} ({each.kind}): {right}, judged {each.judged:,} times{rest}")
    if not found:
        say("nothing is marked as gold; begin with: gold add ITEM")
    return DONE


@contextlib.contextmanager
def _store(chosen: argparse.Namespace) -> Iterator[ReviewStore]:
    """Return the run's queue; only of a folder that is a run, so that no other gets one."""
    from company.archive import Archive
    from human_review.store import ReviewStore

    with Archive.open(chosen.run), ReviewStore.of_run(chosen.run, getattr(chosen, "database", None)) as store:
        yield store


def _item(store: ReviewStore, named: str) -> str:
    """Return the id of an item, or of the newest item of a record, that is not stale. Raises ReviewError for none."""
    with contextlib.suppress(ReviewError):
        return store.item(named)[0].id
    found = [each for each in store.of_record(named) if each.state != "stale"]
    if not found:
        raise ReviewError(f"there is no item {named}, and none of a record called so; look for it on the search page")
    return found[-1].id


def _verdict(text: str) -> Said:
    """Return a verdict from its word or its JSON. Raises ConfigError where it is neither."""
    from pydantic import ValidationError

    from human_review.verdicts import CONTENT, Accept, Answer, Keep, Reject, Withdrawn

    words: dict[str, Said] = {
        "accept": Accept(),
        "reject": Reject(reasons=("known to be wrong",)),
        "keep": Keep(keep=True),
        "drop": Keep(keep=False),
        "yes": Answer(reply="yes"),
        "no": Answer(reply="no"),
    }
    if text in words:
        return words[text]
    try:
        found = CONTENT.validate_json(text)
    except ValidationError as error:
        raise ConfigError(
            f"--verdict {text} is no verdict ({error.errors()[0]['msg']}); give one of {', '.join(words)}, "
            'or JSON such as {"kind": "choose", "option": "shop.p1.s2"}'
        ) from None
    if isinstance(found, Withdrawn):
        raise ConfigError("--verdict: what is withdrawn cannot be right; say what is")
    return found
