"""A jackpot in a real browser, from the lamp to the payment, at the dealer's page, the supervisor's and the display."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from hw_sims.parts import SLOTS
from table_core.money import pesos
from tests.browser.chromium import Visitor
from tests.browser.house import INSPECTOR, INSPECTOR_PIN, House
from tests.browser.moves import sign_in, step_up, touch
from tests.browser.test_dealer import draw
from tests.system.processes import DEALER, SUPERVISOR, eventually

POT, CHIP = 4_200_000, 1000
WITH_THE_BET = POT + CHIP * 8 // 10 * 9 // 10
PRIZE = WITH_THE_BET // 10
SHOWN_WITHIN_S = 30
TOLD = f"puesto 5 · Escalera de Color · {pesos(PRIZE)}"
# Dealt to seat 5, seat 3 and the dealer in turn; the dealer's straight changes no card.
DECK = "5D KC 2C 6D QH 3D 7D JS 4H 8D 9C 5S 9D 2H 6C"


@pytest.fixture
def dealer(browser: Browser, open_house: House) -> Iterator[Page]:
    """The dealer's own browser."""
    somebody = Visitor(browser, open_house.url)
    yield somebody.open("/dealer")
    somebody.close()
    assert somebody.complaints == []


@pytest.mark.requirement("ARI-3.4.1-n", "ARI-3.4.1-j", "R43", "R46")
@pytest.mark.game("draw-poker")
def test_a_jackpot_from_the_lamp_to_its_payment(visitor: Visitor, dealer: Page, open_house: House) -> None:
    felt, display, chief = visitor.open("/"), visitor.open("/display/jackpot"), visitor.open("/supervisor")
    open_with_a_pot(chief, display)
    what_it_pays(visitor.open("/display/paytable"))
    take_bets(dealer, open_house)
    insert_chip(open_house, 5)
    expect(felt.locator('[data-seat="5"]')).to_have_attribute("data-lamp", "on")
    close_and_deal(dealer, open_house)
    expect(display.locator(".amount")).to_have_text(pesos(WITH_THE_BET))
    show_hands(dealer)
    assert display.locator(".due").count() == 0, "nobody is told of a prize before the review"
    dealer.select_option('[data-review="5"]', "straight_flush")
    recognised = time.monotonic()
    touch(dealer, "review_side")
    expect(display.locator(".due")).to_contain_text(TOLD)
    assert time.monotonic() - recognised < SHOWN_WITHIN_S
    expect(display.locator(".amount")).to_have_text(pesos(WITH_THE_BET - PRIZE))
    assert chief.locator(".deadline").count() == 0, "only the grand pot has a term"
    release(chief, dealer)
    touch(chief, "pay")
    expect(chief.locator(".prize")).to_have_count(0)
    expect(display.locator(".paid")).to_contain_text(TOLD)
    expect(display.locator(".due")).to_have_count(0)
    [confirmed], [paid] = (
        open_house.recorded("progressive.PrizeConfirmed"),
        open_house.recorded("progressive.PrizePaid"),
    )
    assert (confirmed["due"]["payment"]["amount"], confirmed["due"]["confirmed_by"]) == (PRIZE, DEALER)
    assert paid["by"] == SUPERVISOR
    signed = [one["release"]["by"] for one in open_house.recorded("progressive.PrizeReleased")]
    assert signed == [SUPERVISOR, INSPECTOR]
    what_a_dead_table_shows(display, open_house)


def open_with_a_pot(chief: Page, display: Page) -> None:
    sign_in(chief, SUPERVISOR)
    touch(chief, "open_table")
    chief.fill("[name=seed]", str(POT))
    touch(chief, "seed")
    expect(display.locator(".amount")).to_have_text(pesos(POT), timeout=10_000)


def what_a_dead_table_shows(display: Page, house: House) -> None:
    """The controller dies: its display says so and shows the amount by turns, marked as old."""
    house.daemon.kill()
    for _ in range(2):
        expect(display.locator(".fault")).to_have_text("SIN CONTACTO CON LA MESA")
        expect(display.locator(".amount")).to_have_text(pesos(WITH_THE_BET - PRIZE))
    expect(display.locator(".old-ribbon")).to_contain_text("SIN ACTUALIZAR")


def what_it_pays(paytable: Page) -> None:
    """Every row of the decree's table: an amount for each credit, or a share of the pot."""
    rows = paytable.locator("tbody tr")
    expect(rows.filter(has_text="Escalera de Color")).to_contain_text("10 % del pozo")
    expect(rows.filter(has_text="Escalera Real")).to_contain_text("100 % del pozo")
    expect(rows.filter(has_text="Póker")).to_contain_text("$100.000 por crédito")


def take_bets(dealer: Page, house: House) -> None:
    """The deck is declared, side bets are invited, seats 5 and 3 lay their antes."""
    sign_in(dealer, DEALER)
    touch(dealer, "take_position")
    dealer.click(".at-once summary")
    touch(dealer, "prepare_shoe")
    house.daemon.shoe.power_on()
    house.daemon.shoe.load(DECK.split())
    touch(dealer, "open_side")
    for seat in ("5", "3"):
        dealer.click(f'[data-box="{seat}"] button')
        expect(dealer.locator(f'[data-box="{seat}"]')).to_have_class("box pair active")


def insert_chip(house: House, seat: int) -> None:
    slot = house.daemon.stage.hardware[SLOTS][seat]
    eventually(lambda: slot.insert(1, time.monotonic_ns()) == "kept")


def close_and_deal(dealer: Page, house: House) -> None:
    """No card leaves the deck before the slots read back that they are locked."""
    touch(dealer, "CloseAntes")
    expect(dealer.locator(".side-part")).to_have_attribute("data-phase", "locked")
    draw(house, len(DECK.split()))


def show_hands(dealer: Page) -> None:
    dealer.locator('[data-box="5"]').get_by_text("Va", exact=True).click()
    dealer.locator('[data-box="3"]').get_by_text("No va", exact=True).click()
    touch(dealer, "OpenHands")
    touch(dealer, "ConfirmHands")


def release(chief: Page, dealer: Page) -> None:
    """Two people besides the one who reviewed the hands, each once."""
    expect(chief.locator(".prize")).to_contain_text(pesos(PRIZE))
    touch(chief, "release")
    step_up(chief, DEALER)
    expect(chief.locator(".dialog .refusal")).to_contain_text("libera un jefe o el inspector, no crupier")
    step_up(chief, SUPERVISOR)
    expect(chief.locator('[data-act="release"]')).to_have_text("Autorizar: falta 1")
    expect(dealer.locator(".due")).to_contain_text("falta 1 firma")
    touch(chief, "release")
    step_up(chief, SUPERVISOR)
    expect(chief.locator(".dialog .refusal")).to_contain_text("debe liberar otra persona")
    step_up(chief, INSPECTOR, INSPECTOR_PIN)
