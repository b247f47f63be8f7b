"""Captions before people at full size: 3 experts and 4 readers with care, then 16 clients in chaos, over HTTP.

    python -m perf.review_captions [SETS]

20 sets are 20 rankings and 140 captions. Nothing may be adjudicated or lost, and nobody may meet both twins.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.support.captions_chaos import Study, judged


def main(sets: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        people = {"experts": 3, "readers": 4}
        # Of four readers, two are left for a caption whose twin the two others have met.
        overlap = {"caption_set": 3, "caption": 2}
        told("3 experts and 4 readers", judged(Path(folder) / "a", sets, people, chaos=False, overlap=overlap))
        crowd = {"experts": 6, "readers": 10}
        told("16 clients in chaos", judged(Path(folder) / "b", sets, crowd, chaos=True, overlap=overlap))


def told(name: str, found: Study) -> None:
    print(f"{name}: {found.seconds:.1f} s; {dict(sorted(found.did.items()))}")
    print(f"  items: {dict(found.states)}; published {found.kept}, taken {found.submitted}")
    print(f"  adjudicated {found.adjudications}, short of opinions {found.missing}, met both twins {found.pairs}")
    print("".join(f"  problem: {each}\n" for each in found.problems), end="")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
