"""The server of one run's review, and what it does beside answering: fill the queue, write decisions to the run."""

from __future__ import annotations

import contextlib
import errno
import getpass
import ipaddress
import shlex
import socket
import threading
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from company.archive import Archive
from company.config.loading import find
from company.errors import ConfigError, ReviewError
from human_review.queueing.following import Followed
from human_review.store import Reviewer, ReviewStore
from human_review.web.access import EVERYWHERE
from human_review.web.app import application
from human_review.web.connections import most_connections, patient
from human_review.web.delivering import delivering
from human_review.web.desk import Desk
from human_review.web.hosts import LOOPBACK
from human_review.web.issuer import Issuer
from human_review.web.logs import spare
from human_review.web.signing import Keys
from human_review.web.tending import Say, tended

HOST, PORT = "localhost", 8765
PORTS_TRIED = 50
ADDRESS = "review.address"
"""File in the run's folder that says where its review is served, while it is."""


@dataclass(frozen=True)
class Where:
    """Where a server listens, and where browsers find it."""

    host: str | None = None
    """None: this machine alone."""
    port: int | None = None
    """None: the first that is free."""
    address: str = ""
    """Of another server that passes requests on, as "https://review.example"."""

    @property
    def names(self) -> frozenset[str]:
        """The names under which it answers."""
        machine = {socket.gethostname(), socket.getfqdn()}
        shown = {HOST} if not self.host else {self.host, *machine} if self.host in EVERYWHERE else {self.host}
        public = urlsplit(self.address).hostname
        return LOOPBACK | {name.lower() for name in (*shown, public) if name}

    def link(self, port: int) -> str:
        """Return the address for links."""
        if self.address:
            return self.address
        wide = beyond_loopback(self.host or HOST)
        shown = self.host if self.host and self.host not in EVERYWHERE else socket.gethostname() if wide else HOST
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def serve(run: Path, where: Where, *, url: str | None, browser: bool, say: Say, scenario: str | None = None) -> None:
    """Serve a run's review until interrupted. `url`: the queue's PostgreSQL database, instead of a file in the run.

    `scenario`: what the run goes by in its [review], from now on, as its file says it at any time.

    Raises ArchiveError where there is no such run, ReviewError where its queue cannot be had or may not be shown so
    widely, ConfigError where the port is taken, or what it is told of an issuer or a scenario cannot be used.
    """
    with Archive.open(run):  # raises where there is no such run
        pass
    file = None if scenario is None else find(scenario)
    if file:
        Followed(run, file).take_up()
    wide, issuer = beyond_loopback(where.host or HOST), Issuer.of_run(run)
    with contextlib.closing(ReviewStore.of_run(run, url)) as store:
        if wide and issuer is None and not store.reviewers():
            raise ReviewError(
                f"--host {where.host} lets others in, and nobody is invited; "
                f"begin with: company review {shlex.quote(str(run))} invite NAME"
            )
        desk = Desk(run, store, None, Keys.of_run(run), where.names, wide, where.address, issuer)
        with contextlib.closing(listening(where.host or HOST, where.port)) as listener, tended(run, url, file, say):
            address = where.link(listener.getsockname()[1])
            with _noted(run, address), delivering(store, desk.keys):
                _greet(desk, address, say, browser)
                answer(application(desk), listener)


def beyond_loopback(host: str) -> bool:
    """Return whether others than this machine can reach a server there."""
    if host in LOOPBACK:
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def starter(store: ReviewStore) -> Reviewer:
    """Return the admin who starts the server; their earlier sign-ins stay."""
    name = _user()
    known = {each.name: each for each in store.reviewers()}
    if name in known and known[name].active and known[name].role == "admin":
        return known[name]
    # Who may start it has the database, too: the token of this invitation is nothing that they need.
    return store.reviewer(store.invite(name, "admin"))


def address_of(run: Path, where: Where) -> str:
    """Return the address where a run's review is found: as it is told, as it is served just now, or by default."""
    file = run / ADDRESS
    if where != Where():
        return where.link(PORT if where.port is None else where.port)
    return file.read_text(encoding="utf-8").strip() if file.is_file() else f"http://{HOST}:{PORT}"


def listening(host: str, port: int | None) -> socket.socket:
    """Return a socket at the port, or at the next one that is free where none was asked for. Raises ConfigError."""
    for tried in range(PORT, PORT + PORTS_TRIED) if port is None else (port,):
        try:
            family, _, _, _, place = socket.getaddrinfo(host, tried, type=socket.SOCK_STREAM)[0]
            opened = socket.create_server(place[:2], family=family)
            # asyncio does so for sockets of its own alone; without it, many an answer waits 40 ms for its second part.
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return opened
        except socket.gaierror as problem:
            raise ConfigError(f"--host {host} is no address of this machine ({problem.strerror}); give one") from None
        except OSError as problem:
            if problem.errno != errno.EADDRINUSE:
                raise ConfigError(
                    f"{host}:{tried} cannot be listened at ({problem.strerror}); give another --host or --port"
                ) from None
    raise ConfigError(f"port {port or PORT} is taken; give another --port, or leave it out to have one found")


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in some containers
        return "admin"


@contextlib.contextmanager
def _noted(run: Path, address: str) -> Iterator[None]:
    file = run / ADDRESS
    file.write_text(f"{address}\n", encoding="utf-8")
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def _greet(desk: Desk, address: str, say: Say, browser: bool) -> None:
    who = starter(desk.store)
    link = f"{address}/enter#{desk.keys.ticket(who.id, time.time())}"
    say(f"review: {desk.run}, {desk.store.standing(who.id).sentence()}")
    if desk.wide and not desk.address.startswith("https:"):
        say("warning: this is plain HTTP, which others on the way can read; put a server with TLS before it")
    say(f"open: {link}\n  it signs in {who.name} as admin, for an hour from now: keep it to yourself")
    say(f"invite others: company review {shlex.quote(str(desk.run))} invite NAME")
    say("stop with Ctrl+C; what people have said is kept")
    if browser:
        open_browser(link)


def open_browser(link: str) -> None:
    """Show a page in a browser, without waiting for it."""
    threading.Thread(target=_open, args=(link,), daemon=True).start()


def _open(link: str) -> None:
    """Show a page in a browser of its own window; a browser in this terminal would take it over."""
    with contextlib.suppress(webbrowser.Error):
        found = webbrowser.get()
        if type(found) is not webbrowser.GenericBrowser:
            found.open(link)


def answer(app: ASGIApp, listener: socket.socket) -> None:
    """Answer browsers until interrupted."""
    config = uvicorn.Config(
        app,
        http=patient(most_connections()),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
    )
    spare()
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
