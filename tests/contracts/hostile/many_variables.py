"""Makes a hundred thousand variables, some of whose names are no names."""
# where: session
# kept: maybe
# expect: .

for number in range(100_000):
    globals()[f"variable_{number}"] = number
globals().update({"two\nlines": 1, "\ud800": 2, "x" * 1_000_000: 3, "": 4, "\0": 5})
print("many")
