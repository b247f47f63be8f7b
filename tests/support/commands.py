"""Running the `company` command as a user does, in a process of its own."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support import warm_start

Run = Callable[..., subprocess.CompletedProcess[str]]
COMMAND = (sys.executable, "-m", "company.cli")


def company_command(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `company …` to its end, spared of its start (`warm_start`); stdout and stderr are text."""
    return warm_start.run(*words, **options)


def cold_command(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `company …` from its very start to its end; stdout and stderr are text."""
    command = [*COMMAND, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
