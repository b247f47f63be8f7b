"""Attaches to processes outside as a debugger does, without stopping anybody but the suite's own victim."""
# expect: ptrace: .*not permitted

from deeds import TARGETS, attempt, syscall

ATTACH, SEIZE, TRACEME = 16, 0x4206, 0
attempt("seize the victim", syscall, "ptrace", SEIZE, TARGETS["victim"], None, None)
attempt("attach to the victim", syscall, "ptrace", ATTACH, TARGETS["victim"], None, None)
attempt("seize the host", syscall, "ptrace", SEIZE, TARGETS["host"], None, None)
attempt("be traced", syscall, "ptrace", TRACEME, 0, None, None)
attempt("compare", syscall, "kcmp", TARGETS["victim"], TARGETS["host"], 0, 0, 0)
