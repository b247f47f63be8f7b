"""Fails, and has threads go on writing and removing files while its turn is undone."""
# where: session
# expect: RuntimeError

import os

with open("own.txt", "w") as file:
    file.write("before")
os.mkdir("many")
for number in range(200):
    with open(f"many/{number}.txt", "w") as file:
        file.write("before")
# --- next turn
import threading


def scribble():
    while True:
        for number in range(200):
            with open(f"many/{number}.txt", "w") as file:
                file.write("after")
        with open("own.txt", "w") as file:
            file.write("after")


for _ in range(4):
    threading.Thread(target=scribble, daemon=True).start()
raise RuntimeError("failed on purpose")
# --- next turn
import time

for _ in range(2):
    wrong = [name for name in os.listdir("many") if open(f"many/{name}").read() != "before"]
    right = not wrong and len(os.listdir("many")) == 200 and open("own.txt").read() == "before"
    print("kept" if right else f"ESCAPED: a failed turn left its changes: {len(wrong)}")
    time.sleep(0.3)
