"""Changes its files and is killed in the middle of it, while threads go on writing."""
# where: session
# expect: Killed|ended|SIGKILL|signal|.*Error

import os
import signal
import threading
import time

with open("own.txt", "w") as file:
    file.write("before")


# --- next turn
def scribble(name):
    while True:
        for path in ("own.txt", "table.csv", name):
            with open(path, "w") as file:
                file.write("after")


writers = [threading.Thread(target=scribble, args=(f"made-{each}.txt",), daemon=True) for each in range(4)]
for writer in writers:
    writer.start()
time.sleep(0.3)
os.kill(os.getpid(), signal.SIGKILL)
# --- next turn
for _ in range(2):
    names = sorted(os.listdir())
    right = open("own.txt").read() == "before" and open("table.csv").read().startswith("city")
    right = right and not any(name.startswith("made") for name in names)
    print("kept" if right else f"ESCAPED: a killed turn left its changes: {names}")
    time.sleep(0.3)
