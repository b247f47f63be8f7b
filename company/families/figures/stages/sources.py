"""What words are about: an original over the run's table, or one whose values stand in files of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from company.families.asking import table_of
from company.families.figures.body import Data, data_of_files, data_of_table
from company.families.figures.files import candidate_of, folder_of
from company.families.figures.records import DataFile, Original, Replacement
from company.families.figures.settings import settings_of
from company.run.stage import Office

Source = Original | Replacement


def source_of(office: Office, candidate: str) -> Source:
    """Return what the words of a candidate are about."""
    is_given = office.archive.status(f"{candidate}.replacement") is not None
    found = office.archive.get(f"{candidate}.{'replacement' if is_given else 'original'}")
    assert isinstance(found, Original | Replacement), "words are about an original"
    return found


def resource_of(office: Office, source: Source) -> Path:
    """Return the folder with the files that its code reads."""
    own = folder_of(candidate_of(source.id)) if isinstance(source, Replacement) else ""
    return office.resource / own


def files_of(office: Office, source: Source) -> tuple[DataFile, ...]:
    """Return the files that its code reads."""
    if isinstance(source, Replacement):
        return source.files
    table = table_of(office)
    columns = {column.name: column.dtype for column in table.columns}
    return (DataFile(name=table.file, sha256=table.sha256, rows=table.rows, columns=columns),)


def data_of(office: Office, source: Source) -> Data:
    """Return what a case is drawn from, as its line tells it."""
    table = table_of(office)
    if isinstance(source, Original):
        return data_of_table(table)
    told, code = settings_of(office.settings).originals, original_of(office, source).code
    origin = {
        "from": told.origin,
        "sha256": hashlib.sha256(code.encode()).hexdigest(),
        "licence": told.licence,
        "source": told.source,
        "replaced": source.replaced,
    }
    return data_of_files(table.name, source.files, origin, folder_of(candidate_of(source.id)))


def former_of(office: Office, source: Source) -> Mapping[str, Any] | None:
    """Return the portrait of the figure whose values were replaced; None where none were."""
    if isinstance(source, Original) or not source.replaced:
        return None
    return original_of(office, source).portrait


def original_of(office: Office, source: Replacement) -> Original:
    """Return the original whose values were laid into files."""
    found = office.archive.get(source.original)
    assert isinstance(found, Original), "a replacement is made of an original"
    return found


def files_told(office: Office, source: Source) -> list[dict[str, Any]]:
    """Return what there is to draw, as prompts tell it: each file with its columns, as far as it has some."""
    return [
        {"file": each.name, **({"rows": each.rows, "columns": each.columns} if each.columns else {})}
        for each in files_of(office, source)
    ]
