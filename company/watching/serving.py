"""The server of one run that is watched."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from company.archive import Look
from company.watching.app import Server, application
from human_review.web.serving import HOST, Where, answer, beyond_loopback, listening, open_browser


def watch(run: Path, where: Where, *, browser: bool, say: Callable[[str], None]) -> None:
    """Serve the pages on a run until interrupted; nothing is written to it.

    Raises ArchiveError where there is no such run, ConfigError where the port is taken.
    """
    with Look.open(run):  # raises where there is no such run
        pass
    server = Server(run, where.names, beyond_loopback(where.host or HOST))
    with contextlib.closing(listening(where.host or HOST, where.port)) as listener:
        link = where.link(listener.getsockname()[1])
        if server.wide:
            link = f"{link}/?key={server.key}"
            say("warning: this is plain HTTP, which others on the way can read, and the page shows what is right")
        say(f"watch: {run}\nopen: {link}")
        say("stop with Ctrl+C; the run goes on without it")
        if browser:
            open_browser(link)
        answer(application(server), listener)
