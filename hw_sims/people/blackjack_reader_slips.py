"""What the reader gets wrong, and a cut card that never comes: people see it, say so, and key what lies there."""

from hw_sims.devices.card_stack import CUT_CARD
from hw_sims.people.blackjack_fallible import FallibleDealer
from hw_sims.people.blackjack_house import is_natural
from hw_sims.people.croupier import Picture
from table_core.cards import DECK


def unread_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The reader cannot read a card; the dealer keys what he sees."""
    if not dealer.next_is_a_card() or not picture["hands"] or picture["next_card"] in ([], ["burn"]):
        return None
    place, phase = dealer._next_place(picture), picture["phase"]
    dealer.ask_to_double(place, picture["may"].get(place, ()))
    dealer.errs("unread_card", "shoe.unread_card")
    dealer._shoe.mischief.unreadable = True
    card = dealer.take()
    if phase == "bank":
        dealer.cloth.turn("bank")
    dealer.cloth.lay(card, place, down=dealer._covers(place, phase))
    return dealer.settle("shoe.unread_card", "KEY_HANDS", cards=[card])


def missed_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The reader misses a card altogether: the screen stands still, the dealer says so and keys it."""
    if not dealer.next_is_a_card() or not picture["hands"] or picture["next_card"] in ([], ["burn"]):
        return None
    place, phase = dealer._next_place(picture), picture["phase"]
    dealer.ask_to_double(place, picture["may"].get(place, ()))
    if dealer.shoe_counts:  # by the shoe's own count, or by the next card's number, if nobody is faster
        dealer.errs("missed_card", "counts.part", "shoe.messages_lost", seen=False)
    dealer._shoe.miss_next()
    card = dealer.take(shown=False)
    dealer.errs("missed_card", "shoe.missed_card")
    dealer.report("shoe.missed_card")
    if phase == "bank":
        dealer.cloth.turn("bank")
    dealer.cloth.lay(card, place, down=dealer._covers(place, phase))
    return dealer.settle("shoe.missed_card", "KEY_HANDS", cards=[card])


def misread(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The screen names another card than the one on the cloth: in the deal, where nothing is settled yet."""
    owed = 2 * len(dealer.cloth.hands) + 1 + dealer.house.hole - len(dealer.cloth.on_cloth)
    place = dealer._next_place(picture)
    if not dealer.next_is_a_card() or owed < 2 or dealer._covers(place, "deal") or picture["burned"]:
        return None
    settled = any(is_natural(cards) for cards in dealer.cloth.hands.values()) or dealer.cloth.results
    if settled or any(kind == "desafio" for _hand, kind, _stake in dealer.cloth.sides):
        return None
    card = dealer._shoe.stack[0]
    dealer._shoe.mischief.misread = dealer._chance.choice([one for one in DECK if one[0] in "23456" and one != card])
    dealer.errs("misread", "cards.impossible", seen=False)
    dealer.take()
    dealer.cloth.discard.append(card)
    dealer.errs("misread", "shoe.misread")
    dealer.report("shoe.misread")
    return dealer.void_pass("shoe.misread")


def missing_cut_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """Somebody takes the cut card out of the shoe; it is missed where it should have come."""
    if CUT_CARD not in dealer._shoe.stack[20:]:
        return None
    dealer.errs("missing_cut_card", "cards.cut_card_missing", seen=False)
    dealer.lose_cut_card()
    return picture
