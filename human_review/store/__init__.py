"""The queue's tables and protocol: who judges what, blindly, twice, and nothing that was said is ever lost.

`values` has the nouns that all modules share, the others each their own; `store` has what is done, `asking` what is
asked. Names are looked up here only when asked for, so that a module of the store can be imported without all others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from human_review.store.claiming import LEASE_SECONDS as LEASE_SECONDS
    from human_review.store.comments import Comment as Comment
    from human_review.store.events import Event as Event
    from human_review.store.guidelines import Guideline as Guideline
    from human_review.store.items import id_of as id_of
    from human_review.store.judgements import Judgement as Judgement
    from human_review.store.judgements import group_of as group_of
    from human_review.store.leaving import Left as Left
    from human_review.store.needs import Need as Need
    from human_review.store.needs import NeedOf as NeedOf
    from human_review.store.opened import FILE as FILE
    from human_review.store.rounds import Again as Again
    from human_review.store.rounds import Return as Return
    from human_review.store.saying import Wanted as Wanted
    from human_review.store.searching import Search as Search
    from human_review.store.shares import KindShare as KindShare
    from human_review.store.shares import ShareStanding as ShareStanding
    from human_review.store.solutions import Attempt as Attempt
    from human_review.store.solutions import Solution as Solution
    from human_review.store.solutions import Solved as Solved
    from human_review.store.stakes import Stake as Stake
    from human_review.store.standing import Standing as Standing
    from human_review.store.store import ReviewStore as ReviewStore
    from human_review.store.tokens import Scope as Scope
    from human_review.store.tokens import Token as Token
    from human_review.store.values import Assignment as Assignment
    from human_review.store.values import Draft as Draft
    from human_review.store.values import Duty as Duty
    from human_review.store.values import Item as Item
    from human_review.store.values import ItemState as ItemState
    from human_review.store.values import Proposal as Proposal
    from human_review.store.values import Receipt as Receipt
    from human_review.store.values import Reviewer as Reviewer
    from human_review.store.values import ReviewerRole as ReviewerRole
    from human_review.store.values import Submission as Submission
    from human_review.store.values import Verdict as Verdict
    from human_review.store.webhooks import Delivery as Delivery
    from human_review.store.webhooks import HookEvent as HookEvent

_HOMES = {
    "claiming": ("LEASE_SECONDS",),
    "comments": ("Comment",),
    "events": ("Event",),
    "guidelines": ("Guideline",),
    "items": ("id_of",),
    "judgements": ("Judgement", "group_of"),
    "leaving": ("Left",),
    "needs": ("Need", "NeedOf"),
    "opened": ("FILE",),
    "rounds": ("Again", "Return"),
    "saying": ("Wanted",),
    "searching": ("Search",),
    "shares": ("KindShare", "ShareStanding"),
    "solutions": ("Attempt", "Solution", "Solved"),
    "stakes": ("Stake",),
    "standing": ("Standing",),
    "store": ("ReviewStore",),
    "tokens": ("Scope", "Token"),
    "values": (
        "Assignment",
        "Draft",
        "Duty",
        "Item",
        "ItemState",
        "Proposal",
        "Receipt",
        "Reviewer",
        "ReviewerRole",
        "Submission",
        "Verdict",
    ),
    "webhooks": ("Delivery", "HookEvent"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Return the public name, from the module that defines it."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
