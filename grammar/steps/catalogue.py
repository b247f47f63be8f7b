"""Every kind of analysis step by its name, as `kinds/` describes them."""

from __future__ import annotations

from collections.abc import Mapping

from grammar.steps.kind import Kind
from grammar.steps.reading import described_kinds

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in described_kinds()}
