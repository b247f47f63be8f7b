"""Has exceptions raised in the main thread a thousand times a second, long after its own code has ended."""
# where: session
# kept: maybe
# expect: .

import ctypes
import signal
import threading
import time


def strike(*_):
    raise KeyboardInterrupt("struck")


def strike_from_a_thread():
    until = time.monotonic() + 2
    while time.monotonic() < until:
        main = ctypes.c_ulong(threading.main_thread().ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(main, ctypes.py_object(SystemExit))
        time.sleep(0.0005)


print("striking", flush=True)
signal.signal(signal.SIGVTALRM, strike)
threading.Thread(target=strike_from_a_thread, daemon=True).start()
signal.setitimer(signal.ITIMER_VIRTUAL, 0.001, 0.001)
# --- next turn
print("a turn under fire")
