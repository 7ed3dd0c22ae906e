"""What goes wrong at a blackjack table: the dealer's slips, each reported and put right as his house's text says.

A slip is one scripted misadventure: cards really go to the wrong place, somebody notices, says so, and the cards and
chips end where the text wants them. Not every house knows every remedy.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import Struct

from hw_sims.people import blackjack_deal_slips as deal
from hw_sims.people import blackjack_reader_slips as reader
from hw_sims.people import blackjack_turn_slips as turn
from hw_sims.people.blackjack_fallible import BJ8, CQB, IQQ, MZA, FallibleDealer
from hw_sims.people.croupier import Picture


class Slip(Struct, frozen=True):
    """*kind* may happen in *phases* under *books*; *do* answers with None where this moment does not suit it."""

    kind: str
    phases: tuple[str, ...]
    books: tuple[str, ...]
    do: Callable[[Any, Picture], Picture | None]


DEALING = ("deal",)
TURNS = ("turns",)
ALL = (CQB, BJ8, MZA, IQQ)
SLIPS: tuple[Slip, ...] = (
    Slip("surplus_card", ("settle",), ALL, turn.surplus_card),
    Slip("unasked_card", TURNS, (MZA,), turn.unasked_card),
    Slip("stuck_cards", TURNS, (CQB, BJ8, MZA), turn.stuck_cards),
    Slip("face_up", ("bets", "deal"), ALL, turn.face_up),
    Slip("skipped_box", DEALING, ALL, deal.skipped_box),
    Slip("one_card_only", DEALING, (CQB, BJ8, IQQ), deal.one_card_only),
    Slip("bank_passed_over", DEALING, (CQB,), deal.bank_passed_over),
    Slip("third_card", DEALING, (BJ8,), deal.third_card),
    Slip("bets_not_closed", ("bets",), (CQB, IQQ), deal.bets_not_closed),
    Slip("empty_box", DEALING, (BJ8, MZA), deal.empty_box),
    Slip("hole_exposed_in_deal", DEALING, (BJ8,), deal.hole_exposed_in_deal),
    Slip("hole_exposed", TURNS, (BJ8, MZA), turn.hole_exposed),
    Slip("swept_bank", TURNS, (BJ8,), turn.swept_bank),
    Slip("swept_hand", TURNS, (BJ8,), turn.swept_hand),
    Slip("disputed_card", TURNS, (CQB, IQQ), turn.disputed_card),
    Slip("miskeyed", TURNS, ALL, turn.miskeyed),
    Slip("question_forgotten", TURNS, (BJ8,), turn.question_forgotten),
    Slip("unread_card", ("deal", "turns", "bank"), ALL, reader.unread_card),
    Slip("missed_card", ("deal", "turns", "bank"), ALL, reader.missed_card),
    Slip("misread", DEALING, ALL, reader.misread),
    Slip("bank_forgotten", DEALING, (BJ8, MZA), deal.bank_forgotten),
    Slip("missing_cut_card", ("settle",), ALL, reader.missing_cut_card),
)
"""One line per kind."""


class ErringDealer(FallibleDealer):
    """Deals well most of the time."""

    slips: ClassVar[tuple[Slip, ...]] = SLIPS

    @classmethod
    def kinds(cls, rulebook: str) -> frozenset[str]:
        return frozenset(slip.kind for slip in cls.slips if rulebook in slip.books)

    def _move(self, picture: Picture) -> Picture:
        self.look_for_the_cut_card(picture)
        if picture["state"] != "held" and self._mistakes and self._chance.random() < self._mistakes:
            slipped = self._slip(picture)
            if slipped is not None:
                return slipped
        return super()._move(picture)

    def _slip(self, picture: Picture) -> Picture | None:
        """One slip that suits this moment, if there is any."""
        fitting = [slip for slip in self.slips if picture["phase"] in slip.phases and self._rulebook in slip.books]
        if self._kinds:
            fitting = [slip for slip in fitting if slip.kind in self._kinds]
        return self._chance.choice(fitting).do(self, picture) if fitting else None
