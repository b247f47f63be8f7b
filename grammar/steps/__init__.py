"""Every kind of analysis step, by name: they are described in `kinds/`, a file for each family."""

from grammar.steps.kind import Kind
from grammar.steps.reading import described_kinds

KINDS: dict[str, Kind] = {kind.name: kind for kind in described_kinds()}
