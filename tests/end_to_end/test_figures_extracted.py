"""Who extracts a plot is shown it where the model sees, told so, and a recording of either kind is replayed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from company.archive import Archive
from tests.support.commands import company_command
from tests.support.conversing_server import conversing_server
from tests.support.rating_server import pictures_of, text_of

POOL = {
    "bar_1": "plt.bar(['a', 'b', 'c'], [3.5, 8.25, 5.75])\nplt.title('Crops')\n",
    "bar_2": "plt.barh(['rye', 'oats'], [4.25, 9.5], color='teal')\n",
}
TABLES = {"bar_1": "name,tonnes\na,3.5\nb,8.25\nc,5.75\n", "bar_2": "name,tonnes\nrye,4.25\noats,9.5\n"}
TRIAL = "test of your eyes"


class Scientist:
    """A model that extracts plots, and sees or not; how many pictures it was shown with which words."""

    def __init__(self, *, sees: bool) -> None:
        self.sees = sees
        self.shown: Counter[int] = Counter()
        self.trials = 0

    def __call__(self, messages: list[dict[str, Any]]) -> str:
        text = text_of({"messages": messages})
        if TRIAL in text:
            self.trials += 1
            return '{"left": "green", "right": "red"}' if self.sees else "I am shown nothing."
        brief = json.loads(text.split("```json\n")[1].split("\n```")[0])
        assert brief["task"] == "extract_plot"
        pictures = len(pictures_of({"messages": messages}))
        assert ("You see the plot as well" in text) == bool(pictures)
        self.shown[pictures] += 1
        table = TABLES[brief["script"].removesuffix(".py")]
        return json.dumps({"table": table, "description": "Bars of what was harvested.", "difficulty": "easy"})


def _scenario(folder: Path, model: str) -> Path:
    pool = folder / "pool"
    pool.mkdir(parents=True, exist_ok=True)
    for name, code in POOL.items():
        (pool / f"{name}.py").write_text(f"import matplotlib.pyplot as plt\n{code}")
    told = '[originals]\nfrom = "scripts"\nfolder = "pool"\nlicence = "CC0-1.0"\n[targets]\nstatistical_plot = 2\n'
    (folder / "simulation.toml").write_text(f"{told}[model]\n{model}\n")
    return folder


def _extracts(run: Path) -> list[dict[str, Any]]:
    with Archive.open(run) as archive:
        return [each.model_dump(mode="json") for each in archive.records("extract")]


@pytest.mark.parametrize(
    ("vision", "sees", "pictures", "trials"),
    [("true", False, 1, 0), ("false", True, 0, 0), ('"auto"', True, 1, 1), ('"auto"', False, 0, 1)],
    ids=["said to see", "said not to", "found to see", "found not to"],
)
def test_a_plot_is_shown_to_who_sees_and_its_recording_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vision: str, sees: bool, pictures: int, trials: int
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    scientist, recording = Scientist(sees=sees), tmp_path / "run.recording"
    with conversing_server(scientist) as heard:
        model = f'backend = "openai"\nname = "gpt-4o"\nbase_url = "{heard.url}"\nusd_per_million = [1, 1]'
        scenario = _scenario(tmp_path, f"{model}\nvision = {vision}")
        done = company_command("simulate", scenario, "--out", tmp_path / "run", "--record", recording)
        assert done.returncode == 0, done.stdout + done.stderr
        assert scientist.shown == {pictures: len(POOL)} and scientist.trials == trials
        asked = len(heard.bodies)
        replayed = _scenario(tmp_path / "again", f'backend = "replay"\nrecording = "{recording}"')
        again = company_command("simulate", replayed, "--out", tmp_path / "replayed")
        assert again.returncode == 0, again.stdout + again.stderr
        assert len(heard.bodies) == asked
    assert _extracts(tmp_path / "replayed") == _extracts(tmp_path / "run")
