"""A small loopback server that answers as Kaggle's API does, for the real client of the `kaggle` package.

It can stand for https://api.kaggle.com itself, or be the HTTP proxy of a client that asks http://localhost.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from tests.support.listening import listening

TOKEN, USER, KEY = "KGAT_good", "ada", "0123456789"
SHOPS = "town,day,sales\n" + "".join(f"{'Oslo' if n % 3 else 'Bergen'},2024-01-{n:02d},{n}.5\n" for n in range(1, 29))


@dataclass
class DataSet:
    """A data set as its owner put it there."""

    versions: list[dict[str, bytes]]
    """Name → content of the files, version 1 first."""
    facts: dict[str, Any] = field(default_factory=dict)
    refused: tuple[int, str] | None = None
    """Status and message with which it is not given to anybody."""
    packed: bool = True
    """Files are sent as zips, as Kaggle sends all but small ones."""


@dataclass
class StandIn:
    """What the server holds, and what it was asked."""

    data_sets: dict[str, DataSet] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Method and body of each call, and "download" for each file that was sent."""
    sent: dict[str, bytes] = field(default_factory=dict)
    """File → what is sent for it instead."""
    broken_off: bool = False
    """Downloads end before they are whole."""
    silent_seconds: float = 0.0
    """Before each answer."""
    failing: tuple[int, bytes] | None = None
    """Status and body of every answer."""
    url: str = ""

    def methods(self) -> list[str]:
        return [method for method, _ in self.asked]

    def answer(self, method: str, body: dict[str, Any], authorization: str) -> tuple[int, Any]:
        """Status and JSON; a file is a status 302 and where it is."""
        if method == "IntrospectToken":
            active = body["token"] == TOKEN
            return 200, {"active": active, "username": USER if active else ""}
        basic = "Basic " + base64.b64encode(f"{USER}:{KEY}".encode()).decode()
        if authorization not in (f"Bearer {TOKEN}", basic):
            return 401, _problem(401, "Unauthenticated")
        reference = f"{body['ownerSlug']}/{body['datasetSlug']}"
        data_set = self.data_sets.get(reference)
        if data_set is None:
            return 404, _problem(404, f"Dataset {reference} was not found")
        if data_set.refused:
            return data_set.refused[0], _problem(*data_set.refused)
        if method == "GetDataset":
            newest = {"ref": reference, "currentVersionNumber": len(data_set.versions)}
            return 200, {**newest, **data_set.facts}
        number = body.get("datasetVersionNumber") or len(data_set.versions)
        if number > len(data_set.versions):
            return 404, _problem(404, f"Version {number} of {reference} was not found")
        files = data_set.versions[number - 1]
        if method == "ListDatasetFiles":
            return 200, _page(files, int(body.get("pageToken") or 0), int(body.get("pageSize") or 20))
        assert method == "DownloadDataset", method
        name = body["fileName"]
        if name not in files:
            return 404, _problem(404, f"File {name} was not found")
        return 302, f"{self.url}/storage/{reference}/{number}/{quote(name)}"

    def file(self, path: str) -> bytes:
        owner, name, number, file = path.split("/", 3)
        data_set = self.data_sets[f"{owner}/{name}"]
        if file in self.sent:
            return self.sent[file]
        content = data_set.versions[int(number) - 1][file]
        return zipped({file.rpartition("/")[2]: content}) if data_set.packed else content


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip of these files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def _problem(code: int, message: str) -> dict[str, Any]:
    return {"code": code, "message": message}


def _page(files: dict[str, bytes], start: int, size: int) -> dict[str, Any]:
    names = list(files)[start : start + size]
    page: dict[str, Any] = {"datasetFiles": [{"name": name, "totalBytes": len(files[name])} for name in names]}
    return {**page, "nextPageToken": str(start + size)} if start + size < len(files) else page


@contextmanager
def standing_in() -> Iterator[StandIn]:
    """The server, on a free port of this machine, for as long as the block runs."""
    held = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            method = urlsplit(self.path).path.rpartition("/")[2]
            held.asked.append((method, body))
            time.sleep(held.silent_seconds)
            status, said = held.answer(method, body, self.headers.get("Authorization", ""))
            if held.failing:
                self._send(held.failing[0], held.failing[1], "text/html")
            elif status == 302:
                self.send_response(302)
                self.send_header("Location", said)
                self.send_header("Content-Length", "0")
                self.end_headers()
            else:
                self._send(status, json.dumps(said).encode(), "application/json")

        def do_GET(self) -> None:
            held.asked.append(("download", {}))
            content = held.file(unquote(urlsplit(self.path).path).removeprefix("/storage/"))
            self._send(200, content, "application/octet-stream")

        def _send(self, status: int, content: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            # The client says on stdout that it is out of date.
            self.send_header("X-Kaggle-APIVersion", "99.0.0")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            half = held.broken_off and kind == "application/octet-stream"
            with contextlib.suppress(ConnectionError):  # a client that has heard enough is gone
                self.wfile.write(content[: len(content) // 2] if half else content)

        def log_message(self, *_: object) -> None:
            pass

    with listening(Handler) as held.url:
        yield held
