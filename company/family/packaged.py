"""A family whose parts are where its package has them, so that they need not be named one by one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from company.errors import ConfigError
from company.family.category import Category
from company.family.family import Family
from company.records import Record

if TYPE_CHECKING:
    from company.config import Settings
    from company.reviewing.kinds import ReviewKind
    from company.run.making import Making


class PackagedFamily(Family):
    """A family in a package of its own, beside whose modules it stands: what is plain data is read from them.

    Other parts, such as its scoring, are said as any family says them.
    """

    package: ClassVar[str]
    """The package of its module."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Take package and prompts from where the family is defined."""
        super().__init_subclass__(**more)
        cls.package = cls.__module__.rpartition(".")[0]
        cls.prompts = f"{cls.package}.prompts"

    @property
    def records(self) -> Mapping[str, type[Record]]:
        """`RECORDS` of its module `records`."""
        found: Mapping[str, type[Record]] = self._stated("records", "RECORDS")
        return found

    @property
    def categories(self) -> Mapping[str, Category]:
        """`CATEGORIES` of its module `categories`."""
        found: Mapping[str, Category] = self._stated("categories", "CATEGORIES")
        return found

    @property
    def settings(self) -> type[Settings]:
        """`Settings` of its module `settings`."""
        found: type[Settings] = self._stated("settings", "Settings")
        return found

    @property
    def making(self) -> Making:
        """`MAKING` of its module `making`."""
        found: Making = self._stated("making", "MAKING")
        return found

    @property
    def review(self) -> Mapping[str, ReviewKind]:
        """`KINDS` of its module `review.kinds`."""
        found: Mapping[str, ReviewKind] = self._stated("review.kinds", "KINDS")
        return found

    def _stated(self, module: str, name: str) -> Any:
        """Return what a module of its package calls so; raises ConfigError where there is no such thing."""
        where = f"{self.package}.{module}"
        try:
            return getattr(import_module(where), name)
        except (AttributeError, ModuleNotFoundError) as problem:
            if isinstance(problem, ModuleNotFoundError) and not f"{where}.".startswith(f"{problem.name}."):
                raise  # of a package that is not installed
            raise ConfigError(f"the family {self.name!r} has no {name} in {where}; write it there") from problem
