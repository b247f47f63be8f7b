"""What a plain container keeps from those inside, without a container."""

import ctypes
import errno
import os
import struct

REFUSED = {
    "x86_64": (272, 308, 165, 166, 155, 161, 250, 248, 249, 323, 310, 311, 298, 321, 304, 303, 425, 312),
    "aarch64": (97, 268, 40, 39, 41, 51, 219, 217, 218, 282, 270, 271, 241, 280, 265, 264, 425, 272),
}
MACHINES = {"x86_64": (0xC000003E, 56), "aarch64": (0xC00000B7, 220)}
ALLOW, REFUSE, CLONE3, NEW = 0x7FFF0000, 0x50000, 435, 0x7E020000


def as_in_a_container() -> None:
    """Have this thread, and whatever it starts, refused what the default profiles of Docker and Podman refuse.

    These are namespaces, mounts, keys, and the memory of others.
    """
    (architecture, clone), refused = MACHINES[os.uname().machine], REFUSED[os.uname().machine]
    program = [(0x20, 0, 0, 4), (0x15, 1, 0, architecture), (0x06, 0, 0, ALLOW), (0x20, 0, 0, 0)]
    for number in refused:
        program += [(0x15, 0, 1, number), (0x06, 0, 0, REFUSE | errno.EPERM)]
    program += [(0x15, 0, 1, CLONE3), (0x06, 0, 0, REFUSE | errno.ENOSYS)]
    program += [(0x15, 0, 3, clone), (0x20, 0, 0, 16), (0x45, 0, 1, NEW), (0x06, 0, 0, REFUSE | errno.EPERM)]
    program += [(0x06, 0, 0, ALLOW)]
    content = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in program))
    library = ctypes.CDLL(None, use_errno=True)
    assert library.prctl(38, 1, 0, 0, 0) == 0
    assert library.prctl(22, 2, struct.pack("HxxxxxxQ", len(program), ctypes.addressof(content)), 0, 0) == 0
