"""Looks around: what lies in the folders of the system, of other people and of other sessions."""
# expect: PermissionError

import os

from deeds import TARGETS, attempt

for folder in ("/", "/home", "/root", "/tmp", "/etc", TARGETS["folder"], TARGETS["root"], TARGETS["other"]):
    if folder == "/root" and not os.path.isdir(folder):
        continue
    attempt(folder, os.listdir, folder)
