"""A run that is to be made again, in a folder of its own: its settings, what it is made of, what it was asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from company.archive import Archive
from company.archive.locking import locked
from company.benchmark.publishing.authorship import PROCEDURAL
from company.benchmark.publishing.origin import RunTold
from company.benchmark.reading import family_of
from company.config import FILE_NAME, Layer, Overrides, Settings, load
from company.errors import ArchiveError, ConfigError
from company.rebuilding.remaking import Remaking, remaking_of
from company.tables.several.settings import together

_MARK = "rebuilt"
_LIMITS = ("wall_seconds", "memory_mib", "disk_mib")
"""Limits that are taken over where they are tighter than usual: a stranger's file may not loosen them."""


@dataclass(frozen=True)
class Work:
    """One run on its way."""

    told: RunTold
    folder: Path
    """The published benchmark."""
    run: Path
    settings: Settings

    @property
    def recording(self) -> Path | None:
        """The file of its model calls, in the published folder."""
        return None if self.told.recording is None else self.folder / self.told.recording

    @property
    def looser(self) -> list[str]:
        """Limits that the run had above those that it is made again under, a line each."""
        told = self.told.settings.get("sandbox") or {}
        return [
            f"[sandbox] {name} was {told[name]}, and is {getattr(self.settings.sandbox, name)} here"
            for name in _LIMITS
            if name in told and told[name] > getattr(self.settings.sandbox, name)
        ]


def prepare(folder: Path, told: RunTold, place: Path, require: Collection[Layer]) -> Work:
    """Return a run as it was when it had taken in what it is made of; begun before, it is as it was left.

    Raises ArchiveError where the folder lacks what it is made of or `place` has another run, and ConfigError for a run
    of real models whose calls were not published.
    """
    family = family_of(folder)
    remaking = remaking_of(family)
    scenario = place / "scenario"
    scenario.mkdir(parents=True, exist_ok=True)
    own = remaking.sections(told, folder, scenario)  # what is missing there can be fetched, so it is said first
    sections = together({**_sections(folder, told, require), **own})
    (scenario / FILE_NAME).write_text(tomli_w.dumps(sections), encoding="utf-8")
    settings = load(scenario, Overrides(out=place / "run"))
    with locked(settings.out), Archive.create(settings.out, family.name) as archive:
        _begin(archive, told, folder, settings, remaking)
    return Work(told, folder, settings.out, settings)


def _sections(folder: Path, told: RunTold, require: Collection[Layer]) -> dict[str, Any]:
    """Return the simulation.toml. What a machine may do, and who is called, is not for a published file to say."""
    kept = {name: keys for name, keys in told.settings.items() if name not in ("model", "sandbox", "budget")}
    return {
        **kept,
        "targets": kept.get("targets") or told.cases,
        "model": _model(folder, told),
        "sandbox": {**_limits(told.settings.get("sandbox") or {}), "require": list(require)},
    }


def _model(folder: Path, told: RunTold) -> dict[str, Any]:
    if told.recording is not None:
        if not (folder / told.recording).is_file():
            raise ArchiveError(f"{folder / told.recording}, the model calls of {told.name}, is missing; get it again")
        return {"seed": told.seed or 0, "backend": "replay", "recording": str((folder / told.recording).resolve())}
    models = sorted({f"{each.model} ({each.backend})" for each in told.roles.values() if each.backend != PROCEDURAL})
    if told.seed is None:
        raise ConfigError(f"it is not known with which seed the run {told.name} was made, so it cannot be made again")
    if models or (told.prompts and not told.roles):
        raise ConfigError(
            f"the run {told.name} was made by {', '.join(models) or 'models that are not told'}, and its calls are not "
            "published with it: models do not answer twice alike. Its authors can add them: company export "
            "--with-recording"
        )
    return {"seed": told.seed}


def _limits(told: Mapping[str, Any]) -> dict[str, Any]:
    usual = {name: Settings.default_of("sandbox", name) for name in _LIMITS}
    return {name: min(told[name], usual[name]) for name in _LIMITS if isinstance(told.get(name), int | float)}


def _begin(archive: Archive, told: RunTold, folder: Path, settings: Settings, remaking: Remaking) -> None:
    mark = hashlib.sha256(json.dumps(told.model_dump(mode="json"), sort_keys=True).encode()).hexdigest()
    known = archive.note(_MARK)
    if known == mark:
        return
    if known is not None or remaking.begun(archive):
        raise ArchiveError(f"{archive.run} holds another run; choose another folder with --out")
    remaking.begin(archive, told, folder, settings)
    archive.put_note("commissions", told.rounds.commissions)
    archive.put_note("shares", told.rounds.shares)
    archive.put_note("partly", told.rounds.partly)
    archive.put_notes(told.rounds.picked_until(None))
    archive.put_note(_MARK, mark)
