"""Whether those who play the staff can do what a run's stages ask of them, found out before any work."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from company.config import BUILT_IN, ROLES, Settings
from company.errors import ConfigError
from company.models.ledger import BLIND, Ledger
from company.models.pictures import why_blind
from company.models.protocol import Backend
from company.records import Role
from company.run.stage import Stage

SIGHT = "sight"
"""What the calls that show a model a picture for a trial are booked on, in the place of a stage and of a record."""


def used(settings: Settings, stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages that a run with these settings goes through."""
    wanted = settings.targets.wanted.keys()
    return [stage for stage in stages if (stage.on(settings) if stage.serves is None else wanted & set(stage.serves))]


def roles_asked(settings: Settings, stages: Sequence[Stage]) -> set[Role]:
    """Return the roles that some stage of the run asks."""
    return {role for stage in used(settings, stages) for role in stage.roles}


def shown_pictures(settings: Settings, stages: Sequence[Stage]) -> dict[Role, str]:
    """Return the roles that are shown pictures, each with the first stage that shows it any."""
    shown: dict[Role, str] = {}
    for stage in used(settings, stages):
        for role in stage.roles if stage.pictures else ():
            shown.setdefault(role, stage.name)
    return shown


def refuse_built_in(settings: Settings, stages: Sequence[Stage], backends: Mapping[Role, Backend]) -> None:
    """Raise ConfigError where the built-in company would be asked what only language models can answer."""
    for stage in used(settings, stages):
        for role in stage.roles if stage.language_models_only else ():
            if backends[role].name == BUILT_IN:
                raise ConfigError(
                    f'only a language model can answer for the {role} in stage "{stage.name}", and the built-in '
                    f'company plays it: set backend = "openai" and a name in [model] or [model.{role}] (docs/models.md)'
                )


async def refuse_unbatched(settings: Settings, stages: Sequence[Stage], ledger: Ledger) -> None:
    """Raise ConfigError where [model] batch names no stage of the family, or is set for a server without batches."""
    names = [stage.name for stage in stages]
    for role in ROLES:
        batch = settings.model.of(role).batch
        for named in batch if isinstance(batch, tuple) else ():
            if named not in names:
                raise ConfigError(f"[model] batch names a stage {named!r}; the stages are {', '.join(names)}")
    asked = roles_asked(settings, stages)
    servers = {role: later for role in asked if (later := ledger.backends[role].later) is not None}
    for later in servers.values():
        await later.check()


async def sees(role: Role, ledger: Ledger) -> bool:
    """Return whether a language model plays a role that sees pictures, for stages that do without where it does not.

    Where nobody has said whether it does, it is shown a small one, in a call that the ledger keeps.
    """
    backend = ledger.backends[role]
    if backend.name == BUILT_IN:
        return False
    is_seeing = backend.vision
    if is_seeing is None:
        async with ledger.trying:
            is_seeing = await why_blind(ledger.desk(role, SIGHT, SIGHT)) is None
    if bool(ledger.archive.fact(BLIND, role)) == is_seeing:
        ledger.archive.put_fact(BLIND, role, content=not is_seeing)
    return is_seeing


async def refuse_blind(settings: Settings, stages: Sequence[Stage], ledger: Ledger) -> None:
    """Raise ConfigError where a model is to be shown pictures and does not see.

    Where nobody has said whether it does, it is shown a small one, in a call that the ledger keeps.
    """
    tried: dict[str, str | None] = {}
    for role, stage in shown_pictures(settings, stages).items():
        backend = ledger.backends[role]
        known_by = json.dumps(backend.identity, sort_keys=True)
        if backend.vision is None and known_by not in tried:
            tried[known_by] = await why_blind(ledger.desk(role, SIGHT, SIGHT))
        why = "vision = false" if backend.vision is False else tried.get(known_by)
        if why is not None:
            raise ConfigError(
                f'stage "{stage}" shows pictures to the {role}, and the model {backend.model!r} does not see them '
                f"({why}): name another model in [model] or [model.{role}], or set vision = true there if it does see"
            )
