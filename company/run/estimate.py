"""What a run would cost, before any of it is paid: a rehearsal by the built-in company, reckoned up.

The built-in company holds the same conversations over the same table with the same prompts, so the number of calls and
what they read come out much as with language models. What these write is longer, as a rule, and they are asked again
where they fail: the true cost is higher than what is reckoned here.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace

from company.archive import Archive, Call
from company.config import BUILT_IN, ROLES, ModelSettings, ReviewSettings, Settings
from company.console.progress import Progress
from company.errors import ConfigError
from company.family.registry import family
from company.models.pictures import tokens_of
from company.models.protocol import Usage
from company.models.registry import price
from company.records import Role
from company.run.casting import used
from company.run.costs import summed
from company.run.making import INTAKE
from company.run.simulation import simulate
from company.sandbox.roots import scratch

REHEARSED = 12
"""Cases of a rehearsal, at most."""
CHARACTERS = 4.0
"""Of a token, in English and JSON; tokenizers differ by some tenths."""
_PIECE = 512
"""Characters of 128 tokens, the step in which providers cache prompts."""
_LEAST_CACHED = 1_024
"""Tokens below which they do not."""


@dataclass(frozen=True)
class Share:
    """What one role is reckoned to need."""

    role: Role
    model: str
    calls: int
    read: int
    """Tokens."""
    written: int
    """Tokens."""
    usd: float | None
    """None where the price is not known."""
    cached: int = 0
    """Of the tokens read, those that a prompt cache could serve, at most."""
    usd_cached: float | None = None
    """The costs where it serves them all."""


@dataclass(frozen=True)
class Estimate:
    """What a run is reckoned to need, by role."""

    cases: int
    rehearsed: int
    """Cases that the reckoning stands on."""
    shares: tuple[Share, ...]

    @property
    def usd(self) -> float | None:
        """The costs of all roles; None where some price is not known."""
        return summed(share.usd for share in self.shares)

    @property
    def usd_cached(self) -> float | None:
        """The same where the servers' prompt caches serve all that they could."""
        return summed(share.usd_cached for share in self.shares)


async def estimate(settings: Settings, progress: Progress) -> Estimate:
    """Estimate the needs of the whole run from its beginning; nothing is paid or kept.

    Raises what `simulate` raises, and ConfigError for stages that the built-in company cannot rehearse.
    """
    refuse_unrehearsed(settings)
    needs, rehearsed = await rehearsed_needs(settings, progress)
    return estimate_of(settings, needs, rehearsed)


def refuse_unrehearsed(settings: Settings) -> None:
    """Raise ConfigError for a run with stages that the built-in company cannot rehearse."""
    for stage in used(settings, family(settings.family).making.stages):
        if stage.language_models_only:
            raise ConfigError(
                f'--estimate rehearses with the built-in company, which cannot answer in stage "{stage.name}": begin '
                "with a small --limit and a [budget] instead; `company status` tells what each stage has cost"
            )


@contextlib.contextmanager
def rehearsal(settings: Settings) -> Iterator[Settings]:
    """Yield the settings of a rehearsal by the built-in company, in a folder that is there until then."""
    with scratch("rehearsal") as folder:
        yield settings.for_rehearsal().model_copy(
            update={
                "out": folder / "run",
                "model": ModelSettings(seed=settings.model.seed),
                "review": ReviewSettings(),  # a rehearsal waits for nobody
            }
        )


async def rehearsed_needs(settings: Settings, progress: Progress) -> tuple[Needs, int]:
    """Return what a rehearsal needs, as often as the run has more cases than it, and how many cases it has."""
    wanted = settings.targets.all
    with rehearsal(settings) as rehearsed:
        few = rehearsed.model_copy(update={"targets": settings.targets.scaled(min(wanted, REHEARSED))})
        outcome = await simulate(few, progress)
        with Archive.open(few.out) as archive:
            return needs_of(archive, wanted / max(1, outcome.accepted)), outcome.accepted


def estimate_of(settings: Settings, needs: Needs, rehearsed: int) -> Estimate:
    """Return the needs of a run by role, at the prices of those who play them."""
    shares = tuple(_share(role, settings.model.of(role), needs) for role in ROLES)
    return Estimate(settings.targets.all, rehearsed, shares)


@dataclass(frozen=True)
class Need:
    """Calls, and tokens read, written, and of those read the ones that a prompt cache could serve."""

    calls: float = 0.0
    read: float = 0.0
    written: float = 0.0
    cached: float = 0.0

    def __add__(self, other: Need) -> Need:
        return Need(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    def __mul__(self, times: float) -> Need:
        return Need(*(mine * times for mine in astuple(self)))

    def usage(self, *, caches: bool = False) -> Usage:
        """Return it as a server would tell it whose prompt cache serves all that it could, or nothing."""
        read = round(self.read)
        return Usage(read, round(self.written), cached_tokens=min(read, round(self.cached)) if caches else 0)


Needs = dict[tuple[str, str], Need]
"""By stage and role."""


def needs_of(archive: Archive, times: float = 1.0) -> Needs:
    """Return what was needed, where every stage but those that take the roots is run this number of times."""
    needs: Needs = {}
    once = {stage.name for stage in archive.family.making.stages if stage.takes == INTAKE}
    known: dict[tuple[str, str], set[bytes]] = {}
    for call in archive.calls():
        whose = call.stage, str(call.role)
        need = _tokens_of(archive, call)
        need = replace(need, cached=_known_before(call.messages, known.setdefault((call.role, call.stage), set())))
        needs[whose] = needs.get(whose, Need()) + need * (1.0 if call.stage in once else times)
    return needs


def need_of(archive: Archive, call: Call) -> Need:
    """Return what a call took, as its server said; by its characters where none did."""
    if call.backend == BUILT_IN or call.prompt_tokens is None or call.completion_tokens is None:
        return _tokens_of(archive, call)
    return Need(1, call.prompt_tokens, call.completion_tokens, call.cached_tokens)


def _tokens_of(archive: Archive, call: Call) -> Need:
    """Return what a call takes by its characters and pictures."""
    read = len(call.messages) / CHARACTERS + _tokens_of_pictures(archive, call)
    return Need(1, read, len(call.reply) / CHARACTERS)


def _known_before(messages: str, known: set[bytes]) -> int:
    """Return the tokens that messages begin with as earlier ones of the stage did, and add theirs to what is known.

    In whatever order the messages come, the whole is much the same: one of those that begin alike is the first.
    """
    pieces, begun, so_far = 0, True, hashlib.sha256()
    for start in range(0, len(messages) - _PIECE + 1, _PIECE):
        so_far.update(messages[start : start + _PIECE].encode("utf-8", "replace"))
        begun = begun and so_far.digest() in known
        pieces += begun
        known.add(so_far.digest())
    tokens = int(pieces * _PIECE / CHARACTERS)
    return tokens if tokens >= _LEAST_CACHED else 0


def _tokens_of_pictures(archive: Archive, call: Call) -> int:
    """Return the tokens of the pictures that a call shows, as `company.models.pictures` counts them."""
    if '"pictures": [' not in call.messages:
        return 0
    digests = [digest for message in json.loads(call.messages) for digest in message.get("pictures", ())]
    return sum(tokens_of(png) for digest in digests if (png := archive.picture(digest)) is not None)


def _share(role: Role, told: ModelSettings, needs: Needs) -> Share:
    at_once, in_batches = Need(), Need()
    for (stage, whose), need in needs.items():
        if whose == role and told.waits(stage):
            in_batches += need
        elif whose == role:
            at_once += need
    whole = at_once + in_batches
    # A role may have another backend than [model], whose name is then not its own.
    model = told.name if told.backend == "openai" else told.backend
    return Share(
        role,
        model,
        round(whole.calls),
        round(whole.read),
        round(whole.written),
        summed([price(told)(at_once.usage()), price(told, batch=True)(in_batches.usage())]),
        round(whole.cached),
        summed([price(told)(at_once.usage(caches=True)), price(told, batch=True)(in_batches.usage(caches=True))]),
    )
