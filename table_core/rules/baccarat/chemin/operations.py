"""What happens at a table of Chemin de Fer; every operation names the article it rests on."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.events import Side
from table_core.rules.baccarat.chemin.hands import Word
from table_core.rules.baccarat.chemin.people import Bank, Offer, Player
from table_core.rules.baccarat.chemin.stakes import Request, Stakes
from table_core.rules.baccarat.chemin.state import Mark, Payment, Result, Returned
from table_core.rules.baccarat.state import Dealt, Place

EndOf = Literal["lost", "passed", "refused_to_deal", "talla"]
Award = Literal["rotation", "standing", "passer", "auction", "forced", "kept"]


class Operation(Struct, frozen=True, tag=lambda name: f"chemin.{name}"):
    """Something that happened, with the article it rests on."""


class ShoePrepared(Operation, frozen=True):
    decks: int
    cut_behind: int | None
    article: str


class PlayerPlaced(Operation, frozen=True):
    """Somebody is at the table now, or what is known of him changed."""

    player: Player
    article: str


class PlayerLeft(Operation, frozen=True):
    """*lost*: he must give up his seat (147, 148)."""

    name: str
    lost: bool
    article: str


class ListsKept(Operation, frozen=True):
    """Who waits for a seat, and who of the seated asked for another place (147)."""

    waiting: tuple[str, ...]
    changes: tuple[str, ...]
    article: str


class BankOffered(Operation, frozen=True):
    offer: Offer
    article: str


class BankTaken(Operation, frozen=True):
    bank: Bank
    how: Award
    article: str


class BankChanged(Operation, frozen=True):
    """The banker raised his bank or put winnings into the garage."""

    bank: Bank
    article: str


class BankEnded(Operation, frozen=True):
    """The banker lost or passed; what is left goes back to him and his associates."""

    player: str
    why: EndOf
    returned: tuple[Returned, ...]
    article: str


class RequestsKeyed(Operation, frozen=True):
    """Everything announced and laid so far in this play; replaces what was keyed before."""

    requests: tuple[Request, ...]
    article: str


class BetsClosed(Operation, frozen=True):
    """*No van más apuestas*; *stakes* is None where the table does not know them."""

    stakes: Stakes | None
    article: str


class StakesChanged(Operation, frozen=True):
    """A stake was withdrawn, or the cards went to another player, where the text allows it."""

    stakes: Stakes
    article: str


class CardKept(Operation, frozen=True):
    """A card drawn before bets closed: it must be played (151)."""

    card: Card | None
    article: str


class CardDealt(Operation, frozen=True):
    dealt: Dealt
    article: str


class CardFaced(Operation, frozen=True):
    place: Place
    card: Card


class CardReplaced(Operation, frozen=True):
    place: Place
    card: Card | None


class CardMoved(Operation, frozen=True):
    """A card dealt to one hand belongs to the other."""

    origin: Place
    place: Place
    article: str


class CardTakenOut(Operation, frozen=True):
    """A card of the play does not count; *place* is where it lay."""

    card: Card | None
    place: Place
    article: str


class CardDiscarded(Operation, frozen=True):
    """A card that belongs to no hand goes into the basket."""

    card: Card | None
    article: str


class Spoken(Operation, frozen=True):
    """The word that counts. *said* is what was said; *override* names the rule that replaced it."""

    side: Side
    word: Word
    said: Word | Literal["cuadro"] | None
    override: str | None
    article: str


class WordTakenBack(Operation, frozen=True):
    """An announcement by error is put right: Punto speaks again."""

    article: str


class Marked(Operation, frozen=True):
    mark: Mark
    article: str


class CardExposed(Operation, frozen=True):
    """A covered card lies open by error."""

    place: Place
    article: str


class HandsShown(Operation, frozen=True):
    """Both hands lie open."""

    article: str


class HandsKeyed(Operation, frozen=True):
    """A person read the cards on the cloth; they replace what the shoe told."""

    punto: tuple[Card, ...]
    bank: tuple[Card, ...]


class PlayCompleted(Operation, frozen=True):
    punto: int
    bank: int
    result: Result
    article: str


class PlaySettled(Operation, frozen=True):
    """*gain* of the banker, of which *cagnotte* goes to the house; *bank* is what is left of it, None when it ended."""

    result: Result
    ratio: str
    payments: tuple[Payment, ...]
    gain: int
    cagnotte: int
    net: int
    bank: Bank | None
    seguido: str | None
    last_banco: str | None
    article: str


class PlayVoided(Operation, frozen=True):
    reason: str
    returned: int
    article: str


class CutCardCameOut(Operation, frozen=True):
    article: str


class ShoeEnded(Operation, frozen=True):
    reason: str
    article: str


class AllGoes(Operation, frozen=True):
    """The banker said *todo va*: nothing of his bank is left aside in this play (148)."""

    article: str


CheminOperation = (
    ShoePrepared
    | PlayerPlaced
    | PlayerLeft
    | ListsKept
    | BankOffered
    | BankTaken
    | BankChanged
    | BankEnded
    | RequestsKeyed
    | BetsClosed
    | StakesChanged
    | CardKept
    | CardDealt
    | CardFaced
    | CardReplaced
    | CardMoved
    | CardTakenOut
    | CardDiscarded
    | Spoken
    | WordTakenBack
    | Marked
    | CardExposed
    | HandsShown
    | HandsKeyed
    | PlayCompleted
    | PlaySettled
    | PlayVoided
    | CutCardCameOut
    | ShoeEnded
    | AllGoes
)

ENDS_PLAY = (PlaySettled, PlayVoided)
