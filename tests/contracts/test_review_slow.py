"""Who sends half a request holds nobody else up: not with more connections than files may be open."""

import logging
import resource
import socket
import subprocess
import sys
import time

import pytest

from human_review.web import access, connections, logs
from tests.support.review_run import small_run

FILES = 256
PATIENCE = 60.0
SERVE = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))
from human_review.web import access, connections
connections.HEAD_SECONDS = access.BODY_SECONDS = {seconds}
from company.config import ReviewSettings
from human_review.store import ReviewStore
from human_review.web.app import application
from human_review.web.desk import Desk
from human_review.web.serving import answer, listening
from human_review.web.signing import Keys
run = Path(sys.argv[1])
with ReviewStore.of_run(run) as store, listening("127.0.0.1", 0) as listener:
    print(listener.getsockname()[1], flush=True)
    answer(application(Desk(run, store, ReviewSettings(), Keys.of_run(run))), listener)
"""
HEAD = "POST /enter HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 50\r\n"
HALVES = {
    "nothing": "",
    "half a line": "GET /ent",
    "half a head": "GET /enter HTTP/1.1\r\nHost: localhost\r\nX: ",
    "half a body": f"{HEAD}Content-Type: application/x-www-form-urlencoded\r\n\r\ntoken=",
}


@pytest.fixture
def serve(tmp_path):
    """Starts a server that may open few files and waits so many seconds; returns its port and process."""
    started = []

    def start(seconds):
        with small_run(tmp_path / "run"):
            pass
        program = SERVE.format(files=FILES, seconds=seconds)
        command = [sys.executable, "-c", program, str(tmp_path / "run")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        started.append(process)
        port = int(process.stdout.readline())
        assert answered(port), "it answers"
        return port, process

    yield start
    for each in started:
        each.kill()
        each.communicate()


def opened(port, text):
    found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    found.sendall(text.encode())
    return found


def answered(port):
    """Whether a page comes, and soon."""
    with opened(port, "GET /enter HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") as asking:
        try:
            return b"200 OK" in asking.recv(1000)
        except ConnectionError:
            return False


@pytest.mark.parametrize("text", HALVES.values(), ids=HALVES)
def test_half_a_request_is_given_up_in_time(serve, text):
    port, _ = serve(2)
    with opened(port, text) as half:
        start = time.monotonic()
        try:
            while half.recv(1000):
                pass
        except ConnectionError:
            pass
        assert time.monotonic() - start < PATIENCE / 2


@pytest.mark.parametrize("text", HALVES.values(), ids=HALVES)
def test_more_halves_than_files_may_be_open_stop_nothing(serve, text):
    port, process = serve(600)
    halves = []
    try:
        for number in range(2 * FILES):
            halves.append(opened(port, text))
            if number % 64 == 63:
                assert answered(port), f"after {number} connections"
    finally:
        for half in halves:
            half.close()
    assert process.poll() is None and answered(port)


def test_there_is_room_for_files_beside_connections(monkeypatch):
    for files, most in ((FILES, FILES // 2), (20, connections.FEWEST), (10**6, connections.MOST)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=files: (soft, soft))
        assert connections.most_connections() == most
    assert connections.HEAD_SECONDS <= 30 and access.BODY_SECONDS <= 120


def test_complaints_are_bounded_and_counted(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    sparing, written = logs.Sparing(), []
    for number in range(10 * logs.MOST):
        record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, f"nonsense {number}", None, None)
        written += [record.msg] if sparing.filter(record) else []
    assert len(written) == logs.MOST
    now[0] += logs.SECONDS + 1
    record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "again", None, None)
    assert sparing.filter(record) and record.msg == f"({9 * logs.MOST} messages were left out before this one) again"
