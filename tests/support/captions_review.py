"""A run of captions as its review finds it, made by hand, and people who judge it by the pages over HTTP."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from company.archive import Archive
from company.config import ReviewSettings
from company.families.captions.records import WRITERS, CaptionCase, Figure
from company.reviewing import put_settings
from human_review.web.app import application
from human_review.web.desk import Desk

HERE = "http://localhost"
GROUPS = {"experts": ("caption_set",), "readers": ("caption",)}
_FORM = re.compile(r'<form method="post" action="/items/(\w+)/submit".*?</form>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def png(red: int) -> bytes:
    from PIL import Image, ImageDraw

    image, content = Image.new("RGB", (480, 300), "white"), io.BytesIO()
    ImageDraw.Draw(image).line([(40, 260), (200, 120 + red % 90), (440, 60)], fill=(red, 60, 120), width=4)
    image.save(content, format="png")
    return content.getvalue()


def caption_case(number: int) -> tuple[Figure, CaptionCase]:
    """A figure and its captions. One has a twin, in each third set one was cut, in each fourth the picture was."""
    name = f"wine.p01.f{number}"
    cut = (0.0, 0.0, 0.6, 1.0) if number % 4 == 0 else None
    figure = Figure(
        id=name,
        parent="wine.p01",
        stage="figures",
        position=number,
        status="accepted",
        name=f"Figure {number}",
        question="How does it go?",
        columns=("ash", "hue"),
        chart="line",
        cut=cut,
        code="draw()",
        digest=f"{number}",
        drawn=(),
        texts=("ash",),
    )
    of_figure = ["image"] if cut else []
    captions = [
        {
            "id": f"c{at}",
            "text": f"Caption {number}-{at}: hue rises with ash.",
            "writer": writer,
            "claims": [],
            "errors": [*of_figure, *(["text"] if at == 2 and number % 3 == 0 else [])],
        }
        for at, writer in enumerate(WRITERS, 1)
    ]
    twin = {"id": "c7", "of": "c5", "text": f"Caption {number}-5: hue falls with ash.", "untruth": "trend"}
    line: dict[str, Any] = {
        "data_id": f"{name}.ranking",
        "figure": f"data/figures/{name}.png",
        "figure_name": figure.name,
        "paragraphs": [{"text": f"As {figure.name} shows, hue rises.", "mentions": [figure.name], "claims": []}],
        "captions": captions,
        "twins": [twin],
    }
    case = CaptionCase(
        id=line["data_id"],
        parent=name,
        stage="sets",
        position=1,
        status="accepted",
        asks="ranking",
        entry=line,
        gate={},
    )
    return figure, case


def captions_run(folder: Path, sets: int, **review: Any) -> Path:
    """A run with so many caption sets, and what [review] says of it."""
    with Archive.create(folder, "captions") as archive:
        for number in range(1, sets + 1):
            figure, case = caption_case(number)
            archive.put(figure)
            archive.put_figures(figure.id, [png(number * 20 % 250)])
            archive.put(case)
        told = {"overlap": 1, "groups": GROUPS, **review}
        put_settings(archive, ReviewSettings.model_validate(told))
    return folder


class Judge:
    """Somebody at the pages, without a browser."""

    def __init__(self, desk: Desk, name: str, *groups: str) -> None:
        self.client = TestClient(application(desk), base_url=HERE, headers={"Origin": HERE})
        token = desk.store.invite(name, groups=groups)
        self.id = desk.store.reviewer(token).id
        self.client.post("/enter", data={"token": token})
        self.csrf = desk.keys.csrf(self.client.cookies[desk.keys.cookie])
        self.page = ""

    def begin(self) -> str:
        """The page of the next item, or the one that says that there is none."""
        self.page = self.client.post("/next", data={"csrf": self.csrf}).text
        return self.page

    @property
    def item(self) -> str:
        """The item that the page asks about; empty where it asks about none."""
        found = _FORM.search(self.page)
        return found[1] if found else ""

    def submit(self, **said: Any) -> str:
        """Submit the form of the page with what is said; gives back the page after it."""
        found = _FORM.search(self.page)
        assert found is not None, self.page
        self.page = self.client.post(f"/items/{found[1]}/submit", data={**dict(_HIDDEN.findall(found[0])), **said}).text
        return self.page
