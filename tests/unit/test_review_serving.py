"""`company review RUN`: where it listens, who is let in, and what its commands print."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from company import cli
from company.archive import Archive
from company.errors import ConfigError, ReviewError
from human_review.store import ReviewStore
from human_review.web import serving
from human_review.web.signing import FILE, Keys
from tests.support.commands import COMMAND
from tests.support.review import invited, proposal
from tests.support.review_run import small_run


@pytest.fixture
def run(tmp_path):
    with small_run(tmp_path / "run"):
        return tmp_path / "run"


def test_people_are_invited_listed_and_dismissed(run, capsys):
    assert cli.main(["review", str(run), "people"]) == 0
    assert "nobody is invited yet" in capsys.readouterr().out
    assert cli.main(["review", str(run), "invite", "Ann B", "--role", "adjudicator"]) == 0
    said = capsys.readouterr().out
    token = re.search(r"http://localhost:8765/enter#(\S+)\n", said)[1]
    assert "signs in Ann B as adjudicator" in said and "ended" not in said
    with ReviewStore.of_run(run) as store:
        assert store.reviewer(token).role == "adjudicator"
    assert cli.main(["review", str(run), "invite", "Ann B"]) == 0
    said = capsys.readouterr().out
    assert "as adjudicator" in said and "have ended" in said
    with ReviewStore.of_run(run) as store, pytest.raises(ReviewError, match="not valid"):
        store.reviewer(token)
    assert cli.main(["review", str(run), "people", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "id": 1,
            "name": "Ann B",
            "role": "adjudicator",
            "active": True,
            "skills": [],
            "share": None,
            "ahead": [],
            "groups": [],
        }
    ]
    assert cli.main(["review", str(run), "dismiss", "Ann B"]) == 0
    assert cli.main(["review", str(run), "people"]) == 0
    assert "Ann B: adjudicator, dismissed" in capsys.readouterr().out


def test_a_part_of_a_kind_is_given_listed_and_taken_back(run, capsys):
    def said(*arguments):
        code = cli.main(["review", str(run), "shares", *arguments])
        told = capsys.readouterr()
        return code, told.out + told.err

    assert "nobody is given a part" in said("list")[1]
    with ReviewStore.of_run(run) as store:
        invited(store, "Ann")
        store.add([proposal(number) for number in range(10)])
    code, told = said("add", "persona", "30", "--person", "Ann")
    assert (code, told) == (0, "Ann: 30 % of persona: 3 of 10; 0 judged, 3 to come\n")
    figures = {"items": 10, "given": 3, "done": 0, "waiting": 3, "others": 0}
    whole = [{"kind": "persona", "person": "Ann", "group": None, "share": 0.3, **figures}]
    assert json.loads(said("list", "--json")[1]) == json.loads(said("list", "--json")[1]) == whole
    for arguments, words in (
        (["add", "persona", "30", "--person", "Zoe"], "there is no such reviewer"),
        (["add", "persona", "30", "--group", "poets"], "has no such group"),
        (["add", "crown", "30", "--person", "Ann"], "nobody is asked about a 'crown'"),
        (["add", "persona", "0", "--person", "Ann"], "more than 0"),
        (["remove", "turn", "--person", "Ann"], "no such share"),
    ):
        code, told = said(*arguments)
        assert code in (1, 2) and words in told, arguments
    assert said("remove", "persona", "--person", "Ann") == (
        0,
        "the persona items that were kept for Ann are everybody's\n",
    )
    assert json.loads(said("list", "--json")[1]) == []


@pytest.mark.parametrize(
    ("arguments", "link"),
    [
        (["invite", "Ann"], "http://localhost:8765"),
        (["invite", "Ann", "--port", "9000"], "http://localhost:9000"),
        (["--port", "9000", "invite", "Ann"], "http://localhost:9000"),
        (["invite", "Ann", "--host", "review.example", "--port", "80"], "http://review.example:80"),
        (["invite", "Ann", "--host", "0.0.0.0"], f"http://{socket.gethostname()}:8765"),
        (["invite", "Ann", "--address", "https://review.example/"], "https://review.example"),
        (["--address", "https://review.example", "invite", "Ann"], "https://review.example"),
    ],
)
def test_an_invitation_leads_where_the_review_will_be_found(run, capsys, arguments, link):
    assert cli.main(["review", str(run), *arguments]) == 0
    assert capsys.readouterr().out.startswith(f"{link}/enter#")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["dismiss", "Nobody"], 1, "there is no reviewer 'Nobody'"),
        (["invite", " "], 1, "needs a name"),
        (["--port", "70000"], 2, "is no port"),
        (["--address", "review.example"], 2, "is no place to start from"),
        (["invite", "Ann", "--port", "70000"], 2, "is no port"),
        (["invite", "Ann", "--address", "https://x/y"], 2, "is no place to start from"),
        (["--host", "0.0.0.0"], 1, "nobody is invited"),
        (["--database", "mysql://x/y"], 1, "no database of PostgreSQL"),
    ],
)
def test_wrong_use_is_told_in_a_line(run, capsys, arguments, code, said):
    assert cli.main(["review", str(run), *arguments]) == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["invite", "Ann"], ["people"]])
def test_a_folder_that_is_no_run_gets_no_queue(tmp_path, capsys, arguments):
    assert cli.main(["review", str(tmp_path), *arguments]) == 1
    assert "is not a run" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_database_may_be_named_before_or_after_the_command(run, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("human_review.web.commands.opened_store", lambda chosen: asked.append(chosen.database) or 1 / 0)
    for arguments in (["--database", "x", "people"], ["people", "--database", "x"], ["people"]):
        cli.main(["review", str(run), *arguments])
    assert asked == ["x", "x", None]


def test_a_port_that_is_taken_is_passed_over_unless_it_was_asked_for(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", port)
        with serving.listening("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + serving.PORTS_TRIED
        with pytest.raises(ConfigError, match=f"port {port} is taken"):
            serving.listening("127.0.0.1", port)
    with pytest.raises(ConfigError, match="--host"):
        serving.listening("no such host.invalid", 1)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.9", "::1"])
def test_what_lies_within_this_machine(host):
    assert not serving.beyond_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "review.example"])
def test_what_lies_beyond_this_machine(host):
    assert serving.beyond_loopback(host)


def test_who_starts_it_is_an_admin_and_starting_again_ends_no_session(run, monkeypatch):
    monkeypatch.setattr(serving.getpass, "getuser", lambda: "eve")
    with ReviewStore.of_run(run) as store:
        first = serving.starter(store)
        assert (first.name, first.role) == ("eve", "admin")
        events = store.events()
        assert serving.starter(store) == first and store.events() == events
        store.invite("eve", "reviewer")
        assert serving.starter(store).role == "admin"


def test_the_key_is_made_once_and_read_by_its_owner_alone(run):
    first = Keys.of_run(run)
    assert Keys.of_run(run) == first and len(first.secret) == 32
    assert stat.S_IMODE((run / FILE).stat().st_mode) == 0o600
    assert first.secret.hex() not in repr(first) and repr(first) == "Keys()"
    assert [file.name for file in run.iterdir() if file.name.startswith(FILE)] == [FILE]
    (run / FILE).write_bytes(b"")
    with pytest.raises(ReviewError, match="remove it"):
        Keys.of_run(run)


@pytest.mark.slow
def test_served_to_a_browser_from_one_command_until_ctrl_c(run):
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [*COMMAND, "review", str(run), "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as process:
        try:
            lines = []
            for line in process.stdout:
                lines.append(line)
                if "Ctrl+C" in line:
                    break
            said = "".join(lines)
            address, ticket = re.search(r"open: (http://localhost:\d+)/enter#(\S+)", said).groups()
            assert (run / serving.ADDRESS).read_text().strip() == address
            assert re.search(r"\d+ open for you", said)
            assert "Sign in" in answered(address + "/enter")
            invited = subprocess.run([*COMMAND, "review", str(run), "invite", "Ann"], capture_output=True, text=True)
            assert invited.stdout.startswith(f"{address}/enter#")
            assert ticket.startswith("start.1.")
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
        finally:
            process.kill()
    assert not (run / serving.ADDRESS).exists()
    with ReviewStore.of_run(run) as store, Archive.open(run):
        assert len(store.items(most=100)) == 10, "the queue was filled"


def answered(place):
    for _ in range(100):
        try:
            with urllib.request.urlopen(place, timeout=10) as answer:
                return answer.read().decode()
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(f"{place} does not answer")


@pytest.mark.slow
def test_help_comes_without_what_only_the_server_needs():
    script = "import sys; from company.cli import entry; entry.parser_for(['review']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"fastapi", "uvicorn", "jinja2"} & set(loaded)
