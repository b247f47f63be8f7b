"""What the gate asks of a case that wants an assumption: that its question promises what is executed, and no more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from company.families.shared.choices.bodies import ChoiceBody
from company.families.shared.choices.reach import SAFE, Limits, spread

ANSWER = repr(SAFE)
"""The answer of such a case: the right option's reading can be assumed."""
PROMISE = "can be made without asking back, because the answer stays the same"
_PROMISED = re.compile(r"\bstays the same\b.*\bmoved by\b", re.DOTALL)
_SHARE = re.compile(r"\b(share|proportion|percentage|fraction|portion)s?\b", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.,])-?\d[\d,]*(?:\.\d+)?")
"""A number in the words of a reading."""
_NAMED = re.compile(r"`([A-Za-z_]\w*)`")
_CALL = re.compile(r"assuming\((?P<low>[^,()]+), (?P<high>[^,()]+)\)")


def states(text: str, limits: Sequence[float | None]) -> bool:
    """Return whether a text has each limit of a reading in digits."""
    numbers = {float(each.replace(",", "")) for each in NUMBER.findall(text)}
    return all(limit is None or limit in numbers for limit in limits)


def speaks_of_a_share(question: str) -> bool:
    """Return whether a question asks for a share, which may be one of each group or of all."""
    return _SHARE.search(question) is not None


def promise_faults(case: ChoiceBody) -> list[str]:
    """Return where a case's words and what it executes part, a line each, without running anything."""
    guess = case.guess
    if guess is None:
        promised = _PROMISED.search(case.question)
        return [_UNTRIED] if promised else []
    return [*_question_faults(case, guess), *_population_faults(case, guess), *_option_faults(case, guess)]


_UNTRIED = (
    "its question promises that the answer stays the same when a line is moved, and the case does not say which values "
    "of which column were tried on the way: lines between those of its options may turn the decision"
)


def _question_faults(case: ChoiceBody, guess: Mapping[str, Any]) -> Iterator[str]:
    if not _says(case.question, guess["word"]):
        yield f"its question does not have the vague word “{guess['word']}”"
    promised = case.question.rpartition("moved by")[2]
    if not states(promised, [guess["by"]]):
        yield f"its question does not promise what is tried: limits moved by up to {guess['by']:.10g}"
    if len({tuple(each) for each in guess["readings"]}) < 2:
        yield f"it names fewer than two readings of “{guess['word']}”, so nothing is vague in it"
    if speaks_of_a_share(case.question.partition("\n")[0]) and not guess["alternatives"]:
        yield "a share can be one of each group's rows or of all such rows, and only one of the two is executed"


def _population_faults(case: ChoiceBody, guess: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the frames that the question names are not those that the code reads."""
    known = _assigned(case.history)
    loaded = _loaded(case.history)
    if guess["whole"] not in {guess["source"], *loaded}:
        yield f"`{guess['whole']}` tells what is usual, and is neither the table nor what the question is about"
    for code in (case.setup, *guess["alternatives"]):
        read = _free(code) & known
        for name in sorted(set(_NAMED.findall(case.question)) & known - read):
            yield f"its question is about `{name}`, and the code that decides reads {_listed(read)}"
        for name in sorted(read - loaded):
            if not _says(case.question, name):
                yield f"the code that decides reads `{name}`, which its question does not name"
        if guess["source"] not in read:
            yield f"the word is one of `{guess['source']}`, and the code that decides reads {_listed(read)}"


def _option_faults(case: ChoiceBody, guess: Mapping[str, Any]) -> Iterator[str]:
    readings: list[Limits] = [(low, high) for low, high in guess["readings"]]
    for option in case.options:
        limits = limits_in(option.code)
        if limits is None:
            yield f"option {option.letter} is no reading of “{guess['word']}”: its code is not assuming(low, high)"
        elif not states(option.text, limits):
            yield f"option {option.letter} does not state the limits that are tried for it"
        elif option.letter == case.right and limits not in readings:
            yield f"option {option.letter} is right, and is none of the readings that the field holds"
        elif option.letter == case.right and spread(limits, _of_form(readings, limits)) > guess["by"] * (1 + 1e-9):
            yield f"its limits are moved by {guess['by']:.10g}, which does not reach all readings that the field holds"


def _of_form(readings: Sequence[Limits], limits: Limits) -> list[Limits]:
    """Return the readings that have the same limits, among them the one itself."""
    return [each for each in readings if [limit is None for limit in each] == [limit is None for limit in limits]]


def limits_in(code: str) -> Limits | None:
    """Return the reading that an option's code tries; None where it is no such code."""
    found = _CALL.fullmatch(code.strip())
    if found is None:
        return None
    try:
        low, high = (None if each.strip() == "None" else float(each) for each in (found["low"], found["high"]))
    except ValueError:
        return None
    return low, high


def tried_faults(case: ChoiceBody, found: Mapping[str, Any]) -> list[str]:
    """Return what executing shows to be wrong: readings that part, and another right option by another reading."""
    if case.guess is None:
        return []
    faults = []
    for number, each in enumerate(found["guess"]):
        how = "" if number == 0 else f" by another way to read the question ({number})"
        if "error" in each:
            faults.append(f"its readings cannot be tried{how}: {each['error']}")
            continue
        if each["leads"][0] is None or len(set(each["leads"])) > 1:
            said = ", ".join(lead or "nobody or several" for lead in each["leads"])
            faults.append(f"the readings that the field holds lead to different decisions{how}: {said}")
        right = [letter for letter, verdict in each["verdicts"].items() if verdict == SAFE]
        if number and right != [case.right]:
            faults.append(f"{' and '.join(right) or 'no option'} would be right{how}, and not {case.right} alone")
    return faults


def _says(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _listed(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names)) or "no frame of the dialogue"


def _assigned(code: str) -> set[str]:
    """Return the names that code assigns."""
    return {node.id for node in ast.walk(_tree(code)) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _loaded(code: str) -> set[str]:
    """Return the names that hold a table as it was read."""
    found = set()
    for node in ast.walk(_tree(code)):
        if isinstance(node, ast.Assign) and "read_" in ast.unparse(node.value):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _free(code: str) -> set[str]:
    """Return the names that code reads and does not make itself."""
    tree = _tree(code)
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} | _assigned(code)
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - own


def _tree(code: str) -> ast.Module:
    try:
        return ast.parse(code)
    except SyntaxError:
        return ast.Module(body=[], type_ignores=[])
