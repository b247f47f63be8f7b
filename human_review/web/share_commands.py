"""`company review RUN shares`: which part of a kind somebody is given, said, listed and ended.

What a command needs is imported when it runs, so that --help is quick.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import TYPE_CHECKING, Any

from company.console.commands import DONE, add_json, as_json, say
from company.errors import ConfigError
from human_review.web.commands import known_groups, opened_store

if TYPE_CHECKING:
    from human_review.store import ReviewStore, ShareStanding


def add(commands: Any) -> None:
    """Add `shares` to the commands of `company review RUN`, which give `run` and `database`."""
    shares = commands.add_parser("shares", help="which part of a kind a person or a group is given")
    does = shares.add_subparsers(title="commands", metavar="COMMAND", required=True)
    made = does.add_parser("add", help="have somebody be given a part of a kind, of what is undecided and what comes")
    made.add_argument("kind", metavar="KIND", help="a kind of record, such as turn")
    made.add_argument("percent", metavar="PERCENT", help="what part of its items, such as 30")
    _add_whose(made)
    made.set_defaults(call=_add)
    listed = does.add_parser("list", help="who is given which part, and how far they are")
    add_json(listed)
    listed.set_defaults(call=_list)
    ended = does.add_parser("remove", help="end one; what was kept is everybody's again")
    ended.add_argument("kind", metavar="KIND", help="as `list` tells it")
    _add_whose(ended)
    ended.set_defaults(call=_remove)


def _add_whose(parser: argparse.ArgumentParser) -> None:
    whose = parser.add_mutually_exclusive_group(required=True)
    whose.add_argument("--person", metavar="NAME", help="as `people` lists them")
    whose.add_argument("--group", metavar="G", help="a group of [review.groups]: its people together")


def _add(chosen: argparse.Namespace) -> int:
    from human_review.store import KindShare
    from human_review.web.words import part_of

    part = part_of(chosen.percent)
    if chosen.group is not None:
        known_groups(chosen.run, [chosen.group])
    with closing(opened_store(chosen)) as store:
        whose = _whose(chosen, store)
        store.leading.give_share(KindShare(kind=chosen.kind, whose=whose, share=part))
        (found,) = [each for each in store.leading.shares() if _is(each, chosen.kind, whose)]
        say(_line(found, _names(store)))
    return DONE


def _list(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        found, names = store.leading.shares(), _names(store)
    if chosen.json:
        say(as_json([_as_json(each, names) for each in found]))
        return DONE
    for each in found:
        say(_line(each, names))
    if not found:
        say("nobody is given a part of a kind; begin with: shares add KIND PERCENT --person NAME")
    return DONE


def _remove(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        store.leading.end_share(chosen.kind, _whose(chosen, store))
    say(f"the {chosen.kind} items that were kept for {chosen.person or chosen.group} are everybody's")
    return DONE


def _whose(chosen: argparse.Namespace, store: ReviewStore) -> str:
    """Return for whom places are kept. Raises ConfigError for a name that is nobody's."""
    if chosen.group is not None:
        return f"group:{chosen.group}"
    known = {each.name: each.id for each in store.reviewers()}
    if chosen.person not in known:
        raise ConfigError(f"--person {chosen.person}: there is no such reviewer; look at `people` for the name")
    return f"person:{known[chosen.person]}"


def _is(standing: ShareStanding, kind: str, whose: str) -> bool:
    return (standing.share.kind, standing.share.whose) == (kind, whose)


def _names(store: ReviewStore) -> dict[str, str]:
    return {f"person:{each.id}": each.name for each in store.reviewers()}


def _line(standing: ShareStanding, names: dict[str, str]) -> str:
    from human_review.web.words import far_in_words

    told = standing.share
    who = names.get(told.whose) or f"the group {told.whose.removeprefix('group:')}"
    return f"{who}: {100 * told.share:.4g} % of {told.kind}: {far_in_words(standing)}"


def _as_json(standing: ShareStanding, names: dict[str, str]) -> dict[str, Any]:
    told = standing.share
    of, _, named = told.whose.partition(":")
    return {
        "kind": told.kind,
        "person": names.get(told.whose) if of == "person" else None,
        "group": named if of == "group" else None,
        "share": told.share,
        "items": told.passed,
        "given": told.given,
        "done": standing.done,
        "waiting": standing.waiting,
        "others": standing.others,
    }
