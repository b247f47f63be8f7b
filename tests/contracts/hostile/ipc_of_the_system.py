"""Leaves shared memory, queues and semaphores behind that outlive every process."""
# expect: shmget: .*not permitted|shmget: .*implemented

from deeds import TARGETS, attempt, syscall

CREATE = 0o1600
attempt("shmget", syscall, "shmget", TARGETS["key"], 4096, CREATE)
attempt("msgget", syscall, "msgget", TARGETS["key"], CREATE)
attempt("semget", syscall, "semget", TARGETS["key"], 1, CREATE)
attempt("mq_open", syscall, "mq_open", TARGETS["mark"].encode(), 0o102, 0o600, None)
attempt("add_key", syscall, "add_key", b"user", TARGETS["mark"].encode(), b"x", 1, -4)
