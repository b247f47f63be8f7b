"""The hook: whoever saves a picture leaves its portrait, too, whatever becomes of the figure afterwards.

It shares a process with code that nobody has read. So nothing that is secret may be mounted beside it, and what it
leaves is believed by nobody (`trusting`).
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from company.results.portraits.reading import portrait

MOST_PICTURES = 50
"""Pictures of one program whose portraits are kept."""
SAVED: list[bytes] = []
"""The last PNG that was saved, for `leave_picture`."""
_PNG = b"\x89PNG"


def take_portraits(file: str | Path) -> None:
    """Have each picture that `Figure.savefig` saves from now on add a line to a file: its digest, and its portrait.

    A line has "picture" (its path as it was given, "" of one that went elsewhere), "sha256" of what was written (None
    where that cannot be read back), and "portrait", or "problem" where the figure cannot be read. Calling it again
    changes the file alone.
    """
    save = getattr(Figure.savefig, "__wrapped__", Figure.savefig)
    left = [MOST_PICTURES]

    @functools.wraps(save)
    def savefig(self: Figure, fname: Any, **options: Any) -> None:
        written: bytes | None
        if hasattr(fname, "write"):
            page = io.BytesIO()
            save(self, page, **options)
            written = page.getvalue()
            fname.write(written)
        else:
            save(self, fname, **options)
            written = bytes_at(fname, options.get("format"))
        if written is not None and written.startswith(_PNG):
            SAVED[:] = [written]
        if left[0] > 0:
            left[0] -= 1
            add_line(Path(file), self, "" if hasattr(fname, "write") else str(fname), written)

    Figure.savefig = savefig  # type: ignore[method-assign]


def leave_picture(place: str | Path) -> None:
    """Write the picture that a program has drawn, when it is done: its open figure, or else the last one it saved.

    Raises RuntimeError where it has drawn none, or leaves several figures open.
    """
    from matplotlib import pyplot as plt

    if len(plt.get_fignums()) > 1:
        raise RuntimeError(f"{len(plt.get_fignums())} figures are open; one is wanted")
    if plt.get_fignums():
        plt.gcf().savefig(place, format="png")
    elif SAVED:
        Path(place).write_bytes(SAVED[-1])
    else:
        raise RuntimeError("no figure was drawn with matplotlib")


def bytes_at(path: Any, form: Any) -> bytes | None:
    """Return what was saved under a path, which matplotlib ends if it has no ending; None if it is not there."""
    place = Path(path)
    if not place.suffix:
        place = place.with_name(f"{place.name}.{form or mpl.rcParams['savefig.format']}")
    return place.read_bytes() if place.is_file() else None


def add_line(file: Path, figure: Figure, picture: str, written: bytes | None) -> None:
    """Add a picture's line to a file."""
    line: dict[str, Any] = {"picture": picture, "sha256": hashlib.sha256(written).hexdigest() if written else None}
    try:
        line["portrait"] = portrait(figure)
        text = json.dumps(line, allow_nan=False)
    except Exception as error:  # noqa: BLE001 - artists are the code's own, and may fail in any way
        text = json.dumps({**line, "portrait": None, "problem": f"{type(error).__name__}"[:100]})
    with file.open("a", encoding="utf-8") as lines:
        lines.write(text + "\n")
