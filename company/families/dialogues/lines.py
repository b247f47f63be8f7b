"""The fields of a case's line, and whether a stranger's line has them as the public format says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from company.benchmark.reading import is_text
from company.families.dialogues.body.bodies import NEEDS_HISTORY
from company.families.dialogues.body.difficulty import DIFFICULTY, is_difficulty
from company.families.dialogues.body.second_answers import FIELD, is_told
from company.families.shared.choices.bodies import NEEDS

GOLD = ("reference_answer", "ref_code_all", "eval_metrics")
"""The fields that a public folder, whose gold is held back, does without."""
_MAY_LACK = ("current_query", "ref_code_hist", "ref_code_all", "eval_metrics")
"""What lines of other benchmarks may be without: code the first two, choices all."""
_NOT_TEXTS = ("data_id", "result_type", "prompt_with_hist_json")


def may_lack(*, chosen: bool) -> Sequence[str]:
    """Return the fields that lines of other authors may be without."""
    return _MAY_LACK if chosen else _MAY_LACK[:2]


def wrong_fields(line: Mapping[str, Any], fields: Sequence[str], empty: Collection[str]) -> list[str]:
    """Return the fields of a line whose value is not as the format says; those in `empty` may be empty texts."""
    texts = [name for name in fields if name not in _NOT_TEXTS]
    wrong = [name for name in texts if not is_text(line[name], empty=name in empty)]
    if not _is_result_type(line["result_type"]):
        wrong.append("result_type")
    if not _is_chat(line["prompt_with_hist_json"]):
        wrong.append("prompt_with_hist_json")
    if "choice" in line and not _is_choice(line["choice"]):
        wrong.append("choice")
    if "guess" in line and not _is_guess(line["guess"]):
        wrong.append("guess")
    if "needs" in line and line["needs"] not in NEEDS:
        wrong.append("needs")
    if not _are_texts(line.get("paraphrases", [])):
        wrong.append("paraphrases")
    if FIELD in line and not is_told(line[FIELD]):
        wrong.append(FIELD)
    if not isinstance(line.get(NEEDS_HISTORY, True), bool):
        wrong.append(NEEDS_HISTORY)
    if DIFFICULTY in line and not is_difficulty(line[DIFFICULTY]):
        wrong.append(DIFFICULTY)
    return wrong


def _is_choice(value: object) -> bool:
    """Return whether the code of all options is there."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), str) for key in ("question", "setup", "answer"))
        and isinstance(value.get("options"), list)
        and all(
            isinstance(each, dict)
            and all(isinstance(each.get(key), str) for key in ("letter", "text", "code", "template", "slip"))
            for each in value["options"]
        )
    )


def _is_guess(value: object) -> bool:
    """Return whether all is there that an assumption is tried by."""
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), str) for key in ("word", "side", "source", "column", "whole"))
        and isinstance(value.get("by"), int | float)
        and isinstance(value.get("readings"), list)
        and all(
            isinstance(each, list)
            and len(each) == len(("low", "high"))
            and all(limit is None or isinstance(limit, int | float) for limit in each)
            for each in value["readings"]
        )
        and isinstance(value.get("alternatives"), list)
        and all(isinstance(each, str) for each in value["alternatives"])
    )


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_result_type(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(kind, str) and kind for kind in value)
    return isinstance(value, str) and bool(value)


def _is_chat(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(line, dict)
            and line.get("role") in ("system", "user", "assistant")
            and isinstance(line.get("content"), str)
            for line in value
        )
    )
