"""Kaggle through its own package `kaggle`: the only module that knows it, and imports it only when it is used.

The package signs in and speaks on stdout as soon as it is imported; here it speaks to nobody, and what goes wrong
comes out as one line.
"""

from __future__ import annotations

import contextlib
import io
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.errors import ConfigError
from company.tables import unpacking

CREDENTIAL = (
    "make a token in your account's settings, https://www.kaggle.com/settings, and give it in the environment "
    "variable KAGGLE_API_TOKEN or in ~/.kaggle/access_token (older keys: KAGGLE_USERNAME and KAGGLE_KEY, or "
    "~/.kaggle/kaggle.json)"
)
_SECONDS_BETWEEN_LINES = 5.0
_SECONDS_OF_SILENCE = 60.0
"""After which Kaggle is taken to be out of reach; the package itself would wait for ever."""
_PIECE = 1 << 20
_PAGE = 200
_SAID = 200
"""Characters of Kaggle's own words that a message repeats."""
_RULES = re.compile(r"\b(rules?|accept\w*|consent\w*|agree\w*|terms)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Reference:
    """A data set, and the version of it that is meant; None: the newest."""

    owner: str
    name: str
    version: int | None

    def __str__(self) -> str:
        version = "" if self.version is None else f"/versions/{self.version}"
        return f"{self.owner}/{self.name}{version}"


@dataclass(frozen=True)
class RemoteFile:
    """A file of a data set, not downloaded."""

    name: str
    """With its folders, if it is in any."""
    size: int
    """Bytes."""


class Kaggle:
    """Kaggle, signed in and asked about one data set; every method raises ConfigError for what goes wrong there."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self._api = _signed_in(reference)

    def described(self) -> Any:
        """Return Kaggle's description of the data set as it is now, in the package's own type `ApiDataset`."""
        from kagglesdk.datasets.types.dataset_api_service import (  # type: ignore[import-untyped]
            ApiGetDatasetRequest,
        )

        request = ApiGetDatasetRequest()
        request.owner_slug, request.dataset_slug = self.reference.owner, self.reference.name
        with _in_one_line(self.reference), self._api.build_kaggle_client() as client:
            return client.datasets.dataset_api_client.get_dataset(request)

    def files(self, version: int) -> list[RemoteFile]:
        """Return the files of one version."""
        found: list[RemoteFile] = []
        token = None
        with _in_one_line(self.reference):
            while True:
                asked = f"{self.reference.owner}/{self.reference.name}/{version}"
                page = self._api.dataset_list_files(asked, page_token=token, page_size=_PAGE)
                if page.error_message:
                    raise ConfigError(f"Kaggle does not list the files of {self.reference}: {page.error_message}")
                found += [RemoteFile(file.name, file.total_bytes or 0) for file in page.files]
                if not page.next_page_token or page.next_page_token == token:
                    return found
                token = page.next_page_token

    def download(self, name: str, version: int, target: Path, say: Callable[[str], None]) -> None:
        """Write what Kaggle sends for a file to target, often a zip of it; `say` is given the progress now and then."""
        from kagglesdk.datasets.types.dataset_api_service import ApiDownloadDatasetRequest

        request = ApiDownloadDatasetRequest()
        request.owner_slug, request.dataset_slug = self.reference.owner, self.reference.name
        request.dataset_version_number, request.file_name = version, name
        with (
            _in_one_line(self.reference),
            self._api.build_kaggle_client() as client,
            contextlib.closing(client.datasets.dataset_api_client.download_dataset(request)) as response,
        ):
            _stream(response, target, name, say)


def size_in_words(size: int) -> str:
    """Return bytes in decimal units, as Kaggle's pages give them."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"


def _stream(response: Any, target: Path, name: str, say: Callable[[str], None]) -> None:
    size = int(response.headers.get("Content-Length") or 0)
    total = f" of {size_in_words(size)}" if size else ""
    done, last = 0, time.monotonic()
    with target.open("wb") as file:
        for piece in response.iter_content(_PIECE):
            done += len(piece)
            if max(done, size) > unpacking.LARGEST:
                raise ConfigError(
                    f"{name} is larger than {unpacking.LARGEST >> 20:,} MiB, which is no table to make a benchmark "
                    "of; give a smaller one"
                )
            file.write(piece)
            if time.monotonic() - last > _SECONDS_BETWEEN_LINES:
                last = time.monotonic()
                say(f"downloading {name}: {size_in_words(done)}{total}")


def _signed_in(reference: Reference) -> Any:
    try:
        # The package asks Kaggle about the credential while it is imported, and makes a folder for its settings.
        with _in_one_line(reference):
            from kaggle.api.kaggle_api_extended import KaggleApi  # type: ignore[import-untyped]
    except ModuleNotFoundError as missing:
        raise ConfigError(
            f"{reference} is on Kaggle, and the package `{(missing.name or 'kaggle').split('.')[0]}` is not installed; "
            "run: pip install 'decision-company[kaggle]'"
        ) from None
    except OSError as error:
        raise ConfigError(
            f"the package `kaggle` cannot make its folder {error.filename} ({error.strerror}); "
            "name one that can be written in the environment variable KAGGLE_CONFIG_DIR"
        ) from None
    api = KaggleApi()
    with _in_one_line(reference):
        try:
            api.authenticate()
        except SystemExit:
            raise ConfigError(f"{reference} needs a Kaggle credential: {_lacking(api)}; {CREDENTIAL}") from None
    return api


def _lacking(api: Any) -> str:
    """Return the parts of a credential that are there, though Kaggle's package found none to use."""
    from kagglesdk import get_access_token_from_env  # type: ignore[import-untyped]

    token, place = get_access_token_from_env()
    if token:
        return f"Kaggle does not accept the token in {place if place.isupper() else f'~/.kaggle/{place}'}"
    if Path(api.config).is_file():
        return f"{api.config} holds no username and key"
    return "there is none"


@contextlib.contextmanager
def _in_one_line(reference: Reference) -> Iterator[None]:
    """Keep the package from stdout and from waiting for ever, and put what it raises into words."""
    import requests

    try:
        with contextlib.redirect_stdout(io.StringIO()), _impatient():
            yield
    except requests.exceptions.HTTPError as error:
        raise _refused(reference, error) from None
    except requests.exceptions.ChunkedEncodingError:
        raise ConfigError(f"the download of {reference} from Kaggle broke off; run again to download it anew") from None
    except (requests.exceptions.ConnectionError, requests.exceptions.Timeout) as error:
        cause = getattr(error.args[0] if error.args else None, "reason", None) or error
        raise ConfigError(
            f"Kaggle cannot be reached for {reference} ({type(cause).__name__}); "
            "see to the network or the proxy, and run again"
        ) from None
    except (requests.exceptions.RequestException, KeyError, TypeError, AttributeError, ValueError) as error:
        raise ConfigError(
            f"Kaggle's answer about {reference} is not one that the package `kaggle` understands "
            f"({type(error).__name__}: {_short(str(error))}); try again later, or: pip install --upgrade kaggle"
        ) from None


@contextlib.contextmanager
def _impatient() -> Iterator[None]:
    """Give each request that is sent meanwhile a timeout, where it has none; the package takes no word for one."""
    from requests.adapters import HTTPAdapter

    send = HTTPAdapter.send

    def bounded(adapter: Any, request: Any, timeout: Any = None, **more: Any) -> Any:
        return send(adapter, request, timeout=timeout or _SECONDS_OF_SILENCE, **more)

    setattr(HTTPAdapter, "send", bounded)  # noqa: B010 - mypy takes no assignment to a method
    try:
        yield
    finally:
        setattr(HTTPAdapter, "send", send)  # noqa: B010


def _refused(reference: Reference, error: Any) -> ConfigError:
    response = error.response
    status, said = _answer(response)
    page = f"https://www.kaggle.com/datasets/{reference.owner}/{reference.name}"
    told = f"{status}: {_short(said)}" if said else str(status)
    if status == 401:
        return ConfigError(f"Kaggle does not accept the credential ({told}) when asked for {reference}; {CREDENTIAL}")
    if status == 403 and _RULES.search(said):
        return ConfigError(
            f"Kaggle gives {reference} only to those who have accepted its rules ({told}); "
            f"accept them at {page}, and run again"
        )
    if status == 403:
        return ConfigError(
            f"Kaggle does not give {reference} to this account ({told}); see whether {page} opens for it, "
            "and whether the token is the right one"
        )
    if status == 404:
        return ConfigError(f"there is no {reference} on Kaggle ({told}); take owner, name and version from its address")
    if status == 429:
        return ConfigError(f"Kaggle has been asked too often ({told}) to give {reference} now; wait, and run again")
    return ConfigError(f"Kaggle failed ({told}) when asked for {reference}; try again later")


def _answer(response: Any) -> tuple[int, str]:
    """Return the status of a refusal, and Kaggle's words with it."""
    try:
        body = response.json()
    except ValueError:
        body = {}
    body = body if isinstance(body, dict) else {}
    code = body.get("code")
    status = response.status_code if response.status_code >= 400 or not isinstance(code, int) else code
    return status, str(body.get("message") or "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SAID else f"{line[:_SAID]} …"
