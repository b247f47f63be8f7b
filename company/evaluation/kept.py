"""What a model answered, kept in a file before it is used: whoever asks the same again does not pay for it again.

An evaluation that was stopped in whatever way goes on where it was when the same command is given once more.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from company.errors import ConfigError, OutOfBudget
from company.evaluation.prices import price_by_name

if TYPE_CHECKING:  # who only reads what was kept need not have Inspect
    from inspect_ai.model import ChatMessage, GenerateConfig, Model, ModelUsage

PICTURE_TOKENS = 3_000
"""What a picture may come to at the most, as far as providers say."""
_FEWEST_CHARACTERS = 2
"""Of a token: a bound, so that what a call may cost is never reckoned too low."""
_NOTHING = 1e-9
_LARGEST = 4_096
"""Tokens of an answer where nothing bounds them."""


@dataclass(frozen=True)
class Reply:
    """One answer of a model, and what it took."""

    text: str
    input_tokens: int
    output_tokens: int
    seconds: float
    cached_tokens: int = 0
    """Of those that were read, how many its server had read before."""


@dataclass
class Budget:
    """A cap on what is paid for answers in one evaluation, in US dollars; what was kept before costs nothing."""

    usd: float
    spent: float = 0.0
    _under_way: float = 0.0
    _settled: asyncio.Condition = field(default_factory=asyncio.Condition, repr=False)

    def check(self, model: str) -> None:
        """Raise ConfigError for a cap that is none, or a model whose price is not known."""
        if not self.usd > 0:
            raise ConfigError(f"--budget {self.usd:g}: give a number of US dollars above 0")
        if price_by_name(model, 1_000, 1_000) is None:
            raise ConfigError(
                f"--budget {self.usd:g}: no price of {model} is published, so that nothing can be held to it; leave it "
                "out, and ask less with --limit"
            )

    async def reserve(self, model: str, messages: Sequence[ChatMessage], config: GenerateConfig) -> float:
        """Set aside what a call may cost at the most, and return that.

        Where it may be too much, calls under way are waited for. Raises OutOfBudget where it may go beyond the cap, and
        nothing is under way any more.
        """
        pictures = sum(_pictures(each) for each in messages)
        read = sum(len(each.text) for each in messages) // _FEWEST_CHARACTERS + pictures * PICTURE_TOKENS
        most = price_by_name(model, read, config.max_tokens or _LARGEST) or 0.0
        async with self._settled:
            await self._settled.wait_for(lambda: self._under_way < _NOTHING or self._fits(most))
            if not self._fits(most):
                raise OutOfBudget(
                    f"spent ${self.spent:.4f} of ${self.usd:.2f} allowed, and the next call may go beyond that; raise "
                    "--budget, and run the same command again to go on: what is paid for is kept"
                )
            self._under_way += most
        return most

    async def settle(self, reserved: float, model: str, reply: Reply | None) -> None:
        """Count what a call has cost in the place of what was set aside; None for one that failed."""
        async with self._settled:
            self._under_way -= reserved
            if reply is not None:
                self.spent += price_by_name(model, reply.input_tokens, reply.output_tokens) or 0.0
            self._settled.notify_all()

    def _fits(self, most: float) -> bool:
        return self.spent + self._under_way + most <= self.usd


@dataclass
class Kept:
    """Asks a model, unless the same was asked before. Without a file, nothing is kept."""

    file: Path | None = None
    budget: Budget | None = None
    _known: dict[str, Reply] | None = field(default=None, repr=False)

    async def ask(
        self, model: Model, messages: Sequence[ChatMessage], config: GenerateConfig, repeat: int = 0
    ) -> Reply:
        """Return the answer to some messages, the kept one where there is one of the same model, words and `repeat`.

        Raises OutOfBudget, and whatever the model's provider raises.
        """
        key = _key(model, messages, config, repeat)
        known = self._read()
        if key in known:
            return known[key]
        name = str(model)
        reserved = await self.budget.reserve(name, messages, config) if self.budget else 0.0
        reply, start = None, time.monotonic()
        try:
            output = await model.generate(list(messages), config=config)
            used = output.usage
            reply = Reply(
                output.completion,
                _read_tokens(used),
                used.output_tokens if used else 0,
                round(time.monotonic() - start if output.time is None else output.time, 3),
                (used.input_tokens_cache_read or 0) if used else 0,
            )
            self._keep(key, reply)
        finally:
            if self.budget:
                await self.budget.settle(reserved, name, reply)
        known[key] = reply
        return reply

    def _read(self) -> dict[str, Reply]:
        """Return what the file holds."""
        if self._known is None:
            self._known = {}
            for told in lines_of(self.file):
                if (found := _reply(told)) is not None:
                    self._known[found[0]] = found[1]
        return self._known

    def _keep(self, key: str, reply: Reply) -> None:
        if self.file is None:
            return
        add_line(self.file, {"key": key, **asdict(reply)})


def add_line(file: Path, told: Mapping[str, Any]) -> None:
    """Add a line of JSON to a file, which need not be there yet."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as opened:
        if opened.tell():
            opened.seek(-1, 2)
            if opened.read(1) != b"\n":  # the last writer was killed within a line
                opened.write(b"\n")
        opened.write(json.dumps(told, ensure_ascii=False).encode() + b"\n")


def lines_of(file: Path | None) -> Iterator[Mapping[str, Any]]:
    """Yield what lines of a file tell, none where it is not there; one that was not written to its end is passed over.

    Lines end with a newline alone: texts may hold other characters that Python takes for ends of lines.
    """
    if file is None or not file.is_file():
        return
    for line in file.read_text(encoding="utf-8").split("\n"):
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict):
            yield told


def kept_file(logs: Path, model: str) -> Path:
    """Return the file in a folder of logs that holds a model's answers."""
    return logs / "kept" / f"{re.sub(r'[^A-Za-z0-9.-]+', '_', model)}.jsonl"


def _reply(told: Mapping[str, Any]) -> tuple[str, Reply] | None:
    try:
        key = told["key"]
        numbers = int(told["input_tokens"]), int(told["output_tokens"]), float(told["seconds"])
        reply = Reply(told["text"], *numbers, int(told.get("cached_tokens", 0)))
    except (ValueError, KeyError, TypeError):
        return None
    return (key, reply) if isinstance(key, str) and isinstance(reply.text, str) else None


def _read_tokens(used: ModelUsage | None) -> int:
    """Return all tokens that were read; providers count those apart that their server had read before."""
    if used is None:
        return 0
    return used.input_tokens + (used.input_tokens_cache_read or 0) + (used.input_tokens_cache_write or 0)


def _key(model: Model, messages: Sequence[ChatMessage], config: GenerateConfig, repeat: int) -> str:
    said = [[each.role, *_parts(each)] for each in messages]
    asked = {
        "model": str(model),
        "at": model.api.base_url,
        "messages": said,
        "config": config.model_dump(exclude_none=True),
        "repeat": repeat,
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _parts(message: ChatMessage) -> list[str]:
    if isinstance(message.content, str):
        return [message.content]
    from inspect_ai.model import ContentImage, ContentText

    texts = [each.text if isinstance(each, ContentText) else "" for each in message.content]
    pictures = [each.image if isinstance(each, ContentImage) else "" for each in message.content]
    return [text or picture for text, picture in zip(texts, pictures, strict=True)]


def _pictures(message: ChatMessage) -> int:
    from inspect_ai.model import ContentImage

    return 0 if isinstance(message.content, str) else sum(isinstance(each, ContentImage) for each in message.content)
