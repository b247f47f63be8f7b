"""Staff converse as AutoGen's own teams do, and replies that do not parse go back with their error."""

import asyncio
from collections.abc import Sequence

import pytest
from autogen_agentchat.base import ChatAgent
from autogen_agentchat.conditions import TextMentionTermination
from autogen_agentchat.messages import StructuredMessage
from autogen_agentchat.teams import RoundRobinGroupChat

from company.errors import ReplyError
from company.models.protocol import Reply, Request
from company.records import Frozen
from company.staff.conversation import Conversation, kept
from company.staff.members import Ask, Member, Thread
from tests.support.scripted import ScriptedClient


class Line(Frozen):
    message: str
    number: int = 0


def member(name: str, replies: Sequence[str], asked: list[str] | None = None) -> Member:
    def compose(thread: Thread) -> Ask:
        heard = [message.to_text() for message in thread]
        if asked is not None:
            asked.append(repr(heard))
        return Ask(f"{name} heard {heard}", Line)

    return Member(name, f"You are {name}. Speak.", ScriptedClient(replies), compose)


def lines(name: str) -> list[str]:
    return [f'{{"message": "{name} {number}", "number": {number}}}' for number in range(6)]


async def test_a_conversation_is_what_autogens_round_robin_would_hold() -> None:
    ours: list[str] = []
    theirs: list[str] = []
    conversation = Conversation([member("a", lines("a"), ours), member("b", lines("b"), ours)], max_messages=5)
    result = await conversation.run(task="begin")
    team = RoundRobinGroupChat(
        [member("a", lines("a"), theirs), member("b", lines("b"), theirs)],
        max_turns=5,
        custom_message_types=[StructuredMessage[Line]],
    )
    expected = await team.run(task="begin")
    assert [m.to_text() for m in result.messages] == [m.to_text() for m in expected.messages]
    assert [m.source for m in result.messages] == [m.source for m in expected.messages]
    assert ours == theirs


async def test_a_termination_ends_it() -> None:
    conversation = Conversation(
        [member("a", lines("a")), member("b", lines("b"))], termination=TextMentionTermination("b 1")
    )
    result = await conversation.run()
    assert [message.text for message in kept(conversation.thread)] == ["a 0", "b 0", "a 1", "b 1"]
    assert "b 1" in str(result.stop_reason)


async def test_a_bad_reply_goes_back_with_its_error() -> None:
    client = ScriptedClient(['{"number": "x"}', "prose, no JSON", '{"message": "at last", "number": 3}'])
    speaker = Member("a", "You are a.", client, lambda thread: Ask("speak", Line))
    conversation = Conversation([speaker], max_messages=1)
    await conversation.run()
    (said,) = kept(conversation.thread)
    assert said.content == {"message": "at last", "number": 3}
    assert "message: Field required" in client.last_words(1)
    assert len(client.seen) == 3


async def test_after_two_repairs_the_attempt_is_given_up() -> None:
    client = ScriptedClient(["no", "no", "no", '{"message": "too late"}'])
    speaker = Member("a", "You are a.", client, lambda thread: Ask("speak", Line))
    with pytest.raises(ReplyError, match="a did not answer as asked after 2 repairs"):
        await Conversation([speaker], max_messages=1).run()


async def test_cancelling_takes_effect_at_once() -> None:
    class Slow(ScriptedClient):
        async def reply(self, request: Request) -> Reply:
            await asyncio.sleep(60)
            raise AssertionError("cancelled long before")

    speaker: ChatAgent = Member("a", "You are a.", Slow([]), lambda thread: Ask("speak", Line))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(Conversation([speaker]).run(), 0.05)
