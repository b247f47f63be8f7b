"""A reply is read as a stranger's file: bounded before it is parsed, and never believed in what others know."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from company.records import Execution, Intent, Variable
from company.sandbox import Limits
from company.sandbox.parts import ERROR, FIGURE, RESULT, VARIABLE, part, parts
from company.sandbox.reading import execution

BEFORE = (Variable(name="kept", type="value"),)
HEAD = {"ending": "finished", "output": "printed in /x/work at 0x7f00aa"}
PNG = b"\x89PNG\r\n\x1a\n..."
X = Intent(name="x", type="value")
RESULT_X = {"name": "x", "type": "value", "shown": "1", "digest": "d", "facts": {"value": 1}}
VARIABLE_X = {"name": "x", "type": "value"}
COLUMN = {"name": "a", "position": 0, "dtype": "int64", "role": "measure", "missing": 0, "distinct": 1}
MIB = 2**20


def read(payload: bytes, intents: tuple[Intent, ...] = (), **head: Any) -> Execution:
    return execution({**HEAD, **head}, payload, BEFORE, Limits(), "/x/work", intents)


def told(kind: bytes, **fields: Any) -> bytes:
    return part(kind, json.dumps(fields).encode())


def test_what_was_sent_is_read() -> None:
    payload = told(RESULT, **RESULT_X) + told(VARIABLE, **VARIABLE_X) + part(FIGURE, PNG)
    done = read(payload, (X,))
    assert (done.ok, done.error, done.output) == (True, None, "printed in . at 0x0")
    assert ([one.name for one in done.results], [one.name for one in done.variables]) == (["x"], ["x"])
    assert done.figures == (PNG,)
    assert [(kind, bytes(content)) for kind, content in parts(payload)][-1] == (FIGURE, PNG)


@pytest.mark.parametrize(
    "payload",
    [
        b"[]",
        b"{}",
        b"r\0\0\0\x05{}",
        part(b"?", b"{}"),
        part(RESULT, b"[" * 100_000),
        part(FIGURE, b"GIF89a"),
        told(ERROR, type="E", message="m") * 2,
        told(VARIABLE, **VARIABLE_X, ok=False),
        told(VARIABLE, name="x" * 300, type="value"),
        told(VARIABLE, name="x", type="y" * 10_000_000),
        told(VARIABLE, name="x", type="value", preview="y" * 100_000),
        told(VARIABLE, name="x", type="dataframe", columns=[{**COLUMN, "mean": 0.5}, {}]),
        part(VARIABLE, b'{"name": "x", "type": "value", "preview": "\\ud83d"}'),
        part(VARIABLE, b'{"name": "x", "type": "value", "preview": "\xed\xa0\xbd"}'),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"value": "D"}}).encode().replace(b"D", b"\xed\xa0\xbd")),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"\ud83d": [1]}}).encode()),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"value": [["\ud83d"]]}}).encode()),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"value": "\ud83d"}}).encode("utf-16")),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"value": float("nan")}}).encode()),
        part(RESULT, json.dumps(RESULT_X).replace("1}", "1e999}").encode()),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"value": "D"}}).replace('"D"', "[" * 30 + "]" * 30).encode()),
        part(RESULT, json.dumps({**RESULT_X, "facts": {"value": list(range(200_000))}}).encode()),
    ],
    ids=lambda payload: str(payload[:60]),
)
@pytest.mark.parametrize("intents", [(), (X,)])
def test_a_reply_that_makes_no_sense_is_a_failed_turn(payload: bytes, intents: tuple[Intent, ...]) -> None:
    done = read(payload, intents)
    assert done.error is not None
    assert (done.ok, done.error.type, done.variables, done.output) == (
        False,
        "ResultError",
        BEFORE,
        "printed in . at 0x0",
    )
    assert len(done.error.message) <= 2_000


def test_an_escape_that_is_written_out_is_no_half_character() -> None:
    assert read(told(RESULT, **{**RESULT_X, "facts": {"value": "\\ud83d is written so, é too"}}), (X,)).ok


def test_results_are_those_that_were_asked_for() -> None:
    for payload in (b"", told(RESULT, **RESULT_X) * 2, told(RESULT, **{**RESULT_X, "name": "y"})):
        assert not read(payload, (X,)).ok
    assert not read(told(RESULT, **RESULT_X)).ok


def test_no_reply_says_that_a_turn_succeeded_or_failed_or_what_it_printed() -> None:
    error = told(ERROR, type="T" * 1_000, message="m" * 9_000, line=3)
    failed = read(error + told(VARIABLE, **VARIABLE_X), ending="failed")
    assert failed.error is not None
    assert (failed.ok, failed.variables, failed.error.line) == (False, BEFORE, 3)
    assert (len(failed.error.type), len(failed.error.message)) == (200, 2_000)
    assert read(b"", ending="wall").error is not None
    assert read(told(VARIABLE, **VARIABLE_X)).ok


@pytest.mark.parametrize(
    "payload",
    [
        told(VARIABLE, name="x", type="dataframe", columns=[{"wrong": 1}] * 90_000),
        told(VARIABLE, **VARIABLE_X, shape=["a"] * 90_000),
        told(RESULT, **{**RESULT_X, "facts": {"value": [[]] * 60_000}}) * 90,
        told(VARIABLE) * 300_000,
        told(VARIABLE, **VARIABLE_X) * 300_000,
    ],
    ids=["columns", "shape", "facts", "wrong variables", "variables"],
)
def test_what_a_forged_reply_costs_is_bounded(payload: bytes) -> None:
    tracemalloc.start()
    read(payload)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 120 * MIB, f"{peak / MIB:.0f} MiB for a reply of {len(payload) / MIB:.1f} MiB"


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner))
FIELDS = st.dictionaries(st.sampled_from([*RESULT_X, *VARIABLE_X, "columns", "shape", "message", "line"]), VALUES)
PARTS = st.builds(
    part,
    st.sampled_from([RESULT, VARIABLE, FIGURE, ERROR, b"?"]),
    st.binary(max_size=20) | FIELDS.map(lambda fields: json.dumps(fields).encode()),
)
REPLIES = st.lists(PARTS, max_size=4).map(b"".join) | st.binary(max_size=60)


@pytest.mark.thorough
@settings(max_examples=300, deadline=None)
@given(REPLIES, st.sampled_from(["finished", "failed"]), st.integers(0, 40))
def test_whatever_is_sent_gives_a_record_that_can_be_kept(payload: bytes, ending: str, cut: int) -> None:
    done = read(payload[: len(payload) - cut] if cut < 20 else payload, ending=ending)
    assert Execution.model_validate_json(done.model_dump_json()) == done.model_copy(update={"figures": ()})
    assert done.ok or done.variables == BEFORE
    assert done.ok == (done.error is None) or ending == "failed"
