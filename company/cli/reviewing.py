"""`company review` and its own commands, which `human_review` brings along."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any, *, whole: bool) -> None:
    """Add the review queue; `whole`: with its own commands, whose modules the other commands do without."""
    review = commands.add_parser("review", help="what people think of a run: the queue in a browser, and its commands")
    if not whole:
        return
    import company.cli.rating as rating
    from human_review import measures_commands as measures
    from human_review.interchange import commands as interchange
    from human_review.queueing import commands as queueing
    from human_review.web import commands as web
    from human_review.web import share_commands as shares
    from human_review.web import token_commands as tokens
    from human_review.web import webhook_commands as webhooks

    web.add_serving(review)
    inner = review.add_subparsers(title="commands", metavar="[COMMAND]")
    for room in (web, shares, tokens, webhooks, queueing, rating, measures, interchange):
        room.add(inner)
    for each in inner.choices.values():
        each.add_argument("--database", metavar="URL", default=argparse.SUPPRESS, help="as above")
