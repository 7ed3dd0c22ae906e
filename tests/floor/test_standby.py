"""A floor on two PostgreSQL servers: nothing is confirmed before both have it, and the second one goes on alone."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from daemon.floor.auditor import reconcile
from daemon.floor.database import connect, migrate
from daemon.floor.embedded import EmbeddedPostgres
from daemon.floor.enrolment import pot_named
from daemon.floor.status import look
from firmware_bridge.wire.floor import Decisions
from table_core.progressive.claims import Decided
from tests.floor.ends import End, RunningFloor, eventually
from tests.floor.tables import POT, Cloth, open_for
from tests.unit.progressive.hands import hand

STANDBY = "pg2"


class TwoServers:
    """*first* writes and waits for *second*, which follows it."""

    def __init__(self, place: Path) -> None:
        self.first, self.second = EmbeddedPostgres(place / "pg1"), EmbeddedPostgres(place / "pg2")
        self._place = place

    @property
    def url(self) -> str:
        """Whichever of the two writes."""
        return f"{self.first.url},{self._place / 'pg2' / 'postgres'}&target_session_attrs=read-write"

    def start(self) -> None:
        self.first.start()
        self._follow()
        self.second.start()
        with closing(connect(self.first.url)) as db:
            db.execute(f"alter system set synchronous_standby_names = 'FIRST 1 ({STANDBY})'".encode())
            db.execute("select pg_reload_conf()")
            migrate(db)
            eventually(lambda: look(db, "prueba").database.standbys == 1)

    def promote(self) -> None:
        with closing(connect(self.second.url)) as db:
            db.execute("select pg_promote()")

    def stop(self) -> None:
        for server in (self.first, self.second):
            server.stop(immediately=True)

    def _follow(self) -> None:
        """The second server is a copy of the first that follows it, as the page on production says to make it."""
        copy = self._place / "pg2" / "postgres"
        copy.parent.mkdir()
        source = f"host={self._place / 'pg1' / 'postgres'} user=sabot application_name={STANDBY}"
        command = [self.first.program("pg_basebackup"), "--pgdata", str(copy), "--write-recovery-conf"]
        subprocess.run([*command, "--checkpoint", "fast", "--dbname", source], check=True, capture_output=True)
        (copy / ".s.PGSQL.5432.lock").unlink()  # the first one's socket lies in its directory
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            for path in (copy, *copy.rglob("*")):
                os.chown(path, user.pw_uid, user.pw_gid)


@pytest.fixture
def servers() -> Iterator[TwoServers]:
    place = Path(tempfile.mkdtemp(prefix="sabot-two-"))
    place.chmod(0o755)
    servers = TwoServers(place)
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()
        shutil.rmtree(place)


def test_nothing_is_confirmed_without_the_standby_and_nothing_confirmed_is_lost_with_the_primary(
    servers: TwoServers,
) -> None:
    with closing(connect(servers.first.url)) as db:
        (pair,) = open_for(db, "mesa-1").values()
    floor = RunningFloor(servers.url)
    end, cloth = End(floor, "mesa-1", pair), Cloth("mesa-1")
    try:
        end.greet()
        cloth.hear(*end.decided(cloth.contribute()))
        servers.second.stop(immediately=True)
        waits = cloth.contribute()
        end.claim(waits)
        assert not answered(end, cloth, within_s=1.0), "the table was told of what lies on one disk only"
        with closing(connect(servers.first.url)) as db:
            seen = look(db, "prueba").database
        assert (seen.wanted_standbys, seen.standbys) == (f"FIRST 1 ({STANDBY})", 0)
        servers.second.start()
        eventually(lambda: answered(end, cloth, within_s=0.1))
        servers.first.stop(immediately=True)
        servers.promote()
        end.close()
        end = End(floor, "mesa-1", pair)
        assert end.greet().answered == 2
        cloth.hear(*end.decided(cloth.review(hand(1, "royal_flush"))))
        with closing(connect(servers.second.url)) as db:
            checked = reconcile(db, "prueba", pot_named(db, POT), whole=True)
        assert (checked.clean, checked.entries, len(checked.wins)) == (True, 5, 1)
    finally:
        end.close()
        floor.stop()


def answered(end: End, cloth: Cloth, within_s: float) -> bool:
    """Whether the table is told of a decision by then."""
    try:
        said = end.hear(Decisions, within_s)
    except AssertionError:
        return False
    for one in said.decisions:
        cloth.hear(msgspec.json.decode(one, type=Decided))
    return True
