"""A simulated company whose staff write benchmarks for interactive data analysis over a user's own table.

In Python, what the commands do: `preview`, `simulate`, `export`, `push`, `fetch`, `verify`, `rebuild`, `score`,
`evaluate`, `calibrate`, and `Benchmark`, which shows an exported folder as pandas frames. To read the code, begin with
`records` (what is written down), `run` (how it comes about) and `families.dialogues` (the stages).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from company.api import (
        Benchmark,
        Scores,
        calibrate,
        evaluate,
        export,
        fetch,
        preview,
        push,
        rebuild,
        score,
        simulate,
        verify,
    )
    from company.errors import CompanyError

__all__ = [
    "Benchmark",
    "CompanyError",
    "Scores",
    "calibrate",
    "evaluate",
    "export",
    "fetch",
    "preview",
    "push",
    "rebuild",
    "score",
    "simulate",
    "verify",
]


def __getattr__(name: str) -> Any:
    # Looked up when it is asked for: importing a part of the company, or --help, must not import all of it.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from company import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
