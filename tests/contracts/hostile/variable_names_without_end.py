"""Names variables with ten megabytes, with numbers, with nothing, and with texts that lie about themselves."""
# where: session
# kept: maybe
# intents: value:value
# expect: .


class Name(str):
    def __eq__(self, other):
        return str.__eq__(self, other)

    __hash__ = str.__hash__

    def startswith(self, *_):
        raise SystemExit("no beginning")

    def __len__(self):
        return -1

    def encode(self, *_):
        return b"x" * 30_000_000

    __str__ = __repr__ = __format__ = isidentifier = __getitem__ = startswith


value = 1
own = globals()
for key in (
    "n" * 10_000_000,
    "m" * 10_000_001,
    5,
    10**6_000,
    None,
    b"bytes",
    ("t",) * 1_000,
    1.5,
    float("nan"),
    "",
    "\ud800",
):
    own[key] = 1
own[Name("lying")] = 1
own[Name("l" * 5_000_000)] = 1
print("named")
