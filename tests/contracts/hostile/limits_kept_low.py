"""Takes the limits that it may lower down to nothing, in a turn that is accepted, and leaves them so."""
# where: session
# kept: maybe
# expect: .

import resource

for name in ("CORE", "NPROC", "FSIZE", "STACK", "MEMLOCK", "DATA", "NOFILE", "SIGPENDING", "MSGQUEUE", "RTPRIO", "AS"):
    kind = getattr(resource, f"RLIMIT_{name}", None)
    if kind is not None:
        try:
            resource.setrlimit(kind, (1, 1))
        except (OSError, ValueError) as refused:
            print(name, refused)
# --- next turn
print("still here")
