"""Ignores and blocks every signal, and counts on for ever."""
# expect: TimeoutError

import signal

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
while True:
    pass
