"""Steps that lead up to a result are kept where they bear on it."""

from __future__ import annotations

import pytest

from grammar.bearing import bearing
from grammar.slots import TABLE, last
from grammar.steps.base import Step
from tests.support.offered_steps import start

PRICEY = Step("filter", {"source": TABLE, "conditions": (("price", "gt", 150),)})
FEW = Step("select_columns", {"source": TABLE, "columns": ("price", "margin", "region")})
WHOLE = Step("drop_missing", {"source": TABLE, "columns": ("customer's age",)})
MEAN = Step("leading_group", {"ascending": False, "agg": "mean", "column": "price", "by": "region"}, "value")
OLDEST = Step("leading_group", {"ascending": False, "agg": "mean", "column": "customer's age", "by": "region"}, "value")
TOP = Step("top_rows", {"n": 5, "ascending": False, "column": "price"})


@pytest.mark.parametrize(
    ("prepared", "wanted", "kept"),
    [
        ([PRICEY], MEAN, ["filter"]),
        ([FEW], MEAN, []),
        ([FEW], TOP, ["select_columns"]),
        ([WHOLE], MEAN, ["drop_missing"]),
        ([WHOLE], OLDEST, []),
        ([PRICEY, FEW], MEAN, ["filter"]),
    ],
)
def test_what_has_no_effect_is_left_out(prepared: list[Step], wanted: Step, kept: list[str]) -> None:
    steps = [
        Step(each.kind, {**each.slots, "source": TABLE if n == 0 else last("rows")}) for n, each in enumerate(prepared)
    ]
    asked = Step(wanted.kind, {**wanted.slots, "source": last("rows")}, wanted.result)
    assert [each.kind for each in bearing(steps, [asked], start())] == kept
