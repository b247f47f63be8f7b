"""The notes of what a run was given its originals by."""

from __future__ import annotations

GIVEN = "given"
"""What a run was given: a list of name, path, code and files of each; also the folder in which it keeps that."""
SHARED = "given_shared"
"""Whether what a run was given may be passed on, as far as that is known of where it is from."""
