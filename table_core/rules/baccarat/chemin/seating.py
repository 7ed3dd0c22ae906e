"""Departments given, left and lost: waiting list, changes of place, saluting (147)."""

from msgspec.structs import replace

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin.entries import KeepLists, LeaveTable, PlacePlayer
from table_core.rules.baccarat.chemin.folding import evolve
from table_core.rules.baccarat.chemin.operations import (
    CheminOperation,
    ListsKept,
    PlayerLeft,
    PlayerPlaced,
)
from table_core.rules.baccarat.chemin.people import Player, at_seat, find
from table_core.rules.baccarat.chemin.state import CheminState

Operations = list[CheminOperation]


def place(rules: Rulebook, state: CheminState, entry: PlacePlayer) -> Operations:
    """Somebody sits down or stands behind a department; who comes or moves during the talla must salute."""
    article = rules.article("seats")
    known = find(state.players, entry.name)
    if not entry.name.strip() or entry.seat < 1:
        raise RuleViolation(article, "BAD_SEAT", f"{entry.name!r} en el departamento {entry.seat} no es un puesto")
    if entry.elsewhere and not entry.standing:
        raise RuleViolation(article, "SEATED_ELSEWHERE", f"{entry.name} ya ocupa una plaza en otra mesa")
    sitting = at_seat(state.players, entry.seat)
    if not entry.standing and sitting is not None and sitting.name != entry.name:
        detail = f"el departamento {entry.seat} es de {sitting.name}, aunque esté momentáneamente vacío"
        raise RuleViolation(article, "SEAT_TAKEN", detail)
    _require_free(rules, state, entry.name)
    moved = not entry.standing and (known is None or known.standing or known.seat != entry.seat)
    salutes = _must_salute(state) if moved else known is not None and known.must_salute
    refused = known.refused if known is not None else 0
    player = Player(entry.name, entry.seat, entry.standing, salutes, refused, entry.followed)
    placed: Operations = [PlayerPlaced(player, article)]
    if moved and known is not None and not known.standing:
        placed += _fill(rules, evolve(state, placed[0]), known.seat)
    return placed


def leave(rules: Rulebook, state: CheminState, entry: LeaveTable) -> Operations:
    if find(state.players, entry.name) is None:
        raise RuleViolation(rules.article("seats"), "NOT_AT_TABLE", f"{entry.name} no está en la mesa")
    _require_free(rules, state, entry.name)
    return vacate(rules, state, entry.name, lost=False)


def vacate(rules: Rulebook, state: CheminState, name: str, *, lost: bool) -> Operations:
    """*name* gives up his place, of his own will or not; it goes to whoever has priority for it."""
    player = find(state.players, name)
    left = PlayerLeft(name, lost, rules.article("seats"))
    if player is None or player.standing:
        return [left]
    return [left, *_fill(rules, evolve(state, left), player.seat)]


def keep_lists(rules: Rulebook, state: CheminState, entry: KeepLists) -> Operations:
    seated_names = {player.name for player in state.players if not player.standing}
    for name in entry.changes:
        if name not in seated_names:
            raise RuleViolation(
                rules.article("seats"), "NOT_SEATED", f"{name} no está sentado: va a la lista de espera"
            )
    for name in entry.waiting:
        if name in seated_names:
            raise RuleViolation(rules.article("seats"), "ALREADY_SEATED", f"{name} ya tiene plaza en esta mesa")
    return [ListsKept(entry.waiting, entry.changes, rules.article("seats"))]


def _fill(rules: Rulebook, state: CheminState, seat: int) -> Operations:
    """During the talla the waiting list comes first, after it the seated who asked to move; else the other class."""
    movers = [name for name in state.changes if (found := find(state.players, name)) and found.seat != seat]
    classes = (list(state.waiting), movers) if state.shoe_in_play else (movers, list(state.waiting))
    following = next((names[0] for names in classes if names), None)
    if following is None:
        return []
    known = find(state.players, following)
    refused = known.refused if known is not None else 0
    player = Player(following, seat, must_salute=_must_salute(state), refused=refused)
    lists = ListsKept(
        tuple(name for name in state.waiting if name != following),
        tuple(name for name in state.changes if name != following),
        rules.article("seats"),
    )
    filled: Operations = [PlayerPlaced(player, rules.article("seats")), lists]
    if known is not None and not known.standing:
        after = evolve(evolve(state, filled[0]), lists)
        filled += _fill(rules, after, known.seat)
    return filled


def _must_salute(state: CheminState) -> bool:
    """During the distribution of a shoe whoever comes or moves must let a hand pass; between shoes nobody (147)."""
    return state.shoe_in_play and (state.drawn > 0 or state.in_pass)


def saluted(rules: Rulebook, player: Player) -> PlayerPlaced:
    return PlayerPlaced(replace(player, must_salute=False), rules.article("seats"))


def _require_free(rules: Rulebook, state: CheminState, name: str) -> None:
    """Who banks, or has a stake in this play, stays where he is until it is over."""
    banks = state.bank is not None and name in (state.bank.player, *(share.player for share in state.bank.associates))
    staked = state.stakes is not None and name in [one.player for one in state.stakes.accepted]
    if banks or staked:
        detail = f"{name} tiene la banca o una postura en juego"
        raise RuleViolation(rules.article("seats"), "IN_PLAY", detail)
