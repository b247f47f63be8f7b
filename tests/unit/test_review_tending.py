"""What the review's server does beside answering, and that its answers do not wait."""

import shutil
import socket
import time

import pytest

from company.archive import Archive
from company.config import bundled_scenarios
from company.errors import ConfigError
from company.reviewing import settings_of
from human_review.queueing.following import Followed
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


@pytest.mark.slow
def test_the_queue_is_filled_beside_the_pages_and_what_goes_wrong_is_told_once(tmp_path):
    run, said = tmp_path / "run", []
    with Archive.create(run) as archive, ReviewStore.of_run(run) as store:
        archive.put(persona(1))
        with tended(run, None, None, said.append, seconds=0.2):
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


@pytest.mark.slow
def test_a_review_goes_by_its_scenarios_file_as_that_changes(tmp_path):
    run, said, scenario = tmp_path / "run", [], tmp_path / "shop" / "simulation.toml"
    scenario.parent.mkdir()
    (scenario.parent / "shop.csv").write_text("city,price\nLyon,10\nNice,30\n")

    def says(review):
        scenario.write_text(f'[table]\nfile = "shop.csv"\n\n[targets]\nnormal = 1\n\n[review]\n{review}\n')

    with Archive.create(run) as archive, ReviewStore.of_run(run) as store:
        archive.put(persona(1))
        says('of = ["case"]')
        assert Followed(run, scenario).take_up() and settings_of(archive).of == ("case",)
        with tended(run, None, scenario, said.append, seconds=0.2):
            assert (items(store, 0), said) == (0, [])
            says('of = ["persona", "case"]\noverlap = 3')
            assert items(store, 1) == 1 and store.items()[0].overlap == 3
            says("overlap = 77")
            deadline = time.monotonic() + 30
            while not said and time.monotonic() < deadline:
                time.sleep(0.1)
            assert len(said) == 1 and "overlap" in said[0], said
            assert settings_of(archive).overlap == 3, "what was usable last holds"


def test_a_scenario_of_another_family_is_refused(tmp_path):
    with Archive.create(tmp_path / "run") as archive:
        before = settings_of(archive)
        with pytest.raises(ConfigError, match="another family"):
            Followed(tmp_path / "run", bundled_scenarios()["figure_captions"]).take_up()
        assert settings_of(archive) == before
