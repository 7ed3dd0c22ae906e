"""The history of shoes: what went in, what came out, how each ended, and that no card is known of it."""

from typing import Any

from daemon.console.shoes import MOST_SHOES, ShoesTold

S = 1_000_000_000


class Told:
    def __init__(self) -> None:
        self.shoes = ShoesTold()
        self._seq = 0

    def entry(self, kind: str, **body: Any) -> None:
        self._seq += 1
        self.shoes.take(self._seq, {"type": kind, **body}, self._seq * S)

    def loaded(self, cards: int = 312) -> None:
        self.entry("ShoeLoaded", count={"decks": cards // 52, "loaded": cards})


def test_a_shoe_is_told_from_its_preparation_to_what_was_found_in_it() -> None:
    told = Told()
    told.entry("TableOpened", jornada="J-1")
    told.entry("baccarat.ShoePrepared", decks=6, cut_behind=48, article="134")
    told.loaded()
    told.entry("PreparationClosed", by="Ana", present=["Ana", "Luis"])
    for number in (1, 2):
        told.entry("PassOpened", number=number)
        for _ in range(4):
            told.entry("CardLeftShoe", card="??")
        told.shoes.settled({"result": "bank"})
    told.entry("IncidentOpened", incident={"code": "shoe.gap"})
    told.entry("CardPutBack", card="??")
    told.entry("CutCardSeen", after=None)
    told.entry("baccarat.ShoeEnded", reason="cut_card", article="139")
    told.entry("RemainderTold", cards=[], counted=304, balance={"exact": False, "difference": -1})
    [shoe] = told.shoes.listed()
    assert (shoe.jornada, shoe.cards, shoe.decks, shoe.cut_behind) == ("J-1", 312, 6, 48)
    assert (shoe.prepared_by, shoe.present) == ("Ana", ("Ana", "Luis"))
    assert (shoe.passes, shoe.first_pass, shoe.last_pass, shoe.results) == (2, 1, 2, {"bank": 2})
    assert (shoe.drawn, shoe.cut_card_at, shoe.incidents, shoe.ended) == (7, 7, 1, "cut_card")
    assert shoe.ended_utc_ns > shoe.utc_ns
    assert shoe.remainder is not None
    assert (shoe.remainder.cards, shoe.remainder.read, shoe.remainder.difference) == (304, False, -1)


def test_what_happens_counts_for_the_newest_shoe_and_old_ones_are_let_go() -> None:
    told = Told()
    told.entry("CardLeftShoe", card="??")
    for _ in range(MOST_SHOES + 1):
        told.loaded(52)
        told.entry("CardLeftShoe", card="??")
        told.entry("CardsFedBack", number=1)
        told.entry("poker.DeckTaken", reason="reshuffle", article="1")
    listed = told.shoes.listed()
    assert len(listed) == MOST_SHOES
    assert listed[0].seq > listed[-1].seq
    assert {(shoe.drawn, shoe.ended) for shoe in listed} == {(0, "reshuffle")}
