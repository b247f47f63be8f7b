"""A value of untrusted code, captured as JSON: never by pickle, never trusting the value to behave."""

from __future__ import annotations

from typing import Any

from company.results.columns import describe_columns
from company.results.digests import digest
from company.results.drawing import digest_drawing, drawn
from company.results.facts import facts, name_of
from company.results.figures import summary
from company.results.kinds import result_type, type_name
from company.results.plain import cut, guarded, steady_text, text_of
from company.results.shown import shown

__all__ = ["capture", "capture_figure", "describe_variable", "result_type"]

MOST_CELLS = 50_000_000
PREVIEW = 300
COLUMNS = 60


def capture(name: str, value: Any) -> dict[str, Any]:
    """Return the fields of a `records.Result` of a value.

    Raises ValueError, with a reason that a reader of the code understands, for a value that is no result, that
    is larger than 50 million cells, or that raises when it is looked at.
    """
    kind = result_type(value)
    if kind is None:
        raise ValueError(f"{name} is a {type_name(value)}, no kind of result: make it a table, a list or a value")
    if kind == "plot":
        return {**capture_figure(value), "name": name}
    _check_size(name, value)
    return guarded(
        lambda: {
            "name": name,
            "type": kind,
            "shown": steady_text(shown(value)),
            "digest": digest(value),
            "facts": facts(value),
        },
        f"capturing {name}",
    )


def _check_size(name: str, value: Any) -> None:
    cells = 1
    for length in guarded(lambda: shape_of(value), f"measuring {name}"):
        cells *= length
    if cells > MOST_CELLS:
        raise ValueError(f"{name} has {cells:,} cells, more than the {MOST_CELLS:,} that are kept: make it smaller")


def capture_figure(figure: Any) -> dict[str, Any]:
    """Return the fields of a `records.Result`, named "plot", of a matplotlib figure, axes or seaborn grid.

    Raises ValueError when it is none of these, or cannot be read.
    """
    if result_type(figure) != "plot":
        raise ValueError(f"a {type_name(figure)} is no figure: draw with matplotlib, pandas or seaborn")
    whole = guarded(lambda: figure_of(figure), "finding the figure")
    drawing = guarded(lambda: drawn(whole), "reading the figure")
    facts = guarded(lambda: {"axes": summary(whole, drawing)}, "reading the figure")
    lines = [f"{axes['title'] or 'axes'}: {', '.join(counted_marks(axes['artists']))}" for axes in facts["axes"]]
    return {
        "name": "plot",
        "type": "plot",
        "shown": cut("plot\n" + "\n".join(lines), 2000),
        "digest": digest_drawing(drawing),
        "facts": facts,
    }


def counted_marks(artists: dict[str, int]) -> list[str]:
    """Return how many marks of each kind there are, in words: "1 line", "4 boxes"."""
    one = {"boxes": "box"}
    return [
        f"{count:,} {one.get(kind, kind.removesuffix('s')) if count == 1 else kind}" for kind, count in artists.items()
    ]


def figure_of(drawing: Any) -> Any:
    """Return the figure that an axes or a seaborn grid belongs to; a figure itself."""
    figure = getattr(drawing, "figure", None)
    return figure if figure is not None else drawing


def shape_of(value: Any) -> tuple[int, ...]:
    """Return rows and columns of a frame, or the length of a sequence; () of what has no length."""
    kind = result_type(value)
    if kind in ("dataframe", "series", "array", "index"):
        return tuple(int(length) for length in value.shape)
    for base in (dict, list, tuple, set, frozenset):
        if issubclass(type(value), base):
            return (base.__len__(value),)
    return ()


def describe_variable(name: str, value: Any, columns: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the fields of a `records.Variable`, with the columns of a frame or series where they are known already.

    Raises ValueError for a value that raises when it is looked at.
    """
    return guarded(lambda: _variable(name, value, columns), f"describing {name}")


def _variable(name: str, value: Any, columns: list[dict[str, Any]] | None) -> dict[str, Any]:
    kind = result_type(value)
    found: dict[str, Any] = {"name": name, "type": kind or type_name(value), "shape": shape_of(value)}
    if columns is not None:
        found["columns"] = columns
    elif kind == "dataframe":
        found["columns"] = describe_columns(value, most=COLUMNS)
    elif kind == "series":
        found["columns"] = describe_columns(value.to_frame(name="" if value.name is None else value.name))
    if kind in ("dataframe", "series") and value.index.name is not None:
        found["index_name"] = name_of(value.index.name)
    if kind is None:
        found["preview"] = f"<{type_name(value)}>"
    else:
        found["preview"] = text_of(value if kind == "plot" else steady_text(shown(value, PREVIEW)), PREVIEW)
    return found
