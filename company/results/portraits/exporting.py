"""The readers of portraits as one file, `portrait.py`, that needs the standard library, numpy and matplotlib alone."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from types import ModuleType

from company.results.exported import bare_source
from company.results.portraits import apart, fields, marks, reading, solids, taking, wording

MODULES: tuple[ModuleType, ...] = (marks, solids, fields, wording, apart, reading, taking)
"""Each with what the ones after it need."""
_HEAD = '''"""What a figure of matplotlib draws: `portrait(figure)`, or `take_portraits(file)` before code that saves.

    python -c "import portrait; portrait.take_portraits('portraits.jsonl'); import runpy; runpy.run_path('answer.py')"
"""'''


@cache
def portrait_code() -> str:
    """Return the file, one module of all of `MODULES`. Raises ValueError where two of them share a name."""
    imports: dict[str, None] = {}
    bodies: list[str] = []
    names: dict[str, str] = {}
    for module in MODULES:
        source = inspect.getsource(module)
        body = ast.parse(source).body
        for node in body[1:]:
            if isinstance(node, ast.Import | ast.ImportFrom):
                if not (isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("company", "__future__"))):
                    imports[ast.unparse(node)] = None
                continue
            text = bare_source(ast.get_source_segment(source, node) or "")
            for name in _defined(node):
                if names.setdefault(name, module.__name__) != module.__name__:
                    raise ValueError(f"{name} is defined in {names[name]} and in {module.__name__}: rename one")
            bodies.append(f"\n\n{text}\n" if isinstance(node, ast.FunctionDef | ast.ClassDef) else text)
    head = "\n".join(["from __future__ import annotations", "", *sorted(imports)])
    return f"{_HEAD}\n\n{head}\n\n" + "\n".join(bodies)


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
