"""The whole table as a value, the operations that change it, and their fold. Restart is this fold and nothing else."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from table_core import boards as board_rules
from table_core import cards_out, device_tests
from table_core import incidents as incident_rules
from table_core import mixing as shuffle_rules
from table_core import preparation as preparing
from table_core import session as day
from table_core.boards import BoardBook, BoardNote, BoardOperation
from table_core.cards import Card
from table_core.cards_out import CountNote, CountOperation
from table_core.device_tests import DeviceTest, DeviceTestNote, DeviceTestOperation
from table_core.events import CounterRead, LinkState, ShoeResult
from table_core.incidents import (
    CctvAnswered,
    CctvAsked,
    Incident,
    IncidentOpened,
    IncidentOperation,
    IncidentResolved,
    IncidentSigned,
    ObservationNoted,
)
from table_core.mixing import Mixing, MixingNote, MixingOperation
from table_core.preparation import NEW_CARDS, Preparation, PreparationClosed, PreparationNoted, PreparationOperation
from table_core.progressive import folding, ledger
from table_core.progressive import operations as side
from table_core.progressive.state import Progressive
from table_core.rules.baccarat import state as baccarat
from table_core.rules.baccarat.chemin import folding as chemin_folding
from table_core.rules.baccarat.chemin import operations as chemin
from table_core.rules.baccarat.chemin.state import CheminState
from table_core.rules.blackjack import game as blackjack
from table_core.rules.poker import game as poker
from table_core.session import (
    LastPassesAnnounced,
    LimitsChanged,
    PassEnded,
    PassOpened,
    PersonSeated,
    Session,
    SessionOperation,
    TableClosed,
    TableOpened,
)
from table_core.shoe_count import ShoeCount


class Announced(Struct, frozen=True, tag=True):
    """Words the dealer must say now."""

    text: str
    article: str


class ShoeAligned(Struct, frozen=True, tag=True):
    """The shoe's messages and our picture of the pass start from the same point (False: unknown after a gap)."""

    aligned: bool


class VerdictHeard(Struct, frozen=True, tag=True):
    """The shoe's own result of this pass, kept beside ours."""

    verdict: ShoeResult


class VerdictWaived(Struct, frozen=True, tag=True):
    """A person decided the pass; the shoe's result no longer matters to it."""


class OverdrawNoted(Struct, frozen=True, tag=True):
    """The shoe told of an overdraw; *pending* until the message of the card itself has come."""

    pending: bool


class IncidentCardKnown(Struct, frozen=True, tag=True):
    """The card an open incident is about was read after the incident was opened."""

    id: int
    card: Card


class CardUnreconciled(Struct, frozen=True, tag=True):
    """A card left the shoe while nobody could say where it belonged."""

    device: str
    card: Card | None


class EntryKeyed(Struct, frozen=True, tag=True):
    """A person keyed an entry of the game; until the next card it can be taken back."""

    by: str


class EntryUndone(Struct, frozen=True, tag=True):
    """The last keyed entry is taken back: the game is as it was before it."""

    by: str


class PassFrozen(Struct, frozen=True, tag=True):
    """Everything known of a pass is kept as evidence of a dispute (R88)."""

    number: int
    by: str
    reason: str


class DeviceLinked(Struct, frozen=True, tag=True):
    device: str
    state: LinkState


class LampsNoted(Struct, frozen=True, tag=True):
    """What a lamp board shows; *confirmed* by read-back, or only sent (open loop)."""

    device: str
    lit: tuple[bool, ...]
    confirmed: bool


class ReadingNoted(Struct, frozen=True, tag=True):
    """How far a device was read; recorded with what it told, so that a restart neither loses nor repeats anything."""

    reading: CounterRead


TableOperation = (
    Announced
    | ShoeAligned
    | VerdictHeard
    | VerdictWaived
    | OverdrawNoted
    | IncidentCardKnown
    | CardUnreconciled
    | CountOperation
    | EntryKeyed
    | EntryUndone
    | PassFrozen
    | DeviceLinked
    | BoardOperation
    | MixingOperation
    | DeviceTestOperation
    | LampsNoted
    | ReadingNoted
)
GameOperation = (
    baccarat.BaccaratOperation | blackjack.BlackjackOperation | chemin.CheminOperation | poker.PokerOperation
)
Operation = (
    TableOperation | SessionOperation | IncidentOperation | PreparationOperation | GameOperation | side.SideOperation
)
Game = baccarat.BaccaratState | blackjack.BlackjackGame | CheminState | poker.PokerGame
NEW_GAMES: dict[str, Game] = {
    "baccarat": baccarat.BaccaratState(),
    "blackjack": blackjack.BlackjackGame(),
    "chemin": CheminState(),
    "poker": poker.PokerGame(),
}
"""Each family's game before anything has happened."""
G = TypeVar("G")

_ENDS_PASS = (baccarat.PassSettled, baccarat.PassBurned, baccarat.PassVoided)


class TableState(Struct, frozen=True):
    session: Session = Session()
    game: Game = baccarat.BaccaratState()
    incidents: tuple[Incident, ...] = ()
    next_incident: int = 1
    aligned: bool = False
    verdict: ShoeResult | None = None
    verdict_waived: bool = False
    overdraw_pending: bool = False
    links: dict[str, LinkState] = {}
    lamps: dict[str, tuple[bool, ...]] = {}
    boards: BoardBook = BoardBook()
    unreconciled: tuple[Card | None, ...] = ()
    announced: str = ""
    count: ShoeCount | None = None
    mixing: Mixing = Mixing()
    before_entry: Game | None = None
    before_step: Preparation | None = None
    preparation: Preparation = Preparation()
    progressive: Progressive = Progressive()
    readings: dict[str, CounterRead] = {}
    device_test: DeviceTest | None = None

    @property
    def held(self) -> bool:
        return any(incident.hold for incident in self.incidents)

    @property
    def baccarat(self) -> baccarat.BaccaratState:
        return self._game_of(baccarat.BaccaratState)

    @property
    def blackjack(self) -> blackjack.BlackjackGame:
        return self._game_of(blackjack.BlackjackGame)

    @property
    def chemin(self) -> CheminState:
        return self._game_of(CheminState)

    @property
    def poker(self) -> poker.PokerGame:
        return self._game_of(poker.PokerGame)

    def _game_of(self, kind: type[G]) -> G:
        if isinstance(self.game, kind):
            return self.game
        raise TypeError(f"the game here is {type(self.game).__name__}, not {kind.__name__}")

    def incident(self, number: int) -> Incident | None:
        return next((incident for incident in self.incidents if incident.id == number), None)

    def open_incident(self, code: str, device: str | None = None) -> Incident | None:
        """The open incident of this kind, for one device when *device* is given."""
        return next((one for one in self.incidents if one.code == code and device in (None, one.device)), None)


_replace = msgspec.structs.replace


def evolve(state: TableState, operation: Operation) -> TableState:
    """The table after *operation*. Total: what is recorded is a fact."""
    match operation:
        case baccarat.Operation():
            return _evolve_baccarat(state, operation)
        case blackjack.GameOperation():
            return _evolve_blackjack(state, operation)
        case chemin.Operation():
            return _evolve_chemin(state, operation)
        case side.Operation() | ledger.Movement():
            return _replace(state, progressive=folding.evolve(state.progressive, operation))
        case poker.Operation():
            return _evolve_poker(state, operation)
        case CountNote():
            count, mixing = cards_out.evolve(state.count, operation), shuffle_rules.follow(state.mixing, operation)
            return _replace(state, count=count, mixing=mixing, before_entry=None)
        case MixingNote():
            return _replace(state, mixing=shuffle_rules.evolve(state.mixing, operation))
        case IncidentOpened(incident=incident):
            incidents = (*state.incidents, incident)
            return _replace(state, incidents=incidents, next_incident=incident.id + 1, before_entry=None)
        case IncidentResolved(id=number, choice=choice):
            left = tuple(one for one in state.incidents if one.id != number)
            cards = preparing.retired(state.preparation) if choice in NEW_CARDS else state.preparation
            return _released(_replace(state, incidents=left, preparation=cards, before_entry=None))
        case IncidentSigned(id=number) | CctvAsked(id=number) | CctvAnswered(id=number):
            changed = (incident_rules.evolve(one, operation) if one.id == number else one for one in state.incidents)
            return _replace(state, incidents=tuple(changed))
        case ObservationNoted() | PassFrozen():
            return state
        case IncidentCardKnown(id=number, card=card):
            known = tuple(_replace(one, card=card) if one.id == number else one for one in state.incidents)
            return _replace(state, incidents=known)
        case Announced(text=text):
            return _replace(state, announced=text)
        case ShoeAligned(aligned=aligned):
            return _replace(state, aligned=aligned)
        case VerdictHeard(verdict=verdict):
            return _replace(state, verdict=verdict)
        case VerdictWaived():
            return _replace(state, verdict_waived=True)
        case OverdrawNoted(pending=pending):
            return _replace(state, overdraw_pending=pending)
        case CardUnreconciled():
            return _replace(state, unreconciled=(*state.unreconciled, operation.card))
        case EntryKeyed():
            return _replace(state, before_entry=state.game, before_step=state.preparation)
        case EntryUndone():
            return _undone(state)
        case PreparationNoted() | PreparationClosed():
            return _replace(state, preparation=preparing.evolve(state.preparation, operation))
        case DeviceLinked(device=device, state=link):
            return _replace(state, links={**state.links, device: link})
        case BoardNote():
            return _replace(state, boards=board_rules.evolve(state.boards, operation))
        case DeviceTestNote():
            return _replace(state, device_test=device_tests.evolve(state.device_test, operation))
        case LampsNoted(device=device, lit=lit):
            return _replace(state, lamps={**state.lamps, device: lit})
        case ReadingNoted(reading=reading):
            return _replace(state, readings={**state.readings, f"{reading.device} {reading.seat}": reading})
        case (
            TableOpened()
            | TableClosed()
            | PersonSeated()
            | LimitsChanged()
            | LastPassesAnnounced()
            | PassOpened()
            | PassEnded()
        ):
            session = day.evolve(state.session, operation)
            final = isinstance(operation, PassOpened | PassEnded | LimitsChanged)
            undoable = None if final else state.before_entry
            return _replace(state, session=session, before_entry=undoable)


def _undone(state: TableState) -> TableState:
    """As it was before the last keyed entry."""
    game, steps = state.before_entry or state.game, state.before_step or state.preparation
    return _replace(state, game=game, preparation=steps, before_entry=None, before_step=None)


def _released(state: TableState) -> TableState:
    """Cards of which nobody knew where they belonged are settled with the last question that held the table."""
    return state if state.held else _replace(state, unreconciled=())


def _evolve_baccarat(state: TableState, operation: baccarat.BaccaratOperation) -> TableState:
    game = baccarat.evolve(state.baccarat, operation)
    if isinstance(operation, baccarat.CardBurned):
        state = _accounted(state, operation.card)
    if isinstance(operation, _ENDS_PASS):
        return _replace(state, game=game, verdict=None, verdict_waived=False)
    return _replace(state, game=game)


def _evolve_blackjack(state: TableState, operation: blackjack.BlackjackOperation) -> TableState:
    if isinstance(operation, blackjack.CARDS_OUT):
        state = _accounted(state, operation.card)
    said = operation.text if isinstance(operation, blackjack.Announced) else state.announced
    return _replace(state, game=blackjack.evolve(state.blackjack, operation), announced=said)


def _evolve_chemin(state: TableState, operation: chemin.CheminOperation) -> TableState:
    match operation:
        case chemin.CardDealt(dealt=dealt):
            state = _accounted(state, dealt.card)
        case chemin.CardKept(card=card) | chemin.CardDiscarded(card=card):
            state = _accounted(state, card)
    game = chemin_folding.evolve(state.chemin, operation)
    if isinstance(operation, chemin.ENDS_PLAY):
        return _replace(state, game=game, verdict=None, verdict_waived=False)
    return _replace(state, game=game)


def _evolve_poker(state: TableState, operation: poker.PokerOperation) -> TableState:
    if isinstance(operation, poker.CARDS_OUT):
        state = _accounted(state, operation.card)
    return _replace(state, game=poker.evolve(state.poker, operation))


def _accounted(state: TableState, card: Card | None) -> TableState:
    """A card nobody knew the place of has found one."""
    if card not in state.unreconciled:
        return state
    place = state.unreconciled.index(card)
    return _replace(state, unreconciled=state.unreconciled[:place] + state.unreconciled[place + 1 :])
