"""Where the template of a page is: a family's own, which may extend one that serves all families."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Page:
    """A template of HTML and one of Markdown."""

    package: str
    """Whose folder `templates` holds them."""
    name: str
    """Of both files, without their endings."""

    def source(self, file: str, *shared: str) -> str | None:
        """Return the text of a template in the page's package, else in one of those that are shared; None without."""
        places = (files(package).joinpath("templates", file) for package in (self.package, *shared))
        return next((place.read_text("utf-8") for place in places if place.is_file()), None)
