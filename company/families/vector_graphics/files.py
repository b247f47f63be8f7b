"""Where things stand in a benchmark folder of vector graphics."""

from __future__ import annotations

from pathlib import Path

from company.drawings.exporting import MODULE, drawn_code

LINES = Path("data/graphics_data")
GRAPHICS = Path("data/graphics")
"""The code of drawings, as <data_id>.svg, .tex or .dot."""
FIGURES = Path("data/figures")
"""Their pictures, as <data_id>.png."""
REFERENCES = Path("data/references")
"""Code and pictures of drawings that are to be drawn from captions; a public folder does without."""
VGBENCH = Path("data/vgbench")
"""The cases once more, as VGBench's own programs read them."""
READER = f"{MODULE}.py"
"""What reads facts off drawings; a module among the resources."""
ENDINGS = {"svg": "svg", "tikz": "tex", "graphviz": "dot"}
"""Of files, by format."""


def reader() -> bytes:
    """Return the content of that module."""
    return drawn_code().encode()
