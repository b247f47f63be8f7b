"""Makes as many empty files as it can."""
# expect: DiskLimit|more than .* files|take more|TimeoutError

for number in range(30_000):
    open(f"file-{number}", "w").close()
print("ESCAPED: made 30,000 files")
