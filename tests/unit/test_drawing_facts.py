"""What drawings show is read twice, and what the two readings do not agree on is no fact."""

from __future__ import annotations

import importlib.util
import json
import re
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import CSS4_COLORS

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.drawings import exporting
from company.drawings.candidates import Unclear, is_hidden
from company.drawings.cleaning import cleaned
from company.drawings.comparing import differences
from company.drawings.exporting import drawn_code
from company.drawings.expressions import Drawing, changes, told_value, value_of
from company.drawings.margins import colour_name, counted, flow_of, is_above, is_left_of
from company.drawings.painting import LONGEST, Undrawable
from company.drawings.reading import picture_of, read
from company.drawings.scenes import Box, Edge, Element, Scene, as_json, scene_of
from company.drawings.trees import with_namespace
from company.families.vector_graphics.facts import facts_of

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 400 300">'


def svg(inside: str) -> Scene:
    return read(f"{HEAD}{inside}</svg>", "svg")


def dot(code: str) -> Scene:
    return read(code, "graphviz")


# SVG


def test_what_is_hidden_or_off_the_canvas_is_no_element() -> None:
    scene = svg(
        '<rect x="20" y="20" width="100" height="80" fill="red"/><circle cx="70" cy="60" r="15" fill="red"/>'
        '<rect x="-90" y="0" width="60" height="60"/><rect x="200" y="20" width="50" height="50" fill="#0000e6"/>'
        '<rect x="300" y="200" width="3" height="3"/>'
    )
    assert [(each.kind, each.colour) for each in scene.elements] == [("rectangle", "red"), ("rectangle", "blue")]


def test_what_has_the_colour_of_the_ground_is_not_taken_to_be_hidden() -> None:
    white = 'style="fill:#ffffff;stroke:#0000e6"'
    scene = svg(
        f'<rect x="20" y="20" width="100" height="80" {white}/><rect x="200" y="20" width="90" height="80" {white}/>'
        '<circle cx="245" cy="60" r="35" fill="#008000"/><circle cx="70" cy="200" r="35" fill="#e60000"/>'
    )
    assert [is_hidden(each, scene) for each in scene.elements] == [False, True, False, False]
    assert value_of("len(scene.nodes)", dot("digraph { a [style=filled, fillcolor=white] a -> b }")) == 2
    assert "doubt" not in str(facts_of(as_json(dot("digraph { a [style=filled, fillcolor=white] a -> b }"))))


def test_what_touches_others_by_its_outline_alone_is_not_hidden_by_them() -> None:
    white = 'style="fill:#ffffff;stroke:#333333;stroke-width:2"'
    tower = "".join(
        f'<rect x="150" y="{top}" width="100" height="40" {look}/>'
        for top, look in ((60, 'fill="#e60000"'), (100, white), (140, 'fill="#e60000"'), (180, white))
    )
    assert not any(is_hidden(each, svg(tower)) for each in svg(tower).elements)
    over = svg(f'{tower}<rect x="140" y="100" width="120" height="25" fill="#0000e6"/>')
    assert [is_hidden(each, over) for each in over.elements] == [False, True, False, False, False]
    amid = svg(
        '<rect x="20" y="20" width="100" height="80" fill="#e60000"/><rect x="90" y="40" width="90" height="40"'
        ' fill="#ffffff"/>'  # without an outline, it ends for the eye where the red one does
    )
    assert [is_hidden(each, amid) for each in amid.elements] == [False, True]


def test_an_svg_that_does_not_say_so_is_cleaned_to_one_that_does() -> None:
    inner = '<defs><circle id="a" r="9"/></defs><use xlink:href="#a" x="50" y="50"/>'
    code = f'<!-- a --><svg viewBox="0 0 400 300">{inner}</svg>'
    clean = cleaned(code, "svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in clean and len(read(clean, "svg").elements) == 1
    assert with_namespace(clean) == clean and with_namespace("<g/>") == "<g/>"


def test_what_is_too_small_to_be_seen_for_certain_puts_in_doubt_how_many_of_it_there_are() -> None:
    dots = "".join(f'<circle cx="{60 + 40 * each}" cy="40" r="4" fill="#e60000"/>' for each in range(3))
    discs = '<circle cx="200" cy="200" r="40" fill="#e60000"/><circle cx="90" cy="200" r="40" fill="#008000"/>'
    scene = svg(f"{discs}{dots}")
    assert len(scene.elements) == 2 and [each.kind for each in scene.faint] == ["circle"] * 3
    for code in ("count(scene, 'circle')", "colour(only(scene, '', 'red'))", "count(scene)"):
        with pytest.raises(Unclear, match="too small to be seen"):
            value_of(code, scene)
    with pytest.raises(Unclear, match="whether it is one is in doubt"):
        value_of("colour(topmost(scene, 'circle'))", scene)
    assert value_of("colour(largest(scene, 'circle', 'red'))", scene) == "red"  # whatever the small ones are
    assert value_of("count(scene, 'circle', 'green')", scene) == 1
    assert scene_of(as_json(scene)) == scene


CHART = """<rect x="60" y="40" width="40" height="200" fill="#0000e6"/>
<rect x="160" y="140" width="40" height="100" fill="#dc143c"/>
<path d="M 20 260 L 90 200 L 160 230 L 230 190" style="fill: none; stroke: #008000; stroke-width: 3"/>
<rect x="300" y="20" width="14" height="5" fill="#0000e6"/><text x="320" y="26" font-size="12">rye</text>
<rect x="300" y="40" width="14" height="5" fill="#dc143c"/><text x="320" y="46" font-size="12">oats</text>
<rect x="300" y="60" width="14" height="5" fill="#ff69b4"/><text x="320" y="66" font-size="12">malt</text>
<line x1="292" y1="122" x2="298" y2="122" stroke="#000000"/><text x="301" y="126" font-size="12">40</text>"""


def test_a_legend_says_which_colour_stands_for_what_however_small_its_marks_are() -> None:
    scene = svg(CHART)
    assert value_of("colour(key(scene, 'rye'))", scene) == "blue"
    assert value_of("colour(key(scene, 'oats'))", scene) == "red"
    for text, why in (("malt", "nothing is drawn in the colour"), ("40", "in no legend"), ("hops", "in no legend")):
        with pytest.raises(Unclear, match=why):
            value_of(f"colour(key(scene, {text!r}))", scene)
    drawing = Drawing("", "svg", b"", scene)
    changed = {told_value("colour(key(scene, 'rye'))", each.scene).get("value") for each in changes(drawing)}
    assert "red" in changed  # where two texts of the legend change places


def test_an_open_line_without_a_fill_is_a_bent_line_and_bars_are_no_lines() -> None:
    scene = svg(CHART)
    assert value_of("colour(only(scene, 'polyline'))", scene) == "green"
    assert value_of("colour(largest(scene, 'rectangle'))", scene) == "blue"
    stripe = svg('<rect x="20" y="20" width="300" height="30" fill="#0000e6"/>')
    assert value_of("count(scene, 'rectangle')", stripe) == 1


def test_the_doubt_about_one_thing_is_none_about_what_it_cannot_be() -> None:
    turned = '<rect x="200" y="150" width="60" height="60" fill="#008000" transform="rotate(45 230 180)"/>'
    path = '<path d="M300,60 a40,40 0 1,0 80,0 a40,40 0 1,0 -80,0" fill="#008000"/>'
    scene = svg(f'{turned}{path}<circle cx="60" cy="80" r="40" fill="#e60000"/>')
    assert None in {each.kind for each in scene.elements}
    assert value_of("count(scene, 'circle', 'red')", scene) == 1
    with pytest.raises(Unclear, match="of which kind something is"):
        value_of("count(scene, 'circle')", scene)
    assert value_of("unused_colour(scene, 'pink')", svg('<circle cx="99" cy="99" r="50" fill="#9bc8dd"/>')) == "pink"


def test_transforms_uses_and_style_sheets_are_resolved() -> None:
    scene = svg(
        "<style>.warm { fill: #ff8c00 } #door { fill: green }</style>"
        '<defs><g id="wheel"><circle r="20"/></g></defs>'
        '<use href="#wheel" x="60" y="200" fill="#0000e6"/><use xlink:href="#wheel" x="160" y="200" fill="#800080"/>'
        '<g transform="translate(200,0) scale(2)"><rect class="warm" width="40" height="30"/></g>'
        '<rect id="door" x="20" y="20" width="60" height="90"/>'
    )
    told = [(each.kind, each.colour) for each in scene.elements]
    assert told == [("circle", "blue"), ("circle", "purple"), ("rectangle", "orange"), ("rectangle", "green")]
    box = scene.elements[2].box
    assert box and (box.left, box.top, box.right, box.bottom) == pytest.approx((0.5, 0, 0.7, 0.2), abs=0.01)
    assert scene.doubts == ()


def test_a_colour_that_pixels_do_not_show_is_in_doubt() -> None:
    scene = svg(
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
        '<rect width="100" height="100" fill="url(#g)"/>'
        '<g opacity="0.3"><rect x="150" width="100" height="100" fill="#e60000"/></g>'
    )
    assert [each.colour for each in scene.elements] == [None, None]


def test_a_path_that_looks_like_a_circle_makes_kinds_doubtful() -> None:
    round_path = '<path d="M100,150 a50,50 0 1 0 100,0 a50,50 0 1 0 -100,0"/>'
    scene = svg(round_path + '<polygon points="300,50 350,150 250,150"/>')
    assert [each.kind for each in scene.elements] == [None, "triangle"]
    assert scene.doubts == ("kind of element 0",)


def test_texts_are_told_with_where_they_are_painted() -> None:
    (text,) = svg('<text x="100" y="100" font-family="Nowhere" font-size="30">Good <tspan>day</tspan></text>').elements
    assert (text.kind, text.text, text.colour) == ("text", "Good day", "black")
    assert text.box and text.box.left == pytest.approx(0.25, abs=0.03) and text.box.right > 0.5


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("<svg/>", "write <svg xmlns="),
        (f"{HEAD}<g></svg>", "not well-formed"),
        (f"{HEAD}</svg>", "blank"),
        (HEAD.replace(' viewBox="0 0 400 300"', "") + "<rect/></svg>", "viewBox"),
        (HEAD.replace("400 300", "4000 3") + "</svg>", "too narrow"),
        (f"{HEAD}<script>1</script></svg>", "scripts are not run"),
        (f'{HEAD}<image href="data:image/png;base64,AA"/></svg>', "draw with shapes"),
        (f'{HEAD}<use href="file:///etc/passwd"/></svg>', "only #names"),
        (f'{HEAD}<rect fill="url(http://a/b)"/></svg>', "only #names"),
        (f'{HEAD}<g id="a"><use href="#a"/></g></svg>', "within #a itself"),
        (f"{HEAD}{'<g>' * 80}{'</g>' * 80}</svg>", "levels deep"),
        (f"{HEAD}{'<g/>' * 3100}</svg>", "more than 3,000"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}<text>&a;</text></svg>', "entities"),
    ],
)
def test_what_is_not_drawn_is_refused_with_what_to_do(code: str, said: str) -> None:
    with pytest.raises(Undrawable, match=said):
        read(code, "svg")


def test_uses_that_multiply_are_refused() -> None:
    tens = ["<rect/>", *(f'<use href="#n{each}"/>' * 10 for each in range(7))]
    groups = "".join(f'<g id="n{each}">{inside}</g>' for each, inside in enumerate(tens))
    with pytest.raises(Undrawable, match="unfolds to more than"):
        read(f'{HEAD}<defs>{groups}</defs><use href="#n7"/><rect width="50" height="50"/></svg>', "svg")


# Graphviz


def test_edges_are_told_as_they_are_drawn() -> None:
    edges = 'a -> b [label="first step"]; b -> c [dir=back]; c -> d [dir=none]; a -> d [style=invis]; d -> e [dir=both]'
    scene = dot(f"digraph {{ {edges} }}")
    assert scene.edges == (
        Edge("a", "b", "first step"),
        Edge("c", "b"),
        Edge("c", "d", directed=False),
        Edge("d", "e", directed=False, both=True),
    )
    assert "first step" in scene.texts
    assert [value_of(f"the(heads(scene, {each!r}))", scene) for each in "de"] == ["e", "d"]


def test_room_around_a_graph_leaves_its_nodes_their_places() -> None:
    scene = dot('digraph { rankdir=LR; pad="0.5,0.2"; label="five steps"; a -> b -> c -> d -> e }')
    assert all(each.box for each in scene.nodes) and scene.flow == "right"


def test_a_tree_that_fans_out_flows_down() -> None:
    edges = "a -> b; a -> c; b -> d; b -> e; c -> f; c -> g"
    nodes = "".join(f'{each} [shape=box, label="Manager {each}"];' for each in "abcdefg")
    assert dot(f"digraph {{ {nodes} {edges} }}").flow == "down"
    assert flow_of([(3, 1), (3, -1), (3, 2), (3, -2)]) == "right"
    assert flow_of([(2, 3), (3, 2), (2, 3), (3, 2)]) is None  # as much to the right as down


def test_a_strict_graph_merges_edges_and_another_one_does_not() -> None:
    assert len(dot("strict digraph { a -> b; a -> b }").edges) == 1
    assert len(dot("digraph { a -> b; a -> b }").edges) == 2


def test_ports_and_clusters_are_resolved() -> None:
    scene = dot(
        'digraph { subgraph cluster_in { label="Inside"; b } r [shape=record, label="<x> left|<y> right"]; r:y -> b }'
    )
    assert scene.edges == (Edge("r", "b"),)
    assert [(each.kind, each.text) for each in scene.elements if each.kind == "cluster"] == [("cluster", "Inside")]
    assert {each.name: each.text for each in scene.nodes} == {"r": "left right", "b": "b"}


def test_a_label_of_one_node_leaves_the_others_theirs() -> None:
    scene = dot('digraph { a [label="first"]; b }')
    assert [each.text for each in scene.nodes] == ["first", "b"]


def test_nodes_have_kinds_colours_and_boxes() -> None:
    scene = dot(
        'digraph { node [style=filled, fillcolor="#ffd700"]; a; b [shape=box, fillcolor=red]; c [shape=circle];'
        ' e [shape=diamond, style=solid, color="#0000e6"]; a -> b -> c -> e }'
    )
    told = [(each.kind, each.colour) for each in scene.nodes]
    assert told == [("ellipse", "yellow"), ("rectangle", "red"), ("circle", "yellow"), ("polygon", "blue")]
    assert scene.flow == "down" and is_above(scene.nodes[0], scene.nodes[2])


@pytest.mark.parametrize("rank", ["TB down", "BT up", "LR right", "RL left"])
def test_a_graph_flows_where_its_edges_run(rank: str) -> None:
    direction, flow = rank.split()
    assert dot(f"digraph {{ rankdir={direction}; a -> b; b -> c; b -> d }}").flow == flow


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("digraph { a -> b", "brace is missing"),
        ("digraph {\n a ->- b }", "line 2"),
        ("digraph { a } digraph { b }", "more than one graph"),
        ("digraph { }", "no node"),
        ('digraph { a [image="/etc/passwd"] }', "attribute image"),
        ('digraph { a [URL="javascript:1"] }', "attribute URL"),
        ('digraph { a [shapefile="x"] }', "attribute shapefile"),
        ("digraph { a [label=<<b>x</b>>] }", "HTML"),
        ("digraph { layout=cat; a }", "no layout"),
        ("digraph {" + ";".join(f"n{each}" for each in range(200)) + "}", "200 nodes"),
    ],
)
def test_graphs_that_are_not_drawn_are_refused_with_what_to_do(code: str, said: str) -> None:
    with pytest.raises(Undrawable, match=said):
        read(code, "graphviz")


# Margins


def test_colours_have_a_name_where_the_next_is_far() -> None:
    named = {"#ffffff": "white", "#e60000": "red", "#1f77b4": "blue", "#8b4513": "brown", "#808080": "grey"}
    assert {each: colour_name(each) for each in named} == named
    assert colour_name("#00ffff") is None and colour_name("#d2691e") is None


def test_places_and_counts_need_their_margins() -> None:
    one, near, far = (Element("circle", box=Box(left, 0.4, left + 0.04, 0.5)) for left in (0.1, 0.16, 0.5))
    assert is_left_of(one, far) is True and is_left_of(far, one) is False
    assert is_left_of(one, near) is None and is_above(one, far) is None
    assert [counted(each) for each in (0, 1, 12, 13)] == [None, 1, 12, None]


def test_a_flow_needs_four_of_five_edges() -> None:
    assert flow_of([(1, 0)] * 4 + [(0, 1)]) == "right"
    assert flow_of([(1, 0)] * 3 + [(0, 1)]) is None and flow_of([]) is None


def discs(*places: float) -> Scene:
    boxes = [Box(left, 0.4, left + 0.04, 0.46) for left in places]
    return Scene("svg", 512, 384, tuple(Element("circle", "red", box, fill="#e60000") for box in boxes))


def test_elements_that_look_alike_are_paired_so_that_least_differs() -> None:
    assert differences(discs(0.1, 0.18, 0.26, 0.34), discs(0.19, 0.27, 0.35, 0.09)) == ()
    (moved,) = differences(discs(0.1, 0.3, 0.5), discs(0.5, 0.8, 0.1))
    assert (moved.what, moved.one, moved.other) == ("place", "0.32, 0.43", "0.82, 0.43")
    (gone,) = differences(discs(0.1, 0.2), discs(0.2))
    assert (gone.what, gone.one, gone.other) == ("elements", "red circle", "")


# Cleaning, and what leaves the jail


def test_cleaning_takes_out_what_tells_and_leaves_every_pixel() -> None:
    code = (
        f"{HEAD}<!-- a house --><title>House</title><style>.roof {{ fill: crimson }}</style>"
        '<g id="walls" data-x="wall" aria-label="wall"><rect x="40" y="100" width="99" height="90" fill="gold"/></g>'
        '<polygon class="roof" points="30,100 90,40 150,100"/><use href="#walls" x="200" style="fill:navy"/></svg>'
    )
    clean = cleaned(code, "svg")
    assert not {"house", "roof", "wall", "gold", "crimson", "navy", "title"} & set(
        clean.lower().replace('"', " ").split()
    )
    assert "#ffd700" in clean and 'id="n1"' in clean and "#dc143c" in clean
    assert picture_of(clean, "svg") == picture_of(code, "svg")


def test_cleaning_a_graph_renames_its_nodes_and_keeps_what_they_say() -> None:
    old = 'subgraph cluster_old { Bob -> c; label="Old \\"ones\\"" }'
    code = f'digraph Family {{ /* who */ "Anna Lee" -> Bob [comment="child"]; {old} }}'
    clean = cleaned(code, "graphviz")
    assert "Family" not in clean and "who" not in clean and "child" not in clean and "cluster_old" not in clean
    assert "n1 -> n2" in clean and 'n1 [label="Anna Lee"]' in clean
    assert differences(read(code, "graphviz"), read(clean, "graphviz")) == ()
    assert picture_of(clean, "graphviz") == picture_of(code, "graphviz")


TIKZ = r"""\documentclass{article} % a house
\usepackage{tikz}
\definecolor{roof}{HTML}{FF0000}
\colorlet{wall}{roof!50}
\title{My house}
\tikzset{door/.style={draw, fill=wall}, gate/.style={door, thick}}
\begin{document}
\begin{tikzpicture}
  \node[door] (start) {Open 50\% more};
  \node[gate, below=of start, name=third] {A};
  \coordinate (half way) at ($(start)!0.5!(third)$);
  \draw[->, roof] (start.east) -- (third.west);
  \draw (start -| half way) |- (third);
\end{tikzpicture}
\end{document}
"""


def test_cleaning_tikz_renames_nodes_colours_and_styles_and_leaves_texts() -> None:
    clean = cleaned(TIKZ, "tikz", draw=lambda _: np.zeros((2, 2, 4)))
    assert not {"house", "roof", "wall", "door", "gate", "start", "third", "half"} & set(re.findall(r"[a-z]+", clean))
    assert "Open 50\\% more" in clean and "fill=c2" in clean and "(n1 -| n2) |- (n3)" in clean


def test_cleaning_tikz_leaves_the_names_of_styles_that_are_applied_by_themselves() -> None:
    own = (
        "every node/.style={draw, box}",
        "every box node/.append style={fill=red}",
        "level 1/.style={sibling distance=4cm}",
        "edge from parent/.append style={thick}",
    )
    code = f"\\begin{{tikzpicture}}[box/.style={{rounded corners}}, {', '.join(own)}]\n\\node[box] {{A}};\n"
    clean = cleaned(f"{code}\\end{{tikzpicture}}", "tikz", draw=lambda _: np.zeros((2, 2, 4)))
    assert "[s1/.style=" in clean and "\\node[s1]" in clean and "{draw, s1}" in clean
    assert all(each.partition("/")[0] + "/" in clean for each in own)


def test_cleaning_is_refused_where_a_pixel_changes() -> None:
    pictures = iter([np.zeros((2, 2, 4)), np.ones((2, 2, 4))])
    with pytest.raises(Undrawable, match="would look otherwise"):
        cleaned(TIKZ, "tikz", draw=lambda _: next(pictures))


def test_scenes_survive_json() -> None:
    scene = dot('digraph { a -> b [label="go"] }')
    assert scene_of(json.loads(json.dumps(as_json(scene)))) == scene


def test_a_picture_has_the_size_that_is_known_beforehand() -> None:
    picture = picture_of(f'{HEAD}<rect width="40" height="40"/></svg>', "svg")
    assert struct.unpack(">II", picture[16:24]) == (LONGEST, LONGEST * 3 // 4)


@pytest.mark.slow
def test_the_exported_file_reads_alone(tmp_path: Path) -> None:
    (tmp_path / "drawn.py").write_text(drawn_code(), encoding="utf-8")
    (tmp_path / "a.dot").write_text("digraph { a -> b }", encoding="utf-8")
    program = "import sys; sys.modules['company'] = None; import runpy; sys.argv[:] = ['drawn.py', *sys.argv[1:]]"
    program += "; sys.path.insert(0, '.'); runpy.run_path('drawn.py', run_name='__main__')"
    order = [sys.executable, "-c", program, "a.dot", "graphviz", "a.png", "facts.json"]
    subprocess.run(order, cwd=tmp_path, check=True)
    assert scene_of(json.loads((tmp_path / "facts.json").read_text())) == dot("digraph { a -> b }")
    assert (tmp_path / "a.png").read_bytes() == picture_of("digraph { a -> b }", "graphviz")


def test_every_colour_that_css_names_is_cleaned_without_a_change() -> None:
    named = {name: value.lower() for name, value in CSS4_COLORS.items() if name != "rebeccapurple"}  # drawn as black
    shapes = "".join(
        f'<rect x="{10 * (at % 16)}" y="{10 * (at // 16)}" width="10" height="10" fill="{name}"/>'
        for at, name in enumerate(named)
    )
    code = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100">{shapes}</svg>'
    clean = cleaned(code, "svg")  # which compares each pixel
    assert [each for each in named.values() if f'fill="{each}"' not in clean] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("from company.drawings.margins import APART as FAR", "APART is imported as FAR"),
        ("def f():\n    from company.drawings.margins import APART\n    return APART", "stands in a function"),
        ("import numpy.ma as np", "np is numpy, and numpy.ma in other"),
    ],
)
def test_a_module_whose_names_would_be_others_in_the_one_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    (tmp_path / "other.py").write_text(f"{line}\n")
    spec = importlib.util.spec_from_file_location("other", tmp_path / "other.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(exporting, "MODULES", (*exporting.MODULES, module))
    with pytest.raises(ValueError, match=said):
        drawn_code.__wrapped__()
