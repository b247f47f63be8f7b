"""A small loopback server that answers as a hub of data sets does, for the real client of `huggingface_hub`."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.support.listening import listening

TOKEN = "hf_good"
COMMIT = "1" * 40


@dataclass
class Repository:
    """A data set as it is on the hub."""

    private: bool
    files: dict[str, bytes] = field(default_factory=dict)
    commits: list[str] = field(default_factory=list)
    """The summary of each."""


@dataclass
class Hub:
    """What it holds, and how it answers."""

    repositories: dict[str, Repository] = field(default_factory=dict)
    refused: tuple[int, str] | None = None
    """Status and words with which every writing is refused."""
    stored: dict[str, bytes] = field(default_factory=dict)
    """Large files, by their hash, that wait for a commit."""
    asked: list[str] = field(default_factory=list)
    """Method and path of every request."""
    address: str = ""


@contextmanager
def hub() -> Iterator[Hub]:
    """A hub on a free port of this machine."""
    state = Hub()

    class Answers(_Answers):
        hub = state

    with listening(Answers) as state.address:
        yield state


class _Answers(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        path, body = self._heard()
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._fail(401, "Invalid username or password.")
        elif self.hub.refused and not path.startswith("/api/validate-yaml"):
            self._fail(*self.hub.refused)
        elif path == "/api/repos/create":
            self._create(json.loads(body))
        elif path == "/api/validate-yaml":
            self._say({"errors": [], "warnings": []})
        elif path.endswith("/preupload/main"):
            files = [{"path": each["path"], **self._mode(each)} for each in json.loads(body)["files"]]
            self._say({"files": files})
        elif path.endswith("/info/lfs/objects/batch"):
            self._say({"transfer": "basic", "objects": [self._object(each) for each in json.loads(body)["objects"]]})
        elif "/commit/main" in path:
            self._commit(path, body)
        else:
            self._fail(404, "There is nothing here.")

    def do_PUT(self) -> None:
        path, body = self._heard()
        self.hub.stored[path.rpartition("/")[2]] = body
        self._say({})

    def do_GET(self) -> None:
        path, _ = self._heard()
        name = path.removeprefix("/api/datasets/").partition("/revision/")[0].partition("/tree/")[0]
        found = self.hub.repositories.get(name)
        if found is None:
            self._fail(404, "Repository not found")
        elif "/tree/" in path:
            self._say([{"type": "file", "path": each, "size": 1, "oid": "0" * 40} for each in found.files])
        else:
            files = [{"rfilename": each} for each in found.files]
            self._say({"id": name, "private": found.private, "sha": COMMIT, "siblings": files})

    def _create(self, asked: dict[str, Any]) -> None:
        name = f"{asked['organization']}/{asked['name']}"
        assert asked["type"] == "dataset"
        if name in self.hub.repositories:
            url = f"{self.hub.address}/datasets/{name}"
            self._say({"error": "You already created this dataset repo", "url": url}, 409)
            return
        self.hub.repositories[name] = Repository(bool(asked.get("private")) or asked.get("visibility") == "private")
        self._say({"url": f"{self.hub.address}/datasets/{name}"})

    def _mode(self, file: dict[str, Any]) -> dict[str, Any]:
        large = file["path"].endswith((".parquet", ".png"))
        return {"uploadMode": "lfs" if large else "regular", "shouldIgnore": False, "oid": None}

    def _object(self, each: dict[str, Any]) -> dict[str, Any]:
        href = f"{self.hub.address}/store/{each['oid']}"
        return {"oid": each["oid"], "size": each["size"], "actions": {"upload": {"href": href}}}

    def _commit(self, path: str, body: bytes) -> None:
        name = path.removeprefix("/api/datasets/").partition("/commit/")[0]
        repository = self.hub.repositories[name]
        for line in map(json.loads, body.splitlines()):
            value = line["value"]
            if line["key"] == "header":
                repository.commits.append(value["summary"])
            elif line["key"] == "file":
                repository.files[value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                stored = self.hub.stored[value["oid"]]
                assert hashlib.sha256(stored).hexdigest() == value["oid"]
                repository.files[value["path"]] = stored
            elif line["key"] == "deletedFile":
                del repository.files[value["path"]]
        told = {"commitUrl": f"{self.hub.address}/datasets/{name}/commit/{COMMIT}", "commitOid": COMMIT}
        self._say({"success": True, "hookOutput": "", "pullRequestUrl": None, **told})

    def _heard(self) -> tuple[str, bytes]:
        path = unquote(urlsplit(self.path).path)
        self.hub.asked.append(f"{self.command} {path}")
        return path, self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _say(self, content: Any, status: int = 200) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _fail(self, status: int, words: str) -> None:
        self._say({"error": words}, status)

    def log_message(self, *_: Any) -> None:
        """Nothing: tests read what was asked."""
