"""Every kind of analysis step, by name: most are described in `kinds/`, a file for each family."""

from grammar.steps import (
    plots_of_two,
)
from grammar.steps.base import Kind
from grammar.steps.reading import written_kinds

_ALL: tuple[Kind, ...] = (
    *plots_of_two.KINDS,
    *written_kinds(),
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
