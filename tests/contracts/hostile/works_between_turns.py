"""Leaves a thread in a turn that is accepted, which works on while nobody has asked for anything."""
# where: session
# kept: maybe
# expect: .

import threading
import time

beats = []


def beat():
    while True:
        beats.append(time.process_time())
        with open("beats.txt", "a") as file:
            file.write("x")
        sum(range(20_000))


threading.Thread(target=beat, daemon=True).start()
time.sleep(0.2)
# --- next turn
import os

before = os.path.getsize("beats.txt")
time.sleep(0.5)
print("works on" if os.path.getsize("beats.txt") > before else "has ended", threading.active_count())
