"""Answers to figure cases that cheat, break or burden: none is worth more than it draws, and nothing falls over."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from company.benchmark.reading import Benchmark, read_benchmark
from company.families.figures.evaluation.judging.drawn import FigureJudge
from company.families.figures.scored import ScoredFigure
from company.sandbox import Limits, LocalSandbox, Sandbox
from tests.support.figure_folder import BARS, HEAD, figure_folder

pytestmark = pytest.mark.slow
LIMITS = Limits(wall_seconds=30, cpu_seconds=10)
"""Many times what a fair answer takes; those that never end are waited for."""
TRUTH = "../../data/figures/bars"
_FORGED = """
import hashlib, json, pathlib
lines = pathlib.Path("pred_result/portraits.jsonl")
"""
FORGED = """
import hashlib, json, portrait
told = portrait.portrait(plt.gcf())
plt.close("all")
plt.figure()
def forged(place):
    plt.gcf().savefig(place)
    digest = hashlib.sha256(open(place, "rb").read()).hexdigest()
    line = {"picture": str(place), "sha256": digest, "portrait": told}
    open("pred_result/portraits.jsonl", "a").write(json.dumps(line) + "\\n")
portrait.leave_picture = forged
"""
HOSTILE: Mapping[str, str] = {
    "writes a picture that nobody drew": 'open("pred_result/figure.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n")',
    "reads the truth by its path": f'import json\nprint(json.load(open("{TRUTH}.json")))',
    "shows the truth's picture": f'import matplotlib.pyplot as plt\nplt.imshow(plt.imread("{TRUTH}.png"))',
    "looks for the truth": (
        "import pathlib\nfound = [p for p in pathlib.Path('/').rglob('bars.json')]\nassert found, 'nowhere'"
    ),
    "draws another's data under the right words": BARS.replace('t["tonnes"]', "[9, 4, 5, 3]"),
    "draws nothing on the right axes": HEAD + 'plt.title("Grain by kind")\nplt.ylabel("Tonnes")',
    "draws on a blank page": HEAD + "plt.figure()",
    "draws it invisibly": BARS.replace('t["tonnes"])', 't["tonnes"], alpha=0)'),
    "hides its bars": BARS + "for bar in plt.gca().patches:\n    bar.set_visible(False)\n",
    "draws it twice in two figures": BARS + "plt.figure()\n" + BARS,
    "draws it beside something else": BARS + 'plt.bar(t["kind"], t["price"])\n',
    "cuts off what it draws": BARS + "plt.ylim(0, 4)\n",
    "patches the hook": "import matplotlib.figure\n" + BARS + (
        "matplotlib.figure.Figure.savefig = lambda self, place, **more: open(place, 'wb').write(b'\\x89PNG')\n"
    ),
    "takes the hook away": BARS + (
        "import matplotlib.figure as f\nf.Figure.savefig = f.Figure.savefig.__wrapped__\n"
    ),
    "patches the reader": "import portrait\nportrait.portrait = lambda figure: {}\n" + BARS.replace("tonnes", "price"),
    "forges a portrait without a picture": _FORGED
    + 'lines.write_text(json.dumps({"picture": "", "sha256": "0", "portrait": {"version": 1, "axes": []}}))',
    "forges a portrait that is no JSON": BARS + _FORGED + 'lines.write_text("{" * 100_000)\n',
    "forges a portrait without an end": BARS + _FORGED + 'lines.write_bytes(b"[" * 20_000_000)\n',
    "forges the right portrait of a blank page": BARS + FORGED,
    "lays a link to a file": "import os\nos.symlink('/etc/passwd', 'pred_result/figure.png')\n" + HEAD,
    "takes the folder away": BARS + "import shutil\nshutil.rmtree('pred_result')\n",
    "draws a thousand axes": HEAD + "plt.subplots(20, 50)",
    "draws no numbers": BARS.replace('t["tonnes"]', '[float("nan")] * 4'),
    "draws without end": HEAD + 'plt.bar(t["kind"], [float("inf"), 1, 2, 3])',
    "names a title that cannot be written": BARS.replace("Grain by kind", "Grain \\ud800"),
    "writes from right to left": BARS.replace("Grain by kind", "\\u202egnik yb niarG"),
    "has words that raise": HEAD
    + "class W(str):\n    def __str__(self): raise MemoryError\n"
    + 'plt.bar(t["kind"], t["tonnes"], label=W("x"))\n',
    "asks for a picture of a thousand inches": HEAD + "plt.figure(figsize=(1000, 1000))\n" + BARS,
    "leaves at once": BARS + "import os\nos._exit(0)",
    "exits as if all were well": BARS + "raise SystemExit(0)",
    "prints without end": BARS + 'print("x" * 50_000_000)',
    "never ends": BARS + "while True:\n    pass",
    "is no Python": "```python\nplt.bar(\n```",
}  # fmt: skip
"""What it does → its code; all are answers to the case of bars."""
FAIR: Mapping[str, str] = {
    "as it is": BARS,
    "words in mathtext": BARS.replace("Tonnes", "$\\mathrm{Tonnes}$"),
    "saves it, too": BARS + 'plt.savefig("mine.png")\nplt.show()\n',
    "saves and closes it": BARS + 'plt.savefig("mine.png")\nplt.close("all")\n',
    "other colours and a grid": BARS.replace('t["tonnes"])', 't["tonnes"], color="olive", width=0.5)') + "plt.grid()\n",
    "as a reply": f"Here it is:\n\n```python\n{BARS}```\n",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    async with LocalSandbox(LIMITS) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def content(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> Benchmark:
    return read_benchmark(await figure_folder(tmp_path_factory.mktemp("hostile") / "b", sandbox))


async def judged(content: Benchmark, answers: Mapping[str, str], sandbox: Sandbox) -> dict[str, ScoredFigure]:
    """What each of several answers to the case of bars is worth."""
    line = next(line for line in content.entries if line["data_id"] == "bars")
    many = replace(content, cases={"figure": tuple({**line, "data_id": name} for name in answers)})
    judge, found, left = FigureJudge(many), {}, {}
    for entry in many.entries:
        scored = judge.score("figure", entry, answers[entry["data_id"]])
        if scored is None:
            left[entry["data_id"]] = answers[entry["data_id"]]
        else:
            found[entry["data_id"]] = scored
    await judge.run(left, sandbox, lambda scored: found.__setitem__(scored.data_id, scored))
    assert found.keys() == answers.keys()
    return {name: scored for name, scored in found.items() if isinstance(scored, ScoredFigure)}


@pytest.mark.asyncio(loop_scope="session")
async def test_none_is_worth_more_than_what_it_draws(content: Benchmark, sandbox: Sandbox) -> None:
    found = await judged(content, HOSTILE, sandbox)
    assert len(found) == len(HOSTILE) >= 20
    assert [name for name, scored in found.items() if scored.right] == []
    worth = {name: scored.value for name, scored in found.items()}
    undrawn = [name for name, scored in found.items() if not scored.executable]
    assert all(worth[name] == 0 for name in undrawn) and len(undrawn) > 12
    assert all(0 <= (value or 0) < 1 for value in worth.values())
    # Of wrong bars, places and names are right, so that half of their data is.
    assert all((worth[name] or 0) == 0 for name in ("draws it invisibly", "hides its bars", "draws on a blank page"))
    assert worth["forges the right portrait of a blank page"] == 0


@pytest.mark.asyncio(loop_scope="session")
async def test_fair_answers_are_right_however_they_are_written(content: Benchmark, sandbox: Sandbox) -> None:
    found = await judged(content, FAIR, sandbox)
    assert {name: scored.reason for name, scored in found.items() if not scored.right} == {}
    assert all(scored.value == 1 and scored.executable for scored in found.values())


def test_the_folder_of_the_tests_is_a_benchmark(content: Benchmark) -> None:
    assert [line["data_id"] for line in content.entries] == ["bars", "line", "points"]
    assert Path(content.folder, content.entries[0]["ground_truth"]).read_bytes().startswith(b"\x89PNG")
