"""What a private function may be called: a name that is its own, and gives no public library's name away."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Collection
from functools import cache

_SHAPE = re.compile(r"^[a-z][a-z0-9]*(_[a-z0-9]+)+$")
_NO_SECRET = "a all an and at by e for from in list name of on options per set the to with"
"""Words of which no public name can be guessed, though some are public names too."""
_SCIKIT = (
    "fit_transform fit_predict predict_proba kmeans pca groupby crosstab iloc ndarray dataframe dropna fillna nunique "
    "classifier train_test_split confusion_matrix silhouette standardscaler minmaxscaler"
)
"""Names of public libraries that nobody uses in a sentence."""


def unfit_name(name: str, taken: Collection[str], calls: Collection[str] = ()) -> str | None:
    """Return why a private function cannot have this name, in words for its author; None where it can.

    `taken` are the names of the dialogue's variables, `calls` the public calls that the function stands for.
    """
    if not _SHAPE.match(name) or keyword.iskeyword(name):
        return f"`{name}` is no name for a private function: use two words or more in snake_case, a verb first"
    if hasattr(builtins, name):
        return f"`{name}` is the name of a Python builtin; choose another name"
    if name in taken:
        return f"`{name}` is a variable of the dialogue; choose another name"
    given_away = sorted(each for each in _telling(calls) if f"_{each}_" in f"_{name}_")
    if given_away:
        listed = ", ".join(f"`{each}`" for each in given_away)
        return f"`{name}` gives away what it stands for ({listed}); use words of your own"
    return None


def _telling(calls: Collection[str]) -> set[str]:
    """Return the names that tell of what a function is made: its own calls, and all that are no everyday words."""
    own = {each.lower() for each in calls} - set(_NO_SECRET.split())
    return own | {each for each in public_names() if "_" in each} | set(_SCIKIT.split())


@cache
def public_names() -> frozenset[str]:
    """Return names of calls and accessors of pandas, numpy, matplotlib, seaborn and scikit-learn, in lower case."""
    from importlib import import_module

    rooms = [import_module(each) for each in ("pandas", "numpy", "matplotlib.pyplot", "seaborn")]
    pd, axes = rooms[0], import_module("matplotlib.axes").Axes
    kinds = [pd.DataFrame, pd.Series, pd.Index, pd.Series.str, pd.to_datetime(pd.Series(["2000-01-01"])).dt, axes]
    groups = [pd.api.typing.DataFrameGroupBy, pd.api.typing.SeriesGroupBy]
    places = [*rooms, *kinds, *groups]
    names = {each.lower() for place in places for each in dir(place) if not each.startswith("_")}
    return frozenset(names | set(_SCIKIT.split())) - set(_NO_SECRET.split())
