"""What the reader does wrong at a baccarat table, and what people do about it: key the cloth, or void the pass."""

from typing import Any

from hw_sims.devices.angel_eye.chart import total
from hw_sims.people.croupier import Picture
from table_core.cards import DECK


def unread_card(dealer: Any, picture: Picture) -> Picture | None:
    """The reader cannot read a card of the pass: nobody plays on, the pass is void."""
    if not picture["next_card"] or not dealer.next_is_a_card() or not dealer.cloth.bank:
        return None
    dealer.errs("unread_card", "shoe.unread_card")
    dealer._shoe.mischief.unreadable = True
    dealer.cloth.lay(dealer._shoe.draw(), "burn")
    dealer._terminal.picture()
    dealer._shoe.clear_fault("cannot_read")
    voided: Picture = dealer.void_pass("shoe.unread_card")
    return voided


def misread(dealer: Any, picture: Picture) -> Picture | None:
    """The screen names another card than the one that lies there."""
    if not _may_err(dealer, picture):
        return None
    side = picture["next_card"][0].partition(" ")[0]
    dealer.errs("misread", "cards.impossible", seen=False)
    told = dealer._chance.choice([one for one in DECK if one != dealer._shoe.stack[0]])
    dealer._shoe.mischief.misread = told
    dealer.cloth.misnamed.append(told)
    dealer._draw(side)
    dealer.errs("misread", "shoe.misread")
    dealer.report("shoe.misread")
    return _key_or_void(dealer, "shoe.misread")


def missed_card(dealer: Any, picture: Picture) -> Picture | None:
    """The reader misses a card altogether; the shoe's next message betrays it as well."""
    if not _may_err(dealer, picture):
        return None
    side = picture["next_card"][0].partition(" ")[0]
    dealer._shoe.miss_next()
    dealer.cloth.lay(dealer._shoe.draw(side), side)
    dealer.errs("missed_card", "shoe.missed_card")
    dealer.errs("missed_card", "shoe.messages_lost", seen=False)
    dealer.report("shoe.missed_card")
    return _key_or_void(dealer, "shoe.missed_card")


def _may_err(dealer: Any, picture: Picture) -> bool:
    """The fourth card or a third one: what lies there is soon open, and nothing is paid yet."""
    fourth = bool(dealer.cloth.bank) and "five_draw" not in picture["entries"]
    return bool(picture["next_card"]) and fourth and dealer.next_is_a_card()


def _key_or_void(dealer: Any, code: str) -> Picture:
    """Hands that are whole are keyed as they lie, and the shoe's round is given up; else the pass is void."""
    punto, bank = list(dealer.cloth.punto), list(dealer.cloth.bank)
    if not _whole(punto, bank) or dealer._chance.random() < 0.3:
        voided: Picture = dealer.void_pass(code)
        return voided
    dealer.settle(code, "KEY_HANDS", punto=punto, bank=bank)
    dealer._shoe.force_quit()
    dealer._shoe.standby()
    dealer._sweep()
    keyed: Picture = dealer._terminal.picture()
    return keyed


def _whole(punto: list[str], bank: list[str]) -> bool:
    """Whether nobody is owed a card any more: both hands have two, and neither can draw."""
    if len(punto) != 2 or len(bank) != 2:
        return False
    natural = max(total(punto), total(bank)) >= 8
    return natural or (total(punto) >= 6 and total(bank) >= 6)
