"""What came back of a run, read with suspicion: it may have been written by the code itself."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from company.records import Execution, RunError, Variable
from company.sandbox.protocol import MIB, Limits, ScriptRun

_ADDRESS = re.compile(rb" at 0x[0-9a-fA-F]{4,}")
_PICTURE_START = b"\x89PNG\r\n\x1a\n"


def execution(
    head: Mapping[str, Any], payload: bytes, before: tuple[Variable, ...], limits: Limits, folder: str
) -> Execution:
    """Return the record of a turn; `before` is the state that a failed turn leaves as it was.

    Addresses of objects and the working folder's name differ from run to run and are made the same.
    """
    output = _settled(head["output"].encode(), folder).decode()
    ending = head["ending"]
    if ending not in ("finished", "failed"):
        return Execution(ok=False, error=_stopped(head, limits), output=output, variables=before)
    try:
        reply = json.loads(_settled(payload, folder))
        if ending == "failed":
            error = RunError.model_validate(reply["error"])
            return Execution(ok=False, error=error, output=output, variables=before)
        figures = tuple(base64.b64decode(figure, validate=True) for figure in reply.pop("figures"))
        if not all(figure.startswith(_PICTURE_START) for figure in figures):
            raise ValueError("a figure is not a PNG")
        return Execution.model_validate({"ok": True, "output": output, "figures": figures, **reply})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error) as error:
        why = f"{error.errors()[0]['loc']}" if isinstance(error, ValidationError) else str(error)
        unread = RunError(type="ResultError", message=f"the results cannot be read: {why}"[:2_000])
        return Execution(ok=False, error=unread, output=output, variables=before)


def table(head: Mapping[str, Any], payload: bytes, limits: Limits, folder: str) -> bytes:
    """Return the JSON of the table that was asked for. Raises ValueError, saying why there is none."""
    if head["ending"] == "table":
        return payload
    done = execution(head, payload, (), limits, folder)
    raise ValueError(done.error.message if done.error else "what came back cannot be read")


def script_run(head: Mapping[str, Any], limits: Limits) -> ScriptRun:
    """Return the record of a script; where it was stopped, the last line of stderr says why."""
    errors = head["errors"]
    stopped = head["code"] is None
    if stopped:
        errors += f"\n{_stopped(head, limits).message}"
    timed_out = stopped and head["ending"] in ("wall", "cpu")
    return ScriptRun(exit_code=head["code"], stdout=head["output"], stderr=errors.lstrip("\n"), timed_out=timed_out)


def _stopped(head: Mapping[str, Any], limits: Limits) -> RunError:
    match head["ending"]:
        case "wall":
            return RunError(type="TimeoutError", message=f"the code ran longer than {limits.wall_seconds:g} seconds.")
        case "cpu":
            said = f"the code used more than {limits.cpu_seconds} seconds of processor time."
            return RunError(type="TimeoutError", message=said)
        case "over":
            return RunError(type="OutputLimit", message=f"the code printed more than {limits.output_bytes:,} bytes.")
        case "disk":
            said = f"the files take more than {limits.disk_mib:,} MiB, or are more than {limits.files:,}."
            return RunError(type="DiskLimit", message=said)
        case "stopped":
            return RunError(type="Stopped", message="the code was stopped from outside.")
        case "reply":
            said = f"the results and figures take more than {limits.reply_bytes / MIB:g} MiB."
            return RunError(type="OutputLimit", message=said)
        case _:
            return RunError(type="Killed", message=f"the process ended in the middle of the code ({head['why']}).")


def _settled(text: bytes, folder: str) -> bytes:
    return _ADDRESS.sub(b" at 0x0", text.replace(folder.encode(), b"."))
