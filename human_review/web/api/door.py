"""The calls as an application of its own, with its description, that is mounted beside the pages."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from human_review.web.api import figures, items, verdicts
from human_review.web.api.problems import describe, explained

PLACE = "/api/v1"
_TOLD = (
    "The queue of a review for programs, under the rules of its pages: a token shows what its person may see, and "
    "judges as they would. Refusals are problem details (RFC 9457). Within v1, calls and fields are only ever added."
)


class _Described(FastAPI):
    """An application whose description tells of its problems."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, as OpenAPI 3.1."""
        if self.openapi_schema is None:
            describe(super().openapi())
        assert self.openapi_schema is not None, "it was just made"
        return self.openapi_schema


def door(state: Any) -> FastAPI:
    """Return the calls as an ASGI application that shares the state of the pages' one, where the desk is."""
    app = _Described(
        title="Review",
        version=version("decision-company"),
        description=_TOLD,
        servers=[{"url": PLACE}],
        root_path_in_servers=False,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        generate_unique_id_function=_called,
    )
    app.state = state
    for calls in (items, verdicts, figures):
        router: APIRouter = calls.router
        app.include_router(router)
    explained(app)
    return app


def _called(route: APIRoute) -> str:
    return route.name
