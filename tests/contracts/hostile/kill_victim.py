"""Sends signals to a process outside by every call that there is, and to itself by ways that reach others."""
# expect: (?s)kill: (PermissionError|ProcessLookupError).*pidfd: .*Error

import ctypes
import os
import signal

from deeds import TARGETS, attempt, syscall

victim = TARGETS["victim"]
word = ctypes.create_string_buffer(128)
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):
    attempt("kill", os.kill, victim, number)
    attempt("group", os.killpg, victim, number)
    attempt("negative", syscall, "kill", -victim, int(number))
    attempt("high bits", syscall, "kill", victim | 1 << 32, int(number))
    attempt("thread", syscall, "tkill", victim, int(number))
    attempt("thread of a group", syscall, "tgkill", victim, victim, int(number))
    attempt("queue", syscall, "rt_sigqueueinfo", victim, int(number), word)
    attempt("queue of a thread", syscall, "rt_tgsigqueueinfo", victim, victim, int(number), word)
attempt("pidfd", os.pidfd_open, victim)
attempt("pidfd of a folder", lambda: signal.pidfd_send_signal(os.open(f"/proc/{victim}", os.O_RDONLY), signal.SIGKILL))
