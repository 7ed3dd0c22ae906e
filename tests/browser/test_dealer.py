"""The dealer's terminal in a real browser: a whole pass, wrong PINs, what a role may not do."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.moves import open_and_prepare, sign_in, step_up, touch
from tests.browser.sight import pale
from tests.system.processes import DEALER, SUPERVISOR, eventually

_TOTAL = ".bank .total text"


def draw(open_house: House, count: int) -> None:
    """Cards leave the shoe, each as soon as the table knows the one before."""
    for _ in range(count):
        before = open_house.daemon.picture()["cards_out"]
        open_house.daemon.shoe.draw()
        eventually(lambda before=before: open_house.daemon.picture()["cards_out"] == before + 1)  # type: ignore[misc]


def offered(page: Page) -> set[str]:
    """What can be touched now besides undo, signing out and the day's orders."""
    buttons = page.locator(".actions button:enabled").all()
    return {str(button.get_attribute("data-act")) for button in buttons} - {"undo", "cut_card", "players_left"}


@pytest.mark.game("blackjack")
def test_a_whole_pass_is_dealt_from_the_dealers_page_with_one_touch_each(visitor: Visitor, open_house: House) -> None:
    shoe = open_house.daemon.shoe
    shoe.power_on()
    shoe.load(["2C", "TH", "9C", "5S", "6D", "9S", "7D", "5C", "4S", "TC", "TS"])
    page = visitor.open("/dealer")
    sign_in(page, DEALER)
    open_and_prepare(page)
    expect(page.locator(".cue .next")).to_have_text("Queme 1")
    draw(open_house, 1)
    for box in ("1", "3", "4"):
        page.click(f'[data-box="{box}"]')
        expect(page.locator(f'[data-box="{box}"]')).to_have_attribute("aria-pressed", "true")
    assert offered(page) == {"no_more_bets"}
    touch(page, "no_more_bets")
    expect(page.locator(".topbar .announced")).to_have_text("«no más apuestas»")
    draw(open_house, 7)
    expect(page.locator(".cue .next")).to_have_text("Juega la casilla 1")
    assert offered(page) == {"stand-1", "double-1", "surrender-1"}
    assert pale(page) == []
    touch(page, "stand-1")
    expect(page.locator('[data-act="split-3"]')).to_have_count(0)
    draw(open_house, 1)
    touch(page, "stand-3")
    touch(page, "double-4")
    expect(page.locator('[data-act="double-4"]')).to_have_count(0)
    draw(open_house, 2)
    expect(page.locator(_TOTAL)).to_have_text("16")
    shoe.load(["5H"])
    draw(open_house, 1)
    expect(page.locator(_TOTAL)).to_have_text("21")
    expect(page.locator(".cue .next")).to_have_text("Pague y recoja")
    touch(page, "end_round")
    expect(page.locator(".cue .next")).to_have_text(re.compile("Hagan sus apuestas"))
    paid = open_house.recorded("PassEnded")
    assert len(paid) == 1


@pytest.mark.game("blackjack")
def test_a_slip_is_undone_until_the_next_card_and_keys_do_what_fingers_do(visitor: Visitor, open_house: House) -> None:
    open_house.daemon.shoe.power_on()
    open_house.daemon.shoe.load(["2C", "TH"])
    page = visitor.open("/dealer")
    sign_in(page, DEALER)
    open_and_prepare(page)
    draw(open_house, 1)
    page.locator('[data-box="2"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-box="2"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-act="undo"]').focus()
    page.keyboard.press("Space")
    expect(page.locator('[data-box="2"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator('[data-act="undo"]')).to_be_disabled()


@pytest.mark.requirement("R78")
def test_wrong_pins_are_refused_in_words_and_lock_the_name_out(visitor: Visitor, open_house: House) -> None:
    page = visitor.open("/dealer")
    for attempt in range(5):
        sign_in(page, DEALER, f"999{attempt}")
        expect(page.locator(".refusal")).to_have_text("Nombre o PIN incorrecto.")
    sign_in(page, DEALER)
    expect(page.locator(".refusal")).to_contain_text("demasiados intentos; espere un minuto")
    assert visitor.refusals == ["403"] * 6
    tried = open_house.recorded("SignInTried")
    assert [(entry["person"], entry["result"]) for entry in tried] == [(DEALER, "refused")] * 6


def test_what_a_dealer_may_not_decide_asks_for_a_senior_and_refuses_the_dealer(
    visitor: Visitor, open_house: House
) -> None:
    page = visitor.open("/dealer")
    sign_in(page, DEALER)
    touch(page, "open_table")
    expect(page.locator(".dialog h2")).to_have_text("Decide: jefe de mesa.")
    step_up(page, DEALER)
    expect(page.locator(".dialog .refusal")).to_have_text("decide jefe de mesa, no crupier")
    assert open_house.daemon.picture()["day"] == "closed"
    step_up(page, SUPERVISOR)
    expect(page.locator(".topbar .phase")).to_have_text("Preparación del sabot")
    assert visitor.refusals == ["409"]
