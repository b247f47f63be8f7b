"""Makes sure that no child is ever waited for: the state it came from must not wait for ever, either."""
# where: session
# kept: maybe
# expect: waitpid is gone

import contextlib
import os
import signal

with contextlib.suppress(OSError):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def waitpid(*_):
    raise ChildProcessError("nobody waits here")


os.waitpid = os.wait4 = os.wait = os.waitid = waitpid
print("waitpid is gone")
# --- next turn
raise ValueError("the state has to notice that this turn ended")
