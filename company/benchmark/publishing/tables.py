"""The table of a run as what cases were made of, for every family whose runs have one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.benchmark.publishing.authorship import Origin
from company.benchmark.publishing.draft import Source
from company.benchmark.publishing.provenance import settings_told
from company.benchmark.publishing.sharing import may_be_shared
from company.tables.record import Table

if TYPE_CHECKING:
    from company.archive import Archive


def source_of(archive: Archive, folder: Path, table: Table, origin: Origin) -> Source:
    """Return a run's table as what cases were made of, with the recipe of how it is to be had again."""
    settings = _settings_of(archive, table)
    return Source(
        table.name,
        table.file,
        table.sha256,
        folder / "resource" / table.file,
        licence=table.licence or origin.licence,
        source=table.source or origin.source,
        citation=table.citation,
        version=table.version,
        shared=shares(archive, table),
        facts={
            "licence": table.licence or settings.get("licence") or "",
            "source": table.source or settings.get("source") or "",
            "rows": table.rows,
            "columns": [column.name for column in table.columns],
            "repairs": list(table.repairs),
            "original": _noted(archive, table).get("original") or _original(archive, table, settings),
        },
        noun="table",
        named_with="[table] name",
    )


def shares(archive: Archive, table: Table) -> bool:
    """Return whether an exported folder may hold the table of a run."""
    settings = _settings_of(archive, table)
    licence = table.licence or settings.get("licence") or ""
    return may_be_shared(settings.get("redistribute"), licence, from_others=bool(settings.get("kaggle")))


def _settings_of(archive: Archive, table: Table) -> dict[str, Any]:
    """Return what the settings of a run say of a table: of the first one, or of one beside it."""
    told = settings_told(archive)
    return (told.get("beside") or {}).get(table.name) or told.get("table") or {}


def _noted(archive: Archive, table: Table) -> dict[str, Any]:
    """Return what a run noted of a table when it was read."""
    noted = archive.note("intake") or {}
    return (noted.get("beside") or {}).get(table.name) or noted


def _original(archive: Archive, table: Table, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the origin of the table, as far as a run of an earlier version of this program noted it."""
    if settings.get("kaggle"):
        reference = settings["kaggle"].partition("/versions/")[0]
        return {"kaggle": f"{reference}/versions/{table.version}", "file": settings.get("kaggle_file")}
    if settings.get("builtin"):
        return {"builtin": settings["builtin"]}
    return {"sha256": _noted(archive, table).get("source")}
