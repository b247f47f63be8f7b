"""Calls itself until the stack of C is used up, having lifted the limit."""
# expect: Killed|RecursionError|MemoryError|exit -

import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x"[:0])

    def __repr__(self):
        return repr(self)


def deeper(function):
    return deeper(lambda value: sorted([value], key=function))


try:
    repr(Deep())
finally:
    deeper(len)(1)
