"""Small runs of figures for people to judge: figures over a table, and plots that code and model see differently."""

from __future__ import annotations

from pathlib import Path

from company.archive import Archive
from company.families.figures.records import Rating
from tests.support.commands import company_command

SCENARIO = """[table]
builtin = "wine"
[originals]
from = "tables"
[figures]
types = ["bar", "scatter"]
[targets]
figure = 2
[review]
overlap = { query = 2, alignment = 3, original = 1, drawing = 1 }
"""
CURATED = """[originals]
from = "scripts"
folder = "pool"
licence = "CC0-1.0"
[targets]
statistical_plot = 14
[review]
overlap = 1
"""
FREE = (
    "from matplotlib.patches import Polygon as Form\nax = plt.gca()\nax.axis('off')\nax.set(xlim=(0, 9), ylim=(0, 9))\n"
)
POOL = {
    "bar_1": "plt.bar(['a', 'b', 'c'], [3.5, 8.25, 5.75])\nplt.title('Crops')\n",
    "bar_2": "plt.barh(['rye', 'oats'], [4.25, 9.5], color='teal')\nplt.xlabel('Tonnes')\n",
    "shapes_1": f"{FREE}for n in (3, 5, 8):\n    ax.add_patch(Form([[n, 0], [n, 2], [9, n]], fill=False))\n",
    "shapes_2": f"{FREE}for n in (1, 4, 6):\n    ax.add_patch(Form([[1, n], [4, n], [7, n + 2]], fill=False))\n"
    "ax.text(3, 8, 'slopes')\n",
    "shapes_3": f"{FREE}ax.add_patch(Form([[2, 2], [2, 6], [6, 6], [6, 2]]))\nax.text(3, 7, 'house')\n",
}
"""Of the free shapes code says that they will not do, and the built-in company, which knows their names alone, not."""


def figures_run(folder: Path) -> Path:
    """The run of two figures over the table of wines, below a folder."""
    (folder / "simulation.toml").write_text(SCENARIO)
    done = company_command("simulate", folder, "--out", folder / "run")
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "run"


def disputed_plots_run(folder: Path) -> Path:
    """The run of a pool of five scripts, of which code refuses three; cases are missing, so it ends with 1."""
    (folder / "pool").mkdir()
    for name, code in POOL.items():
        (folder / "pool" / f"{name}.py").write_text(f"import matplotlib.pyplot as plt\n{code}")
    (folder / "simulation.toml").write_text(CURATED)
    assert company_command("simulate", folder, "--out", folder / "run").returncode == 1
    return folder / "run"


def put_ratings(run: Path, count: int) -> None:
    """Put figures into a run that people rate: the figures of its drawings, each beside another one's or its own."""
    with Archive.open(run) as archive:
        drawn = [(each, archive.figures(each.id)[-1]) for each in archive.records("drawing")]
        for place in range(count):
            drawing, reference = drawn[place % len(drawn)]
            rating = Rating(
                id=f"rated.{place:02d}",
                parent=None,
                stage="rating",
                position=place + 1,
                status="accepted",
                query=drawing.words.simple,  # type: ignore[attr-defined]
            )
            archive.put(rating)
            archive.put_figures(rating.id, [drawn[(place * 3 + 1) % len(drawn)][1], reference])
