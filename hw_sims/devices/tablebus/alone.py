"""Each TableBus board by itself. What was not acknowledged is said again when the host next speaks: it polls."""

from collections.abc import Callable, Iterable, Mapping

from hw_sims.devices.alone import Actions, Alone, Build, Now, Say
from hw_sims.devices.tablebus import boards
from hw_sims.devices.tablebus.board import Board, digest_of, key_of


def hooked_up(board: Board, say: Say, now: Now) -> Callable[[bytes], Iterable[bytes]]:
    """What *board* hears and answers on a line of its own; it speaks unasked through *say*."""

    def speak() -> None:
        for frame in board.link.on_time(now()):
            say(frame)

    board.changed = speak

    def hear(data: bytes) -> Iterable[bytes]:
        return [*board.link.hear(data, now()), *board.link.on_time(now())]

    return hear


def actions_of(board: Board) -> Actions:
    """What the control channel can do to any board, and to this one."""
    common: dict[str, Callable[..., object]] = {
        "fault": board.raise_fault,
        "clear": board.clear_fault,
        "reboot": board.rebooted,
        "memory_lost": board.link.memory_lost,
        "firmware": lambda text: board.link.replaced(firmware=digest_of(text)),
        "serial": lambda text: board.link.replaced(serial=text, key=key_of(text)),
        "wrong_key": lambda: board.link.replaced(key=bytes(32)),
        "state": lambda: {"shows": board.state().hex(), "kept": len(board.link.kept), "newest": board.link.newest},
    }
    return {**common, **_own(board)}


def _own(board: Board) -> Mapping[str, Callable[..., object]]:
    match board:
        case boards.SmartShoe():
            return {
                "load": lambda cards: board.load(cards.split()),
                "draw": board.draw,
                "swallow": lambda count=1: setattr(board.mischief, "swallow", int(count)),
                "twice": lambda: setattr(board.mischief, "twice", True),
                "misread": lambda card: setattr(board.mischief, "misread", card),
                "unreadable": lambda: setattr(board.mischief, "unreadable", True),
                "count_wrong": lambda by: setattr(board.mischief, "counts_wrong", int(by)),
            }
        case boards.ContinuousShuffler():
            return {
                "deal": lambda count=1: board.deal(int(count)),
                "feed_back": lambda count: board.feed_back(int(count)),
            }
        case boards.Shuffler():
            return {"verify": lambda cards: board.verify(cards.split()), "hand_out": board.hand_out}
        case boards.Acceptors():
            return {
                "activate": lambda seat, credits: board.activate(int(seat), int(credits)),  # noqa: A006
                "press": lambda seat, credits=1: board.press(int(seat), int(credits)),  # noqa: A006
                "break_lamp": lambda seat: board.break_lamp(int(seat)),
                "mend_lamp": lambda seat: board.mend_lamp(int(seat)),
                "stick_lamp": lambda seat: board.stick_lamp(int(seat)),
                "lie_about_lock": lambda seat: _lie_about_lock(board.seats[int(seat) - 1]),
                "stick_bar": lambda seat: setattr(board.seats[int(seat) - 1], "bar_stuck", True),
            }
        case boards.Lamps():
            return {"break_lamp": lambda lamp: setattr(board, "dead", board.dead | 1 << int(lamp) - 1)}
        case boards.Rack():
            return {"put": lambda count: board.put(int(count)), "lift": board.lift}
        case boards.Contacts():
            return {"on": lambda name: board.switch(name, on=True), "off": lambda name: board.switch(name, on=False)}
        case _:
            return {}


def _lie_about_lock(seat: boards.BetSeat) -> None:
    seat.bar_stuck = seat.lies = True


def _builder(kind: str, make: Callable[..., Board]) -> Build:
    def build(say: Say, now: Now, **settings: int) -> Alone:
        board = make(**settings)
        return Alone(hooked_up(board, say, now), board.link.unplugged, {kind: actions_of(board)}, board)

    return build


shoe = _builder("tablebus-shoe", boards.SmartShoe)
shuffler = _builder("tablebus-shuffler", boards.Shuffler)
continuous = _builder("tablebus-continuous", boards.ContinuousShuffler)
acceptor = _builder("tablebus-acceptor", boards.Acceptors)
lamps = _builder("tablebus-lamps", boards.Lamps)
display = _builder("tablebus-display", boards.Display)
discard = _builder("tablebus-discard", boards.Rack)
contacts = _builder("tablebus-contacts", boards.Contacts)
