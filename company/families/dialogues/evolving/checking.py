"""What is wrong with the terms, asks and words that staff give for an evolving dialogue, in words for their writer."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from company.families.dialogues.evolution import Reach
from company.families.dialogues.evolving.replies import (
    AsksReply,
    TermsReply,
    WordsReply,
    WrittenAsk,
    WrittenTerm,
)
from company.families.dialogues.expressions import BUILTINS, expression_fault, parameters, read, stored
from company.families.dialogues.limiting import WHOLE
from company.families.dialogues.prelude import VARIABLE

KNOWN = frozenset((VARIABLE, "pd", "np"))
_TYPES: Mapping[str, Sequence[str]] = {
    "dataframe": ("table", "dataframe", "data frame"),
    "series": ("series",),
    "value": ("number", "value", "figure"),
    "list": ("list",),
    "dict": ("dict",),
}
REACHES: Mapping[Reach, Sequence[str]] = {
    "on": ("from now on", "from here on"),
    "all": ("also in", "throughout", "everywhere"),
    "here": ("for this question", "just here", "only here", "this once"),
}
"""Words that say how far something reaches."""
IN_FORCE: Mapping[str, Sequence[str]] = {
    "suspend": ("out of force",),
    "reinstate": ("in force again", "back in force"),
    "yield": ("gives way to", "give way to"),
}
"""Words that say what becomes of a standing rule."""
_WITH_THIS = ("from this question on", "beginning with this question")


# terms


def terms_fault(
    reply: TermsReply,
    wanted: Mapping[str, int],
    taken: Collection[str],
    beside: Collection[str] = (),
    names: Collection[str] = (),
    *,
    standing: bool = False,
) -> str | None:
    """Return what is wrong with terms; `wanted` are versions by slot, `taken` names that no variable may have.

    `beside` are the variables of the tables beside the main one, in which a term may look something up; `names` are
    those of the handbook's rules, and of terms that stand already. Where there are `standing` rules, the value of a
    term does not decide which column it measures: by that they hold or not.
    """
    slots = [term.slot for term in reply.terms]
    if sorted(slots) != sorted(wanted):
        return f"`terms` has the slots {', '.join(slots)}; give one term for each of {', '.join(wanted)}."
    for number, term in enumerate(reply.terms):
        fault = _term_fault(term, wanted[term.slot], taken, beside) or _name_fault(term, reply.terms[:number])
        fault = fault or _rule_fault(term, names)
        if not fault and standing and "[{value}]" in term.code.replace(" ", ""):
            fault = "`code` has {value} for a column; give a term whose value is a number, a label or a list of these."
        if fault:
            return f"`terms`, slot {term.slot}: {fault}"
    return None


def _term_fault(term: WrittenTerm, versions: int, taken: Collection[str], beside: Collection[str]) -> str | None:
    taken = KNOWN | BUILTINS | set(taken)
    if not term.variable.isidentifier() or keyword.iskeyword(term.variable) or term.variable in taken:
        return f"`variable` is {term.variable!r}; give a Python name that is no table, column, builtin, pd or np."
    for field in ("code", "says"):
        if "{value}" not in getattr(term, field):
            return f"`{field}` has no {{value}}; put it where the value stands."
    codes = {each.code.strip() for each in term.candidates}
    words = {each.words.strip() for each in term.candidates}
    if len(codes) < len(term.candidates) or len(words) < len(term.candidates) or len(codes) < versions:
        return (
            f"`candidates` has {len(codes)} different values; give {versions} or more, each once, in words of its own."
        )
    for code in (term.naive, *(term.code.replace("{value}", each) for each in codes)):
        if fault := expression_fault(code, beside):
            return f"{code!r} {fault}"
    return None


def _name_fault(term: WrittenTerm, others: Sequence[WrittenTerm]) -> str | None:
    for other in others:
        if term.variable == other.variable:
            return f"`variable` {term.variable} is also that of slot {other.slot}; give each its own."
        first, second = plain(term.name), plain(other.name)
        if first in second or second in first:
            return f"`name` {term.name!r} and {other.name!r} of slot {other.slot} are parts of one another."
    return None


def _rule_fault(term: WrittenTerm, names: Collection[str]) -> str | None:
    own = plain(term.name)
    rule = next((each for each in names if own in plain(each) or plain(each) in own), None)
    return f"`name` {term.name!r} and {rule!r} are parts of one another." if rule else None


# asks


@dataclass(frozen=True)
class Asked:
    """What an ask has to read, and what it may not touch."""

    uses: tuple[str, ...]
    """Variables of terms."""
    results: tuple[str, ...]
    """Names of earlier results that it goes on from."""
    name: str | None = None
    """The name that its result has to have, where it was asked for before."""


def asks_fault(
    reply: AsksReply, wanted: Mapping[int, Asked], taken: Collection[str], beside: Collection[str] = ()
) -> str | None:
    """Return what is wrong with asks, by turn; `taken` are names that no result may have.

    `beside` are the variables of the tables beside the main one, which every ask may read.
    """
    turns = [ask.turn for ask in reply.asks]
    if sorted(turns) != sorted(wanted):
        return f"`asks` is about the turns {turns}; give one ask for each of {sorted(wanted)}."
    names, faults = set(taken), []
    for ask in reply.asks:
        if fault := _ask_fault(ask, wanted[ask.turn], names, KNOWN | set(beside)):
            faults.append(f"`asks`, turn {ask.turn}: {fault}")
        names.add(ask.name)
    return "\n".join(faults) or None


def _ask_fault(ask: WrittenAsk, asked: Asked, taken: Collection[str], known: frozenset[str]) -> str | None:
    if asked.name is not None and ask.name != asked.name:
        return f"`name` is {ask.name!r}; its result is called {asked.name!r} by later turns already, so call it that."
    if not ask.name.isidentifier() or keyword.iskeyword(ask.name) or ask.name.startswith("_"):
        return f"`name` is {ask.name!r}, which is no Python name of a result."
    if ask.name in (known | BUILTINS | set(taken) if asked.name is None else known):
        return f"`name` is {ask.name!r}, which something else is called already; give it a name of its own."
    if ask.type not in _TYPES:
        return f"`type` is {ask.type!r}; give one of {', '.join(_TYPES)}."
    try:
        tree = ast.parse(ask.code)
    except (SyntaxError, ValueError) as error:
        return f"`code` is not Python ({error})."
    return _code_fault(tree, ask.name, asked, known)


def _code_fault(tree: ast.Module, name: str, asked: Asked, known: frozenset[str]) -> str | None:
    bound = {target for node in tree.body for target in stored(node, inner=False)}
    if name not in bound:
        return f"`code` does not bind `{name}`."
    if others := sorted(each for each in bound - {name} if not each.startswith("_")):
        return f"`code` binds {', '.join(others)}; begin the names of what only it needs with an underscore."
    if WHOLE in bound:
        return f"`code` binds `{WHOLE}`; call that otherwise."
    if imported := sorted(_imported(tree)):
        what = ", ".join(imported)
        return f"`code` imports {what}; it imports nothing: `pd` and `np` are there, so ask for what needs no more."
    given = {*known, *asked.uses, *asked.results}
    inner = stored(tree) | {each.arg for node in ast.walk(tree) for each in parameters(node)}
    names = read(tree)
    if missing := [each for each in (*asked.uses, *asked.results) if each not in names]:
        return f"`code` does not read {', '.join(missing)}, which the turn uses."
    if strange := sorted(names - given - inner - BUILTINS):
        may = ", ".join([VARIABLE, *sorted(known - KNOWN)])
        return (
            f"`code` reads {', '.join(strange)}, which this turn does not use; read {may}, its terms and its results."
        )
    if any(_changes(node, given) for node in ast.walk(tree)):
        return "`code` changes a table, a term or an earlier result in place; work on a copy."
    return None


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a program imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


def _changes(node: ast.AST, given: Collection[str]) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == "inplace"
    if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
        owner: ast.expr = node.value
        while isinstance(owner, ast.Subscript | ast.Attribute):
            owner = owner.value
        return isinstance(owner, ast.Name) and owner.id in given
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Global | ast.Delete)


def temporaries(code: str) -> list[str]:
    """Return the names of its own that an ask binds beside its result."""
    names = (name for node in ast.parse(code).body for name in sorted(stored(node, inner=False)))
    return list(dict.fromkeys(name for name in names if name.startswith("_")))


# words


@dataclass(frozen=True)
class Worded:
    """What the words of a turn have to say, and what they may not."""

    said: tuple[tuple[str, str], ...]
    """Name and value of each term whose content the turn says."""
    brought_back: tuple[tuple[str, str], ...]
    """Name of each term that is brought back, and how its age is named."""
    reaches: tuple[tuple[str, Reach], ...]
    """How far a change or what-if of a term reaches."""
    named: tuple[str, ...]
    """Names of terms that it uses or lifts."""
    silent: tuple[tuple[str, str], ...]
    """Name and value of each version that it may not say."""
    name: str
    type: str
    columns: tuple[str, ...]
    unnamed: tuple[str, ...] = ()
    """Ids and names of rules that hold without being named."""
    changes: tuple[Mapping[str, str], ...] = ()
    """What it says of such rules: `rule`, `act`, and which one it gives way `to`."""
    report: tuple[str, ...] = ()
    """Of a turn that begins with an old report, its number as it is printed, and the group that it is of."""


def words_fault(reply: WordsReply, wanted: Mapping[int, Worded]) -> str | None:
    """Return what is wrong with the words of turns, by turn."""
    turns = [each.turn for each in reply.queries]
    if sorted(turns) != sorted(wanted):
        return f"`queries` is about the turns {turns}; give the words of each of {sorted(wanted)}."
    for each in reply.queries:
        if fault := next(query_faults(each.query, wanted[each.turn]), None):
            return f"`queries`, turn {each.turn}: {fault}"
    return None


def query_faults(query: str, worded: Worded) -> Iterator[str]:
    """Yield what is wrong with the words of one turn."""
    text = plain(query)
    yield from _unsaid(text, worded)
    # The group of an old report may be called by a number, or by words that a term's content is said in.
    own = text.replace(plain(worded.report[1]), " ") if worded.report else text
    for name, value in worded.silent:
        if _says(own, value):
            yield f"it says {value!r}, the content of {name!r}; call that by its name alone."
    for one in worded.changes:
        yield from _not_changed(text, one)
    if missing := [each for each in worded.report if plain(each) not in text]:
        yield f"it does not say {' of '.join(missing)}, which the old report has."
    for name in worded.unnamed:
        if _says(text, name):
            yield f"it says {name!r}, a rule that holds without being named; leave that out."
    if f"`{worded.name}`" not in query:
        yield f"it does not say that the result goes into `{worded.name}`."
    if not any(word in text for word in _TYPES[worded.type]):
        yield f"it does not say that the result is a {worded.type}: say one of {', '.join(_TYPES[worded.type])}."
    if missing := [column for column in worded.columns if plain(column) not in text]:
        yield f"it does not name the columns {', '.join(missing)} of the result."


def _not_changed(text: str, one: Mapping[str, str]) -> Iterator[str]:
    """Yield what is not said of a change of the rules in force."""
    for rule in (one["rule"], one.get("to", "")):
        if rule and not _says(text, rule):
            yield f"it does not name {rule}, of which it says whether it holds."
    if not any(words in text for words in IN_FORCE[one["act"]]):
        yield f"it does not say what becomes of {one['rule']}: say one of {', '.join(IN_FORCE[one['act']])}."
    if not any(words in text for words in _WITH_THIS):
        yield f"it does not say from when on that holds: say one of {', '.join(_WITH_THIS)}."


def _unsaid(text: str, worded: Worded) -> Iterator[str]:
    """Yield what of terms is not said: contents, ages, reaches and names."""
    for name, value in worded.said:
        if not _says(text, value):
            yield f"it does not say the value {value!r} of {name!r}, which is heard here first."
    for name, moment in worded.brought_back:
        if not all(_says(text, word) for word in _content_words(moment)):
            yield f"it does not say of {name!r} that it is {moment!r}."
    for name, reach in worded.reaches:
        if not any(words in text for words in REACHES[reach]):
            yield f"it does not say how far {name!r} reaches: say one of {', '.join(REACHES[reach])}."
    names = [name for name, _ in (*worded.said, *worded.brought_back)]
    for name in dict.fromkeys([*names, *worded.named]):
        if not _says(text, name):
            yield f"it does not call {name!r} by its name."


def plain(text: str) -> str:
    """Return a text as it is looked into: small letters, single spaces, digits without marks of thousands."""
    bare = re.sub(r"(?<=\d),(?=\d{3})", "", text.casefold())
    return " ".join(re.sub(r"[‘’“”\"'`]", "", bare).split())


def _says(text: str, words: str) -> bool:
    """Return whether a text holds words as whole words; a leading article may differ."""
    bare = re.sub(r"^(?:an?|the|our) ", "", plain(words))
    return _holds(text, bare)


def _holds(text: str, words: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(words)}(?!\w|\.\d)", text) is not None


def says(text: str, words: str) -> bool:
    """Return whether a text holds words as whole words, whatever their letter case and spacing; 2.5 is no 2."""
    return _holds(plain(text), plain(words).rstrip("."))


def _content_words(moment: str) -> list[str]:
    return [word for word in plain(moment).split() if word not in ("as", "at", "it", "we", "was", "the", "in")]
