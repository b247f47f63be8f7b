"""A reader who follows a page: writes the files that it says, gives the commands, runs the Python, compares outputs.

What a reader has done before reading is taken as done: environments, installations (whose extras have to be there) and
`make` (whose targets have to be there). Runs are made small, since nobody reads their length: `--limit` is at most
`MOST_CASES`. A run or a verification that another page asked for with the same words and files is not made twice.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import inspect
import io
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from company.config import load
from human_review.web.issuer import FILE as ISSUER_FILE
from human_review.web.issuer import Told
from tests.docs.pages import ROOT, Block, Page
from tests.support import warm_start
from tests.support.loopback import MODEL, Loopback

MOST_CASES = 4
SERVER = "http://localhost:8000"
"""What pages call the server of a model."""
NAMES = ("a-model", "another-model")
"""What they call models."""
_HARD = re.compile(r"[|&;<>$`*]")
"""What only a shell understands."""
_RUNS = {
    "run": ("new my_sales --table sales.csv", "simulate my_sales --limit 4"),
    "wine": ("simulate wine --limit 4",),
}
"""How the runs are made that a page needs."""
_NUMBER = re.compile(r"\d[\d.,]*")


@dataclass
class Kept:
    """What readers have done that need not be done again: digest of words and files → what was said, and the run."""

    folder: Path
    said: dict[str, tuple[int, str]] = field(default_factory=dict)


@dataclass
class Reader:
    """One reader at one page, in a folder of their own."""

    page: Page
    folder: Path
    kept: Kept
    env: dict[str, str] = field(default_factory=dict)
    here: Path = field(init=False)
    said: str = ""
    """What the last block that ran has printed."""
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    """What Python blocks have defined."""
    server: Loopback | None = None
    installs: bool = False
    """A package that the page has written is installed."""

    def __post_init__(self) -> None:
        self.here = self.folder
        for name in ("table", "run"):
            if name in self.page.needs:
                (self.folder / "sales.csv").write_text(sales(), encoding="utf-8")
        self.bin = self.folder.parent / f"{self.folder.name}-bin"
        self.bin.mkdir()
        _executable(self.bin / "company", f'exec {warm_start.command_line()} "$@"')
        _executable(self.bin / "python", f'exec {sys.executable} "$@"')
        self.env = {"PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(self.source)}

    @property
    def source(self) -> Path:
        """Where the company's own code is: on a page that changes it, a copy in the reader's folder."""
        return self.folder if "source" in self.page.needs else ROOT

    @property
    def _changed(self) -> bool:
        """Whether the page has changed or installed something: the tests' own process knows nothing of it."""
        return self.installs or "source" in self.page.needs

    def follow(self) -> None:
        """All of the page. Raises AssertionError at the first block that is not as the page says."""
        with self._environment():
            if "source" in self.page.needs:
                for name in ("company", "grammar", "human_review", "scenarios", "pyproject.toml"):
                    copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                    copy(ROOT / name, self.folder / name)
            for need, commands in _RUNS.items():
                for words in commands if need in self.page.needs else ():
                    code, said, aside = self._company(words.split())
                    assert code == 0, f"{said}\n{aside}"
            for block in self.page.blocks:
                needed = block.told.get("needs")
                if block.not_run is None and not (needed and importlib.util.find_spec(needed) is None):
                    self._try(block)

    @contextlib.contextmanager
    def _environment(self) -> Iterator[None]:
        before, place = dict(os.environ), Path.cwd()
        try:
            os.environ.update(self.env)
            os.chdir(self.folder)
            with contextlib.ExitStack() as stack:
                if "server" in self.page.needs:
                    self.server = stack.enter_context(Loopback())
                yield
        finally:
            # A page may have taken portraits "from now on", and its folder is gone by then.
            Figure.savefig = inspect.unwrap(Figure.savefig)  # type: ignore[method-assign]
            os.chdir(place)
            os.environ.clear()
            os.environ.update(before)

    def _try(self, block: Block) -> None:
        text = self._reached(block.text)
        file = block.marks.get("file") or block.marks.get("file+")
        if file:
            path = self.here / file
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a" if "file+" in block.marks else "w", encoding="utf-8") as stream:
                stream.write(text)
        if "output" in block.marks:
            _compare(block, text, self.said)
        elif block.language == "bash":
            self._bash(block, text)
        elif block.language == "python" and not file:
            self._python(block, text)
        elif block.language == "diff":
            _change(block, text, self.source)
        elif block.language == "toml":
            self._toml(block, text, Path(file) if file else None)

    def _reached(self, text: str) -> str:
        """The words with the server and the model that are there."""
        if self.server is None:
            return text
        for name in NAMES:
            text = text.replace(name, MODEL)
        return text.replace(SERVER, self.server.url)

    # settings

    def _toml(self, block: Block, text: str, file: Path | None) -> None:
        """Refuse what the real loader refuses; a part of a scenario is completed by a table."""
        if file is not None and (file.name == "pyproject.toml" or file.parts[0] == "grammar"):
            return  # no scenario
        if file is not None and file.name == ISSUER_FILE:
            Told.model_validate(tomllib.loads(text))
            return
        told = tomllib.loads(text)
        scenario = self.here / file if file is not None else self.folder / f"settings-{block.line}" / "simulation.toml"
        if file is None:
            scenario.parent.mkdir()
            whole = text if "table" in told else f'[table]\nbuiltin = "wine"\n\n{text}'
            scenario.write_text(whole, encoding="utf-8")
            tables = told.get("table", {})
            for each in tables if isinstance(tables, list) else [tables]:
                if isinstance(named := each.get("file"), str):
                    (scenario.parent / named).write_text(sales(), encoding="utf-8")
            if isinstance(rules := told.get("handbook", {}).get("file"), str):  # as the page has shown it
                shutil.copy(self.here / rules, scenario.parent)
        if self._changed:
            self._interpret(block, f"from company.config import load\nload({str(scenario)!r})")
        else:
            load(scenario)

    # Python

    def _python(self, block: Block, text: str) -> None:
        if "source" in self.page.needs:
            self._interpret(block, text)
            return
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.chdir(self.here):
            try:
                code = ast.parse("\n" * block.line + text, str(block.page))
                last = code.body.pop() if _shown(block, code) else None
                exec(compile(code, str(block.page), "exec"), self.names)
                if isinstance(last, ast.Expr):  # a notebook shows what its cell ends with
                    shown = eval(compile(ast.Expression(last.value), str(block.page), "eval"), self.names)
                    printed.write("" if shown is None else f"{_as_in_a_notebook(shown)}\n")
            except Exception as problem:
                raise AssertionError(f"{block.where} raises {type(problem).__name__}: {problem}") from problem
        self.said = printed.getvalue()

    def _interpret(self, block: Block, code: str) -> None:
        """Run code in a process of its own, which finds what the page has changed or installed."""
        file = self.bin / f"line-{block.line}.py"
        file.write_text(code, encoding="utf-8")
        self._finished(block, warm_start.run(program=file, cwd=self.here), 0)

    # commands

    @property
    def _captured(self) -> dict[str, Any]:
        return {
            "capture_output": True,
            "text": True,
            "cwd": self.here,
            "timeout": 300,
            "check": False,
            "env": dict(os.environ),
        }

    def _bash(self, block: Block, text: str) -> None:
        lines = [line for line in text.replace("\\\n", " ").splitlines() if shlex.split(line, comments=True)]
        self.said = ""
        for number, line in enumerate(lines, start=1):
            wanted = int(block.told.get("exit", 0)) if number == len(lines) else 0
            self._line(block, line, wanted)

    def _line(self, block: Block, line: str, wanted: int) -> None:
        first, *rest = shlex.split(line, comments=True)
        if first in (".", "source", "git", "pip") or rest[:2] in (["-m", "venv"], ["-m", "pip"]):
            _check_installation(block, [first, *rest])
            if (self.here / rest[-1] / "pyproject.toml").is_file():
                self._install(self.here / rest[-1])
        elif first == "make":
            _check_targets(block, rest)
        elif first == "cd":
            self.here = self.here / rest[0]
            assert self.here.is_dir(), f"{block.where}: there is no folder {rest[0]}"
        elif first == "export":
            os.environ.update(part.split("=", 1) for part in rest)
        elif "serves" in block.told and len(rest) == 2:
            self._serve(block, rest)
        elif first == "company" and not self._shell_needed(line):
            code, said, aside = self._company(rest)
            self.said += said
            assert code == wanted, f"{block.where}: `{line}` ended with {code}:\n{said}\n{aside}"
        else:
            small = re.sub(r"--limit (\d+)", lambda found: f"--limit {min(int(found[1]), MOST_CASES)}", line)
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", small], **self._captured)
            self._finished(block, done, wanted)

    def _install(self, project: Path) -> None:
        """Install a package that the page has written, as `pip install -e` does, for this reader alone."""
        told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        site = self.folder.parent / f"{self.folder.name}-site"
        info = site / f"{told['name']}-{told['version']}.dist-info"
        info.mkdir(parents=True)
        metadata = f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        lines = []
        for group, points in told.get("entry-points", {}).items():
            lines += [f"[{group}]", *(f"{name} = {place}" for name, place in points.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        os.environ["PYTHONPATH"] = os.pathsep.join([str(site), str(project), os.environ["PYTHONPATH"]])
        self.installs = True

    def _shell_needed(self, line: str) -> bool:
        """Whether a command wants a process of its own, with what the page has changed or installed."""
        return self._changed or _HARD.search(line.partition(" #")[0]) is not None

    def _finished(self, block: Block, done: subprocess.CompletedProcess[str], wanted: int) -> None:
        self.said += done.stdout
        assert done.returncode == wanted, f"{block.where} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"

    def _company(self, words: list[str]) -> tuple[int, str, str]:
        """`company …`, spared of its start."""
        words = _small(words)
        key, out = self._known_by(words), self._out(words)
        if key in self.kept.said:
            if out is not None:
                shutil.copytree(self.kept.folder / key, self.here / out)
            return (*self.kept.said[key], "")
        out_was_there = out is not None and (self.here / out).exists()
        done = warm_start.run(*words, cwd=self.here)
        if key and not out_was_there:
            self.kept.said[key] = (done.returncode, done.stdout)
            if out is not None:
                shutil.copytree(self.here / out, self.kept.folder / key)
        return done.returncode, done.stdout, done.stderr

    def _known_by(self, words: list[str]) -> str:
        """What a command that takes long is known by; "" for one that is not kept."""
        if words[0] not in ("simulate", "verify") or "--record" in words:
            return ""
        if self.server is not None and (self.here / words[1]).exists():  # another server, another run
            return ""
        told = hashlib.sha256("\n".join(words).encode())
        paths = [self.here / word for word in words[1:] if (self.here / word).exists()]
        for path in paths:
            for file in sorted([path, *path.rglob("*")]):
                if file.is_file():
                    told.update(f"{file.relative_to(path)}".encode() + file.read_bytes())
        fresh = words[0] == "verify" or not (self.here / (self._out(words) or "")).exists()
        return told.hexdigest() if fresh else ""

    def _out(self, words: list[str]) -> str | None:
        """The folder that a run goes to."""
        if words[0] != "simulate" or "--estimate" in words:
            return None
        return words[words.index("--out") + 1] if "--out" in words else f"output/{Path(words[1]).stem}"

    def _serve(self, block: Block, words: list[str]) -> None:
        """Start a server, follow the link that it prints, and end it as a person does."""
        more = [] if "--no-browser" in words else ["--no-browser"]
        reading, writing = os.pipe()
        with os.fdopen(reading) as said:
            with os.fdopen(writing, "wb") as output:
                server = warm_start.Warm(*words, *more, "--port", "0", cwd=self.here, stdout=output)
            try:
                link = next((found[0] for line in said if (found := re.findall(r"http://[^\s#]+", line))), None)
                assert link, f"{block.where}: the server told no link"
                with urllib.request.urlopen(link, timeout=30) as page:
                    assert page.status == 200
            finally:
                server.send_signal(signal.SIGINT)
                code = server.wait(timeout=30)
        assert code in (0, 130), f"{block.where}: ended with {code}"


def _shown(block: Block, code: ast.Module) -> bool:
    return block.page.suffix == ".ipynb" and isinstance(code.body[-1], ast.Expr)


def sales() -> str:
    """A small table such as a reader may have: sales of a few shops, not quite tidy."""
    rows = ["order,day,city,product,price,units,returned"]
    cities, products = ("Oslo", "Bergen", "Narvik", "Bodø"), ("tea", "books", "lamps", "chairs")
    for number in range(1, 161):
        city, product = cities[number * 7 % 4], products[number * number % 11 % 4]
        price = "" if number % 37 == 0 else f"{(number * 13 % 97) + 4.5 + 20 * products.index(product):.2f}"
        day = f"2024-{number % 12 + 1:02d}-{number * 5 % 28 + 1:02d}"
        returned = "yes" if number % 9 == 0 else "no"
        rows.append(f"{1000 + number},{day},{city},{product},{price},{number * 3 % 8 + 1},{returned}")
    return "\n".join(rows) + "\n"


def _small(words: list[str]) -> list[str]:
    if words[0] not in ("simulate", "evaluate"):
        return words
    if "--limit" in words:
        place = words.index("--limit") + 1
        return [*words[:place], str(min(MOST_CASES, int(words[place]))), *words[place + 1 :]]
    return [*words, "--limit", str(MOST_CASES)]


def _change(block: Block, diff: str, root: Path) -> None:
    """Change the code as a diff says; its parts are found by their lines, not by numbers, and each at one place."""
    head, *parts = re.split(r"^@@.*\n", diff, flags=re.MULTILINE)
    found = re.search(r"^\+\+\+ b/(\S+)$", head, re.MULTILINE)
    assert found and parts, f"{block.where}: a diff begins with `--- a/FILE`, `+++ b/FILE` and `@@`"
    file = root / found[1]
    text = file.read_text(encoding="utf-8")
    for part in parts:
        lines = part.splitlines()
        old, new = ("\n".join(line[1:] for line in lines if line[:1] != other) + "\n" for other in "+-")
        times = text.count(old)
        assert times == 1, f"{block.where}: these lines are {times} times in {found[1]}, not once:\n{old}"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def _check_installation(block: Block, words: list[str]) -> None:
    """What is installed of ours has to be there: the extras."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for word in words:
        for extra in re.findall(r"(?:decision-company|\.)\[([^\]]*)\]", word):
            unknown = set(extra.split(",")) - set(told)
            assert not unknown, f"{block.where}: there is no extra {', '.join(unknown)}"


def _check_targets(block: Block, words: list[str]) -> None:
    told = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for word in words:
        assert "=" in word or word in told, f"{block.where}: there is no target {word} in the Makefile"


def _as_in_a_notebook(value: Any) -> str:
    """A value as Jupyter shows it, which breaks lines as no terminal does."""
    import pandas as pd
    from IPython.lib.pretty import pretty

    with pd.option_context("display.max_columns", 20, "display.width", 80):
        return str(pretty(value))


def _compare(block: Block, shown: str, said: str) -> None:
    """Each shown line was printed, in this order; numbers may be others, and … stands for anything."""
    printed = iter(said.splitlines())
    for line in filter(str.strip, shown.splitlines()):
        if line.strip() == "…":
            continue
        form = re.compile(_loose(line))
        assert any(form.fullmatch(" ".join(each.split())) for each in printed), (
            f"{block.where}: this was not printed, or not in this place: {line}\n--- printed:\n{said}"
        )


def _loose(line: str) -> str:
    parts = []
    for part in re.split(r"(…|\d[\d.,]*)", " ".join(line.split())):
        parts.append(".*" if part == "…" else r"\d[\d.,]*" if _NUMBER.fullmatch(part) else re.escape(part))
    return "".join(parts)


def _executable(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
