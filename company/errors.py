"""What can go wrong, branched by whose move is next.

    CompanyError
      ConfigError      simulation.toml or a table is not usable; its author fixes it (file, key, line, column)
      BackendError     the model could not be reached or refused
        OutOfBudget    the spending cap is reached
      ReplyError       the model answered, and not with what was asked for
        CallFailed     the server failed at one call again and again, and answers others
      SandboxError     the sandbox itself failed (generated code that fails is a result, not an exception)
        LayersMissing  this system cannot put code behind every layer that is required
        SessionLost    the state of one dialogue is gone; the others go on
        ScriptLost     one script's or program's process is gone or late; the others go on
      ArchiveError     the run folder does not say what it should
        RunTaken       another process writes it
      ClusterError     the machines that were to do the work are not to be had
      ReviewError      a verdict that cannot be taken (stale, not yours, already in)

Every message says what is wrong, where, and what to do next. Only `company.cli.main` catches `CompanyError`.
"""

from collections.abc import Iterable, Sequence


class CompanyError(Exception):
    """Anything a user is told about in one line, without a traceback."""


class ConfigError(CompanyError):
    """A simulation.toml, a command's argument or a table is not usable; its author mends it."""


class BackendError(CompanyError):
    """The model behind a backend could not be reached, or refused to answer."""


class OutOfBudget(BackendError):
    """The spending cap is reached; everything paid for is kept, and a later run goes on from there."""


class ReplyError(CompanyError):
    """A model answered, and after bounded repairs still not with what was asked for."""


class CallFailed(ReplyError):
    """A server kept failing at one call, and not at others: what the call was for is lost, the rest goes on."""


class SandboxError(CompanyError):
    """The sandbox failed at its own work. Generated code that fails is an `Execution`, not this."""


class LayersMissing(SandboxError):
    """Not every layer of the jail that is required can be put between generated code and this system."""

    def __init__(self, message: str, *, rest: Sequence[str]) -> None:
        """Create the error; `rest` are the required layers that are there, so that they can be required alone."""
        super().__init__(message)
        self.rest = tuple(rest)

    def __reduce__(self) -> tuple[object, ...]:
        """Return how it is made again in another process."""
        return _layers_missing, (str(self), self.rest)


def _layers_missing(message: str, rest: Sequence[str]) -> LayersMissing:
    return LayersMissing(message, rest=rest)


class SessionLost(SandboxError):
    """The state of one dialogue is gone and could not be made again; open a new session and run its turns there."""


class ScriptLost(SandboxError):
    """The process that ran one script or program is gone, or did not answer in time; it may be run again."""


class ArchiveError(CompanyError):
    """A run folder or a benchmark folder does not say what it should."""


class RunTaken(ArchiveError):
    """Another process is writing the run's folder."""


class ClusterError(CompanyError):
    """The machines that were to do the work are not to be had any more; what they have done is kept."""


class ReviewError(CompanyError):
    """A verdict that cannot be taken: stale, somebody else's, or already in."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the words " (did you mean …?)" for the known word closest to this one; empty where none is close."""
    import difflib  # only where something is wrong

    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean `{close[0]}`?)" if close else ""
