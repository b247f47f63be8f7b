"""Replaces builtins, for good, by ones that raise."""
# where: session
# kept: maybe
# expect: .

import builtins


def broken(*_, **__):
    raise BaseException("broken")


print("broken", flush=True)
for name in ("len", "open", "isinstance", "str", "repr", "list", "dict", "type", "getattr", "sorted", "compile"):
    setattr(builtins, name, broken)
for name in ("exec", "print", "memoryview", "bytes", "id", "BaseException", "Exception", "__import__", "OSError"):
    setattr(builtins, name, broken)
# --- next turn
pass
