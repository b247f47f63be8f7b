"""Reads the environment, memory and place of other processes."""
# expect: PermissionError|FileNotFoundError

from deeds import TARGETS, attempt

for process in (TARGETS["victim"], TARGETS["host"], TARGETS["parent"]):
    for name in ("environ", "mem", "maps", "auxv", "stack", "syscall", "io", "pagemap", "smaps"):
        attempt(f"{name} of {process}", lambda path=f"/proc/{process}/{name}": open(path, "rb").read(10))
