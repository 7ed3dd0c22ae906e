"""What a demonstration came to, read off its journal alone."""

from collections import Counter
from pathlib import Path
from typing import Any

from daemon.decisions import DecisionsDigest
from daemon.journal import open_reader, read_rows
from daemon.journal_check import verify
from hw_sims.ledgers import baccarat, blackjack, chemin
from table_core.incidents import IncidentOpened
from table_core.record import Entry
from table_core.rules.baccarat.chemin import operations as of_chemin
from table_core.rules.baccarat.state import CardBurned, CardCarried, CardDealt
from table_core.rules.blackjack.game import CARDS_OUT
from table_core.session import PassEnded

LEDGERS = (baccarat.balanced, blackjack.balanced, chemin.balanced)
"""One line per family."""
_CARDS = (CardDealt, CardBurned, CardCarried, *CARDS_OUT, of_chemin.CardDealt, of_chemin.CardDiscarded)


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
        "cards": sum(isinstance(entry, _CARDS) for entry in entries),
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
    """Whether every chip the journal moved lay there and was moved once."""
    return all(balanced(entries) for balanced in LEDGERS)
