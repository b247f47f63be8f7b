"""Runs as numbers for Prometheus, and several of them in a line each."""

import copy
import re
from typing import Any

from company.reporting.metrics import metrics_text
from company.reporting.terminal import several_text

USAGE = {"role": "chatbot", "model": 'm"1\\', "calls": 7, "prompt_tokens": 900, "completion_tokens": 40}
STATUS: dict[str, Any] = {
    "run": "output/wine",
    "records": {"turn": {"accepted": 4, "rejected": 1}},
    "categories": {"normal": {"accepted": 2, "edited": 1, "proposed": 3}},
    "targets": {"normal": 5},
    "rejected": {"dialogues: too long": 2},
    "waiting": {"plan": 1},
    "at_work": {"workers": 2, "lost": 1, "under_way": 9, "queued": 30},
    "calls": 7,
    "usd": 0.5,
    "usage": {"role": [{**USAGE, "cached_tokens": 0, "reasoning_tokens": None, "usd": 0.5}]},
}


def other(**told: Any) -> dict[str, Any]:
    return {**copy.deepcopy(STATUS), "run": "output/other", **told}


def test_each_number_has_a_line_with_its_run_and_what_is_not_known_has_none() -> None:
    lines = metrics_text([STATUS]).splitlines()
    assert 'company_cases{run="output/wine",category="normal",status="accepted"} 2' in lines
    assert 'company_cases_wanted{run="output/wine",category="normal"} 5' in lines
    assert 'company_units_queued{run="output/wine"} 30' in lines
    assert 'company_calls_total{run="output/wine",role="chatbot",model="m\\"1\\\\"} 7' in lines
    assert not any('how="thought"' in line for line in lines)


def test_a_metric_is_described_once_and_its_lines_stand_together() -> None:
    told = metrics_text([STATUS, other(at_work=None)])
    assert told.endswith("\n") and told.count("# TYPE company_cases gauge") == 1
    sample = re.compile(r'[a-z_]+\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\} -?[0-9.e+-]+')
    names = []
    for line in told.splitlines():
        if not line.startswith("#"):
            assert sample.fullmatch(line), line
            names.append(line.partition("{")[0])
    assert names == sorted(names, key=names.index)
    assert sum("company_workers{" in line for line in told.splitlines()) == 1


def test_several_runs_have_a_line_each_and_one_for_all() -> None:
    first, second, both = several_text([STATUS, other(at_work=None, usd=None, calls=3)]).splitlines()
    assert re.search(r"output/wine +3 of +5 cases +7 replies +\$0.50 +2 workers, 9 units under way, 30 wait", first)
    assert re.search(r"output/other +3 of +5 cases +3 replies +unknown$", second)
    assert re.search(r"all +6 of +10 cases +10 replies +unknown$", both)
