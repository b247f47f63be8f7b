"""Counts for ever, and catches whatever is raised to stop it."""
# expect: TimeoutError

while True:
    try:
        while True:
            pass
    except BaseException:
        continue
