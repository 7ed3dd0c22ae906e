"""A simulated Angel Eye II-EX shoe: cards leave it, it tells what it believes. Moves no bytes, knows no clock.

The sequences are those of captured traffic wherever there is some (README says where there is none).
"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from hw_sims.devices.angel_eye import chart
from hw_sims.devices.angel_eye.wire import (
    Fault,
    Target,
    Voice,
    Winner,
    card_byte,
    fault_byte,
    result_byte,
    target_byte,
)
from hw_sims.devices.card_stack import CUT_CARD, CardStack, ShoeEmpty
from table_core.cards import Card

__all__ = ["CUT_CARD", "Mischief", "Place", "Seat", "Shoe", "ShoeEmpty"]

Place = Literal["punto", "bank", "burn", "first"]

# Where the shoe says a card went that it did not want: target bytes without a face (DEVICES 1.1, contradiction).
_OUT_LOCKED, _OUT_IN_ERROR, _OUT_OVERDRAWN = 0x80, 0x90, 0xA0
_MAX_BURN_LEFT = 15


class Seat(Struct, frozen=True):
    """One card of the round as the shoe read and placed it."""

    side: chart.Side
    position: int
    card: Card


class Mischief(Struct):
    """Lies and failures waiting for their next chance; each happens once."""

    misread: Card | None = None
    unreadable: bool = False
    claim: tuple[Target, int] | None = None
    result: tuple[Winner, tuple[str, ...]] | None = None
    lost_messages: int = 0


class Shoe:
    """Physical cards and the electronics around them. Cards also leave a shoe that is off or locked."""

    def __init__(
        self,
        send: Callable[[bytes], object],
        *,
        concealed: bool = False,
        copies: int = 3,
        next_place: chart.NextPlace = chart.international_place,
        burn_value: Callable[[Card], int] = chart.burn_value,
    ) -> None:
        self.mischief = Mischief()
        self._voice = Voice(send, copies)
        self._concealed = concealed
        self._next_place = next_place
        self._burn_value = burn_value
        self._stack = CardStack()
        self._seats: list[Seat] = []
        self._first_expected = False
        self._burn_left = 0
        self._overdrawn: Card | None = None
        self._kept: Card | None = None
        self._powered = False
        self._locked = False
        self._stopped: set[Fault] = set()

    @property
    def stack(self) -> tuple[str, ...]:
        """What is still in the shoe, next card first; `CUT_CARD` stands for the cut card."""
        return self._stack.cards

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self._seats)

    def load(self, cards: Iterable[Card], *, cut_card_from_end: int | None = None, burn: bool = True) -> None:
        """Fill the shoe, next card first; with *burn* the next draw is the first card of a new shoe."""
        self._stack.load(cards, cut_card_from_end=cut_card_from_end)
        self._forget_round()
        self._first_expected = burn

    def lose_cut_card(self) -> None:
        self._stack.lose_cut_card()

    def miss_next(self) -> None:
        """The next message never leaves the shoe, though it has its number."""
        self.mischief.lost_messages = 1

    def power_on(self) -> None:
        self._powered = True
        self._say("S")

    def power_off(self) -> None:
        """Silence; the round so far is forgotten, the cards stay."""
        self._powered = False
        self._locked = False
        self._stopped.clear()
        self._forget_round()

    def draw(self, to: Place | None = None) -> str:
        """One card (or the cut card) leaves the shoe. Without *to* the shoe places it by its own rules."""
        card = self._stack.take()
        if not self._powered:
            return card
        if card == CUT_CARD:
            self._say("C")
            return card
        self._witness(self._read(card), to)
        return card

    def close_round(self, *, standby: bool = True, overdrawn: Literal["exposed", "kept"] = "exposed") -> None:
        """The indication button: reveals, result, stand-by. An overdrawn card is shown, or kept for `redraw`."""
        punto, bank = self._hand("punto"), self._hand("bank")
        if len(punto) < 2 or len(bank) < 2:
            self.raise_fault("button_misuse", stopped=False)
            return
        self._settle_overdrawn(overdrawn)
        if self._concealed:
            for seat in self._seats:
                self._say("I", target_byte(seat.side, seat.position), card_byte(seat.card))
        truth: tuple[Winner, tuple[str, ...]] = (chart.winner(punto, bank), chart.pairs(punto, bank))
        self._say("G", result_byte(*(self.mischief.result or truth)))
        self.mischief.result = None
        self._seats.clear()
        if standby:
            self.standby()

    def redraw(self) -> None:
        """The card kept from an overdraw becomes punto's first card of the next round."""
        if self._kept is None:
            raise ValueError("no overdrawn card was kept")
        self._place("R", Seat("punto", 1, self._kept))
        self._kept = None

    def standby(self) -> None:
        self._say("P")

    def raise_fault(self, fault: Fault, *, stopped: bool = True) -> None:
        if stopped:
            self._stopped.add(fault)
        self._say("E", fault_byte(fault, stopped))

    def clear_fault(self, fault: Fault) -> None:
        self._stopped.discard(fault)
        self._say("e", fault_byte(fault, stopped=False))

    def lock(self, on: bool) -> None:
        self._locked = on
        self._say("L", 0x80 | on)

    def force_quit(self) -> None:
        """The round is given up: a result without a winner."""
        self._say("G", result_byte("forced_quit", ()))
        self._forget_round()

    def change_preset(self, address: str, value: str) -> None:
        """Somebody changed a setting at the shoe: two characters of address, four of value."""
        self._say("M", *address.encode("ascii"), *value.encode("ascii"))

    def _read(self, card: Card) -> Card | None:
        """What the reader sees of *card*; None when it cannot read it."""
        read = None if self.mischief.unreadable else self.mischief.misread or card
        self.mischief.unreadable, self.mischief.misread = False, None
        return read

    def _witness(self, card: Card | None, to: Place | None) -> None:
        if self._locked:
            self._say("d", _OUT_LOCKED, self._face(card))
        elif self._stopped:
            self._say("d", _OUT_IN_ERROR, self._face(card))
        elif card is None:
            self.raise_fault("cannot_read")
            self._say("d", _OUT_IN_ERROR, card_byte(None))
        elif self._first_expected or to == "first":
            self._first_expected = False
            self._burn_left = self._burn_value(card)
            self._say_drawn("first", 0, card_byte(card))
        elif self._burn_left:
            self._burn_left -= 1
            self._say_drawn("burn_count", min(self._burn_left, _MAX_BURN_LEFT), card_byte(card))
        elif to == "burn":
            self._say_drawn("burn", 0, self._face(card))
        else:
            self._deal(card, to)

    def _deal(self, card: Card, to: chart.Side | None) -> None:
        side = to or self._next_place(self._hand("punto"), self._hand("bank"))
        if side is None or len(self._hand(side)) == 3:
            self._overdrawn = card
            self.raise_fault("overdraw", stopped=False)
            self._say("d", _OUT_OVERDRAWN, self._face(card))
            return
        self._place("D", Seat(side, len(self._hand(side)) + 1, card))

    def _place(self, kind: Literal["D", "R"], seat: Seat) -> None:
        self._seats.append(seat)
        if kind == "D":
            self._say_drawn(seat.side, seat.position, self._face(seat.card))
        else:
            self._say("R", target_byte(seat.side, seat.position), self._face(seat.card))

    def _settle_overdrawn(self, how: Literal["exposed", "kept"]) -> None:
        if self._overdrawn is None:
            return
        if how == "kept":
            self._kept = self._overdrawn
        else:
            self._say("i", target_byte("punto", 1), card_byte(self._overdrawn))
        self._overdrawn = None
        self.clear_fault("overdraw")

    def _say_drawn(self, target: Target, position: int, face: int) -> None:
        claim = self.mischief.claim or (target, position)
        self.mischief.claim = None
        self._say("D", target_byte(*claim), face)

    def _say(self, kind: str, *payload: int) -> None:
        if not self._powered:
            return
        if self.mischief.lost_messages:
            self.mischief.lost_messages -= 1
            self._voice.swallow(kind)
        else:
            self._voice.say(kind, *payload)

    def _face(self, card: Card | None) -> int:
        return card_byte(None if self._concealed else card)

    def _hand(self, side: chart.Side) -> list[Card]:
        return [seat.card for seat in self._seats if seat.side == side]

    def _forget_round(self) -> None:
        self._seats.clear()
        self._burn_left = 0
        self._first_expected = False
        self._overdrawn = self._kept = None
