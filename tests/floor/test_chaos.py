"""Whatever breaks between tables and their pot, the money is exact to the peso and the order of wins can be proven."""

import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daemon.floor.database import connect
from daemon.floor.embedded import EmbeddedPostgres
from daemon.floor.enrolment import pot_named
from daemon.floor.reconciliation import check
from firmware_bridge.transport import floor as transport
from firmware_bridge.transport.base import Link, LinkEvents
from firmware_bridge.transport.url import FloorUrl
from hw_sims.floor_stage import FIRST_POT
from hw_sims.side_papers import POT
from table_core.progressive.ledger import Sums
from tests.floor.accounts import account_of, movements_of
from tests.floor.chaos import Chaos, Plan
from tests.floor.hostile import RepeatedEvents, RepeatedLink, Repeats

NIGHTLY = bool(os.environ.get("SABOT_NIGHTLY"))
PLAN = (
    Plan(tables=64, processes=4, stops=5, kills=50, growth=20, within_s=300)
    if NIGHTLY
    else Plan(tables=8, processes=2, stops=2, kills=5, growth=4, within_s=60)
)

OF_THE_LINE = {"HANDSHAKE_FAILED", "CLOCK_WRONG"}
"""A greeting that was cut, and a message that came more than a second late: the floor records both by name."""


@pytest.fixture
def room() -> Iterator[Path]:
    """Where PostgreSQL's own user arrives, and its socket's path is short enough."""
    place = Path(tempfile.mkdtemp(prefix="sabot-chaos-"))
    place.chmod(0o755)
    yield place
    EmbeddedPostgres(place).stop(immediately=True)
    shutil.rmtree(place)


@pytest.fixture
def repeats(monkeypatch: pytest.MonkeyPatch) -> Repeats:
    """Every link to the floor repeats messages in both directions; people wait for as long as this machine needs."""
    monkeypatch.setattr("hw_sims.terminal.ANSWER_WITHIN_MS", int(PLAN.within_s * 1000))
    monkeypatch.setattr("hw_sims.people.croupier.PATIENCE_MS", int(PLAN.within_s * 1000))
    monkeypatch.setattr("hw_sims.people.side_bets._HARDWARE_PATIENCE_S", PLAN.within_s)
    repeats, opened = Repeats(7), transport.open_floor

    async def repeated(url: FloorUrl, events: LinkEvents, turn: int = 0) -> Link:
        told = RepeatedEvents(events, repeats)
        return RepeatedLink(await opened(url, told, turn), told, repeats)

    monkeypatch.setattr(transport, "open_floor", repeated)
    return repeats


@pytest.mark.timeout(7200 if NIGHTLY else 180)
@pytest.mark.requirement("R29", "R30", "R33", "ARI-3.3.1-b", "PRG-AMB-14")
def test_whatever_dies_and_whatever_is_lost_the_pot_is_exact_and_the_wins_have_one_order(
    room: Path, repeats: Repeats
) -> None:
    chaos = Chaos(room, PLAN, seed=random.Random(11).randrange(1000))
    chaos.run()
    assert (chaos.stops, chaos.kills) == (PLAN.stops, PLAN.kills)
    assert min(chaos.breaks, repeats.repeated) > PLAN.kills
    assert [fault for table in chaos.tables for fault in table.faults] == []
    accounts = [account_of(table.name, table.data) for table in chaos.tables]
    EmbeddedPostgres(room).start()
    with closing(connect(chaos.floor.url)) as db:
        checked = check(db, "prueba", pot_named(db, POT), whole=True)
        rows = movements_of(db)
        alarms = db.execute("select about, code, detail from alarms").fetchall()
    sums = Sums(seeded=FIRST_POT, main=FIRST_POT)
    for account in accounts:
        sums = sums.plus(account.sums)
        assert [claim.seq for claim in account.claims] == list(range(1, len(account.claims) + 1))
        assert [answer.seq for answer in account.answers] == [claim.seq for claim in account.claims]
        own = [movement for movement in account.movements if movement.key.table == account.table]
        assert own == rows.get(account.table, []), "a table and the floor do not say the same"
    assert checked.findings == ()
    assert sums == checked.sums
    assert sums.balanced
    wins = sorted(win for account in accounts for win in account.wins)
    assert [win[1:] for win in wins] == [(win.table, win.claim, win.paid) for win in checked.wins]
    assert len({table for _, table, _, _ in wins}) > 1
    for table, account in zip(chaos.tables, accounts, strict=True):
        assert table.lit_after_lock <= account.bets
        assert {seq for seq, _ in table.lit_after_lock} <= {one.key.seq for one in rows[table.name]}
    assert {code for _, code, _ in alarms} <= OF_THE_LINE
