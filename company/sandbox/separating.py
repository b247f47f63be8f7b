"""A fork is given copies of what it has open in common with its origin, so that neither moves the other's files."""

import signal
import socket

from company.sandbox import processes, wire
from company.sandbox.guard import Guard
from company.sandbox.held import Copies, Inseparable
from company.sandbox.said import HERE
from company.sandbox.watch import Watch

FORK_SECONDS = 3.0
FORK_TICK = 0.0005


def separate(fork: int, channel: socket.socket, own: int, guard: Guard, folder: str) -> None:
    """Give a stopped fork copies of what it has open in common with its origin. Raises Inseparable and OSError."""
    copies = Copies(fork, own, folder)
    try:
        if copies.places:
            processes.kill(fork, signal.SIGCONT)
            wire.send(channel, wire.as_json({"do": "take", "places": copies.places}), copies.descriptors)
            taken: list[bytes] = []
            answers = {
                guard.descriptor: guard.answer,
                channel.fileno(): lambda: taken.append(channel.recv(len(HERE))),
            }
            Watch([], None, FORK_SECONDS, lambda: bool(taken), answers=answers, tick=FORK_TICK).until_done()
            if not processes.rest(fork):
                raise Inseparable("open files, with which its fork has ended")
        copies.check(own)
    finally:
        copies.close()
