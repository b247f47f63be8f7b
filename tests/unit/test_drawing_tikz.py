"""TikZ is compiled in the jail and read; what cannot be drawn is told in words for its author."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pypdfium2", reason="drawings need the extra graphics")

from company.drawings import tikz
from company.drawings.comparing import differences
from company.drawings.jailed import Drawn, drawn_in
from company.drawings.painting import Undrawable
from company.drawings.tikz import NEEDED, document_of, is_here
from company.drawings.trials import Asked, tried_in
from company.sandbox import Sandbox
from grammar.scenes.commissioning import _sizes

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),  # the sandbox lives there
    pytest.mark.skipif(not is_here(), reason=f"drawings in TikZ were not tried: {NEEDED}"),
]
DISCS = r"""\begin{tikzpicture}
\tikzset{disc/.style={fill=green!50!black}}
\foreach \place in {1,...,4} \path[disc] (\place,0) circle (0.3);
\end{tikzpicture}"""


async def drawn(sandbox: Sandbox, folder: Path, code: str) -> Drawn:
    return await drawn_in(sandbox, Path(tempfile.mkdtemp(dir=folder)), code, "tikz")


async def test_loops_and_styles_are_resolved(local_sandbox: Sandbox, tmp_path: Path) -> None:
    scene = (await drawn(local_sandbox, tmp_path, DISCS)).scene
    assert [(each.kind, each.colour) for each in scene.elements] == [("circle", "green")] * 4
    lefts = [each.box.left for each in scene.elements if each.box]
    assert lefts == sorted(lefts)
    assert len(lefts) == 4
    assert not scene.doubts


async def test_a_change_of_one_thing_leaves_inks_that_are_not_of_light_as_they_are(
    local_sandbox: Sandbox, tmp_path: Path
) -> None:
    code = r"""\begin{tikzpicture} \fill[brown!70!black] (0,0) rectangle (16,11);
    \fill[white] (6,3.5) rectangle (10,8.5);
    \fill[red] (2.2,9) circle (1.2); \fill[yellow] (4.5,1) rectangle (11.5,2.2); \end{tikzpicture}"""
    answer = "where(only(scene, '', 'yellow'), only(scene, '', 'red'))"
    trial = await tried_in(local_sandbox, tmp_path / "trial", code, "tikz", Asked([answer]))
    assert trial.values[0] == {"value": "below, to the right"}
    assert trial.changed and not trial.faults


async def test_shapes_are_told_apart(local_sandbox: Sandbox, tmp_path: Path) -> None:
    code = r"""\begin{tikzpicture}
    \fill[red] (0,0) rectangle (2,1); \draw[blue,line width=2pt] (3,0) -- (5,1);
    \fill[yellow] (0,2) ellipse (0.9 and 0.4); \fill[orange] (3,2) -- (4,3) -- (5,2) -- cycle;
    \fill[black] (6,0) .. controls (7,1) and (8,-2) .. (8,2) -- (6,3) -- cycle;
    \end{tikzpicture}"""
    found = await drawn(local_sandbox, tmp_path, code)
    assert [(each.kind, each.colour) for each in found.scene.elements] == [
        ("rectangle", "red"),
        ("line", "blue"),
        ("ellipse", "yellow"),
        ("triangle", "orange"),
        ("path", "black"),
    ]


async def test_texts_in_shapes_are_nodes(local_sandbox: Sandbox, tmp_path: Path) -> None:
    code = r"""\begin{tikzpicture}
    \node[draw,fill=yellow,align=center] (a) at (0,0) {Fine\\ flour $x^2$};
    \node[circle,fill=red] (b) at (4,0) {rye}; \draw (a) -- (b);
    \end{tikzpicture}"""
    scene = (await drawn(local_sandbox, tmp_path, code)).scene
    assert scene.texts == ("Fine flour x2", "rye")
    assert [(node.name, node.kind, node.colour) for node in scene.nodes] == [
        ("Fine flour x2", "rectangle", "yellow"),
        ("rye", "circle", "red"),
    ]


async def test_what_nobody_sees_is_no_element(local_sandbox: Sandbox, tmp_path: Path) -> None:
    code = r"""\begin{tikzpicture} \fill[red] (0,0) rectangle (4,4);
    \fill[red] (1,1) circle (0.5); \clip (0,0) rectangle (4,4); \fill[blue] (9,9) circle (1);
    \end{tikzpicture}"""
    scene = (await drawn(local_sandbox, tmp_path, code)).scene
    assert [(each.kind, each.colour) for each in scene.elements] == [("rectangle", "red")]


async def test_the_same_code_gives_the_same_picture(local_sandbox: Sandbox, tmp_path: Path) -> None:
    first, second = [await drawn(local_sandbox, tmp_path, DISCS) for _ in range(2)]
    assert first == second


@pytest.mark.parametrize(
    "head",
    [
        "\\documentclass[tikz,border=2pt]{standalone}\n",
        "\\documentclass[\n  border=2pt\n]{standalone}\n\\usepackage{tikz}\n",
        "% a remark\n\\documentclass{article}\n\\usepackage{tikz}\n",
        "\\documentclass{article}\\usepackage{tikz}\\usepackage[active,tightpage]{preview}"
        "\\PreviewEnvironment{tikzpicture}\n",
    ],
)
async def test_whole_documents_are_drawn_and_lines_keep_their_numbers(
    local_sandbox: Sandbox, tmp_path: Path, head: str
) -> None:
    whole = f"{head}\\begin{{document}}\n{DISCS}\n\\end{{document}}\n"
    assert len((await drawn(local_sandbox, tmp_path, whole)).scene.elements) == 4
    assert document_of(whole).count("\n") == whole.count("\n")
    wrong = f"{head}\\begin{{document}}\n\\begin{{tikzpicture}}\n\\nosuch\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    with pytest.raises(Undrawable, match=f"line {head.count(chr(10)) + 3}: Undefined control sequence"):
        await drawn(local_sandbox, tmp_path, wrong)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("\\draw (0,0) -- (1,1);\n\\nosuch", r"line 3: Undefined control sequence, after reading '\\\\nosuch': mend"),
        ("\\draw (a) -- (0,0);", r"line 2: .*No shape named `a' is known"),
        ("\\draw[colour=red] (0,0) -- (1,1);", r"line 2: .*I do not know the key '/tikz/colour'"),
        ("\\fill[crimsonish] (0,0) circle (1);", r"line 2: .*crimsonish"),
        ("\\draw (0,0) -- (1,1)", r"line 3: .*Did you forget a semicolon"),
        ("", "blank"),
        ("\\end{tikzpicture}\\begin{tikzpicture}\\fill (0,0) circle (1);", "2 pictures are drawn; put all into one"),
        ("\\usetikzlibrary{nosuch}", r"line 2: .*I did not find the tikz library 'nosuch'"),
        ("\\fill (0,0) rectangle (900,1);", "dimension|Dimension|too narrow"),
    ],
)
async def test_what_cannot_be_drawn_is_told_in_words(
    local_sandbox: Sandbox, tmp_path: Path, inside: str, said: str
) -> None:
    with pytest.raises(Undrawable, match=said):
        await drawn(local_sandbox, tmp_path, f"\\begin{{tikzpicture}}\n{inside}\n\\end{{tikzpicture}}")


async def test_code_without_a_picture_is_told_so(local_sandbox: Sandbox, tmp_path: Path) -> None:
    with pytest.raises(Undrawable, match="nothing is drawn: put the picture between"):
        await drawn(local_sandbox, tmp_path, "only words")


@pytest.mark.parametrize("theme", ["house", "snowman", "target", "flowchart"])
async def test_what_the_built_in_company_draws_is_read_as_it_knows_it(
    local_sandbox: Sandbox, tmp_path: Path, theme: str
) -> None:
    known = next(_sizes(theme, "tikz", "7"))
    found = await drawn(local_sandbox, tmp_path, known.code)
    assert differences(known.scene, found.scene) == ()
    assert len(found.scene.elements) == len(known.scene.elements)


@dataclass
class Said:
    """A program that ended so."""

    exit_code: int | None
    stdout: str
    stderr: str = ""


@pytest.mark.parametrize(
    ("ran", "complaint"),
    [
        (Said(None, ""), "it took too long"),
        (Said(1, "! LaTeX Error: File `tikz.sty' not found.\n"), NEEDED),
        (Said(1, "! TeX capacity exceeded, sorry [main memory size=5000000].\nl.3 \\foo\n"), "line 3: TeX capacity"),
        (Said(1, "drawing.tex:7: Missing $ inserted.\n<inserted text>\nl.7 a_\n"), "line 7: Missing $ inserted"),
        (Said(2, "nothing"), "did not say why"),
    ],
)
async def test_complaints_of_tex_are_shortened_to_what_is_wrong(ran: Said, complaint: str) -> None:
    assert tikz.complaint(ran).startswith(complaint) or complaint in tikz.complaint(ran)


async def test_without_tex_it_says_what_to_install(
    local_sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tikz, "_PROGRAM", "no-such-tex")
    with pytest.raises(Undrawable, match="tikz needs pdftex; apt-get install texlive-latex-base"):
        await drawn(local_sandbox, tmp_path, f"% not drawn before\n{DISCS}")
