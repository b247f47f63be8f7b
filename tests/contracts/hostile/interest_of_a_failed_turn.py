"""Changes what an epoll of an earlier turn waits for, in a turn that fails."""
# where: session
# expect: RuntimeError|refused|cannot

import os
import select

first, second = os.eventfd(1), os.eventfd(1)
waiting = select.epoll()
waiting.register(first, select.EPOLLIN)
# --- next turn
waiting.unregister(first)
waiting.register(second, select.EPOLLIN)
raise RuntimeError("failed on purpose")
# --- next turn
if "waiting" in globals():
    ready = [descriptor for descriptor, _ in waiting.poll(0.2)]
    print("kept" if ready == [first] else f"ESCAPED: a failed turn changed an epoll: {ready} and not {[first]}")
