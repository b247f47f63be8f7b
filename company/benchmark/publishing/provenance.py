"""What a benchmark was made of and with, for whoever wants to make it again: `provenance.json`.

Nothing in it depends on when or where it was written: no time, no path, no name of a machine or a person.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.publishing.decisions import decisions_of
from company.benchmark.publishing.reviewed import Agreed, Reviewed, Verdicts
from company.benchmark.publishing.sharing import may_be_shared
from company.benchmark.publishing.versions import prompt_hashes, versions
from company.config import REVIEW_KINDS
from company.families.dialogues.body.recomposing import HistoryStyle
from company.families.dialogues.records import CATEGORIES, Case
from company.tables.record import Table

FORMAT = 1
_COUNTED = ("calls", "prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens", "usd")
_MICRO = 6
"""Decimals of a dollar: a sum of floats depends on their order beyond that."""


def provenance_of(
    runs: Sequence[Mapping[str, Any]],
    *,
    history: HistoryStyle | None,
    include_unreviewed: bool,
    reviewed: Reviewed | None,
    verdicts: Verdicts,
) -> dict[str, Any]:
    """The content of provenance.json but for the hashes of the files, which are not written yet."""
    return {
        "provenance": FORMAT,
        "exported_with": versions(),
        "export": {
            "history": None if history is None else asdict(history),
            "include_unreviewed": include_unreviewed,
            "prompts": prompt_hashes(()),
        },
        "review": {"people": None if reviewed is None else _people(reviewed), "cases": asdict(verdicts)},
        "runs": list(runs),
    }


def _people(reviewed: Reviewed) -> dict[str, Any]:
    return {**asdict(reviewed), "people": [[role, list(counts)] for role, counts in reviewed.people.items()]}


def reviewed_again(told: Mapping[str, Any]) -> Reviewed:
    """What people did, as it was before it was written here. Raises what a damaged file makes it raise."""
    return Reviewed(
        people={role: tuple(counts) for role, counts in told["people"]},
        decided=_in_order(told["decided"]),
        waiting=_in_order(told["waiting"]),
        adjudicated=told["adjudicated"],
        agreed=tuple(Agreed(**each) for each in told["agreed"]),
        unedited=(told["unedited"][0], told["unedited"][1]),
        again=told.get("again", {}),
    )


def _in_order(by_kind: Mapping[str, Any]) -> dict[str, Any]:
    """Sorted as kinds are, which the file is not."""
    return {kind: by_kind[kind] for kind in REVIEW_KINDS if kind in by_kind}


def run_provenance(
    archive: Archive, name: str, tables: Sequence[Table], cases: Sequence[Case], recording: str | None = None
) -> dict[str, Any]:
    """What one run was told, who played in it, what it cost, and what its tables are; None where it noted nothing."""
    told = archive.note("told") or {}
    settings = told.get("settings") or _earlier(archive)
    made = archive.note("made_with") or {}
    counts = Counter(case.category for case in cases)
    return {
        "name": name,
        "scenario": told.get("scenario", name),
        "seed": (settings.get("model") or {}).get("seed"),
        "settings": settings,
        "rounds": {"commissions": archive.note("commissions") or [], "shares": archive.note("shares") or []},
        "made_with": made.get("versions"),
        "prompts": made.get("prompts"),
        "roles": _roles(archive.note("backends") or {}),
        "sandbox": archive.note("sandbox"),
        "ledger": _ledger(archive),
        "cases": {category: counts[category] for category in CATEGORIES if counts[category]},
        "tables": [_table(archive, table, settings) for table in tables],
        "decisions": [each.model_dump(mode="json") for each in decisions_of(archive)],
        "finished": archive.note("finished"),
        "recording": recording,
    }


def _earlier(archive: Archive) -> dict[str, Any]:
    """The settings of a run that was made before they were kept whole."""
    noted = archive.note("settings") or {}
    kept = {
        section: {key: value for key, value in keys.items() if value is not None} for section, keys in noted.items()
    }
    kept.get("table", {}).pop("file", None)
    return kept


def _roles(played: Mapping[str, Any]) -> dict[str, Any]:
    return {
        role: {"backend": each["name"], "model": each["model"], "parameters": each.get("parameters")}
        for role, each in played.items()
    }


def _ledger(archive: Archive) -> dict[str, Any]:
    return {
        "all": _rounded(archive.usage()[0]) if archive.spent()[0] else dict.fromkeys(_COUNTED, 0),
        "by_stage": [_rounded(row) for row in archive.usage("stage")],
        "by_role": [_rounded(row) for row in archive.usage("role", "model")],
    }


def _rounded(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "usd": None if row["usd"] is None else round(row["usd"], _MICRO)}


# tables


def shares(archive: Archive, table: Table) -> bool:
    """Whether an exported folder may hold the table of a run."""
    told = ((archive.note("told") or {}).get("settings") or _earlier(archive)).get("table") or {}
    licence = table.licence or told.get("licence") or ""
    return may_be_shared(told.get("redistribute"), licence, from_others=bool(told.get("kaggle")))


def _table(archive: Archive, table: Table, settings: Mapping[str, Any]) -> dict[str, Any]:
    """A table with the recipe of how it is to be had again."""
    told = settings.get("table") or {}
    return {
        "name": table.name,
        "file": table.file,
        "sha256": table.sha256,
        "rows": table.rows,
        "columns": [column.name for column in table.columns],
        "licence": table.licence or told.get("licence") or "",
        "source": table.source or told.get("source") or "",
        "citation": table.citation,
        "version": table.version,
        "repairs": list(table.repairs),
        "shared": shares(archive, table),
        "original": (archive.note("intake") or {}).get("original") or _original(archive, table, told),
    }


def _original(archive: Archive, table: Table, told: Mapping[str, Any]) -> dict[str, Any]:
    """Where the table came from, as far as a run of an earlier version of this program noted it."""
    if told.get("kaggle"):
        reference = told["kaggle"].partition("/versions/")[0]
        return {"kaggle": f"{reference}/versions/{table.version}", "file": told.get("kaggle_file")}
    if told.get("builtin"):
        return {"builtin": told["builtin"]}
    return {"sha256": (archive.note("intake") or {}).get("source")}


# files


def file_hash(file: Path) -> str:
    """SHA-256 of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def file_hashes(folder: Path, but: Collection[str]) -> dict[str, str]:
    """SHA-256 of every file in a folder, by its path there, in order; `but` are paths that are left out."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name: file_hash(folder / name) for name in files if name not in but}


def provenance_text(content: Mapping[str, Any]) -> str:
    """As it is written: sorted, so that equal content is equal bytes."""
    return json.dumps(content, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
