"""JSON schemas: an instance that fits one, and what OpenAI's strict mode refuses in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_DEEP = 8
"""Levels after which what may be left out is left out, so that a schema that contains itself comes to an end."""


def instance(schema: Any, words: str = "as you wish") -> Any:
    """A small value that fits the schema; strings are made of `words` where nothing else is asked for."""
    return _Maker(schema, words).value(schema, 0)


class _Maker:
    def __init__(self, root: Any, words: str) -> None:
        self._root, self._words = root, words

    def value(self, schema: Any, depth: int) -> Any:
        if not isinstance(schema, dict):
            return self._words
        if "$ref" in schema:
            return self.value(self._referred(schema["$ref"]), depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(self._simplest(schema[several], depth), depth + 1)
        if "allOf" in schema:
            return self.value({key: value for part in schema["allOf"] for key, value in part.items()}, depth + 1)
        kind = schema.get("type", "object" if "properties" in schema else "string")
        return self._of(kind[0] if isinstance(kind, list) else kind, schema, depth)

    def _of(self, kind: str, schema: dict[str, Any], depth: int) -> Any:
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            items = [self.value(one, depth + 1) for one in schema.get("prefixItems", ())]
            least = max(schema.get("minItems", 0), min(1, schema.get("maxItems", 1)) if depth < _DEEP else 0)
            more = schema.get("items", {})
            return items + [self.value(more, depth + 1) for _ in range(least - len(items))]
        if kind in ("integer", "number"):
            return _number(schema, whole=kind == "integer")
        if kind == "boolean":
            return False
        if kind == "null":
            return None
        text = self._words
        while len(text) < schema.get("minLength", 0):
            text += " and so on"
        return text[: schema.get("maxLength", len(text))]

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        required = schema.get("required", ())
        named = schema.get("properties", {})
        made = {name: self.value(one, depth + 1) for name, one in named.items() if name in required or depth < _DEEP}
        for name in required:
            made.setdefault(name, self._words)
        return made

    def _simplest(self, several: list[Any], depth: int) -> Any:
        nulls = [one for one in several if isinstance(one, dict) and one.get("type") == "null"]
        return nulls[0] if nulls and depth >= _DEEP else several[0]

    def _referred(self, place: str) -> Any:
        found = self._root
        for step in place.removeprefix("#").strip("/").split("/"):
            found = found[step] if step else found
        return found


def _number(schema: dict[str, Any], *, whole: bool) -> float | int:
    least = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    most = schema.get("maximum", schema.get("exclusiveMaximum", least + 2) - 1)
    step = schema.get("multipleOf", 1)
    value = min(-(-least // step) * step, most)
    return int(value) if whole else value


def not_strict(schema: Any, path: tuple[str, ...] = ()) -> str | None:
    """What OpenAI's strict mode refuses in a schema, in its words; None where it takes it."""
    if not isinstance(schema, dict):
        return None
    place = f"In context={path!r}, " if path else "In context=(), "
    for word in ("default", "oneOf", "allOf", "patternProperties"):
        if word in schema:
            return f"{place}'{word}' is not permitted."
    if "$ref" in schema and len(schema) > 1:
        return f"{place}$ref cannot have keywords {sorted(schema.keys() - {'$ref'})}."
    if schema.get("type") == "object" or "properties" in schema:
        if schema.get("additionalProperties") is not False:
            return f"{place}'additionalProperties' is required to be supplied and to be false."
        left_out = schema.get("properties", {}).keys() - set(schema.get("required", ()))
        if left_out:
            return (
                f"{place}'required' is required to be supplied and to be an array including every key in properties. "
                f"Missing '{min(left_out)}'."
            )
    problems = (not_strict(inner, (*path, *steps)) for steps, inner in _inside(schema))
    return next((problem for problem in problems if problem), None)


def _inside(schema: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key in ("properties", "$defs", "definitions"):
        for name, inner in schema.get(key, {}).items():
            yield (key, name), inner
    if "items" in schema:
        yield ("items",), schema["items"]
    for position, inner in enumerate(schema.get("anyOf", ())):
        yield ("anyOf", str(position)), inner
