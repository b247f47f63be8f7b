"""Our models as AutoGen's agents know them: the same messages, and pictures byte for byte."""

import io
import json
from typing import Any

import pytest
from autogen_core import FunctionCall
from autogen_core import Image as AutogenImage
from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, SystemMessage, UserMessage
from PIL import Image

from company.models.protocol import ChatMessage, Picture, Request
from company.records import Frozen
from company.staff.adapter import ModelClient, message_of
from company.staff.conversation import Conversation, kept
from company.staff.members import Ask, Member
from tests.support.scripted import ScriptedClient


class Line(Frozen):
    message: str


def png(colour: str) -> bytes:
    Image.new("RGB", (3, 2), colour).save(file := io.BytesIO(), "PNG", compress_level=0)
    return file.getvalue()


MESSAGES = [
    SystemMessage(content="bé"),
    UserMessage(content="ask", source="office"),
    AssistantMessage(content="say", source="client"),
]


def test_messages_are_written_down_as_they_always_were() -> None:
    request = Request(tuple(map(message_of, MESSAGES)))
    assert request.written == json.dumps([message.model_dump(mode="json") for message in MESSAGES], ensure_ascii=False)


@pytest.mark.parametrize(
    "message",
    [
        AssistantMessage(content=[FunctionCall(id="1", arguments="{}", name="run")], source="chatbot"),
        FunctionExecutionResultMessage(content=[]),
    ],
)
def test_messages_about_tools_are_refused(message: Any) -> None:
    with pytest.raises(TypeError, match="staff use no tools"):
        message_of(message)


async def test_replies_of_no_type_are_refused() -> None:
    with pytest.raises(TypeError, match="their replies have a type"):
        await ModelClient(ScriptedClient(["{}"])).create(MESSAGES, json_output=True)


def test_a_picture_of_autogens_own_becomes_one_of_ours() -> None:
    message = message_of(UserMessage(content=["one", AutogenImage(Image.new("RGB", (3, 2))), "two"], source="office"))
    assert (message.text, len(message.pictures)) == ("one\ntwo", 1)
    with Image.open(io.BytesIO(message.pictures[0].png)) as shown:
        assert shown.size == (3, 2)


async def test_a_member_is_shown_pictures_as_they_are_and_a_repair_shows_them_once() -> None:
    shown = (png("red"), png("blue"))
    client = ScriptedClient(["{}", '{"message": "two"}'])
    speaker = Member("a", "You are a.", client, lambda thread: Ask("look", Line, pictures=shown))
    conversation = Conversation([speaker], max_messages=1)
    await conversation.run()
    assert [message.text for message in kept(conversation.thread)] == ["two"]
    first, second = client.seen
    pictures = tuple(map(Picture, shown))
    assert first == (ChatMessage("system", "You are a."), ChatMessage("user", "look", pictures))
    assert [message.pictures for message in second] == [(), pictures, (), ()]


def test_pictures_are_written_down_by_their_digests() -> None:
    picture = Picture(png("red"))
    (content,) = json.loads(Request((ChatMessage("user", "look", (picture,)),)).written)
    assert content == {"content": "look", "source": "office", "type": "UserMessage", "pictures": [picture.digest]}
    assert len(picture.digest) == 64 and "png" not in repr(picture)
