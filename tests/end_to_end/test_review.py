"""People's decisions on a real run: edits stay, what hung on them is made again and asked about again."""

import shutil
from pathlib import Path
from typing import Any

from commands import Run
from review import invited, submission

from company.archive import Archive
from company.config import ReviewSettings
from human_review.queueing import apply, fill
from human_review.store import ReviewStore
from human_review.verdicts import Edit, Reject, Said

TOLD = ReviewSettings(overlap=1)


def test_a_run_goes_on_from_what_people_decided(
    company: Run, simulated: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    shutil.copytree(simulated[0], run)
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        (ann,) = invited(store, "Ann")
        assert fill(archive, store, TOLD).added == len(store.items(most=1000))

        def judge(record: str, said: Said) -> None:
            (item,) = [each for each in store.items(text=record, most=1000) if each.record == record]
            assert store.submit(ann, submission(store.take(ann, item.id), said)).state == "decided"

        first, second, *_ = [each for each in archive.records("turn", ["accepted"]) if each.code is not None]
        judge(first.id, Edit(changes={"code": f"{first.code}\n# looked at by a person"}, outcome="as before"))
        last = archive.records("case", ["accepted"])[-1]
        judge(last.id, Reject(reasons=("too easy",)))
        assert (done := apply(archive, store, settled_for=0)).edited == done.rejected == 1
        gone = {case.id for case in archive.records("case", ["stale"])}
        assert f"{first.id}.normal" in gone and f"{second.id}.normal" in gone
    again = company("simulate", "wine", "--out", run, "--limit", "10", "--json")
    assert again.returncode == 0, again.stderr
    with Archive.open(run) as archive, ReviewStore.of_run(run) as store:
        assert archive.get(first.id).status == "edited"
        case = archive.get(f"{first.id}.normal")
        assert case.status == "accepted" and "looked at by a person" in case.entry["ref_code_all"]
        assert archive.get(last.id).status == "rejected"
        assert len(archive.records("case", ["accepted"])) == 10
        filled = fill(archive, store, TOLD)
        assert filled.added > 0
        proposed = {item.record for item in store.items(state="open", most=1000)}
        assert case.id in proposed and first.id not in proposed and last.id not in proposed
        assert fill(archive, store, TOLD).added == 0
        assert {item.record for item in store.items(state="decided", most=1000)} == {first.id, last.id}
