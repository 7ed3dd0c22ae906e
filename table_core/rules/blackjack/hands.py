"""What a hand counts: the player's total, the bank's total, pairs and black jacks. Knows nothing of turns or money."""

from collections.abc import Sequence

from msgspec import Struct

from table_core.cards import Card, rank_of
from table_core.rulebook import Rulebook
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import Hand

TENS = frozenset("TJQK")


class Count(Struct, frozen=True):
    """*soft*: an ace counts eleven."""

    total: int
    soft: bool


def points(card: Card) -> int:
    """Faces ten, aces one."""
    rank = rank_of(card)
    return 10 if rank in TENS else 1 if rank == "A" else int(rank)


def is_ten(card: Card) -> bool:
    return rank_of(card) in TENS


def is_ace(card: Card) -> bool:
    return rank_of(card) == "A"


def hard(cards: Sequence[Card]) -> int:
    """The sum with every ace as one."""
    return sum(points(card) for card in cards)


def best(cards: Sequence[Card]) -> Count:
    """The ordinary total: one ace as eleven where that does not pass 21."""
    total = hard(cards)
    soft = any(is_ace(card) for card in cards) and total + 10 <= 21
    return Count(total + 10 if soft else total, soft)


def player_count(rules: Rulebook, hand: Hand) -> Count:
    """A player's total; a declared ace keeps its value (BJ8 DJ-10)."""
    cards = hand.codes
    if option(rules, "player_ace") != "declare_first_two":
        return best(cards)
    if hand.ace is None and any(is_ace(card) for card in cards[:2]):
        return best(cards)
    total = hard(cards) + (10 if hand.ace == 11 else 0)
    late_ace = any(is_ace(card) for card in cards[2:])
    if late_ace and option(rules, "player_late_ace") != "one" and total + 10 <= 21:
        return Count(total + 10, True)
    return Count(total, hand.ace == 11)


def bank_count(rules: Rulebook, cards: Sequence[Card]) -> Count:
    """The bank's total as the text values its aces."""
    if option(rules, "bank_ace") == "fixed_on_arrival" and len(cards) > 1:
        return _count_on_arrival(cards)
    return best(cards)


def _count_on_arrival(cards: Sequence[Card]) -> Count:
    """Each ace is valued once: in the first two cards by its companion, later by the sum it makes (BJ8 DJ-13)."""
    total = hard(cards[:2])
    soft = any(is_ace(card) for card in cards[:2]) and 17 <= total + 10 <= 21
    total += 10 if soft else 0
    for card in cards[2:]:
        eleven = is_ace(card) and 17 <= total + 11 <= 21
        total += 11 if eleven else points(card)
        soft = soft or eleven
    return Count(total, soft)


def bank_draws(rules: Rulebook, cards: Sequence[Card]) -> bool:
    """Whether the drawing rule gives the bank another card."""
    count = bank_count(rules, cards)
    if option(rules, "bank_ace") == "hit_soft_17" and count.soft and count.total == 17:
        return True
    return count.total < 17


def is_pair_21(cards: Sequence[Card]) -> bool:
    """An ace and a ten-value card, nothing else."""
    return len(cards) == 2 and sorted(points(card) for card in cards) == [1, 10]


def is_natural(hand: Hand) -> bool:
    """Two-card 21 of the original deal, its ace not declared one."""
    return not hand.opened and hand.ace != 1 and is_pair_21(hand.codes)


def blackjack_ratio(rules: Rulebook, hand: Hand) -> str | None:
    """The ratio at which a hand that ranks as black jack is paid; None for a hand that does not."""
    if is_natural(hand):
        return str(option(rules, "natural_pays") or "3to2")
    if not hand.opened or hand.ace == 1 or not is_pair_21(hand.codes):
        return None
    reading = option(rules, {"A": "split_ace_21", "T": "split_ten_21"}.get(hand.opened, ""))
    return {"bj_1to1": "1to1", "bj_3to2": "3to2"}.get(str(reading))


def split_class(card: Card) -> str:
    """What kind of pair a split opened: aces, tens, or others ("x")."""
    return "A" if is_ace(card) else "T" if is_ten(card) else "x"


def may_pair(rules: Rulebook, first: Card, second: Card) -> bool:
    """Whether two cards are of equal value for opening."""
    if option(rules, "split_equal") == "rank":
        return rank_of(first) == rank_of(second)
    return points(first) == points(second)
