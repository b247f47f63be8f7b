"""Opens devices of the machine: its disk, its memory, its log, its terminals, its virtual machines."""
# expect: /dev/mem: .*Error

import os

from deeds import TARGETS, attempt

attempt("/dev/mem", os.open, "/dev/mem", os.O_RDONLY)
names = ("kmsg", "port", "kvm", "fuse", "tty", "tty0", "console", "loop-control", "loop0", "sda", "vda", "nvme0n1")
for name in names:
    if os.path.exists(f"/dev/{name}"):
        attempt(f"/dev/{name}", os.open, f"/dev/{name}", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
attempt("/dev/ptmx", os.open, "/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
attempt("shared memory", os.open, f"/dev/shm/{TARGETS['mark']}", os.O_CREAT | os.O_RDWR)
