"""The status of runs as Prometheus reads it: a text with a line for each number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

_Number = int | float
_Sample = tuple[Mapping[str, str], _Number | None]
_Kind = Literal["gauge", "counter"]
_TOKENS = {
    "prompt_tokens": "read",
    "cached_tokens": "read from a cache",
    "completion_tokens": "written",
    "reasoning_tokens": "thought",
}


def metrics_text(statuses: Sequence[Mapping[str, Any]]) -> str:
    """Return what `run_status` says of runs in Prometheus's text format; what is not known is left out."""
    lines: list[str] = []
    for name, kind, told, samples in _METRICS:
        found = [
            _line(name, {"run": status["run"], **labels}, value)
            for status in statuses
            for labels, value in samples(status)
            if value is not None
        ]
        if found:
            lines += [f"# HELP {name} {told}", f"# TYPE {name} {kind}", *found]
    return "\n".join([*lines, ""])


def _line(name: str, labels: Mapping[str, str], value: _Number) -> str:
    told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"{name}{{{told}}} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _records(status: Mapping[str, Any]) -> Iterator[_Sample]:
    for kind, counts in status["records"].items():
        for state, count in counts.items():
            yield {"kind": kind, "status": state}, count


def _cases(status: Mapping[str, Any]) -> Iterator[_Sample]:
    for category, counts in status["categories"].items():
        for state, count in counts.items():
            yield {"category": category, "status": state}, count


def _wanted(status: Mapping[str, Any]) -> Iterator[_Sample]:
    for category, count in (status.get("targets") or {}).items():
        yield {"category": category}, count


def _lost(status: Mapping[str, Any]) -> Iterator[_Sample]:
    yield {}, sum(status["rejected"].values())


def _waiting(status: Mapping[str, Any]) -> Iterator[_Sample]:
    for kind, count in status["waiting"].items():
        yield {"kind": kind}, count


def _at_work(name: str) -> Any:
    def samples(status: Mapping[str, Any]) -> Iterator[_Sample]:
        if told := status.get("at_work"):
            yield {}, told[name]

    return samples


def _played(status: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, str], Mapping[str, Any]]]:
    for each in status["usage"]["role"]:
        yield {"role": each["role"], "model": each["model"]}, each


def _calls(status: Mapping[str, Any]) -> Iterator[_Sample]:
    yield from ((labels, each["calls"]) for labels, each in _played(status))


def _dollars(status: Mapping[str, Any]) -> Iterator[_Sample]:
    yield from ((labels, each["usd"]) for labels, each in _played(status))


def _tokens(status: Mapping[str, Any]) -> Iterator[_Sample]:
    for labels, each in _played(status):
        for name, how in _TOKENS.items():
            yield {**labels, "how": how}, each[name]


_METRICS: Sequence[tuple[str, _Kind, str, Any]] = (
    ("company_records", "gauge", "Records of a run, by kind and status.", _records),
    ("company_cases", "gauge", "Cases of a run, by category and status.", _cases),
    ("company_cases_wanted", "gauge", "Cases that a run is asked for, by category.", _wanted),
    ("company_lost", "gauge", "Candidates that came to nothing.", _lost),
    ("company_waiting_for_people", "gauge", "Records that people have to judge before work goes on.", _waiting),
    ("company_calls_total", "counter", "Model calls that are stored.", _calls),
    ("company_tokens_total", "counter", "Tokens of these calls.", _tokens),
    ("company_dollars_total", "counter", "US dollars of these calls.", _dollars),
    ("company_workers", "gauge", "Workers of a cluster that are ready.", _at_work("workers")),
    ("company_workers_lost_total", "counter", "Workers that died since work began.", _at_work("lost")),
    ("company_units_under_way", "gauge", "Units of work that workers have.", _at_work("under_way")),
    ("company_units_queued", "gauge", "Units of work that wait for a worker.", _at_work("queued")),
)
