"""The irregularities of both poker texts: which row governs what people saw, and what its resolution does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Fact, Irregularity, Rulebook, RuleViolation
from table_core.rules.poker import order
from table_core.rules.poker.engine import Engine, Operations
from table_core.rules.poker.entries import DEALER
from table_core.rules.poker.operations import (
    BetCorrected,
    CardBurned,
    CardTakenOut,
    DealReordered,
    DealUnclear,
    DeckTaken,
    Noted,
    PhaseEntered,
    Pile,
    SeatDealtIn,
    SeatOut,
    SeatVacated,
    SeatWarned,
    UpCardMoved,
)
from table_core.rules.poker.state import HAND_CARDS, Phase, PokerGame

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


_IN_PASS: Final = frozenset(
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


class Report(Struct, frozen=True):
    """What an incident is about when its resolution is carried out."""

    event: str
    article: str
    seats: tuple[int, ...] = ()
    facts: dict[str, Fact] = {}
    cards: tuple[Card, ...] = ()


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
    about_hand = not _IN_PASS.isdisjoint(codes)
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
    players, dealer = _count(facts, "player_cards"), _count(facts, "dealer_cards")
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
    occurrence = _count(facts, "occurrence")
    return None if occurrence is None else ("I14", "WARN_PLAYER" if occurrence < 2 else "VACATE_SEAT")


def _shows(_rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    occurrence = _count(facts, "occurrence")
    return None if occurrence is None else ("I14", "VOID_HAND" if occurrence < 2 else "VOID_HAND_AND_BAR")


def _idle(rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    passes = _count(facts, "passes")
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
    ante, bet = _count(facts, "ante"), _count(facts, "bet")
    if ante is None or bet is None:
        return "I11", "SUPERVISOR"
    return "I11", "BET_STANDS_AS_IS" if bet < ante * rules["bet_multiple"] else "SUPERVISOR"


def _is_double(rules: Rulebook, facts: Facts) -> bool:
    ante, bet = _count(facts, "ante"), _count(facts, "bet")
    return ante is not None and bet == ante * rules["bet_multiple"]


def _change(rules: Rulebook, _game: PokerGame, facts: Facts) -> Verdict:
    count = _count(facts, "count")
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
    which = _count(facts, "which")
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
    cards = _count(facts, "cards")
    if cards is None:
        return None
    return "I18", "ACCEPT_CUT" if rules["cut_fewest"] <= cards <= rules["cut_most"] else "RECUT"


def _flag(facts: Facts, name: str) -> bool | None:
    """Whether something was seen; None: nobody said."""
    return None if name not in facts else bool(facts[name])


def _count(facts: Facts, name: str) -> int | None:
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


# What a resolution does


def carry_out(engine: Engine, game: PokerGame, choice: str, report: Report) -> Operations:
    """The operations of *choice*."""
    where = report.article
    match choice:
        case "VOID_PASS" | "BURN_PASS":
            return [engine.void(game, report.event, where)] if game.in_pass else []
        case "RESHUFFLE" | "RESHUFFLE_NEW_PASS" | "REPLACE_DECK" | "RECUT" | "CHANGE_CARDS":
            voided: Operations = [engine.void(game, report.event, where)] if game.in_pass else []
            return [*voided, DeckTaken(choice.lower(), where)]
        case "REORDER":
            return [DealReordered(where)]
        case "BURN_CARD_CONTINUE":
            return _last_taken_out(game, where)
        case "PLAYER_CHOOSES_BURN":
            return _stuck(game, report)
        case "BURN_EXTRA":
            return []
        case "SEEN_CARD_BECOMES_UPCARD":
            return [UpCardMoved(_which(report), where)]
        case _ if choice in _SEATED:
            return [
                operation for seat in _seats(game, choice, report) for operation in _SEATED[choice](game, seat, report)
            ]
        case _ if choice in _NOTHING:
            return []
        case _:
            raise RuleViolation(where, "UNKNOWN_CHOICE", f"{choice}: no es una resolución")


_NOTHING: Final = frozenset(
    {
        "ACCEPT_CUT", "CONTINUE", "CORRECT_BET", "FORCE_BET_BACK", "NONE", "REJECT_CHANGE", "REJECT_SECOND_SEAT",
        "RETURN_BET",
    }
)  # fmt: skip


def _void_hand(game: PokerGame, seat: int, report: Report) -> Operations:
    """Annulled. After a wrong count nobody knows any more which card lies where: the deal is over."""
    if report.event == "dealt_without_ante":
        return [SeatDealtIn(seat, report.article)]
    voided: Operations = [SeatOut(seat, "void", report.article)]
    if report.event == "wrong_count":
        voided.append(DealUnclear(report.article))
        voided += [PhaseEntered("decide", report.article)] if game.phase == "deal" else []
    return voided


def _bet_lost(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatOut(seat, "lost", report.article)]


def _waits(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatOut(seat, "waits", report.article)]


def _warn(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatWarned(seat, report.article)]


def _vacate(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatVacated(seat, report.article)]


def _void_and_warn(game: PokerGame, seat: int, report: Report) -> Operations:
    return [*_void_hand(game, seat, report), SeatWarned(seat, report.article)]


def _void_and_bar(game: PokerGame, seat: int, report: Report) -> Operations:
    return [*_void_hand(game, seat, report), SeatVacated(seat, report.article)]


def _stands(_game: PokerGame, seat: int, report: Report) -> Operations:
    bet = _count(report.facts, "bet")
    return [] if bet is None else [BetCorrected(seat, bet, report.article)]


_SEATED: Final[dict[str, Callable[[PokerGame, int, Report], Operations]]] = {
    "VOID_HAND": lambda game, seat, report: (
        _void_and_warn if report.event == "player_shows_cards" else _void_hand
    )(game, seat, report),
    "VOID_BOTH_HANDS": _void_hand,
    "VOID_HAND_AND_BAR": _void_and_bar,
    "BET_LOST": _bet_lost,
    "WAIT_NEXT_PASS": _waits,
    "WARN_PLAYER": _warn,
    "VACATE_SEAT": _vacate,
    "BET_STANDS_AS_IS": _stands,
}  # fmt: skip


def _seats(game: PokerGame, choice: str, report: Report) -> Sequence[int]:
    """The seats a resolution is about; refuses to act on nobody, or on a hand that is none."""
    if not report.seats:
        raise RuleViolation(report.article, "WHICH_SEAT", "diga de qué puesto se trata")
    if choice in _IN_PASS and report.event != "dealt_without_ante":
        for seat in report.seats:
            if game.seat(seat) is None:
                raise RuleViolation(report.article, "NOT_PLAYING", f"el puesto {seat} no participa de este pase")
    return [seat for seat in report.seats if seat != DEALER]


def _which(report: Report) -> int:
    which = _count(report.facts, "which")
    if which is None or not 1 <= which < HAND_CARDS:
        raise RuleViolation(report.article, "WHICH_CARD", "diga cuál de las cuatro primeras cartas se vio: which=1 a 4")
    return which


def _last_taken_out(game: PokerGame, article: str) -> Operations:
    """The card that came out last is burned and the next one takes its place."""
    pile = _last_pile(game)
    return _burned(game, pile, len(getattr(game, pile)) - 1, article) if pile else [CardBurned(None, article)]


def _stuck(game: PokerGame, report: Report) -> Operations:
    """Of the cards that came out together the one chosen is burned; those behind it move up."""
    pile = _last_pile(game)
    if pile is None:
        return [CardBurned(None, report.article)]
    cards = getattr(game, pile)
    chosen = report.cards[0] if report.cards else cards[-1]
    if chosen not in cards:
        raise RuleViolation(report.article, "NOT_OUT", f"{chosen} no está entre las cartas que salieron")
    return _burned(game, pile, cards.index(chosen), report.article)


_PILES: Final[dict[Pile, tuple[Phase, Phase]]] = {
    "dealer_drew": ("review", "dealer"),
    "replaced": ("dealer", "replace"),
    "dealt": ("decide", "deal"),
}
"""The piles from the last one dealt to, each with the phase after it and its own."""


def _last_pile(game: PokerGame) -> Pile | None:
    return next((pile for pile in _PILES if getattr(game, pile)), None)


def _burned(game: PokerGame, pile: Pile, index: int, article: str) -> Operations:
    """A card less in *pile*: if it was the last of its phase, that phase goes on until another took its place."""
    taken: Operations = [CardTakenOut(pile, index, getattr(game, pile)[index], article)]
    after, own = _PILES[pile]
    went_on = any(seat.choice for seat in game.seats) if pile == "dealt" else pile == "dealer_drew"
    return [*taken, PhaseEntered(own, article)] if game.phase == after and not went_on else taken


def surplus(game: PokerGame) -> int:
    """Cards out beyond what the deal gives: a seat was served twice."""
    return max(0, len(game.dealt) - order.deal_size(game))


def noted(event: str, resolution: str, rules: Rulebook) -> Noted:
    return Noted(event, resolution, rules.article("irregular"))
