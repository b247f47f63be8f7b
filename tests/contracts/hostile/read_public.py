"""Reads files that everybody on this machine may read."""
# expect: (?s)public: PermissionError.*original: PermissionError

from deeds import TARGETS, attempt

attempt("public", lambda: open(TARGETS["public"]).read())
attempt("original", lambda: open(TARGETS["table"]).read())
attempt("passwd", lambda: open("/etc/passwd").read(20))
attempt("shadow", lambda: open("/etc/shadow").read(5))
attempt("hosts", lambda: open("/etc/hosts").read(20))
