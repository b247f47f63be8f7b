"""Puts a hook into the interpreter that refuses, for good, what every answer needs."""
# where: session
# kept: maybe
# expect: hooked

import sys


def hook(event, _):
    if event in ("os.fork", "open", "exec", "compile", "import", "socket.recvmsg", "os.putenv"):
        raise RuntimeError(f"no {event}")


sys.addaudithook(hook)
print("hooked")
# --- next turn
print("a turn under the hook")
