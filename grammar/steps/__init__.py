"""Every kind of analysis step, by name: most are described in `kinds/`, a file for each family."""

from grammar.steps import (
    cleaning,
    dates,
    distinct,
    figures_of_results,
    figures_of_values,
    gaps,
    matrices,
    ordering,
    outliers,
    periods,
    plots_of_two,
    relations,
    texts,
    trends,
)
from grammar.steps.base import Kind
from grammar.steps.reading import written_kinds

_ALL: tuple[Kind, ...] = (
    *ordering.KINDS,
    *distinct.KINDS,
    *gaps.KINDS,
    *cleaning.KINDS,
    *dates.KINDS,
    *periods.KINDS,
    *texts.KINDS,
    *relations.KINDS,
    *matrices.KINDS,
    *outliers.KINDS,
    *trends.KINDS,
    *plots_of_two.KINDS,
    *figures_of_results.KINDS,
    *figures_of_values.KINDS,
    *written_kinds(),
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
