"""Slips of the deal: boxes passed over, cards for nobody, a bank forgotten or seen; each put right as the text says."""

from hw_sims.people.blackjack_fallible import BJ8, CQB, IQQ, MZA, FallibleDealer
from hw_sims.people.croupier import DEALER, Picture


def skipped_box(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """A box gets no card at all; it is noticed when the others have theirs."""
    box = _owed_first(dealer, picture)
    if box is None or not dealer.next_is_a_card(2 * len(dealer.cloth.hands)):
        return None
    boxes = dealer.rest_of_round
    for place in (*boxes[boxes.index(box) + 1 :], "bank", *(one for one in boxes if one != box)):
        dealer.deal_to(place)
    if dealer.house.hole:
        dealer.deal_to("bank", down=True)
    dealer.errs("skipped_box", "skipped_box")
    dealer.report("skipped_box", box)
    served = dealer._rulebook == IQQ and dealer._chance.random() < 0.5
    if not served:
        dealer.cloth.void(box)
    void = "APOLOGISE_VOID_HAND" if dealer._rulebook == MZA else "VOID_HAND"
    return dealer.settle("skipped_box", "SERVE_BOTH_LATE" if served else void)


def _owed_first(dealer: FallibleDealer, picture: Picture) -> str | None:
    """The box that is owed its first card, unless it is the only one."""
    place = picture["next_card"][0] if picture["next_card"] else ""
    fits = place in dealer.cloth.hands and not dealer.cloth.hands[place] and len(dealer.cloth.hands) > 1
    return place if fits and not dealer.cloth.bank and not dealer.cloth.results else None


def one_card_only(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """A box is passed over in the second round."""
    place = picture["next_card"][0] if picture["next_card"] else ""
    if len(dealer.cloth.hands.get(place, ())) != 1 or not dealer.cloth.bank or not dealer.next_is_a_card(9):
        return None
    boxes = dealer.rest_of_round
    after = boxes[boxes.index(place) + 1 :]
    if dealer.cloth.results or any(len(dealer.cloth.hands[later]) != 1 for later in after):
        return None
    if dealer._rulebook == CQB:
        return _out_of_order(dealer, boxes[boxes.index(place) :], after, "one_card_only", place) if after else None
    for later in after:
        dealer.deal_to(later)
    if dealer.house.hole:
        dealer.deal_to("bank", down=True)
    dealer.errs("one_card_only", "one_card_only")
    dealer.report("one_card_only", place)
    return _complete_or_void(dealer, place)


def _complete_or_void(dealer: FallibleDealer, box: str) -> Picture:
    """The player takes his second card last, or leaves the pass."""
    if dealer._chance.random() < 0.5:
        return dealer.settle("one_card_only", "COMPLETE_DELIVERY" if dealer._rulebook == BJ8 else "SERVE_SECOND_LATE")
    dealer.cloth.void(box)
    if dealer._rulebook == IQQ:
        return dealer.settle("one_card_only", "VOID_HAND")
    dealer.cloth.burn_hand(box)
    return dealer.settle("one_card_only", "BURN_AND_VOID")


def _out_of_order(dealer: FallibleDealer, due: list[str], laid: list[str], event: str, box: str = "") -> Picture:
    """1.7 bullet 5: cards lie on *laid* that the order of the shoe gives to *due*; the jefe de mesa has them moved."""
    dealer.errs("one_card_only" if box else "bank_passed_over", event)
    for place in laid:
        dealer.deal_to(place)
    dealer.report(event, box)
    dealer.cloth.move_last(laid, due)
    return dealer.settle(event, "REORDER")


def bank_passed_over(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The second round begins although the bank has no card yet."""
    boxes = dealer.rest_of_round
    fits = picture["next_card"] == ["bank"] and not dealer.cloth.bank and not dealer.cloth.results
    if not fits or not dealer.next_is_a_card(8):
        return None
    return _out_of_order(dealer, ["bank", *boxes], boxes[: dealer._chance.randint(1, len(boxes))], "misdeal_reorder")


def third_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """DC-6: a box that has its two gets one more in the deal: its bet does not count and its cards are burned."""
    full = [box for box in dealer.rest_of_round if len(dealer.cloth.hands[box]) == 2]
    if not full or len(picture["next_card"]) != 1 or dealer.cloth.results or not dealer.next_is_a_card():
        return None
    box = dealer._chance.choice(full)
    dealer.errs("third_card", "extra_card")
    dealer._order(DEALER, {"type": "LayNext", "place": box})
    dealer.deal_to("burn")
    dealer.cloth.void(box)
    dealer.cloth.burn_hand(box)
    return dealer.settle("extra_card", "VOID_HAND_BURN_CARDS")


def bets_not_closed(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """Nobody says that bets are closed; the first card closes them (13 a 10)."""
    if picture["hands"] or not dealer.next_is_a_card():
        return None
    dealer.errs("bets_not_closed")
    dealer.place_bets(called=False)
    return dealer._draw(dealer._next_place(dealer._terminal.picture()))


def empty_box(dealer: FallibleDealer, _picture: Picture) -> Picture | None:
    """A card is laid on a box without a bet: burned, and only that card."""
    free = [str(box) for box in range(1, 8) if str(box) not in dealer.cloth.hands]
    if not free or not dealer.next_is_a_card():
        return None
    dealer.errs("empty_box", *(("empty_box_card",) if dealer._rulebook == MZA else ()))
    dealer._order(DEALER, {"type": "LayNext", "place": dealer._chance.choice(free)})
    dealer.deal_to("burn")
    return dealer._terminal.picture()


def bank_forgotten(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The bank's first card is forgotten: the second round begins, or even ends, before somebody sees it."""
    late = dealer.cloth.bank or dealer.cloth.results or any(len(cards) > 1 for cards in dealer.cloth.hands.values())
    if picture["next_card"] != ["bank"] or late or not dealer.next_is_a_card(8):
        return None
    boxes = dealer.rest_of_round
    for box in boxes[: dealer._chance.randint(1, len(boxes))]:
        dealer.deal_to(box)
    dealer.errs("bank_forgotten", "bank_missing_cards", "bank_missing_both")
    dealer.press("bank_missing_cards")
    if dealer._rulebook == BJ8:
        return dealer.settle("bank_missing_cards", "NEXT_CARDS_TO_BANK")
    return dealer._terminal.picture()


def hole_exposed_in_deal(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """DC-7: the bank's covered card comes out face up: burned, and another takes its place."""
    if picture["next_card"] != ["bank"] or len(dealer.cloth.bank) != 1 or not dealer.next_is_a_card():
        return None
    dealer.errs("hole_exposed_in_deal", "hole_exposed_in_deal")
    dealer.press("hole_exposed")
    dealer.deal_to("burn")
    return dealer._terminal.picture()
