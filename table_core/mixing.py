"""What the order of the cards that were dealt says of how they were shuffled. Integers only; decides nothing.

Three questions, each with a threshold fixed beforehand (docs/attacks.md). Do cards still lie beside the neighbours they
had in the shoe before, or in new packs? Does a shoe open as an earlier one did? Do ranks keep to places in the shoe?
Only cards that left the shoe are looked at; of their order no more is kept than these questions need.
"""

from itertools import pairwise
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from table_core.cards import DECK, RANKS, Card
from table_core.cards_out import CardLeftShoe, CountOperation, ShoeLoaded

ONE_IN = 1_000_000
"""An honest shuffle is named at most so seldom, for each question and each time it is asked (ours)."""
BLOCK = 20
"""So many shoes of one source are judged together, and then it begins anew (ours)."""
BANDS = 8
"""Into so many places a shoe is divided, from its first card to its last (ours)."""
CHI_95_MILLI = (21_026, 36_415, 50_998, 65_171, 79_082, 92_808, 106_395, 119_871)
CHI_ALARM_MILLI = (50_825, 72_229, 91_502, 109_659, 127_096, 144_020, 160_554, 176_778)
"""Chi-square of 12, 24, 36 ... degrees of freedom: chance exceeds it once in 20 times, and once in a million."""
OPENING = 5
OPENINGS_KEPT = 200
"""200 openings of five cards: by chance one of them comes again less than once in a million shoes."""
MOST_SOURCES = 40

_PLACE = {card: place for place, card in enumerate(DECK)}
_CARDS = len(DECK)
_TWO = comb(_CARDS, 2)
"""Two cards beside each other are these two with a chance of at most one in so many, however many decks there are."""
_NOTHING = bytes(_CARDS * _CARDS // 8)


class Tally(Struct, frozen=True):
    """What one source (a machine, a person) has mixed since its last judgement.

    *tried*: neighbours looked at; *kept*: those that were neighbours before; *chances*: how many each could have been.
    *places*: cards of each rank in each band of the shoe, and in the last one those that did not come.
    """

    shoes: int = 0
    tried: int = 0
    kept: int = 0
    chances: int = 0
    places: tuple[int, ...] = (0,) * (len(RANKS) * (BANDS + 1))


class Mixing(Struct, frozen=True):
    """*neighbours*, *opening* and *tally* are of the shoe in play; *before*: the neighbours of the shoe before it.

    Neighbours are a bit for each two cards, whichever of them came first. *known*: so many would be recognised.
    *mixed_by*: who mixed this shoe. *tallies*: what each source mixed before.
    """

    decks: int = 0
    loaded: int = 0
    came: int = 0
    last: int | None = None
    neighbours: bytes = b""
    before: bytes = b""
    known: int = 0
    opening: tuple[Card | None, ...] = ()
    tally: Tally = Tally()
    openings: tuple[str, ...] = ()
    mixed_by: tuple[str, ...] = ()
    tallies: dict[str, Tally] = {}


class Chi(Struct, frozen=True):
    """A thousand times the chi-square of ranks and places; chance exceeds the limits once in 20 times, in a million."""

    milli: int
    limit_95: int
    limit_alarm: int

    @property
    def is_usual(self) -> bool:
        return self.milli <= self.limit_95

    @property
    def is_rare(self) -> bool:
        return self.milli > self.limit_alarm


class MixingNote(Struct, frozen=True):
    """What every entry about the shuffle has in common."""


class ShoeMixed(MixingNote, frozen=True, tag=True):
    """Who mixed the cards of the shoe that comes into play: a machine, the dealer, or both."""

    sources: tuple[str, ...]


class ShoeJudged(MixingNote, frozen=True, tag=True):
    """The cards of a shoe, or of so many from a continuous machine, are over; *sources* had mixed them."""

    sources: tuple[str, ...]
    tally: Tally


class BlockJudged(MixingNote, frozen=True, tag=True):
    """The shoes of one source, taken together."""

    source: str
    tally: Tally
    chi: Chi


MixingOperation = ShoeMixed | ShoeJudged | BlockJudged


def follow(mixing: Mixing, operation: CountOperation) -> Mixing:
    """After what was recorded of the cards."""
    match operation:
        case ShoeLoaded(count=count):
            return _anew(replace(mixing, decks=count.decks, loaded=count.loaded))
        case CardLeftShoe(card=card) if mixing.loaded:
            return _came(mixing, card)
        case _:
            return mixing


def evolve(mixing: Mixing, operation: MixingOperation) -> Mixing:
    match operation:
        case ShoeMixed(sources=sources):
            return replace(mixing, mixed_by=sources)
        case ShoeJudged(sources=sources, tally=tally):
            sums = {name: _sum(mixing.tallies.get(name, Tally()), tally) for name in sources}
            others = {name: one for name, one in mixing.tallies.items() if name not in sums}
            kept = dict([*others.items(), *sums.items()][-MOST_SOURCES:])
            opening = opening_of(mixing)
            openings = (*mixing.openings, opening)[-OPENINGS_KEPT:] if opening else mixing.openings
            return _anew(replace(mixing, tallies=kept, openings=openings, before=mixing.neighbours))
        case BlockJudged(source=source):
            return replace(mixing, tallies={**mixing.tallies, source: Tally()})


def opening_of(mixing: Mixing) -> str:
    """The first cards of the shoe in play; empty while one is missing or was not read."""
    read = [card for card in mixing.opening if card is not None]
    return "".join(read) if len(read) == OPENING else ""


def opened_before(mixing: Mixing) -> bool:
    return opening_of(mixing) in mixing.openings


def neighbours_stayed(tally: Tally) -> bool:
    """Whether so many of them are beside each other again that chance does it less than once in ONE_IN."""
    return _is_rare(tally.kept, tally.tried, tally.chances, _TWO * tally.tried)


def judged(mixing: Mixing, *, endless: bool) -> Tally:
    """The tally of the cards that came. A shoe's other cards did not; an *endless* machine has no others."""
    if endless:
        return mixing.tally
    places, whole = mixing.tally.places, mixing.decks * _CARDS // len(RANKS)
    rest = tuple(max(0, whole - sum(places[rank :: len(RANKS)])) for rank in range(len(RANKS)))
    return replace(mixing.tally, places=(*places[: BANDS * len(RANKS)], *rest))


def chi_square(tally: Tally) -> Chi:
    """Whether ranks keep to places: what lies where, against what would if each place had its part of each rank."""
    ranks = [sum(tally.places[rank :: len(RANKS)]) for rank in range(len(RANKS))]
    bands = [tally.places[at : at + len(RANKS)] for at in range(0, len(tally.places), len(RANKS))]
    bands = [cards for cards in bands if sum(cards)]
    if len(bands) < 2 or not all(ranks):
        return Chi(0, 0, 0)
    whole, milli = sum(ranks), 0
    for cards in bands:
        for found, rank in zip(cards, ranks, strict=True):
            wanted = rank * sum(cards)  # times the whole
            milli += 1000 * (found * whole - wanted) ** 2 // (whole * wanted)
    return Chi(milli, CHI_95_MILLI[len(bands) - 2], CHI_ALARM_MILLI[len(bands) - 2])


def _anew(mixing: Mixing) -> Mixing:
    before = mixing.before or _NOTHING
    known = int.from_bytes(before, "big").bit_count() + sum(not _has(before, pair) for pair in _PACKED)
    begun = replace(mixing, came=0, last=None, neighbours=_NOTHING, opening=(), tally=Tally(shoes=1))
    return replace(begun, before=before, known=known)


def _came(mixing: Mixing, card: Card | None) -> Mixing:
    opening = (*mixing.opening, card) if len(mixing.opening) < OPENING else mixing.opening
    mixing = replace(mixing, opening=opening, came=mixing.came + 1)
    if card is None:
        return replace(mixing, last=None)
    place, last = _PLACE[card], mixing.last
    tally = _placed(mixing, place)
    if last is None:
        return replace(mixing, last=place, tally=tally)
    pair = _pair(last, place)
    tally = replace(
        tally,
        tried=tally.tried + 1,
        kept=tally.kept + (_has(mixing.before, pair) or pair in _PACKED),
        chances=tally.chances + mixing.known,
    )
    return replace(mixing, last=place, tally=tally, neighbours=_with(mixing.neighbours, pair))


def _placed(mixing: Mixing, place: int) -> Tally:
    band = min(BANDS - 1, (mixing.came - 1) * BANDS // mixing.loaded)
    cell = band * len(RANKS) + place % len(RANKS)
    places = mixing.tally.places
    return replace(mixing.tally, places=(*places[:cell], places[cell] + 1, *places[cell + 1 :]))


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(
        one.shoes + other.shoes,
        one.tried + other.tried,
        one.kept + other.kept,
        one.chances + other.chances,
        tuple(a + b for a, b in zip(one.places, other.places, strict=True)),
    )


def _pair(one: int, other: int) -> int:
    return min(one, other) * _CARDS + max(one, other)


def _has(pairs: bytes, pair: int) -> bool:
    return bool(pairs[pair // 8] >> pair % 8 & 1)


def _with(pairs: bytes, pair: int) -> bytes:
    at = pair // 8
    return pairs[:at] + bytes((pairs[at] | 1 << pair % 8,)) + pairs[at + 1 :]


_PACKED = frozenset(_pair(_PLACE[one], _PLACE[other]) for one, other in pairwise(DECK) if one[1] == other[1])
"""Neighbours in a new pack: the suits lie in order, up or down."""


def _is_rare(kept: int, tried: int, hits: int, of: int) -> bool:
    """Whether *kept* or more of *tried* happen less than once in ONE_IN, each with the chance *hits* of *of*.

    A sum of chances that differ strays no further than one with their mean. Exact but for the last of 6000 bits.
    """
    if not tried or hits >= of:
        return False
    whole = 1 << 6000
    term, below = whole * (of - hits) ** tried // of**tried, 0
    for count in range(kept):
        below += term
        term = term * (tried - count) * hits // ((count + 1) * (of - hits))
    return (whole - below) * ONE_IN < whole
