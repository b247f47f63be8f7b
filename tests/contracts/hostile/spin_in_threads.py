"""Computes in threads that go on when the turn is over, and says that it is done."""
# where: session
# expect: (?s)done.*done again

import threading


def spin():
    while True:
        pass


for _ in range(3):
    threading.Thread(target=spin, daemon=True).start()
print("done")
# --- next turn
print("done again")
