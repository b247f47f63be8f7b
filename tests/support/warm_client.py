"""`company …` out of the nursery of warm commands (`warm_start`), as a program that shells can call.

    python -I -S warm_client.py NURSERY WORDS…

It hands over its words, folder, environment and streams, and ends as the command ends. It imports so little that it is
there in a moment.
"""

import json
import os
import socket
import sys
from collections.abc import Iterable, Mapping

LONGEST = 2**17
"""Bytes of an order: words, folder, environment."""


def connected(nursery: str) -> socket.socket:
    """Our end of the talk with a nursery. Raises ConnectionRefusedError where nobody listens."""
    ours = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        ours.connect(f"\0{nursery}")
    except BaseException:
        ours.close()
        raise
    return ours


def ask(
    nursery: socket.socket, order: Mapping[str, object], streams: Iterable[int], more: Iterable[int] = ()
) -> socket.socket:
    """Order a command with these streams and `more` descriptors; on the socket come its number, and how it ended."""
    answers, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        socket.send_fds(nursery, [json.dumps(order).encode()], [*streams, theirs.fileno(), *more])
    return answers


def answered(answers: socket.socket) -> int:
    """The next number that is told."""
    said = answers.recv(64)
    assert said, "the nursery of commands has died; what it said is above"
    return int(said)


def main(nursery: str, *words: str) -> int:
    """The exit code of the command."""
    order = {"program": "", "words": words, "cwd": os.getcwd(), "env": dict(os.environ)}  # noqa: PTH109
    with connected(nursery) as talk, ask(talk, order, (1, 2)) as answers:
        answered(answers)
        code = answered(answers)
    return code if code >= 0 else 128 - code  # as a shell says that a signal has ended it


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
