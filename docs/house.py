"""The picture and the table of rooms in CONTRIBUTING.md, from the import contracts and what rooms say of themselves.

python docs/house.py      writes both anew; tests/docs/test_house.py compares them
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "_static" / "house.svg"
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- rooms: python docs/house.py writes them -->\n", "<!-- end of rooms -->\n"
INSIDE = (
    "company.families.dialogues",
    "company.families.captions",
    "company.families.figures",
    "company.families.vector_graphics",
    "grammar",
    "human_review",
)
"""Rooms whose own rooms are listed, too."""
_WIDE, _HIGH, _GAP = 760, 30, 6


def floors() -> list[list[str]]:
    """Return the rooms from the top floor to the ground: each imports those below it alone."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (each["layers"] for each in contracts if each["name"] == "Imports run one way")
    return [[room.strip() for room in re.split(r"[|:]", layer)] for layer in layers]


def picture() -> str:
    """Return the floors as an SVG that needs nothing else."""
    lines = list(_drawn())
    high = len(floors()) * (_HIGH + _GAP) + _GAP
    style = 'font-family="sans-serif" font-size="13" text-anchor="middle"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" role="img" {style}>'
    title = "<title>The rooms of the house by floors: imports go down, never up or sideways</title>"
    return "\n".join([head, title, *lines, "</svg>\n"])


def _drawn() -> Iterator[str]:
    for level, rooms in enumerate(floors()):
        wide = (_WIDE - _GAP) / len(rooms)
        for number, room in enumerate(rooms):
            left, top = _GAP + number * wide, _GAP + level * (_HIGH + _GAP)
            box = f'x="{left:.0f}" y="{top}" width="{wide - _GAP:.0f}" height="{_HIGH}" rx="4"'
            yield f'<rect {box} fill="#eef2f7" stroke="#64748b"/>'
            middle = f'x="{left + (wide - _GAP) / 2:.0f}" y="{top + 20}"'
            yield f'<text {middle} fill="#0f172a">{escape(room.removeprefix("company."))}</text>'


def table() -> str:
    """Return a line for each room, from the top floor to the ground, and for the rooms within some."""
    named = [room for floor in floors() for room in floor]
    told = [*named, *(room for room in ("grammar",) if room not in named)]
    lines = ["| room | what it is for |", "|---|---|"]
    for room in told:
        lines.append(f"| `{_path(room)}` | {purpose(room)} |")
        lines += [f"| `{_path(each)}` | {purpose(each)} |" for inner in _inner(room) for each in inner]
    return "\n".join(lines) + "\n"


def _inner(room: str) -> Iterator[list[str]]:
    for parent in (each for each in INSIDE if each == room or each.startswith(f"{room}.")):
        own = sorted(path.parent.name for path in (ROOT / parent.replace(".", "/")).glob("*/__init__.py"))
        yield [parent] * (parent != room) + [f"{parent}.{name}" for name in own]


def _path(room: str) -> str:
    place = room.replace(".", "/")
    return f"{place}/" if (ROOT / place).is_dir() else f"{place}.py"


def purpose(room: str) -> str:
    """Return a room's description: the first paragraph of its docstring."""
    place = ROOT / room.replace(".", "/")
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(told.partition("\n\n")[0].split()).replace("|", "\\|")


def page(text: str) -> str:
    """Return CONTRIBUTING.md with its table of rooms as it is to be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
