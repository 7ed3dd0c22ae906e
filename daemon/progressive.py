"""How a configured table plays its progressive, and whether its papers allow it to open betting."""

from pathlib import Path

import msgspec

from daemon.config import Config
from daemon.config.sections import ProgressiveSection
from daemon.papers import Papers, digest, read_papers
from daemon.signed_file import SignedFileError
from daemon.version import software_version
from drivers.registry import DRIVERS
from table_core.progressive import odds, plan
from table_core.progressive.plan import ApprovedPlan, Complementary, PotSetup, Running, Setup, TableSetup
from table_core.progressive.prizes import table_of
from table_core.progressive.setup import Lamps, SideSetup
from table_core.progressive.terms import PLUS, Terms
from table_core.rulebook import Rulebook
from table_core.seats import SeatNumbers

_HOMOLOGATED_ROLES = frozenset({"acceptor", "lamps", "display"})
_SEAT = "seat."


def side_setup(config: Config) -> SideSetup | None:
    """The progressive of *config*; papers that are not in order keep its betting closed, not the table."""
    section = config.progressive
    if section is None:
        return None
    terms = terms_of(section)
    try:
        papers: Papers | None = read_papers(Path(section.plan), section.signer)
        faults: tuple[str, ...] = paper_faults(config, section, terms, papers) if papers else ()
    except SignedFileError:
        papers, faults = None, ("PLAN_NOT_SIGNED",)
    return SideSetup(
        pot=section.pot,
        terms=terms,
        plan=papers.version if papers else "",
        plan_digest=digest(papers) if papers else "",
        kind=section.acceptor,
        places=config.table.seats,
        acceptors=tuple(device.name for device in config.devices if DRIVERS[device.driver].role == "acceptor"),
        lamps=(*_lamps(config), *_lamps_of_acceptors(config, section)),
        complementary=section.complementary,
        promo=papers is not None and _promo_authorised(papers),
        grand_within_h=section.grand_within_h,
        joint_inspector=section.joint_inspector,
        faults=faults,
        floor=next((device.name for device in config.devices if DRIVERS[device.driver].role == "pot"), ""),
    )


def terms_of(section: ProgressiveSection) -> Terms:
    """The parameters in use; raises msgspec.ValidationError for one that means nothing."""
    return msgspec.convert(section.terms, Terms)


def paper_faults(config: Config, section: ProgressiveSection, terms: Terms, papers: Papers) -> tuple[str, ...]:
    """Everything that keeps betting closed, sorted (ARI 3.2, 3.3.1, 3.5.4, 4.2, 4.3)."""
    found: set[str] = set(plan.config_errors(_setup(config, section, terms, papers)))
    if msgspec.convert(papers.terms, Terms) != terms:
        found.add("PLAN_MISMATCH")
    if config.limits is not None and not terms.plan_allows(*config.limits):
        found.add("PLAN_MISMATCH")
    if terms.played_for(terms.base) < terms.base:
        found.add("LIMIT_UNDER_BASE")
    if section.complementary and not _whole_credits(terms):
        found.add("PROMO_NOT_WHOLE")
    if not _plays(config.rulebook(), terms):
        found.add("GAME_DIFFERS")
    if not odds.as_designed(terms):
        found.add("FREQUENCY_DIFFERS")
    tables = papers.notice("tables")
    if tables is None or config.table.name not in tables.tables:
        found.add("TABLES_NOT_NOTIFIED")
    return tuple(sorted(found))


def _setup(config: Config, section: ProgressiveSection, terms: Terms, papers: Papers) -> Setup:
    approved = msgspec.convert(papers.terms, Terms)
    pot = PotSetup(
        section.pot,
        _alloc(terms),
        homologated=_homologated(config, papers),
        inter_casino=papers.inter_casino,
        registered=papers.registered,
    )
    table = TableSetup(
        config.table.name, section.pot, terms.credit_value, terms.min_credits, terms.max_credits, terms.base_game
    )
    alloc, base = {papers.pot: _alloc(approved)}, {papers.pot: approved.base}
    return Setup(
        pots=(pot,),
        tables=(table,),
        complementary=Complementary(
            section.complementary,
            papers.notice("complementary") is not None,
            terms.complementary_funding,
            _promo_authorised(papers),
        ),
        plan=ApprovedPlan(papers.version, papers.approved, approved.commission_bp, alloc, base),
        running=Running(section.version, terms.commission_bp, {section.pot: terms.base}),
    )


def _promo_authorised(papers: Papers) -> bool:
    promo = papers.notice("promo")
    return promo is not None and promo.authorised


def _whole_credits(terms: Terms) -> bool:
    """A prize paid in promotional credits is a whole number of them: nothing of it may be left over."""
    if terms.complementary_funding != "promo_credits":
        return True
    return not any(prize.value % terms.credit_value for prize in table_of(terms) if prize.kind == "complementary")


def _plays(rules: Rulebook, terms: Terms) -> bool:
    """Whether the table's own game is the one the plan names, with so many decks as it says (R40)."""
    decks: int | list[int] = rules["decks"]
    played = {decks} if isinstance(decks, int) else set(decks)
    same_game = terms.base_game in (PLUS, rules.game.replace("-", "_"))
    return same_game and (not terms.decks or played == {terms.decks})


def _alloc(terms: Terms) -> dict[str, int]:
    return {"main": 10_000 - terms.reserve_bp, "reserve": terms.reserve_bp}


def _homologated(config: Config, papers: Papers) -> bool:
    """Every device of the progressive is in the register, for this release of the program."""
    used = {device.driver for device in config.devices if DRIVERS[device.driver].role in _HOMOLOGATED_ROLES}
    return used <= {one.driver for one in papers.homologated if one.release == software_version()}


def _lamps(config: Config) -> tuple[Lamps, ...]:
    """The seat of each lamp channel, by the rulebook's numbers."""
    seats = SeatNumbers(config.table.seats, config.rulebook()["seat_one"])
    boards = (device for device in config.devices if DRIVERS[device.driver].role == "lamps")
    return tuple(
        Lamps(board.name, tuple(_seat_of(seats.lamp(name)) for name in board.lamps), DRIVERS[board.driver].confirms)
        for board in boards
    )


def _lamps_of_acceptors(config: Config, section: ProgressiveSection) -> tuple[Lamps, ...]:
    """An electronic acceptor has a lamp at each place and reads it back itself."""
    if section.acceptor != "electronic":
        return ()
    seats = SeatNumbers(config.table.seats, config.rulebook()["seat_one"])
    places = tuple(map(seats.number, range(1, config.table.seats + 1)))
    acceptors = (device for device in config.devices if DRIVERS[device.driver].role == "acceptor")
    return tuple(Lamps(device.name, places, DRIVERS[device.driver].confirms) for device in acceptors)


def _seat_of(name: str) -> int:
    return int(name.removeprefix(_SEAT)) if name.startswith(_SEAT) else 0
