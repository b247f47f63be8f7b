"""What a turn leaves behind: the results that were asked for, its figures, and a word on what is wrong with them."""

import io
from typing import Any

from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from company.results.capture import capture, capture_figure, result_type
from company.results.substance import hollow
from company.sandbox.parts import MESSAGE, MOST_FIGURES
from company.sandbox.state import message_of

DPI = 80


class Unfit(Exception):
    """A result is missing, or is not what was asked for."""


def figures() -> list[bytes]:
    """Return every open figure that has axes as a PNG, in the order of drawing."""
    pictures = []
    for figure in [plt.figure(number) for number in plt.get_fignums()[:MOST_FIGURES]]:
        if not figure.axes:
            continue
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=DPI)
        pictures.append(picture.getvalue())
    return pictures


def results(intents: list[dict[str, str]], names: dict[str, Any], current: Figure | None) -> list[dict[str, Any]]:
    """Return the fields of a `Result` for each intent. Raises Unfit, saying which one is missing or wrong and how."""
    return [_result(intent["name"], intent["type"], names, current) for intent in intents]


def current_figure() -> Figure | None:
    """Return the figure that `plt.gcf()` would give, without making one."""
    return plt.gcf() if plt.get_fignums() else None


def _result(name: str, kind: str, names: dict[str, Any], current: Figure | None) -> dict[str, Any]:
    if kind == "plot":
        return _plot(current)
    if name not in names:
        raise Unfit(f"no variable `{name}` was made.")
    value = names[name]
    found = result_type(value) or type(value).__name__
    if found != kind:
        raise Unfit(f"`{name}` is {_with_article(found)}, {_with_article(kind)} was asked for.")
    try:
        if nothing := hollow(value):
            raise Unfit(f"`{name}` {nothing}.")
        return capture(name, value)
    except Unfit:
        raise
    except Exception as error:  # capturing looks into untrusted values, which may fail in any way
        raise Unfit(f"`{name}` cannot be kept as a result: {message_of(error)}"[:MESSAGE]) from error


def _plot(current: Figure | None) -> dict[str, Any]:
    if current is None or not any(axes.has_data() for axes in current.axes):
        raise Unfit("nothing was drawn.")
    try:
        return capture_figure(current)
    except Exception as error:  # capturing looks into untrusted artists, which may fail in any way
        raise Unfit(f"the figure cannot be kept as a result: {message_of(error)}"[:MESSAGE]) from error


def _with_article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
