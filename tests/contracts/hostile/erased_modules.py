"""Erases all modules, and its own names with them."""
# where: session
# kept: maybe
# expect: .

import gc
import sys

print("erased", flush=True)
for name in list(sys.modules):
    if name not in ("sys", "builtins", "gc"):
        vars(sys.modules[name]).clear() if name.startswith(("company", "json", "os", "struct")) else None
        del sys.modules[name]
sys.path.clear()
sys.meta_path.clear()
gc.collect()
globals().clear()
# --- next turn
