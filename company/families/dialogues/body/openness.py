"""What a question leaves open of its results, read from its words and from the code of its reference.

An order that nobody asks for, the order of rows that are equal by the one that is asked for, labels that the reference
has invented, and how clusters are numbered: nobody can be wrong in these.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from company.families.dialogues.body.reference import solution
from company.results.leeway import Leeway

_ORDER = re.compile(
    r"\b(?:(?:re)?order(?:ed|ing|s)?|sort(?:ed|ing|s)?|rank(?:ed|ing|s)?|ascending|descending|chronolog\w*|alphabet\w*"
    r"|cumul\w*|running|rolling|moving|shift\w*|lag\w*|previous|consecutive|sequence|position\w*|by date|by time"
    r"|over time|from (?:\w+ ){1,3}to)\b",
    re.IGNORECASE,
)
"""Words by which an order is asked for."""
_RANK = re.compile(
    r"\b(?:top|bottom|first(?! step\b)|last|highest|lowest|largest|smallest|biggest|greatest|(?<!\bat )(?:most|least)"
    r"|fewest|best|worst|leading|earliest|latest|oldest|newest|next)\b",
    re.IGNORECASE,
)
"""Words by which an order may be asked for: it is, where the reference puts something in order."""
_PUTS_IN_ORDER = (
    "sort", "sort_values", "sort_index", "sorted", "argsort", "lexsort", "nlargest", "nsmallest", "head", "tail",
    "rank", "value_counts", "most_common",
)  # fmt: skip
"""Calls by which a reference puts something in order."""
_MOVES_ROWS = tuple(each for each in _PUTS_IN_ORDER if each != "rank")
"""Those among them that do not leave rows where they are."""
_DRAWN = re.compile(r"\b(?:bars?|bar ?plots?|count ?plots?|charts?|plots?|draw\w*)\b", re.IGNORECASE)
_IN_ORDER = re.compile(
    r"\b(?:(?:sort|order|arrang)(?:ed|ing)\b|(?:in|by) (?:(?:the|that|this|same|\w+scending|alphabetical) )+order\b"
    r"|\w+scending\b|from (?:the )?(?:most|least|(?:high|low|larg|small|bigg|long|short)est)\b.*? to\b"
    r"|(?:frequent|(?:high|low|larg|small|bigg|long|short)est)(?: \w+)? first\b)",
    re.IGNORECASE,
)
"""Words by which an order of bars is asked for, in a sentence about what is drawn."""
_FIXED = re.compile(
    r"\bties?\b|\btied\b|as they stand|\bstable\b|break|\bsame order\b|\bin (?:this|that|the) order\b|then by",
    re.IGNORECASE,
)
"""Words that leave nothing of an order open."""
_ONE_EACH = re.compile(r"\b(?:each|every|per|respective\w*)\b", re.IGNORECASE)
_CALLING = {
    kind: re.compile(
        rf"\b(?:as|is|return|into|give\w*|generate|make|create|want|need)\b[^.]*\b(?:{said})\b", re.IGNORECASE
    )
    for kind, said in {
        "dataframe": r"data ?frames?",
        "series": r"series",
        "list": r"lists?",
        "array": r"arrays?",
        "dict": r"dict\w*",
        "index": r"index",
    }.items()
}
"""How a sentence says of what type a result is to be."""
_SIDES = re.compile(r"\b(?:rows?|columns?|index|labels?|per|each|every|lines?|wide|long)\b", re.IGNORECASE)
"""Words by which a question may say what stands in rows and what in columns."""
_SEQUENCES = ("list", "array", "index")
_CLUSTERERS = (
    "KMeans", "MiniBatchKMeans", "BisectingKMeans", "GaussianMixture", "BayesianGaussianMixture", "Birch",
    "AgglomerativeClustering", "SpectralClustering", "DBSCAN", "HDBSCAN", "OPTICS", "MeanShift", "AffinityPropagation",
)  # fmt: skip
_NUMBERS = ("fit_predict", "fcluster", "cut_tree")
_CENTRES = ("cluster_centers_", "means_")
_OF_CLUSTERS = (*_CENTRES, *_NUMBERS, "labels_", "predict")
"""Words without one of which no code knows of clusters."""
_SAME_AGAIN = ("Series", "array", "asarray", "list", "astype", "tolist", "copy", "to_numpy", "rename", "reset_index")


def leeways(entry: Mapping[str, Any], wanted: Sequence[tuple[str, str]]) -> dict[str, Leeway]:
    """Return what a line leaves open of each result that it wants (name and type), by its name."""
    own = _own_exchange(entry)
    asked = f"{own}\n{entry['current_query']}"
    known = f"{asked}\n{''.join(_messages(entry, 'system'))}\n{entry['ref_code_hist']}"
    code = solution(entry["reference_answer"])
    whole = f"{entry['ref_code_hist']}\n{code}"
    # Most code has to do with no clusters at all, and histories are long.
    grouped = _grouped(whole) if any(word in whole for word in _OF_CLUSTERS) else _Grouped()
    kinds = [kind for _, kind in wanted]
    evolves = "depends_on" in entry
    ordered = _puts_in_order(code, evolves=evolves)
    labels = tuple(sorted(text for text in _texts(code) if not _says(known, text)))
    plots = {name: Leeway(order=words) for name, kind in wanted if kind == "plot" and (words := order_of_bars(asked))}
    return plots | {
        name: Leeway(
            order="" if evolves and not ordered else _order(_about(asked, kind, kinds), kind, ordered=ordered),
            labels=labels if kind in ("series", "dict") else (),
            clusters=grouped.clusters,
            by_cluster=name in grouped.by_cluster,
            centres=name in grouped.centres and kind in ("array", "dataframe"),
            turned=kind == "dataframe" and not _SIDES.search(asked),
        )
        for name, kind in wanted
        if kind not in ("value", "plot", "model", "function", "tuple", "set")
    }


def order_of_bars(asked: str) -> str:
    """Return the words that ask for an order of what is drawn; empty where none is asked for."""
    sentences = [each for each in _sentences(asked) if _DRAWN.search(each)]
    return " ".join(" ".join(match.group() for each in sentences for match in _IN_ORDER.finditer(each)).split())


def _messages(entry: Mapping[str, Any], role: str) -> list[str]:
    return [str(each["content"]) for each in entry["prompt_with_hist_json"] if each["role"] == role]


def _own_exchange(entry: Mapping[str, Any]) -> str:
    """Return what was said before a question that goes on from it: one that is corrected, or was asked back."""
    if "wrong" not in entry and "clarifications" not in entry:
        return ""
    said = _messages(entry, "user")[-2:-1]
    answers = [f"{each['question']}\n{each['answer']}" for each in entry.get("clarifications", ())]
    return "\n".join([*said, *answers])


def _order(asked: str, kind: str, *, ordered: bool) -> str | None:
    """Return the ends of the sentences that ask for an order; empty for none, None where it is fixed.

    `ordered` says whether the reference puts anything in order.
    """
    if _FIXED.search(asked) or (kind in _SEQUENCES and _ONE_EACH.search(asked)):
        return None
    matches = ((each, _first(each, (_ORDER, _RANK) if ordered else (_ORDER,))) for each in _sentences(asked))
    return " ".join(" ".join(each[at:] for each, at in matches if at is not None).split())


def _first(sentence: str, forms: Sequence[re.Pattern[str]]) -> int | None:
    return min((match.start() for form in forms if (match := form.search(sentence))), default=None)


def _about(asked: str, kind: str, kinds: Sequence[str]) -> str:
    """Return the sentences on the one result of a type: those behind the one that calls another result, to its own.

    All of them, where the results are not each called by their type in a sentence of their own.
    """
    sentences = _sentences(asked)
    calling = {
        each: [place for place, sentence in enumerate(sentences) if _calls(sentence, each)] for each in set(kinds)
    }
    ends = sorted(place for places in calling.values() for place in places)
    if len(kinds) < 2 or len(calling) < len(kinds) or len(set(ends)) != len(kinds) or not all(calling.values()):
        return asked
    own = calling[kind][0]
    begin = next((place + 1 for place in reversed(ends) if place < own), 0)
    return " ".join(sentences[begin : own + 1])


def _calls(sentence: str, kind: str) -> bool:
    """Return whether a sentence says of what type a result is to be."""
    return _CALLING[kind].search(sentence) is not None if kind in _CALLING else kind in sentence


def _sentences(asked: str) -> list[str]:
    return re.split(r"(?<=[.?!;])\s+", asked)


def _statements(code: str) -> list[ast.stmt]:
    try:
        return ast.parse(code).body
    except SyntaxError:
        return []


def _puts_in_order(code: str, *, evolves: bool) -> bool:
    """Return whether code puts anything in order.

    What is agreed in a case that evolves stands in its code as functions, and ranks there say which rows count.
    """
    if evolves:
        return any(_called(node) in _MOVES_ROWS for node in _outside_functions(_statements(code)))
    return any(_called(node) in _PUTS_IN_ORDER for node in ast.walk(ast.Module(_statements(code), [])))


def _outside_functions(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of code without those of functions that are expressions."""
    rest: list[ast.AST] = list(body)
    while rest:
        node = rest.pop()
        yield node
        if not isinstance(node, ast.Lambda):
            rest += ast.iter_child_nodes(node)


def _texts(code: str) -> set[str]:
    """Return the texts in code that could be labels."""
    nodes = (node for each in _statements(code) for node in ast.walk(each) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str) and 0 < len(node.value) <= 60}


def _says(known: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", known) is not None


def _assigned(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the name of each variable or column that code gives a value, and the value."""
    for node in (node for each in body for node in ast.walk(each)):
        if isinstance(node, ast.Assign):
            yield from ((name, node.value) for target in node.targets if (name := _name_of(target)))
        elif isinstance(node, ast.Call):
            yield from ((each.arg, each.value) for each in node.keywords if each.arg)
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            yield from ((str(key.value), value) for key, value in pairs if isinstance(key, ast.Constant))


def _name_of(node: ast.expr) -> str:
    """Return the name of a variable, a column or an attribute; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
        case ast.Subscript(slice=ast.Tuple(elts=[*_, ast.Constant(value=str(name))])):
            return name
    return ""


class _Grouped(NamedTuple):
    """The variables and columns of code that have to do with clusters."""

    clusters: tuple[str, ...] = ()
    """Those that hold numbers of clusters."""
    centres: frozenset[str] = frozenset()
    by_cluster: frozenset[str] = frozenset()
    """Those whose values are made with numbers of clusters."""


@lru_cache(maxsize=32)
def _grouped(code: str) -> _Grouped:
    """Return what of code has to do with clusters. It can be a whole dialogue, and is asked about several times."""
    pairs = tuple(_assigned(_statements(code)))
    clusters = _cluster_names(pairs)
    by_cluster = {name for name, value in pairs if clusters and _mentions_clusters(value, clusters)}
    return _Grouped(clusters, frozenset(_made_of(pairs, _CENTRES)), frozenset(by_cluster))


def _cluster_names(pairs: Sequence[tuple[str, ast.expr]]) -> tuple[str, ...]:
    """Return the variables and columns that hold numbers of clusters."""
    fitted = {name for name, value in pairs if any(_called(each) in _CLUSTERERS for each in ast.walk(value))}
    names: set[str] = set()
    for name, value in pairs:
        if _is_numbers(value, fitted, names):
            names.add(name)
    return tuple(sorted(names))


def _is_numbers(node: ast.expr, fitted: set[str], names: set[str]) -> bool:
    """Return whether an expression is the numbers of clusters, in whatever container."""
    if isinstance(node, ast.BinOp):
        return _is_numbers(node.left, fitted, names) or _is_numbers(node.right, fitted, names)
    if not isinstance(node, ast.Call):
        return _name_of(node) == "labels_" or _name_of(node) in names
    if _called(node) in _NUMBERS:
        return True
    inner = [*node.args[:1], *([node.func.value] if isinstance(node.func, ast.Attribute) else [])]
    if _called(node) == "predict":
        return any(_name_of(each) in fitted or _called(each) in (*_CLUSTERERS, "fit") for each in inner)
    return _called(node) in _SAME_AGAIN and any(_is_numbers(each, fitted, names) for each in inner)


def _called(node: ast.AST) -> str:
    """Return the last name of what a call calls; empty for anything else."""
    return _name_of(node.func) if isinstance(node, ast.Call) else ""


def _made_of(pairs: Sequence[tuple[str, ast.expr]], attributes: Sequence[str]) -> set[str]:
    """Return the variables whose values come of some attributes, on whatever way."""
    found: set[str] = set()
    for name, value in pairs:
        if any(_name_of(each) in (*attributes, *found) for each in ast.walk(value) if isinstance(each, ast.expr)):
            found.add(name)
    return found


def _mentions_clusters(value: ast.expr, clusters: Sequence[str]) -> bool:
    """Return whether a value is made with numbers of clusters."""
    return any(
        _name_of(node) in (*clusters, "labels_") or (isinstance(node, ast.Constant) and node.value in clusters)
        for node in ast.walk(value)
        if isinstance(node, ast.expr)
    )
