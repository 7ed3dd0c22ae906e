"""Slips while players decide and after: cards too many, two at once, swept away, disputes, keys; each put right."""

from hw_sims.people.blackjack_fallible import BJ8, CQB, IQQ, MZA, FallibleDealer
from hw_sims.people.blackjack_house import bank_total
from hw_sims.people.croupier import DEALER, Picture

# A card too many


def surplus_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The bank has finished and one more card comes out."""
    if not dealer.next_is_a_card() or picture["burned"]:
        return None
    if dealer.house.surplus == "shoe":
        return _back_to_the_shoe(dealer)
    dealer.errs("surplus_card", "surplus_card", "bank_overdraw")
    dealer.deal_to("burn", down=dealer.house.surplus == "down")
    return dealer._terminal.picture()


def _back_to_the_shoe(dealer: FallibleDealer) -> Picture:
    """94 para 4: it goes back and is the first card of the next pass; a bank nobody needs may take it."""
    if bank_total(dealer.house, dealer.cloth.bank) < 17:
        dealer.errs("surplus_card")
        dealer.deal_to("bank")
    else:
        dealer.errs("surplus_card", "bank_overdraw", "surplus_card")
        dealer._shoe.put_back(dealer.take(shown=False))
    return dealer._terminal.picture()


def unasked_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """14e: a third card that was not offered is burned unseen."""
    if picture["next_card"] != ["burn"] or not dealer.next_is_a_card():
        return None
    dealer.errs("unasked_card", "unoffered_card")
    dealer.deal_to("burn", down=True)
    return dealer._terminal.picture()


# Two at once, or the wrong way round


def stuck_cards(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """Two cards come out together for a hand that asked for one."""
    hand = picture["turn"]
    if hand not in dealer.cloth.hands or not dealer.next_is_a_card(2) or "hit" not in picture["may"].get(hand, ()):
        return None
    if dealer._rulebook == CQB:
        return _player_chooses(dealer, hand)
    dealer.errs("stuck_cards")
    dealer._act("hit", hand)
    dealer.press("stuck_cards")
    dealer.deal_to(hand)
    dealer.deal_to("burn", down=True)
    return dealer._terminal.picture()


def _player_chooses(dealer: FallibleDealer, hand: str) -> Picture:
    """1.7 bullet 3: both lie on the cloth; the player says which is burned, the other is his."""
    dealer.errs("stuck_cards", "stuck_cards")
    dealer.press("stuck_cards")
    both = [dealer.take(), dealer.take()]
    burned = dealer._chance.choice(both)
    both.remove(burned)
    dealer.cloth.lay(burned, "burn")
    dealer.cloth.lay(both[0], hand)
    return dealer.settle("stuck_cards", "PLAYER_CHOOSES_BURN", cards=[burned])


def face_up(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The next card lies face up in the shoe."""
    if picture["burned"] or not picture["next_card"] or not dealer.next_is_a_card() or not picture["hands"]:
        return None
    dealer.errs("face_up", *(() if dealer._rulebook in (BJ8, MZA) else ("face_up_in_shoe",)))
    picture = dealer.press("face_up_in_shoe")
    if dealer._rulebook in (CQB, BJ8):
        dealer.deal_to("burn")
    return dealer._terminal.picture()


def hole_exposed(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """DC-12: the covered card is turned in a player's turn and stays so."""
    if picture["turn"] not in dealer.cloth.hands or dealer.cloth.shown("bank")[1:] != ["??"]:
        return None
    dealer.errs("hole_exposed", *(("hole_exposed",) if dealer._rulebook == BJ8 else ()))
    dealer.cloth.turn("bank")
    return dealer.press("hole_exposed", picture["turn"])


# Into the discard


def swept_bank(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """DC-14: cards of the bank are swept away; the Inspector gives leave, and the next ones take their place."""
    if picture["turn"] not in dealer.cloth.hands or len(set(dealer.cloth.bank)) != 2 or not dealer.next_is_a_card(2):
        return None
    places = dealer._chance.choice(((0,), (1,), (0, 1)))
    dealer.errs("swept_bank", "bank_card_discarded")
    swept = [dealer.cloth.bank[place] for place in places]
    covered = [dealer.cloth.sweep_bank(place) for place in places]
    dealer.report("bank_card_discarded")
    dealer.settle("bank_card_discarded", "NEXT_CARDS_TO_BANK", cards=swept)
    for place, down in zip(places, covered, strict=True):
        dealer.cloth.fill_bank(place, dealer.take(), down=down)
    return dealer._terminal.picture()


def swept_hand(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """DC-15: a player's cards are swept away: he has no claim. The screen goes on showing what they were."""
    open_hands = [hand for hand in dealer.cloth.hands if dealer.is_open(hand)]
    if picture["turn"] not in dealer.cloth.hands or not open_hands:
        return None
    hand = dealer._chance.choice(open_hands)
    dealer.errs("swept_hand", "player_cards_discarded")
    dealer.cloth.results[hand] = "lost"
    return dealer.report("player_cards_discarded", hand)


# Disputes and slips of the finger


def disputed_card(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """A player says that he asked for nothing: he takes the card, or it is burned and he is out of it."""
    hand = picture["turn"]
    if hand not in dealer.cloth.hands or "hit" not in picture["may"].get(hand, ()) or not dealer.next_is_a_card():
        return None
    if dealer._rulebook == IQQ and any("." in one for one in dealer.cloth.hands):
        return None
    dealer._draw(hand)
    if dealer._terminal.picture()["turn"] != hand:
        return dealer._terminal.picture()
    dealer.errs("disputed_card", "disputed_card")
    dealer.press("disputed_card", hand)
    if dealer._rulebook == IQQ:
        return _offered_along(dealer, hand)
    if dealer._chance.random() < 0.5:
        return dealer.settle("disputed_card", "ACCEPT_CARD", box=hand)
    dealer.cloth.burned.append(dealer.cloth.hands[hand].pop())
    return dealer.settle("disputed_card", "BURN_AND_FREEZE", box=hand)


def miskeyed(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """The wrong key, taken back before the next card."""
    hand = picture["turn"]
    if "stand" not in picture["may"].get(hand, ()):
        return None
    dealer.errs("miskeyed")
    dealer._act("stand", hand)
    dealer._order(DEALER, {"type": "Undo"})
    return dealer._see(lambda seen: seen["turn"] == hand)


def _offered_along(dealer: FallibleDealer, hand: str) -> Picture:
    """94 para 3: it is never burned: the next boxes are asked in turn, and the bank takes what nobody wants."""
    card = dealer.cloth.hands[hand].pop()
    asked = hand
    while dealer._chance.random() < 0.6:
        last = not (later := dealer.asked_after(asked))
        if not last:
            dealer.errs("disputed_card", "disputed_card")  # whoever is asked next is a question of its own
        dealer.settle("disputed_card", "BANK_TAKES_CARD" if last else "OFFER_NEXT_BOX", box=asked)
        if last:
            dealer.cloth.lay(card, "bank")
            return dealer._terminal.picture()
        asked = later[0]
    dealer.cloth.lay(card, asked)
    return dealer.settle("disputed_card", "ACCEPT_CARD", box=asked)


def question_forgotten(dealer: FallibleDealer, picture: Picture) -> Picture | None:
    """DC-8: whoever has eleven gets a card and was never asked whether he doubles: the card is valid."""
    hand = picture["turn"]
    if "double" not in picture["may"].get(hand, ()) or "hit" not in picture["may"][hand] or not dealer.next_is_a_card():
        return None
    dealer.errs("question_forgotten", "question_omitted")
    return dealer._draw(hand)
