"""Takes memory in Python until there is none, up to eight gigabytes."""
# expect: MemoryError|Killed|exit -

held = []
for _ in range(512):
    held.append(bytearray(b"x") * (1 << 24))
print("ESCAPED: holds", len(held) * 16, "MiB")
