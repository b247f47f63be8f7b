"""Watches what others do outside: names of files and times of access."""
# expect: inotify_init1: .*not permitted|watch: .*Error

import os

from deeds import TARGETS, attempt, syscall

try:
    watcher = syscall("inotify_init1", 0)
except OSError as refused:
    print(f"inotify_init1: {refused}")
else:
    for path in (TARGETS["folder"], TARGETS["table"], TARGETS["root"]):
        attempt("watch", syscall, "inotify_add_watch", watcher, path.encode(), 0xFFF)
    os.close(watcher)
attempt("everything", syscall, "fanotify_init", 0, 0)
