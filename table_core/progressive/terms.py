"""What the operator's approved betting plan fixes, and which reading of each doubtful passage the table plays by."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from table_core.money import Rounding

BasisPoints = Annotated[int, Meta(ge=0, le=10_000)]
Amount = Annotated[int, Meta(ge=0)]
PrizeTable = Literal["arica", "iquique_caribbean", "iquique_21"]
Funder = Literal["reserve_then_house", "house"]
PLUS = "arica_poker_plus"
"""Its base game is not in the decree; only these side-bet rules of it are (3.5.2)."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """One field per setting of the texts; the comments name the article or the ambiguity."""

    credit_value: Annotated[int, Meta(ge=1)]  # ARI 3.4.1
    min_credits: Annotated[int, Meta(ge=1)]
    max_credits: Annotated[int, Meta(ge=1)]
    commission_bp: BasisPoints  # ARI 4.2, Plan de Apuestas
    reserve_bp: BasisPoints
    base: Amount
    prize_table: PrizeTable
    fixed_basis: Literal["per_credit", "flat"] = "per_credit"  # PRG-AMB-02
    pay_order: Literal["tier", "amount"] = "tier"  # PRG-AMB-06
    remainder_mode: Literal["all_to_nearest_right", "one_each_from_right"] = "all_to_nearest_right"  # PRG-AMB-05
    same_combination: Literal["category", "exact_ranks"] = "category"  # PRG-AMB-04
    straight_pays: bool = True  # PRG-AMB-01
    change_forfeits: bool = True  # ARI 3.5.2
    fold_forfeits: bool = True  # PRG-AMB-03
    complementary_funding: Literal["pot_cash", "promo_credits"] = "pot_cash"  # ARI 3.5.4
    promo_contributes: bool = False  # PRG-AMB-10
    snapshot: Literal["after_lock", "before_pass"] = "after_lock"  # PRG-AMB-15
    insufficient_pot: Funder = "reserve_then_house"  # PRG-AMB-09
    reseed_source: Funder = "reserve_then_house"
    fixed_from: Literal["pot", "house"] = "pot"  # AMB-IQQ-13, the blackjack text's `jackpot_fixed_from`
    void_policy: Literal["refund", "stand"] = "refund"  # PRG-GAP-01
    two_sevens: Literal["suited", "any"] = "suited"  # PRG-AMB-13
    sevens_position: Literal["anywhere", "first_cards"] = "anywhere"  # PRG-AMB-13
    bust_keeps_jackpot: bool = True  # PRG-AMB-13
    sevens_rows: Literal["highest", "cumulative"] = "highest"  # PRG-AMB-21
    contribution_rounding: Rounding = "floor"  # PRG-AMB-07
    pct_rounding: Rounding = "floor"  # PRG-AMB-08
    lamp_validity: Literal["at_lock", "since_bet"] = "at_lock"  # PRG-AMB-11
    iquique_rules: Literal["as_arica"] = "as_arica"  # PRG-AMB-12
    base_game: str = "draw_poker"
    decks: Amount = 0  # R40: games of a shared pot are alike; 0: the plan does not say
    grand_one_in: Amount = 0  # R41: unlike games win the pot once in so many hands each; 0: like games only
    table_min: Amount = 0  # bounds of the limits of the game itself, ARI 4.2; no maximum: the plan sets none
    table_max: Amount = 0
    pot_limit: Amount = 0  # the most the main pot is played for; what is above it waits for the next one. 0: no limit

    @property
    def per_credit(self) -> bool:
        """Iquique's amounts are flat whatever the setting says (IQQ-118-c)."""
        return self.prize_table == "arica" and self.fixed_basis == "per_credit"

    def played_for(self, main: int) -> int:
        """What of a main pot of *main* may be shown and won."""
        return min(main, self.pot_limit) if self.pot_limit else main

    def plan_allows(self, minimum: int, maximum: int) -> bool:
        """Whether the game itself may be played within these limits."""
        return not self.table_max or self.table_min <= minimum <= maximum <= self.table_max
