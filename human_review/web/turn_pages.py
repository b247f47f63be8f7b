"""Pages of a turn."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()
