"""What one pass does to the pot: the movements a lock, an annulment and a review lead to. The pot decides nothing."""

from collections.abc import Collection, Sequence

from table_core.progressive.complementary import Shown
from table_core.progressive.contribution import SideBet, contribution, taken_back
from table_core.progressive.ledger import (
    ContributionReversed,
    Key,
    PassContributed,
    Pot,
    PotMovement,
    PotReseeded,
    PotSeeded,
    PrizesAwarded,
)
from table_core.progressive.prizes import Hand
from table_core.progressive.settlement import Funds, Settlement, settle
from table_core.progressive.terms import Terms


def seeded(
    pot: Pot, table: str, plan: str, main: int, reserve: int = 0, *, by: str = "", reason: str = ""
) -> PotSeeded:
    """A pot begins: *main* and *reserve* are the house's money (ARI-4.2-p)."""
    return PotSeeded(pot.next_key(table), plan, main, reserve, by=by, reason=reason)


def locked(terms: Terms, pot: Pot, table: str, plan: str, pass_number: int, bets: Sequence[SideBet]) -> PassContributed:
    """The contribution of the bets that were valid at the lock."""
    made = contribution(terms, bets)
    return PassContributed(
        pot.next_key(table), plan, pass_number, tuple(bets), made.raised, made.commission, made.to_main, made.to_reserve
    )


def annulled(terms: Terms, pot: Pot, contributed: PassContributed, void: Collection[int]) -> ContributionReversed:
    """The contribution of the *void* seats goes back; where the pot no longer holds it, the house gives it."""
    back = taken_back(terms, contributed.bets, void)
    from_main, from_reserve = min(back.to_main, pot.main), min(back.to_reserve, pot.reserve)
    return ContributionReversed(
        pot.next_key(contributed.key.table),
        contributed.plan,
        contributed.pass_number,
        tuple(sorted(void)),
        back.raised,
        back.commission,
        from_main,
        from_reserve,
        back.to_main - from_main + back.to_reserve - from_reserve,
    )


def reviewed(
    terms: Terms,
    pot: Pot,
    contributed: PassContributed,
    hands: Collection[Hand],
    shown: Sequence[Shown] = (),
    void: Collection[int] = (),
) -> list[PotMovement]:
    """The awards of a pass, and the new base when the 100 % was among them; *void* seats were annulled before."""
    settled = proposed(terms, pot, contributed, hands, shown, void)
    key = pot.next_key(contributed.key.table)
    awarded = PrizesAwarded(
        key,
        contributed.plan,
        contributed.pass_number,
        settled.payments,
        settled.promo,
        settled.before.main - settled.after.main,
        settled.before.reserve - settled.after.reserve,
        settled.after.house,
        settled.grand,
    )
    if not settled.grand:
        return [awarded]
    return [awarded, _reseeded(terms, settled.after, Key(key.table, key.seq + 1), contributed.plan)]


def proposed(
    terms: Terms,
    pot: Pot,
    contributed: PassContributed,
    hands: Collection[Hand],
    shown: Sequence[Shown] = (),
    void: Collection[int] = (),
) -> Settlement:
    """What the pot would pay now: before the dealer's review nobody may be told."""
    own = _own_share(terms, contributed, void) if terms.snapshot == "before_pass" else 0
    return settle(terms, Funds(terms.played_for(max(0, pot.main - own)), pot.reserve), hands, shown)


def _own_share(terms: Terms, contributed: PassContributed, void: Collection[int]) -> int:
    """What this pass gave to the main pot and still stands there (PRG-AMB-15)."""
    return contributed.to_main - taken_back(terms, contributed.bets, void).to_main


def _reseeded(terms: Terms, left: Funds, key: Key, plan: str) -> PotReseeded:
    """What the pass competed for is gone; the base takes its place."""
    asked = Funds(0, left.reserve).ask(terms.base, terms.reseed_source)
    return PotReseeded(key, plan, left.reserve - asked.reserve, asked.house)
