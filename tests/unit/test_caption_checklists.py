"""A caption's checklist: of what was proposed, what a drawing has that somebody made from the caption alone."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from company.families.vector_graphics.records import Caption, Drawing
from company.families.vector_graphics.replies import Described, Graphic
from company.families.vector_graphics.stages import captions

DRAWING = Drawing(
    id="scenes.r01.001.drawing",
    parent="scenes.r01.001",
    stage="drawings",
    position=1,
    status="accepted",
    target="svg_generation",
    theme="a boat",
    code="<svg/>",
    scene={},
)


def described(monkeypatch: pytest.MonkeyPatch, lacking: int, facts: int) -> Caption | dict[str, Any]:
    """Return what comes of a caption with so many facts, of which a drawing made from it lacks the last ones."""
    said = [{"fact": f"fact {each}", "code": f"code {each}"} for each in range(facts)]

    async def replied(_: object, role: str, *__: object, **___: object) -> tuple[Any, tuple[()]]:
        if role == "chatbot":
            return Graphic(code="drawn again"), ()
        return Described.model_validate({"caption": "A boat.", "checklist": said}), ()

    async def shown(_: object, __: Drawing, codes: list[str]) -> list[dict[str, Any]]:
        return [{"value": each} for each in range(len(codes))]

    async def valued(_: object, __: str, ___: str, codes: list[str]) -> list[dict[str, Any]]:
        return [{"value": each if each < len(codes) - lacking else -1} for each in range(len(codes))]

    monkeypatch.setattr(captions, "reply_to", replied)
    monkeypatch.setattr(captions, "_values_shown", shown)
    monkeypatch.setattr(captions, "_values", valued)
    monkeypatch.setattr(captions, "facts_of", lambda scene: {})
    office: Any = SimpleNamespace(archive=SimpleNamespace(figures=lambda _: [b""]))
    return asyncio.run(captions._described(office, DRAWING, "scenes.r01.001.caption", []))


def test_what_a_drawing_made_from_the_caption_lacks_is_no_fact_of_its_checklist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = described(monkeypatch, lacking=2, facts=8)
    assert isinstance(made, Caption)
    assert [each.fact for each in made.checklist] == [f"fact {each}" for each in range(6)]
    assert (sum(made.met), len(made.met)) == (6, 8)


@pytest.mark.parametrize(("lacking", "facts"), [(3, 8), (1, 4)])
def test_a_caption_that_says_too_little_goes_back(monkeypatch: pytest.MonkeyPatch, lacking: int, facts: int) -> None:
    made = described(monkeypatch, lacking, facts)
    assert isinstance(made, dict)
    assert f"{lacking} of {facts} facts lack" in made["wrong"]
