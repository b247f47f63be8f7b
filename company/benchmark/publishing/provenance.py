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
from typing import TYPE_CHECKING, Any

from company.benchmark.publishing.decisions import decisions_of
from company.benchmark.publishing.draft import Source
from company.benchmark.publishing.reviewed import Agreed, Reviewed, Verdicts
from company.benchmark.publishing.versions import prompt_hashes, versions
from company.family.family import Family
from company.family.registry import usable
from company.records import Case

if TYPE_CHECKING:
    from company.archive import Archive

FORMAT = 1
_COUNTED = ("calls", "prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens", "usd")
_MICRO = 6
"""Decimals of a dollar: a sum of floats depends on their order beyond that."""


def provenance_of(
    family: Family,
    runs: Sequence[Mapping[str, Any]],
    style: Mapping[str, Any],
    *,
    include_unreviewed: bool,
    reviewed: Reviewed | None,
    verdicts: Verdicts,
) -> dict[str, Any]:
    """Return the content of provenance.json but for the hashes of the files, which are not written yet.

    `style` is what it says of how the family was to write cases.
    """
    return {
        "provenance": FORMAT,
        "exported_with": versions(),
        "export": {
            **style,
            "include_unreviewed": include_unreviewed,
            "prompts": prompt_hashes(family.prompts, ()),
        },
        "review": {"people": None if reviewed is None else _people(reviewed), "cases": asdict(verdicts)},
        "runs": list(runs),
    }


def _people(reviewed: Reviewed) -> dict[str, Any]:
    return {**asdict(reviewed), "people": [[role, list(counts)] for role, counts in reviewed.people.items()]}


def reviewed_again(told: Mapping[str, Any]) -> Reviewed:
    """Return people's work as provenance.json has it. A damaged file may raise any exception."""
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
    """Return the counts sorted as kinds are, which the file is not."""
    order = dict.fromkeys(kind for each in usable().values() for kind in each.review)
    return {kind: by_kind[kind] for kind in order if kind in by_kind}


def run_provenance(
    archive: Archive,
    name: str,
    family: Family,
    sources: Sequence[Source],
    cases: Sequence[Case],
    recording: str | None = None,
) -> dict[str, Any]:
    """Return the settings, players, costs and sources of one run; None where it noted nothing."""
    told = archive.note("told") or {}
    settings = settings_told(archive)
    made = archive.note("made_with") or {}
    counts = Counter(case.category for case in cases)
    return {
        "name": name,
        "scenario": told.get("scenario", name),
        "seed": (settings.get("model") or {}).get("seed"),
        "settings": settings,
        "rounds": {
            "commissions": archive.note("commissions") or [],
            "shares": archive.note("shares") or [],
            "partly": bool(archive.note("partly")),
            "picked": archive.note("picked") or {},
            "picked_in": archive.note("picked_in") or {},
        },
        "made_with": made.get("versions"),
        "prompts": made.get("prompts"),
        "roles": _roles(archive.note("backends") or {}),
        "sandbox": archive.note("sandbox"),
        "ledger": _ledger(archive),
        "cases": {category: counts[category] for category in family.categories if counts[category]},
        "tables": [source.as_json() for source in sources],
        "decisions": [each.model_dump(mode="json") for each in decisions_of(archive)],
        "finished": archive.note("finished"),
        "recording": recording,
    }


def settings_told(archive: Archive) -> dict[str, Any]:
    """Return the settings that a run was made with, as far as they are public."""
    whole: dict[str, Any] | None = (archive.note("told") or {}).get("settings")
    return whole or _earlier(archive)


def _earlier(archive: Archive) -> dict[str, Any]:
    """Return the settings of a run that was made before they were kept whole."""
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


# files


def file_hash(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def file_hashes(folder: Path, but: Collection[str]) -> dict[str, str]:
    """Return the SHA-256 of every file in a folder, by its path there, in order; `but` are paths that are left out."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name: file_hash(folder / name) for name in files if name not in but}


def provenance_text(content: Mapping[str, Any]) -> str:
    """Return the provenance as text: sorted, so that equal content is equal bytes."""
    return json.dumps(content, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
