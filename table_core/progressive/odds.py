"""How often a game gives the prizes of the pot, exactly: which games may share one (R40), and a design of it (R41).

A hand is counted once for each bet. Where it depends on what players decide, nothing is known, and so nothing allowed.
"""

from fractions import Fraction
from math import comb

from table_core.progressive.prizes import WHOLE_POT_BP, table_of
from table_core.progressive.terms import Terms

_FIVE_CARDS = frozenset({"draw_poker", "caribbean"})
"""Games whose prizes lie in the first five cards of one deck."""
_HANDS = {"straight_flush": 36, "royal_flush": 4}
_ALL_HANDS = comb(52, 5)
MOST_OFF = Fraction(1, 20)
"""R41: a game's frequency may be so far from the one designed."""

Frequencies = dict[str, Fraction]
"""Of each row that takes a share of the pot."""


def frequencies(terms: Terms) -> Frequencies | None:
    """None where it is not known: the sevens depend on who asks for a third card."""
    one_deck = terms.decks <= 1 and terms.base_game in _FIVE_CARDS
    if not one_deck or terms.prize_table == "iquique_21" or not terms.change_forfeits:
        return None
    shares = (prize.name for prize in table_of(terms) if prize.kind == "share")
    return {name: Fraction(_HANDS[name], _ALL_HANDS) for name in shares}


def grand(terms: Terms) -> Fraction | None:
    """How often all of the pot is won."""
    found = frequencies(terms)
    if found is None:
        return None
    return sum((found[prize.name] for prize in table_of(terms) if _is_grand(prize.kind, prize.value)), Fraction())


def as_designed(terms: Terms) -> bool:
    """Whether the game wins the pot as often as the plan says every game of it does; a plan that is silent is kept."""
    if not terms.grand_one_in:
        return True
    found = grand(terms)
    return found is not None and abs(found * terms.grand_one_in - 1) <= MOST_OFF


def may_share(ours: Terms, theirs: Terms) -> bool:
    """Whether two games may play for one pot: as often by the same hands, or as often as one design says."""
    if ours.grand_one_in or theirs.grand_one_in:
        return ours.grand_one_in == theirs.grand_one_in and as_designed(ours) and as_designed(theirs)
    if ours.prize_table != theirs.prize_table:
        return False
    known = frequencies(ours)
    if known is not None:
        return known == frequencies(theirs)
    return bool(ours.decks) and (ours.base_game, ours.decks) == (theirs.base_game, theirs.decks)


def _is_grand(kind: str, value: int) -> bool:
    return kind == "share" and value == WHOLE_POT_BP
