"""A benchmark folder uploaded to a hub of data sets, in one commit, with the client of the optional extra `hub`."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from company.benchmark.files import PROVENANCE, RESOURCE
from company.benchmark.publishing.origin import read_provenance
from company.errors import ConfigError

if TYPE_CHECKING:
    from huggingface_hub import HfApi

REPO: Final = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
TOKEN: Final = "set HF_TOKEN to a token that may write, or log in once with `hf auth login`"
_MESSAGE: Final = "Benchmark written by Decision Company"
_LONGEST: Final = 300


def ready_to_push(repo: str | None, *, private: bool = False) -> None:
    """Check that a push could begin, before any work is done for it; nothing is asked of the hub yet.

    Raises ConfigError for a name that is none, where the extra is not installed, and where there is no token.
    """
    if repo is None:
        if private:
            raise ConfigError("--private goes with --push OWNER/NAME; add it, or leave both out")
        return
    if not REPO.fullmatch(repo):
        raise ConfigError(f"--push {repo}: give OWNER/NAME, of letters, digits, dots, hyphens and underscores")
    if importlib.util.find_spec("huggingface_hub") is None:
        raise ConfigError("--push needs an extra: pip install 'decision-company[hub]'")
    from huggingface_hub import get_token

    if get_token() is None:
        raise ConfigError(f"--push {repo} needs a token of the hub; {TOKEN}")


def push(folder: Path, repo: str, *, private: bool = False) -> str:
    """Upload a benchmark folder as the data set OWNER/NAME, and say where it is.

    The repository is made where there is none. All changes are one commit: files that the folder has no longer are
    deleted. Tables that may not be passed on are not sent, wherever they come from. Raises ConfigError for a folder of
    held-back gold, or one that does not say what it was made of, and where the hub refuses or cannot be reached.
    """
    ready_to_push(repo, private=private)
    unsent = _unsent(folder)
    from httpx2 import HTTPError
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError
    from huggingface_hub.utils.tqdm import disable_progress_bars

    disable_progress_bars()
    api = HfApi(library_name="decision-company")
    try:
        _make(api, repo, private)
        api.upload_folder(
            repo_id=repo,
            repo_type="dataset",
            folder_path=folder,
            commit_message=_MESSAGE,
            ignore_patterns=unsent,
            delete_patterns="*",
        )
        return f"{api.endpoint}/datasets/{repo}"
    except HfHubHTTPError as error:
        raise _refused(repo, error) from None
    except HTTPError as error:
        raise ConfigError(
            f"the hub at {api.endpoint} cannot be reached ({type(error).__name__}: {error}); nothing was changed there "
            "that is seen. Look at the network and at HF_ENDPOINT, and run again"
        ) from None
    except (OSError, ValueError, RuntimeError) as error:
        raise ConfigError(f"{repo} was not pushed: {str(error)[:_LONGEST]}; see to that, and run again") from None


def _make(api: HfApi, repo: str, private: bool) -> None:
    """Make the repository, where there is none; one that all can see is not taken for a private one."""
    api.create_repo(repo, repo_type="dataset", private=private, exist_ok=True)
    if private and api.repo_info(repo, repo_type="dataset").private is False:
        raise ConfigError(
            f"{repo} is there already, and everybody can see it; nothing was uploaded. Make it private on the hub, or "
            "give another name"
        )


def _unsent(folder: Path) -> list[str]:
    """Return sources that may not be passed on. Raises ConfigError for a folder that is not to be sent."""
    told = read_provenance(folder)
    if told is None:
        raise ConfigError(f"{folder} has no {PROVENANCE} that tells what may be passed on; export the run again")
    if told.export.get("held_back") is True:
        raise ConfigError(f"{folder} holds gold that is held back, and is never pushed; push the public folder")
    return [(RESOURCE / table.file).as_posix() for table in told.tables.values() if not table.shared]


def _refused(repo: str, error: object) -> ConfigError:
    """Return an error with the hub's answer, and what can be done."""
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", 0)
    said = str(getattr(error, "server_message", None) or error).strip().splitlines()
    advice = {
        401: f"the token is not valid; {TOKEN}",
        403: f"the token may not write there; give the name of an owner that it may write for, or {TOKEN}",
        404: "there is no such owner, or the token may not see it; look at OWNER/NAME",
        409: "somebody else is changing it; run again",
        429: "too many requests; run again later",
    }.get(status, "run again later" if status >= 500 else "see to that, and run again")
    return ConfigError(f"the hub refused {repo} ({status}: {(said or [''])[0][:_LONGEST]}): {advice}")
