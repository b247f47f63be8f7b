"""Changes modes, times and attributes of its own files in a turn that fails."""
# where: session
# expect: RuntimeError

import contextlib
import os


def seen():
    """All that is said of its files."""
    told = {}
    for name in ("table.csv", "own.txt", "below", "below/own.txt"):
        found = os.stat(name)
        marks = {}
        with contextlib.suppress(OSError):
            marks = {each: os.getxattr(name, each) for each in os.listxattr(name)}
        told[name] = (oct(found.st_mode), found.st_mtime > 10, found.st_size, marks)
    return told


os.mkdir("below")
for name in ("own.txt", "below/own.txt"):
    with open(name, "w") as file:
        file.write("before")
with contextlib.suppress(OSError):
    os.setxattr("own.txt", "user.mark", b"before")
before = seen()
# --- next turn
for name in ("own.txt", "below/own.txt", "table.csv", "below"):
    for deed, arguments in (
        (os.setxattr, ("user.mark", b"after")),
        (os.setxattr, ("user.other", b"after")),
        (os.chmod, (0o700,)),
        (os.utime, ((1, 1),)),
    ):
        with contextlib.suppress(OSError):
            deed(name, *arguments)
raise RuntimeError("failed on purpose")
# --- next turn
after = seen()
for name, found in after.items():
    print("kept" if found == before[name] else f"ESCAPED: a failed turn left {found} and not {before[name]} at {name}")
