"""The built-in company's captions of drawings: words of a person, from which the drawing can be made again."""

from __future__ import annotations

import random
import re

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.drawings.expressions import told_value
from company.drawings.reading import read
from company.drawings.scenes import Format, as_json
from company.families.vector_graphics.facts import facts_of
from grammar.graphics.captions import describe_drawing, draw_from_caption
from grammar.graphics.graph_words import graph_of
from grammar.graphics.page_words import page_of
from grammar.scenes.commissioning import commission


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["svg", "graphviz"])
@pytest.mark.parametrize("seed", range(520, 524))
def test_a_drawing_made_from_the_words_alone_has_every_fact(form: Format, seed: int) -> None:
    code = commission(seed, form, within=0).code
    scene = read(code, form)
    brief = {"facts": facts_of(as_json(scene)), "form": form, "items": [4, 24]}
    told = describe_drawing(brief, random.Random(seed))
    assert "\n" not in told["caption"] and re.search(r"[A-Z][^.]+\. [A-Z\"]", told["caption"])  # sentences, no list
    again = draw_from_caption({"caption": told["caption"], "form": form}, random.Random(seed))["code"]
    made = read(again, form)
    values = [(told_value(each["code"], made), told_value(each["code"], scene)) for each in told["checklist"]]
    lacking = [each["fact"] for each, (one, other) in zip(told["checklist"], values, strict=True) if one != other]
    assert told["checklist"] and lacking == []


def test_words_of_a_page_name_things_and_then_where_they_are() -> None:
    caption = (
        "The page is 400 wide and 300 high. What comes later in these words lies in front. Its background is yellow. "
        "There are two red circles (from 10 to 20 % across and from 10 to 20 % down) and (from 30 to 40 % across and "
        'from 10 to 20 % down). Below it is the words "a blue circle" (from 10 to 60 % across and from 50 to 60 % '
        "down)."
    )
    shapes = page_of(caption).shapes
    assert [each.kind for each in shapes] == ["rectangle", "circle", "circle", "text"]
    assert page_of("Nothing is to be seen.").shapes == ()


def test_words_of_a_graph_say_nodes_and_edges_with_what_stands_at_them() -> None:
    caption = (
        'A directed graph of 3 nodes, drawn so that its arrows lead right. "Rye" and "Oats" are blue rectangles. '
        '"Flour" is a red ellipse. Arrows lead from "Rye" to "Flour" (with the words "mill") and "Oats". From "Flour", '
        'an arrow leads to "Oats" (both ways).'
    )
    scene = read(graph_of(caption), "graphviz")
    assert [(each.text, each.kind, each.colour) for each in scene.nodes] == [
        ("Rye", "rectangle", "blue"),
        ("Oats", "rectangle", "blue"),
        ("Flour", "ellipse", "red"),
    ]
    assert scene.flow == "right"
    assert sorted((each.text, each.both) for each in scene.edges) == [("", False), ("", True), ("mill", False)]
