"""What the review's server does beside answering, and that its answers do not wait."""

import shutil
import socket
import time

from company.archive import Archive
from company.config import ReviewSettings
from human_review.store import ReviewStore
from human_review.web.desk import Shelf
from human_review.web.serving import listening
from human_review.web.tending import tended
from tests.support.review import persona


def items(store, wanted):
    """The number of items, once it is what is wanted, or after some patience."""
    deadline = time.monotonic() + 30
    while len(store.items()) != wanted and time.monotonic() < deadline:
        time.sleep(0.1)
    return len(store.items())


def test_the_queue_is_filled_beside_the_pages_and_what_goes_wrong_is_told_once(tmp_path):
    run, said = tmp_path / "run", []
    with Archive.create(run) as archive, ReviewStore.of_run(run) as store:
        archive.put(persona(1))
        with tended(run, None, ReviewSettings(), said.append, seconds=0.2):
            assert items(store, 1) == 1
            archive.put(persona(2))
            assert items(store, 2) == 2
            assert said == []
            (run / "company.sqlite").rename(run / "away")
            deadline = time.monotonic() + 30
            while not said and time.monotonic() < deadline:
                time.sleep(0.1)
            time.sleep(1)
            assert len(said) == 1 and "is not a run" in said[0]
            (run / "away").rename(run / "company.sqlite")


def test_a_run_that_is_made_anew_in_its_place_is_read_anew(tmp_path):
    shelf = Shelf(tmp_path)
    for number in (1, 2):
        with Archive.create(tmp_path / "new") as archive:
            archive.put(persona(number))
        for file in (tmp_path / "new").iterdir():
            file.replace(tmp_path / file.name)
        assert [each.id for each in shelf.archive().records("persona")] == [f"shop.p{number}"]
        assert shelf.archive() is shelf.archive()
        shutil.rmtree(tmp_path / "new")
    shelf.close()


def test_an_answer_does_not_wait_for_its_second_part():
    with listening("127.0.0.1", None) as opened:
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
