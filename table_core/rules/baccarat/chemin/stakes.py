"""Who plays against the bank and with how much: banco seguido, banco, banco con la mesa, bets (147-150). Pure."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from table_core.rulebook import Rulebook
from table_core.rules.baccarat.chemin.people import Bank, Player, find, priority

RequestType = Literal["banco", "banco_seguido", "banco_con_mesa", "ultimo_completo", "bet", "tie"]
Mode = Literal["banco", "banco_seguido", "banco_con_mesa", "table", "no_game"]


class Request(Struct, frozen=True):
    """What a player announced, or the chips he laid (*amount*, for a bet). *association*: joined with others.

    A *tie* is refused by name: the ordinance has no such bet.
    """

    player: str
    type: RequestType
    amount: int = 0
    association: bool = False


class Accepted(Struct, frozen=True):
    player: str
    amount: int


class Stakes(Struct, frozen=True):
    """What is played: who holds the cards, what each one risks, what the bank must leave aside (148)."""

    mode: Mode
    cards_to: str | None = None
    accepted: tuple[Accepted, ...] = ()
    garage: int = 0
    reason: str | None = None

    @property
    def at_risk(self) -> int:
        return sum(one.amount for one in self.accepted)

    @property
    def banco(self) -> str | None:
        """Who covers the whole bank alone: by word, or because *con la mesa* found nobody beside him (150)."""
        alone = self.mode == "banco_con_mesa" and len(self.accepted) == 1
        return self.cards_to if alone or self.mode in ("banco", "banco_seguido") else None

    @property
    def seguido(self) -> str | None:
        """Who may ask for *banco seguido* once the bank wins: who made banco, or who alone bet (150)."""
        return self.accepted[0].player if len(self.accepted) == 1 else None


class Cloth(Struct, frozen=True):
    """What the requests are judged against; *seguido*: who has that right; *minimum* of a bet."""

    bank: Bank
    players: tuple[Player, ...]
    seguido: str | None = None
    minimum: int = 0


def settle_stakes(rules: Rulebook, cloth: Cloth, requests: tuple[Request, ...]) -> Stakes:
    """What is played when the dealer says *no van más apuestas*; *requests* in the order they were announced."""
    if len(cloth.players) < rules["min_players"]:
        return Stakes("no_game", reason="MIN_FOUR_PLAYERS")
    able = tuple(request for request in requests if _is_able(cloth, request))
    stakes = _banco(rules, cloth, able) or _con_la_mesa(rules, cloth, able) or _bets(rules, cloth, able)
    return stakes if stakes.accepted else Stakes("no_game", reason="NO_BETS")


def whole_bank(bank: Bank, player: str) -> Stakes:
    """*player* alone against the whole bank, by banco seguido."""
    return Stakes("banco_seguido", player, (Accepted(player, bank.amount),))


def next_holder(rules: Rulebook, cloth: Cloth, stakes: Stakes) -> Stakes:
    """Who had the cards loses them; the next in order gets them and every stake stays (151)."""
    others = tuple(one for one in stakes.accepted if one.player != stakes.cards_to)
    return Stakes(stakes.mode, _cards_to(rules, cloth, others) or stakes.cards_to, stakes.accepted, stakes.garage)


def without(stakes: Stakes, bank: Bank, player: str) -> Stakes:
    """The stakes when *player* took his back, or it does not count."""
    left = tuple(one for one in stakes.accepted if one.player != player)
    return Stakes(stakes.mode, stakes.cards_to, left, bank.amount - sum(one.amount for one in left))


def _is_able(cloth: Cloth, request: Request) -> bool:
    """Present, not the banker, no seated player's joint bet, and no bet below the posted minimum (147, 148, 150)."""
    player = find(cloth.players, request.player)
    if player is None or player.name == cloth.bank.player:
        return False
    if request.type != "bet":
        return True
    joined = request.association and not player.standing
    return request.amount >= max(1, cloth.minimum) and not joined


def _rank(cloth: Cloth) -> Callable[[Request], tuple[object, ...]]:
    """One alone before an association, then the priorities of art. 147."""

    def rank(request: Request) -> tuple[object, ...]:
        player = find(cloth.players, request.player)
        assert player is not None  # noqa: S101 - only requests of present players get here
        return (request.association, *priority(player, cloth.bank.seat))

    return rank


def _banco(rules: Rulebook, cloth: Cloth, requests: tuple[Request, ...]) -> Stakes | None:
    calls = [request for request in requests if request.type in ("banco", "banco_seguido")]
    again = [call for call in calls if call.type == "banco_seguido" and call.player == cloth.seguido]
    if again and rules["banco_seguido_first"]:
        calls = again
    if not calls:
        return None
    chosen = min(calls, key=_rank(cloth))
    return Stakes(
        "banco_seguido" if chosen in again else "banco", chosen.player, (Accepted(chosen.player, cloth.bank.amount),)
    )


def _con_la_mesa(rules: Rulebook, cloth: Cloth, requests: tuple[Request, ...]) -> Stakes | None:
    calls = [request for request in requests if request.type == "banco_con_mesa"]
    half = cloth.bank.amount // 2
    if not calls or not half:
        return None
    first = min(calls, key=_rank(cloth)).player
    completing = [one for one in requests if one.type == "ultimo_completo" and one.player != first]
    if completing:
        last = min(completing, key=_rank(cloth)).player
        return Stakes("banco_con_mesa", last, (Accepted(first, half), Accepted(last, cloth.bank.amount - half)))
    others = tuple(one for one in requests if one.type == "bet" and one.player != first)
    accepted = (Accepted(first, half), *_trimmed(rules, cloth, others, cloth.bank.amount - half))
    return _with_garage(cloth, Stakes("banco_con_mesa", first, accepted))


def _bets(rules: Rulebook, cloth: Cloth, requests: tuple[Request, ...]) -> Stakes:
    accepted = _trimmed(rules, cloth, tuple(one for one in requests if one.type == "bet"), cloth.bank.amount)
    return _with_garage(cloth, Stakes("table", _cards_to(rules, cloth, accepted), accepted))


def _trimmed(rules: Rulebook, cloth: Cloth, bets: tuple[Request, ...], room: int) -> tuple[Accepted, ...]:
    """The bets the bank has room for: by announcement or by priority, the last one cut short (148, BAC-AMB-06)."""
    if rules["oversubscribed"] == "priority":
        bets = tuple(sorted(bets, key=_rank(cloth)))
    accepted: list[Accepted] = []
    for bet in bets:
        amount = min(bet.amount, room)
        room -= amount
        if amount:
            accepted.append(Accepted(bet.player, amount))
    return tuple(accepted)


def _cards_to(rules: Rulebook, cloth: Cloth, accepted: tuple[Accepted, ...]) -> str | None:
    """The seated player with the highest bet; equal ones by priority. Only where nobody seated bets, a standing one."""
    if cloth.bank.once in [one.player for one in accepted]:
        return cloth.bank.once
    bettors = [(one.amount, find(cloth.players, one.player)) for one in accepted]
    present = [(amount, player) for amount, player in bettors if player is not None]
    sitting = [one for one in present if not one[1].standing]
    candidates = sitting or (present if rules["only_standing_bets"] == "highest_standing" else [])
    if not candidates:
        return None
    best = min(candidates, key=lambda one: (-one[0], *priority(one[1], cloth.bank.seat)))
    return best[1].name


def _with_garage(cloth: Cloth, stakes: Stakes) -> Stakes:
    return Stakes(stakes.mode, stakes.cards_to, stakes.accepted, cloth.bank.amount - stakes.at_risk)
