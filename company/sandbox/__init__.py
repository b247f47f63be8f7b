"""Runs code that nobody has read: a warm, forked Python that holds a dialogue's state, and scripts from a clean start.

Read in this order: `protocol` (what is promised), `host` (our side), `zygote`, `supervisor`, `worker` (the other
side). The other side is imported by processes that must stay light, so names are looked up here only when asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from company.sandbox.host import ForkSandbox as ForkSandbox
    from company.sandbox.protocol import Limits as Limits
    from company.sandbox.protocol import Sandbox as Sandbox
    from company.sandbox.protocol import ScriptRun as ScriptRun
    from company.sandbox.protocol import Session as Session

__all__ = ["ForkSandbox", "Limits", "Sandbox", "ScriptRun", "Session"]


def __getattr__(name: str) -> Any:
    """The public name, from the module that defines it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "company.sandbox.host" if name == "ForkSandbox" else "company.sandbox.protocol"
    return getattr(import_module(home), name)
