"""TikZ to PDF: by pdfTeX as the one program in the jail, and its complaints in words for the code's author."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from company.drawings.painting import Undrawable
from company.drawings.running import Ran, Runner, bounded, run_again

NEEDED = "tikz needs pdftex; apt-get install texlive-latex-base texlive-pictures preview-latex-style"
_PROGRAM = "pdflatex"
_NAME = "drawing"
_ARGUMENTS = ("-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error", f"{_NAME}.tex")
_SETTINGS = {
    "openin_any": "p",  # no file is read by its full name, or from a folder above
    "openout_any": "p",
    "shell_escape": "f",
    "SOURCE_DATE_EPOCH": "0",  # the same code gives the same bytes on any day
    "FORCE_SOURCE_DATE": "1",
    "max_print_line": "10000",
    "error_line": "254",
    "half_error_line": "238",
}
_TREES = (
    "/usr/share/texlive",
    "/usr/share/texmf",
    "/usr/share/texmf-dist",
    "/usr/local/share/texmf",
    "/usr/local/texlive",
    "/var/lib/texmf",
    "/etc/texmf",
)
"""Where TeX's own files are, in Debian and elsewhere."""
_CROPPED = r"\usepackage{tikz}\usepackage[active,tightpage]{preview}\PreviewEnvironment{tikzpicture}"
"""The page is as large as the picture."""
_BEGUN = rf"\documentclass{{article}}{_CROPPED}\begin{{document}}"
_CLASS = re.compile(r"^([^%\n]*)\\documentclass\s*(?:\[[^\]]*\]\s*)?\{([^}]*)\}", re.MULTILINE)
_TOLD_WITH_LINE = re.compile(rf"^(?:\./)?{_NAME}\.tex:(\d+): (.*)$", re.MULTILINE)
_TOLD = re.compile(r"^! (.*)$", re.MULTILINE)
_LINE = re.compile(r"^l\.(\d+) ?(.*)$", re.MULTILINE)
_OURS = re.compile(r"`(tikz|preview|article|pgf)\.(sty|cls|tex)' not found")
_LONGEST = 300


def is_here() -> bool:
    """Return whether drawings in TikZ can be compiled on this system; `NEEDED` says what to do where not."""
    return shutil.which(_PROGRAM) is not None


async def compiled(runner: Runner, folder: Path, code: str) -> bytes:
    """Return a drawing as PDF, compiled in a jail in a new folder. Nobody has looked at what is returned.

    Raises Undrawable, with the line and what is wrong in it, and what the jail raises where it fails itself.
    """
    if not is_here():
        raise Undrawable(NEEDED)
    readable = _laid_out(folder, code)
    ran = await run_again(lambda: runner.program(_PROGRAM, _ARGUMENTS, folder, readable, _SETTINGS))
    if ran.exit_code != 0:
        raise Undrawable(complaint(ran))
    if "No pages of output" in ran.stdout:
        raise Undrawable("nothing is drawn: put the picture between \\begin{tikzpicture} and \\end{tikzpicture}")
    return bounded(folder / f"{_NAME}.pdf")


def _laid_out(folder: Path, code: str) -> list[Path]:
    """Put a document into a new folder, and return what is to be read beside it."""
    folder.mkdir()
    (folder / f"{_NAME}.tex").write_text(document_of(code), encoding="utf-8")
    return [tree for tree in map(Path, _TREES) if tree.is_dir()]


def document_of(code: str) -> str:
    """Return code as a document of one page that is as large as its picture; each line keeps its number.

    A picture without a document gets one, and the class `standalone`, which a small TeX lacks, is replaced.
    """
    found = _CLASS.search(code)
    if found is None:
        return f"{_BEGUN}{code}\n\\end{{document}}\n"
    if "{preview}" in code:
        return code
    name = "article" if found[2].strip() == "standalone" else found[2]
    lines = "%\n" * found[0][len(found[1]) :].count("\n")
    return f"{code[: found.start()]}{found[1]}\\documentclass{{{name}}}{_CROPPED}{lines}{code[found.end() :]}"


def complaint(ran: Ran) -> str:
    """Return what TeX complained of first, for whoever wrote the code."""
    if ran.exit_code is None:
        return "it took too long, or too much memory or paper, to draw: look for a loop without an end"
    said = ran.stdout
    if _OURS.search(said):
        return NEEDED
    told, other = _TOLD_WITH_LINE.search(said), _TOLD.search(said)
    if other and (told is None or other.start() < told.start()):
        where = _LINE.search(said, other.end())
        line, what = (where[1] if where else ""), other[1]
    elif told:
        where, line, what = _LINE.search(said, told.end()), told[1], told[2]
    else:
        return f"pdftex failed (exit code {ran.exit_code}) and did not say why: write it simpler"
    if "Emergency stop" in what or "no legal \\end" in what:
        what = "the code ends too early: something is opened and not closed"
    read = _of_the_author(where[2]) if where and where[1] == line else ""
    place = f"line {line}: " if line else ""
    after = f", after reading {read[-80:]!r}" if read else ""
    return f"{place}{what.rstrip('.')}{after}: mend it"[:_LONGEST]


def _of_the_author(read: str) -> str:
    """Return what TeX had read of a line, without what we put before it; of much it leaves out the beginning itself."""
    for ours in (_BEGUN, _CROPPED):
        end = ours[-12:]
        if end in read:
            read = read.partition(end)[2]
    return " ".join(read.split())
