"""A person at a page of the review, with a keyboard, and somebody who watches what the page does."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request

SCREENSHOTS = os.environ.get("COMPANY_SCREENSHOTS")
"""The folder for pictures of the pages, for a person to look at; none are taken where it is not named."""
LARGE = {"width": 1280, "height": 900}
FEW_STOPS = 200
"""Presses of Tab after which something that should be reached with it counts as out of reach."""
_WATCH = """
window.__violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
    window.__violations.push([event.violatedDirective, event.blockedURI, event.sample].join(" ")));
"""
_FOCUSED = """
() => {
    const at = document.activeElement;
    if (!at || at === document.body) return "";
    const by = (at.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id));
    const told = [...by.filter(Boolean), ...(at.labels || [])].map((each) => each.innerText);
    const said = [at.getAttribute("aria-label"), ...told, at.innerText || at.value, at.id, at.name];
    return said.filter(Boolean).join(" ");
}
"""


@dataclass
class Window:
    """One person's browser window."""

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    """What no page of ours should give rise to: errors in scripts, refused content, dialogs, requests to elsewhere."""

    @classmethod
    def open(cls, browser: Browser, *, dark: bool = False, size: dict[str, int] | None = None, **more: Any) -> Self:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport=size or LARGE, color_scheme=scheme, **more)  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        context.add_init_script(_WATCH)
        opened = cls(context, context.new_page())
        opened.watch()
        return opened

    def watch(self) -> None:
        """Note what goes wrong from now on."""
        self.page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        self.page.on("console", self._console)
        self.page.on("dialog", self._dialog)
        self.context.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.complaints.append(f"console: {message.text}")

    def _dialog(self, dialog: Any) -> None:
        if dialog.type != "beforeunload":
            self.complaints.append(f"dialog: {dialog.message}")
        dialog.accept()

    def _request(self, request: Request) -> None:
        here, there = urlsplit(self.page.url), urlsplit(request.url)
        if there.scheme not in ("data", "blob") and here.netloc and there.netloc != here.netloc:
            self.complaints.append(f"request to elsewhere: {request.url}")

    def sign_in(self, link: str) -> Self:
        """Follow an invitation."""
        self.page.goto(link)
        self.page.wait_for_url(re.compile(r"/(?!enter)[^/]*$"))
        return self.ready()

    def ready(self) -> Self:
        """Wait until the page takes keys: a key that is pressed too soon was meant for the page before."""
        self.page.wait_for_selector("body[data-ready]", state="attached")
        return self

    def press(self, *keys: str) -> Self:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, text: str) -> Self:
        self.page.keyboard.type(text)
        return self

    def focused(self) -> str:
        """Name and content of what has the focus."""
        return str(self.page.evaluate(_FOCUSED))

    def tab_to(self, name: str) -> Self:
        """Press Tab until something of this name (a regular expression) has the focus."""
        passed = []
        for _ in range(FEW_STOPS):
            self.press("Tab")
            passed.append(self.focused().replace("\n", " ")[:60])
            if re.search(name, self.focused(), re.IGNORECASE):
                return self
        raise AssertionError(f"Tab does not lead to {name!r}, only to {passed[:60]}")

    def goes(self, *keys: str) -> Self:
        """Press keys, the last of which leads to another page, and wait for it."""
        with self.page.expect_navigation():
            self.press(*keys)
        return self.ready()

    def opens(self, place: str) -> Self:
        """Go to an address."""
        self.page.goto(place)
        return self.ready()

    def text(self) -> str:
        """All that is to be read on the page."""
        return self.page.inner_text("body")

    def screenshot(self, name: str, *, whole: bool = True) -> None:
        """What the page looks like, or what of it is in the window, for a person to look at.

        Of a whole page the window is made as high: what sticks to its lower end would else lie over the page.
        """
        if not SCREENSHOTS:
            return
        size = self.page.viewport_size
        if whole and size:
            high = self.page.evaluate("document.documentElement.scrollHeight")
            self.page.set_viewport_size({**size, "height": max(size["height"], int(high))})
        self.page.screenshot(path=Path(SCREENSHOTS, f"{name}.png"))
        if size:
            self.page.set_viewport_size(size)

    def violations(self) -> list[str]:
        """What the page's Content-Security-Policy refused, once it is there."""
        self.page.wait_for_load_state()
        return list(self.page.evaluate("window.__violations || []"))
