"""Every kind of analysis step, by name: they are described in `kinds/`, a file for each family."""

from grammar.steps.base import Kind
from grammar.steps.reading import written_kinds

KINDS: dict[str, Kind] = {kind.name: kind for kind in written_kinds()}
