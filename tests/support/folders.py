"""A benchmark folder of dialogues out of lines that a test has at hand, without a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Source
from company.benchmark.publishing.folder import Contents, write_benchmark
from company.families.dialogues.family import FAMILY
from company.families.dialogues.publishing.card import card_text
from company.families.dialogues.publishing.draft import DialoguesDraft
from company.tables.record import Table


def write_folder(
    out: Path, table: Table, csv: Path, entries: Sequence[Mapping[str, Any]], origin: Origin | None = None
) -> Path:
    """Write a folder of normal cases over a table, with its card, and neither metadata nor provenance."""
    cases = {"normal": entries}
    tables = [(table, origin or Origin("procedural"))]
    source = Source(table.name, table.file, table.sha256, csv, noun="table")
    draft = DialoguesDraft(FAMILY, cases, [source], tables=tables)
    return write_benchmark(out, Contents(draft, card_text(tables, cases)))
