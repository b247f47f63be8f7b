"""What was made again beside what was published: which files differ, in what, and why that may be."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from company.benchmark.publishing.origin import Provenance
from company.benchmark.publishing.provenance import file_hash
from company.benchmark.publishing.versions import differing, versions, words_hash

_LONGEST = 64 << 20
"""Bytes of a file beyond which its lines are not compared."""


@dataclass(frozen=True)
class Difference:
    """A file that did not come out as it was published."""

    file: str
    how: str


@dataclass(frozen=True)
class Rebuilt:
    """What became of a benchmark that was made again."""

    folder: Path
    """The published one."""
    benchmark: Path
    """The new one."""
    same: int
    """Files that are byte for byte as published."""
    different: tuple[Difference, ...]
    why: tuple[str, ...]
    """What else is not as it was when the benchmark was made, each of which may be why files differ."""
    damaged: tuple[str, ...] = ()
    """Files of the published folder at hand that are not as it says that they were published, a line each."""

    @property
    def equal(self) -> bool:
        """Whether every file is as published, and there is no other."""
        return not self.different

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        return {
            "equal": self.equal,
            "benchmark": str(self.benchmark),
            "same": self.same,
            "different": [vars(each) for each in self.different],
            "why": list(self.why),
            "damaged": list(self.damaged),
        }


def differences(told: Provenance, folder: Path, made: Mapping[str, str], benchmark: Path) -> list[Difference]:
    """Return how the files `made` differ from those in `told`, in the order of their paths."""
    found = []
    for name in sorted(told.files.keys() | made.keys()):
        if name not in made:
            found.append(Difference(name, "it was published, and was not made"))
        elif name not in told.files:
            found.append(Difference(name, "it was made, and was not published"))
        elif made[name] != told.files[name]:
            found.append(Difference(name, _how(folder / name, benchmark / name, told.files[name])))
    return found


def _how(published: Path, made: Path, sha256: str) -> str:
    if not published.is_file() or file_hash(published) != sha256:
        return "its hash is another one; the published file is not at hand as it was, so it cannot be said in what"
    if max(published.stat().st_size, made.stat().st_size) > _LONGEST:
        return "its bytes are others"
    try:
        before, after = (each.read_text(encoding="utf-8").splitlines() for each in (published, made))
    except UnicodeDecodeError:
        return f"its bytes are others ({published.stat().st_size:,} published, {made.stat().st_size:,} made)"
    pairs = list(zip_longest(before, after))
    places = [place for place, (old, new) in enumerate(pairs) if old != new]
    if not places:
        return "its bytes are others, though its lines are the same"
    first = places[0]
    return f"{len(places):,} of {len(pairs):,} lines differ, the first is {_line(first, *pairs[first])}"


def _line(place: int, old: str | None, new: str | None) -> str:
    """Return the position of a line and, of two cases, the fields in which they differ."""
    where = f"line {place + 1:,}"
    try:
        before, after = (json.loads(each or "null") for each in (old, new))
    except ValueError:
        return where
    if not isinstance(before, dict) or not isinstance(after, dict):
        return where
    name = before.get("data_id") or before.get("dialogue")
    fields = [key for key in dict.fromkeys([*before, *after]) if before.get(key) != after.get(key)]
    return f"{where}{f' ({name})' if name else ''}, in {', '.join(fields) or 'the order of its fields'}"


def reasons(told: Provenance, layers: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Return the differences to when the runs were made; `layers`: name of a run → its sandbox's, here."""
    here = versions()
    lines: list[str] = []
    for run in told.runs:
        made_with = run.made_with or ()
        if not made_with:
            lines.append(f"{run.name}: it was not noted with which versions it was made")
        if len(made_with) > 1:
            lines.append(f"{run.name}: it was made in several sittings, with {len(made_with)} sets of versions")
        lines += differing(made_with[-1], here) if made_with else []
        lines += _prompts(run.prompts or {})
        lines += _layers(run.name, (run.sandbox or {}).get("layers") or {}, layers.get(run.name) or {})
        if run.finished is False:
            lines.append(f"{run.name}: it had stopped before its end when it was exported, and went to its end here")
    lines += differing(told.exported_with, here)
    return list(dict.fromkeys(lines))


def _prompts(published: Mapping[str, str]) -> list[str]:
    other = [name for name, sha256 in published.items() if words_hash(name) != sha256]
    return [f"prompts have other words here: {', '.join(other)}"] if other else []


def _layers(run: str, before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    other = [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]
    return [f"{run}: these layers of the sandbox are not as they were: {', '.join(other)}"] if other else []


def text_of(rebuilt: Rebuilt) -> str:
    """Return the text that `company rebuild` prints."""
    total = rebuilt.same + len(rebuilt.different)
    lines = [*rebuilt.damaged, f"benchmark: {rebuilt.benchmark}"]
    if rebuilt.equal:
        return "\n".join([*lines, f"equal: all {total} files are byte for byte as published"])
    lines.append(f"not equal: {len(rebuilt.different)} of {total} files are not as published")
    lines += [f"  {each.file}: {each.how}" for each in rebuilt.different]
    return "\n".join([*lines, *_why(rebuilt.why)])


def _why(reasons: Sequence[str]) -> list[str]:
    if reasons:
        return ["what is not as it was when it was made, and may be why:", *(f"  {each}" for each in reasons)]
    return [
        "versions, prompts and sandbox are as they were; what remains is the processor, how busy the machine was (code "
        "that came close to a limit), or a flaw of this program: please report it"
    ]
