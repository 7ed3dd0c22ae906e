"""What anybody may see of a progressive: pot, increment, limits, prizes due, pay table. Nothing before the review."""

from typing import Any

from table_core.money import pesos
from table_core.progressive.claims import LastWin
from table_core.progressive.complementary import MagicCard, Shown
from table_core.progressive.prizes import table_of
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import Due, Progressive

PRIZE_NAMES = {
    "magic_card": "Carta Mágica",
    "lucky_player": "Jugador Afortunado",
    "straight": "Escalera",
    "flush": "Color",
    "full_house": "Full",
    "quads": "Póker",
    "straight_flush": "Escalera de Color",
    "royal_flush": "Escalera Real",
    "two_sevens": "Dos sietes",
    "three_sevens": "Tres sietes",
    "three_suited_sevens_hds": "Tres sietes de corazón, diamante o pica",
    "three_sevens_clubs": "Tres sietes de trébol",
}
SIGN_COLUMNS = 20
STALE = "SIN ACTUALIZAR"
AWARD_PENDING = "PAGO PENDIENTE"


def limits(side: Progressive, setup: SideSetup) -> tuple[int, int]:
    """The least and the most a seat may bet, in pesos: what the sign says (ARI-3.4.1-k)."""
    terms = side.terms or setup.terms
    return terms.min_credits * terms.credit_value, terms.max_credits * terms.credit_value


def picture(side: Progressive, setup: SideSetup, *, stale: bool = False) -> dict[str, Any]:
    """The progressive's part of the table's picture; *stale*: no floor tells the pot. Never a card of a hand."""
    terms = side.terms or setup.terms
    least, most = limits(side, setup)
    return {
        "pot": side.worth,
        "increment": side.increment,
        "seeded": bool(side.pot.last),
        "phase": side.phase,
        "plan": side.plan or setup.plan,
        "min": least,
        "max": most,
        "credit_value": terms.credit_value,
        "seats": {str(number): _seat(side, number) for number in sorted(side.betting.seats)},
        "shown": [_shown(one) for one in side.shown],
        "prizes_due": [_due(one) for one in side.dues],
        "pay_table": pay_table(side, setup),
        "stale": stale,
        "award_pending": side.linked.awaits_award,
        "news": None if side.linked.news is None else _news(side.linked.news, pending=_news_pending(side)),
        "table_counter": side.counters.credits_bet,
    }


def pay_table(side: Progressive, setup: SideSetup) -> list[dict[str, Any]]:
    """The official table, lowest prize first (3.4.1)."""
    terms = side.terms or setup.terms
    return [
        {
            "prize": prize.name,
            "name": PRIZE_NAMES[prize.name],
            "kind": prize.kind,
            "value": prize.value,
            "per_credit": prize.kind == "fixed" and terms.per_credit,
            "article": prize.article,
        }
        for prize in table_of(terms)
        if prize.kind != "complementary" or setup.complementary
    ]


def _seat(side: Progressive, number: int) -> dict[str, Any]:
    seat = side.betting.seat(number)
    closed = side.closed_for.get(number, "supervisor") if seat.closed else None
    return {
        "bet": seat.bet,
        "valid": seat.accepted > 0,
        "lit": number in side.lit,
        "credits": seat.balance,
        "promo": seat.promo,
        "closed": closed,
    }


def _news(win: LastWin, *, pending: bool) -> dict[str, Any]:
    """What was won at another table: it is paid there, and the pot already stands without it."""
    name = PRIZE_NAMES[win.prize]
    told = {"table": win.table, "prize": win.prize, "name": name, "amount": win.amount}
    return {**told, "pending": pending}


def _news_pending(side: Progressive) -> bool:
    return side.linked.value is not None and side.linked.value.pending


def _shown(shown: Shown) -> dict[str, Any]:
    if isinstance(shown, MagicCard):
        return {"type": "magic_card", "shown": shown.card}
    return {"type": "lucky_player", "seat": shown.seat}


def _due(due: Due) -> dict[str, Any]:
    return {
        "id": due.id,
        "seat": due.payment.seat,
        "prize": due.payment.prize,
        "name": PRIZE_NAMES[due.payment.prize],
        "amount": due.payment.amount,
        "share": due.releases_needed > 1,
        "promo": due.promo,
        "grand": due.grand,
        "status": due.status,
        "releases_left": max(0, due.releases_needed - len(due.releases)),
        "due_at_utc_ns": due.due_at_utc_ns,
    }


def display_lines(side: Progressive, setup: SideSetup, *, stale: bool = False) -> tuple[str, str]:
    """Two lines: the pot; then what is due, won or shown, or increment and limits. No amount is ever cut.

    A grand prize that waits for its payment past its own pass does not keep the pot off the display.
    """
    pot = _fitting(f"POZO {pesos(side.worth)}", pesos(side.worth))
    if side.linked.awaits_award:
        return pot, AWARD_PENDING
    if stale:
        return pot, STALE
    if side.unpaid and side.phase == "reviewed":
        payment = side.unpaid[0].payment
        amount, name = pesos(payment.amount), PRIZE_NAMES[payment.prize].upper()
        return _fitting(f"PUESTO {payment.seat} {amount}", f"P{payment.seat} {amount}"), name
    if side.linked.news is not None:
        amount, table = pesos(side.linked.news.amount), side.linked.news.table
        if _news_pending(side):
            return pot, _fitting(*(f"{word} {amount}" for word in (f"{table} PENDIENTE", "PENDIENTE", "PEND.")), amount)
        return pot, _fitting(f"PREMIO {amount} {table}", f"{table} GANA {amount}", f"{table} {amount}", amount)
    if side.shown:
        last = side.shown[-1]
        return pot, f"CARTA MÁGICA {last.card}" if isinstance(last, MagicCard) else f"AFORTUNADO PUESTO {last.seat}"
    return pot, _increment_and_limits(side.increment, *limits(side, setup))


def _increment_and_limits(increment: int, least: int, most: int) -> str:
    """The limits have a sign of their own: where both do not fit, the increment stays."""
    more = f"+{pesos(increment)}"
    return _fitting(f"{more} {pesos(least)}-{pesos(most)}", f"{more} {least}-{most}", more)


def _fitting(*texts: str) -> str:
    """The first text that a display of 20 columns shows whole; a cut amount would be another amount."""
    return next((text for text in texts if len(text) <= SIGN_COLUMNS), texts[-1])
