"""Hangs itself into every hook of the interpreter that runs after its own code: imports, codecs, warnings, threads."""
# where: session
# kept: maybe
# intents: value:value
# expect: .

import builtins
import codecs
import gc
import sys
import threading
import warnings


def bite(*_, **__):
    raise SystemExit("hooked")


class Finder:
    find_spec = invalidate_caches = bite


value = 3
print("hooks")
sys.meta_path.insert(0, Finder())
sys.path_hooks.insert(0, bite)
sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = warnings.showwarning = bite
builtins.__import__ = bite
gc.callbacks.append(bite)
gc.set_threshold(1, 1, 1)
codecs.register(lambda name: (bite, bite, bite, bite))
codecs.register_error("strict", lambda error: ("x" * 30_000_000, error.end))
codecs.register_error("replace", bite)
codecs.register_error("backslashreplace", bite)
