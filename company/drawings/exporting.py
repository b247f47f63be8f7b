"""The readers of drawings as one file, `drawn.py`, that needs no package of ours.

It runs beside code that nobody has read, in the jail and wherever an exported benchmark is verified.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType

from company.drawings import (
    candidates,
    changing,
    cleaning,
    cleaning_graphs,
    cleaning_tikz,
    combining,
    comparing,
    compiled,
    expressions,
    graphs,
    layout,
    legends,
    margins,
    painting,
    reading,
    scenes,
    shapes,
    trees,
    vocabulary,
)
from company.results.exported import definitions
from company.results.likeness import assignment, colours

MODULES: tuple[ModuleType, ...] = (
    colours,
    assignment,
    scenes,
    margins,
    painting,
    trees,
    shapes,
    layout,
    graphs,
    compiled,
    reading,
    comparing,
    cleaning_graphs,
    cleaning_tikz,
    cleaning,
    changing,
    candidates,
    vocabulary,
    combining,
    legends,
    expressions,
)
"""Each with what the ones after it need."""
MODULE = "drawn"
"""What the file is imported as."""
_HEAD = '''"""What a drawing shows: `read(code, form)`, and its picture: `picture_of(code, form)`; of TikZ by its PDF.

`cleaned` takes out what is not drawn, `mutations` change a fact, `rewritings` none, `differences` tell two apart.

    python drawn.py drawing.svg svg drawing.png facts.json

It needs numpy, scipy, pillow, matplotlib (for its fonts), resvg-py, svgelements, defusedxml, pygraphviz and pypdfium2.
"""'''
_TAIL = """if __name__ == "__main__":
    read_file(*sys.argv[1:5])
"""


@cache
def drawn_code() -> str:
    """Return the file. Raises ValueError where its names would not be those of `MODULES`: one has one meaning in it."""
    imports = {"import sys"}
    texts: list[str] = []
    homes: dict[str, str] = {}
    for module in MODULES:
        for node in ast.parse(inspect.getsource(module)).body:
            _check_imports(node, module.__name__)
            if isinstance(node, ast.Import | ast.ImportFrom) and not _ours(node):
                imports.add(ast.unparse(node))
                for each in node.names:
                    name, told = each.asname or each.name, f"{getattr(node, 'module', '')} {each.name}".strip()
                    if homes.setdefault(name, told) != told:
                        raise ValueError(f"{name} is {homes[name]}, and {told} in {module.__name__}: rename one")
        for name, text, _ in definitions(module):
            if homes.setdefault(name, module.__name__) != module.__name__:
                raise ValueError(f"{name} is defined in {homes[name]} and in {module.__name__}: rename one")
            texts.append(text)
    head = "\n".join(["from __future__ import annotations", "", *sorted(imports)])
    return "\n\n".join([_HEAD, head, *texts, _TAIL])


def _check_imports(node: ast.stmt, module: str) -> None:
    """Raise ValueError where code takes something of ours by another name, or where it stands in a function."""
    for each in ast.walk(node):
        if not (isinstance(each, ast.ImportFrom) and _ours(each)) or each.module == "__future__":
            continue
        if each is not node and not isinstance(node, ast.If):  # what is for type checkers alone is left out
            raise ValueError(f"{module}: {ast.unparse(each)} stands in a function, and is nowhere else: move it up")
        if renamed := next((name for name in each.names if name.asname), None):
            raise ValueError(
                f"{module}: {renamed.name} is imported as {renamed.asname}, a name that stands for nothing in the one "
                f"file: import it by its own"
            )


def _ours(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("company", "__future__"))
