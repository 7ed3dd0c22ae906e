"""A whole pass of draw poker dealt from the dealer's page, and no covered card in anything the console answers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.moves import sign_in, step_up, touch
from tests.browser.test_dealer import draw
from tests.browser.test_hidden import cards_named, listening, until_heard
from tests.system.processes import DEALER

# Dealt to seat 5, seat 3 and the dealer in turn, then the card seat 5 asks for; the dealer's straight changes none.
DEAL = "KD KC 2C QD QH 3D 9D JS 4H 4D 9C 5S 2S 2H 6C"
ASKED_FOR = "7D"
FLUSH = ("KD", "QD", "9D", "4D", ASKED_FOR)


@pytest.mark.requirement("R67")
@pytest.mark.game("draw-poker")
def test_a_whole_poker_pass_is_dealt_from_the_page_and_no_covered_card_is_told(
    visitor: Visitor, open_house: House
) -> None:
    page, felt = visitor.open("/dealer"), visitor.open("/")
    with listening(open_house.url) as heard:
        open_the_table(page, open_house)
        for seat in (5, 3):
            touch(page, f"ante-{seat}")
            expect(page.locator(f'[data-act="ante-{seat}"]')).to_have_count(0)
        touch(page, "CloseAntes")
        draw(open_house, len(DEAL.split()))
        expect(felt.locator('.felt [data-card="hidden"]')).to_have_count(len(DEAL.split()))
        touch(page, "bet-5")
        touch(page, "fold-3")
        assert page.locator('[data-act^="change-"]').count() == 2, "no more cards than the text allows"
        touch(page, "change-1-5")
        draw(open_house, 1)
        expect(page.locator('[data-act^="change-"]')).to_have_count(0)
        until_heard(heard, '"cards_out":16')
        assert cards_named(heard) == set()
    touch(page, "OpenHands")
    key_hand(page, 5, FLUSH)
    touch(page, "ConfirmHands")
    expect(felt.locator('[data-hand="5"] .verdict')).to_have_text("Gana")
    expect(page.locator('[data-act="prepare_shoe"]')).to_be_visible()
    assert len(open_house.recorded("PassEnded")) == 1


def open_the_table(page: Page, house: House) -> None:
    sign_in(page, DEALER)
    touch(page, "take_position")
    touch(page, "open_table")
    step_up(page)
    expect(page.locator(".dialog")).to_have_count(0)
    page.click(".at-once summary")
    touch(page, "prepare_shoe")
    house.daemon.shoe.power_on()
    house.daemon.shoe.load([*DEAL.split(), ASKED_FOR])


def key_hand(page: Page, seat: int, cards: tuple[str, ...]) -> None:
    touch(page, f"hand-{seat}")
    for card in cards:
        page.click(f'.picker .ranks button:text-is("{card[0]}")')
        page.click(f".picker .suits .{card[1]}")
    page.click(".picker .primary")
    expect(page.locator(".picker")).to_have_count(0)
