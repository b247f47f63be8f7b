"""The pages that the documentation's site lets readers click through: `python docs/samples.py FOLDER` writes them."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from docs.example_runs import KEPT, SCENARIOS, example  # noqa: E402 - the folder has to be on the path first


def write(folder: Path, kept: Path = KEPT, names: tuple[str, ...] = tuple(SCENARIOS)) -> list[Path]:
    """Write a page on each run and one on its benchmark into a folder, where they are not there; return them."""
    import company

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in names:
        made = example(name, kept)
        for kind, looked_at in (("benchmark", made.benchmark), ("run", made.run)):
            page = folder / f"{name}-{kind}.html"
            if not page.is_file():
                company.report(looked_at, out=page)
            written.append(page)
    return written


if __name__ == "__main__":
    write(Path(sys.argv[1]))
