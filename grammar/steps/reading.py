"""Reads the descriptions of kinds of steps from `kinds/*.toml`.

Each file is a family. Each table in it describes one kind, with these keys:

- `verbs`, `nouns`, `motives`: its words (see `kind.Kind`). Words in capitals stand for each of the ways that `texts`
  gives for them.
- `slots`: name → domain (see `domains`), or a table: of values with the words for each, or with the domain as `of`,
  the values that are proposed as `among`, and as `where` what must hold of one for it to be proposed.
- `takes`, `gives`, `moment`, `weight`: as in `kind.Kind`.
- `terms`, `where`, `needs`, `leaves`: Python expressions over the slots, `source` and what `terms.TERMS` holds: names
  for what comes out of the slots; when the step is proposed; when it can be carried out; the variable `out` that it
  leaves.
- `stem`: the words of its result's name, with slots and terms in braces.
- `code`: a template or several (see `templates`), or a table of them by type of result or a slot's value.
- `forms`: what each row gets is left in a "copy", in "place" or "alone" (`kinds/forms.toml`): one kind for each, with
  `what` in the place of WHAT, `value` in that of the code, and `label` for the new column. A "plot" draws WHAT.
- `like`: another table of the file, or "family.table" of another, whose keys it takes over where it has none of its
  own; slots, texts, terms and conditions are added to. A table with `abstract = true` is there for others alone.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from types import CodeType
from typing import Any

from grammar.slots import Words
from grammar.steps.domains import DOMAINS, NEW, ROWS, SOURCE, Domain, choice, restricted
from grammar.steps.kind import Kind

Description = dict[str, Any]
_FOLDER = files("grammar.steps") / "kinds"
_FORMS = "forms"
_ADDED = ("slots", "texts", "terms")
"""Keys that are added to those of the table that it is like."""
_JOINED = ("where", "needs")
"""Conditions that hold beside those of the table that it is like."""
_PLAIN = ("moment", "weight", "in_place", "longest", "label")
"""Keys that a kind has just as they are."""
_KEYS = frozenset(
    {"verbs", "nouns", "motives", "texts", "slots", "takes", "gives", "terms", "where", "needs", "leaves", "stem"}
    | {"code", "forms", "what", "value", "role", "dtype", "like", "abstract", "suffix", *_PLAIN}
)


def described_kinds() -> Iterator[Kind]:
    """Yield every kind that is described, family by family; raises ValueError for a description that is wrong."""
    forms = _tables(_FORMS)
    names = sorted(each.name[:-5] for each in _FOLDER.iterdir() if each.name.endswith(".toml"))
    for family in names:
        if family != _FORMS:
            yield from kinds_of(_tables(family), family, forms)


def kinds_of(tables: Mapping[str, Description], family: str, forms: Mapping[str, Description]) -> Iterator[Kind]:
    """Yield the kinds that the tables of a family describe."""
    for name in tables:
        whole = _inherited(name, tables)
        if whole.pop("abstract", False):
            continue
        for one_name, one in _in_forms(name, whole, forms):
            try:
                yield _kind(one_name, family, one)
            except (KeyError, NameError, TypeError, ValueError, SyntaxError) as problem:
                raise ValueError(f"{family}.toml, {name}: {type(problem).__name__}: {problem}") from problem


def _tables(name: str) -> dict[str, Description]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text("utf-8"))


def _inherited(name: str, tables: Mapping[str, Description]) -> Description:
    own = dict(tables[name])
    if unknown := set(own) - _KEYS:
        raise ValueError(f"{name}: there is no key {min(unknown)!r} in descriptions of steps")
    parent = own.pop("like", None)
    if parent is None:
        return own
    family, _, table = parent.rpartition(".")
    whole = _inherited(table, _tables(family) if family else tables)
    whole.pop("abstract", None)
    for key in _JOINED:
        own[key] = [*_several(whole.get(key, ())), *_several(own.get(key, ()))]
    return _over(own, whole)


def _over(own: Description, base: Description) -> Description:
    """Return a description with what another has and it has not."""
    added = {key: {**base.get(key, {}), **own.get(key, {})} for key in _ADDED if key in own or key in base}
    return {**base, **own, **added}


def _in_forms(name: str, described: Description, forms: Mapping[str, Description]) -> Iterator[tuple[str, Description]]:
    """Yield a description for each of its forms, or as it is where it has none."""
    wanted = described.pop("forms", None)
    if wanted is None:
        yield name, described
        return
    for form in wanted:
        # What a form is by itself, such as its words, is not for the kind to say; a weight multiplies.
        formed = _over(described, forms[form])
        formed["where"] = [*_several(forms[form].get("where", ())), *_several(described.get("where", ()))]
        formed["weight"] = described.get("weight", 1.0) * forms[form].get("weight", 1.0)
        yield name + formed.pop("suffix", ""), formed


def _kind(name: str, family: str, told: Description) -> Kind:
    texts = {key: _several(ways) for key, ways in told.get("texts", {}).items()}
    if "what" in told:
        texts["WHAT"] = [way for each in _several(told["what"]) for way in _expanded(each, texts)]
    verbs, nouns = ([way for each in told[use] for way in _expanded(each, texts)] for use in ("verbs", "nouns"))
    constants = {key: repr(told[key]) for key in ("role", "dtype") if key in told}
    codes = told["code"] if isinstance(told["code"], dict) else {"": told["code"]}
    return Kind(
        name=name,
        family=family,
        domains=_domains(told.get("slots", {}), [*verbs, *nouns]),
        verbs=tuple(verbs),
        nouns=tuple(nouns),
        motives=tuple(told["motives"]),
        codes={result: _several(ways) for result, ways in codes.items()},
        takes=frozenset(told.get("takes", ["rows"])),
        gives=tuple(told.get("gives", ["dataframe"])),
        stems=told.get("stem", ""),
        **{key: told[key] for key in _PLAIN if key in told},
        values=tuple(_several(told.get("value", ()))),
        terms={key: _expression(term) for key, term in {**constants, **told.get("terms", {})}.items()},
        where=tuple(map(_expression, _several(told.get("where", ())))),
        needs=tuple(map(_expression, _several(told.get("needs", ())))),
        leaves=_expression(told["leaves"]) if "leaves" in told else None,
    )


def _expanded(template: str, texts: Mapping[str, Iterable[str]]) -> list[str]:
    """Return a template with each of the ways for every word in capitals that stands for some."""
    ways = [template]
    for name in texts:
        if re.search(rf"\b{name}\b", template):
            ways = [re.sub(rf"\b{name}\b", text.replace("\\", r"\\"), way) for way in ways for text in texts[name]]
    return ways


def _domains(described: Mapping[str, Any], phrases: Iterable[str]) -> dict[str, Domain]:
    gaps = {gap for phrase in phrases for gap in re.findall(r"\{(\w+)\}", phrase)}
    usual = {"source": SOURCE, "rows": ROWS, "new": NEW}
    made = {name: domain for name, domain in usual.items() if name in gaps}
    made |= {name: _domain(name, told) for name, told in described.items()}
    if gaps != set(made):
        raise ValueError(f"its words and its slots differ: {', '.join(sorted(gaps ^ set(made)))}")
    return made


def _domain(name: str, told: str | Mapping[str, Any]) -> Domain:
    if isinstance(told, str):
        found = eval(_expression(told), dict(DOMAINS))
        if not isinstance(found, Domain):
            raise TypeError(f"{told} is no domain")
        return found
    if "of" in told:
        among = _expression(told["among"]) if "among" in told else None
        where = [_expression(rule) for rule in _several(told.get("where", ()))]
        return restricted(_domain(name, told["of"]), name, among, where)
    return choice(Words({_value(key): tuple(_several(ways)) for key, ways in told.items()}))


def _value(key: str) -> Any:
    return {"true": True, "false": False}.get(key, key)


def _several(told: Any) -> list[Any]:
    return [told] if isinstance(told, str) else list(told)


def _expression(told: str) -> CodeType:
    return compile(told, "<kinds>", "eval")
