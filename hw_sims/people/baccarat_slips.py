"""What goes wrong at a baccarat table besides cards too many: hands that slip, and a shoe with ideas of its own."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from hw_sims.devices.angel_eye.chart import total, winner
from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people import baccarat_reader_slips as reader
from hw_sims.people.baccarat import Dealer
from hw_sims.people.croupier import DEALER, Picture, TableDoesNotReact


class Slip(Struct, frozen=True):
    """*kind* may happen in *phases*; *do* answers with None where this moment does not suit it."""

    kind: str
    phases: tuple[str, ...]
    do: Callable[["ErringDealer", Picture], Picture | None]


_CUT_CARD_BY_HAND = 10
"""A cut card is set by eye: it may come out this many cards later than was told."""


class ErringDealer(Dealer):
    """Deals well most of the time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._missed_at: int | None = None

    @classmethod
    def kinds(cls, _rulebook: str) -> frozenset[str]:
        return frozenset(slip.kind for slip in SLIPS) | {"extra_card"}

    def _move(self, picture: Picture) -> Picture:
        self._look_for_the_cut_card(picture)
        if picture["state"] != "held" and self._mistakes and self._chance.random() < self._mistakes:
            slipped = self._slip(picture)
            if slipped is not None:
                return slipped
        return super()._move(picture)

    def _slip(self, picture: Picture) -> Picture | None:
        fitting = [slip for slip in SLIPS if picture["phase"] in slip.phases]
        if self._kinds:
            fitting = [slip for slip in fitting if slip.kind in self._kinds]
        return self._chance.choice(fitting).do(self, picture) if fitting else None

    def void_pass(self, code: str) -> Picture:
        """The pass does not count; the cards are swept, and the shoe is told that its round is given up."""
        self.cloth.bets = {}
        picture = self.settle(code, "VOID_PASS")
        self._shoe.force_quit()
        self._shoe.standby()
        self._sweep()
        return picture

    def report(self, event: str) -> None:
        self._order(DEALER, {"type": "ReportIrregularity", "event": event})

    def lose_cut_card(self) -> None:
        """From now on nobody will see it; the table must say so soon after the place where it was put."""
        self._missed_at = len(self.cloth.cards) + self._shoe.stack.index(CUT_CARD) + _CUT_CARD_BY_HAND
        self._shoe.lose_cut_card()

    def _look_for_the_cut_card(self, picture: Picture) -> None:
        told = any(incident["code"] == "cards.cut_card_missing" for incident in picture["incidents"])
        if told or picture["phase"] == "no_shoe":
            self._missed_at = None
        if self._missed_at is not None and len(self.cloth.cards) > self._missed_at:
            raise TableDoesNotReact("the cut card should have come and the table does not miss it")

    def bank_might_draw(self) -> bool:
        """Whether a bank against a Punto that stands would draw: up to four (123 c, f)."""
        return total(self.cloth.bank) <= 4

    def next_is_a_card(self) -> bool:
        return bool(self._shoe.stack) and self._shoe.stack[0] != CUT_CARD


def place_lie(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The shoe gives the card to the other side; on the cloth it lies where it belongs."""
    if not picture["next_card"] or not dealer.next_is_a_card() or "five_draw" in picture["entries"]:
        return None
    side, _space, position = picture["next_card"][0].partition(" ")
    other = "bank" if side == "punto" else "punto"
    dealer.errs("place_lie", "shoe.place_differs")
    dealer._shoe.mischief.claim = (other, int(position))
    dealer._draw(side)
    return dealer.settle("shoe.place_differs", "LAYOUT_MATCHES")


def result_lie(dealer: ErringDealer, _picture: Picture) -> Picture | None:
    """The shoe's own result is not that of the cards."""
    if dealer._overdrawn:
        return None
    true = winner(dealer.cloth.punto, dealer.cloth.bank)
    dealer.errs("result_lie", "shoe.result_differs")
    dealer._shoe.mischief.result = ("tie" if true != "tie" else "punto", ())
    dealer._shoe.close_round()
    seen = dealer.settle("shoe.result_differs", "CONFIRM_OURS")
    dealer._sweep()
    return seen


def dropped_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """A card falls; the supervisor says that it keeps its value, or that the pass is void."""
    if not dealer.cloth.bank or picture["phase"] != "dealing":
        return None
    dealer.errs("dropped_card", "card_dropped")
    dealer.report("card_dropped")
    offered = [choice["code"] for choice in dealer._terminal.picture()["incidents"][-1]["choices"]]
    if "VOID_PASS" not in offered or dealer._chance.random() < 0.7:
        return dealer.settle("card_dropped", "CARD_KEEPS_VALUE")
    return dealer.void_pass("card_dropped")


def early_button(dealer: ErringDealer, _picture: Picture) -> Picture | None:
    """The indication button is pressed before both hands have two cards."""
    if len(dealer.cloth.bank) > 1 or dealer._overdrawn:
        return None
    dealer.errs("early_button", "shoe.button_misused")
    dealer._shoe.close_round()
    dealer._terminal.picture()
    return dealer.settle("shoe.button_misused", "ACKNOWLEDGE")


def forgotten_word(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """Punto asks for a card with five and the dealer forgets to key it: the card tells, or a person has to."""
    if "five_draw" not in picture["entries"] or not dealer.next_is_a_card():
        return None
    both = dealer.bank_might_draw()
    dealer.errs("forgotten_word", *(("cards.five_not_entered",) if both else ()))
    dealer._draw("punto")
    dealer.cloth.five_open = False
    return dealer.settle("cards.five_not_entered", "FIVE_DRAW") if both else dealer._terminal.picture()


def mixed_up(dealer: ErringDealer, _picture: Picture) -> Picture | None:
    """Cards land before the wrong hand and nobody knows their order any more (127, 140): they are all burned."""
    if len(dealer.cloth.punto) != 2 or len(dealer.cloth.bank) != 1:
        return None
    dealer.errs("mixed_up", "order_unknown")
    dealer.cloth.bets = {}
    dealer.report("order_unknown")
    dealer._shoe.force_quit()
    dealer._shoe.standby()
    dealer._sweep()
    if dealer._terminal.picture()["phase"] != "burn_first":
        return dealer._terminal.picture()
    dealer.cloth.lay(dealer._shoe.draw("first"), "burn")
    return dealer._see(lambda seen: seen["phase"] != "burn_first")


def bank_forgotten(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The bank is owed a third card and the dealer presses the button instead of drawing it."""
    if picture["next_card"] != ["bank 3"] or "five_draw" in picture["entries"]:
        return None
    dealer.errs("bank_forgotten", "shoe.result_early")
    dealer._shoe.close_round()
    return dealer.void_pass("shoe.result_early")


def face_up(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The next card lies face up in the shoe: it is burned before anybody bets on it."""
    if dealer._keep_card or picture["burn_left"] or not dealer.next_is_a_card():
        return None
    dealer.errs("face_up", "face_up_in_shoe")
    dealer.report("face_up_in_shoe")
    if dealer._terminal.picture()["state"] == "held":
        dealer.settle("face_up_in_shoe", "BURN_CARD")
    before = dealer._terminal.picture()["cards_out"]
    dealer.cloth.lay(dealer._shoe.draw("burn"), "burn")
    return dealer._see(lambda seen: seen["cards_out"] > before)


def missing_cut_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """Somebody takes the cut card out of the shoe; it is missed where it should have come."""
    if CUT_CARD not in dealer._shoe.stack[20:]:
        return None
    dealer.errs("missing_cut_card", "cards.cut_card_missing", seen=False)
    dealer.lose_cut_card()
    return picture


SLIPS: tuple[Slip, ...] = (
    Slip("place_lie", ("dealing",), place_lie),
    Slip("result_lie", ("complete",), result_lie),
    Slip("unread_card", ("dealing",), reader.unread_card),
    Slip("misread", ("dealing",), reader.misread),
    Slip("missed_card", ("dealing",), reader.missed_card),
    Slip("dropped_card", ("dealing",), dropped_card),
    Slip("early_button", ("dealing",), early_button),
    Slip("forgotten_word", ("dealing",), forgotten_word),
    Slip("mixed_up", ("dealing",), mixed_up),
    Slip("bank_forgotten", ("dealing",), bank_forgotten),
    Slip("face_up", ("betting",), face_up),
    Slip("missing_cut_card", ("betting",), missing_cut_card),
)
"""One line per kind."""
