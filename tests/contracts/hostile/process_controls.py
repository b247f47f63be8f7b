"""Undoes by `prctl` what ties it to its supervisor, and arranges to be hard to look at."""
# expect: controls tried

import time

from deeds import syscall

PDEATHSIG, DUMPABLE, KEEPCAPS, TIMING, SECUREBITS, NO_NEW_PRIVS, ADOPT, PTRACER = 1, 4, 8, 14, 28, 38, 36, 0x59616D61
for name, option, value in (
    ("outlive", PDEATHSIG, 0),
    ("other signal", PDEATHSIG, 19),
    ("hide", DUMPABLE, 0),
    ("keep", KEEPCAPS, 1),
    ("secure bits", SECUREBITS, 0),
    ("new privileges", NO_NEW_PRIVS, 0),
    ("adopt", ADOPT, 1),
    ("tracer", PTRACER, -1),
    ("timing", TIMING, 1),
):
    try:
        print(f"{name}: {syscall('prctl', option, value, 0, 0, 0)}")
    except OSError as refused:
        print(f"{name}: {type(refused).__name__}: {refused}")
time.sleep(0.1)
print("controls tried")
