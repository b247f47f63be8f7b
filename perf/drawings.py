"""The reader of drawings against drawings whose facts are known: errors, changes that nobody notices, false alarms.

    python -m perf.drawings [DRAWINGS] [CHANGES]

DRAWINGS (500) of all lengths, half of them SVG and half Graphviz's; then CHANGES (200) single facts that are changed
and as many rewritings that change nothing, over short drawings. All three figures have to be 0.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from grammar.scenes.commissioning import length_class
from tests.support.known_drawings import held, misread, unnoticed

FORMS = ("svg", "graphviz")


def jobs(number: int) -> Iterator[tuple[int, Any]]:
    return ((each // 2, FORMS[each % 2]) for each in range(number))


def one_held(job: tuple[int, Any]) -> tuple[Any, int, int, int, list[str]]:
    found = held(*job)
    kinds = sum(each.kind is not None for each in found.read.elements)
    wrong = [f"{job} {found.drawing.theme}: {each}" for each in found.errors]
    return job[1], length_class(found.drawing.code), kinds, len(found.read.elements), wrong


def one_unnoticed(job: tuple[int, Any]) -> tuple[int, list[str]]:
    return unnoticed(*job)


def one_misread(job: tuple[int, Any]) -> tuple[int, list[str]]:
    return misread(*job)


def until(pool: ProcessPoolExecutor, wanted: int, count: Callable[..., tuple[int, list[str]]]) -> tuple[int, list[str]]:
    tried, wrong = 0, list[str]()
    for number, found in pool.map(count, list(jobs(wanted // 2))):
        if tried < wanted:
            tried += number
            wrong += found
    return tried, wrong


def main(drawings: int, changes: int) -> None:
    began = time.monotonic()
    with ProcessPoolExecutor() as pool:
        lengths: Counter[tuple[str, int]] = Counter()
        wrong: list[str] = []
        kinds = seen = 0
        for form, length, told, elements, errors in pool.map(one_held, list(jobs(drawings))):
            lengths[form, length] += 1
            kinds, seen, wrong = kinds + told, seen + elements, wrong + errors
        print(f"{drawings} drawings, {seen:,} elements: {len(wrong)} errors; {kinds / seen:.1%} of the kinds are told")
        print("by length:", {form: [lengths[form, each] for each in range(5)] for form in FORMS})
        print(*wrong, sep="\n")
        for words, count in (("facts changed", one_unnoticed), ("rewritings", one_misread)):
            tried, wrong = until(pool, changes, count)
            print(f"{tried} {words}: {len(wrong)} wrong", *wrong, sep="\n")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:3]]
    main(*given, *(500, 200)[len(given) :])
