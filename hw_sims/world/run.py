"""Plays one world from its seed: which table, which devices, which line; people play, a watcher looks on."""

from random import Random
from typing import Any

from msgspec import Struct

from daemon.decisions import DecisionsDigest
from daemon.rulebooks import all_rulebooks
from hw_sims.games import IN_WORLDS, Game
from hw_sims.lines import Joined, Line, OneByOne, Recut
from hw_sims.people.croupier import Croupier
from hw_sims.world.table import WorldTable
from hw_sims.world.troubles import KINDS, Troubles
from hw_sims.world.truths import TRUTHS
from hw_sims.world.watch import Violation, Watcher

PASSES = 25
STORY = 60
MISTAKES = 0.05


class Plan(Struct, frozen=True):
    """What kind of world is asked for. *kinds*: only these mistakes; none named: every kind the game knows.

    *shoe* and *shuffler*: TableBus instead of the usual devices. *progressive*: with the pot of the game beside it.
    """

    game: str = ""
    rulebook: str = ""
    mistakes: bool = True
    kinds: frozenset[str] = frozenset()
    passes: int = PASSES
    shoe: str = ""
    shuffler: str = ""
    progressive: bool = False

    def tables(self) -> list[tuple[str, str]]:
        """Games and rulebooks of these worlds; none when nobody plays what was asked for."""
        asked = [(game, book) for game, book in worldly() if self.game in ("", game) and self.rulebook in ("", book)]
        if self.progressive:
            asked = [(game, book) for game, book in asked if IN_WORLDS[game].pot is not None]
        return [(game, book) for game, book in asked if book in self.set_up(game).rulebooks]

    def set_up(self, game: str) -> Game:
        """The game with the devices asked for."""
        chosen = IN_WORLDS[game].with_tablebus(self.shuffler) if self.shoe or self.shuffler else IN_WORLDS[game]
        return chosen.with_progressive() if self.progressive else chosen

    def kinds_of(self, game: str, rulebook: str) -> frozenset[str]:
        """Everything that can go wrong in a world of that game."""
        people: frozenset[str] = self.set_up(game).load_dealer().kinds(rulebook)
        return people | KINDS

    def played(self, seed: int) -> tuple[str, str]:
        """Game and rulebook of the world with that seed: they take turns."""
        tables = self.tables()
        return tables[seed % len(tables)]


def kinds_of(game: str, rulebook: str) -> frozenset[str]:
    """Everything that can go wrong in a world of that game."""
    return Plan().kinds_of(game, rulebook)


def worldly() -> list[tuple[str, str]]:
    """Games and rulebooks whose people keep account of what really lies on the table."""
    tables = [(game.name, book) for game in IN_WORLDS.values() for book in game.rulebooks]
    return [(game, book) for game, book in tables if all_rulebooks()[book].family in TRUTHS]


class Outcome(Struct, frozen=True):
    """How a world ended; *table_s*: how long it was at the table. *story* is told only of one that failed."""

    seed: int
    game: str
    rulebook: str
    ok: bool
    passes: int
    events: int
    faults: dict[str, int]
    digest: str
    table_s: float
    violation: dict[str, Any] | None = None
    story: tuple[str, ...] = ()


def play(seed: int, plan: Plan) -> Outcome:
    """The world of *seed*: the same seed and plan, the same world, to the last byte."""
    chance = Random(seed)
    game, rulebook = plan.played(seed)
    played = plan.set_up(game)
    whole = chance.random() < 0.1 or bool(plan.shuffler) or plan.progressive or "lamp_cable" in plan.kinds
    parts = played.parts if whole else played.parts[:1]
    table = WorldTable(chance, played, rulebook, parts, _line(chance))
    watcher = Watcher(table, TRUTHS[table.family], rulebook)
    troubles = Troubles(table, watcher, chance, plan.kinds) if plan.mistakes else None
    dealer: Croupier = played.load_dealer()(
        table,
        table.hardware.shoe,
        chance,
        rulebook=rulebook,
        mistakes=MISTAKES if plan.mistakes else 0.0,
        kinds=plan.kinds,
        pause=lambda: _pause(watcher, troubles),
        witness=watcher.witness,
        **played.hands(table.hardware),
    )
    watcher.dealer, table.watch = dealer, watcher.step
    broken = _live(table, dealer, watcher, seed, plan)
    digest = DecisionsDigest()
    digest.add(*(row.entry() for row in table.record.rows))
    passes, events = table.state.session.passes, len(table.record.rows)
    faults, played_s = dict(watcher.faults), table.elapsed_s
    if broken is None:
        return Outcome(seed, game, rulebook, True, passes, events, faults, digest.hex(), played_s)
    violation = {
        "invariant": broken.invariant,
        "step": table.steps,
        "replay": _replay(seed, plan),
        "found": str(broken),
    }
    story = tuple(map(_told, list(table.story)[-STORY:]))
    return Outcome(seed, game, rulebook, False, passes, events, faults, digest.hex(), played_s, violation, story)


def _live(table: WorldTable, dealer: Croupier, watcher: Watcher, seed: int, plan: Plan) -> Violation | None:
    try:
        table.hardware.shoe.power_on()
        dealer.open_table(f"mundo-{seed}")
        dealer.play(plan.passes)
        dealer.close_table()
        watcher.end()
    except Violation as violation:
        return violation
    except Exception as error:  # a world that falls over is a finding, whatever it fell over
        return Violation("alive", f"{type(error).__name__}: {error}")
    return None


def _pause(watcher: Watcher, troubles: Troubles | None) -> None:
    """Between two moves of the people: everything is looked at, then something may break."""
    watcher.moved()
    if troubles is not None:
        troubles.between_moves()
        watcher.noticed()


def _line(chance: Random) -> Line:
    """Lines that lose nothing: what is lost is a mistake of its own."""
    return chance.choice((Line(), Line(), Line(), Line(), Joined(), OneByOne(), Recut(chance)))


def _replay(seed: int, plan: Plan) -> str:
    options = [f"--seeds {seed}..{seed}"]
    options += [f"--game {plan.game}"] if plan.game else []
    options += [f"--rulebook {plan.rulebook}"] if plan.rulebook else []
    options += [] if plan.mistakes else ["--no-mistakes"]
    options += [f"--fault {kind}" for kind in sorted(plan.kinds)]
    options += [f"--passes {plan.passes}"] if plan.passes != PASSES else []
    options += [f"--shoe {plan.shoe}"] if plan.shoe else []
    options += [f"--shuffler {plan.shuffler}"] if plan.shuffler else []
    options += ["--progressive"] if plan.progressive else []
    return " ".join(["sabot world", *options])


def _told(moment: object) -> str:
    return moment if isinstance(moment, str) else repr(moment)
