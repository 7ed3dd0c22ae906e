"""The serial barcode driver: codes of a table become cards, unknown codes become cards nobody could read."""

from collections.abc import Callable

import pytest

from drivers.base import Session
from drivers.registry import DRIVERS, OptionsError, open_session
from drivers.shoe.barcode.session import BarcodeOptions, BarcodeSession
from drivers.shoe.code_table import four_digits
from hw_sims.devices.barcode.model import BarcodeShoe
from hw_sims.devices.bare_shoe import BareShoe
from table_core.cards import DECK
from table_core.events import CardDrawn, CardDrawnOutOfGame, CutCardDrawn, DeviceEvent, PackSeen, ShoeFault
from tests.contract.driver_contract import DEVICE, observe, rx
from tests.contract.listening_contract import ListeningContract

UNREAD = [ShoeFault(DEVICE, "cannot_read", active=True, stopped=False), CardDrawnOutOfGame(DEVICE, None, 0)]


def heard(data: bytes, options: BarcodeOptions | None = None) -> list[DeviceEvent]:
    session = BarcodeSession(DEVICE, options or BarcodeOptions())
    return [seen.event for seen in observe(session, rx(data))]


class TestBarcodeDriver(ListeningContract):
    seven = b"2070\r"
    ace = b"4010\r"

    def new_session(self, *, repeat_ms: int = 0) -> Session:
        return BarcodeSession(DEVICE, BarcodeOptions(repeat_ms=repeat_ms))

    def new_shoe(self, send: Callable[[bytes], None]) -> BareShoe:
        return BarcodeShoe(send)


@pytest.mark.parametrize(("code", "card"), four_digits().items())
def test_every_code_of_the_four_digit_deck_is_its_card(code: str, card: str) -> None:
    assert heard(code.encode() + b"\r") == [CardDrawn(DEVICE, card)]


@pytest.mark.parametrize("code", ["5010", "1140", "1000", "101", "10100", "1011", "AS", "10101010"])
def test_an_unknown_code_is_a_card_nobody_could_read(code: str) -> None:
    assert heard(code.encode() + b"\r") == UNREAD


def test_a_deck_of_ones_own_replaces_the_table_and_the_cut_card_has_a_code() -> None:
    options = BarcodeOptions(codes={f"X{number}": card for number, card in enumerate(DECK)}, cut_card="0000")
    assert heard(b"X0\r0000\r", options) == [CardDrawn(DEVICE, DECK[0]), CutCardDrawn(DEVICE)]
    assert heard(b"1010\r", options) == UNREAD


def test_without_a_code_for_it_the_cut_card_is_not_known() -> None:
    assert heard(b"0000\r") == UNREAD


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"codes": {"1": "AS"}}, "la tabla no dice"),
        ({"cut_card": "1010"}, "también de AS"),
        ({"repeat_ms": -1}, "negativo"),
    ],
)
def test_settings_that_cannot_work_are_refused_with_the_reason(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(OptionsError, match=complaint):
        open_session(DRIVERS["barcode"], DEVICE, options=settings)


def test_a_card_of_one_of_several_packs_says_which_before_it_counts() -> None:
    codes = four_digits()
    options = BarcodeOptions(packs={"rojo": codes, "verde": {f"9{code}": card for code, card in codes.items()}})
    assert heard(b"1010\r91010\r", options) == [
        PackSeen(DEVICE, "rojo"),
        CardDrawn(DEVICE, "AS"),
        PackSeen(DEVICE, "verde"),
        CardDrawn(DEVICE, "AS"),
    ]


def test_a_code_that_two_packs_share_is_refused() -> None:
    with pytest.raises(ValueError, match="es de dos mazos"):
        BarcodeOptions(packs={"rojo": four_digits(), "verde": four_digits()})
