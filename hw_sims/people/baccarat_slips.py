"""What goes wrong at a baccarat table besides cards too many: the reader, the shoe's own ideas, a card that falls."""

from collections.abc import Callable

from msgspec import Struct

from hw_sims.devices.angel_eye.chart import total, winner
from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.baccarat import Dealer
from hw_sims.people.croupier import DEALER, Picture


class Slip(Struct, frozen=True):
    """*kind* may happen in *phases*; *do* answers with None where this moment does not suit it."""

    kind: str
    phases: tuple[str, ...]
    do: Callable[["ErringDealer", Picture], Picture | None]


class ErringDealer(Dealer):
    """Deals well most of the time."""

    @classmethod
    def kinds(cls, _rulebook: str) -> frozenset[str]:
        return frozenset(slip.kind for slip in SLIPS) | {"extra_card"}

    def _move(self, picture: Picture) -> Picture:
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


def unread_card(dealer: ErringDealer, picture: Picture) -> Picture | None:
    """The reader cannot read a card of the pass: nobody plays on, the pass is void."""
    if not picture["next_card"] or not dealer.next_is_a_card() or not dealer.cloth.bank:
        return None
    dealer.errs("unread_card", "shoe.unread_card")
    dealer._shoe.mischief.unreadable = True
    dealer.cloth.lay(dealer._shoe.draw(), "burn")
    dealer._terminal.picture()
    dealer._shoe.clear_fault("cannot_read")
    return dealer.void_pass("shoe.unread_card")


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


SLIPS: tuple[Slip, ...] = (
    Slip("place_lie", ("dealing",), place_lie),
    Slip("result_lie", ("complete",), result_lie),
    Slip("unread_card", ("dealing",), unread_card),
    Slip("dropped_card", ("dealing",), dropped_card),
    Slip("early_button", ("dealing",), early_button),
    Slip("forgotten_word", ("dealing",), forgotten_word),
)
"""One line per kind."""
