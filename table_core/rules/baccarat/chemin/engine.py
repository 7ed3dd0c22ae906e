"""The engine of Chemin de Fer: what is expected, what an entry leads to, what a play pays. It decides, never records.

`apply` answers with operations; the caller folds them with `evolve`. A refusal is a `RuleViolation`; nothing changes.
For a card or word that does not belong, the violation's code is the irregularity's event name.
"""

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin import bank, betting, dealing, hands, play, seating
from table_core.rules.baccarat.chemin.bank import Limits
from table_core.rules.baccarat.chemin.entries import (
    BidForBank,
    ClaimSeguido,
    CloseBets,
    DeclineBank,
    Entry,
    KeepBank,
    KeepLists,
    KeyRequests,
    LeaveTable,
    PassBank,
    PlacePlayer,
    PutInGarage,
    RaiseBank,
    SayAllGoes,
    ShowHands,
    Speak,
    TakeBank,
    WithdrawBet,
)
from table_core.rules.baccarat.chemin.folding import after as state_after
from table_core.rules.baccarat.chemin.folding import evolve
from table_core.rules.baccarat.chemin.hands import Word
from table_core.rules.baccarat.chemin.operations import (
    CheminOperation,
    CutCardCameOut,
    HandsShown,
    PlayVoided,
    ShoeEnded,
    ShoePrepared,
    Spoken,
)
from table_core.rules.baccarat.chemin.stakes import Stakes, next_holder
from table_core.rules.baccarat.chemin.state import FIRST_FOUR, CheminState
from table_core.rules.baccarat.entries import ClosePass, CutCard, Draw, PrepareShoe, Redraw, Reveal
from table_core.rules.baccarat.expectation import Expectation
from table_core.rules.baccarat.state import Place

Operations = list[CheminOperation]
_PUNTO_3, _BANK_3 = Place("punto", 3), Place("bank", 3)


class Engine:
    """One rulebook's Chemin de Fer; *stakes* says whether bank and bets are known, *limits* are minimum and maximum."""

    def __init__(self, rules: Rulebook, *, stakes: str = "none", limits: Limits = None) -> None:
        self.rules = rules
        self._stakes = stakes
        self.stakes_known = stakes != "none"
        self._limits = limits

    def within(self, limits: Limits) -> "Engine":
        """The same game under the day's *limits*; None: under its own."""
        return self if limits is None else Engine(self.rules, stakes=self._stakes, limits=limits)

    def expects(self, state: CheminState) -> Expectation:
        """What may happen next, as anybody may know it: no covered point shows in it."""
        match state.phase:
            case "no_shoe":
                return Expectation(entries=("prepare_shoe",))
            case "bank":
                return Expectation(entries=("take_bank", "decline_bank"))
            case "stakes":
                return Expectation(entries=("key_requests", "close_bets", "cut_card"), bets_open=True)
            case "closed" | "dealing":
                return Expectation((FIRST_FOUR[len(state.dealt)],), entries=("cut_card",))
            case "punto" if state.punto_word == "carta":
                return Expectation((_PUNTO_3,), entries=("show", "cut_card"))
            case "punto":
                return Expectation(entries=("say_carta", "say_no", "show", "cut_card"))
            case "banker":
                words = ("bank_carta", "bank_no", "bank_chart") if state.bank_word is None else ()
                return Expectation((_BANK_3,), entries=(*words, "show", "cut_card"))
            case "complete":
                return Expectation(entries=("close_pass", "cut_card"), complete=True)

    def apply(self, state: CheminState, entry: Entry) -> Operations:
        """The operations *entry* leads to; raises RuleViolation and changes nothing when the text forbids it."""
        match entry:
            case Draw() | Reveal() | Redraw() | CutCard() | Speak() | ShowHands() | ClosePass() | PrepareShoe():
                return self._in_play(state, entry)
            case CloseBets():
                return self._close_bets(state)
            case KeyRequests() | SayAllGoes() | ClaimSeguido() | WithdrawBet():
                self._require_stakes()
                return betting.entered(self.rules, state, entry)
            case _:
                return self._people(state, entry)

    def _in_play(
        self,
        state: CheminState,
        entry: Draw | Reveal | Redraw | CutCard | Speak | ShowHands | ClosePass | PrepareShoe,
    ) -> Operations:
        match entry:
            case Draw():
                return dealing.draw(self.rules, state, entry)
            case Reveal():
                return dealing.reveal(self.rules, state, entry)
            case Redraw():
                return dealing.redraw(self.rules, state, entry)
            case CutCard():
                return self._cut_card(state)
            case Speak(side="punto"):
                return dealing.punto_speaks(self.rules, state, entry)
            case Speak():
                return dealing.banker_decides(self.rules, state, entry)
            case ShowHands():
                return self._show(state, entry)
            case ClosePass():
                return self._close(state)
            case PrepareShoe():
                return self._prepare(state, entry)

    # Shoe

    def _prepare(self, state: CheminState, entry: PrepareShoe) -> Operations:
        if state.phase != "no_shoe":
            detail = "hay un sabot en juego; termínelo antes de preparar otro"
            raise RuleViolation(self.rules.article("shuffle"), "SHOE_IN_PLAY", detail)
        if entry.decks not in self.rules["decks"]:
            detail = f"{entry.decks} mazos; se usan {self.rules['decks']}"
            raise RuleViolation(self.rules.article("decks"), "WRONG_DECKS", detail)
        behind = self.rules["chemin_cut_behind"]
        if entry.cut_behind not in (None, behind):
            detail = f"el corte va antes de las {behind} cartas finales, no de {entry.cut_behind}"
            raise RuleViolation(self.rules.article("chemin_cut_behind"), "CUT_MISPLACED", detail)
        prepared = ShoePrepared(entry.decks, behind, self.rules.article("shuffle"))
        return [prepared, *self._offer(evolve(state, prepared))]

    def _offer(self, state: CheminState) -> Operations:
        """The bank looks for its first banker as soon as somebody sits there."""
        if not self.stakes_known or state.bank is not None or state.in_pass:
            return []
        return bank.people_changed(self.rules, state, self._limits)

    def _cut_card(self, state: CheminState) -> Operations:
        """The play under way is the last one; between plays none follows (150)."""
        article = self.rules.article("cut_card")
        if state.phase == "no_shoe":
            raise RuleViolation(article, "cut_card_impossible", "el corte salió sin un sabot en juego")
        if state.cut_card_out:
            raise RuleViolation(article, "cut_card_impossible", "el corte ya había salido")
        came_out: Operations = [CutCardCameOut(article)]
        if state.in_pass and state.dealt:
            return came_out
        voided = [PlayVoided("cut_card", state.at_risk, article)] if state.in_pass else []
        return [*came_out, *voided, *self.end_shoe(state, "cut_card")]

    def end_shoe(self, state: CheminState, reason: str) -> Operations:
        """The talla is over: the bank goes back to the banker, who may go on in the next one if he won (150)."""
        ended = [bank.end(self.rules, state.bank, "talla")] if state.bank is not None else []
        return [*ended, ShoeEnded(reason, self.rules.article("cut_card"))]

    # People and bank

    def _people(self, state: CheminState, entry: Entry) -> Operations:
        if isinstance(entry, PlacePlayer | LeaveTable | KeepLists):
            return self._seats(state, entry)
        self._require_stakes()
        match entry:
            case TakeBank():
                return bank.take(self.rules, state, entry, self._limits)
            case DeclineBank():
                return bank.decline(self.rules, state, entry, self._limits)
            case BidForBank():
                return bank.bid(self.rules, state, entry, self._limits)
            case KeepBank():
                return bank.keep(self.rules, state, entry)
            case PassBank():
                return self._pass_bank(state, entry)
            case RaiseBank():
                return bank.raise_to(self.rules, state, entry, self._limits)
            case PutInGarage():
                return bank.into_garage(self.rules, state, entry, self._limits)
            case _:
                raise TypeError(f"no rule for {type(entry).__name__}")

    def _seats(self, state: CheminState, entry: PlacePlayer | LeaveTable | KeepLists) -> Operations:
        match entry:
            case PlacePlayer():
                operations = seating.place(self.rules, state, entry)
            case LeaveTable():
                operations = seating.leave(self.rules, state, entry)
            case KeepLists():
                return seating.keep_lists(self.rules, state, entry)
        return [*operations, *self._offer(state_after(state, operations))]

    def _pass_bank(self, state: CheminState, entry: PassBank) -> Operations:
        """Who took the bank must deal once before he passes it; after that first play, tie or not, he may (148)."""
        if state.bank is None or state.phase != "stakes":
            raise RuleViolation(self.rules.article("bank_rotation"), "NOT_NOW", "la mano se pasa entre dos jugadas")
        if not state.bank.plays and not entry.refuses:
            detail = f"{state.bank.player} está obligado a dar cartas por lo menos una vez"
            raise RuleViolation(self.rules.article("bank_once"), "MUST_DEAL_ONCE", detail)
        if state.bank.plays and entry.refuses:
            raise RuleViolation(self.rules.article("bank_once"), "HAS_DEALT", "ya dio cartas: puede pasar la mano")
        ended = bank.end(self.rules, state.bank, "refused_to_deal" if entry.refuses else "passed")
        offered = bank.after_pass(
            self.rules, evolve(state, ended), state.bank, refuses=entry.refuses, last_banco=state.last_banco
        )
        return [ended, *offered]

    # Bets

    def stakes_now(self, state: CheminState) -> Stakes:
        """What would be played if bets closed now."""
        return betting.stakes_now(self.rules, state, bank.least(self._limits))

    def next_holder(self, state: CheminState, stakes: Stakes) -> Stakes:
        """The stakes when whoever has the cards must give them up (151)."""
        return next_holder(self.rules, betting.cloth(self.rules, state, bank.least(self._limits)), stakes)

    def _close_bets(self, state: CheminState) -> Operations:
        """*No van más apuestas*. Cards that must be played are dealt at once."""
        stakes = None
        if self.stakes_known:
            stakes = betting.playable(self.rules, self.stakes_now(state))
        closed = betting.closed(self.rules, state, stakes)
        operations: Operations = [closed]
        for card in state.early:
            operations += dealing.draw(self.rules, state_after(state, operations), Draw(card))
        return operations

    def _require_stakes(self) -> None:
        if not self.stakes_known:
            detail = "esta mesa no ingresa montos (stakes = none): sin banca ni posturas no hay qué registrar"
            raise RuleViolation(self.rules.article("bets"), "STAKES_NOT_KEYED", detail)

    # What those who know the hands may ask

    def bank_may(self, state: CheminState) -> frozenset[Word]:
        """What the banker may do with his points: for those who know them."""
        return play.bank_may(self.rules, state)

    def advice(self, state: CheminState) -> Word:
        """What the dealer tells a Punto who asks him (149)."""
        base = state.base("punto")
        if state.phase != "punto" or base is None:
            raise RuleViolation(self.rules.article("advice"), "NOT_NOW", "no hay puntos sobre los que aconsejar")
        return hands.advice(self.rules, base)

    # The end of a play

    def _show(self, state: CheminState, entry: ShowHands) -> Operations:
        article = self.rules.article("naturals")
        if state.phase not in ("punto", "banker"):
            raise RuleViolation(article, "NOT_NOW", "no hay juego que abatir")
        if state.concealed:
            raise RuleViolation(article, "FACES_UNKNOWN", "el sabot todavía no muestra las cartas")
        early = entry.side == "bank" and state.punto_word is None and not state.punto_shows
        if early:
            raise RuleViolation(article, "banker_abates_early", "el banquero abate antes de que hable el punto")
        shows = state.punto_shows if entry.side == "punto" else state.bank_shows
        if not shows:
            raise RuleViolation(article, "NOTHING_TO_SHOW", "solo se abate con ocho o nueve en las dos primeras cartas")
        return [HandsShown(article), dealing.completed(self.rules, state)]

    def _close(self, state: CheminState) -> Operations:
        """Pay. A natural is shown by it, and a banker who has not drawn stands."""
        operations = self._finished(state)
        after = state_after(state, operations)
        play.check_course(self.rules, after)
        operations += play.settled(self.rules, after, self._limits)
        return operations + (self.end_shoe(state_after(state, operations), "cut_card") if state.cut_card_out else [])

    def _finished(self, state: CheminState) -> Operations:
        article = self.rules.article("payout")
        if state.phase == "complete":
            return []
        if state.concealed:
            raise RuleViolation(article, "FACES_UNKNOWN", "el sabot todavía no muestra las cartas")
        bank_shows = state.bank_shows and (state.punto_word is not None or "bets_may_go" in state.marks)
        if state.phase in ("punto", "banker") and (state.punto_shows or bank_shows):
            return [HandsShown(self.rules.article("naturals")), dealing.completed(self.rules, state)]
        if state.phase != "banker":
            raise RuleViolation(article, "PASS_NOT_COMPLETE", "la jugada no está completa")
        if state.bank_word == "carta" or "no" not in play.bank_may(self.rules, state):
            detail = "el banquero debe tomar su carta"
            raise RuleViolation(self.rules.article("options"), "BANK_MUST_DRAW", detail)
        stood = Spoken("bank", "no", None, None, self.rules.article("options"))
        return [stood, dealing.completed(self.rules, evolve(state, stood))]

    def void(self, state: CheminState, reason: str, article: str) -> Operations:
        """The play does not count and every stake goes back; a shoe whose cut card is out ends with it."""
        voided: Operations = [PlayVoided(reason, state.at_risk, article)] if state.in_pass else []
        return [*voided, *(self.end_shoe(state, "cut_card") if state.cut_card_out else [])]
