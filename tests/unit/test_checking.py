"""`company check`: one small call to each model, and what is found of it."""

from pathlib import Path
from typing import Any

import pytest

from company.config import load
from company.models import checking
from company.models.checking import Checked, check
from company.models.pressure import Bounds
from company.reporting.terminal import checked_text
from tests.support.loopback import MODEL, Loopback

pytestmark = pytest.mark.slow  # servers and sandboxes

SCENARIO = """
[table]
builtin = "wine"
[model]
backend = "openai"
name = "{model}"
base_url = "{url}"
timeout = 1.0
{more}
"""


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_HURRIED", Bounds(concurrency=1, retries=0, patience=0.0))


async def checked(server: Loopback, folder: Path, more: str = "", model: str = MODEL) -> list[Checked]:
    file = folder / "simulation.toml"
    file.write_text(SCENARIO.format(model=model, url=server.base_url, more=more))
    return await check(load(file))


async def test_a_model_that_can_be_used_is_told_with_what_the_call_took(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        (found,) = await checked(server, tmp_path, "usd_per_million = [1.0, 1.0]")
        (entry,) = server.log()
    assert found.problem is None and found.as_json()["ok"] is True
    assert found.roles == ["admin", "client", "data_scientist", "chatbot"]
    assert (found.model, found.server, found.structured) == (MODEL, server.base_url, "json_schema")
    assert (found.prompt_tokens, found.completion_tokens) == (entry.prompt_tokens, entry.completion_tokens)
    assert found.usd == pytest.approx((entry.prompt_tokens + entry.completion_tokens) / 1e6)
    assert found.seconds is not None and found.seconds > 0


@pytest.mark.parametrize(("profile", "structured"), [("ollama", "json_object"), ("old", "prompt")])
async def test_how_a_server_is_told_the_form_of_a_reply_is_found_out(
    profile: str, structured: str, tmp_path: Path
) -> None:
    with Loopback(staffed=False, profile=profile) as server:
        (found,) = await checked(server, tmp_path)
        assert [entry.outcome for entry in server.log()][-1] == "ok"
    assert found.structured == structured


async def test_models_of_one_server_are_each_tried_once(tmp_path: Path) -> None:
    more = '[model.client]\nname = "second"\n[model.chatbot]\nname = "third"\n[model.admin]\nbackend = "procedural"'
    with Loopback(staffed=False, models=f"{MODEL},second,third") as server:
        found = await checked(server, tmp_path, more)
        assert sorted(entry.model for entry in server.log()) == sorted([MODEL, "second", "third"])
    assert {each.model: (each.roles, each.problem) for each in found if each.backend == "openai"} == {
        "second": (["client"], None),
        MODEL: (["data_scientist"], None),
        "third": (["chatbot"], None),
    }
    (built_in,) = [each for each in found if each.backend == "procedural"]
    assert (built_in.roles, built_in.problem, built_in.structured) == (["admin"], None, None)


async def test_a_model_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    with Loopback(staffed=False, models="one,two") as server:
        (found,) = await checked(server, tmp_path, model="three")
    assert found.problem is not None and "three" in found.problem
    assert found.remarks == ["the server has: one, two"]
    assert found.as_json()["ok"] is False


async def test_a_key_that_is_refused_is_told_by_its_variable_and_never_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-wrong")
    with Loopback(staffed=False, key="sk-right") as server:
        (found,) = await checked(server, tmp_path, 'key = "MY_KEY"')
    assert found.problem is not None and "refuses the key in MY_KEY" in found.problem
    assert "sk-" not in str(found.as_json())


@pytest.mark.parametrize(
    ("fault", "told"),
    [("500", "failed 1 times"), ("hang", "no reply within 1 s"), ("insufficient_quota", "wants money")],
)
async def test_a_server_in_trouble_is_told(fault: str, told: str, tmp_path: Path) -> None:
    with Loopback(staffed=False, faults={fault: 1}) as server:
        (found,) = await checked(server, tmp_path)
    assert told in str(found.problem)


async def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        pass
    (found,) = await checked(server, tmp_path)
    assert found.problem is not None and found.seconds is None
    said = checked_text([found])
    assert "cannot be used" in said and "base_url" in said and "whether it runs" in said


@pytest.mark.parametrize("fault", ["not_json", "empty", "null", "truncated", "wrong_schema", "refusal", "tool_call"])
async def test_a_model_that_does_not_reply_in_json_is_told_with_what_it_said(fault: str, tmp_path: Path) -> None:
    with Loopback(staffed=False, faults={fault: 1}) as server:
        (found,) = await checked(server, tmp_path)
    assert str(found.problem).startswith("it does not reply with the JSON that is asked for, but: ")
    assert found.seconds is not None and found.prompt_tokens


async def test_json_among_words_is_good_enough(tmp_path: Path) -> None:
    with Loopback(staffed=False, faults={"prose": 1}) as server:
        (found,) = await checked(server, tmp_path)
    assert found.problem is None


async def test_what_is_not_known_of_tokens_and_prices_is_remarked(tmp_path: Path) -> None:
    with Loopback(staffed=False) as server:
        (found,) = await checked(server, tmp_path)
        assert any("its price is not known" in each for each in found.remarks) and found.usd is None
        server.set_faults({"no_usage": 1})
        (found,) = await checked(server, tmp_path, "usd_per_million = [1.0, 1.0]")
    assert any("does not say how many tokens" in each for each in found.remarks)
    assert (found.problem, found.prompt_tokens, found.completion_tokens, found.usd) == (None, None, None, None)


@pytest.mark.parametrize(("reply", "remarked"), [('{"sum": 42, "message": "ready"}', False), (None, True)])
async def test_a_model_that_reckons_wrong_is_remarked(reply: str | None, remarked: bool) -> None:
    found = Checked(["client"], "openai", "m")
    judge: Any = checking._judge
    judge(reply or '```json\n{"sum": 41, "message": "ready"}\n```', found)
    assert found.problem is None
    assert found.remarks == (["it thinks that 19 and 23 are 41: it may be too weak for this work"] if remarked else [])
