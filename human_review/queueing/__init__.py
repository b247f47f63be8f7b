"""From a run's archive to the queue, and back: what is put before people, when it is stale, and what verdicts do."""

from company.reviewing import REVIEWED
from company.reviewing import settings_of as told
from human_review.queueing.applying import Applied, apply
from human_review.queueing.filling import Filled, fill
from human_review.queueing.rechecking import Rechecked, recheck
from human_review.queueing.tending import Tended, tend

__all__ = ["REVIEWED", "Applied", "Filled", "Rechecked", "Tended", "apply", "fill", "recheck", "tend", "told"]
