"""Makes many files of the largest allowed size that take no room until somebody copies them."""
# expect: DiskLimit|take more
# It may come to its end before anybody looks; what it has made is not taken over all the same.

largest = 0
for size in (1 << 22, 1 << 21, 1 << 20):
    try:
        with open("probe", "wb") as file:
            file.truncate(size)
        largest = size
        break
    except OSError:
        continue
for number in range(600):
    with open(f"sparse-{number}", "wb") as file:
        file.truncate(largest)
