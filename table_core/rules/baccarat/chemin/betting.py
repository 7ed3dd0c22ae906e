"""Bets of a play: what may be announced, what is taken when they close, what may still change (147-151)."""

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin.entries import ClaimSeguido, KeyRequests, SayAllGoes, WithdrawBet
from table_core.rules.baccarat.chemin.operations import (
    AllGoes,
    BetsClosed,
    CheminOperation,
    RequestsKeyed,
    StakesChanged,
)
from table_core.rules.baccarat.chemin.people import find
from table_core.rules.baccarat.chemin.stakes import Cloth, Stakes, settle_stakes, whole_bank, without
from table_core.rules.baccarat.chemin.state import CheminState

Operations = list[CheminOperation]

_NO_GAME = {
    "MIN_FOUR_PLAYERS": "hacen falta cuatro jugadores durante toda la partida",
    "NO_BETS": "nadie juega contra la banca",
}


def entered(
    rules: Rulebook, state: CheminState, entry: KeyRequests | SayAllGoes | ClaimSeguido | WithdrawBet
) -> Operations:
    match entry:
        case KeyRequests():
            return [_requests(rules, state, entry)]
        case SayAllGoes():
            return [_all_goes(rules, state)]
        case ClaimSeguido():
            return [_claim_seguido(rules, state, entry)]
        case WithdrawBet():
            return [_withdraw(rules, state, entry)]


def cloth(rules: Rulebook, state: CheminState, minimum: int) -> Cloth:
    if state.bank is None:
        raise RuleViolation(rules.article("bets"), "NO_BANK", "la banca todavía no se adjudicó")
    return Cloth(state.bank, state.players, state.seguido, minimum)


def stakes_now(rules: Rulebook, state: CheminState, minimum: int) -> Stakes:
    """What would be played if bets closed now."""
    return settle_stakes(rules, cloth(rules, state, minimum), state.requests)


def playable(rules: Rulebook, stakes: Stakes) -> Stakes:
    """*stakes*, or the reason why there is no game."""
    if stakes.mode == "no_game":
        reason = stakes.reason or "NO_BETS"
        raise RuleViolation(rules.article("min_players"), reason, _NO_GAME[reason])
    return stakes


def closed(rules: Rulebook, state: CheminState, stakes: Stakes | None) -> BetsClosed:
    if state.phase != "stakes":
        raise RuleViolation(rules.article("bets"), "NOT_NOW", "no hay apuestas que cerrar")
    return BetsClosed(stakes, rules.article("bets"))


def _requests(rules: Rulebook, state: CheminState, entry: KeyRequests) -> RequestsKeyed:
    article = rules.article("bets")
    if state.in_pass:
        raise RuleViolation(article, "late_bet", "no van más apuestas")
    if state.bank is None or state.phase != "stakes":
        raise RuleViolation(article, "NO_BANK", "la banca todavía no se adjudicó")
    for request in entry.requests:
        if find(state.players, request.player) is None:
            raise RuleViolation(article, "NOT_AT_TABLE", f"{request.player} no está en la mesa")
        if request.type == "tie":
            detail = f"{request.player}: al empate no se apuesta; con puntos iguales la jugada es nula"
            raise RuleViolation(rules.article("tie_bet"), "TIE_BET", detail)
        if request.type == "bet" and request.amount <= 0:
            raise RuleViolation(article, "BAD_AMOUNT", f"{request.player}: {request.amount} no es un monto")
    players = [request.player for request in entry.requests]
    if len(set(players)) != len(players):
        raise RuleViolation(article, "ONE_REQUEST", "cada jugador anuncia o apuesta una vez por jugada")
    return RequestsKeyed(entry.requests, article)


def _all_goes(rules: Rulebook, state: CheminState) -> AllGoes:
    article = rules.article("all_goes")
    if not rules["bank_without_maximum"]:
        raise RuleViolation(article, "BANK_HAS_MAXIMUM", "«todo va» solo vale cuando la banca no tiene máximo")
    if state.bank is None or state.phase != "stakes":
        raise RuleViolation(article, "NOT_NOW", "«todo va» se dice antes de cerrar las apuestas")
    return AllGoes(article)


def _claim_seguido(rules: Rulebook, state: CheminState, entry: ClaimSeguido) -> StakesChanged:
    """Even after the deal, while nobody else has lifted a card; cards taken ahead are withdrawn even if seen (150)."""
    article = rules.article("banco_seguido")
    if entry.player != state.seguido or state.bank is None or find(state.players, entry.player) is None:
        raise RuleViolation(article, "NO_SEGUIDO", f"{entry.player} no tiene derecho a banco seguido")
    if state.punto_word is not None or state.phase not in ("closed", "dealing", "punto"):
        raise RuleViolation(article, "NOT_NOW", "se pide antes de que hable el punto; quedó abandonado")
    if entry.seen and not entry.ahead:
        raise RuleViolation(article, "CARDS_SEEN", "otro jugador ya levantó las cartas y tiene preferencia")
    return StakesChanged(whole_bank(state.bank, entry.player), article)


def _withdraw(rules: Rulebook, state: CheminState, entry: WithdrawBet) -> StakesChanged:
    article = rules.article("errors")
    if "bets_may_go" not in state.marks or state.stakes is None or state.bank is None or not state.in_pass:
        raise RuleViolation(article, "NOT_NOW", "las apuestas no se pueden retirar")
    if entry.player not in [one.player for one in state.stakes.accepted]:
        raise RuleViolation(article, "NO_BET", f"{entry.player} no tiene postura")
    return StakesChanged(without(state.stakes, state.bank, entry.player), article)
