"""Writes file after file of the allowed size, up to three gigabytes."""
# expect: DiskLimit|take more

part = bytes(1 << 20)
for number in range(3_000):
    with open(f"part-{number}", "wb", buffering=0) as file:
        file.write(part)
print("ESCAPED: wrote three gigabytes")
