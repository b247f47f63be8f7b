"""Asks of evolving dialogues as the grammar drafts them, with all that it knows of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from grammar.evolving.computing import Asking


@contextmanager
def drafts_kept() -> Iterator[list[Asking]]:
    """Keep every ask that the grammar drafts meanwhile, also those that it does not take."""
    kept: list[Asking] = []
    coded = Asking.coded

    def keeping(ask: Asking) -> dict[str, Any]:
        kept.append(ask)
        return coded(ask)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Asking, "coded", keeping)
        yield kept
