"""What the commands do, as functions for notebooks and scripts; `company` itself offers all of them by these names.

Each waits until its work is done, in a notebook, too, and tells how far it is on stderr unless `quiet`. What goes
wrong is raised as a CompanyError, whose text says what to do.
"""

from company.api.judging import calibrate, estimate_evaluation, evaluate, rate, score, verify
from company.api.looking import Case, Page, report, show
from company.api.making import new, preview, settings, simulate, simulate_all
from company.api.publishing import export, fetch, push, rebuild
from company.api.shown import Benchmark, Scores
from company.errors import CompanyError

__all__ = [
    "Benchmark",
    "Case",
    "CompanyError",
    "Page",
    "Scores",
    "calibrate",
    "estimate_evaluation",
    "evaluate",
    "export",
    "fetch",
    "new",
    "preview",
    "push",
    "rate",
    "rebuild",
    "report",
    "score",
    "settings",
    "show",
    "simulate",
    "simulate_all",
    "verify",
]
