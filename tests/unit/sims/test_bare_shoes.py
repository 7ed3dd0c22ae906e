"""The simulated Bee-Tek and barcode shoes, heard by the drivers they were written for and by nobody else."""

from collections.abc import Callable

import pytest

from drivers.base import Session
from drivers.shoe.barcode.session import BarcodeOptions, BarcodeSession
from drivers.shoe.bee_tek.session import BeeTekOptions, BeeTekSession
from firmware_bridge.traffic import RxChunk
from hw_sims.devices.barcode.model import BarcodeShoe
from hw_sims.devices.bare_shoe import BareShoe
from hw_sims.devices.bee_tek.model import BeeTekShoe
from hw_sims.devices.bee_tek.wire import Order
from hw_sims.devices.card_stack import CUT_CARD, ShoeEmpty
from table_core.cards import DECK
from table_core.events import CardDrawn, CutCardDrawn, DeviceEvent, ShoeFault

CODES = {card: f"C{number:02}" for number, card in enumerate(DECK)}
BY_CODE = {code: card for card, code in CODES.items()}


class Ear:
    """A session at the other end of the simulated shoe's line."""

    def __init__(self, session: Session, shoe: Callable[[Callable[[bytes], None]], BareShoe]) -> None:
        self.events: list[DeviceEvent] = []
        self._session = session
        self.shoe = shoe(self._hear)
        self.shoe.power_on()

    def _hear(self, data: bytes) -> None:
        self.events += [seen.event for seen in self._session.receive(RxChunk("shoe", data, 0, 0))]


def ears() -> list[Ear]:
    def records(order: Order, *, long_ten: bool) -> Ear:
        return Ear(BeeTekSession("shoe"), lambda send: BeeTekShoe(send, order=order, long_ten=long_ten))

    lines = BeeTekOptions(mode="lines", codes=BY_CODE)
    return [
        records("rank-first", long_ten=False),
        records("rank-first", long_ten=True),
        records("suit-first", long_ten=True),
        Ear(BeeTekSession("shoe"), lambda send: BeeTekShoe(send, section="Manual Burn Cards")),
        Ear(BeeTekSession("shoe", lines), lambda send: BeeTekShoe(send, codes=CODES)),
        Ear(BarcodeSession("shoe"), BarcodeShoe),
        Ear(BarcodeSession("shoe", BarcodeOptions(codes=BY_CODE)), lambda send: BarcodeShoe(send, codes=CODES)),
    ]


@pytest.mark.parametrize("ear", ears())
def test_a_whole_deck_is_heard_in_its_order(ear: Ear) -> None:
    ear.shoe.load(DECK)
    assert [ear.shoe.draw() for _ in DECK] == list(DECK)
    assert ear.events == [CardDrawn("shoe", card) for card in DECK]
    with pytest.raises(ShoeEmpty):
        ear.shoe.draw()


@pytest.mark.parametrize("ear", ears())
def test_a_shoe_that_is_off_lets_cards_out_in_silence(ear: Ear) -> None:
    ear.shoe.load(["7H", "AD"])
    ear.shoe.power_off()
    ear.shoe.draw()
    ear.shoe.power_on()
    ear.shoe.draw()
    assert ear.events == [CardDrawn("shoe", "AD")]


@pytest.mark.parametrize("ear", ears())
def test_each_mischief_happens_once(ear: Ear) -> None:
    ear.shoe.load(["7H", "7H", "AD", "AD", "AD"])
    ear.shoe.mischief.misread = "2C"
    ear.shoe.draw()
    ear.shoe.mischief.lost_messages = 1
    ear.shoe.draw()
    ear.shoe.mischief.copies = 1
    ear.shoe.draw()
    ear.shoe.draw()
    assert ear.events == [CardDrawn("shoe", card) for card in ("2C", "AD", "AD", "AD")]


def test_a_card_that_cannot_be_read_is_told_where_the_language_has_a_word_for_it() -> None:
    silent = 0
    for ear in ears():
        ear.shoe.load(["7H", "AD"])
        ear.shoe.mischief.unreadable = True
        ear.shoe.draw()
        ear.shoe.draw()
        assert ear.events[-1] == CardDrawn("shoe", "AD")
        silent += len(ear.events) == 1
        assert len(ear.events) == 1 or isinstance(ear.events[0], ShoeFault)
    assert silent == 1  # line mode: no code is known for it


def test_only_a_deck_whose_cut_card_has_a_code_tells_of_it() -> None:
    for ear in ears():
        ear.shoe.load(["7H", "AD"], cut_card_from_end=1)
        assert ear.shoe.stack == ("7H", CUT_CARD, "AD")
        assert [ear.shoe.draw() for _ in range(3)] == ["7H", CUT_CARD, "AD"]
        assert ear.events == [CardDrawn("shoe", "7H"), CardDrawn("shoe", "AD")]
    coded = Ear(
        BarcodeSession("shoe", BarcodeOptions(cut_card="0000")), lambda send: BarcodeShoe(send, cut_card="0000")
    )
    coded.shoe.load(["7H"], cut_card_from_end=1)
    assert coded.shoe.draw() == CUT_CARD
    assert coded.events == [CutCardDrawn("shoe")]


def test_the_bee_tek_raises_alarms_and_warnings() -> None:
    ear = ears()[0]
    assert isinstance(ear.shoe, BeeTekShoe)
    ear.shoe.raise_alarm()
    ear.shoe.warn(0x1F)
    assert ear.events == [
        ShoeFault("shoe", "cannot_read", active=True, stopped=False, detail="E3"),
        ShoeFault("shoe", "warning", active=True, stopped=False, detail="W0x1F"),
    ]
