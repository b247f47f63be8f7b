"""Starts programs and processes by every way that the standard library has."""
# expect: (?s)run: .*Error.*spawn: .*Error

import asyncio
import multiprocessing
import os
import pty
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

from deeds import attempt

true = ["/bin/true"]
attempt("run", subprocess.run, true)
attempt("run without vfork", lambda: subprocess.run(true, preexec_fn=lambda: None))
attempt("shell", lambda: subprocess.check_output("echo", shell=True))
attempt("spawn", os.posix_spawn, true[0], true, {})
attempt("spawnv", os.spawnv, os.P_NOWAIT, true[0], true)
attempt("pty", pty.spawn, true)
attempt("fork of a terminal", os.forkpty)
attempt("process", lambda: multiprocessing.get_context("fork").Process(target=print).start())
attempt("fresh process", lambda: multiprocessing.get_context("spawn").Process(target=print).start())
attempt("process of asyncio", lambda: asyncio.run(asyncio.create_subprocess_exec(*true)))
attempt("pool", lambda: ProcessPoolExecutor(1).submit(os.getpid).result(3))
print("system:", os.system("exit 0"))
print("executable:", os.path.basename(sys.executable))
