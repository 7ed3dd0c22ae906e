"""Bets beside the main one: Perfect Pairs, insurance, desafío, Mendoza's sevens. Each decides itself, not the hand."""

from table_core.cards import Card, rank_of, suit_of
from table_core.progressive.jackpot import SevensHand
from table_core.progressive.prizes import Hand as JackpotHand
from table_core.rulebook import Rulebook
from table_core.rules.blackjack import hands
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.operations import HandClosed, SideSettled, StakeReturned
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import Hand, SideBet, State

SEVEN = "7"
RED = frozenset("HD")
PAIR_NAMES = {"perfect": "Perfect Pairs", "coloured": "Par de Color", "mixed": "Par Mezclado"}


def pair_class(first: Card, second: Card) -> str | None:
    """perfect | coloured | mixed by printed symbol; None for two cards that are no pair."""
    if rank_of(first) != rank_of(second):
        return None
    if suit_of(first) == suit_of(second):
        return "perfect"
    same_colour = (suit_of(first) in RED) == (suit_of(second) in RED)
    return "coloured" if same_colour else "mixed"


def settle_pairs(course: Course) -> None:
    """Take and pay every Perfect Pairs stake, in the order of settlement, straight after the second cards."""
    boxes = in_settle_order(course.rules, course.state.boxes)
    for box in boxes:
        for index, side in enumerate(course.state.sides):
            if side.kind == "perfect_pairs" and side.hand == box and side.outcome is None:
                _settle_pair(course, index, side)


def _settle_pair(course: Course, index: int, side: SideBet) -> None:
    cards = course.hand(side.hand).codes
    if len(cards) < 2:
        course.do(SideSettled(index, "returned", None, _scaled(side.stake, 0), course.article("perfect_pairs")))
        return
    kind = pair_class(cards[0], cards[1])
    times = -1 if kind is None else option(course.rules, f"pairs_{kind}")
    label = None if kind is None else PAIR_NAMES[kind]
    outcome = "lost" if kind is None else "won"
    course.do(SideSettled(index, outcome, label, _scaled(side.stake, times), course.article("perfect_pairs")))


def decide_insurance(course: Course) -> None:
    """Insurance stands or falls with the bank's two turned cards; losers are taken."""
    state = course.state
    wins = not state.bank_covered and hands.is_pair_21(state.bank_codes[:2])
    for index, side in enumerate(state.sides):
        if side.kind == "insurance" and side.outcome is None:
            times = (option(course.rules, "insurance_pays") or 2) if wins else -1
            outcome = "won" if wins else "lost"
            net = _scaled(side.stake, times)
            course.do(SideSettled(index, outcome, None, net, course.article("insurance")))


def decide_desafios(course: Course) -> None:
    """A desafío is decided by the card after the challenged ace; cards laid anew decide it anew."""
    for index, side in enumerate(course.state.sides):
        hand = course.state.hand(side.hand)
        settled = hand is not None and hand.result is not None and side.outcome is not None
        if side.kind != "desafio" or hand is None or settled:
            continue
        outcome = None if len(hand.cards) < 2 else _desafio_outcome(course.rules, hand)
        if outcome != side.outcome:
            net = None if outcome is None else _desafio_net(course.rules, side.stake, outcome)
            course.do(SideSettled(index, outcome, None, net, course.article("desafio_pays")))


def close_won_hands(course: Course) -> None:
    """Where a won desafío ends the hand, its stake goes back (AMB-BJ8-28)."""
    if option(course.rules, "desafio_won_hand") != "closed":
        return
    for side in course.state.sides:
        hand = course.state.hand(side.hand)
        if side.kind == "desafio" and side.outcome == "won" and hand is not None and hand.result is None:
            where = course.article("desafio_won_hand")
            course.do(HandClosed(hand.id, "desafio", where), StakeReturned(hand.id, "void", hand.stake, where))


def _desafio_outcome(rules: Rulebook, hand: Hand) -> str:
    if hands.is_ten(hand.codes[1]):
        return "won"
    return "kept" if option(rules, "desafio_lost") == "returned" else "lost"


def _desafio_net(rules: Rulebook, stake: int | None, outcome: str) -> int | None:
    won = 1 if option(rules, "desafio_pays") == "2for1" else 2
    return _scaled(stake, {"won": won, "kept": 0, "lost": -1}[outcome])


def bonus_ratio(rules: Rulebook, hand: Hand) -> str | None:
    """The ratio of Mendoza's three sevens on a doubled original hand (17g, 17h), None without the bonus."""
    codes = hand.codes
    sevens = len(codes) == 3 and all(rank_of(card) == "7" for card in codes)
    if not (option(rules, "bonus_777") and hand.doubled and not hand.opened and sevens):
        return None
    suits = [suit_of(card) for card in codes]
    times = option(rules, "bonus_suited_times") or 10 if len(set(suits)) == 1 else option(rules, "bonus_times") or 5
    if suits[0] == suits[1] != suits[2] and option(rules, "bonus_offsuit_third_7") == "none":
        return None
    return f"{times - 1 if option(rules, 'bonus_includes_stake') else times}to1"


def invited_to_double(rules: Rulebook, hand: Hand) -> bool:
    """7-7 of the original deal: the double card is open whatever else the text says of doubles (17g)."""
    pair = len(hand.codes) == 2 and all(rank_of(card) == "7" for card in hand.codes)
    return bool(option(rules, "bonus_777")) and pair and not hand.opened


def in_settle_order(rules: Rulebook, boxes: tuple[str, ...]) -> tuple[str, ...]:
    """Boxes in the order they are settled; right to left begins with the last box."""
    return boxes if option(rules, "settle_order") == "left_to_right" else tuple(reversed(boxes))


def sevens_of(state: State, box: str) -> SevensHand:
    """The cards of a JACKPOT box as art. 100 reads them; two sevens opened are the pair that was split."""
    own = state.in_box(box)
    split = box in state.jackpot_lost
    cards = tuple(hand.codes[0] for hand in own[:2]) if split else own[0].codes
    return SevensHand(cards, box in jackpot_boxes(state), split)


def jackpot_boxes(state: State) -> tuple[str, ...]:
    """Boxes that play the JACKPOT."""
    return tuple(side.hand for side in state.sides if side.kind == "jackpot")


def _scaled(stake: int | None, times: int) -> int | None:
    return None if stake is None else stake * times


def jackpot_hand(box: str, state: State) -> JackpotHand:
    """The box's hand as the progressive reviews it: opened sevens are a new game (IQQ 100 note 2)."""
    hands = state.in_box(box)
    split = len(hands) > 1 and all(hand.codes[:1] and rank_of(hand.codes[0]) == SEVEN for hand in hands[:2])
    return JackpotHand(int(box), 0, hands[0].codes, split_sevens=split, bust=hands[0].done == "bust")
