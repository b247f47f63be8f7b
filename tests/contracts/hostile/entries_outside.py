"""Makes and removes folders, links and pipes outside, and removes what is there."""
# expect: (?s)folder: .*Error.*remove: .*Error

import os

from deeds import TARGETS, attempt, syscall

inside = os.path.join(TARGETS["folder"], TARGETS["mark"])
attempt("folder", os.mkdir, inside)
attempt("link", os.symlink, "anything", inside)
attempt("pipe", os.mkfifo, inside)
attempt("node", syscall, "mknodat", -100, inside.encode(), 0o100600, 0)
attempt("remove", os.remove, TARGETS["doomed"])
attempt("rename", os.rename, TARGETS["doomed"], inside)
attempt("remove a folder", os.rmdir, os.path.join(TARGETS["folder"], "empty"))
attempt("remove the table", os.remove, TARGETS["table"])
