"""Aborts, having asked for a dump of its memory to be left behind."""
# expect: Killed|exit -

import os
import resource

try:
    resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print("ESCAPED: dumps are allowed", flush=True)
except (ValueError, OSError) as refused:
    print(type(refused).__name__, refused, flush=True)
os.abort()
