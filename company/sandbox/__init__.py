"""Runs code that nobody has read: jailed processes that hold a dialogue's state, and scripts from a clean start.

Read in this order: `protocol` (what is promised), `host`, `supervisors` and `prepared` (our side), `zygote`, `nursery`,
`supervisor`, `dialogue`, `held`, `worker` (the other side), `jail` (what stands between). The other side is imported by
processes that must stay light, so names are looked up here only when asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from company.sandbox.host import ForkSandbox as ForkSandbox
    from company.sandbox.host import LocalSandbox as LocalSandbox
    from company.sandbox.host import ProcessSandbox as ProcessSandbox
    from company.sandbox.host import SubprocessSandbox as SubprocessSandbox
    from company.sandbox.protocol import Limits as Limits
    from company.sandbox.protocol import Sandbox as Sandbox
    from company.sandbox.protocol import ScriptRun as ScriptRun
    from company.sandbox.protocol import Session as Session

__all__ = [
    "ForkSandbox",
    "Limits",
    "LocalSandbox",
    "ProcessSandbox",
    "Sandbox",
    "ScriptRun",
    "Session",
    "SubprocessSandbox",
]

_HOST = ("ForkSandbox", "LocalSandbox", "ProcessSandbox", "SubprocessSandbox")


def __getattr__(name: str) -> Any:
    """Return the public name, from the module that defines it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "company.sandbox.host" if name in _HOST else "company.sandbox.protocol"
    return getattr(import_module(home), name)
