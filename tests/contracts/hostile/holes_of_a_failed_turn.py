"""Writes zeros where a file has holes, in a turn that fails: no content shows that, but a hole or none is a bit."""
# where: session
# expect: (?s)RuntimeError.*as before

import os

with open("holes", "wb") as file:
    file.truncate(64 * 4_096)
hollow = os.open("holes", os.O_RDWR)


def pages(descriptor):
    found, place = [], 0
    while place < 64 * 4_096:
        try:
            place = os.lseek(descriptor, place, os.SEEK_DATA)
        except OSError:
            break
        found.append(place // 4_096)
        place += 4_096
    return found


before = pages(os.open("holes", os.O_RDONLY))
print(before)
# --- next turn
times = os.stat("holes")
for each in (3, 5, 8, 13, 21, 34):
    os.pwrite(hollow, bytes(4_096), each * 4_096)
print(pages(hollow))
try:
    os.utime("holes", ns=(times.st_atime_ns, times.st_mtime_ns))
except PermissionError as refused:
    print(refused)
raise RuntimeError("failed on purpose")
# --- next turn
if (now := pages(os.open("holes", os.O_RDONLY))) != before:
    print("ESCAPED: a failed turn has left bits in the holes of a file:", now)
print("as before")
