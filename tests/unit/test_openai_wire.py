"""What is sent to servers and read from them: messages, schemas, completions and usage, usual and odd ones."""

import base64
import io
import json
from typing import Any, Literal

import pytest
from PIL import Image
from pydantic import Field

from company.families.dialogues import replies
from company.models.openai.backend import price_of
from company.models.openai.dialect import Dialect
from company.models.openai.wire import messages_of, reply_of, schema_format, usage_of
from company.models.protocol import ChatMessage, Picture, Usage, free
from company.records import Frozen
from tests.support.loopback.schema import not_strict


class Item(Frozen):
    title: str = Field(default="", max_length=9)
    """A field whose name is also a word of JSON Schema."""
    kind: Literal["a", "b"] = "a"


class Answer(Frozen):
    items: tuple[Item, ...] = ()
    format: str | None = None
    share: float = Field(ge=0, le=1)


class Open(Frozen):
    """Strict servers cannot be held to it: its keys are anybody's."""

    numbers: dict[str, int]
    note: str = ""


# what is sent


def test_messages_are_sent_with_role_and_words_alone() -> None:
    sent = messages_of(
        [
            ChatMessage("system", "be"),
            ChatMessage("user", "ask"),
            ChatMessage("assistant", "say", source="client"),
        ]
    )
    assert sent == [
        {"role": "system", "content": "be"},
        {"role": "user", "content": "ask"},
        {"role": "assistant", "content": "say"},
    ]


def test_an_image_is_sent_as_a_data_uri_among_its_words() -> None:
    Image.new("RGB", (3, 2), "red").save(png := io.BytesIO(), "PNG")
    (message,) = messages_of([ChatMessage("user", "what is this?", (Picture(png.getvalue()),))])
    words, shown = message["content"]
    assert words == {"type": "text", "text": "what is this?"}
    assert shown["type"] == "image_url"
    head, _, data = shown["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == png.getvalue()
    with Image.open(io.BytesIO(base64.b64decode(data))) as back:
        assert (back.size, back.convert("RGB").getpixel((0, 0))) == ((3, 2), (255, 0, 0))


def test_a_strict_schema_requires_every_field_and_keeps_fields_that_are_called_like_its_own_words() -> None:
    told = schema_format(Answer)["json_schema"]
    schema = told["schema"]
    assert (told["name"], told["strict"]) == ("Answer", True)
    assert schema["required"] == ["items", "format", "share"] and "format" in schema["properties"]
    item = schema["$defs"]["Item"]
    assert item["required"] == ["title", "kind"] and set(item["properties"]["title"]) == {"type"}
    assert item["additionalProperties"] is False
    assert '"default"' not in json.dumps(schema)


def test_a_schema_with_free_keys_is_not_strict_and_requires_what_it_did() -> None:
    told = schema_format(Open)["json_schema"]
    assert told["strict"] is False
    assert told["schema"]["required"] == ["numbers"]


REPLIES = [
    kind
    for kind in vars(replies).values()
    if isinstance(kind, type) and issubclass(kind, Frozen) and kind.__module__ == replies.__name__
]


@pytest.mark.parametrize("reply", [Answer, *REPLIES])
def test_every_reply_that_is_asked_for_strictly_keeps_to_the_strict_subset(reply: type[Frozen]) -> None:
    told = schema_format(reply)["json_schema"]
    assert not told["strict"] or not_strict(told["schema"]) is None


# what a server is told, and refuses

SYSTEM = {"role": "system", "content": "Ask."}
ASKED = {
    "model": "m",
    "messages": [{"role": "system", "content": "Ask."}],
    "temperature": 0.5,
    "max_tokens": 9,
    "extra_body": {"top_k": 1},
}


@pytest.mark.parametrize(
    ("structured", "format_type"),
    [("auto", "json_schema"), ("json_schema", "json_schema"), ("json_object", "json_object"), ("prompt", None)],
)
def test_a_reply_is_asked_for_as_the_settings_say(structured: Any, format_type: str | None) -> None:
    dialect = Dialect.told(structured)
    assert dialect.worded(ASKED, Answer).get("response_format", {}).get("type") == format_type
    assert "response_format" not in dialect.worded(ASKED, None)
    # The schema is told once: in the format, or in words behind the first message.
    (told,) = dialect.worded(ASKED, Answer)["messages"]
    assert ('"properties"' in told["content"]) == (format_type != "json_schema")
    assert told["content"].startswith("Ask.") and SYSTEM["content"] == "Ask."


def test_what_a_server_refuses_is_left_out_step_by_step_and_the_request_itself_stays() -> None:
    dialect, steps = Dialect.told("auto"), []
    for complaint in (
        "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        "Unsupported value: 'Temperature' does not support 0.5",
        "response_format of type json_schema is not available",
        "json_object: unknown type",
    ):
        better = dialect.adapted(dialect.worded(ASKED, Answer), complaint)
        assert better is not None
        dialect = better
        sent = dialect.worded(ASKED, Answer)
        steps.append((sorted(sent.keys() - {"model", "messages", "extra_body"}), dialect.structured))
    assert steps == [
        (["max_completion_tokens", "response_format", "temperature"], "json_schema"),
        (["max_completion_tokens", "response_format"], "json_schema"),
        (["max_completion_tokens", "response_format"], "json_object"),
        (["max_completion_tokens"], "prompt"),
    ]
    assert sent["extra_body"] == {"top_k": 1} and sent["max_completion_tokens"] == 9
    assert dialect.adapted(sent, "max_completion_tokens, temperature, response_format, seed") is None


@pytest.mark.parametrize(
    ("structured", "request_", "complaint"),
    [
        ("json_schema", ASKED, "response_format is not supported"),
        ("auto", {"model": "m"}, "temperature, max_completion_tokens and seed are out of range"),
        ("auto", ASKED, "This model's maximum context length is 8192 tokens"),
    ],
)
def test_a_refusal_that_no_other_words_help_is_final(structured: Any, request_: Any, complaint: str) -> None:
    dialect = Dialect.told(structured)
    assert dialect.adapted(dialect.worded(request_, Answer), complaint) is None


# what comes back


def completion(message: Any, finish: Any = "stop", **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], **more}


def test_a_whole_reply_is_read_with_its_thought_and_usage() -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 30,
        "prompt_tokens_details": {"cached_tokens": 64},
        "completion_tokens_details": {"reasoning_tokens": 20},
    }
    result = reply_of(completion({"content": "{}", "reasoning_content": "hm"}, usage=usage))
    assert (result.text, result.finish_reason, result.thought, result.cached) == ("{}", "stop", "hm", False)
    assert result.usage == Usage(100, 30, cached_tokens=64, reasoning_tokens=20)


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ({"content": None}, ""),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "ab"),
        ({"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}]}, "a"),
        ({"content": [{"type": "text", "text": None}, "b", 7]}, "b7"),
        ({"content": {"message": "a"}}, '{"message": "a"}'),
        ({"content": 42}, "42"),
        ({"content": "half \ud83d"}, "half ?"),
        ({}, ""),
        ("said", ""),
        (None, ""),
        ([], ""),
    ],
)
def test_odd_content_becomes_text_that_can_be_written_down(message: Any, content: str) -> None:
    result = reply_of(completion(message))
    assert result.text == content
    result.text.encode()


@pytest.mark.parametrize(
    "body",
    [{}, {"choices": None}, {"choices": []}, {"choices": ["a"]}, {"choices": {"0": {}}}, {"choices": [{}]}],
)
def test_an_answer_without_a_choice_is_an_empty_reply_that_is_paid_for(body: dict[str, Any]) -> None:
    result = reply_of({**body, "usage": {"prompt_tokens": 5, "completion_tokens": 0}})
    assert (result.text, result.finish_reason, result.usage) == ("", "unknown", Usage(5, 0))


@pytest.mark.parametrize(
    ("finish", "known"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("content_filter", "content_filter"),
        ("tool_calls", "function_calls"),
        ("eos", "unknown"),
        (None, "unknown"),
        (["stop"], "unknown"),
        ({}, "unknown"),
    ],
)
def test_how_a_reply_ended(finish: Any, known: str) -> None:
    assert reply_of(completion({"content": "a"}, finish)).finish_reason == known


def test_a_refusal_is_a_reply_that_the_filter_ended_unless_something_was_said() -> None:
    refused = reply_of(completion({"content": None, "refusal": "I will not."}))
    assert (refused.finish_reason, refused.text) == ("content_filter", "I will not.")
    said = reply_of(completion({"content": "{}", "refusal": "I will not."}))
    assert (said.finish_reason, said.text) == ("stop", "{}")


@pytest.mark.parametrize(
    "usage",
    [
        None,
        [],
        "12",
        {},
        {"prompt_tokens": 5},
        {"completion_tokens": 5},
        {"prompt_tokens": 5, "completion_tokens": None},
        {"prompt_tokens": -1, "completion_tokens": 5},
        {"prompt_tokens": 5, "completion_tokens": -1},
        {"prompt_tokens": True, "completion_tokens": 5},
        {"prompt_tokens": "5", "completion_tokens": 5},
        {"prompt_tokens": 5.5, "completion_tokens": 5},
        {"prompt_tokens": float("nan"), "completion_tokens": 5},
        {"prompt_tokens": float("inf"), "completion_tokens": 5},
        {"prompt_tokens": 10**400, "completion_tokens": 5},
    ],
)
def test_usage_that_is_not_told_whole_is_unknown_and_so_is_its_price(usage: Any) -> None:
    assert not usage_of(usage).known
    assert price_of("m", "http://s", (1.0, 1.0))(usage_of(usage)) is None


@pytest.mark.parametrize(
    ("details", "cached"),
    [
        (None, 0),
        ([], 0),
        (7, 0),
        ({}, 0),
        ({"cached_tokens": None}, 0),
        ({"cached_tokens": 64.0}, 64),
        ({"cached_tokens": -3}, 0),
        ({"cached_tokens": 5000}, 100),
    ],
)
def test_odd_details_of_usage_do_not_make_it_unknown(details: Any, cached: int) -> None:
    told = {"prompt_tokens": 100.0, "completion_tokens": 3, "prompt_tokens_details": details}
    assert usage_of(told) == Usage(100, 3, cached_tokens=cached)


# what it costs

OPENAI = "https://api.openai.com/v1"


def test_a_price_of_ones_own_is_by_the_million_and_goes_before_a_published_one() -> None:
    assert price_of("gpt-4o", OPENAI, (2.0, 10.0))(Usage(500_000, 100_000)) == pytest.approx(2.0)
    assert price_of("gpt-4o", OPENAI, (0.0, 0.0))(Usage(5, 5)) == 0.0
    assert free(Usage(5, 5)) == 0.0


def test_a_third_price_is_for_what_was_read_from_the_cache() -> None:
    usage = Usage(500_000, 100_000, cached_tokens=400_000)
    assert price_of("m", OPENAI, (2.0, 10.0, 0.5))(usage) == pytest.approx(0.2 + 0.2 + 1.0)
    assert price_of("m", OPENAI, (2.0, 10.0))(usage) == pytest.approx(2.0)


def test_a_published_price_grows_with_what_is_read_and_written_and_cached_tokens_cost_less() -> None:
    price = price_of("gpt-4o", OPENAI, None)
    small, more, longer, cached = (
        price(usage) for usage in (Usage(1000, 100), Usage(2000, 100), Usage(1000, 200), Usage(1000, 100, 800))
    )
    assert small and more and longer and cached
    assert 0 < cached < small < min(more, longer)


@pytest.mark.parametrize(
    ("model", "address"), [("no-such-model", OPENAI), ("gpt-4o", "http://localhost:8000/v1"), ("gpt-4o", "")]
)
def test_a_price_that_nobody_publishes_is_unknown(model: str, address: str) -> None:
    assert price_of(model, address, None)(Usage(1000, 100)) is None


def test_a_published_price_is_known_for_any_usage_that_a_server_may_tell() -> None:
    price = price_of("gpt-4o", OPENAI, None)
    told = {"prompt_tokens": 10, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 5000}}
    assert price(usage_of(told)) is not None
    assert price(usage_of({})) is None
