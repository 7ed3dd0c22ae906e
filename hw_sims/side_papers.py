"""The signed papers and the configuration of a simulated progressive, as an operator would keep them."""

from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from daemon.papers import Homologation, Notice, Papers, sign
from daemon.version import software_version
from table_core.progressive.betting import AcceptorKind
from table_core.progressive.terms import PrizeTable, Terms

_BASE_GAMES: dict[PrizeTable, str] = {
    "arica": "draw_poker",
    "iquique_caribbean": "caribbean_stud",
    "iquique_21": "blackjack",
}
_SECTION = """
[progressive]
plan = "{plan}"
version = "PA-DEMO"
signer = "{signer}"
pot = "POZO-DEMO"
acceptor = "{acceptor}"
grand_within_h = 24

[progressive.terms]
"""


def terms_for(prizes: PrizeTable) -> Terms:
    """What a demonstration plays for."""
    return Terms(
        credit_value=1000,
        min_credits=1,
        max_credits=3,
        commission_bp=2000,
        reserve_bp=1000,
        base=3_000_000,
        prize_table=prizes,
        base_game=_BASE_GAMES[prizes],
    )


def progressive_section(
    directory: Path, table: str, drivers: set[str], terms: Terms, acceptor: AcceptorKind = "manual"
) -> str:
    """Writes a signed plan into *directory*; the section that names it."""
    key = Ed25519PrivateKey.generate()
    given = dict(msgspec.to_builtins(terms))
    papers = Papers(
        version="PA-DEMO",
        approved=True,
        approved_by="demostración",
        pot="POZO-DEMO",
        terms=given,
        homologated=tuple(Homologation(driver, software_version(), "demostración") for driver in sorted(drivers)),
        notices=(Notice("tables", "2026-01-02", "demostración", tables=(table,)),),
    )
    plan = directory / "plan.json"
    plan.write_bytes(sign(papers, key))
    lines = (f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in given.items())
    return _SECTION.format(plan=plan, acceptor=acceptor, signer=key.public_key().public_bytes_raw().hex()) + "".join(
        lines
    )
