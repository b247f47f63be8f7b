"""The few words between a supervisor and the processes that run untrusted code."""

FITS, FAILED, TOO_LONG, NO_FORK = b"+", b"-", b"!", b"0"
"""How a turn went; `NO_FORK`: it could not be tried."""
READY = b"ready"
"""A fresh process has put on its layers."""
