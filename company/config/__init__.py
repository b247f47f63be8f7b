"""simulation.toml → frozen settings, complete and checked before anything is paid for or written.

The file declares, flags only override, and this is the only package that reads the environment.
"""

from company.config.environment import cache_folder, debugging, environment
from company.config.loading import (
    DEFAULT_OUTPUT,
    FILE_NAME,
    Overrides,
    bundled_scenarios,
    find,
    is_file,
    layers_named,
    load,
)
from company.config.model import BUILT_IN, ROLES, ModelSettings, RoleModel, Structured
from company.config.publishing import server_hash, told_to_all
from company.config.section import Section
from company.config.settings import (
    LAYERS,
    MORE,
    SESSIONS,
    Layer,
    ReviewSettings,
    SandboxSettings,
    Settings,
    Targets,
    apportioned,
    case_count,
)

__all__ = [
    "BUILT_IN",
    "DEFAULT_OUTPUT",
    "FILE_NAME",
    "LAYERS",
    "MORE",
    "ROLES",
    "SESSIONS",
    "Layer",
    "ModelSettings",
    "Overrides",
    "ReviewSettings",
    "RoleModel",
    "SandboxSettings",
    "Section",
    "Settings",
    "Structured",
    "Targets",
    "apportioned",
    "bundled_scenarios",
    "cache_folder",
    "case_count",
    "debugging",
    "environment",
    "find",
    "is_file",
    "layers_named",
    "load",
    "server_hash",
    "told_to_all",
]
