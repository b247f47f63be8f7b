"""simulation.toml → frozen settings, complete and checked before anything is paid for or written.

The file declares, flags only override, and this is the only package that reads the environment.
"""

from company.config.environment import cache_folder, debugging, environment
from company.config.loading import DEFAULT_OUTPUT, FILE_NAME, Overrides, bundled_scenarios, find, layers_named, load
from company.config.model import BUILT_IN, ROLES, ModelSettings, RoleModel, Structured
from company.config.publishing import told_to_all
from company.config.settings import (
    KAGGLE,
    KAGGLE_FORM,
    LAYERS,
    REVIEW_KINDS,
    SESSIONS,
    Builtin,
    Layer,
    ReviewSettings,
    SandboxSettings,
    Settings,
    Signal,
    TargetSettings,
    default_of,
)

__all__ = [
    "BUILT_IN",
    "DEFAULT_OUTPUT",
    "FILE_NAME",
    "KAGGLE",
    "KAGGLE_FORM",
    "LAYERS",
    "REVIEW_KINDS",
    "ROLES",
    "SESSIONS",
    "Builtin",
    "Layer",
    "ModelSettings",
    "Overrides",
    "ReviewSettings",
    "RoleModel",
    "SandboxSettings",
    "Settings",
    "Signal",
    "Structured",
    "TargetSettings",
    "bundled_scenarios",
    "cache_folder",
    "debugging",
    "default_of",
    "environment",
    "find",
    "layers_named",
    "load",
    "told_to_all",
]
