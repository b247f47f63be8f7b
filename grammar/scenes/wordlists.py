"""Words that stand in drawings; none is the name of a colour, and none is so short or thin that it is hardly seen."""

from __future__ import annotations

import random

_STEPS = """
Draft Build Order Deliver Invoice Harvest Store Collect Clean Label Model Report Archive Design Print Search Filter
Merge Weigh Serve Taste Sowing Water Prune Graft Unload Repair Paint Polish Audit Train Brief Review Packing Washing
Sorting Baking Brewing Mowing Dyeing Sewing Rowing Tuning
"""
PROCESSES = tuple(_STEPS.split())
"""What is done, one step of many; also the name of whatever needs a short one."""
_WHOSE = ("Weekly", "Yearly", "Regional", "Monthly", "Local", "Coastal")
_WHAT = ("Rainfall", "Harvests", "Visitors", "Sales", "Repairs", "Journeys", "Deliveries", "Members")


def subject(chance: random.Random) -> str:
    """Return what a chart is about."""
    return f"{chance.choice(_WHOSE)} {chance.choice(_WHAT)}"
