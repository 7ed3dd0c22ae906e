"""Bets before the cards: who may bet, how much, how many make a pass. Pure arithmetic over the rulebook."""

from collections.abc import Sequence

from msgspec import Struct

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import payouts
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import PlaceBet, PlaceSide
from table_core.rules.blackjack.operations import BetPlaced, BetsCalled, SidePlaced
from table_core.rules.blackjack.options import article, option
from table_core.rules.blackjack.state import Limits, State

STANDING_MOST = 2


class Claim(Struct, frozen=True):
    """Somebody asks for a free box; equal *at* is the same moment."""

    player: str
    seat: int
    at: int


def insurance_accepted(rules: Rulebook, bet: int, amount: int) -> bool:
    """Whether *amount* may be laid beside *bet*."""
    if option(rules, "insurance_amount") == "up_to_half":
        return amount > 0 and 2 * amount <= bet
    return amount > 0 and amount == payouts.half(rules, bet)


def quorum(rules: Rulebook, bets: int, seated: int | None, *, new_shoe: bool) -> bool:
    """Whether a pass may be dealt. *seated* counts only for a new shoe, None when nobody keyed it."""
    least = max(option(rules, "min_bets") or 1, option(rules, "min_hands") or 1)
    if bets < least:
        return False
    wanted = option(rules, "min_seated")
    return not (new_shoe and wanted and seated is not None and seated < wanted)


def max_per_box(rules: Rulebook, table_max: int, boxes: int) -> int:
    """The most one person may lay on each of *boxes* boxes (MZA 17i divides the maximum)."""
    return table_max // boxes if option(rules, "equal_stakes") else table_max


def box_accepted(rules: Rulebook, table_max: int, seated: int, standing: Sequence[int]) -> bool:
    """Whether a box may hold this seated stake and these standing ones."""
    if standing and option(rules, "standing_bets") is None:
        return False
    return seated > 0 and len(standing) <= STANDING_MOST and seated + sum(standing) <= table_max


def limit_verdict(rules: Rulebook, limits: Limits, stake: int, found: str) -> str:
    """refuse | stands | supervisor for a stake noticed before or after the first card."""
    if limits.least <= stake <= limits.most:
        return "stands"
    if found == "before_first_card":
        low = stake < limits.least
        return str(option(rules, "low_bet_before_deal") or "refuse") if low else "refuse"
    regulated = stake < limits.least and option(rules, "low_bet_before_deal") is not None
    return "stands" if regulated else "supervisor"


def pairs_limits(rules: Rulebook, table_min: int) -> Limits:
    """Least and most of a Perfect Pairs stake: shares of the table minimum, rounded inwards."""
    least, most = option(rules, "pairs_min_pct") or 0, option(rules, "pairs_max_pct") or 0
    return Limits(-(-table_min * least // 100), table_min * most // 100)


def pairs_accepted(rules: Rulebook, table_min: int, stake: int, main_bet: int, placed: str) -> bool:
    limits = pairs_limits(rules, table_min)
    return main_bet > 0 and placed in ("before", "with") and limits.least <= stake <= limits.most


def winner_of_box(claims: Sequence[Claim]) -> str:
    """First to ask; of equal voices the one seated nearest No. 1."""
    return min(claims, key=lambda claim: (claim.at, claim.seat)).player


def must_leave(rules: Rulebook, rounds_without_bet: int) -> bool:
    """Whether a seat kept without betting must be freed."""
    allowed = option(rules, "idle_rounds")
    return allowed is not None and rounds_without_bet > allowed


def place_bet(course: Course, entry: PlaceBet) -> None:
    """Handler: one touch makes a box active."""
    state = course.state
    if state.called and course.option("bets_close") == "call":
        raise course.refuse("bets_close", "late_bet", "las apuestas ya están cerradas")
    if not entry.box.isdigit() or int(entry.box) < 1 or int(entry.box) > (option(course.rules, "seats") or 99):
        raise course.refuse("seats", "no_such_box", f"no hay casillero {entry.box!r}")
    if entry.box in state.boxes:
        raise course.refuse("bets_close", "box_taken", f"el casillero {entry.box} ya tiene apuesta")
    _check_player(course, entry)
    if state.stakes != "none":
        _check_stake(course, entry)
    stake = None if state.stakes == "none" else entry.stake
    course.do(BetPlaced(entry.box, stake, course.article("bets_close"), entry.player, entry.standing))


def place_side(course: Course, entry: PlaceSide) -> None:
    """Handler: a side bet that is laid before the cards."""
    state = course.state
    setting = {"perfect_pairs": "perfect_pairs", "jackpot": "jackpot_two_sevens"}.get(entry.kind)
    if setting is None or not option(course.rules, setting):
        raise course.refuse("bets_close", "no_such_side_bet", f"este juego no tiene {entry.kind}")
    if state.called and course.option("bets_close") == "call":
        raise course.refuse("bets_close", "late_bet", "las apuestas ya están cerradas")
    if any(side.hand == entry.box and side.kind == entry.kind for side in state.sides):
        raise course.refuse(setting, "side_bet_taken", f"el casillero {entry.box} ya tiene {entry.kind}")
    if entry.kind == "perfect_pairs" and state.limits is not None and entry.stake is not None:
        limits = pairs_limits(course.rules, state.limits.least)
        if not limits.least <= entry.stake <= limits.most:
            detail = f"{entry.stake} fuera de {limits.least} a {limits.most}"
            raise course.refuse("pairs_min_pct", "pairs_limit", detail)
    stake = None if state.stakes == "none" else entry.stake
    course.do(SidePlaced(entry.box, entry.kind, stake, course.article(setting)))


def call_bets(course: Course, _entry: object) -> None:
    """Handler: the closing words. They close the bets only where the text says so."""
    if course.option("bets_close") == "call":
        check_quorum(course)
        check_sides(course)
    course.do(BetsCalled(course.article("bets_close")))
    course.say("bets_close")


def check_quorum(course: Course) -> None:
    """Raise when too few bets lie on the table to deal."""
    state = course.state
    people = {player for _, player in state.players if player}
    seated = len(people) if people else None
    if not quorum(course.rules, len(state.boxes), seated, new_shoe=state.fresh_shoe):
        setting = "min_bets" if option(course.rules, "min_bets") else "min_hands"
        raise course.refuse(setting, "quorum", f"{len(state.boxes)} apuestas no bastan para repartir")


def check_sides(course: Course) -> None:
    """Raise when a side bet lies on a box without a main bet."""
    for side in course.state.sides:
        if side.hand not in course.state.boxes:
            raise course.refuse(side.kind, "side_without_bet", f"el casillero {side.hand} no tiene apuesta inicial")


def _check_player(course: Course, entry: PlaceBet) -> None:
    most = option(course.rules, "max_positions")
    if not entry.player or most is None:
        return
    held = [box for box, player in course.state.players if player == entry.player]
    if len(held) >= most:
        raise course.refuse("max_positions", "positions", f"un jugador ocupa como máximo {most} posiciones")


def _check_stake(course: Course, entry: PlaceBet) -> None:
    state, rules = course.state, course.rules
    if entry.stake is None or entry.stake <= 0:
        raise course.refuse("bets_close", "no_stake", f"falta el monto de la apuesta en {entry.box}")
    if entry.standing and option(rules, "standing_bets") is None:
        raise course.refuse("bets_close", "standing_bet", "aquí nadie apuesta de pie")
    if len(entry.standing) > STANDING_MOST:
        raise course.refuse("standing_bets", "standing_bets", f"se aceptan hasta {STANDING_MOST} apuestas de pie")
    if state.limits is None:
        return
    if limit_verdict(rules, state.limits, entry.stake, "before_first_card") == "refuse":
        detail = f"{entry.stake} fuera de {state.limits.least} a {state.limits.most}"
        raise RuleViolation(_limit_article(rules), "limits", detail)
    if entry.stake + sum(entry.standing) > state.limits.most:
        raise course.refuse("standing_bets", "box_total", f"el casillero pasa del máximo {state.limits.most}")
    _check_equal(course, entry, state)


def _check_equal(course: Course, entry: PlaceBet, state: State) -> None:
    """One person's boxes hold equal stakes within the divided maximum (MZA 17i)."""
    own = [box for box, player in state.players if player == entry.player]
    if not entry.player or not option(course.rules, "equal_stakes") or not own or state.limits is None:
        return
    most = max_per_box(course.rules, state.limits.most, len(own) + 1)
    stakes = {hand.bet for hand in state.hands if hand.box in own} | {entry.stake}
    if len(stakes) > 1 or (entry.stake or 0) > most:
        detail = f"apuestas iguales de hasta {most} en cada casillero"
        raise course.refuse("equal_stakes", "equal_stakes", detail)


def _limit_article(rules: Rulebook) -> str:
    low = article(rules, "low_bet_before_deal")
    return low if low != "-" else article(rules, "bets_close")
