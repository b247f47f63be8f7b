"""Leaves an object that ends the process when it is looked at, and one that never lets go of the one who looks."""
# where: session
# kept: maybe
# expect: Killed|TimeoutError|exit

import os


class Trap:
    def __repr__(self):
        while True:
            pass

    def __len__(self):
        os._exit(0)


first, second = Trap(), [Trap()]
# --- next turn
frame = __import__("pandas").DataFrame({"trap": [Trap()]})
