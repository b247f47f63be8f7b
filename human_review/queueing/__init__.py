"""From a run's archive to the queue, and back: what is put before people, when it is stale, and what verdicts do."""

from human_review.queueing.applying import Applied, apply
from human_review.queueing.filling import Filled, fill
from human_review.queueing.selecting import REVIEWED

__all__ = ["REVIEWED", "Applied", "Filled", "apply", "fill"]
