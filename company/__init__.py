"""A simulated company whose staff write benchmarks for interactive data analysis over a user's own table.

In Python, what the commands do: `new`, `preview`, `simulate`, `simulate_all`, `export`, `push`, `fetch`, `verify`,
`rebuild`, `score`, `evaluate`, `calibrate`, `report`, `show`, and `Benchmark`, which shows an exported folder as pandas
frames. To read the code, begin with `records` (what is written down), `run` (how it comes about) and
`families.dialogues` (the stages).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from company.api import (
        Benchmark,
        Case,
        Page,
        Scores,
        calibrate,
        evaluate,
        export,
        fetch,
        new,
        preview,
        push,
        rebuild,
        report,
        score,
        show,
        simulate,
        simulate_all,
        verify,
    )
    from company.errors import CompanyError

__all__ = [
    "Benchmark",
    "Case",
    "CompanyError",
    "Page",
    "Scores",
    "calibrate",
    "evaluate",
    "export",
    "fetch",
    "new",
    "preview",
    "push",
    "rebuild",
    "report",
    "score",
    "show",
    "simulate",
    "simulate_all",
    "verify",
]


def __getattr__(name: str) -> Any:
    # Looked up when it is asked for: importing a part of the company, or --help, must not import all of it.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from inspect import isfunction

    from company import api
    from company.api.terms import in_python_terms

    found = getattr(api, name)
    return in_python_terms(found) if isfunction(found) else found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
