"""Hands over numbers, texts, dates and truths of its own kinds, whose every method raises, waits or lies."""
# where: session
# intents: value:value, several:list, pairs:dict
# expect: ResultError

import datetime
import decimal
import fractions


def raises(self, *_, **__):
    raise SystemExit("not me")


def lying(kind):
    """The same kind of value, with nothing true about it."""
    names = (
        "__repr__ __str__ __format__ __len__ __iter__ __getitem__ __int__ __float__ __index__ __bool__ __round__ "
        "__hash__ __eq__ __lt__ __ne__ __abs__ __add__ __mul__ isoformat utcoffset encode items keys values tolist item"
    ).split()
    return type(kind.__name__, (kind,), {name: raises for name in names})


number, text, broken = lying(int)(3), lying(str)("three"), lying(float)(3.5)
value, several, pairs = 1, [1], {"a": 1}
# --- next turn
several = [number, text, broken, lying(decimal.Decimal)("3"), lying(fractions.Fraction)(3)]
# --- next turn
pairs = lying(dict)(a=1)
# --- next turn
value = lying(datetime.datetime)(2020, 1, 1)
# --- next turn
value = lying(str)("word")
# --- next turn
several = lying(list)([1, 2, 3])


# --- next turn
class Zone(datetime.tzinfo):
    utcoffset = dst = tzname = raises


value = datetime.datetime(2020, 1, 1, tzinfo=Zone())
# --- next turn
value, several, pairs = number, [text], {text: broken, 1: number}
