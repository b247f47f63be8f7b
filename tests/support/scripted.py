"""A client that replies from a list, for tests."""

from collections.abc import Sequence

from company.models.protocol import ChatMessage, Client, Reply, Request, Usage


class ScriptedClient(Client):
    """Gives the replies one after another and remembers what it was asked."""

    def __init__(self, replies: Sequence[str], usage: Usage | None = None) -> None:
        self._replies = list(replies)
        self._usage = usage or Usage(prompt_tokens=1, completion_tokens=1)
        self.seen: list[Sequence[ChatMessage]] = []

    def last_words(self, call: int) -> str:
        return self.seen[call][-1].text

    async def reply(self, request: Request) -> Reply:
        self.seen.append(request.messages)
        return Reply(self._replies.pop(0), usage=self._usage)
