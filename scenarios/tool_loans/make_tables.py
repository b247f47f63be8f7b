"""Makes the three tables of this scenario: `python scenarios/tool_loans/make_tables.py`. Nothing in them is real.

The same seed gives the same bytes. README.md says what was put into them.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path

SEED = 7
LOANS, MEMBERS, TOOLS = 480, 90, 60
_MEMBERS_WITH_LOANS, _TOOLS_WITH_LOANS = 76, 52
_LEFT, _RETIRED = 9, 7
"""Members who have left and tools that were sorted out: their loans are kept, their own rows are not."""
_DISTRICTS = {"Harbour": 1.0, "Hillside": 1.5, "Mill Quarter": 0.7, "Old Town": 1.2}
"""Each district, and how long its members keep a tool in relation to others."""
_TARIFFS = {"basic": 1.0, "family": 0.8, "sponsor": 0.6, "student": 0.5}
"""Each tariff, and its part of the full fee."""
_CATEGORIES = {
    "garden": (180, 3),
    "measuring": (140, 2),
    "painting": (60, 5),
    "power tools": (260, 2),
    "woodwork": (90, 4),
}
"""Each category with its usual price in EUR, and the days that its tools are usually lent for."""
_PICKUPS = {"counter": 0.0, "delivery": 6.5, "locker": 1.0}
"""Each way of pickup, and what it adds to the fee in EUR."""
_PURPOSES = {"building": 1.6, "garden work": 1.0, "moving": 0.6, "repair": 0.8}
"""What tools are borrowed for, and how long that takes in relation to others."""

Row = Sequence[object]


def main() -> None:
    """Write the tables beside this file."""
    folder = Path(__file__).parent
    for name, rows in tables().items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def tables() -> dict[str, list[Row]]:
    """Return the rows of each table, its header first."""
    chance = random.Random(SEED)
    members = list(_members(chance, MEMBERS + _LEFT))
    tools = list(_tools(chance, TOOLS + _RETIRED))
    loans = list(_loans(chance, members, tools))
    return {
        "loans": [("loan", "member", "tool", "loan_date", "purpose", "pickup", "days", "deposit", "fee"), *loans],
        "members": [("member", "district", "tariff", "age"), *members[:MEMBERS]],
        "tools": [("tool", "category", "purchase_price"), *tools[:TOOLS]],
    }


def _members(chance: random.Random, count: int) -> Iterable[Row]:
    for number in range(1, count + 1):
        district = chance.choices([*_DISTRICTS], (4, 3, 2, 3))[0]
        tariff = chance.choices([*_TARIFFS], (5, 3, 1.5, 2))[0]
        low, high = (19, 31) if tariff == "student" else (24, 78)
        yield f"M{number:03d}", district, tariff, chance.randint(low, high)


def _tools(chance: random.Random, count: int) -> Iterable[Row]:
    for number in range(1, count + 1):
        category = chance.choice([*_CATEGORIES])
        yield f"T{number:03d}", category, round(_CATEGORIES[category][0] * chance.lognormvariate(0, 0.35))


def _loans(chance: random.Random, members: Sequence[Row], tools: Sequence[Row]) -> Iterable[Row]:
    """Yield loans of some of the members and tools, and of those that are in the lists no more."""
    borrowing = [*members[:_MEMBERS_WITH_LOANS], *members[MEMBERS:]]
    lent = [*tools[:_TOOLS_WITH_LOANS], *tools[TOOLS:]]
    eager = [chance.lognormvariate(0, 0.5) for _ in borrowing]
    for number in range(1, LOANS + 1):
        member, district, tariff, _ = chance.choices(borrowing, eager)[0]
        tool, category, price = chance.choice(lent)
        purpose = chance.choices([*_PURPOSES], (3, 4, 1, 5))[0]
        pickup = chance.choices([*_PICKUPS], (5, 1, 3))[0]
        usual = 2 * _CATEGORIES[str(category)][1] * _DISTRICTS[str(district)] * _PURPOSES[purpose]
        days = max(1, round(usual * chance.lognormvariate(0, 0.45)))
        deposit = 5 * max(1, round(int(str(price)) * chance.uniform(0.2, 0.4) / 5))
        fee = (1.5 + 0.006 * int(str(price)) * days) * _TARIFFS[str(tariff)] + _PICKUPS[pickup]
        day = date(2025, 1, 2) + timedelta(days=round(number * 363 / LOANS))
        yield f"L{number:04d}", member, tool, day.isoformat(), purpose, pickup, days, deposit, f"{fee:.2f}"


if __name__ == "__main__":
    main()
