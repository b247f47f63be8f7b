"""Where a folder as MatPlotBench has it keeps what: its cases have numbers, by which all is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

INSTRUCTIONS, DATA, TRUTH, EMPTY = ("benchmark_instructions.json", "data", "ground_truth", "empty.png")
_TRUTH = re.compile(r"example_(\d+)\.png")


def is_matplotbench(folder: Path) -> bool:
    """Return whether a folder has this layout."""
    return (folder / INSTRUCTIONS).is_file() and (folder / TRUTH).is_dir()


def truth_of(folder: Path, number: int) -> Path:
    """Return where the picture of a case is."""
    return folder / TRUTH / f"example_{number}.png"


def data_of(folder: Path, number: int) -> tuple[Path, ...]:
    """Return the data files of a case; those with data in their words have none."""
    own = folder / DATA / str(number)
    return tuple(sorted(each for each in own.rglob("*") if each.is_file())) if own.is_dir() else ()


def pictures_of(folder: Path) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """Yield the picture of each case with its data files, by their numbers; the empty page is none."""
    found = {int(told[1]): each for each in (folder / TRUTH).iterdir() if (told := _TRUTH.fullmatch(each.name))}
    for number in sorted(found):
        yield found[number], data_of(folder, number)
