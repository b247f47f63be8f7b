"""Docstrings of private functions: what they give, their arguments, their rules of the house, and an example."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from grammar.private.form import Form

_ARGUMENTS: Mapping[str, str] = {
    "across": "What runs across.",
    "alike": "Whether both groups are taken to be equally spread.",
    "amount": "How many.",
    "angle": "Degrees.",
    "answers": "What is said in each case, in their order.",
    "as_share": "Whether shares are given instead of numbers.",
    "axes": "The chart.",
    "base": "What shares are of: 'index', 'columns' or 'all'.",
    "between": "True or False.",
    "by": "A field, or a list of fields.",
    "canvas": "The canvas.",
    "cases": "Conditions, the first that holds counts.",
    "closing": "'lower' or 'upper'.",
    "columns": "Names of the fields.",
    "condition": "True or False for each row.",
    "content": "What stands in it.",
    "correct": "Whether small tables are corrected for.",
    "data": "A sequence or a frame.",
    "days": "A sequence of dates.",
    "depth": "How many questions follow each other at most.",
    "digits": "How many digits stay.",
    "direction": "Which way, as the public call has it.",
    "divisor": "A number, or one for each label.",
    "divisors": "One number for each label.",
    "edges": "Numbers, rising.",
    "ends": "'left' or 'both'.",
    "entries": "A sequence.",
    "even": "The options that are to be as frequent in both parts.",
    "exactly": "True or False.",
    "extent": "Width and height in inches.",
    "field": "The name of a field.",
    "fields": "A frame of numbers, or a list of rows.",
    "filler": "What stands where there was a gap.",
    "first": "The first stage.",
    "fixed": "Fields that stay beside the others.",
    "foretold": "What a model says, row by row.",
    "frame": "A frame.",
    "freedom": "What is taken off the number of entries.",
    "gaps": "What becomes of gaps, see the house rule.",
    "groups": "A frame or a sequence in groups.",
    "heading": "The wording of the heading.",
    "heights": "A number for each label.",
    "high": "The upper bound.",
    "keep": "Fields that stay beside the others.",
    "keeping": "'first', 'last' or False.",
    "key": "The field that both share.",
    "kind": "The kind, as the public call has it.",
    "labelled": "Whether groups become labels.",
    "labels": "One label for each.",
    "lead": "What their names begin with.",
    "left": "The first one.",
    "lengths": "A number for each label.",
    "low": "The lower bound.",
    "manner": "How, as the public call has it.",
    "mark": "What stands between pieces.",
    "meaning": "Entry and meaning of each.",
    "measure": "A measure by its name.",
    "measures": "Measures by their names.",
    "members": "How many vote.",
    "method": "How it is sorted.",
    "model": "A model.",
    "names": "A list of fields.",
    "new": "What comes in its place.",
    "new_labels": "Old and new name of each.",
    "no": "What stands where it does not hold.",
    "old": "What is taken out.",
    "options": "A list of options.",
    "other": "The other one.",
    "others": "A sequence with the same labels.",
    "otherwise": "What is said where no case holds.",
    "part": "A field, or a list of fields.",
    "parts": "A list of pieces, or how many parts.",
    "pattern": "How it is written.",
    "points": "Places across, and heights.",
    "positions": "Where the marks stand.",
    "right": "The second one.",
    "rising": "Whether the lowest comes first.",
    "rounds": "How often it is improved at most.",
    "rows": "What becomes rows.",
    "runs": "How often it is begun anew.",
    "sampled": "True or False.",
    "scale": "100 or 1.",
    "second": "The second stage.",
    "seed": "A number that makes chance repeatable.",
    "seen": "Whether options that do not occur are left out.",
    "segments": "How many segments, or the segment of each row.",
    "share": "A number between 0 and 1.",
    "shares": "A number for each part.",
    "span": "The span, such as 'Q'.",
    "step": "A function of one part.",
    "steps": "How many.",
    "tally": "How often two options occur together.",
    "target": "What is foretold.",
    "ties": "What becomes of ties.",
    "trouble": "'raise' or 'coerce'.",
    "truth": "What is the case, row by row.",
    "unknown": "'kept' or 'apart'.",
    "upward": "What runs upward.",
    "what": "The name of the field that says which field it was.",
    "width": "How many entries it spans.",
    "within": "A field, or a list of fields.",
    "wording": "The wording.",
    "yes": "What stands where it holds.",
}
"""What a parameter of this name is, whatever the function."""


def docstring(form: Form, parameters: Sequence[str]) -> str:
    """The docstring of a form's function, its quotes included, without indentation."""
    shown = _shown()[form.name]
    arguments = [f"    {name}: {_ARGUMENTS[name]}" for name in parameters]
    rules = [f"    {name}: {rule}" for name, rule in form.rules.items()]
    example = [f"    {line}" for line in shown["example"].splitlines()]
    parts = [
        [form.doc],
        ["Args:", *arguments] if arguments else [],
        ["Returns:", f"    {shown['returns']}"],
        ["House rule:", *rules] if rules else [],
        ["Example:", *example],
    ]
    quoted = 'r"""' if "\\" in shown["example"] else '"""'
    return quoted + "\n\n".join("\n".join(part) for part in parts if part) + '\n"""'


@cache
def _shown() -> Mapping[str, Mapping[str, str]]:
    """What each function returns, and its example."""
    return tomllib.loads(files(__package__).joinpath("examples.toml").read_text(encoding="utf-8"))
