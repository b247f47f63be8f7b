"""Mounts, moves and unmounts, with arguments with which nothing would happen."""
# expect: mount: .*not permitted

from deeds import forbidden

AT_FDCWD = -100
forbidden("mount", b"none", b".", b"no-such-file-system", 0, None)
forbidden("umount2", b"./no-such-mount", 0)
forbidden("pivot_root", b"./no-such-root", b"./no-such-root")
forbidden("open_tree", AT_FDCWD, b"./no-such-tree", 0)
forbidden("move_mount", -1, b"", -1, b"", 0)
forbidden("fsopen", b"no-such-file-system", 0)
forbidden("fsconfig", -1, 0, None, None, 0)
forbidden("fsmount", -1, 0, 0)
forbidden("mount_setattr", -1, b"", 0, None, 0)
forbidden("chroot", b"./no-such-root")
