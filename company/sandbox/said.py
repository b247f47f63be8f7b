"""The few words between a supervisor and the processes that run untrusted code."""

FITS, FAILED, TOO_LONG = b"+", b"-", b"!"
"""How a turn went."""
NO_FORK = b"0"
"""The process was to fork, and could not."""
READY = b"ready"
"""A fresh process has put on its layers."""
