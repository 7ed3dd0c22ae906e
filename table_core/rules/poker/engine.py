"""The rules of one poker text as a pure state machine: what may happen next, and what follows from it.

`apply` answers with operations and changes nothing; what the text forbids is a `RuleViolation`.
"""

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.state import Stakes
from table_core.rules.poker import comparing, folding, order, review, settlement
from table_core.rules.poker.entries import (
    DEALER,
    ChangeCards,
    CloseAntes,
    ConfirmHands,
    DecideBet,
    DeckCard,
    Entry,
    KeyHand,
    OpenHands,
    PlaceAnte,
)
from table_core.rules.poker.operations import (
    AntePlaced,
    AnteTaken,
    CardDealt,
    ChangeKeyed,
    DealBegun,
    DeckPrepared,
    HandShown,
    HandsOpened,
    PassSettled,
    PassVoided,
    PhaseEntered,
    PokerOperation,
    SeatDecided,
)
from table_core.rules.poker.state import PokerGame, Seat, Shown

Operations = list[PokerOperation]


class Expectation(Struct, frozen=True):
    """What may come now: where the next card goes (0: to the dealer), and what people may key."""

    next_card: int | None
    entries: tuple[str, ...]
    bets_open: bool
    waits_for: tuple[int, ...] = ()


class Engine:
    """*reads*: the table has a reader that sees every card leave the deck."""

    def __init__(
        self, rules: Rulebook, *, stakes: Stakes = "none", limits: tuple[int, int] | None = None, reads: bool = True
    ) -> None:
        self.rules = rules
        self.stakes = stakes
        self.limits = limits
        self.reads = reads

    def within(self, limits: tuple[int, int] | None) -> "Engine":
        """The same game under the day's *limits*; None: under its own."""
        return self if limits is None else Engine(self.rules, stakes=self.stakes, limits=limits, reads=self.reads)

    # What may come

    def expects(self, game: PokerGame) -> Expectation:
        waits = tuple(seat.number for seat in reversed(game.seats) if game.phase == "decide" and seat.undecided)
        return Expectation(self.next_card(game), _ENTRIES[game.phase], game.phase == "antes", waits)

    def next_card(self, game: PokerGame) -> int | None:
        """Whose the next card is; None: nobody is owed one."""
        match game.phase:
            case "antes" if game.seats and self.reads:
                return order.deal_order(game)[0]
            case "deal":
                places = order.deal_order(game)
                return places[len(game.dealt) % len(places)] if len(game.dealt) < order.deal_size(game) else None
            case "replace" if self.reads and len(game.replaced) < game.changes:
                return order.replacement_order(self.rules, game)[len(game.replaced)]
            case "replace" | "dealer" if self.reads and self.rules["dealer_draws"]:
                return DEALER
            case _:
                return None

    # What follows

    def apply(self, game: PokerGame, entry: Entry) -> Operations:
        match entry:
            case DeckCard(card=card):
                return self._card(game, card)
            case PrepareShoe():
                return self._prepare(game, entry)
            case PlaceAnte():
                return self._ante(game, entry)
            case CloseAntes():
                return self._close_antes(game)
            case DecideBet():
                return self._decide(game, entry)
            case ChangeCards():
                return self._change(game, entry)
            case OpenHands():
                return self._open(game)
            case KeyHand():
                return self._key_hand(game, entry)
            case ConfirmHands():
                return self._confirm(game)

    def advance(self, game: PokerGame) -> Operations:
        """What nobody has to enter: the next phase once everything it waited for has come."""
        where = self.rules.article("decision")
        match game.phase:
            case "deal" if self.reads and game.dealt and len(game.dealt) == order.deal_size(game):
                return [PhaseEntered("decide", where)]
            case "decide" if not any(seat.undecided for seat in game.seats):
                if not any(seat.plays for seat in game.seats):
                    return [self.settled(game, None)]
                return [PhaseEntered("replace" if self.rules["change_max"] else "dealer", where)]
            case "replace" | "dealer" | "review" if not any(seat.plays for seat in game.seats):
                return [self.settled(game, None)]
            case "replace" if self.reads and 0 < game.changes == len(game.replaced):
                return [PhaseEntered("dealer", self.rules.article("change_max"))]
            case _:
                return []

    def settled(self, game: PokerGame, plays: bool | None) -> PassSettled:
        """Pay and collect; *plays*: whether the dealer's hand counts, None where nobody bet."""
        results = settlement.results(self.rules, game, plays)
        first = settlement.losers_first(self.rules, results) if plays else ()
        return PassSettled(plays, results, first, self.rules.article("settle"))

    def void(self, game: PokerGame, reason: str, article: str) -> PassVoided:
        return PassVoided(reason, settlement.returned(self.rules, game), article)

    # The deck

    def _prepare(self, game: PokerGame, entry: PrepareShoe) -> Operations:
        where = self.rules.article("shuffle")
        if game.in_pass:
            raise RuleViolation(where, "PASS_UNDER_WAY", "hay un pase en curso; termínelo o anúlelo antes de barajar")
        if entry.decks != self.rules["decks"]:
            raise RuleViolation(self.rules.article("decks"), "DECKS", f"se juega con {self.rules['decks']} mazo")
        self._check_cut(entry.cut_from_top)
        return [DeckPrepared(self._pack(game, entry.backs[0] if entry.backs else ""), self.reads, where)]

    def _check_cut(self, cut: int | None) -> None:
        fewest, most = self.rules["cut_fewest"], self.rules["cut_most"]
        if cut is not None and not fewest <= cut <= most:
            raise RuleViolation(
                self.rules.article("cut"), "cut_size", f"corte de {cut} cartas; van de {fewest} a {most}"
            )

    def _pack(self, game: PokerGame, told: str) -> str:
        """The pack in use from now on: the other one in its turn, unless the dealer names it."""
        packs = PACKS[: self.rules["packs"]]
        following = packs[(packs.index(game.pack) + 1) % len(packs)] if game.pack in packs else packs[0]
        if told and told not in packs:
            raise RuleViolation(
                self.rules.article("packs"), "UNKNOWN_PACK", f"{told!r}: los mazos son {', '.join(packs)}"
            )
        if told and len(packs) > 1 and told == game.pack and game.phase != "antes":
            detail = f"los mazos se usan por turno: toca el mazo {following}"
            raise RuleViolation(self.rules.article("packs"), "SAME_PACK", detail)
        return told or following

    # Bets

    def _ante(self, game: PokerGame, entry: PlaceAnte) -> Operations:
        where = self.rules.article("antes")
        if game.phase != "antes":
            raise RuleViolation(where, "BETS_CLOSED", "no se reciben apuestas ahora; van antes de la primera carta")
        self._check_seat(entry.seat)
        if entry.amount == 0:
            if game.seat(entry.seat) is None:
                raise RuleViolation(where, "NO_ANTE", f"el puesto {entry.seat} no tiene apuesta que retirar")
            return [AnteTaken(entry.seat, where)]
        if game.seat(entry.seat) is not None:
            detail = f"el puesto {entry.seat} ya tiene su apuesta; retírela con monto 0 para cambiarla"
            raise RuleViolation(where, "ANTE_THERE", detail)
        return [AntePlaced(entry.seat, self._amount(entry.amount), where)]

    def _check_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.rules["seats"]:
            detail = f"{seat} no es un puesto; van del 1 al {self.rules['seats']}"
            raise RuleViolation(self.rules.article("seats"), "NO_SEAT", detail)

    def _amount(self, amount: int | None) -> int | None:
        """The ante as it counts: needed where stakes are keyed, within the limits."""
        if self.stakes == "none":
            return None
        if amount is None or amount < 0:
            raise RuleViolation(self.rules.article("antes"), "BAD_AMOUNT", "ingrese el monto de la apuesta")
        if self.limits is not None and not self.limits[0] <= amount <= self.limits[1]:
            detail = f"{amount} está fuera de los límites {self.limits[0]} a {self.limits[1]}"
            raise RuleViolation(self.rules.article("limits"), "OUT_OF_LIMITS", detail)
        return amount

    def _close_antes(self, game: PokerGame) -> Operations:
        where = self.rules.article("antes")
        if game.phase != "antes":
            raise RuleViolation(where, "NO_DECK", "baraje y corte antes de repartir")
        if len(game.seats) < self.rules["min_players"]:
            raise RuleViolation(self.rules.article("min_players"), "quorum", "ningún puesto tiene apuesta")
        begun: Operations = [DealBegun(self.rules["up_card"], where)]
        return begun if self.reads else [*begun, PhaseEntered("decide", self.rules.article("deal"))]

    def _decide(self, game: PokerGame, entry: DecideBet) -> Operations:
        where = self.rules.article("decision")
        if game.phase == "deal":
            raise RuleViolation(where, "deal_unfinished", "faltan cartas por repartir")
        seat = self._playing(game, entry.seat, "decide")
        if seat.choice is not None:
            raise RuleViolation(where, "DECIDED", f"el puesto {entry.seat} ya decidió")
        bet = self.exact_bet(seat) if entry.choice == "bet" else None
        return [SeatDecided(entry.seat, entry.choice, bet, where)]

    def exact_bet(self, seat: Seat) -> int | None:
        """The second bet the text asks for."""
        return None if seat.ante is None else seat.ante * int(self.rules["bet_multiple"])

    def _change(self, game: PokerGame, entry: ChangeCards) -> Operations:
        where = self.rules.article("change_max")
        seat = game.seat(entry.seat)
        if seat is not None and entry.count and (seat.choice == "fold" or entry.count > self.rules["change_max"]):
            raise RuleViolation(
                where, "change_request", f"el puesto {entry.seat} no puede cambiar {entry.count} cartas"
            )
        self._playing(game, entry.seat, "decide", "replace")
        if game.replaced or game.dealer_drew:
            raise RuleViolation(where, "CHANGES_CLOSED", "ya se reparten las cartas de cambio")
        if entry.count < 0 or not seat or seat.choice != "bet":
            raise RuleViolation(where, "NO_BET", f"el puesto {entry.seat} cambia cartas después de apostar")
        return [ChangeKeyed(entry.seat, entry.count, where)]

    def _playing(self, game: PokerGame, number: int, *phases: str) -> Seat:
        where = self.rules.article("decision")
        if game.phase not in phases:
            raise RuleViolation(where, "NOT_NOW", f"eso no se ingresa ahora (fase: {PHASES[game.phase]})")
        seat = game.seat(number)
        if seat is None or seat.out:
            raise RuleViolation(where, "NOT_PLAYING", f"el puesto {number} no participa de este pase")
        return seat

    # Cards

    def _card(self, game: PokerGame, card: Card | None) -> Operations:
        match game.phase:
            case "antes":
                begun = self._close_antes(game)
                return [*begun, self._dealt(folding.fold(game, begun), card)]
            case "deal" if len(game.dealt) < order.deal_size(game):
                return [self._dealt(game, card)]
            case "replace" if len(game.replaced) < game.changes:
                seat = order.replacement_order(self.rules, game)[len(game.replaced)]
                return [CardDealt(card, seat, "replaced", self.rules.article("change_max"))]
            case "replace" | "dealer":
                entered: Operations = [] if game.phase == "dealer" else [PhaseEntered("dealer", "1.6")]
                return [*entered, self._drawn(game, card)]
            case "shuffle":
                raise RuleViolation(self.rules.article("shuffle"), "card_without_shoe", "el mazo no se ha barajado")
            case "settled":
                raise RuleViolation(self.rules.article("settle"), "extra_cards_at_end", "el pase ya terminó")
            case _:
                raise RuleViolation(self.rules.article("deal"), "deal_over", "el reparto ya terminó")

    def _dealt(self, game: PokerGame, card: Card | None) -> CardDealt:
        places = order.deal_order(game)
        return CardDealt(card, places[len(game.dealt) % len(places)], "dealt", self.rules.article("deal"))

    def _drawn(self, game: PokerGame, card: Card | None) -> CardDealt:
        where = self.rules.article("dealer_draws")
        if not self.rules["dealer_draws"]:
            raise RuleViolation(where, "deal_over", "en este juego el pagador no saca cartas")
        if len(game.dealer_drew) >= review.most_drawn(self.rules, game):
            raise RuleViolation(where, "dealer_draw_wrong", "el croupier sacó más cartas que las que le tocan")
        return CardDealt(card, DEALER, "dealer_drew", where)

    # The review

    def _open(self, game: PokerGame) -> Operations:
        where = self.rules.article("reveal")
        if game.phase == "decide" and any(seat.undecided for seat in game.seats):
            raise RuleViolation(where, "dealer_opened_before_decision", "hay puestos que no han decidido")
        if game.phase not in ("replace", "dealer"):
            raise RuleViolation(where, "NOT_NOW", f"el croupier no abre su juego ahora (fase: {PHASES[game.phase]})")
        if self.reads and len(game.replaced) < game.changes:
            missing = game.changes - len(game.replaced)
            raise RuleViolation(where, "CHANGES_MISSING", f"faltan {missing} cartas de cambio por repartir")
        seats = (DEALER, *(seat.number for seat in game.seats if seat.plays))
        return [HandsOpened(where), *(shown for seat in seats if (shown := self._read(game, seat)))]

    def _read(self, game: PokerGame, seat: int) -> HandShown | None:
        cards = review.hand_read(self.rules, game, seat)
        if cards is None:
            return None
        name = comparing.hand_name(self.rules, cards)
        return HandShown(seat, Shown(name, cards, "read"), self.rules.article("reveal"))

    def _key_hand(self, game: PokerGame, entry: KeyHand) -> Operations:
        where = self.rules.article("reveal")
        if game.phase != "review":
            raise RuleViolation(where, "NOT_NOW", "las manos se ingresan después de que el croupier abre su juego")
        seat = game.seat(entry.seat)
        if entry.seat != DEALER and (seat is None or not seat.plays):
            raise RuleViolation(where, "NOT_PLAYING", f"el puesto {entry.seat} no tiene una mano que comparar")
        return [HandShown(entry.seat, review.keyed(self.rules, game, entry), where)]

    def _confirm(self, game: PokerGame) -> Operations:
        where = self.rules.article("reveal")
        if game.phase != "review":
            raise RuleViolation(where, "NOT_NOW", "no hay manos abiertas que confirmar")
        if game.dealer is None:
            raise RuleViolation(where, "HANDS_MISSING", "ingrese la mano del croupier")
        plays = settlement.dealer_plays(self.rules, game.dealer)
        missing = review.missing_hands(game, plays=plays)
        if missing:
            seats = ", ".join(str(seat.number) for seat in missing)
            raise RuleViolation(where, "HANDS_MISSING", f"ingrese las manos de los puestos {seats}")
        return [self.settled(game, plays)]


PACKS = ("rojo", "verde")
PHASES = {
    "shuffle": "barajado",
    "antes": "primeras apuestas",
    "deal": "reparto",
    "decide": "decisión de los jugadores",
    "replace": "cambio de cartas",
    "dealer": "juego del croupier",
    "review": "revisión de las manos",
    "settled": "pase pagado",
}
_ENTRIES = {
    "shuffle": ("PrepareShoe",),
    "antes": ("PlaceAnte", "CloseAntes"),
    "deal": (),
    "decide": ("DecideBet", "ChangeCards"),
    "replace": ("ChangeCards", "OpenHands"),
    "dealer": ("OpenHands",),
    "review": ("KeyHand", "ConfirmHands"),
    "settled": ("PrepareShoe",),
}
