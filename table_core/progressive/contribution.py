"""What a pass of side bets raises, and how it is divided (ARI 4.2). Computed once per pass, to the peso."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from table_core.money import share_bp
from table_core.progressive.terms import Terms


class SideBet(Struct, frozen=True, forbid_unknown_fields=True):
    """A valid side bet of one seat, in credits; *promo* of them are promotional."""

    seat: int
    credits: int
    promo: int = 0


class Contribution(Struct, frozen=True):
    """The gross and its parts: raised = commission + to_main + to_reserve, always."""

    raised: int = 0
    commission: int = 0
    to_main: int = 0
    to_reserve: int = 0

    @property
    def net(self) -> int:
        return self.raised - self.commission

    def without(self, rest: "Contribution") -> "Contribution":
        """What must be taken back so that only *rest* stays."""
        return Contribution(
            self.raised - rest.raised,
            self.commission - rest.commission,
            self.to_main - rest.to_main,
            self.to_reserve - rest.to_reserve,
        )


def contribution(terms: Terms, bets: Iterable[SideBet]) -> Contribution:
    """Commission of the gross, reserve of the net; the main pot takes what is left."""
    staked = sum(bet.credits - (0 if terms.promo_contributes else bet.promo) for bet in bets)
    raised = staked * terms.credit_value
    commission = share_bp(raised, terms.commission_bp, terms.contribution_rounding)
    to_reserve = share_bp(raised - commission, terms.reserve_bp, terms.contribution_rounding)
    return Contribution(raised, commission, raised - commission - to_reserve, to_reserve)


def taken_back(terms: Terms, bets: Collection[SideBet], void: Collection[int]) -> Contribution:
    """The contribution of the *void* seats: the pass computed without them (PRG-GAP-01)."""
    if terms.void_policy == "stand":
        return Contribution()
    rest = contribution(terms, (bet for bet in bets if bet.seat not in void))
    return contribution(terms, bets).without(rest)
