"""What the search page was asked, and what it offers to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args
from urllib.parse import urlencode

from pydantic import BaseModel

from company.records import FlagKind
from company.reviewing.kinds import Kinds
from human_review.forms import FORMS
from human_review.store import ItemState, Reviewer, Search, Wanted
from human_review.web.desk import Desk
from human_review.web.words import why_words

STATE_WORDS: Mapping[ItemState, str] = {
    "open": "open",
    "adjudication": "in adjudication",
    "decided": "decided",
    "stale": "stale",
}
VERDICTS = tuple(dict.fromkeys(word for form in FORMS.values() for word in (*form.classes, *form.says)))
"""What can be said, in a word."""


class Asked(BaseModel):
    """What the search page was asked; what is not known is left out."""

    q: str = ""
    kind: str = ""
    state: str = ""
    under: str = ""
    why: str = ""
    verdict: str = ""
    reviewer: str = ""
    reason: str = ""
    category: str = ""
    flag: str = ""
    mine: bool = False
    asks: bool = False
    after: str = ""

    def search(self, kinds: Kinds) -> Search:
        """Return the query as the store knows it."""
        kind = self.kind if self.kind in kinds else None
        state = self.state if self.state in STATE_WORDS else None
        reviewer = int(self.reviewer) if self.reviewer.isdecimal() and len(self.reviewer) < 10 else None
        said = Wanted(self.verdict, reviewer, self.reason)
        return Search(
            text=self.q,
            kind=kind,
            state=cast(ItemState | None, state),
            under=self.under,
            why=self.why,
            mine=self.mine,
            category=self.category,
            flag=self.flag,
            said=said if said else None,
            asks=self.asks,
        )

    @property
    def told(self) -> dict[str, Any]:
        """What was asked, without the place in the list."""
        return self.model_copy(update={"after": ""}).model_dump(exclude_defaults=True)

    def address(self, after: str) -> str:
        """Return the address of the page that begins after a position."""
        return f"/search?{urlencode({**self.told, **({'after': after} if after else {})})}"


def offered(desk: Desk, who: Reviewer) -> dict[str, Any]:
    """Return what can be asked for; of people, who runs the review is offered everybody."""
    kinds = desk.kinds
    lead = who.role == "admin"
    reasons = desk.store.leading.reasons(who.id)
    return {
        "states": STATE_WORDS,
        "kinds": desk.asked,
        "whys": why_words(kinds),
        "verdicts": VERDICTS,
        "categories": desk.store.categories(),
        "flags": get_args(FlagKind),
        "reviewers": desk.store.reviewers() if lead else [],
        "reasons": reasons.most_common(),
        "lead": lead,
    }
