"""Gives files outside a second name in its own folder."""
# expect: (?s)link: .*Error.*by descriptor: .*Error.*by proc: .*Error

import os

from deeds import TARGETS, attempt, syscall

AT_FDCWD, AT_SYMLINK_FOLLOW, AT_EMPTY_PATH = -100, 0x400, 0x1000


def by_descriptor(flag):
    descriptor = os.open(TARGETS["secret"], os.O_PATH)
    if flag == AT_EMPTY_PATH:
        return syscall("linkat", descriptor, b"", AT_FDCWD, b"by-descriptor", flag)
    return syscall("linkat", AT_FDCWD, f"/proc/self/fd/{descriptor}".encode(), AT_FDCWD, b"by-proc", flag)


attempt("link", os.link, TARGETS["secret"], "mine")
attempt("link of the table", os.link, TARGETS["table"], "original.csv")
attempt("link outwards", os.link, "table.csv", os.path.join(TARGETS["folder"], TARGETS["mark"]))
attempt("by descriptor", by_descriptor, AT_EMPTY_PATH)
attempt("by proc", by_descriptor, AT_SYMLINK_FOLLOW)
