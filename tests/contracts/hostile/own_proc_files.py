"""Changes what it can of itself under /proc: its memory, its name, its likelihood of being killed."""
# expect: oom_score_adj: .*Error

import ctypes
import os

from deeds import attempt


def write(path, content):
    descriptor = os.open(path, os.O_WRONLY)
    return os.write(descriptor, content)


attempt("oom_score_adj", write, "/proc/self/oom_score_adj", b"-1000")
attempt("autogroup", write, "/proc/self/autogroup", b"-20")
attempt("attr", write, "/proc/self/attr/current", b"unconfined")
buffer = ctypes.create_string_buffer(b"own memory")
print("own memory:", buffer.raw)
