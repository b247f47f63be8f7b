"""Watches the interpreter by its newest way, and raises and waits whenever a function returns to those who answer."""
# where: session
# kept: maybe
# expect: .

import sys
import time

calls = 0


def bites(code, *_):
    global calls
    calls += 1
    if calls % 3 == 0:
        raise MemoryError("bitten")
    if calls % 50 == 0:
        time.sleep(0.05)


if hasattr(sys, "monitoring"):
    events = sys.monitoring.events
    for tool in range(6):
        try:
            sys.monitoring.use_tool_id(tool, f"tool {tool}")
            for event in (events.PY_RETURN, events.PY_START, events.CALL):
                sys.monitoring.register_callback(tool, event, bites)
        except (ValueError, RuntimeError) as refused:
            print(refused)
    print("watches")
    sys.monitoring.set_events(5, events.PY_RETURN | events.PY_START | events.CALL)
    sys.monitoring.set_events(3, events.PY_RETURN)
# --- next turn
print("goes on")
# --- next turn
print("goes on")
