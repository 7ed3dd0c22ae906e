"""What the pages say when a device, the console or the table itself goes away, and that they go on by themselves."""

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House

STALE_WITHIN_S = 2.0


def seconds_until_visible(page: Page, selector: str) -> float:
    """How long it takes until *selector* is there, with the time the browser needs to tell."""
    begun = time.monotonic()
    page.wait_for_selector(selector, timeout=10_000, state="visible")
    return time.monotonic() - begun


def test_a_device_that_is_pulled_is_shown_and_comes_back(visitor: Visitor, open_house: House) -> None:
    page = visitor.open("/")
    expect(page.locator('[data-device="lamps-b"]')).to_have_class("up")
    open_house.daemon.stage.unplug("lamps-b")
    expect(page.locator('[data-device="lamps-b"]')).to_have_class("down")
    expect(page.locator('[data-device="lamps-b"]')).to_contain_text("sin conexión")
    expect(page.locator('[data-lamp="unknown"]')).to_have_count(3)
    open_house.daemon.stage.plug("lamps-b")
    expect(page.locator('[data-device="lamps-b"]')).to_have_class("up")
    expect(page.locator('[data-lamp="unknown"]')).to_have_count(0)


@pytest.mark.requirement("R48")
def test_daemon_and_console_are_killed_and_every_page_goes_on_without_being_loaded_again(
    visitor: Visitor, open_house: House
) -> None:
    daemon = open_house.daemon
    daemon.begin("9H 4C KD 3S 2C 2D")
    felt, display = visitor.open("/"), visitor.open("/display/limits")
    for page in (felt, display):
        page.evaluate("window.stayed = true")
    expect(display.locator(".course")).to_have_text("HAGAN SUS APUESTAS")
    daemon.kill()
    assert seconds_until_visible(felt, ".alarm.lost") < STALE_WITHIN_S
    expect(felt.locator(".alarm.lost h2")).to_have_text("LA MESA NO RESPONDE")
    expect(display.locator(".old-ribbon")).to_be_visible()
    daemon.start()
    expect(felt.locator(".alarm.lost")).to_have_count(0)
    open_house.kill_console()
    assert seconds_until_visible(felt, ".alarm.lost") < STALE_WITHIN_S
    expect(felt.locator(".alarm.lost h2")).to_have_text("SIN CONTACTO CON LA CONSOLA")
    expect(display.locator(".old-ribbon")).to_contain_text("SIN ACTUALIZAR")
    open_house.open_console()
    expect(felt.locator(".alarm.lost")).to_have_count(0)
    daemon.draw(1)
    expect(felt.locator('[data-card="hidden"]')).to_have_count(1)
    assert [page.evaluate("window.stayed") for page in (felt, display)] == [True, True]
    visitor.complaints = [said for said in visitor.complaints if "ERR_" not in said]
