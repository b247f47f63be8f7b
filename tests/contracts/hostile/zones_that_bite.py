"""Hands over times whose zones are of its own making: with names of megabytes, without end, or that end the process."""
# where: session
# intents: when:value, times:series, all:dataframe
# expect: .

import datetime
import os

import pandas as pd


class Zone(datetime.tzinfo):
    def utcoffset(self, when):
        return datetime.timedelta(hours=1)

    def dst(self, when):
        return None

    def tzname(self, when):
        return "z" * 3_000_000

    def __str__(self):
        return "s" * 3_000_000

    __repr__ = __str__

    def __reduce__(self):
        os._exit(0)


when = datetime.datetime(2020, 1, 1, tzinfo=Zone())
times = pd.Series([when, when], dtype=object)
all = pd.DataFrame({"t": [when] * 3, "p": [datetime.time(1, tzinfo=Zone())] * 3})


# --- next turn
class Waits(Zone):
    def utcoffset(self, when):
        while True:
            raise KeyboardInterrupt


when = datetime.datetime(2020, 1, 1, tzinfo=Waits())
# --- next turn
when = times = all = datetime.timezone(datetime.timedelta(hours=1), "n" * 2_000_000)
# --- next turn
print("goes on")
