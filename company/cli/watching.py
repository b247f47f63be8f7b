"""`company watch`: parse, call."""

from __future__ import annotations

import argparse
from typing import Any

from company.archive.naming import RUN, run_folder
from company.console.commands import DONE, say, whole
from company.errors import ConfigError


def add(commands: Any) -> None:
    """Add it to the command line's commands."""
    watch = commands.add_parser("watch", help="the company at work, in a browser, while it simulates or later")
    watch.add_argument("run", type=run_folder, metavar="RUN", help=RUN)
    watch.add_argument("--host", metavar="H", help="where to listen (default: this machine alone)")
    watch.add_argument("--port", type=whole, metavar="P", help="at which port (default: 8765, or the next free one)")
    watch.add_argument("--no-browser", action="store_true", help="only print the link, do not open it")
    watch.set_defaults(call=_watch)


def _watch(chosen: argparse.Namespace) -> int:
    from company.watching.serving import watch
    from human_review.web.serving import Where

    if chosen.port is not None and not 0 <= chosen.port <= 65535:
        raise ConfigError(f"--port {chosen.port} is no port; give a number from 1 to 65535")
    watch(chosen.run, Where(chosen.host, chosen.port), browser=not chosen.no_browser, say=say)
    return DONE
