"""Who is paid what at the end of a pass, to the peso. Integers only; without keyed stakes only outcome and ratio."""

from collections.abc import Iterator

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.poker import comparing
from table_core.rules.poker.categories import HandName
from table_core.rules.poker.comparing import Winner
from table_core.rules.poker.entries import DEALER
from table_core.rules.poker.state import Outcome, PokerGame, Result, Seat, Shown

_NOT_OPEN: dict[str, Outcome] = {"pair_8": "dealer_not_open", "ace_king": "dealer_not_qualified"}


def dealer_plays(rules: Rulebook, dealer: Shown) -> bool:
    """Whether the dealer's open hand is compared; refuses a name that does not say it."""
    if dealer.cards:
        return comparing.dealer_plays(rules, dealer.cards)
    plays = comparing.plays_by_name(rules, dealer.name)
    if plays is None:
        raise _need_cards(rules, DEALER)
    return plays


def results(rules: Rulebook, game: PokerGame, plays: bool | None) -> tuple[Result, ...]:
    """Every seat's result in the order the dealer pays; *plays*: whether his hand counts, None where nobody bet."""
    return tuple(_result(rules, seat, game.dealer, plays) for seat in _staking(game))


def returned(rules: Rulebook, game: PokerGame) -> tuple[Result, ...]:
    """What an annulled pass leaves: hands already lost stay lost, all other stakes as the text is read."""
    return tuple(_unplayed(rules, seat) or _void(rules, seat) for seat in _staking(game))


def losers_first(rules: Rulebook, settled: tuple[Result, ...]) -> tuple[int, ...]:
    """The seats attended before the winners, where the text wants it; folded hands were collected long before."""
    if not rules["losers_first"]:
        return ()
    return tuple(result.seat for result in settled if result.outcome == "lose")


def pays(rules: Rulebook, name: str) -> int:
    """How many times the bet a winning hand of this name pays."""
    setting = rules.settings.get(f"pay_{name}")
    return setting.value if setting is not None and isinstance(setting.value, int) else 0


def _staking(game: PokerGame) -> Iterator[Seat]:
    return (seat for seat in game.seats if seat.out != "no_ante")


def _result(rules: Rulebook, seat: Seat, dealer: Shown | None, plays: bool | None) -> Result:
    unplayed = _unplayed(rules, seat)
    if unplayed is not None:
        return unplayed
    if not plays:
        return _dealer_out(rules, seat)
    name = seat.shown.name if seat.shown else None
    match _winner(rules, seat, dealer):
        case "player":
            ratio = pays(rules, name or "")
            won = (_times(seat.ante, rules["pay_ante"]) or 0) + (_times(seat.bet, ratio) or 0)
            return _of(seat, "win", name, pays=ratio, paid=won, lost=0)
        case "dealer":
            return _of(seat, "lose", name, lost=_staked(seat))
        case "tie":
            return _of(seat, "tie", name, lost=0)


def _unplayed(rules: Rulebook, seat: Seat) -> Result | None:
    """The result of a hand that is not compared; None: it is."""
    name = seat.shown.name if seat.shown else None
    if seat.choice == "fold":
        return _of(seat, "fold", None, lost=_staked(seat))
    match seat.out:
        case "void":
            return _void(rules, seat)
        case "lost":
            return _of(seat, "lose", name, lost=_staked(seat))
        case "waits":
            return _of(seat, "not_dealt", None, lost=0)
        case "" | "no_ante":
            return None


def _void(rules: Rulebook, seat: Seat) -> Result:
    lost = 0 if rules["void_hand_money"] == "returned" else _staked(seat)
    return _of(seat, "void", seat.shown.name if seat.shown else None, lost=lost)


def _dealer_out(rules: Rulebook, seat: Seat) -> Result:
    """The ante is paid; what becomes of the bet the text does not say (DP-AMB-03, CS-GAP-01)."""
    reading = rules["bet_when_not_open" if "bet_when_not_open" in rules.settings else "bet_when_not_qualified"]
    won = _times(seat.ante, rules["pay_ante"]) or 0
    outcome = _NOT_OPEN[rules["dealer_plays"]]
    name = seat.shown.name if seat.shown else None
    return _of(seat, outcome, name, paid=won, lost=0 if reading == "returned" else seat.bet or 0)


def _winner(rules: Rulebook, seat: Seat, dealer: Shown | None) -> Winner:
    """Compare one seat with the dealer; refuses names that do not decide."""
    shown = seat.shown
    if shown is None or dealer is None:
        raise _need_cards(rules, seat.number if shown is None else DEALER)
    if shown.cards and dealer.cards:
        return comparing.winner(rules, shown.cards, dealer.cards)
    found = comparing.winner_by_name(shown.name, dealer.name)
    if found is None:
        raise _need_cards(rules, seat.number if not shown.cards else DEALER)
    return found


def _need_cards(rules: Rulebook, seat: int) -> RuleViolation:
    whose = "la mano del croupier" if seat == DEALER else f"el puesto {seat}"
    return RuleViolation(
        rules.article("reveal"), "NEED_CARDS", f"{whose}: ingrese sus cinco cartas; el nombre no decide"
    )


def _staked(seat: Seat) -> int:
    return (seat.ante or 0) + (seat.bet or 0)


def _times(amount: int | None, ratio: int) -> int | None:
    return None if amount is None else amount * ratio


def _of(seat: Seat, outcome: Outcome, name: HandName | None, *, pays: int = 0, paid: int = 0, lost: int) -> Result:
    """The money of one seat: what is not lost goes back to the player, with the profit."""
    if seat.ante is None:
        return Result(seat.number, outcome, name, pays)
    return Result(seat.number, outcome, name, pays, paid, lost, _staked(seat) - lost)
