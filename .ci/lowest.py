"""The lowest versions that pyproject.toml allows, a line each, as constraints for pip.

python .ci/lowest.py [EXTRA …]
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]


def named(lines: list[str]) -> Iterator[Requirement]:
    """Return the requirements of these lines; where one names extras of the project itself, theirs."""
    for requirement in map(Requirement, lines):
        if requirement.name != project["name"]:
            yield requirement
        for extra in sorted(requirement.extras) if requirement.name == project["name"] else ():
            yield from named(project["optional-dependencies"][extra])


asked = ",".join(sys.argv[1:])
lowest: dict[str, Version] = {}
for requirement in named([*project["dependencies"], *([f"{project['name']}[{asked}]"] if asked else [])]):
    floors = [Version(each.version) for each in requirement.specifier if each.operator in (">=", "==", "~=")]
    if not floors:
        sys.exit(f"{requirement.name} has no lowest version in pyproject.toml; give it one")
    if requirement.marker is None or requirement.marker.evaluate():
        lowest[requirement.name] = max([*floors, *([lowest[requirement.name]] if requirement.name in lowest else [])])
sys.stdout.write("".join(f"{name}=={version}\n" for name, version in sorted(lowest.items())))
