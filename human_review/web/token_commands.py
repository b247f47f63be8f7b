"""`company review RUN tokens`: what programs come in by, made, listed and revoked.

What a command needs is imported when it runs, so that --help is quick.
"""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from typing import Any

from company.console.commands import DONE, add_json, as_json, say
from human_review.web.commands import opened_store

SCOPES = ("read", "judge", "lead")
DAYS = 30.0


def add(commands: Any) -> None:
    """Add `tokens` to the commands of `company review RUN`, which give `run` and `database`."""
    tokens = commands.add_parser("tokens", help="what programs come in by, each in the name of a person")
    does = tokens.add_subparsers(title="commands", metavar="COMMAND", required=True)
    made = does.add_parser("add", help="a token for somebody who was invited; it is told once")
    made.add_argument("name", metavar="NAME", help="whose, as `people` lists them: it sees what they may see")
    made.add_argument(
        "--scope",
        action="append",
        choices=SCOPES,
        help="what it may do, once or several times (default: read; of an admin, read and lead)",
    )
    made.add_argument("--days", type=float, default=DAYS, metavar="N", help=f"how long it lasts (default: {DAYS:g})")
    made.add_argument("--for", dest="called", default="", metavar="TEXT", help="what it is for, to know it again")
    made.set_defaults(call=_add)
    listed = does.add_parser("list", help="all that were made, their scopes, their end, and when they were used")
    add_json(listed)
    listed.set_defaults(call=_list)
    revoked = does.add_parser("revoke", help="end one at once")
    revoked.add_argument("number", type=int, metavar="NUMBER", help="as `list` tells it")
    revoked.set_defaults(call=_revoke)


def _add(chosen: argparse.Namespace) -> int:
    from human_review.web.serving import Where, address_of

    with closing(opened_store(chosen)) as store:
        role = {each.name: each.role for each in store.reviewers()}.get(chosen.name)
        scopes = chosen.scope or (["read", "lead"] if role == "admin" else ["read"])
        token, secret = store.tokens.make(chosen.name, scopes, chosen.days, chosen.called)
    say(secret)
    say(
        f"  token {token.id} of {chosen.name} may {', '.join(token.scopes)} until {_day(token.until)}: it is not told "
        f"again\n  {address_of(chosen.run, Where())}/api/v1/openapi.json says what it can ask for"
    )
    return DONE


def _list(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        found = [(each, store.tokens.good(each)) for each in store.tokens.listed()]
    if chosen.json:
        say(as_json([{**each.model_dump(mode="json"), "good": good} for each, good in found]))
        return DONE
    for each, good in found:
        ends = f"until {_day(each.until)}" if good else "revoked" if each.revoked is not None else "over"
        used = "never used" if each.used is None else f"last used {_day(each.used)}"
        called = f" ({each.called})" if each.called else ""
        say(f"{each.id}: {each.reviewer.name}{called}: {', '.join(each.scopes)}, {ends}, {used}")
    if not found:
        say("no token was made yet; begin with: tokens add NAME")
    return DONE


def _revoke(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        gone = store.tokens.revoke(chosen.number)
    say(f"token {gone.id} of {gone.reviewer.name} is good for nothing any more")
    return DONE


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at))
