"""A model behind an OpenAI-compatible server on loopback that draws bars, looks at drafts and judges pictures."""

from __future__ import annotations

import base64
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from company.families.figures.evaluation.layouts import matplotbench
from company.families.figures.evaluation.layouts.drawing_cases import DrawingCase
from tests.support.judges_by_hand import alike
from tests.support.listening import completed, listening
from tests.support.rating_server import pictures_of, text_of

BARS = """```python
import pandas as pd
import matplotlib.pyplot as plt

bars = pd.read_csv("{file}")
plt.bar(bars["name"], bars["value"], color="{colour}")
plt.title("Bars")
```"""
Says = Callable[[str, Sequence[bytes]], str]


def bars(text: str, colour: str = "teal") -> str:
    """Code that draws the file that a prompt names."""
    file = next(part for part in text.split("`") if part.endswith(".csv"))
    return BARS.format(file=file, colour=colour)


def sees(text: str, pictures: Sequence[bytes]) -> str:
    """A judge that sees."""
    same = alike(pictures[0], pictures[1])
    return f"They are alike by {same:.3f}.\n\n[FINAL SCORE]: {98 if same > 0.999 else 55 if same > 0.985 else 15}"


@dataclass
class Drawing:
    """What the server was asked, and how it behaves."""

    judge: Says = sees
    draws: Callable[[str], str] = bars
    looks: str = "The bars should be firebrick."
    bodies: list[dict[str, Any]] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)
    url: str = ""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, body: dict[str, Any]) -> str:
        shown = [picture for each in body["messages"] for picture in pictures_of({"messages": [each]})]
        pictures = [base64.b64decode(url.partition(",")[2]) for url in shown]
        first, last = body["messages"][0], text_of(body)
        opening = text_of({"messages": [first]})
        kind = (
            "judge" if len(pictures) == 2
            else "look" if pictures
            else "expand" if "numbered steps" in last
            else "mend" if last.startswith("It did not work")
            else "redraw" if "Change the program accordingly" in last
            else "draw"
        )  # fmt: skip
        with self.lock:
            self.bodies.append(body)
            self.asked[kind] += 1
        if kind == "judge":
            return self.judge(opening, pictures)
        if kind == "look":
            return self.looks
        if kind == "expand":
            return "1. Read the file.\n2. Draw a bar for each row."
        if kind == "redraw":
            return bars(opening, "firebrick")
        return bars(opening) if kind == "mend" else self.draws(opening)


@contextmanager
def drawing_server(**behaviour: Any) -> Iterator[Drawing]:
    """Answer until the block ends."""
    drawing = Drawing(**behaviour)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            completed(self, body, drawing.answer(body))

        def log_message(self, *args: object) -> None:
            pass

    with listening(Handler) as url:
        drawing.url = f"{url}/v1"
        yield drawing


def matplotbench_of_bars(folder: Path, cases: int = 3, colour: str = "firebrick") -> Path:
    """A folder as MatPlotBench has it, whose pictures are drawn as the server draws them."""
    import matplotlib as mpl
    import pandas as pd

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    found = []
    work = folder.with_name(f"{folder.name}-work")
    for at in range(1, cases + 1):
        (work / str(at)).mkdir(parents=True)
        table = pd.DataFrame({"name": ["rye", "oat", "spelt"], "value": [3 * at, 20 - 4 * at, 5 + at]})
        table.to_csv(work / str(at) / f"bars_{at}.csv", index=False)
        figure, axes = plt.subplots()
        axes.bar(table["name"], table["value"], color=colour)
        axes.set_title("Bars")
        figure.savefig(work / f"{at}.png")
        plt.close(figure)
        query = f"Draw the bars of case {at} in {colour}, with the title Bars."
        found.append(DrawingCase(f"c{at}", query, work / f"{at}.png", data_files=(work / str(at) / f"bars_{at}.csv",)))
    matplotbench.write(folder, found)
    (folder / "index.json").unlink()
    return folder
