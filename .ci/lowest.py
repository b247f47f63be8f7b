"""The lowest versions that pyproject.toml allows, a line each, as constraints for pip.

python .ci/lowest.py [EXTRA …]
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
named = [
    *project["dependencies"],
    *(line for extra in sys.argv[1:] for line in project["optional-dependencies"][extra]),
]
lowest: dict[str, Version] = {}
for requirement in map(Requirement, named):
    floors = [Version(each.version) for each in requirement.specifier if each.operator in (">=", "==", "~=")]
    if not floors:
        sys.exit(f"{requirement.name} has no lowest version in pyproject.toml; give it one")
    if requirement.marker is None or requirement.marker.evaluate():
        lowest[requirement.name] = max([*floors, *([lowest[requirement.name]] if requirement.name in lowest else [])])
sys.stdout.write("".join(f"{name}=={version}\n" for name, version in sorted(lowest.items())))
