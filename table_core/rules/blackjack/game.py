"""A blackjack table from pass to pass: its shoe, the pass in play, and the fold of what happens to both."""

from msgspec import Struct
from msgspec.structs import replace

from table_core.cards import Card
from table_core.rules.blackjack import folding, shoe_cycle
from table_core.rules.blackjack.operations import (
    Announced,
    CardBurned,
    CardDealt,
    CardHeld,
    CardReturned,
    GameOperation,
    Operation,
    ShuffleOrdered,
)
from table_core.rules.blackjack.shoe_cycle import Shoe
from table_core.rules.blackjack.state import Limits, Stakes, State

__all__ = ["CARDS_OUT", "Announced", "BlackjackGame", "BlackjackOperation", "GameOperation", "evolve"]


class BlackjackGame(Struct, frozen=True, tag="blackjack"):
    """*laid_at*: where the dealer keyed that the next card goes."""

    shoe: Shoe = Shoe()
    round: State = State(stakes="none")
    laid_at: str | None = None

    @property
    def in_pass(self) -> bool:
        return self.round.phase not in ("bets", "over")

    @property
    def busy(self) -> bool:
        """A pass or a burn is under way."""
        return self.in_pass or (self.shoe.phase == "burn" and self.shoe_in_play)

    @property
    def bets_laid(self) -> bool:
        """Somebody has bet for this pass or the next."""
        return bool(self.round.hands or self.round.sides)

    @property
    def keyed_as(self) -> tuple[str, ...]:
        """What a person keys to tell the cards nobody read: in the order they left the shoe."""
        return ("cards",)

    @property
    def keeps_secrets(self) -> bool:
        """Cards of this pass may still be covered."""
        return self.in_pass

    @property
    def shoe_in_play(self) -> bool:
        return self.shoe.phase in ("burn", "ready", "waiting")

    @property
    def drawn(self) -> int:
        return self.shoe.cards - self.shoe.left


class ShoeMoved(GameOperation, frozen=True):
    """The shoe went on in its life (shuffled, cut, waiting ...); *shoe* is what it became."""

    event: str
    shoe: Shoe
    article: str


class ShoeCardBurned(GameOperation, frozen=True):
    """A card burned unseen before play; *card* is None where the reader gave none."""

    card: Card | None
    article: str


class StrayCardBurned(GameOperation, frozen=True):
    """A card of which nobody knew where it belonged went to the discard."""

    card: Card | None
    article: str


class LayingKeyed(GameOperation, frozen=True):
    """The dealer keyed where the next card is laid."""

    place: str


class RoundOpened(GameOperation, frozen=True):
    """Bets are invited for the next pass."""

    stakes: Stakes
    limits: Limits | None
    fresh_shoe: bool
    article: str


TableOperation = ShoeMoved | ShoeCardBurned | StrayCardBurned | LayingKeyed | RoundOpened
BlackjackOperation = Operation | TableOperation

# Each of these is one card that left the shoe.
CARDS_OUT = (CardDealt, CardBurned, CardHeld, CardReturned, ShoeCardBurned, StrayCardBurned)


def evolve(game: BlackjackGame, operation: BlackjackOperation) -> BlackjackGame:
    """The game after *operation*. Total: what is recorded is a fact."""
    match operation:
        case ShoeMoved(shoe=shoe):
            return replace(game, shoe=shoe)
        case ShoeCardBurned():
            return replace(game, shoe=shoe_cycle.burned(game.shoe))
        case StrayCardBurned():
            return replace(game, shoe=shoe_cycle.drawn(game.shoe))
        case LayingKeyed(place=place):
            return replace(game, laid_at=place)
        case RoundOpened(stakes=stakes, limits=limits, fresh_shoe=fresh):
            return replace(game, round=State(stakes=stakes, limits=limits, fresh_shoe=fresh), laid_at=None)
        case CardDealt() | CardBurned() | CardHeld():
            left = shoe_cycle.drawn(game.shoe)
            return replace(game, shoe=left, round=folding.evolve(game.round, operation), laid_at=None)
        case ShuffleOrdered():
            shoe = replace(game.shoe, last_pass=True)
            return replace(game, shoe=shoe, round=folding.evolve(game.round, operation))
        case _:
            return replace(game, round=folding.evolve(game.round, operation))
