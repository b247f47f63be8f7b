"""Writes extended attributes to files outside, access lists included."""
# expect: attribute: .*Error

import os

from deeds import TARGETS, attempt

everybody = b"\x02\0\0\0\x01\0\x07\0\xff\xff\xff\xff\x04\0\x07\0\xff\xff\xff\xff\x20\0\x07\0\xff\xff\xff\xff"
for path in (TARGETS["secret"], TARGETS["open"], TARGETS["folder"]):
    attempt("attribute", os.setxattr, path, "user.hostile", b"x")
    attempt("access list", os.setxattr, path, "system.posix_acl_access", everybody)
