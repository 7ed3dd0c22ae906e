"""What the floor makes of a claim: pure, the same arithmetic as the table's (`course.py`). Stores nothing."""

from collections import Counter
from collections.abc import Collection

import msgspec
from msgspec import Struct

from table_core.progressive import course, ledger
from table_core.progressive.claims import Annulled, Contributed, LastWin, Reviewed
from table_core.progressive.contribution import SideBet, contribution
from table_core.progressive.ledger import Key, MovementRefused, PassContributed, Pot, PotMovement, PrizesAwarded
from table_core.progressive.prizes import table_of
from table_core.progressive.terms import Terms


class NotTaken(Exception):
    """The claim is not taken and nothing changed; *code* and the sentence are the answer, and an alarm."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Pass(Struct, frozen=True):
    """What the floor knows of the pass a claim is about."""

    contributed: PassContributed
    annulled: tuple[int, ...] = ()
    reviewed: bool = False
    enrolment: int | None = None

    @property
    def standing(self) -> tuple[SideBet, ...]:
        return tuple(bet for bet in self.contributed.bets if bet.seat not in self.annulled)


def check_contribution(terms: Terms, table: str, plan: str, claim: Contributed) -> None:
    """The table decided it; the floor only stores what the plan says, to the peso."""
    movement = claim.movement
    if movement.key != Key(table, claim.seq):
        raise NotTaken("KEY_WRONG", f"el movimiento {movement.key.seq} no es el del aviso {claim.seq}")
    if movement.plan != plan:
        raise NotTaken("PLAN_DIFFERS", f"el aporte es del plan {movement.plan}; la mesa está inscrita con {plan}")
    seats = [bet.seat for bet in movement.bets]
    wrong = [
        bet.seat
        for bet in movement.bets
        if not (terms.min_credits <= bet.credits <= terms.max_credits and 0 <= bet.promo <= bet.credits)
    ]
    if not seats or wrong or len(set(seats)) < len(seats):
        raise NotTaken("BETS_WRONG", f"apuestas fuera de los límites o repetidas en la pasada {movement.pass_number}")
    made = contribution(terms, movement.bets)
    if (made.raised, made.commission, made.to_main, made.to_reserve) != (
        movement.raised,
        movement.commission,
        movement.to_main,
        movement.to_reserve,
    ):
        raise NotTaken("CONTRIBUTION_WRONG", f"el aporte de la pasada {movement.pass_number} no es el del plan")


def decided(terms: Terms, pot: Pot, pot_name: str, claim: Annulled | Reviewed, about: Pass) -> list[PotMovement]:
    """The movements the claim leads to: one of the table, and the pot's own new base after a 100 %."""
    match claim:
        case Annulled():
            movements: list[PotMovement] = [_annulled(terms, pot, claim, about)]
        case Reviewed():
            movements = _reviewed(terms, pot, pot_name, claim, about)
    for movement in movements:
        try:
            pot = ledger.post(pot, movement)
        except MovementRefused as error:
            raise NotTaken(error.code, str(error)) from error
    return movements


def _annulled(terms: Terms, pot: Pot, claim: Annulled, about: Pass) -> PotMovement:
    _same_annulled(terms, claim.before, about)
    if about.reviewed:
        raise NotTaken("ALREADY_REVIEWED", f"la pasada del aviso {claim.of} ya fue pagada")
    if not claim.seats or not set(claim.seats) <= {bet.seat for bet in about.standing}:
        raise NotTaken("NOTHING_TO_ANNUL", f"no hay apuesta válida que anular en {list(claim.seats)}")
    return course.annulled(terms, pot, msgspec.structs.replace(about.contributed, bets=about.standing), claim.seats)


def _reviewed(terms: Terms, pot: Pot, pot_name: str, claim: Reviewed, about: Pass) -> list[PotMovement]:
    _same_annulled(terms, claim.void, about)
    if about.reviewed:
        raise NotTaken("REVIEWED_TWICE", f"la pasada del aviso {claim.of} ya fue pagada")
    in_play = Counter(hand.credits for hand in claim.hands if hand.in_play)
    if len({hand.seat for hand in claim.hands}) < len(claim.hands) or in_play - Counter(
        bet.credits for bet in about.standing
    ):
        raise NotTaken("HANDS_WITHOUT_BETS", f"hay manos sin apuesta en la pasada del aviso {claim.of}")
    first, *later = course.reviewed(terms, pot, about.contributed, claim.hands, claim.shown, claim.void)
    own = pot.next_key(pot_name)
    return [first, *(msgspec.structs.replace(one, key=Key(own.table, own.seq + at)) for at, one in enumerate(later))]


def _same_annulled(terms: Terms, told: Collection[int], about: Pass) -> None:
    """Where annulled bets stand no money moves, and the floor is not told of them."""
    if terms.void_policy == "refund" and set(told) != set(about.annulled):
        text = f"la mesa dice anulados {sorted(told)}; aquí están {sorted(about.annulled)}"
        raise NotTaken("VOID_DIFFERS", text)


def win_of(terms: Terms, movement: PotMovement, place: int) -> LastWin | None:
    """The largest share of the pot that *movement* pays, if it pays one."""
    if not isinstance(movement, PrizesAwarded):
        return None
    shares = {prize.name for prize in table_of(terms) if prize.kind == "share"}
    won = [payment for payment in movement.payments if payment.prize in shares]
    if not won:
        return None
    best = max(won, key=lambda payment: payment.amount)
    return LastWin(place, movement.key.table, best.seat, best.prize, best.amount)
