"""The system's own Chromium, driven by Playwright. What a page asks of another machine is refused and noted."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route, sync_playwright

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EXECUTABLE = shutil.which("chromium") or shutil.which("chromium-browser")
WITHIN_MS = 15_000
# How Chromium tells its console of an answer that says no; the page itself says it in words.
_REFUSED = re.compile(r"the server responded with a status of (401|403|409)")


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        try:
            yield browser
        finally:
            browser.close()


def launch(playwright: Playwright) -> Browser:
    assert EXECUTABLE is not None
    return playwright.chromium.launch(executable_path=EXECUTABLE, args=FLAGS)


class Visitor:
    """One person's browser: its pages, what they complained of, what they asked of others, what they were refused."""

    def __init__(self, browser: Browser, base: str, *, size: tuple[int, int] = (1280, 800), **options: Any) -> None:
        self.base = base
        self.complaints: list[str] = []
        self.left: list[str] = []
        self.refusals: list[str] = []
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="es-CL", **options
        )
        self.context.set_default_timeout(WITHIN_MS)
        self.context.route(lambda url: not url.startswith(base), self._refuse)

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._complain(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.base + path, wait_until="domcontentloaded")
        page.wait_for_selector("#page > *")
        return page

    def close(self) -> None:
        self.context.close()

    def _complain(self, kind: str, text: str) -> None:
        refused = _REFUSED.search(text)
        if refused:
            self.refusals.append(refused[1])
        elif kind in ("error", "warning"):
            self.complaints.append(f"{kind}: {text}")

    def _refuse(self, route: Route) -> None:
        self.left.append(route.request.url)
        route.abort()
