"""Opens files by their numbers, which goes around every name and has opened containers."""
# expect: open_by_handle_at: .*not permitted

import ctypes

from deeds import TARGETS, forbidden

handle = ctypes.create_string_buffer(b"\x80\0\0\0" + bytes(136), 140)
forbidden("name_to_handle_at", -100, TARGETS["secret"].encode(), handle, ctypes.create_string_buffer(8), 0)
forbidden("open_by_handle_at", -100, ctypes.create_string_buffer(b"\x08\0\0\0\x01\0\0\0\x02" + bytes(7)), 0)
