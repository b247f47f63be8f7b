"""Every kind of analysis step, by name; the order is only for reading."""

from company.backends.procedural.steps import contrasts, counts, groups, ranking, reshaping, summaries, testing
from company.backends.procedural.steps.base import Kind
from company.backends.procedural.steps.rows import Filter, Select

_ALL: tuple[Kind, ...] = (
    Select(),
    Filter(),
    *summaries.KINDS,
    *counts.KINDS,
    *groups.KINDS,
    *ranking.KINDS,
    *contrasts.KINDS,
    *testing.KINDS,
    *reshaping.KINDS,
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
