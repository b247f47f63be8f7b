"""Catches whatever is raised, sets a handler for every signal, and goes on."""
# expect: TimeoutError

import signal


def again(*_):
    work()


def work():
    while True:
        try:
            while True:
                sum(range(1_000))
        except BaseException:
            continue
        finally:
            work()


for number in signal.valid_signals():
    try:
        signal.signal(number, again)
    except (OSError, ValueError):
        continue
while True:
    try:
        work()
    except BaseException:
        continue
