"""Leaves marks wherever something might outlive it, and looks for those of others who have done the same."""
# expect: nothing

import contextlib
import os
import tempfile

MARK = "mark-of-another-dialogue"
places = [tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev/mqueue", os.path.expanduser("~")]
places += [os.path.expanduser("~/.cache"), os.path.expanduser("~/.config"), "/run/lock", "/var/lock", "..", "../.."]
with contextlib.suppress(ImportError):
    import matplotlib

    places += [matplotlib.get_cachedir(), matplotlib.get_configdir()]
with contextlib.suppress(ImportError):
    import mpl_toolkits

    places += list(mpl_toolkits.__path__)
own = {os.path.realpath(each) for each in (".", "~", tempfile.gettempdir())} | {
    os.path.realpath(os.path.expanduser("~"))
}
for place in {os.path.realpath(each) for each in places}:
    mark = os.path.join(place, MARK)
    if os.path.lexists(mark):
        print("ESCAPED: found in", place)
    with contextlib.suppress(OSError):
        os.symlink("x", mark)
        if not any(f"{place}/".startswith(f"{each}/") for each in own):
            print("ESCAPED: left in", place)
print("nothing")
