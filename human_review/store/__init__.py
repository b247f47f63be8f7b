"""The queue's tables and protocol: who judges what, blindly, twice, and nothing that was said is ever lost."""

from human_review.store.claiming import LEASE_SECONDS
from human_review.store.items import id_of
from human_review.store.judgements import Counted, Judgement
from human_review.store.saying import Wanted
from human_review.store.searching import Search
from human_review.store.solutions import Attempt, Solution, Solved
from human_review.store.stakes import Stake
from human_review.store.store import FILE, ReviewStore
from human_review.store.values import (
    Again,
    Assignment,
    Bulk,
    BulkAction,
    Comment,
    Delivery,
    Draft,
    Duty,
    Event,
    Gold,
    HookEvent,
    Item,
    ItemState,
    Progress,
    Proposal,
    Receipt,
    Return,
    Reviewer,
    ReviewerRole,
    Scope,
    Standing,
    Submission,
    Token,
    Verdict,
    Webhook,
    sortable,
)

__all__ = [
    "FILE",
    "LEASE_SECONDS",
    "Again",
    "Assignment",
    "Attempt",
    "Bulk",
    "BulkAction",
    "Comment",
    "Counted",
    "Delivery",
    "Draft",
    "Duty",
    "Event",
    "Gold",
    "HookEvent",
    "Item",
    "ItemState",
    "Judgement",
    "Progress",
    "Proposal",
    "Receipt",
    "Return",
    "ReviewStore",
    "Reviewer",
    "ReviewerRole",
    "Scope",
    "Search",
    "Solution",
    "Solved",
    "Stake",
    "Standing",
    "Submission",
    "Token",
    "Verdict",
    "Wanted",
    "Webhook",
    "id_of",
    "sortable",
]
