"""`company review RUN webhooks`: where messages are sent, what became of them, and sending them now.

What a command needs is imported when it runs, so that --help is quick.
"""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from company.console.commands import DONE, FAILED, add_json, as_json, say
from human_review.web.commands import opened_store
from human_review.web.hosts import is_safe

if TYPE_CHECKING:
    from human_review.store import Delivery, HookEvent

EVENTS: tuple[HookEvent, ...] = ("item.decided", "item.adjudicated", "gate.opened")


def add(commands: Any) -> None:
    """Add `webhooks` to the commands of `company review RUN`, which give `run` and `database`."""
    hooks = commands.add_parser("webhooks", help="addresses that are told when something is decided")
    does = hooks.add_subparsers(title="commands", metavar="COMMAND", required=True)
    made = does.add_parser("add", help="send messages to an address; tells the secret that they are signed with")
    made.add_argument("url", metavar="URL", help="where to, as https://example.org/review")
    made.add_argument(
        "--on", action="append", choices=EVENTS, help="of what, once or several times (default: of all of it)"
    )
    made.set_defaults(call=_add)
    listed = does.add_parser("list", help="all addresses, and how many messages wait for each")
    add_json(listed)
    listed.set_defaults(call=_list)
    told = does.add_parser("secret", help="the secret of one, once more")
    gone = does.add_parser("remove", help="send nothing there any more")
    for each, call in ((told, _secret), (gone, _remove)):
        each.add_argument("number", type=int, metavar="NUMBER", help="as `list` tells it")
        each.set_defaults(call=call)
    log = does.add_parser("log", help="the last messages, and what became of each")
    add_json(log)
    log.set_defaults(call=_log)
    now = does.add_parser("send", help="send what is due without a server, or one message again")
    now.add_argument("--again", type=int, metavar="NUMBER", help="of a message in the log, whatever became of it")
    now.set_defaults(call=_send)


def _add(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        made = store.webhooks.add(chosen.url, chosen.on or EVENTS)
    if not is_safe(made.url):
        say("warning: this is plain HTTP, which others on the way can read; better give an address with https")
    say(f"webhook {made.id} is told of {', '.join(made.events)}, while the review is served or by `webhooks send`")
    return _tell_secret(chosen, made.id)


def _list(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        found = [each for each in store.webhooks.listed() if each.active]
    if chosen.json:
        say(as_json([each.model_dump(mode="json") for each in found]))
        return DONE
    for each in found:
        say(f"{each.id}: {each.url}: {', '.join(each.events)}; {each.waiting:,} messages wait")
    if not found:
        say("nobody is told anything yet; begin with: webhooks add URL")
    return DONE


def _secret(chosen: argparse.Namespace) -> int:
    from company.errors import ReviewError

    with closing(opened_store(chosen)) as store:
        if chosen.number not in {each.id for each in store.webhooks.listed()}:
            raise ReviewError(f"there is no webhook {chosen.number}; `webhooks list` has their numbers")
    return _tell_secret(chosen, chosen.number)


def _tell_secret(chosen: argparse.Namespace, number: int) -> int:
    from human_review.web.delivering import secret_text
    from human_review.web.signing import Keys

    say(f"  its secret: {secret_text(Keys.of_run(chosen.run).webhook(number))}")
    return DONE


def _remove(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        gone = store.webhooks.remove(chosen.number)
    say(f"webhook {gone.id} is told nothing any more")
    return DONE


def _log(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        found = store.webhooks.log()
    if chosen.json:
        say(as_json([each.model_dump(mode="json") for each in found]))
        return DONE
    for each in found:
        say(_line(each))
    if not found:
        say("no message was made yet")
    return DONE


def _line(each: Delivery) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.made))
    tried = f" after {each.tries} {'try' if each.tries == 1 else 'tries'}" if each.tries else ""
    return f"{each.id}: {when} {each.event} to webhook {each.webhook}: {each.state}{tried}" + (
        f" ({each.answer})" if each.answer else ""
    )


def _send(chosen: argparse.Namespace) -> int:
    from human_review.web.delivering import deliver
    from human_review.web.signing import Keys

    with closing(opened_store(chosen)) as store:
        if chosen.again is not None:
            store.webhooks.again(chosen.again)
        taken, failed = deliver(store, Keys.of_run(chosen.run))
    say(f"messages: {taken:,} taken, {failed:,} not taken; those are sent again later")
    return FAILED if failed else DONE
