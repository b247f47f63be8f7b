"""The reader of drawings against drawings whose facts are known: errors, changes that nobody notices, false alarms.

    python -m perf.drawings [DRAWINGS] [CHANGES] [FIRST]

DRAWINGS (500) of all lengths, SVG, TikZ and Graphviz's in turn, from the seed FIRST (0) on; then CHANGES (200) single
facts that are changed and as many rewritings that change nothing, over short drawings. All three figures have to be 0.
What is wrong is printed as it is found, and how far it has come. TikZ is left out, loudly, where no pdfTeX is.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from company.drawings.scenes import FORMATS
from company.drawings.tikz import NEEDED, is_here
from grammar.scenes.commissioning import length_class
from tests.support.known_drawings import held, misread, unnoticed

FORMS = tuple(each for each in FORMATS if each != "tikz" or is_here())


def jobs(number: int, first: int) -> Iterator[tuple[int, Any]]:
    return ((first + each // len(FORMS), FORMS[each % len(FORMS)]) for each in range(number))


def one_held(job: tuple[int, Any]) -> tuple[Any, int, int, int, list[str]]:
    found = held(*job)
    kinds = sum(each.kind is not None for each in found.read.elements)
    wrong = [f"{job} {found.drawing.theme}: {each}" for each in found.errors]
    return job[1], length_class(found.drawing.code), kinds, len(found.read.elements), wrong


def one_unnoticed(job: tuple[int, Any]) -> tuple[int, list[str]]:
    return unnoticed(*job)


def one_misread(job: tuple[int, Any]) -> tuple[int, list[str]]:
    return misread(*job)


def told(words: str, wanted: int, found: Iterator[tuple[int, list[str]]]) -> None:
    """Print what is wrong until so many are tried."""
    tried = wrong = 0
    for number, errors in found:
        if tried >= wanted:
            break
        if tried // 50 < (tried + number) // 50:
            print(f"… {tried + number} {words}: {wrong} wrong", flush=True)
        tried, wrong = tried + number, wrong + len(errors)
        for each in errors:
            print(each, flush=True)
    print(f"{tried} {words}: {wrong} wrong", flush=True)


def main(drawings: int, changes: int, first: int) -> None:
    began = time.monotonic()
    if "tikz" not in FORMS:
        print(f"without TikZ: {NEEDED}", flush=True)
    lengths: Counter[tuple[str, int]] = Counter()
    kinds = Counter[bool]()

    def counted(pool: ProcessPoolExecutor) -> Iterator[tuple[int, list[str]]]:
        for form, length, known, elements, errors in pool.map(one_held, list(jobs(drawings, first))):
            lengths[form, length] += 1
            kinds.update({True: known, False: elements - known})
            yield 1, errors

    with ProcessPoolExecutor() as pool:
        told("drawings", drawings, counted(pool))
        print("by length:", {form: [lengths[form, each] for each in range(5)] for form in FORMS})
        print(f"{kinds.total():,} elements; the kinds of {kinds[True] / kinds.total():.1%} are told", flush=True)
        told("facts changed", changes, pool.map(one_unnoticed, list(jobs(changes // 2, first))))
        told("rewritings", changes, pool.map(one_misread, list(jobs(changes // 2, first))))
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:4]]
    main(*given, *(500, 200, 0)[len(given) :])
