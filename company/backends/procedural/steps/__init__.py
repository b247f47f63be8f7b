"""Every kind of analysis step, by name; the order is only for reading."""

from company.backends.procedural.steps import (
    binning,
    cleaning,
    contrasts,
    counts,
    dates,
    deriving,
    distinct,
    encoding,
    gaps,
    groups,
    joining,
    labelling,
    ordering,
    periods,
    ranking,
    reshaping,
    scaling,
    stacking,
    summaries,
    testing,
    texts,
)
from company.backends.procedural.steps.base import Kind
from company.backends.procedural.steps.rows import Filter, Select

_ALL: tuple[Kind, ...] = (
    Select(),
    Filter(),
    *ordering.KINDS,
    *distinct.KINDS,
    *gaps.KINDS,
    *cleaning.KINDS,
    *deriving.KINDS,
    *labelling.KINDS,
    *binning.KINDS,
    *dates.KINDS,
    *periods.KINDS,
    *texts.KINDS,
    *encoding.KINDS,
    *scaling.KINDS,
    *joining.KINDS,
    *stacking.KINDS,
    *summaries.KINDS,
    *counts.KINDS,
    *groups.KINDS,
    *ranking.KINDS,
    *contrasts.KINDS,
    *testing.KINDS,
    *reshaping.KINDS,
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
