"""A folder in which the code of a case is run, as the official evaluator makes one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.sandbox import Sandbox, ScriptRun
from company.sandbox.roots import scratch
from company.sandbox.trees import remove_tree

REPORT_BYTES = 64 * 1024 * 1024
"""Longer reports are not read: they were written beside generated code."""
LINES_BEFORE = "import warnings\nwarnings.filterwarnings('ignore')\nimport matplotlib\nmatplotlib.use('Agg')\n"
"""What strangers' evaluators write before each script that they run: ours are run behind it, too."""
_LINE = 200
_ROOT = Path(__file__).resolve().parents[3]
_CALL = """
import sys as _sys
_sys.path.append({root!r})
from pathlib import Path as _Path
from {module} import {function} as _tool
_tool({names}_Path("order.json"), _Path("report.json"))
"""
_NAMES = "{name: value for name, value in globals().items() if not name.startswith('_')}, "


@dataclass(frozen=True)
class Place:
    """A folder as the official evaluator makes one: two result folders, and links to the resources.

    Code that nobody has read runs in it, so nothing that stands there is written through or believed.
    """

    folder: Path
    resource: Path
    sandbox: Sandbox

    @classmethod
    def make(cls, folder: Path, resource: Path, sandbox: Sandbox) -> Place:
        """Return a fresh one."""
        for name in ("ref_result", "pred_result"):
            (folder / name).mkdir(parents=True)
        for source in sorted(resource.iterdir()):
            (folder / source.name).symlink_to(source.resolve())
        return cls(folder, resource.resolve(), sandbox)

    @classmethod
    @contextmanager
    def temporary(cls, resource: Path, sandbox: Sandbox) -> Iterator[Place]:
        """Hold a fresh one that is gone after the block, with all beside it."""
        with scratch("gate") as folder:
            yield cls.make(folder / "case", resource, sandbox)

    def beside(self, name: str) -> Place:
        """Return another fresh place, for another case."""
        return self.make(self.folder.parent / name, self.resource, self.sandbox)

    async def run(self, name: str, code: str, *, cold: bool, readable: Sequence[Path] = ()) -> ScriptRun:
        """Run code as a script of this name; it reads the resources, and what else is named."""
        script = self.write(name, code)
        return await self.sandbox.script(script, cold=cold, readable=[self.resource, *readable])

    async def report(
        self,
        tool: str,
        order: object,
        *,
        behind: str | None = None,
        cold: bool = False,
        readable: Sequence[Path] = (),
        begun: bool = False,
    ) -> Any:
        """Return what one of our own functions reports here of an order, both as JSON; why it does not, as text.

        The `tool` ("module:function") takes the paths of order and report. `behind` is code that runs before it; the
        tool takes the names that this leaves as its first argument. A report counts where the tool has ended well;
        where it is one that is written anew after each step, what was `begun` counts, too.
        """
        module, function = tool.split(":")
        self.write("order.json", json.dumps(order))
        self.write("report.json", "")
        names = "" if behind is None else _NAMES
        code = _CALL.format(root=str(_ROOT), module=module, function=function, names=names)
        script = f"{module.rpartition('.')[2]}.py"
        before = LINES_BEFORE if behind is None else behind
        run = await self.run(script, f"{before}\n{code}", cold=cold, readable=[_ROOT / "company", *readable])
        content = self.read("report.json")
        if not content or not (begun or run.exit_code == 0):
            return fault(run)
        return json.loads(content)

    def write(self, name: str, content: str) -> Path:
        """Return a new file; whatever earlier code has put there goes, and a link is not followed."""
        path = self.folder / name
        if path.is_dir() and not path.is_symlink():
            remove_tree(path)
        path.unlink(missing_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(content)
        return path

    def renew(self, name: str) -> None:
        """Return an empty folder of this name, whatever was there."""
        path = self.folder / name
        if path.is_symlink() or not path.is_dir():
            path.unlink(missing_ok=True)
        else:
            remove_tree(path)
        path.mkdir()

    def read(self, name: str) -> str | None:
        """Return the text that code has written there, if it is a file of its own, of a bearable length."""
        path = self.folder / name
        if path.is_symlink() or not path.is_file() or path.stat().st_size > REPORT_BYTES:
            return None
        return path.read_text(encoding="utf-8")

    def has(self, name: str) -> bool:
        """Return whether there is such a file."""
        return (self.folder / name).is_file()


def fault(run: ScriptRun) -> str:
    """Return in a line why a script failed."""
    if run.timed_out:
        return "it takes too long"
    lines = [line for line in run.stderr.splitlines() if line.strip()]
    return (lines[-1] if lines else f"exit code {run.exit_code}")[:_LINE]
