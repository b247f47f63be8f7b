"""One prompt of every kind that a run of vector graphics sends, kept as Markdown, as those of dialogues are.

Those in `prompts/vector_graphics/` are written anew by `COMPANY_PROMPTS=1 pytest` of this file.
"""

from importlib.metadata import version
from pathlib import Path

import pytest

pytest.importorskip("resvg_py", reason="drawings need the extra graphics")
pytest.importorskip("pygraphviz", reason="drawings need the extra graphics")

from company.drawings.tikz import is_here
from tests.end_to_end.test_prompts_as_sent import keep_or_compare, of_solvers, of_the_staff
from tests.end_to_end.test_vector_graphics import made

__all__ = ["made"]  # the run that they are of
KEPT = Path(__file__).with_name("prompts") / "vector_graphics"
DECIDING = ("resvg-py", "pygraphviz", "svgelements", "matplotlib", "numpy")
"""Packages whose versions decide what is read of a drawing."""


@pytest.fixture(scope="module")
def prompts(made: Path) -> dict[str, str]:
    run = made / "run"
    return dict([*of_the_staff(run, "form", "question_type"), *of_solvers(run / "benchmark")])


@pytest.fixture(scope="module", autouse=True)
def comparable(prompts: dict[str, str]) -> None:
    if not is_here():
        pytest.skip("pdfTeX is missing: prompts on drawings in TikZ were not sent, and none was compared")
    keep_or_compare(prompts, KEPT, {name: version(name) for name in DECIDING})


def test_every_kind_of_prompt_that_is_sent_is_kept(prompts: dict[str, str]) -> None:
    assert {path.stem for path in KEPT.glob("*.md")} == prompts.keys()


@pytest.mark.parametrize("kind", sorted(path.stem for path in KEPT.glob("*.md")))
def test_a_prompt_is_sent_as_it_is_kept(prompts: dict[str, str], kind: str) -> None:
    assert prompts[kind] == (KEPT / f"{kind}.md").read_text(encoding="utf-8")
