"""The floor's database: connecting, and the numbered migrations. PostgreSQL is the only authority of a linked pot."""

import hashlib
import re
from collections.abc import Sequence
from importlib import resources

import psycopg
from psycopg.rows import TupleRow

from table_core.text import TextError

Connection = psycopg.Connection[TupleRow]
# The first half of every advisory lock of ours; the second is the pot, and 0 for migrations.
LOCKS = 0x5AB07
_CONNECT_S = 5
_SILENT_MS = 3000
"""A database machine that is gone says nothing: after so long its connection is given up and another one tried."""
_AT_REST_MS = 5000
"""Who is stopped in the middle of a transaction keeps the others out of a pot no longer than this."""
_SETTINGS = {
    "synchronous_commit": "on",
    "timezone": "UTC",
    "idle_in_transaction_session_timeout": str(_AT_REST_MS),
    # The same at the database's end: who is gone holds no lock and no name there.
    "tcp_user_timeout": str(_SILENT_MS),
    "tcp_keepalives_idle": "1",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": str(_SILENT_MS // 1000),
    # What is prepared is planned once: planning takes longer than what is asked here.
    "plan_cache_mode": "force_generic_plan",
}
_NUMBER = re.compile(r"(\d{4})_\w+\.sql")


class FloorError(TextError):
    """Something of the floor that cannot be; the message says what to do."""


def connect(url: str) -> Connection:
    """A connection that commits each statement by itself, and every one on the disk before it says so."""
    try:
        connection = psycopg.connect(
            url,
            autocommit=True,
            connect_timeout=_CONNECT_S,
            tcp_user_timeout=_SILENT_MS,
            keepalives_idle=1,
            keepalives_interval=1,
            keepalives_count=_SILENT_MS // 1000,
            application_name="sabot floor",
            client_encoding="utf8",
        )
    except psycopg.Error as error:
        text = "La base de datos no responde ({error}). Revise la dirección y que PostgreSQL esté en marcha."
        raise FloorError(text, error=" ".join(str(error).split())) from error
    for name, value in _SETTINGS.items():
        connection.execute("select set_config(%s, %s, false)", (name, value))
    return connection


def migrate(connection: Connection) -> list[int]:
    """Bring the database to this program's schema; the numbers newly applied."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s, 0)", (LOCKS,))
        connection.execute("create table if not exists migrations (number integer primary key, sha256 text not null)")
        known: dict[int, str] = dict(connection.execute("select number, sha256 from migrations").fetchall())
        steps = _steps()
        _compare(known, steps)
        new = [step for step in steps if step[0] not in known]
        for number, text in new:
            connection.execute(text.encode())
            connection.execute("insert into migrations values (%s, %s)", (number, _digest(text)))
    return [number for number, _ in new]


def check_schema(connection: Connection) -> None:
    """Raises FloorError unless the database has exactly this program's schema."""
    found = connection.execute("select to_regclass('migrations') is not null").fetchone()
    known: dict[int, str] = {}
    if found and found[0]:
        known = dict(connection.execute("select number, sha256 from migrations").fetchall())
    steps = _steps()
    _compare(known, steps)
    if len(known) < len(steps):
        raise FloorError("La base de datos no está al día: ejecute sabot floor init.")


def _compare(known: dict[int, str], steps: Sequence[tuple[int, str]]) -> None:
    ours = {number: _digest(text) for number, text in steps}
    strange = sorted(number for number, digest in known.items() if ours.get(number) != digest)
    if strange:
        text = "La base de datos tiene el paso {number} de otra versión de este programa: no la toque con esta."
        raise FloorError(text, number=strange[0])


def _steps() -> list[tuple[int, str]]:
    files = (file for file in resources.files("daemon.floor").joinpath("migrations").iterdir())
    numbered = ((_NUMBER.fullmatch(file.name), file) for file in files)
    return sorted((int(match[1]), file.read_text(encoding="utf-8")) for match, file in numbered if match)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
