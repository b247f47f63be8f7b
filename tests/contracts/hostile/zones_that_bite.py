"""Hands over times whose zones are its own: with names of megabytes, that raise, or that end the process."""
# where: session
# intents: when:value, times:series, every:dataframe
# expect: (?s)ready.*goes on

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


class Ends(Zone):
    def __reduce__(self):
        os._exit(0)

    tzname = __reduce__


class Raises(Zone):
    def utcoffset(self, when):
        raise KeyboardInterrupt


def given(zone):
    when = datetime.datetime(2020, 1, 1, tzinfo=zone)
    return when, pd.Series([when, when], dtype=object), pd.DataFrame({"t": [when] * 3})


when, times, every = 1, pd.Series([1]), pd.DataFrame({"t": [1]})
print("ready")
# --- next turn
when, times, every = given(Zone())
# --- next turn
when, times, every = given(Ends())
# --- next turn
when, times, every = given(Raises())
# --- next turn
when, times, every = given(datetime.timezone(datetime.timedelta(hours=1), "n" * 2_000_000))
# --- next turn
when, times, every = 1, pd.Series([1]), pd.DataFrame({"t": [1]})
print("goes on")
