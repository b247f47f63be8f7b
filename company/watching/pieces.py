"""The page in pieces: what stands at its head, the list of conversations, and the parts of one of them.

Each piece has a version, and a browser says which ones it has: only others are sent. So the server keeps nothing of
those who look on.
"""

from __future__ import annotations

import functools
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import jinja2

from company.archive import Look, Row
from company.evaluation.page import Page as Templates
from company.records import USABLE
from company.reporting.funnel import FATE_WORDS
from company.reporting.pages import environment
from company.reporting.telling import telling_of
from company.watching.contract import Listed, Part
from company.watching.following import Follower, Standing

ROOM = "company.watching"
LISTED, MOST_LISTED = 20, 200
"""Conversations in the list, and the most that it may be asked to hold."""
_PLAIN = Templates(ROOM, "part")
_SPEAKERS = 4
_PAGES, _PARTS = 20, 300
"""Pages and parts that are kept as they were shown."""
_WORDS = {**FATE_WORDS, "waiting": "passed the gate", "spare": "set aside"}
"""While a run goes on, what has passed the gate is settled at the end of a round."""


@dataclass(frozen=True)
class Piece:
    """A piece of the page."""

    name: str
    """Of its element."""
    version: str
    html: str
    told: str = ""
    """What is announced when it comes or changes."""


@dataclass(frozen=True)
class Page:
    """What a browser is shown."""

    conversation: str
    """The id of the one that is shown; empty where there is none yet."""
    standing: Standing
    head: Piece
    listed: Piece
    parts: tuple[Piece, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All of them."""
        return (self.head, self.listed, *self.parts)

    @property
    def cursor(self) -> str:
        """What a browser has that has all of them."""
        return ",".join(f"{each.name}~{each.version}" for each in self.pieces)


@dataclass(frozen=True)
class Speaker:
    """Who was heard of late."""

    role: str
    stage: str
    record: str
    conversation: str


class Window:
    """Makes the page of a run, and of it only anew what has changed."""

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        self._parts: OrderedDict[tuple[str, str, str], Piece] = OrderedDict()
        self._lines: OrderedDict[str, tuple[list[Row], Listed]] = OrderedDict()
        self._pages: OrderedDict[tuple[str, int], tuple[int, Page]] = OrderedDict()

    def page(self, wanted: str = "", most: int = LISTED, *, at_once: bool = False) -> Page:
        """Return the page with a conversation, else with the one that was last heard of; `at_once`: as it is now.

        Raises ArchiveError where the run cannot be read now.
        """
        key = (wanted, most)
        made, page = self._pages.get(key, (-1, None))
        if page is not None and made == self.follower.generation and not self.follower.changed(at_once=at_once):
            return page
        with self.follower.opened(at_once=at_once) as look:
            page = self._made(look, wanted, most)
            _keep(self._pages, key, (self.follower.generation, page), _PAGES)
            return page

    def styles(self) -> str:
        """Return the stylesheet: that of reports, and what the family adds."""
        with self.follower.opened():
            watching = self.follower.live
        names = ("page.css", "run.css", *watching.styles, "narrow.css", "watch.css")
        return "\n".join(templates(watching.page).get_template(name).render() for name in names)

    def figure(self, record: str) -> bytes | None:
        """Return the last figure of a record, as PNG; None where it has none."""
        with self.follower.opened() as look:
            found = look.figures(record)
        return found[-1] if found else None

    def _made(self, look: Look, wanted: str, most: int) -> Page:
        standing, latest = self.follower.standing, self.follower.latest
        assert standing is not None, "what was opened has been read"
        conversation = wanted or next(iter(latest), "")
        heard = [each for of, each in self.follower.recent if of == conversation and standing.state != "ended"]
        rows = look.rows_below(conversation, sizes=True) if conversation else []
        parts = self.follower.live.parts(look, conversation, rows, heard)
        return Page(
            conversation,
            standing,
            self._piece("head", "head.html", standing=standing, speakers=self._speakers(), **self._figures(standing)),
            self._listed(look, latest, conversation, most),
            tuple(self._part(look, conversation, each) for each in parts),
        )

    def _figures(self, standing: Standing) -> dict[str, Any]:
        lives = telling_of(self.follower.live.family).lives
        counts = {
            plural: sum(standing.counts.get(kind, {}).get(status, 0) for status in USABLE)
            for kind, plural in lives.items()
            if kind in standing.counts
        }
        sums = standing.sums
        return {
            "made": counts,
            "noun": self.follower.live.noun,
            "under_way": self.follower.live.under_way(standing.counts),
            "usd": sums.usd if sums.priced == sums.calls else None,
            "tokens": (sums.read, sums.written) if sums.counted == sums.calls else (None, None),
            "written": datetime.fromtimestamp(standing.written, UTC).strftime("%H:%M:%S UTC"),
        }

    def _speakers(self) -> list[Speaker]:
        """Return who was heard last, the last of all first, each of them once."""
        found: dict[tuple[str, str], Speaker] = {}
        for conversation, each in reversed(self.follower.recent):
            found.setdefault((each.stage, each.record), Speaker(each.role, each.stage, each.record, conversation))
            if len(found) == _SPEAKERS:
                break
        return list(found.values())

    def _listed(self, look: Look, latest: Sequence[str], shown: str, most: int) -> Piece:
        watching = self.follower.live
        rows = [(each, self._line(look, each)) for each in latest[:most]]
        more = min(most + LISTED, MOST_LISTED) if len(latest) > most < MOST_LISTED else 0
        return self._piece(
            "list",
            "list.html",
            rows=rows,
            shown=shown,
            all=len(latest),
            most=most,
            usual=LISTED,
            more=more,
            noun=watching.noun,
        )

    def _line(self, look: Look, conversation: str) -> Listed:
        rows = look.rows_below(conversation)
        known, line = self._lines.get(conversation, (None, None))
        if line is None or known != rows:
            line = self.follower.live.listed(look, conversation, rows)
        _keep(self._lines, conversation, (rows, line), MOST_LISTED)
        return line

    def _part(self, look: Look, conversation: str, part: Part) -> Piece:
        key = (conversation, part.name, part.version)
        if (known := self._parts.get(key)) is not None:
            self._parts.move_to_end(key)
            return known
        content = dict(self.follower.live.content(look, conversation, part))
        told = str(content.pop("told", ""))
        html = self._rendered(f"{self.follower.live.page.name}.html", part=part, **content)
        made = Piece(f"part-{part.name}", part.version, html, told)
        _keep(self._parts, key, made, _PARTS)
        return made

    def _piece(self, name: str, template: str, **context: Any) -> Piece:
        html = self._rendered(template, **context)
        return Piece(name, hashlib.sha256(html.encode()).hexdigest()[:8], html)

    def _rendered(self, template: str, **context: Any) -> str:
        return templates(self.follower.live.page).get_template(template).render(context)


@functools.cache
def templates(page: Templates = _PLAIN) -> jinja2.Environment:
    """Return the templates of the page, with those of a family's parts."""
    made = environment(page, ROOM).overlay()
    made.globals = {**made.globals, "FATES": _WORDS}
    return made


def _keep(kept: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
