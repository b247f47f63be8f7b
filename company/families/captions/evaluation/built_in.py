"""Raters that are built in: they need no key and no network, and hold no conversation.

Inspect knows them as models of the provider `company`: `--model company/claims`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import NoReturn

from inspect_ai.model import ModelAPI, modelapi

from company.errors import ConfigError
from company.families.captions.body import Line, shown_of
from company.families.captions.evaluation.features import FEATURES
from company.families.captions.evaluation.replies import rating_by_share
from company.families.captions.gate.contradicting import Told
from company.families.captions.gate.drawing import Look, Question, looked
from company.sandbox import Sandbox

PROVIDER = "company"
CLAIMS, PARAGRAPHS, LEARNED = "claims", "paragraphs", "tf-idf"
RATERS = (CLAIMS, PARAGRAPHS, *FEATURES)
MANY_WORDS = 100
"""From so many on, whoever counts words gives the best rating."""
Opening = Callable[[], AbstractAsyncContextManager[Sandbox]]


@modelapi(name=PROVIDER)
class BuiltIn(ModelAPI):
    """A rater of the house. It is no language model, and is never asked in words."""

    async def generate(self, *asked: object, **more: object) -> NoReturn:
        """Raise ConfigError."""
        raise ConfigError(
            f"{PROVIDER}/{self.model_name} holds no conversation; ask it in --mode zero-shot, for caption sets"
        )


def built_in(model: str) -> str | None:
    """Return the name of a built-in rater by Inspect's name; None for a model that is none.

    Raises ConfigError for a name that no built-in rater has.
    """
    provider, _, name = model.partition("/")
    if provider != PROVIDER:
        return None
    if name not in RATERS:
        known = ", ".join(f"{PROVIDER}/{each}" for each in RATERS)
        raise ConfigError(
            f"--model {model}: there is no such rater; there are {known}, and {PROVIDER}/{LEARNED} to learn"
        )
    return name


def need_way(model: str, mode: str) -> None:
    """Raise ConfigError for a built-in rater that cannot be asked in a mode which is not that of learning."""
    if model == f"{PROVIDER}/{LEARNED}":
        raise ConfigError(f"--model {model}: it learns from people; ask it in --mode learned")
    if built_in(model) is not None and mode == "base":
        raise ConfigError(f"--model {model}: it rates captions, and reads no prompts; ask it in --mode zero-shot")


async def ratings_by(name: str, line: Line, resource: Path, opening: Opening) -> dict[str, float]:
    """Return the ratings of a caption set by a built-in rater, by the ids of captions and twins.

    Raises SandboxError when the sandbox itself fails.
    """
    shown = {str(each["id"]): each for each in shown_of(line)}
    if name == CLAIMS:
        return await _by_claims(line, shown, resource, opening)
    if name == PARAGRAPHS:
        return await _by_paragraphs(line, shown, resource, opening)
    _, count = FEATURES[name]
    counted = {each: count(line, caption) for each, caption in shown.items()}
    return {
        each: rating_by_share(min(1.0, value / (MANY_WORDS if name == "words" else 1)))
        for each, value in counted.items()
    }


async def _by_claims(line: Line, shown: Mapping[str, Line], resource: Path, opening: Opening) -> dict[str, float]:
    """Rate by the share of claims that hold on what the figure's code draws, each executed once."""
    codes = _codes(shown)
    look = await _looked(line, Question(codes), resource, opening)
    held = [] if look is None else [each.drawn is True for each in look.claims]
    return _rated(shown, dict(zip(codes, held, strict=False)))


async def _by_paragraphs(line: Line, shown: Mapping[str, Line], resource: Path, opening: Opening) -> dict[str, float]:
    """Rate by the share of claims that what the paragraphs claim does not contradict, whatever the figure shows."""
    codes, told = _codes(shown), Told.of(line["paragraphs"])
    look = await _looked(line, Question(together=[told.beside(code) for code in codes]), resource, opening)
    held = [] if look is None else look.together
    return _rated(shown, dict(zip(codes, held, strict=False)))


def _codes(shown: Mapping[str, Line]) -> list[str]:
    return list(dict.fromkeys(claim["code"] for caption in shown.values() for claim in caption["claims"]))


async def _looked(line: Line, asked: Question, resource: Path, opening: Opening) -> Look | None:
    """Return what a figure's code draws; None where nothing is asked, or nothing drawn."""
    if not (asked.claims or asked.together):
        return None
    async with opening() as sandbox:
        look = await looked(line["figure_code"], asked, resource, sandbox)
    return None if isinstance(look, str) else look


def _rated(shown: Mapping[str, Line], held: Mapping[str, bool]) -> dict[str, float]:
    return {
        each: _by_parts([held.get(claim["code"], False) for claim in caption["claims"]])
        for each, caption in shown.items()
    }


def _by_parts(parts: list[bool]) -> float:
    """Return the rating by how many of a caption's claims are good; of one that claims nothing, the lowest."""
    return rating_by_share(sum(parts) / len(parts) if parts else 0.0)
