"""What a demonstration came to, read off its journal alone."""

from collections import Counter
from pathlib import Path
from typing import Any

from daemon.decisions import DecisionsDigest
from daemon.journal import open_reader, read_rows
from daemon.journal_check import verify
from table_core.incidents import IncidentOpened
from table_core.record import Entry
from table_core.rules.baccarat.state import Bet, BetsKeyed, CardBurned, CardCarried, CardDealt, PassSettled
from table_core.session import PassEnded


def summarise(directory: Path, *, game: str, seed: int, mistakes_made: int) -> dict[str, Any]:
    entries = [stored.entry() for stored in read_rows(open_reader(directory))]
    verdict = verify(directory)
    opened = [entry.incident for entry in entries if isinstance(entry, IncidentOpened)]
    holds = sum(incident.hold for incident in opened)
    return {
        "schema": "sabot-demo/1",
        "seed": seed,
        "game": game,
        "passes": sum(isinstance(entry, PassEnded) for entry in entries),
        "cards": sum(isinstance(entry, CardDealt | CardBurned | CardCarried) for entry in entries),
        "incidents": dict(Counter(incident.code for incident in opened)),
        "false_holds": max(0, holds - mistakes_made),
        "journal_entries": verdict.entries,
        "head": f"{verdict.head.seq}:{verdict.head.hash.hex()}",
        "chain_ok": verdict.first_bad is None,
        "money_balanced": money_balanced(entries),
        "decisions_digest": decisions_digest(entries),
    }


def decisions_digest(entries: list[Entry]) -> str:
    digest = DecisionsDigest()
    digest.add(*entries)
    return digest.hex()


def money_balanced(entries: list[Entry]) -> bool:
    """Whether every settled pass paid just what its bets and result call for, commission included."""
    bets: tuple[Bet, ...] = ()
    for entry in entries:
        if isinstance(entry, BetsKeyed):
            bets = entry.bets
        elif isinstance(entry, PassSettled):
            if not _pass_balances(bets, entry):
                return False
            bets = ()
    return True


def _pass_balances(bets: tuple[Bet, ...], settled: PassSettled) -> bool:
    """Gross win or loss of each bet by the plain words of the text: one to one, less what was kept as commission."""
    paid = {payment.player: payment for payment in settled.payments}
    if set(paid) != {bet.player for bet in bets}:
        return False
    return all(_gross(bet, settled.result) == paid[bet.player].net + paid[bet.player].commission for bet in bets)


def _gross(bet: Bet, result: str) -> int:
    if result == "tie" or bet.side == "tie":
        return 0
    return bet.amount if bet.side == result else -bet.amount
