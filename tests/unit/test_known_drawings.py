"""The built-in company's drawings: their lengths, their themes, and what is read of a share of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.drawings.scenes import FORMATS, Format
from grammar.scenes.canvas import Page
from grammar.scenes.commissioning import NAMES, commission, length_class
from tests.support.known_drawings import held, misread, unnoticed


@pytest.mark.parametrize("form", FORMATS)
def test_lengths_take_turns_and_themes_vary(form: Format) -> None:
    made = [commission(seed, form) for seed in range(60)]
    assert Counter(length_class(each.code) for each in made) == dict.fromkeys(range(5), 12)
    assert len({each.theme for each in made}) >= 15
    assert len({each.code for each in made}) == 60


def test_there_are_themes_enough() -> None:
    assert len(NAMES) == len(set(NAMES)) >= 40


def test_the_same_seed_draws_the_same() -> None:
    assert commission(7, "svg") == commission(7, "svg")
    assert commission(7, "svg").code != commission(12, "svg").code
    assert commission(3, "tikz", theme="house").theme == "house"
    with pytest.raises(ValueError, match="no theme 'house' in graphviz"):
        commission(3, "graphviz", theme="house")


def test_tikz_draws_the_whole_page() -> None:
    found = commission(4, "tikz", within=0)
    assert isinstance(found.drawn, Page)
    assert found.code.count("{HTML}") == len({each.colour for each in found.drawn.shapes})
    assert found.code.count(";\n") == len(found.drawn.shapes) + 1
    assert found.scene.format == "tikz" and len(found.scene.elements) == len(found.drawn.shapes)


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["svg", "graphviz"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_read_is_what_is_known(form: Format, seed: int) -> None:
    assert held(seed + 100, form).errors == ()


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["svg", "graphviz"])
@pytest.mark.parametrize("seed", range(3))
def test_every_changed_fact_is_noticed(form: Format, seed: int) -> None:
    tried, blind = unnoticed(seed + 200, form)
    assert tried >= 2 and blind == []


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["svg", "graphviz"])
@pytest.mark.parametrize("seed", range(3))
def test_writing_it_otherwise_changes_nothing(form: Format, seed: int) -> None:
    tried, wrong = misread(seed + 300, form)
    assert tried >= 2 and wrong == []


@pytest.mark.slow
def test_the_same_seed_draws_the_same_in_every_process() -> None:
    """Of two colours that are as many nodes', one is the default: which one hangs on no order of a set."""
    code = (
        "import hashlib; from grammar.scenes.commissioning import commission; "
        "made = [commission(seed, form).code for seed in range(40) for form in ('svg', 'tikz', 'graphviz')]; "
        "print(hashlib.sha256(repr(made).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": each}, capture_output=True, check=True
        ).stdout
        for each in ("1", "3")
    }
    assert len(found) == 1
