"""Simulated TableBus boards, one for each profile: what people do to them, what they say of it. No bytes, no clock."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from firmware_bridge.wire import tablebus_messages as tb
from hw_sims.devices.card_stack import CUT_CARD, CardStack
from hw_sims.devices.tablebus.board import Board, number_of
from table_core.cards import Card


class ShoeMischief(Struct):
    """*swallow*: cards that leave without a word. *twice*: the next card is told twice. *misread*: as another card."""

    swallow: int = 0
    twice: bool = False
    misread: Card | None = None
    unreadable: bool = False
    counts_wrong: int = 0


class SmartShoe(Board):
    profile = tb.SHOE
    model = "SABOT-TB"

    def __init__(self, serial: str = "SIM-SHOE", changed: Callable[[], object] = lambda: None) -> None:
        super().__init__(serial, changed)
        self.mischief = ShoeMischief()
        self.drawn = 0
        self._stack = CardStack()

    @property
    def stack(self) -> tuple[str, ...]:
        return self._stack.cards

    def load(self, cards: Iterable[Card], *, cut_card_from_end: int | None = None) -> None:
        """New cards, and the lid closes."""
        self._stack.load(cards, cut_card_from_end=cut_card_from_end)
        self.drawn = 0
        self.note(tb.Loaded(0))

    def put_back(self, card: Card) -> None:
        """A card drawn too many goes back into the mouth; when it comes out again it is counted again."""
        self._stack.put_back(card)

    def lose_cut_card(self) -> None:
        self._stack.lose_cut_card()

    def miss_next(self) -> None:
        """The next card goes by unread; the card counter at the mouth sees it all the same."""
        self.mischief.swallow = 1

    def power_on(self) -> None:
        """It has no switch: its cable feeds it."""

    def cut_card_words(self) -> bytes:
        """It sees the cut card itself: nobody has to key it."""
        return tb.event_bytes(tb.Event(0, tb.CutCard(self.drawn)))

    def restock(self, cards: Iterable[Card]) -> None:
        """The machine behind its mouth puts used cards among the others, in whatever order."""
        self._stack.load(cards)

    def draw(self) -> str:
        card = self._stack.take()
        if card == CUT_CARD:
            self.note(tb.CutCard(self.drawn))
            return card
        self.drawn += 1
        self._say(card)
        return card

    def _say(self, card: Card) -> None:
        mischief = self.mischief
        if mischief.swallow:
            mischief.swallow -= 1
            return
        number = tb.UNREAD if mischief.unreadable else number_of(mischief.misread or card)
        said = tb.Card(number, self.drawn + mischief.counts_wrong)
        self.note(said)
        if mischief.twice:
            self.note(said)
        mischief.twice, mischief.misread, mischief.unreadable = False, None, False

    def state(self) -> bytes:
        return tb.shoe_bytes(tb.ShoeState(0, self.drawn + self.mischief.counts_wrong))


class Shuffler(Board):
    """Verifies what is put in against the decks it was told; knows missing and extra cards, and tells no order."""

    profile = tb.BATCH
    model = "MEZCLA-TB"

    def __init__(self, serial: str = "SIM-MIX", changed: Callable[[], object] = lambda: None) -> None:
        super().__init__(serial, changed)
        self.wanted = self.inside = self.out = 0
        self.counts_wrong = 0
        self.phase = 0
        self._loaded: list[Card] = []

    def verify(self, cards: Iterable[Card]) -> None:
        """Cards are put in, counted, compared with whole decks, and shuffled; the phases follow one another."""
        self.begin(cards)
        self.finish()

    def begin(self, cards: Iterable[Card]) -> None:
        """Cards are put in, and it shuffles until `finish`."""
        self._loaded = list(cards)
        self.inside, self.out = len(self._loaded) + self.counts_wrong, 0
        self._enter("loading")
        self._enter("shuffling")

    def finish(self) -> None:
        """It has looked at every card, and says what it found."""
        inside = self._loaded
        decks = max(1, round(self.wanted / 52)) if self.wanted else max(1, round(len(inside) / 52))
        counts = dict.fromkeys(range(52), 0)
        for card in inside:
            counts[number_of(card)] += 1
        missing = tuple(number for number, copies in counts.items() for _ in range(max(0, decks - copies)))
        extra = tuple(number for number, copies in counts.items() for _ in range(max(0, copies - decks)))
        named = tb.MOST_NAMED
        self.note(tb.Verified(self.wanted or decks * 52, self.inside, missing[:named], extra[:named]))
        self._enter("verify_failed" if missing or extra else "ready")

    def hand_out(self) -> None:
        """A batch machine's cards go to the shoe."""
        self.out, self.inside = self.inside, 0
        self._enter("idle")

    def _enter(self, phase: str) -> None:
        self.phase = tb.PHASES.index(phase)
        self.note(tb.Phase(self.phase, self.inside))

    def state(self) -> bytes:
        return tb.shuffler_bytes(tb.ShufflerState(self.phase, self.wanted, self.inside, self.out))

    def obey(self, order: bytes) -> bool:
        if len(order) == 2:
            self.wanted = int.from_bytes(order, "big")
        return len(order) == 2


class ContinuousShuffler(Shuffler):
    """Deals one card after the other and takes them back; holds what is not outside."""

    profile = tb.CONTINUOUS
    model = "MEZCLA-CONTINUA-TB"

    def deal(self, count: int = 1) -> None:
        self.inside -= count
        self.out += count
        if tb.PHASES[self.phase] != "dealing":
            self._enter("dealing")

    def feed_back(self, count: int) -> None:
        self.inside += count
        self.out -= count
        self.note(tb.FedBack(count, self.inside + self.counts_wrong))


class BetSeat(Struct):
    """*bar_stuck*: the bar does not move; *lies*: it says it did. *lamp_dead*: no current whatever is commanded.

    *lamp_stuck*: current whatever is commanded.
    """

    flags: int = 0
    credits: int = 0
    bet: int = 0
    bar_stuck: bool = False
    lies: bool = False
    lamp_dead: bool = False
    lamp_stuck: bool = False

    @property
    def locked(self) -> bool:
        """Whether the button is really blocked."""
        return bool(self.flags & tb.LOCKED) and not self.bar_stuck

    @property
    def lit(self) -> bool:
        return (bool(self.flags & tb.LAMP) or self.lamp_stuck) and not self.lamp_dead


class Acceptors(Board):
    profile = tb.ACCEPTOR
    model = "ACEPTADOR-TB"

    def __init__(
        self, serial: str = "SIM-BET", changed: Callable[[], object] = lambda: None, *, seats: int = 7
    ) -> None:
        super().__init__(serial, changed)
        self.seats = [BetSeat(tb.LOCKED) for _ in range(seats)]

    def activate(self, seat: int, credits_: int) -> None:
        """The dealer gives a seat credits."""
        self.note(tb.Credits(seat, credits_))

    def press(self, seat: int, credits_: int = 1) -> bool:
        """A player presses; a locked button does not move."""
        if self.seats[seat - 1].locked:
            return False
        self.note(tb.Pressed(seat, credits_))
        return True

    def rebooted(self) -> None:
        """Seats are locked, dark and empty until somebody orders them again."""
        for seat in self.seats:
            seat.flags, seat.credits, seat.bet = tb.LOCKED, 0, 0
        super().rebooted()

    def break_lamp(self, seat: int) -> None:
        self.seats[seat - 1].lamp_dead = True
        self._note_lamp(seat)

    def mend_lamp(self, seat: int) -> None:
        self.seats[seat - 1].lamp_dead = False
        self._note_lamp(seat)

    def stick_lamp(self, seat: int) -> None:
        """It shines, whether anybody ordered it or not."""
        self.seats[seat - 1].lamp_stuck = True
        self._note_lamp(seat)

    def _note_lamp(self, seat: int) -> None:
        one = self.seats[seat - 1]
        self.note(tb.LampChanged(seat, bool(one.flags & tb.LAMP), one.lit))

    def state(self) -> bytes:
        return tb.seats_bytes(tuple(tb.SeatState(_flags(one), one.credits, one.bet) for one in self.seats))

    def obey(self, order: bytes) -> bool:
        try:
            wanted = tb.parse_seats(order)
        except tb.Malformed:
            return False
        if len(wanted) != len(self.seats):
            return False
        for number, (seat, new) in enumerate(zip(self.seats, wanted, strict=True), start=1):
            lit = seat.lit
            seat.flags, seat.credits, seat.bet = new.flags, new.credits, new.bet
            if seat.lit != lit:
                self._note_lamp(number)
        return True


def _flags(seat: BetSeat) -> int:
    bar = tb.BAR if seat.locked or (seat.flags & tb.LOCKED and seat.lies) else 0
    return seat.flags | bar | (tb.CURRENT if seat.lit else 0)


class Lamps(Board):
    profile = tb.LAMPS
    model = "LAMPARAS-TB"

    def __init__(self, serial: str = "SIM-LAMP", changed: Callable[[], object] = lambda: None) -> None:
        super().__init__(serial, changed)
        self.commanded = 0
        self.dead = 0

    @property
    def current(self) -> int:
        return self.commanded & ~self.dead

    def state(self) -> bytes:
        return tb.lamps_bytes(self.commanded, self.current)

    def obey(self, order: bytes) -> bool:
        if len(order) != 2:
            return False
        self.commanded = int.from_bytes(order, "big")
        return True

    def rebooted(self) -> None:
        """Lamps are dark until somebody orders them again."""
        self.commanded = 0
        super().rebooted()


class Rack(Board):
    profile = tb.RACK
    model = "DESCARTE-TB"

    def __init__(self, serial: str = "SIM-RACK", changed: Callable[[], object] = lambda: None) -> None:
        super().__init__(serial, changed)
        self.cards = 0
        self.counts_wrong = 0

    def put(self, count: int) -> None:
        self.cards += count
        self.note(tb.Racked(self.cards + self.counts_wrong))

    def lift(self, count: int | None = None) -> None:
        taken = self.cards if count is None else count
        self.cards -= taken
        self.note(tb.Lifted(taken, self.cards))

    def state(self) -> bytes:
        return tb.rack_bytes(self.cards + self.counts_wrong)


_BOX_IN_PLACE = 1 << next(number for number, name in tb.INPUT_NAMES.items() if name == "drop_box") - 1


class Contacts(Board):
    """Everything shut and in its place, until somebody moves it."""

    profile = tb.INPUTS
    model = "CONTACTOS-TB"

    def __init__(self, serial: str = "SIM-IN", changed: Callable[[], object] = lambda: None) -> None:
        super().__init__(serial, changed)
        self.bits = _BOX_IN_PLACE

    def switch(self, name: str, *, on: bool) -> None:
        number = next(number for number, one in tb.INPUT_NAMES.items() if one == name)
        bit = 1 << number - 1
        if bool(self.bits & bit) != on:
            self.bits ^= bit
            self.note(tb.Input(number, on))

    def state(self) -> bytes:
        return tb.rack_bytes(self.bits)


class Display(Board):
    profile = tb.DISPLAY
    model = "PANTALLA-TB"

    def __init__(self, serial: str = "SIM-TEXT", changed: Callable[[], object] = lambda: None) -> None:
        super().__init__(serial, changed)
        self.lines: tuple[str, ...] = ()

    def rebooted(self) -> None:
        """Blank until somebody orders it again."""
        self.lines = ()
        super().rebooted()

    def state(self) -> bytes:
        return tb.lines_bytes(self.lines)

    def obey(self, order: bytes) -> bool:
        try:
            self.lines = tb.parse_lines(order)
        except tb.Malformed:
            return False
        return True
