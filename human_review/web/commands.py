"""`company review RUN`: serve the queue, invite people, say who they are, let them go.

What a command needs is imported when it runs, so that --help is quick.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.archive.naming import RUN, run_folder
from company.console.commands import DONE, add_json, as_json, say
from company.errors import ConfigError

if TYPE_CHECKING:
    from human_review.store import ReviewStore
    from human_review.web.serving import Where

ROLES = ("reviewer", "adjudicator", "admin")


def add_serving(review: argparse.ArgumentParser) -> None:
    """Add the options of `company review RUN` itself."""
    review.add_argument("run", type=run_folder, metavar="RUN", help=RUN)
    _add_where(review, None)
    review.add_argument("--database", metavar="URL", help="a PostgreSQL database for the queue, instead of a file")
    review.add_argument(
        "--scenario",
        metavar="SCENARIO",
        help="go by its [review], and by its changes (default: as `simulate` had it)",
    )
    review.add_argument("--no-browser", action="store_true", help="only print the link, do not open it")
    review.set_defaults(call=_serve)


def add(commands: Any) -> None:
    """Add `invite`, `people` and `dismiss` to the commands of `company review RUN`."""
    invite = commands.add_parser("invite", help="a sign-in link for somebody, or a new one in place of theirs")
    invite.add_argument("name", metavar="NAME", help="how they are called here")
    invite.add_argument("--role", choices=ROLES, help="adjudicators decide where reviewers differ (default: reviewer)")
    invite.add_argument(
        "--group",
        action="append",
        metavar="G",
        help="a group of [review.groups], whose kinds they get; repeatable",
    )
    _add_where(invite, argparse.SUPPRESS)
    invite.set_defaults(call=_invite)
    people = commands.add_parser("people", help="who was invited")
    add_json(people)
    people.set_defaults(call=_people)
    dismiss = commands.add_parser("dismiss", help="end somebody's access; what they said stays")
    dismiss.add_argument("name", metavar="NAME", help="as `people` lists it")
    dismiss.set_defaults(call=_dismiss)


def _add_where(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add where a review is found; for `invite`, these may stand before or after it."""
    parser.add_argument("--host", metavar="H", default=default, help="where to listen (default: this machine alone)")
    parser.add_argument(
        "--port", type=int, metavar="P", default=default, help="at which port (default: 8765, or the next free one)"
    )
    parser.add_argument(
        "--address", metavar="URL", default=default, help="where browsers find it, if another server passes them on"
    )


def _where(chosen: argparse.Namespace) -> Where:
    """Return where a review is found. Raises ConfigError for what is no port or address."""
    from human_review.web.serving import Where

    if chosen.port is not None and not 0 <= chosen.port <= 65535:
        raise ConfigError(f"--port {chosen.port} is no port; give a number from 1 to 65535")
    if chosen.address and not re.fullmatch(r"https?://[^/?#@\s]+/?", chosen.address):
        raise ConfigError(f"--address {chosen.address} is no place to start from; give one as https://review.example")
    return Where(chosen.host, chosen.port, (chosen.address or "").rstrip("/"))


def _serve(chosen: argparse.Namespace) -> int:
    from human_review.web.serving import serve

    where, browser = _where(chosen), not chosen.no_browser
    serve(chosen.run, where, url=chosen.database, browser=browser, say=say, scenario=chosen.scenario)
    return DONE


def _invite(chosen: argparse.Namespace) -> int:
    from human_review.web.serving import address_of

    where, groups = _where(chosen), known_groups(chosen.run, chosen.group) if chosen.group else None
    with closing(opened_store(chosen)) as store:
        known = {each.name: each for each in store.reviewers()}.get(chosen.name)
        role = chosen.role or (known.role if known is not None else "reviewer")
        token = store.invite(chosen.name, role, groups)
        (who,) = [each for each in store.reviewers() if each.name == chosen.name]
    say(f"{address_of(chosen.run, where)}/enter#{token}")
    ended = "; the link and the sign-ins that they had have ended" if known is not None else ""
    of = f" of {' and '.join(who.groups)}" if who.groups else ""
    say(f"  signs in {chosen.name} as {role}{of}: send it to them alone, it is not told again{ended}")
    return DONE


def known_groups(run: Path, asked: Sequence[str]) -> list[str]:
    """Return groups of people that were named, each once. Raises ConfigError for those that the run does not have."""
    from company.archive import Archive
    from company.reviewing import settings_of

    with Archive.open(run) as archive:
        known = settings_of(archive).groups
    if unknown := [each for each in asked if each not in known]:
        there = f"the groups there are {', '.join(known)}" if known else "it has none yet"
        raise ConfigError(
            f"--group {unknown[0]}: [review.groups] of the run has no such group ({there}); name it in "
            "simulation.toml, and run `company simulate` once more"
        )
    return list(dict.fromkeys(asked))


def _people(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        everyone = store.reviewers()
    if chosen.json:
        say(as_json([each.model_dump() for each in everyone]))
        return DONE
    for each in everyone:
        of = f" of {' and '.join(each.groups)}" if each.groups else ""
        say(f"{each.name}: {each.role}{of}{'' if each.active else ', dismissed'}")
    if not everyone:
        say(f"nobody is invited yet\nnext: company review {shlex.quote(str(chosen.run))} invite NAME")
    return DONE


def _dismiss(chosen: argparse.Namespace) -> int:
    with closing(opened_store(chosen)) as store:
        store.dismiss(chosen.name)
    say(f"{chosen.name} may not review any more; what they said stays")
    return DONE


def opened_store(chosen: argparse.Namespace) -> ReviewStore:
    """Return the run's queue. Raises ArchiveError where there is no such run."""
    from company.archive import Archive
    from human_review.store import ReviewStore

    with Archive.open(chosen.run):
        return ReviewStore.of_run(chosen.run, chosen.database)
