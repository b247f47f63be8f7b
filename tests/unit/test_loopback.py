"""The loopback server, as the openai client sees it: every kind of server, and every fault as what it is."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import openai
import pandas as pd
import pytest
from pydantic import BaseModel

from company.families.dialogues.replies import Invented, PlanDraft, PlanOpinion, Query, ScenarioIdeas, TableDescription
from company.results.columns import describe_columns
from company.run.stage import composed
from tests.support.loopback import MODEL, NETWORK, REPLIES, Loopback, digest
from tests.support.loopback.profiles import PROFILES
from tests.support.loopback.schema import instance, not_strict

pytestmark = pytest.mark.slow

KEY = "sk-secret-of-the-test"
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "count": {"type": "integer", "minimum": 3}},
    "required": ["name", "count"],
    "additionalProperties": False,
}
FORMAT = {"type": "json_schema", "json_schema": {"name": "probe", "schema": SCHEMA, "strict": True}}


@asynccontextmanager
async def client(server: Loopback, **told: Any) -> AsyncIterator[openai.AsyncOpenAI]:
    told = {"api_key": KEY, "max_retries": 0, "timeout": 30, **told}
    # Certificates, which plain HTTP does not need, take longer to read than anything else here.
    told["http_client"] = openai.DefaultAsyncHttpxClient(verify=False)
    if server.profile == "azure":
        made: openai.AsyncOpenAI = openai.AsyncAzureOpenAI(
            azure_endpoint=server.base_url, api_version="2024-10-21", **told
        )
    else:
        made = openai.AsyncOpenAI(base_url=server.base_url, **told)
    async with made:
        yield made


async def ask(server: Loopback, words: str = "Say something.", /, model: str = MODEL, **told: Any) -> Any:
    async with client(server) as asking:
        messages: Any = [{"role": "system", "content": "You are terse."}, {"role": "user", "content": words}]
        return await asking.chat.completions.create(model=model, messages=messages, **told)


@pytest.fixture(scope="module")
def calm() -> Iterator[Loopback]:
    """A server that takes one key and to which nothing happens."""
    with Loopback(key=KEY) as server:
        yield server


@pytest.fixture(scope="module")
def harmful() -> Iterator[Loopback]:
    """A server whose faults each test chooses."""
    with Loopback(retry_after=0.5, slow_seconds=60) as server:
        yield server


# what a reply looks like


async def test_a_reply_has_usage_and_the_model(calm: Loopback) -> None:
    done = await ask(calm)
    assert (done.model, done.choices[0].message.content, done.choices[0].finish_reason) == (MODEL, "ok", "stop")
    assert done.usage.prompt_tokens > done.usage.completion_tokens > 0
    assert done.usage.total_tokens == done.usage.prompt_tokens + done.usage.completion_tokens


async def test_a_long_prompt_is_cached_the_second_time(calm: Loopback) -> None:
    words = "The same long words. " * 400
    first, second = await ask(calm, words), await ask(calm, words)
    assert first.usage.prompt_tokens_details.cached_tokens == 0
    assert 1024 <= second.usage.prompt_tokens_details.cached_tokens <= second.usage.prompt_tokens
    assert second.usage.prompt_tokens_details.cached_tokens % 128 == 0


async def test_the_built_in_company_answers_a_brief_and_its_repair(calm: Loopback) -> None:
    columns = describe_columns(pd.DataFrame({"price": [1.5, 2.5, 4.0] * 9, "city": ["Oslo", "Bergen", "Narvik"] * 9}))
    table = {
        "name": "homes",
        "variable": "df",
        "file": "homes.csv",
        "rows": 27,
        "row_meaning": "home",
        "description": "",
    }
    who = {"name": "Ada Byrne", "location": "Turin, Italy", "pronoun": "she"}
    facts = {"table": {**table, "meanings": {}, "columns": columns}, "client": who, "colleagues": []}
    brief = {"task": "invent_persona", **facts}
    asked = composed("admin_invent_persona", Invented, brief, colleagues="")
    done = await ask(calm, asked.prompt)
    Invented.model_validate_json(done.choices[0].message.content)
    async with client(calm) as asking:
        messages: Any = [
            {"role": "user", "content": asked.prompt},
            {"role": "assistant", "content": "{"},
            {"role": "user", "content": "Your reply does not fit; send it again."},
        ]
        repaired = await asking.chat.completions.create(model=MODEL, messages=messages)
    Invented.model_validate_json(repaired.choices[0].message.content)


async def test_a_brief_that_the_company_cannot_read_is_a_failure_that_is_told(harmful: Loopback) -> None:
    harmful.set_faults({})
    with pytest.raises(openai.InternalServerError, match="the loopback server failed: KeyError"):
        await ask(harmful, '```json\n{"task": "invent_persona"}\n```')
    assert _last(harmful).outcome == "failed"


async def test_a_schema_in_the_format_or_in_the_prompt_is_kept_to(calm: Loopback) -> None:
    asked = await ask(calm, "Fill this in as JSON.", response_format=FORMAT)
    assert json.loads(asked.choices[0].message.content) == {"name": "as you wish", "count": 3}
    prompt = f"Fill this in.\n\n```json\n{json.dumps({'reply_schema': SCHEMA})}\n```"
    assert json.loads((await ask(calm, prompt)).choices[0].message.content) == {"name": "as you wish", "count": 3}


@pytest.mark.parametrize("kind", [ScenarioIdeas, PlanDraft, PlanOpinion, Query, TableDescription])
def test_an_instance_fits_its_schema(kind: type[BaseModel]) -> None:
    kind.model_validate_json(json.dumps(instance(kind.model_json_schema())))


def test_an_instance_of_a_schema_that_contains_itself_comes_to_an_end() -> None:
    tree = {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#"}}}, "required": []}
    assert "children" in instance(tree)


async def test_a_reply_is_as_long_as_it_may_be(calm: Loopback) -> None:
    done = await ask(calm, "Fill this in as JSON.", response_format=FORMAT, max_tokens=2)
    assert done.choices[0].finish_reason == "length"
    assert len(done.choices[0].message.content) == 8


# kinds of servers


@pytest.fixture(scope="module", params=sorted(PROFILES))
def kind_of_server(request: pytest.FixtureRequest) -> Iterator[Loopback]:
    """A server of each kind, with two models."""
    with Loopback(staffed=False, profile=request.param, key=KEY, models="one,two") as server:
        yield server


async def test_every_kind_of_server_answers_and_knows_its_models(kind_of_server: Loopback) -> None:
    server, profile = kind_of_server, kind_of_server.profile
    assert (await ask(server, model="two")).choices[0].message.content == "ok"
    async with client(server) as asking:
        assert [model.id async for model in asking.models.list()] == ["one", "two"]
    with pytest.raises(openai.AuthenticationError):
        async with client(server, api_key="another") as asking:
            await asking.chat.completions.create(model="two", messages=[{"role": "user", "content": "?"}])
    formats: dict[str, str] = {}
    for kind in (FORMAT, {"type": "json_object"}):
        try:
            done = await ask(server, "Fill this JSON in.", model="one", response_format=kind)
            formats[str(kind["type"])] = done.choices[0].message.content
        except openai.BadRequestError as refused:
            assert "response_format" in str(refused)
    assert formats.keys() == PROFILES[profile].formats - {"text"}
    for name in ("max_tokens", "max_completion_tokens"):
        done = await _length(server, name)
        assert done == ("refused" if (profile, name) == ("reasoning", "max_tokens") else _limited(profile, name))


async def _length(server: Loopback, name: str) -> str:
    prompt = f"Fill this in.\n\n```json\n{json.dumps({'reply_schema': SCHEMA})}\n```"
    try:
        return str((await ask(server, prompt, model="one", **{name: 2})).choices[0].finish_reason)  # type: ignore[arg-type]
    except openai.BadRequestError as refused:
        assert refused.param == name
        assert "max_completion_tokens" in refused.message
        return "refused"


def _limited(profile: str, name: str) -> str:
    return "length" if name in PROFILES[profile].lengths else "stop"


async def test_a_model_that_is_not_there_is_told_as_such(kind_of_server: Loopback) -> None:
    profile = kind_of_server.profile
    if PROFILES[profile].any_model:
        assert (await ask(kind_of_server, model="another")).model == "another"
        return
    with pytest.raises(openai.NotFoundError) as missing:
        await ask(kind_of_server, model="another")
    code = {"azure": "DeploymentNotFound", "ollama": None, "vllm": "404"}.get(profile, "model_not_found")
    said = missing.value.code  # openai 2.0 leaves a number a number
    assert (said if said is None else str(said)) == code


async def test_reasoning_models_take_no_temperature() -> None:
    with Loopback(staffed=False, profile="reasoning") as server:
        assert (await ask(server, temperature=1)).usage.completion_tokens_details.reasoning_tokens > 0
        with pytest.raises(openai.BadRequestError) as refused:
            await ask(server, temperature=0.2)
    assert (refused.value.param, refused.value.code) == ("temperature", "unsupported_value")


async def test_openai_refuses_what_it_does_not_know_and_others_ignore_it(calm: Loopback) -> None:
    with pytest.raises(openai.BadRequestError, match="top_k"):
        await ask(calm, extra_body={"top_k": 5})
    with Loopback(staffed=False, profile="vllm") as other:
        assert (await ask(other, extra_body={"top_k": 5})).choices[0].message.content == "ok"


async def test_openai_wants_the_word_json_and_strict_schemas_of_its_subset(calm: Loopback) -> None:
    with pytest.raises(openai.BadRequestError, match="must contain the word 'json'"):
        await ask(calm, response_format={"type": "json_object"})
    loose = {"type": "json_schema", "json_schema": {"name": "q", "schema": Query.model_json_schema(), "strict": True}}
    with pytest.raises(openai.BadRequestError, match="Invalid schema for response_format 'q'"):
        await ask(calm, response_format=loose)
    loose["json_schema"]["strict"] = False  # type: ignore[index]
    assert "message" in json.loads((await ask(calm, response_format=loose)).choices[0].message.content)


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        (SCHEMA, None),
        ({**SCHEMA, "additionalProperties": True}, "additionalProperties"),
        ({**SCHEMA, "required": ["name"]}, "Missing 'count'"),
        ({**SCHEMA, "properties": {**SCHEMA["properties"], "name": {"default": "x"}}}, "'default' is not permitted"),  # type: ignore[dict-item]
        ({"anyOf": [{"$ref": "#/$defs/a", "description": "x"}]}, "$ref cannot have keywords"),
    ],
)
def test_strict_mode_names_what_it_refuses(schema: dict[str, Any], problem: str | None) -> None:
    found = not_strict(schema)
    assert found is None if problem is None else problem in str(found)


# faults


@pytest.mark.parametrize(
    ("fault", "kind", "code"),
    [
        ("429", openai.RateLimitError, "rate_limit_exceeded"),
        ("429_date", openai.RateLimitError, "rate_limit_exceeded"),
        ("429_bare", openai.RateLimitError, "rate_limit_exceeded"),
        ("insufficient_quota", openai.RateLimitError, "insufficient_quota"),
        ("500", openai.InternalServerError, None),
        ("503", openai.InternalServerError, None),
    ],
)
async def test_error_responses_are_what_they_are(harmful: Loopback, fault: str, kind: Any, code: str | None) -> None:
    harmful.set_faults({fault: 1})
    with pytest.raises(kind) as failed:
        await ask(harmful, fault)
    assert failed.value.code == code
    wait = failed.value.response.headers.get("retry-after")
    assert (wait == "0.5") == (fault == "429")
    assert (wait is None) == (fault not in ("429", "429_date"))
    if fault == "429_date":
        assert wait.endswith("GMT")
    assert _last(harmful).outcome == fault
    assert not _last(harmful).billed


def _last(server: Loopback, patience: float = 2.0) -> Any:
    """The last request that ended, once none is in flight."""
    deadline = time.monotonic() + patience
    while server.stats()["in_flight"] and time.monotonic() < deadline:
        time.sleep(0.01)
    return server.log()[-1]


@pytest.mark.parametrize("fault", ["hang", "slow"])
async def test_no_end_within_the_time_is_a_timeout(harmful: Loopback, fault: str) -> None:
    harmful.set_faults({fault: 1})
    with pytest.raises((openai.APITimeoutError, TimeoutError)):
        # A body that dribbles outlasts the client's own timeout, which is one for each piece.
        await asyncio.wait_for(ask(harmful, fault, timeout=1.5), 3)
    entry = _last(harmful)
    assert (entry.outcome, entry.complete, entry.billed) == (fault, False, False)


async def test_a_cut_body_is_a_lost_connection(harmful: Loopback) -> None:
    harmful.set_faults({"cut": 1})
    with pytest.raises(openai.APIConnectionError) as lost:
        await ask(harmful)
    assert not isinstance(lost.value, openai.APITimeoutError)
    assert (_last(harmful).outcome, _last(harmful).complete) == ("cut", False)


@pytest.mark.parametrize("fault", sorted(REPLIES))
async def test_bad_replies_are_what_they_are(harmful: Loopback, fault: str) -> None:
    harmful.set_faults({})
    prompt = f"Write code.\n\n```json\n{json.dumps({'reply_schema': _code_schema()})}\n```"
    good = await ask(harmful, prompt)
    harmful.set_faults({fault: 1})
    bad = await ask(harmful, prompt)
    choice = bad.choices[0]
    content = choice.message.content
    assert (bad.usage is None) == (fault == "no_usage")
    assert len(bad.choices) == (2 if fault == "two_choices" else 1)
    finish = {"truncated": "length", "content_filter": "content_filter", "tool_call": "tool_calls"}.get(fault, "stop")
    assert choice.finish_reason == finish
    assert bool(choice.message.refusal) == (fault == "refusal")
    assert bool(choice.message.tool_calls) == (fault == "tool_call")
    assert (content is None) == (fault in ("refusal", "content_filter", "null", "tool_call"))
    assert (content == good.choices[0].message.content) == (fault in ("no_usage", "two_choices"))
    if content is not None:
        told = _json(content)
        assert (told is None) == (fault in ("truncated", "not_json", "empty", "prose"))
        signs = {
            "prose": "```json",
            "two_blocks": "```python",
            "wrong_language": "θα",
            "parrot": "reply_schema",
            "injection": "<!-- reviewer",
        }
        assert signs.get(fault, "") in content
        assert (len(content) > 1_000_000) == (fault == "long")
        if fault == "wrong_schema":
            assert "code" not in told
    entry = _last(harmful)
    assert (entry.outcome, entry.billed) == (fault, True)
    assert entry.completion_tokens == good.usage.completion_tokens


def _code_schema() -> dict[str, Any]:
    texts = {"message": {"type": "string"}, "code": {"type": "string"}}
    return {"type": "object", "properties": texts, "required": list(texts)}


def _json(content: str) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


async def test_two_json_blocks_differ(harmful: Loopback) -> None:
    harmful.set_faults({"two_blocks": 1})
    prompt = f"Say it.\n\n```json\n{json.dumps({'reply_schema': SCHEMA})}\n```"
    content = (await ask(harmful, prompt)).choices[0].message.content
    first, second = (json.loads(part.split("\n```")[0]) for part in content.split("```json\n")[1:])
    assert first != second


async def test_the_same_requests_meet_the_same_faults_in_any_order() -> None:
    async def outcomes(order: list[int]) -> dict[tuple[str, int], str]:
        with Loopback(staffed=False, faults={"500": 0.2, "empty": 0.2}) as server:
            for number in order:
                for _ in range(2):
                    try:
                        await ask(server, f"number {number}")
                    except openai.InternalServerError:
                        continue
            return {(entry.request, entry.asked): entry.outcome for entry in server.log()}

    forth, back = await outcomes(list(range(20))), await outcomes(list(reversed(range(20))))
    assert forth == back
    assert set(forth.values()) == {"ok", "500", "empty"}


# limits, and what is noted


async def test_more_at_once_than_allowed_are_told_to_come_again() -> None:
    with Loopback(staffed=False, at_once=3, latency=0.3) as server:
        done = await asyncio.gather(*(ask(server, f"{number}") for number in range(8)), return_exceptions=True)
        limited = [one for one in done if isinstance(one, openai.RateLimitError)]
        assert len(limited) == 5
        assert all(one.response.headers["retry-after"] == "1" for one in limited)
        assert server.stats()["outcomes"] == {"ok": 3, "limited": 5}


async def test_more_in_a_second_than_allowed_are_told_to_come_again() -> None:
    with Loopback(staffed=False, a_second=4) as server:
        done = await asyncio.gather(*(ask(server, f"{number}") for number in range(20)), return_exceptions=True)
        limited = [one for one in done if isinstance(one, openai.RateLimitError)]
        assert limited and len(done) - len(limited) >= 4
        assert not [one for one in done if isinstance(one, Exception) and one not in limited]
        await asyncio.sleep(1.1)
        await ask(server, "later")


async def test_the_log_says_who_asked_what_and_never_the_key(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    with Loopback(staffed=False, key=KEY, log=file) as server:
        done = await ask(server, "Remember this.")
        (entry,) = server.log()
        stats = server.stats()
    said = [("system", "You are terse."), ("user", "Remember this.")]
    assert entry.request == digest(MODEL, said) == digest(MODEL, [("developer", said[0][1]), said[1]])
    assert (entry.outcome, entry.status, entry.complete, entry.billed, entry.asked) == ("ok", 200, True, True, 1)
    assert entry.arrived <= entry.ended
    assert "authorization" in entry.headers
    assert (stats["billed"], stats["prompt_tokens"]) == (1, done.usage.prompt_tokens)
    written = file.read_text()
    assert [json.loads(line)["request"] for line in written.splitlines()] == [entry.request]
    assert KEY not in written


async def test_a_client_that_left_is_noted_as_such() -> None:
    with Loopback(staffed=False, latency=1.5) as server:
        asking = asyncio.create_task(ask(server, timeout=30))
        for _ in range(2000):
            if (await asyncio.to_thread(server.stats))["in_flight"]:
                break
            await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.wait([asking])
        entry = _last(server)
        assert (entry.outcome, entry.complete, entry.billed) == ("abandoned", False, False)


async def test_one_connection_serves_many_requests() -> None:
    with Loopback(staffed=False) as server:
        async with client(server) as asking:
            for number in range(5):
                await asking.chat.completions.create(
                    model=MODEL, messages=[{"role": "user", "content": f"number {number}"}]
                )
        assert (server.stats()["connections"], server.stats()["requests"]) == (1, 5)


def test_the_server_ends_with_its_block_and_refuses_unknown_faults() -> None:
    with Loopback(staffed=False) as server:
        pid = server.pid
        assert Path(f"/proc/{pid}").exists() or not Path("/proc").exists()
    assert not Path(f"/proc/{pid}").exists()
    with pytest.raises(ValueError, match="there is no fault 'flood'"):
        Loopback(faults={"flood": 0.1})
    with pytest.raises(ValueError, match="add up to 1"):
        Loopback(faults=dict.fromkeys(NETWORK, 0.5))
