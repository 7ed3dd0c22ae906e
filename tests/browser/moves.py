"""What people do at the pages, in one place: signing in, opening, preparing a shoe."""

from playwright.sync_api import Page, expect

from tests.system.processes import PINS, SUPERVISOR


def sign_in(page: Page, name: str, pin: str | None = None) -> None:
    page.fill("[name=person]", name)
    page.fill("[name=pin]", pin or PINS[name][1])
    page.click(".pin-form .primary")


def step_up(page: Page, name: str = SUPERVISOR, pin: str | None = None) -> None:
    """A senior gives name and PIN at somebody else's page."""
    page.fill(".dialog [name=person]", name)
    page.fill(".dialog [name=pin]", pin or PINS[name][1])
    page.click(".dialog .primary")


def touch(page: Page, act: str) -> None:
    page.click(f'[data-act="{act}"]')


def open_and_prepare(page: Page) -> None:
    """The dealer takes the table, a supervisor opens it, the shoe is declared ready."""
    touch(page, "take_position")
    expect(page.get_by_text("en la mesa")).to_be_visible()
    touch(page, "open_table")
    step_up(page)
    expect(page.locator(".dialog")).to_have_count(0)
    page.click(".at-once summary")
    touch(page, "prepare_shoe")
    expect(page.locator(".prepare")).to_have_count(0)
