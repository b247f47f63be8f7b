"""Sets times of links, of folders and of what lies deep in them, to the nanosecond, in a turn that fails."""
# where: session
# expect: (?s)RuntimeError.*as before

import os

os.makedirs("a/b/c")
open("a/b/c/file", "w").write("state")
os.symlink("a/b", "link")
os.symlink("nowhere", "a/dangling")
places = ["link", "a/dangling", "a/b/c/file", "a/b/c", "a/b", "a", "."]
times = [2_000_000_007 + number for number in range(len(places))]
try:
    for each, time in zip(places, times):
        os.utime(each, ns=(time, time), follow_symlinks=False)
except PermissionError as refused:
    print("no times are set here:", refused)
    places = []
# --- next turn
for number, each in enumerate(places):
    os.utime(each, ns=(1_000_000_007, 1_000_000_000 + number), follow_symlinks=False)
os.rename("link", "other")
os.symlink("a/b", "link")
os.remove("other")
raise RuntimeError("failed on purpose")
# --- next turn
for each, time in zip(places, times):
    if (now := os.lstat(each).st_mtime_ns) != time:
        print(f"ESCAPED: a failed turn has left a time with {each}: {now}, not {time}")
print("as before")
