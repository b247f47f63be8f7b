"""The sandbox of those that run no code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from company.config import Layer
from company.errors import SandboxError
from company.sandbox.protocol import ScriptRun, Session


@dataclass(frozen=True)
class NoSandbox:
    """Refuses all code: its family has said that it runs none, and nothing was started for it."""

    family: str

    @property
    def layers(self) -> Mapping[Layer, str]:
        """No layers: no code runs."""
        return {}

    async def open(self, files: Mapping[str, Path]) -> Session:
        """Raise SandboxError."""
        raise self._refusal

    async def script(self, path: Path, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        """Raise SandboxError."""
        raise self._refusal

    async def program(
        self,
        name: str,
        arguments: Sequence[str],
        folder: Path,
        readable: Sequence[Path] = (),
        settings: Mapping[str, str] | None = None,
    ) -> ScriptRun:
        """Raise SandboxError."""
        raise self._refusal

    @property
    def _refusal(self) -> SandboxError:
        return SandboxError(f"the family {self.family} says that it runs no code, and does; set its `runs_code`")

    async def close(self) -> None:
        """Do nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None
