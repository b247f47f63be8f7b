"""The notebooks of the documentation: run in Jupyter, kept with what came out, and shown as pages.

    python docs/notebooks.py      runs them anew, each in an empty folder, and keeps their outputs

The site and the tests of the documentation take them as Markdown, as `told` has them.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "notebooks"
_SECONDS = 600
"""The most that one cell may take."""
_BLANK = re.compile(r"\n\s*\n")


def notebooks() -> list[Path]:
    """Return their files."""
    return sorted(FOLDER.glob("*.ipynb"))


def told(text: str, tables: bool = False) -> str:
    """Return a notebook as Markdown: its words, its code, and what each cell printed; `tables` as HTML where it has."""
    return "\n\n".join(part for cell in json.loads(text)["cells"] for part in _parts(cell, tables)) + "\n"


def _parts(cell: dict[str, Any], tables: bool) -> Iterator[str]:
    words = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield words
        return
    yield f"```python\n{words}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {})
        if tables and "text/html" in data:
            html = _BLANK.sub("\n", "".join(data["text/html"]))  # a blank line would end the HTML
            yield f'<div class="notebook-output">\n{html}\n</div>'
        elif printed := "".join(output.get("text", data.get("text/plain", ""))).rstrip():
            yield f"<!-- output -->\n```text\n{printed}\n```"


def run(path: Path) -> None:
    """Run a notebook in a folder of its own, and keep what came out of it."""
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(book, timeout=_SECONDS, resources={"metadata": {"path": folder}})
        client.execute()
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.metadata.clear()  # when it ran
            cell.outputs = [each for each in cell.outputs if not _passing(each)]
    book.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    nbformat.write(book, path)


def _passing(output: Any) -> bool:
    """Whether an output says how far work was, which depends on the machine; what came of it does not."""
    return bool(output.get("name") == "stderr" or output.output_type == "display_data")


if __name__ == "__main__":
    for each in notebooks():
        run(each)
