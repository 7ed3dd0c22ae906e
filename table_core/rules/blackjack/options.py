"""The vocabulary of the blackjack family: every setting a rulebook may make and the values the engine carries out.

A rulebook that is silent on a setting leaves it out: `option` answers None.
"""

from typing import Any

from msgspec.structs import replace

from table_core.rulebook import Rulebook, Setting, Value

_YES_NO = (True, False)
_SPLIT_21 = ("plain", "bj_1to1", "bj_3to2")

CHOICES: dict[str, tuple[Value, ...]] = {
    "seat_one": ("left", "right"),
    "hole": ("none", "down"),
    "bank_ace": ("soft", "fixed_on_arrival", "hit_soft_17"),
    "player_ace": ("free", "declare_first_two"),
    "draw_at_21": ("never", "soft_3plus", "free"),
    "split_aces_one_card": _YES_NO,
    "split_aces_face": ("up", "down"),
    "resplit_aces": _YES_NO,
    "split_ace_21": _SPLIT_21,
    "split_ten_21": _SPLIT_21,
    "double": ("any_two", "only_11"),
    "double_face": ("up", "down", "down_if_hard_le_11", "down_if_best_le_11"),
    "double_after_split": _YES_NO,
    "double_after_split_aces": _YES_NO,
    "insurance": ("bank_ace", "player_ace"),
    "insurance_amount": ("up_to_half", "exact_half"),
    "even_money": _YES_NO,
    "surrender": ("none", "own_turn", "before_draws"),
    "surrender_vs_ace": _YES_NO,
    "bj_vs_bank_21": ("win", "push"),
    "bank_bj_vs_21": ("lose", "push"),
    "bank_if_no_live": ("none", "none_unless_insurance", "draw_anyway"),
    "bank_if_only_bj": ("normal", "one_card_if_ten_or_ace"),
    "bj_paid_at_once": _YES_NO,
    "natural_paid_when": ("turn", "deal"),
    "natural_pays": ("3to2", "1to1"),
    "win_pays": ("1to1",),
    "turn_order": ("left_to_right",),
    "lose_all": (True,),
    "bonus_777": _YES_NO,
    "round_half": ("to_house", "to_player"),
    "split_equal": ("points", "rank"),
    "resplit_order": ("append", "last", "adjacent"),
    "settle_order": ("right_to_left", "left_to_right"),
    "losers_first": _YES_NO,
    "bets_close": ("call", "first_card"),
    "void_stake": ("returned", "supervisor"),
    "abort": ("pay_bj_only", "void_all"),
    "abort_keeps_settled": _YES_NO,
    "abort_bj_rate": ("3to2", "1to1"),
    "reorder": ("draw_order", "supervisor"),
    "face_up_card": ("burn", "play"),
    "face_up_shuffle": _YES_NO,
    "player_late_ace": ("best", "one"),
    "ace_ten_declared": _YES_NO,
    "ace_pair": ("one_declared",),
    "desafio_pays": ("2to1", "2for1"),
    "desafio_lost": ("taken", "returned"),
    "desafio_won_hand": ("plays_on", "closed"),
    "desafio_second_ace": ("second_hand", "none"),
    "quorum_midshoe": ("three_bets",),
    "omitted_question": ("plain_card",),
    "forgotten_double": ("as_double", "plain_card"),
    "swept_hand": ("lost", "returned"),
    "late_hole_face": ("down", "up"),
    "mistaken_card": ("burned_covered", "burned_shown"),
    "unoffered_card": ("burn", "offer"),
    "bonus_includes_stake": _YES_NO,
    "bonus_offsuit_third_7": ("five_times", "none"),
    "equal_stakes": _YES_NO,
    "standing_bets": ("two_per_box",),
    "burn_on_return": ("unless_fresh", "always"),
    "disputed_card": ("next_boxes_then_bank", "supervisor", "burn_and_freeze", "burn"),
    "cut_card_dealt": ("replace", "supervisor"),
    "low_bet_before_deal": ("refuse", "stands"),
    "jackpot_two_sevens": ("suited", "any"),
    "jackpot_position": ("anywhere", "first_cards"),
    "jackpot_rows": ("highest", "cumulative"),
    "jackpot_split_pair": ("forfeits", "keeps_pair"),
    "jackpot_fixed_from": ("house", "pot"),
    "jackpot_round": ("floor", "nearest"),
    "magic_card": ("each_holder",),
    "bust_taken": ("at_once", "at_end"),
    "surplus_card": ("burn", "shoe"),
    "surplus_face": ("up", "down"),
    "stuck_cards": ("player_chooses", "burn_surplus"),
    "empty_box_card": ("burn", "draw_order"),
    "extra_initial_card": ("void_hand", "draw_order"),
    "bank_missing": ("next_cards", "draw_order"),
    "bank_missing_leave": _YES_NO,
    "late_hole": ("after_hand", "at_once"),
    "hole_exposed_in_deal": ("burn",),
    "one_card_only": ("consent", "draw_order"),
    "late_both_cards": _YES_NO,
    "perfect_pairs": _YES_NO,
    "dealer_cut": ("centre", "anywhere"),
}

NUMBERS: tuple[str, ...] = (
    "decks", "seats", "burn", "split_max_hands", "cut_min", "cut_front_min", "csm_burn", "magic_prize",
    "lucky_prize", "min_bets", "min_hands", "min_seated", "max_positions", "idle_rounds", "behind_min",
    "behind_max", "bonus_times", "bonus_suited_times", "insurance_pays", "pairs_perfect", "pairs_coloured",
    "pairs_mixed", "pairs_min_pct", "pairs_max_pct", "jackpot_two", "jackpot_three", "jackpot_suited_pct",
    "jackpot_clubs_pct",
)  # fmt: skip
LISTS = frozenset({"card_moves"})

# Readings the digest names but no house has defined yet: never carried out (blackjack.md 4.7).
UNDEFINED: dict[str, Value] = {
    "omitted_question": "retroactive",
    "magic_card": "one_holder",
    "quorum_midshoe": "one_may_leave",
    "standing_bets": "two_per_table",
}


def option(rules: Rulebook, name: str) -> Any:
    """The value of *name*, None where the text does not regulate it."""
    setting = rules.settings.get(name)
    return None if setting is None else setting.value


def article(rules: Rulebook, name: str) -> str:
    """The article a setting rests on; "-" where the text is silent."""
    setting = rules.settings.get(name)
    return "-" if setting is None else setting.article


def check(rules: Rulebook) -> None:
    """Raise ValueError naming the first setting the engine cannot carry out."""
    for name, setting in rules.settings.items():
        _check_one(rules.id, name, setting)


def _check_one(book: str, name: str, setting: Setting) -> None:
    value = setting.value
    if UNDEFINED.get(name) == value and value is not None:
        raise ValueError(f"{book}: {name} = {value!r}: ninguna casa ha definido esta lectura")
    if name in CHOICES:
        if not any(value == choice and type(value) is type(choice) for choice in CHOICES[name]):
            raise ValueError(f"{book}: {name} = {value!r}, se admite {list(CHOICES[name])}")
    elif name in NUMBERS:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ValueError(f"{book}: {name} = {value!r}, se espera un número entero")
    elif name not in LISTS:
        raise ValueError(f"{book}: la familia blackjack no tiene el ajuste {name!r}")


def switched(rules: Rulebook, values: dict[str, Value]) -> Rulebook:
    """The same text read otherwise. A setting the text leaves open may be made too; None leaves it as it is."""
    made: dict[str, Value] = {name: value for name, value in values.items() if value is not None}
    silent = {name: Setting(value, "-") for name, value in made.items() if name not in rules.settings}
    chosen = replace(rules, settings={**rules.settings, **silent}).with_switches(made)
    check(chosen)
    return chosen
