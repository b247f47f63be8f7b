"""The runs whose pictures, cases and pages the documentation shows: made when they are first asked for, and kept.

    python docs/example_runs.py      makes all that are missing, in output/examples

All are by the built-in company, from a seed: whoever makes them anew gets the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from company.api import Benchmark

KEPT = ROOT / "output" / "examples"
_WINE = """\
[table]
builtin = "wine"
licence = "CC BY 4.0"
source = "UCI Machine Learning Repository, Wine (1991), as distributed with scikit-learn"
"""
SCENARIOS = {
    "wine": f"""{_WINE}
[model]
seed = 5

[targets]
registers = "both"
normal = 4
private = 1
update_code = 2
private_update_code = 1
clarification = 1
private_clarification = 1
fast_fail = 1
best_guess = 1
plot_qa = 1
insight_mining = 2
""",
    "wine_captions": f"{_WINE}\n[targets]\nranking = 3\ndetection = 3\n",
    "wine_figures": f'[originals]\nfrom = "tables"\n\n{_WINE}\n[figures]\nhard = 0.5\n\n[targets]\nfigure = 4\n',
    "plots": f"""\
[originals]
from = "scripts"
folder = "{(ROOT / "scenarios" / "gallery" / "scripts").as_posix()}"
licence = "CC0-1.0"
source = "written for this project"

[curation]
aspect = [1.0, 2.5]
hard = 0.5

[targets]
statistical_plot = 4
""",
    "shapes": """\
[vector_graphics]
sources = ["scenes"]

[targets]
svg_category = 1
svg_color = 1
svg_generation = 1
graphviz_layout = 1
graphviz_relation = 1
graphviz_generation = 1
""",
}
"""What is simulated, by the name of its run: all families."""


@dataclass(frozen=True)
class Example:
    """A run and the benchmark that was exported from it."""

    name: str
    run: Path

    @property
    def benchmark(self) -> Benchmark:
        """The exported folder, opened."""
        import company

        return company.Benchmark(self.run / "benchmark")


def example(name: str, kept: Path = KEPT, say: Callable[[str], object] = print) -> Example:
    """Return a run of this name and its benchmark, made where it is not there in full."""
    import company

    made = Example(name, Path(os.path.relpath(kept / name)))  # pages tell the folder as it was given
    if not (made.run / "benchmark" / "provenance.json").is_file():
        say(f"making {made.run}")
        scenario = kept / "scenarios" / name / "simulation.toml"
        scenario.parent.mkdir(parents=True, exist_ok=True)
        scenario.write_text(SCENARIOS[name], encoding="utf-8")
        company.simulate(scenario, out=made.run, quiet=True)
        company.export(made.run)
    return made


if __name__ == "__main__":
    for each in SCENARIOS:
        example(each)
