"""The thread that owns the floor's database connection: takes what the door brings, answers, and reads the pots.

While the database is away it says nothing, so that tables are without a floor by their own clocks; it tries again for
ever, and begins with what it had not finished.
"""

import contextlib
import contextvars
import select
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec
import psycopg
import structlog

from daemon.floor import admission, holding, meters, presence
from daemon.floor.database import Connection, FloorError, check_schema, connect
from daemon.floor.enrolment import ENROLMENTS, all_enrolled, owners
from daemon.floor.mail import (
    Admitted,
    Answered,
    Beat,
    Broken,
    Claimed,
    Greeting,
    HeadTold,
    Noticed,
    Present,
    Register,
    ToClerk,
    ToDoor,
)
from daemon.floor.mailbox import Mailbox
from daemon.floor.store import CHANNEL, Enrolled, Refusal, Store
from firmware_bridge.wire.floor import BEAT_MS, Decisions, Refused, Value, Welcome, encode
from table_core.progressive.claims import Contributed, Decided

MOST_AT_ONCE = 400
"""A batch of so many takes well under the time between two beats."""
_BACKOFF_S = (0.05, 0.1, 0.2, 0.5, 1.0)
_PRESENT_S = 1.0
_UNUSABLE = "el mensaje trae números o letras que no caben en la base de datos"

log = structlog.get_logger()


class Clerk:
    """*name* is this process in every row; *door* is where its letters go."""

    def __init__(self, url: str, name: str, door: Mailbox[ToDoor]) -> None:
        self.inbox: Mailbox[ToClerk] = Mailbox()
        self._url = url
        self._name = name
        self._door = door
        self._ending = threading.Event()
        self._batch: list[ToClerk] = []
        self._here = Present(frozenset(), frozenset(), {})
        self._changed: set[int] = set()
        self._register: dict[str, Enrolled] = {}
        self._beat_at = self._present_at = 0.0
        # In this thread's context, so that its log lines bear the same name.
        run = partial(contextvars.copy_context().run, self._run)
        self._thread = threading.Thread(target=run, name="floor clerk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End after the batch under way; what is left is sent again by the tables."""
        self._ending.set()
        self.inbox.put(Present(frozenset(), frozenset(), {}))
        self._thread.join(5)

    # The connection

    def _run(self) -> None:
        try:
            self._serve_for_ever()
        except Exception as error:
            log.exception("floor_fault")
            self._door.put(Broken(f"{type(error).__name__}: {error}"))

    def _serve_for_ever(self) -> None:
        failures = 0
        while not self._ending.is_set():
            try:
                with contextlib.closing(connect(self._url)) as db:
                    self._begin(db)
                    (log.warning if failures else log.info)("database_here", after=failures)
                    failures = 0
                    self._serve(db)
            except (psycopg.OperationalError, FloorError) as error:
                (log.debug if failures else log.warning)("database_away", error=" ".join(str(error).split()))
                self._ending.wait(_BACKOFF_S[min(failures, len(_BACKOFF_S) - 1)])
                failures += 1

    def _begin(self, db: Connection) -> None:
        check_schema(db)
        presence.take_name(db, self._name)
        # A process that is stopped in the middle of a transaction must not keep the others out of the pot.
        db.execute("set idle_in_transaction_session_timeout = '1s'")
        for channel in (CHANNEL, ENROLMENTS):
            db.execute(f"listen {channel}".encode())
        self._changed = set()
        self._read_register(db)

    def _serve(self, db: Connection) -> None:
        waiting = select.poll()
        waiting.register(self.inbox.fd, select.POLLIN)
        waiting.register(db.fileno(), select.POLLIN)
        store = Store(db, self._name)
        while not self._ending.is_set():
            if not self._batch:
                waiting.poll(max(0, (self._beat_at - time.monotonic()) * 1000))
                self._batch = self.inbox.take(MOST_AT_ONCE)
            self._work(db, store)
            self._batch = []
            self._listen(db)
            self._beat(store)
            self._say_who_is_here(db)

    def _listen(self, db: Connection) -> None:
        heard = list(db.notifies(timeout=0))  # whole, before another statement: the connection is locked meanwhile
        self._changed |= {int(notice.payload) for notice in heard if notice.channel == CHANNEL}
        if any(notice.channel == ENROLMENTS for notice in heard):
            self._read_register(db)

    def _read_register(self, db: Connection) -> None:
        self._register = all_enrolled(db)
        self._door.put(Register(self._register, owners(db), holding.held(db)))

    # What the door brings

    def _work(self, db: Connection, store: Store) -> None:
        """The letters in their order; claims next to each other go to the store together."""
        claimed: list[Claimed] = []
        for letter in self._batch:
            if isinstance(letter, Claimed):
                claimed.append(letter)
                continue
            self._take(store, claimed)
            claimed = []
            self._one(db, store, letter)
        self._take(store, claimed)

    def _one(self, db: Connection, store: Store, letter: Greeting | HeadTold | Present | Noticed) -> None:
        try:
            self._letter(db, store, letter)
        except psycopg.DataError:
            if not isinstance(letter, Greeting | HeadTold):
                raise
            store.alarm(letter.enrolled.table, "UNUSABLE", _UNUSABLE)

    def _letter(self, db: Connection, store: Store, letter: Greeting | HeadTold | Present | Noticed) -> None:
        match letter:
            case Greeting():
                self._greet(db, store, letter)
            case HeadTold():
                self._head(db, store, letter)
            case Present():
                presence.left(db, self._name, letter.left)
                self._here = letter
            case Noticed(about=about, code=code, detail=detail, times=times):
                store.alarm(about, code, detail, times)

    def _greet(self, db: Connection, store: Store, greeting: Greeting) -> None:
        enrolled, hello = greeting.enrolled, greeting.hello
        refused = admission.refusal(enrolled, hello) or holding.refusal(db, enrolled)
        if refused is None and not store.seeded(enrolled.pot, enrolled.pot_name):
            refused = Refused("POT_NOT_SEEDED", f"el pozo {enrolled.pot_name} todavía no tiene su valor inicial")
        if refused is None and not presence.arrived(db, enrolled, hello.run, self._name):
            refused = Refused("KEY_IN_USE", f"otra máquina ya juega con la llave de {enrolled.table}")
        self._clock(db, store, enrolled, greeting.skew_ms)
        if refused is not None:
            store.alarm(enrolled.table, refused.code, refused.detail)
            self._door.put(Answered(greeting.link, (encode(refused),)))
            return
        welcome = Welcome(self._name, enrolled.pot_name, store.answered(enrolled))
        value = _value_frame(store, enrolled.pot, enrolled.pot_name)
        self._door.put(Admitted(greeting.link, enrolled, hello.run, (encode(welcome), value)))

    def _head(self, db: Connection, store: Store, told: HeadTold) -> None:
        enrolled = told.enrolled
        alarm = presence.head_told(db, enrolled, told.run, told.head)
        if alarm is not None:
            store.alarm(enrolled.table, *alarm)
        self._clock(db, store, enrolled, told.skew_ms)
        differs = meters.told(db, enrolled, told.head.answered, told.books)
        if differs is not None:
            store.alarm(enrolled.table, differs.code, differs.detail)
            holding.hold_table(db, enrolled, differs.detail)
            self._door.put(Answered(told.link, (encode(differs),)))

    def _clock(self, db: Connection, store: Store, enrolled: Enrolled, skew_ms: int) -> None:
        presence.clock_read(db, enrolled, skew_ms)
        wrong = admission.clock_alarm(skew_ms)
        if wrong is not None:
            store.alarm(enrolled.table, "CLOCK_WRONG", wrong)

    # Claims

    def _take(self, store: Store, claimed: Sequence[Claimed]) -> None:
        if not claimed:
            return
        try:
            self._answer(store, claimed)
        except psycopg.OperationalError:
            raise
        except psycopg.Error:
            if len(claimed) > 1:  # one of them is what the database cannot keep: the others must not suffer for it
                for one in claimed:
                    self._take(store, [one])
                return
            self._unusable(store, claimed[0])

    def _answer(self, store: Store, claimed: Sequence[Claimed]) -> None:
        asked = [(one.enrolled, claim) for one in claimed for claim in one.claims]
        answers = iter(store.take(asked))
        for one in claimed:
            frames = tuple(_frames([next(answers) for _ in one.claims]))
            self._door.put(Answered(one.link, frames))
            if any(not isinstance(claim, Contributed) for claim in one.claims):
                self._changed.add(one.enrolled.pot)

    def _unusable(self, store: Store, one: Claimed) -> None:
        """A claim with numbers no column holds: nothing a table of ours says."""
        store.alarm(one.enrolled.table, "UNUSABLE", _UNUSABLE)
        refused = Refused("UNUSABLE", _UNUSABLE, one.claims[0].seq)
        self._door.put(Answered(one.link, (encode(refused),)))

    # What goes out by itself

    def _beat(self, store: Store) -> None:
        """Every pot's value when it is time, and at once that of a pot somebody decided on."""
        now = time.monotonic()
        due = now >= self._beat_at
        if due:
            self._beat_at = now + BEAT_MS / 1000
        for pot, name in self._here.pots.items():
            if due or pot in self._changed:
                self._door.put(Beat(pot, _value_frame(store, pot, name)))
        self._changed.clear()

    def _say_who_is_here(self, db: Connection) -> None:
        now = time.monotonic()
        if now < self._present_at:
            return
        self._present_at = now + _PRESENT_S
        presence.still_here(db, self._name, self._here.here)


def _frames(answers: Sequence[Decided | Refusal]) -> Iterator[bytes]:
    """The answers to one message in their order; decisions next to each other share a frame.

    After a refused claim those behind it are only gaps, which the table knows by itself.
    """
    together: list[msgspec.Raw] = []
    for answer in answers:
        if isinstance(answer, Refusal):
            if together:
                yield encode(Decisions(tuple(together)))
            yield encode(Refused(answer.code, answer.detail, answer.seq))
            return
        together.append(msgspec.Raw(msgspec.json.encode(answer)))
    if together:
        yield encode(Decisions(tuple(together)))


def _value_frame(store: Store, pot: int, name: str) -> bytes:
    return encode(Value(msgspec.Raw(msgspec.json.encode(store.value(pot, name)))))
