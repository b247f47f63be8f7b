"""Forks and forks, and every fork forks again: two hundred in all, each of which ends within five seconds."""
# expect: PermissionError|BlockingIOError

import os
import time

forks = 0
while forks < 200:
    try:
        child = os.fork()
    except OSError as refused:
        print(f"after {forks} forks: {type(refused).__name__}: {refused}")
        break
    forks += 1
    if child == 0:
        time.sleep(4)
        os._exit(0)
if forks:
    print("ESCAPED:", forks, "forks")
