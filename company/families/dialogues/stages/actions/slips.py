"""The kinds of slips that a wrong answer can hold, and how many of them may be typing errors."""

from __future__ import annotations

import random
from typing import Final, Literal

from company.records import RunError

PublicSlip = Literal[
    "denominator",
    "missing values",
    "order of steps",
    "multiplied rows",
    "level",
    "period",
    "stale variable",
    "axis",
    "condition",
    "column",
    "statistic",
    "order",
]
"""What is misunderstood in code that runs; `chatbot_wrong.md` explains each."""
Slip = Literal[PublicSlip, "house rule"]
"""The same of code on the private library, whose rules `chatbot_wrong_house_rule.md` speaks of."""
FailedSlip = Literal["typing error", "other error", "form"]
"""What went wrong in code that failed by itself: a name, another error, or a result of another type."""
SLIPS: Final[tuple[Slip, ...]] = Slip.__args__  # type: ignore[attr-defined]
TYPED = 1 / 16
"""The share of turns where a typing error that really happened may become a case: a run's cases hold a tenth at most,
whatever share of its first answers failed."""
_NAMES = frozenset({"KeyError", "NameError", "AttributeError", "ImportError", "ModuleNotFoundError", "SyntaxError"})
_UNFIT = "ResultError"
"""What a session says of results of another type than was asked for."""
_UNKNOWN_ARGUMENT = "unexpected keyword argument"
_PLAIN: Final[tuple[Slip, ...]] = ("condition", "column", "statistic", "order")
"""A word of the query misread: what fits nearly any code, and comes last."""
PLAIN_FIRST = 1 / 4
"""How often one of them is proposed first all the same."""


def failed_slip(error: RunError | None) -> FailedSlip:
    """Return the kind of slip of code that failed: by its error, or by a result of another type where it has none."""
    if error is None or error.type == _UNFIT:
        return "form"
    named = error.type in _NAMES or _UNKNOWN_ARGUMENT in error.message
    return "typing error" if named else "other error"


def may_serve(kind: str, data_id: str) -> bool:
    """Return whether a failure of this kind may become this case: typing errors in a bounded share of them only."""
    return kind != "typing error" or random.Random(f"{data_id} typed").random() < TYPED


def offered(data_id: str, *, private: bool) -> list[Slip]:
    """Return the kinds of slips that a case may have, in the order in which they are preferred for it."""
    chance = random.Random(f"{data_id} slips")
    deep = [kind for kind in SLIPS if kind not in _PLAIN and kind != "house rule"]
    plain = list(_PLAIN)
    chance.shuffle(deep)
    chance.shuffle(plain)
    # What a library's documentation says can be missed nowhere else.
    first: list[Slip] = ["house rule"] if private else [plain.pop()] if chance.random() < PLAIN_FIRST else []
    return [*first, *deep, *plain]
