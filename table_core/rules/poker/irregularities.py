"""The irregularities of both poker texts: which row governs what people saw; `resolutions` carries them out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from table_core.rulebook import Fact, Irregularity, Rulebook, RuleViolation
from table_core.rules.poker import order
from table_core.rules.poker.operations import Noted
from table_core.rules.poker.state import PokerGame

Facts = Mapping[str, Fact]
Verdict = tuple[str, str] | None
"""The row's number and its resolution; no row: the text has nothing against it. None: nobody knows yet."""

SUPERVISOR_ORDERS: Final = ("CONTINUE", "VOID_HAND", "VOID_PASS")
"""What a supervisor may order where the text prohibits something and names no sanction."""

NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "VOID_HAND": ("box",),
    "BET_LOST": ("box",),
    "VOID_HAND_AND_BAR": ("box",),
    "WAIT_NEXT_PASS": ("box",),
    "VACATE_SEAT": ("box",),
    "WARN_PLAYER": ("box",),
    "VOID_BOTH_HANDS": ("boxes",),
    "PLAYER_CHOOSES_BURN": ("cards",),
}


IN_PASS: Final = frozenset(
    {
        "VOID_HAND", "BET_LOST", "VOID_HAND_AND_BAR", "VOID_BOTH_HANDS", "WAIT_NEXT_PASS", "BET_STANDS_AS_IS",
        "SEEN_CARD_BECOMES_UPCARD",
    }
)  # fmt: skip
"""Resolutions about a hand of the pass under way."""


class Ruling(Struct, frozen=True):
    """The rows that may govern; *resolution* and *row* once the facts leave only one. No row: nothing irregular."""

    rows: tuple[Irregularity, ...]
    row: Irregularity | None
    resolution: str | None


def ruling(rules: Rulebook, game: PokerGame, event: str, facts: Facts, seat: int | None) -> Ruling:
    """What the text says of *event*; *facts* are what people saw."""
    rows = tuple(row for row in rules.irregularities if row.event == event)
    if not rows:
        known = sorted({row.event for row in rules.irregularities})
        raise RuleViolation("-", "UNKNOWN_EVENT", f"{event}: no es una irregularidad de este juego; hay {known}")
    judge = _JUDGES.get((rows[0].row[:2], event))
    verdict = _only(rows) if judge is None else judge(rules, game, _with_count(game, event, facts, seat))
    if verdict is None:
        return Ruling(rows, None, None)
    number, resolution = verdict
    row = next((row for row in rules.irregularities if row.row.endswith(f"-{number}")), None) if number else None
    return Ruling(rows, row, resolution)


def check_report(rules: Rulebook, game: PokerGame, event: str, ruled: Ruling, seats: Sequence[int]) -> None:
    """Refuse what cannot have happened: a hand of no pass, a seat that is none or has no part in the pass."""
    where = (ruled.row or ruled.rows[0]).articles[0]
    codes = [ruled.resolution] if ruled.resolution else [code for row in ruled.rows for code in row.resolutions]
    about_hand = not IN_PASS.isdisjoint(codes)
    if about_hand and not game.in_pass:
        raise RuleViolation(where, "NO_PASS", "no hay un pase en curso al que se refiera")
    for seat in seats:
        if not 1 <= seat <= rules["seats"]:
            raise RuleViolation(where, "NO_SEAT", f"{seat} no es un puesto; van del 1 al {rules['seats']}")
        if about_hand and (game.seat(seat) is None) != (event == "dealt_without_ante"):
            part = "ya tiene apuesta" if event == "dealt_without_ante" else "no participa de este pase"
            raise RuleViolation(where, "NOT_PLAYING", f"el puesto {seat} {part}")


def _only(rows: tuple[Irregularity, ...]) -> Verdict:
    return rows[0].row.partition("-")[2], rows[0].resolutions[0]


def _with_count(game: PokerGame, event: str, facts: Facts, seat: int | None) -> Facts:
    """What the table itself has counted of this seat, where nobody told."""
    if seat is None:
        return facts
    if event in ("player_exposes", "player_shows_cards"):
        return {"occurrence": game.warned.get(seat, 0) + 1, **facts}
    if event == "idle_seat":
        return {"passes": game.idle.get(seat, 0), **facts}
    return facts


# What the facts settle


def _misdeal(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    reorderable, objection = _flag(facts, "reorderable"), _flag(facts, "objection")
    if reorderable is False or objection:
        return "I03", "BURN_PASS"
    return ("I02", "REORDER") if reorderable and objection is False else None


def _cards_seen(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    players, dealer = told_count(facts, "player_cards"), told_count(facts, "dealer_cards")
    if players is None and dealer is None:
        return None
    if dealer:
        return "I08", "VOID_PASS"
    if (players or 0) > 1:
        return "I07", "VOID_PASS"
    return ("I06", "CONTINUE") if players else ("", "CONTINUE")


def _wrong_count_arica(rules: Rulebook, game: PokerGame, facts: Facts) -> Verdict:
    if facts.get("who") == "dealer":
        return "I11", "VOID_PASS"
    if facts.get("reorderable"):
        return _misdeal(rules, game, {"objection": False, **facts})
    return ("I10", "VOID_HAND") if facts.get("who") == "player" and "reorderable" in facts else None


def _wrong_count_iquique(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    match facts.get("who"):
        case "dealer":
            return "I13", "VOID_PASS"
        case "player":
            return "I12", "VOID_HAND"
        case _:
            return None


def _exposes(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    occurrence = told_count(facts, "occurrence")
    return None if occurrence is None else ("I14", "WARN_PLAYER" if occurrence < 2 else "VACATE_SEAT")


def _shows(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    occurrence = told_count(facts, "occurrence")
    return None if occurrence is None else ("I14", "VOID_HAND" if occurrence < 2 else "VOID_HAND_AND_BAR")


def _idle(rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    passes = told_count(facts, "passes")
    return None if passes is None else ("I17", "VACATE_SEAT" if passes > rules["idle_limit"] else "NONE")


def _not_double_arica(rules: Rulebook, game: PokerGame, facts: Facts) -> Verdict:
    """Silent once replacement cards are out: then the supervisor decides (DP-GAP-04)."""
    if _is_double(rules, facts):
        return "", "ACCEPT_BET"
    told = _flag(facts, "after_replacement") or _flag(facts, "after_reveal")
    late = told or game.replaced or game.phase in ("dealer", "review")
    return "I20", "SUPERVISOR" if late else "CORRECT_BET"


def _not_double_iquique(rules: Rulebook, game: PokerGame, facts: Facts) -> Verdict:
    """Too little stands as it lies once the dealer has opened; too much the text does not know (CS-GAP-02)."""
    if _is_double(rules, facts):
        return "", "ACCEPT_BET"
    if not _flag({"after_reveal": game.phase == "review", **facts}, "after_reveal"):
        return "I11", "CORRECT_BET"
    ante, bet = told_count(facts, "ante"), told_count(facts, "bet")
    if ante is None or bet is None:
        return "I11", "SUPERVISOR"
    return "I11", "BET_STANDS_AS_IS" if bet < ante * rules["bet_multiple"] else "SUPERVISOR"


def _is_double(rules: Rulebook, facts: Facts) -> bool:
    ante, bet = told_count(facts, "ante"), told_count(facts, "bet")
    return ante is not None and bet == ante * rules["bet_multiple"]


def _change(rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    count = told_count(facts, "count")
    if facts.get("action") == "fold" and count != 0:
        return "I22", "REJECT_CHANGE"
    if count is None:
        return None
    return ("I21", "REJECT_CHANGE") if count > rules["change_max"] else ("", "ACCEPT_CHANGE")


def _tray(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    return ("", "ALLOW_REVIEW") if _flag(facts, "dispute") else ("I24", "SUPERVISOR")


def _player_cards_seen(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    return ("" if facts.get("count") == 0 else "I01"), "CONTINUE"


def _dealer_card_seen(rules: Rulebook, game: PokerGame, facts: Facts) -> Verdict:
    """The card that lies open anyway is no matter; a second covered one the text does not know (CS-GAP-03)."""
    which = told_count(facts, "which")
    if which is None:
        return None
    if which == rules["up_card"] and not game.up_card_moved:
        return "", "CONTINUE"
    return "I02", "SUPERVISOR" if game.up_card_moved else "SEEN_CARD_BECOMES_UPCARD"


def _absent(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    seen = _flag(facts, "saw_cards")
    return None if seen is None else ("I04", "BET_LOST") if seen else ("I03", "VOID_HAND")


def _mixed(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    match facts.get("with"):
        case "dealer":
            return "I10", "VOID_PASS"
        case "player":
            return "I09", "VOID_BOTH_HANDS"
        case _:
            return None


def _cut(rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    cards = told_count(facts, "cards")
    if cards is None:
        return None
    return "I18", "ACCEPT_CUT" if rules["cut_fewest"] <= cards <= rules["cut_most"] else "RECUT"


def _flag(facts: Facts, name: str) -> bool | None:
    """Whether something was seen; None: nobody said."""
    return None if name not in facts else bool(facts[name])


def told_count(facts: Facts, name: str) -> int | None:
    value = facts.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


_JUDGES: Final[dict[tuple[str, str], Callable[[Rulebook, PokerGame, Facts], Verdict]]] = {
    ("DP", "misdeal"): _misdeal,
    ("DP", "cards_seen"): _cards_seen,
    ("DP", "wrong_count"): _wrong_count_arica,
    ("DP", "player_exposes"): _exposes,
    ("DP", "idle_seat"): _idle,
    ("DP", "bet_not_double"): _not_double_arica,
    ("DP", "change_request"): _change,
    ("DP", "tray_opened"): _tray,
    ("CS", "player_cards_seen"): _player_cards_seen,
    ("CS", "dealer_card_seen"): _dealer_card_seen,
    ("CS", "absent_player"): _absent,
    ("CS", "folded_cards_mixed"): _mixed,
    ("CS", "bet_not_double"): _not_double_iquique,
    ("CS", "wrong_count"): _wrong_count_iquique,
    ("CS", "player_shows_cards"): _shows,
    ("CS", "cut_size"): _cut,
}


def surplus(game: PokerGame) -> int:
    """Cards out beyond what the deal gives: a seat was served twice."""
    return max(0, len(game.dealt) - order.deal_size(game))


def noted(event: str, resolution: str, rules: Rulebook) -> Noted:
    return Noted(event, resolution, rules.article("irregular"))
