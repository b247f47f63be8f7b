"""Gives the kernel wrong places for its thread's own area, its list of locks and its signal stack, and ends."""
# where: session
# kept: maybe
# expect: .

import ctypes

LIBRARY = ctypes.CDLL(None, use_errno=True)
SIGALTSTACK, SET_ROBUST_LIST, SET_TID_ADDRESS, RSEQ, ARCH_PRCTL = 131, 273, 218, 334, 158
for number, arguments in (
    (SET_ROBUST_LIST, (8, 24)),
    (SET_TID_ADDRESS, (8,)),
    (RSEQ, (4_096, 32, 0, 0)),
    (SIGALTSTACK, (8, 0)),
    (ARCH_PRCTL, (0x1012, 0)),
):
    print(number, LIBRARY.syscall(ctypes.c_long(number), *[ctypes.c_long(each) for each in arguments]))
# --- next turn
import ctypes

ctypes.CDLL(None).syscall(ctypes.c_long(158), ctypes.c_long(0x1002), ctypes.c_long(8))
