"""What words are about: an original over the run's table, one whose values stand in files of its own, or a picture."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.families.asking import table_of
from company.families.figures.body import Data, data_of_files, data_of_table
from company.families.figures.files import candidate_of, folder_of
from company.families.figures.records import DataFile, Original, Replacement, Sight
from company.families.figures.settings import settings_of
from company.run.stage import RESOURCE, Office

Coded = Original | Replacement
"""Whose code is known."""
Source = Coded | Sight


def source_of(office: Office, candidate: str) -> Source:
    """Return what the words of a candidate are about."""
    return source_in(office.archive, candidate)


def source_in(archive: Archive, candidate: str) -> Source:
    """Return the same, of the archive alone."""
    names = ("replacement", "sight")
    kind = next((name for name in names if archive.status(f"{candidate}.{name}") is not None), "original")
    found = archive.get(f"{candidate}.{kind}")
    assert isinstance(found, Original | Replacement | Sight), "words are about an original"
    return found


def coded_source_of(office: Office, candidate: str) -> Coded:
    """Return the same where its code is known."""
    return coded_source_in(office.archive, candidate)


def coded_source_in(archive: Archive, candidate: str) -> Coded:
    """Return the same, of the archive alone."""
    found = source_in(archive, candidate)
    assert not isinstance(found, Sight), "of a picture, nobody has the code"
    return found


def resource_of(office: Office, source: Source) -> Path:
    """Return the folder with the files that its code reads."""
    return resource_in(office.archive, source)


def resource_in(archive: Archive, source: Source) -> Path:
    """Return the same, of the archive alone."""
    own = "" if isinstance(source, Original) else folder_of(candidate_of(source.id))
    return archive.run / RESOURCE / own


def files_of(office: Office, source: Source) -> tuple[DataFile, ...]:
    """Return the files that its code reads."""
    if not isinstance(source, Original):
        return source.files
    table = table_of(office)
    columns = {column.name: column.dtype for column in table.columns}
    return (DataFile(name=table.file, sha256=table.sha256, rows=table.rows, columns=columns),)


def data_of(office: Office, source: Source) -> Data:
    """Return what a case is drawn from, as its line tells it."""
    table = table_of(office)
    if isinstance(source, Original):
        return data_of_table(table)
    told, is_seen = settings_of(office.settings).originals, isinstance(source, Sight)
    origin = {
        "from": told.origin,
        "sha256": source.sha256 if isinstance(source, Sight) else _sha256(original_of(office, source).code),
        "licence": told.licence,
        "source": told.source,
        "replaced": not isinstance(source, Sight) and source.replaced,
    }
    folder = "" if is_seen and not source.files else folder_of(candidate_of(source.id))
    return data_of_files(table.name, source.files, origin, folder)


def _sha256(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def former_of(office: Office, source: Source) -> Mapping[str, Any] | None:
    """Return the portrait of the figure whose values were replaced; None where none were."""
    if not isinstance(source, Replacement) or not source.replaced:
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
