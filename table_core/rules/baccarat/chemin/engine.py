"""The engine of Chemin de Fer: what is expected, what an entry leads to, what a play pays. It decides, never records.

`apply` answers with operations; the caller folds them with `evolve`. A refusal is a `RuleViolation`; nothing changes.
For a card or word that does not belong, the violation's code is the irregularity's event name.
"""

from table_core.cards import Card
from table_core.events import Side
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin import bank, betting, hands, play, seating
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
    CardDealt,
    CardFaced,
    CardReplaced,
    CheminOperation,
    CutCardCameOut,
    HandsKeyed,
    HandsShown,
    Marked,
    PlayCompleted,
    PlayVoided,
    ShoeEnded,
    ShoePrepared,
    Spoken,
)
from table_core.rules.baccarat.chemin.stakes import Stakes, next_holder
from table_core.rules.baccarat.chemin.state import FIRST_FOUR, CheminState
from table_core.rules.baccarat.engine import place_of
from table_core.rules.baccarat.entries import ClosePass, CutCard, Draw, PrepareShoe, Redraw, Reveal
from table_core.rules.baccarat.expectation import Expectation
from table_core.rules.baccarat.state import Dealt, Place

Operations = list[CheminOperation]
_PUNTO_3, _BANK_3 = Place("punto", 3), Place("bank", 3)


class Engine:
    """One rulebook's Chemin de Fer; *stakes* says whether bank and bets are known, *limits* are minimum and maximum."""

    def __init__(self, rules: Rulebook, *, stakes: str = "none", limits: Limits = None) -> None:
        self.rules = rules
        self.stakes_known = stakes != "none"
        self._limits = limits

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
                return self._draw(state, entry)
            case Reveal():
                return self._reveal(state, entry)
            case Redraw():
                return self._redraw(state, entry)
            case CutCard():
                return self._cut_card(state)
            case Speak(side="punto"):
                return self._punto_speaks(state, entry)
            case Speak():
                return self._banker_decides(state, entry)
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
            operations += self._draw(state_after(state, operations), Draw(card))
        return operations

    def _require_stakes(self) -> None:
        if not self.stakes_known:
            detail = "esta mesa no ingresa montos (stakes = none): sin banca ni posturas no hay qué registrar"
            raise RuleViolation(self.rules.article("bets"), "STAKES_NOT_KEYED", detail)

    # Cards

    def _draw(self, state: CheminState, entry: Draw) -> Operations:
        match state.phase:
            case "no_shoe":
                detail = "carta sin sabot preparado"
                raise RuleViolation(self.rules.article("shuffle"), "card_without_shoe", detail)
            case "bank" | "stakes":
                detail = "carta sacada antes de «no van más apuestas»"
                raise RuleViolation(self.rules.article("early_draw"), "early_draw", detail)
            case "closed" | "dealing":
                return [self._laid(FIRST_FOUR[len(state.dealt)], entry, "deal")]
            case "punto":
                return self._draw_for_punto(state, entry)
            case "banker":
                return self._draw_for_bank(state, entry)
            case "complete":
                raise self._surplus(state)

    def _laid(self, place: Place, entry: Draw, setting: str) -> CardDealt:
        return CardDealt(Dealt(place, entry.card, entry.claim), self.rules.article(setting))

    def _draw_for_punto(self, state: CheminState, entry: Draw) -> Operations:
        """A card before the word: Punto's where he must draw, the banker's where he must stand, else nobody's (151)."""
        if state.punto_word == "carta":
            return [self._laid(_PUNTO_3, entry, "options")]
        may = play.punto_may(self.rules, state)
        if state.punto_shows or len(may) > 1:
            detail = "salió la quinta carta antes de que hablara el punto"
            raise RuleViolation(self.rules.article("errors"), "fifth_card_drawn", detail)
        word: Word = "carta" if "carta" in may else "no"
        spoken = Spoken("punto", word, None, None, self.rules.article("options"))
        return [spoken, *self._draw(evolve(state, spoken), entry)]

    def _draw_for_bank(self, state: CheminState, entry: Draw) -> Operations:
        if len(state.hand("bank")) > 2 or state.bank_word == "no" or "carta" not in play.bank_may(self.rules, state):
            raise self._surplus(state)
        article = self.rules.article("options")
        spoken = [Spoken("bank", "carta", None, None, article)] if state.bank_word is None else []
        operations: Operations = [*spoken, self._laid(_BANK_3, entry, "options")]
        return [*operations, *self.complete_if_known(state_after(state, operations))]

    def _surplus(self, state: CheminState) -> RuleViolation:
        """A card too many: beside a third card it is the text's *dos cartas*, else nobody was owed one."""
        third = state.third("bank") is not None or len(state.hand("bank")) > 2
        code = "two_third_cards" if third else "surplus_card"
        return RuleViolation(self.rules.article("errors"), code, "salió una carta que no corresponde a la jugada")

    def complete_if_known(self, state: CheminState) -> Operations:
        """Lay the hands open once nobody has anything left to decide and every face is known."""
        if not state.in_pass or state.phase == "complete":
            return []
        done = state.phase == "banker" and (state.bank_word == "no" or len(state.hand("bank")) > 2)
        if not state.lost and (not done or state.concealed):
            return []
        return [self._completed(state)]

    def _completed(self, state: CheminState) -> PlayCompleted:
        return PlayCompleted(
            state.total("punto"), state.total("bank"), play.result_of(state), self.rules.article("payout")
        )

    def _reveal(self, state: CheminState, entry: Reveal) -> Operations:
        """The shoe tells a face; which card it means it says by its own place, whatever that is."""
        for dealt in state.dealt:
            if dealt.claim == entry.claim or (dealt.claim is None and dealt.place == place_of(entry.claim)):
                if dealt.card is None:
                    faced = CardFaced(dealt.place, entry.card)
                    return [faced, *self.complete_if_known(evolve(state, faced))]
                if dealt.card == entry.card:
                    return []
                detail = f"una carta que se leyó como {dealt.card} se muestra como {entry.card}"
                raise RuleViolation(self.rules.article("deal"), "reveal_differs", detail)
        detail = f"no se repartió carta a {entry.claim.target} {entry.claim.position}"
        raise RuleViolation(self.rules.article("deal"), "reveal_of_no_card", detail)

    def _redraw(self, state: CheminState, entry: Redraw) -> Operations:
        if state.dealt and entry.claim is not None and state.dealt[-1].claim == entry.claim:
            return [CardReplaced(state.dealt[-1].place, entry.card)]
        detail = "el sabot repite una carta que no es la última"
        raise RuleViolation(self.rules.article("deal"), "redraw_of_no_card", detail)

    # Words

    def _punto_speaks(self, state: CheminState, entry: Speak) -> Operations:
        article = self.rules.article("options")
        if entry.word == "cuadro":
            raise RuleViolation(article, "BANKERS_CHART", "el cuadro lo pide el banquero")
        if state.phase != "punto" or state.punto_word is not None:
            raise RuleViolation(article, "NOT_HIS_TURN", "Punto no tiene que hablar ahora")
        return [self._word("punto", entry.word, play.punto_may(self.rules, state), state)]

    def _banker_decides(self, state: CheminState, entry: Speak) -> Operations:
        article = self.rules.article("options")
        if state.phase == "punto" and state.punto_word is None:
            raise RuleViolation(article, "PUNTO_FIRST", "el banquero habla siempre después del punto")
        if state.phase != "banker" or state.bank_word is not None:
            raise RuleViolation(article, "NOT_HIS_TURN", "el banquero no tiene que decidir ahora")
        operations: Operations = []
        may, said = play.bank_may(self.rules, state), entry.word
        if said == "cuadro":
            if state.concealed:
                raise RuleViolation(article, "FACES_UNKNOWN", "el sabot no muestra las cartas: nadie conoce los puntos")
            operations = [Marked("bank_by_chart", self.rules.article("chart"))]
            chosen = play.chart_word(self.rules, state)
            operations.append(Spoken("bank", chosen, "cuadro", None, self.rules.article("chart")))
        else:
            operations = [self._word("bank", said, may, state)]
        return [*operations, *self.complete_if_known(state_after(state, operations))]

    def _word(self, side: Side, said: Word, may: frozenset[Word], state: CheminState) -> Spoken:
        """The word as it counts: what the rules leave no choice about replaces what was said."""
        if said in may:
            return Spoken(side, said, said, None, self.rules.article("options"))
        counts: Word = "carta" if "carta" in may else "no"
        if side == "punto":
            override = "PUNTO_MUST_DRAW" if counts == "carta" else "PUNTO_MUST_STAND"
        elif state.base("bank") == 0 and "bank_by_chart" not in state.marks:
            override = "BANK_MUST_DRAW_ON_BACCARAT"
        else:
            override = "BANK_MUST_FOLLOW_CHART" if "punto_nine" not in state.marks else "BANK_MUST_STAND"
        return Spoken(side, counts, said, override, self.rules.article("options"))

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
        return [HandsShown(article), self._completed(state)]

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
            return [HandsShown(self.rules.article("naturals")), self._completed(state)]
        if state.phase != "banker":
            raise RuleViolation(article, "PASS_NOT_COMPLETE", "la jugada no está completa")
        if state.bank_word == "carta" or "no" not in play.bank_may(self.rules, state):
            detail = "el banquero debe tomar su carta"
            raise RuleViolation(self.rules.article("options"), "BANK_MUST_DRAW", detail)
        stood = Spoken("bank", "no", None, None, self.rules.article("options"))
        return [stood, self._completed(evolve(state, stood))]

    def void(self, state: CheminState, reason: str, article: str) -> Operations:
        """The play does not count and every stake goes back; a shoe whose cut card is out ends with it."""
        voided: Operations = [PlayVoided(reason, state.at_risk, article)] if state.in_pass else []
        return [*voided, *(self.end_shoe(state, "cut_card") if state.cut_card_out else [])]

    def key_hands(self, state: CheminState, punto: tuple[Card, ...], banker: tuple[Card, ...]) -> Operations:
        """Hands a person read from the cloth; a third card says what was decided."""
        sizes = {len(punto), len(banker)}
        fits = len(punto) - len(banker) in (0, 1) if len(punto) + len(banker) < 4 else sizes <= {2, 3}
        if not fits or not punto:
            detail = f"{len(punto)} cartas de Punto y {len(banker)} de Banca no son una jugada"
            raise RuleViolation(self.rules.article("deal"), "HANDS_DO_NOT_FIT", detail)
        operations: Operations = [HandsKeyed(punto, banker)]
        after = state_after(state, operations)
        article = self.rules.article("options")
        if len(punto) > 2 and after.punto_word is None:
            operations.append(Spoken("punto", "carta", None, None, article))
        elif len(banker) > 2 and after.punto_word is None:
            operations.append(Spoken("punto", "no", None, None, article))
        if len(banker) > 2 and after.bank_word is None:
            operations.append(Spoken("bank", "carta", None, None, article))
        return [*operations, *self.complete_if_known(state_after(state, operations))]
