"""Reads the extended attributes of files outside, which say where they came from, or whatever was put there."""
# expect: attribute: .*Error

import os

from deeds import TARGETS, attempt

for path in (TARGETS["public"], TARGETS["open"], TARGETS["secret"], TARGETS["folder"]):
    attempt("attribute", os.getxattr, path, "user.note")
    attempt("attribute", os.getxattr, path, "system.posix_acl_access")
    attempt("list", os.listxattr, path)
