"""What is known of a value in code that is read and not run: which column of the loaded table it holds.

Whatever is not certain is None: nothing is said of it, and so nothing is refused for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Score = Literal["", "z", "rank"]


@dataclass(frozen=True)
class Values:
    """The values of a column of the table, of some or all rows, as they are or as scores of one another."""

    column: str
    score: Score = ""


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame of rows of the table; two names of one frame share the object."""

    columns: Mapping[str, Values]

    def only(self, names: tuple[str, ...]) -> Frame:
        """Return the frame with these columns, as far as they are known."""
        return Frame({name: self.columns[name] for name in names if name in self.columns})

    def but(self, name: str, values: Value) -> Frame:
        """Return the frame with a column replaced; one of unknown values is not known any more."""
        rest = {each: column for each, column in self.columns.items() if each != name}
        return Frame({**rest, name: values} if isinstance(values, Values) else rest)


@dataclass(frozen=True)
class Rows:
    """`.loc` or `.iloc` of a frame or of values, which an index follows."""

    of: Frame | Values


@dataclass(frozen=True)
class Groups:
    """A frame in groups by columns of the table; `by` is None where it is not known by which."""

    frame: Frame
    by: tuple[str, ...] | None
    chosen: tuple[str, ...] | None = None
    """The columns that were picked, by their names in the frame; None for all but those of the groups."""
    single: bool = False


@dataclass(frozen=True)
class Statistic:
    """One number of some values, or one for each group: "mean", "std"."""

    name: str
    of: Values


@dataclass(frozen=True)
class Names:
    """One or more texts, such as names of columns."""

    names: tuple[str, ...]
    single: bool = False


@dataclass(frozen=True)
class Estimator:
    """An object of scikit-learn that is fitted: what it does with the columns it is given."""

    does: Literal["scale", "cluster"]
    scores: bool = False
    """What it gives are z-scores."""


Value = Values | Frame | Rows | Groups | Statistic | Names | Estimator | None
