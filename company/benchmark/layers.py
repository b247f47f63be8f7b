"""Behind which layers of the jail generated code runs: told where one is missing, kept with a run, said in words."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Protocol

from company.config import Layer
from company.console.progress import Progress
from company.errors import LayersMissing
from company.sandbox import ProcessSandbox


@contextlib.asynccontextmanager
async def entered(
    sandbox: ProcessSandbox, remedy: Callable[[Sequence[str]], str], progress: Progress
) -> AsyncIterator[ProcessSandbox]:
    """Enter the sandbox, and yield it ready; where a layer is missing that is not required, those that hold are told.

    Raises SandboxError as the sandbox does; where required layers are missing, `remedy` says how to require no more
    than those that are there.
    """
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(sandbox)
        except LayersMissing as error:
            raise LayersMissing(f"{error}: {remedy(error.rest)}", rest=error.rest) from error
        if lacking := without(sandbox.layers):
            replays = "" if sandbox.forks else ", and a failed turn costs a replay of those before it"
            behind = f"generated code runs behind these layers: {present(sandbox.layers)}, {lacking}{replays}"
            progress.note(f"{behind}; docs/safety.md says what that leaves open")
        yield sandbox


class Behind(Protocol):
    """Behind which layers code ran, here or on another machine."""

    @property
    def layers(self) -> Mapping[Layer, str]:
        """Each layer: "on", or why it is not."""

    @property
    def forks(self) -> bool:
        """Whether turns were tried in forks of the state."""


def weakest(before: Mapping[str, Any] | None, sandbox: Behind) -> dict[str, Any]:
    """Return a run's note on its sandbox: `layers`, each "on" or why it was missing in any sitting, and `forks`.

    `before` is what it noted earlier.
    """
    if before is None:
        return {"layers": dict(sandbox.layers), "forks": sandbox.forks}
    once = {layer: why for layer, why in before["layers"].items() if why != "on"}
    return {"layers": {**sandbox.layers, **once}, "forks": before["forks"] and sandbox.forks}


def present(layers: Mapping[Layer, str]) -> str:
    """Return the layers that were on, as a list; "none" where there was none."""
    return ", ".join(layer for layer, why in layers.items() if why == "on") or "none"


def without(layers: Mapping[Layer, str]) -> str:
    """Return the layers that were missing, each with the reason, as "without …"; empty where none was."""
    missing = [f"{layer} ({' '.join(why.split())})" for layer, why in layers.items() if why != "on"]
    return f"without {', '.join(missing)}" if missing else ""


def in_a_line(layers: Mapping[Layer, str]) -> str:
    """Return the layers that were on, then those that were missing, and why."""
    return " · ".join(part for part in (present(layers), without(layers)) if part)
