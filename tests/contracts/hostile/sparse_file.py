"""Makes a file that is far larger than the disk by writing nothing at all."""
# expect: OSError: .*(too large|not permitted)

with open("sparse", "wb") as file:
    file.truncate(1 << 40)
print("ESCAPED: made a file of a terabyte")
