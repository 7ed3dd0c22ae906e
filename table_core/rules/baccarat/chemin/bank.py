"""Who gets the bank, for how much, and what becomes of it: rotation, passed hand, auction, garage (148, 150)."""

from msgspec.structs import replace

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin import seating
from table_core.rules.baccarat.chemin.entries import (
    Bid,
    BidForBank,
    DeclineBank,
    KeepBank,
    PutInGarage,
    RaiseBank,
    TakeBank,
)
from table_core.rules.baccarat.chemin.folding import evolve
from table_core.rules.baccarat.chemin.operations import (
    Award,
    BankChanged,
    BankEnded,
    BankOffered,
    BankTaken,
    CheminOperation,
    EndOf,
    PlayerPlaced,
)
from table_core.rules.baccarat.chemin.people import Bank, Offer, Player, Share, find, priority, seated, steps_right
from table_core.rules.baccarat.chemin.state import CheminState, Returned

Operations = list[CheminOperation]
Limits = tuple[int, int] | None
REFUSALS = 2
"""Who refuses the hand so many times running must leave his seat (147)."""


def least(limits: Limits) -> int:
    return limits[0] if limits else 1


# The bank looks for a banker


def first_offer(rules: Rulebook, state: CheminState, limits: Limits) -> Operations:
    """The talla begins: department one, then the numbers in their order."""
    if state.bank is not None or state.offer is not None or not seated(state.players) or not state.shoe_in_play:
        return []
    return _ask_next(rules, state, Offer("rotation", None, least(limits), origin=0))


def people_changed(rules: Rulebook, state: CheminState, limits: Limits) -> Operations:
    """Somebody came, moved or went: whoever is asked for the bank must still be there."""
    offer = state.offer
    if offer is None:
        return first_offer(rules, state, limits)
    if offer.stage not in ("rotation", "forced") or _asked(state, offer) is not None:
        return []
    return _force(rules, state, offer) if offer.stage == "forced" else _ask_next(rules, state, offer)


def after_loss(rules: Rulebook, state: CheminState, bank: Bank, limits: Limits) -> Operations:
    """To the right of who lost; a passed bank goes back to the right of who passed it."""
    origin = bank.passed_by if bank.passed_by is not None else _place_of(bank)
    offer = Offer("rotation", None, least(limits), origin, excluded=(bank.player,), last_seated=_last_seated(bank))
    return _ask_next(rules, state, offer)


def after_pass(rules: Rulebook, state: CheminState, bank: Bank, *, refuses: bool, last_banco: str | None) -> Operations:
    """To the right of who passed, for at least the same; who took it and will not deal sends it to auction."""
    partners = tuple(share.player for share in bank.associates)
    passer = bank.player
    excluded = (passer, *partners)
    if refuses:
        former = [one.name for one in state.players if bank.passed_by == one.seat and not one.standing]
        excluded = (*excluded, *former)
    offer = Offer(
        "auction" if refuses else "rotation",
        None,
        bank.amount,
        _place_of(bank),
        passer=None if refuses else passer,
        passer_seat=bank.passed_by if refuses else _place_of(bank),
        excluded=excluded,
        last_banco=last_banco,
        last_seated=_last_seated(bank),
    )
    return [BankOffered(offer, rules.article("bank_rotation"))] if refuses else _ask_next(rules, state, offer)


def _place_of(bank: Bank) -> int:
    """Where rotation goes on from: his department, or for a standing banker that of the last seated one."""
    return bank.last_seated if bank.standing and bank.last_seated is not None else bank.seat


def _last_seated(bank: Bank) -> int | None:
    return bank.last_seated if bank.standing else bank.seat


def _ask_next(rules: Rulebook, state: CheminState, offer: Offer) -> Operations:
    """Ask the next seated player; who must salute lets it pass; after the last, the standing, and so on."""
    article = rules.article("bank_rotation")
    operations: Operations = []
    for player in _in_turn(state, offer):
        if not player.must_salute:
            return [*operations, BankOffered(replace(offer, seat=player.seat), article)]
        operations.append(seating.saluted(rules, player))
        offer = replace(offer, declined=(*offer.declined, player.seat))
    return [*operations, *_later_stage(rules, state, replace(offer, seat=None))]


def _in_turn(state: CheminState, offer: Offer) -> list[Player]:
    waiting = [
        player
        for player in seated(state.players)
        if player.seat not in offer.declined and player.name not in (offer.excluded[:1])
    ]
    return sorted(waiting, key=lambda player: steps_right(offer.origin, player.seat))


def _later_stage(rules: Rulebook, state: CheminState, offer: Offer) -> Operations:
    """After the seated: the standing, who passed it, an auction, and at last whoever sits to the right."""
    article = rules.article("bank_rotation")
    standing = any(player.standing and player.name not in offer.excluded for player in state.players)
    stages = ["standing"] * standing + ["passer"] * (offer.passer is not None) + ["auction"]
    done = {"rotation": 0, "standing": 1, "passer": 2, "auction": 3, "forced": 3}[offer.stage]
    order = {"standing": 1, "passer": 2, "auction": 3}
    following = [stage for stage in stages if order[stage] > done]
    if not following:
        return _force(rules, state, replace(offer, stage="forced", declined=()))
    stage = following[0]
    seat = offer.passer_seat if stage == "passer" else None
    return [BankOffered(replace(offer, stage=stage, seat=seat), article)]


def _force(rules: Rulebook, state: CheminState, offer: Offer) -> Operations:
    """Nobody bid: the player to the right must take it at the table minimum or give up his seat."""
    origin = offer.origin if offer.passer_seat is None else offer.passer_seat
    rest = sorted(_in_turn(state, offer), key=lambda player: steps_right(origin, player.seat))
    chosen = rest[0].seat if rest else None
    if chosen is None:
        everybody = seated(state.players)
        chosen = everybody[0].seat if everybody else None
    return [BankOffered(replace(offer, stage="forced", seat=chosen), rules.article("bank_forced"))]


# Answers


def decline(rules: Rulebook, state: CheminState, entry: DeclineBank, limits: Limits) -> Operations:
    """Whoever is asked refuses, or is away: twice running, or away, costs the seat (147, 148)."""
    offer = _offer(rules, state)
    player = _asked(state, offer)
    if offer.stage not in ("rotation", "forced") or player is None:
        if entry.absent:
            raise RuleViolation(rules.article("seats"), "NOBODY_ASKED", "no se le pregunta a nadie sentado")
        return _later_stage(rules, state, replace(offer, at_least=_floor(offer, limits)))
    refused = replace(player, refused=player.refused + 1)
    lost = entry.absent or offer.stage == "forced" or refused.refused >= REFUSALS
    told: Operations = [PlayerPlaced(refused, rules.article("seats"))]
    if lost:
        told = seating.vacate(rules, state, player.name, lost=True)
    after = state
    for operation in told:
        after = evolve(after, operation)
    if offer.stage == "forced":
        return [*told, *_force(rules, after, replace(offer, declined=(*offer.declined, player.seat)))]
    declined = offer.declined if lost else (*offer.declined, player.seat)
    return [*told, *_ask_next(rules, after, replace(offer, declined=declined))]


def _floor(offer: Offer, limits: Limits) -> int:
    """Nobody bid: the hand is forced upon somebody for the minimum of the table; until then it keeps its price."""
    return least(limits) if offer.stage == "auction" else offer.at_least


def take(rules: Rulebook, state: CheminState, entry: TakeBank, limits: Limits) -> Operations:
    offer = _offer(rules, state)
    player = _taker(rules, state, offer, entry.player)
    _check_amount(rules, entry.amount, max(offer.at_least, least(limits)), limits)
    same = offer.stage == "passer" and entry.amount != offer.at_least
    if same:
        detail = f"quien la pasó puede retomarla por {offer.at_least}, la misma cantidad"
        raise RuleViolation(rules.article("bank_rotation"), "SAME_AMOUNT", detail)
    if entry.associates and offer.passer is not None and not entry.nobody_alone:
        detail = "pregunte antes si alguien toma la mano pasada solo: tiene preferencia"
        raise RuleViolation(rules.article("association"), "ALONE_FIRST", detail)
    _check_shares(rules, state, entry)
    return _award(rules, player, entry.amount, entry.associates, offer, offer.stage)


def bid(rules: Rulebook, state: CheminState, entry: BidForBank, limits: Limits) -> Operations:
    """The highest bid; of equal ones the seated first, then by priority. Passer and associates stay out (148)."""
    offer = _offer(rules, state)
    if offer.stage != "auction":
        raise RuleViolation(rules.article("auction"), "NO_AUCTION", "la banca todavía no se subasta")
    floor = max(least(limits), offer.at_least if rules["auction_floor"] == "same_amount" else 0)
    valid = [(one, player) for one in entry.bids if (player := _bidder(state, offer, one, floor, limits)) is not None]
    if not valid:
        return _later_stage(rules, state, replace(offer, at_least=least(limits)))
    best, player = min(valid, key=lambda one: (-one[0].amount, *priority(one[1], offer.origin)))
    return _award(rules, player, best.amount, (), offer, "auction")


def _bidder(state: CheminState, offer: Offer, one: Bid, floor: int, limits: Limits) -> Player | None:
    fits = one.amount >= floor and (limits is None or one.amount <= limits[1])
    return find(state.players, one.player) if fits and one.player not in offer.excluded else None


def keep(rules: Rulebook, state: CheminState, entry: KeepBank) -> Operations:
    """Who won the last play goes on in the next talla, for just what his bank was then (150)."""
    won = state.won_last
    if won is None or state.bank is not None or state.in_pass:
        raise RuleViolation(rules.article("end_of_talla"), "NOT_THE_WINNER", "ningún banquero ganó la última jugada")
    if entry.amount != won.amount:
        detail = f"puede seguir por {won.amount}, lo que era su banca, no por {entry.amount}"
        raise RuleViolation(rules.article("end_of_talla"), "EQUAL_AMOUNT", detail)
    player = find(state.players, won.player)
    if player is None:
        raise RuleViolation(rules.article("end_of_talla"), "NOT_AT_TABLE", f"{won.player} ya no está en la mesa")
    taken = Bank(player.name, player.seat, player.standing, entry.amount, entry.amount, last_seated=won.last_seated)
    return [BankTaken(taken, "kept", rules.article("end_of_talla"))]


def _offer(rules: Rulebook, state: CheminState) -> Offer:
    if state.offer is None or state.phase != "bank":
        raise RuleViolation(rules.article("bank_rotation"), "NO_OFFER", "la banca no se ofrece ahora")
    return state.offer


def _asked(state: CheminState, offer: Offer) -> Player | None:
    return next((one for one in seated(state.players) if one.seat == offer.seat), None)


def _taker(rules: Rulebook, state: CheminState, offer: Offer, name: str) -> Player:
    """Whether it is this player's turn to say yes."""
    player = find(state.players, name)
    asked = _asked(state, offer)
    turn = {
        "rotation": player == asked,
        "forced": player == asked,
        "standing": player is not None and player.standing and name not in offer.excluded,
        "passer": name == offer.passer,
        "auction": False,
    }[offer.stage]
    if player is None or not turn:
        whose = asked.name if asked is not None else offer.stage
        raise RuleViolation(
            rules.article("bank_rotation"), "NOT_HIS_TURN", f"la banca se ofrece a {whose}, no a {name}"
        )
    return player


def _check_amount(rules: Rulebook, amount: int, at_least: int, limits: Limits) -> None:
    if amount < at_least:
        detail = f"la banca se toma por {at_least} o más, no por {amount}"
        raise RuleViolation(rules.article("bank_amount"), "BANK_TOO_SMALL", detail)
    if limits is not None and amount > limits[1] and not rules["bank_without_maximum"]:
        raise RuleViolation(rules.article("bank_amount"), "BANK_TOO_LARGE", f"la banca llega hasta {limits[1]}")


def _check_shares(rules: Rulebook, state: CheminState, entry: TakeBank) -> None:
    """Associates are others at the table, and together put less than the whole bank."""
    names = [share.player for share in entry.associates]
    present = all(find(state.players, name) is not None and name != entry.player for name in names)
    sums = all(share.amount > 0 for share in entry.associates)
    if not present or not sums or len(set(names)) != len(names) or _sum(entry.associates) >= entry.amount:
        raise RuleViolation(rules.article("association"), "BAD_SHARES", "las partes de los asociados no cuadran")


def _sum(shares: tuple[Share, ...]) -> int:
    return sum(share.amount for share in shares)


def _award(
    rules: Rulebook,
    player: Player,
    amount: int,
    associates: tuple[Share, ...],
    offer: Offer,
    how: Award,
) -> Operations:
    larger = offer.last_banco if offer.passer is not None and amount > offer.at_least else None
    bank = Bank(
        player.name,
        player.seat,
        player.standing,
        amount,
        put_in=amount,
        associates=associates,
        passed_by=offer.passer_seat if offer.passer_seat is not None and offer.passer != player.name else None,
        last_seated=offer.last_seated if player.standing else player.seat,
        once=larger if larger != player.name else None,
    )
    willing: Operations = [PlayerPlaced(replace(player, refused=0), rules.article("seats"))] if player.refused else []
    return [*willing, BankTaken(bank, how, rules.article("bank_rotation"))]


# The bank in a player's hands


def raise_to(rules: Rulebook, state: CheminState, entry: RaiseBank, limits: Limits) -> Operations:
    bank = _between_plays(rules, state)
    if entry.amount < bank.amount:
        detail = f"la banca de {bank.amount} puede aumentarse, nunca disminuirse"
        raise RuleViolation(rules.article("bank_amount"), "NEVER_LOWER", detail)
    _check_amount(rules, entry.amount, bank.amount, limits)
    more = entry.amount - bank.amount
    associates = bank.associates
    if entry.associate is not None:
        if find(state.players, entry.associate) is None or entry.associate == bank.player:
            raise RuleViolation(rules.article("association"), "BAD_SHARES", f"{entry.associate} no puede asociarse")
        associates = _joined(associates, Share(entry.associate, more))
    raised = replace(bank, amount=entry.amount, put_in=bank.put_in + more, associates=associates)
    return [BankChanged(raised, rules.article("bank_amount"))]


def _joined(associates: tuple[Share, ...], new: Share) -> tuple[Share, ...]:
    before = sum(share.amount for share in associates if share.player == new.player)
    others = tuple(share for share in associates if share.player != new.player)
    return (*others, Share(new.player, before + new.amount)) if before + new.amount else others


def into_garage(rules: Rulebook, state: CheminState, entry: PutInGarage, limits: Limits) -> Operations:
    """Winnings out of play, once their sum exceeds fifty times the punter's minimum (148 a)."""
    bank, article = _between_plays(rules, state), rules.article("garage")
    if limits is None:
        raise RuleViolation(article, "NO_MINIMUM", "falta el mínimo del punto en la configuración de la mesa")
    if bank.winnings <= rules["garage_minimums"] * limits[0]:
        detail = f"las ganancias de {bank.winnings} no superan {rules['garage_minimums']} mínimos de {limits[0]}"
        raise RuleViolation(article, "WINNINGS_TOO_SMALL", detail)
    if not 0 < entry.amount <= min(bank.winnings, bank.amount):
        raise RuleViolation(article, "ONLY_WINNINGS", f"{entry.amount} no está entre las ganancias en juego")
    kept = replace(bank, amount=bank.amount - entry.amount, garage=bank.garage + entry.amount)
    return [BankChanged(kept, article)]


def end(rules: Rulebook, bank: Bank, why: EndOf) -> BankEnded:
    """What is left goes back: to each associate his part, the rest to the banker."""
    left = bank.amount + bank.garage
    shares = tuple(Returned(share.player, share.amount) for share in bank.associates)
    own = Returned(bank.player, left - sum(share.amount for share in bank.associates))
    return BankEnded(bank.player, why, (own, *shares), rules.article("bank_rotation"))


def shared(bank: Bank, net: int) -> tuple[Share, ...]:
    """Each associate's part after the bank won or lost *net*: by what he has in it, the odd peso the banker's (148)."""
    whole = bank.amount + bank.garage
    return tuple(replace(share, amount=share.amount + _part(net, share.amount, whole)) for share in bank.associates)


def _part(net: int, amount: int, whole: int) -> int:
    part = abs(net) * amount // whole if whole else 0
    return part if net > 0 else -part


def _between_plays(rules: Rulebook, state: CheminState) -> Bank:
    if state.bank is None or state.phase != "stakes":
        raise RuleViolation(rules.article("bank_amount"), "NOT_NOW", "solo entre dos jugadas, con banca adjudicada")
    return state.bank
