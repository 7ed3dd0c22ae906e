"""The signed papers and the configuration of a simulated progressive, as an operator would keep them."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from daemon.papers import Homologation, Notice, Papers, digest, sign
from daemon.version import software_version
from table_core.progressive.betting import AcceptorKind
from table_core.progressive.terms import PrizeTable, Terms

PLAN, POT = "PA-DEMO", "POZO-DEMO"
_BASE_GAMES: dict[PrizeTable, str] = {
    "arica": "draw_poker",
    "iquique_caribbean": "caribbean",
    "iquique_21": "blackjack",
}
_SECTION = """
[progressive]
plan = "{plan}"
version = "{version}"
signer = "{signer}"
pot = "{pot}"
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
        decks=6 if prizes == "iquique_21" else 1,
    )


class SignedPlan(Struct, frozen=True):
    """A plan that stands signed in *path*."""

    path: Path
    signer: str
    terms: Terms
    papers: Papers

    @property
    def digest(self) -> str:
        return digest(self.papers)

    def section(self, acceptor: AcceptorKind) -> str:
        """What a table's configuration says of it."""
        lines = (f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in self.papers.terms.items())
        return _SECTION.format(plan=self.path, version=PLAN, pot=POT, acceptor=acceptor, signer=self.signer) + "".join(
            lines
        )


def signed_plan(
    directory: Path, tables: Sequence[str], drivers: set[str], terms: Terms, key: Ed25519PrivateKey | None = None
) -> SignedPlan:
    """Writes a signed plan for all *tables* into *directory*; without a *key*, by one nobody will have again."""
    key = key or Ed25519PrivateKey.generate()
    papers = Papers(
        version=PLAN,
        approved=True,
        approved_by="demostración",
        pot=POT,
        terms=dict(msgspec.to_builtins(terms)),
        homologated=tuple(Homologation(driver, software_version(), "demostración") for driver in sorted(drivers)),
        notices=(Notice("tables", "2026-01-02", "demostración", tables=tuple(tables)),),
    )
    path = directory / "plan.json"
    path.write_bytes(sign(papers, key))
    return SignedPlan(path, key.public_key().public_bytes_raw().hex(), terms, papers)


def progressive_section(
    directory: Path, table: str, drivers: set[str], terms: Terms, acceptor: AcceptorKind = "manual"
) -> str:
    """Writes a signed plan into *directory*; the section that names it."""
    return signed_plan(directory, [table], drivers, terms).section(acceptor)
