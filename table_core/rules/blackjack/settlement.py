"""What a pass comes to: result, ratio and money of every hand and side bet, in the order they are settled."""

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Rulebook
from table_core.rules.blackjack import hands, payouts, side_bets
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Button
from table_core.rules.blackjack.operations import Collected, Paid, StakeReturned
from table_core.rules.blackjack.options import article, option
from table_core.rules.blackjack.state import Hand, Result, SideBet, State


class Verdict(Struct, frozen=True):
    """How a hand stands against the bank; *ratio* only where it is paid."""

    result: Result
    ratio: str
    article: str


class HandSettlement(Struct, frozen=True):
    """*ratio* is what to announce ("3 a 2"); money is None where the stake is unknown. *pay_x2*: twice the winnings."""

    hand: str
    box: str
    total: int
    soft: bool
    result: Result
    ratio: str
    article: str
    stake: int | None
    net: int | None
    returned: int | None
    pay_x2: int | None


class BankSettlement(Struct, frozen=True):
    cards: tuple[Card, ...]
    total: int
    soft: bool
    blackjack: bool
    drawn_after_initial: int


class StandingSettlement(Struct, frozen=True):
    """A standing bet shares the fate of the box's first hand at its own amount (MZA 2, AMB-MZA-12)."""

    box: str
    stake: int
    net: int


class Settlement(Struct, frozen=True):
    hands: tuple[HandSettlement, ...]
    bank: BankSettlement
    sides: tuple[SideBet, ...]
    standing: tuple[StandingSettlement, ...]
    net_players: int | None
    settle_order: tuple[str, ...]


_SIDE_ORDER = ("perfect_pairs", "insurance", "desafio", "jackpot")


def settle(rules: Rulebook, state: State) -> Settlement:
    """The pass as it stands now; before the end it says what it would come to."""
    settled = tuple(hand_settlement(rules, state, hand) for hand in state.hands)
    sides = tuple(sorted(state.sides, key=lambda side: (_SIDE_ORDER.index(side.kind), _rank(side.hand))))
    standing = tuple(
        StandingSettlement(bet.box, bet.stake, _standing_net(rules, state, bet.box, bet.stake))
        for bet in state.standing
    )
    nets = [*(hand.net for hand in settled), *(side.net for side in sides if side.outcome is not None)]
    known = [net for net in nets if net is not None]
    total = sum(known) + sum(bet.net for bet in standing) if state.stakes != "none" else None
    order = tuple(dict.fromkeys(state.payments)) if state.phase == "over" else _payment_order(rules, state)
    return Settlement(settled, bank_settlement(rules, state), sides, standing, total, order)


def verdict(rules: Rulebook, state: State, hand: Hand) -> Verdict:
    """The result of *hand*: what was already settled stands, the rest is compared with the bank."""
    if hand.result is not None:
        return Verdict(hand.result, hand.ratio, article(rules, "natural_pays"))
    if hands.player_count(rules, hand).total > 21:
        return Verdict("lose", "", article(rules, "bust_taken"))
    ratio = hands.blackjack_ratio(rules, hand)
    return _against_bank(rules, state, hand) if ratio is None else _blackjack(rules, state, ratio)


def _blackjack(rules: Rulebook, state: State, ratio: str) -> Verdict:
    cards = state.bank_codes
    where = article(rules, "natural_pays")
    if hands.is_pair_21(cards):
        return Verdict("push", "", where)
    if hands.bank_count(rules, cards).total == 21 and option(rules, "bj_vs_bank_21") == "push":
        return Verdict("push", "", article(rules, "bj_vs_bank_21"))
    return Verdict("win", ratio, where)


def _against_bank(rules: Rulebook, state: State, hand: Hand) -> Verdict:
    own = hands.player_count(rules, hand).total
    cards = state.bank_codes
    bank = hands.bank_count(rules, cards).total
    if hands.is_pair_21(cards):
        tied = own == 21 and option(rules, "bank_bj_vs_21") == "push"
        return Verdict("push" if tied else "lose", "", article(rules, "bank_bj_vs_21"))
    if bank > 21 or own > bank:
        return Verdict("win", "1to1", article(rules, "win_pays"))
    return Verdict("push" if own == bank else "lose", "", article(rules, "win_pays"))


def hand_settlement(rules: Rulebook, state: State, hand: Hand) -> HandSettlement:
    """Result and money of one hand."""
    found = verdict(rules, state, hand)
    count = hands.player_count(rules, hand)
    gain_x2 = payouts.winnings_x2(hand, found.ratio) if found.ratio else None if hand.stake is None else 0
    returned = _returned(rules, hand, found)
    net = None if returned is None or hand.stake is None else returned - hand.stake
    spoken = found.ratio.replace("to", " a ")
    return HandSettlement(
        hand.id, hand.box, count.total, count.soft, found.result, spoken, found.article,
        hand.stake, net, returned, gain_x2,
    )  # fmt: skip


def _returned(rules: Rulebook, hand: Hand, found: Verdict) -> int | None:
    """The chips handed back, stake included; halves to the whole unit as the house rounds."""
    if hand.stake is None:
        return None
    match found.result:
        case "lose":
            return 0
        case "push" | "void":
            return hand.stake
        case "surrender":
            return payouts.half(rules, hand.stake)
        case _:
            return hand.stake + (payouts.winnings(rules, hand, found.ratio) or 0)


def bank_settlement(rules: Rulebook, state: State) -> BankSettlement:
    cards = state.bank_codes
    count = hands.bank_count(rules, cards)
    initial = 2 if option(rules, "hole") == "down" else 1
    return BankSettlement(cards, count.total, count.soft, hands.is_pair_21(cards), max(0, len(cards) - initial))


def end_round(course: Course, _entry: Button) -> None:
    """Handler: losers are taken and winners paid in the text's order; the public has checked the cards."""
    waiting = settlement_order(course.rules, course.state)
    if course.option("losers_first"):
        waiting = tuple(sorted(waiting, key=lambda hand: verdict(course.rules, course.state, hand).result != "lose"))
    for hand in waiting:
        _settle_hand(course, hand)
    course.enter("over", course.article("settle_order"))


def _settle_hand(course: Course, hand: Hand) -> None:
    found = verdict(course.rules, course.state, hand)
    match found.result:
        case "lose":
            course.do(Collected(hand.id, "lose", hand.stake, found.article))
        case "push" | "void":
            course.do(StakeReturned(hand.id, found.result, hand.stake, found.article))
        case _:
            won = payouts.winnings(course.rules, hand, found.ratio)
            course.do(Paid(hand.id, found.result, found.ratio, won, found.article))


def settlement_order(rules: Rulebook, state: State) -> tuple[Hand, ...]:
    """Hands that wait for the settlement, box by box in the text's order."""
    boxes = side_bets.in_settle_order(rules, state.boxes)
    return tuple(hand for box in boxes for hand in state.hands if hand.box == box and hand.result is None)


def _payment_order(rules: Rulebook, state: State) -> tuple[str, ...]:
    waiting = settlement_order(rules, state)
    winners = (hand.box for hand in waiting if verdict(rules, state, hand).result == "win")
    return tuple(dict.fromkeys((*state.payments, *winners)))


def _standing_net(rules: Rulebook, state: State, box: str, stake: int) -> int:
    first = next(hand for hand in state.hands if hand.box == box)
    returned = _returned(rules, Hand(first.id, box, stake), verdict(rules, state, first))
    return (returned or 0) - stake


def _rank(hand_id: str) -> tuple[int, ...]:
    return tuple(int(part) for part in hand_id.split("."))
