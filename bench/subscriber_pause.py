"""Row `subscriber_pause`: card to lamp at a table whose subscriber stopped reading, against one without subscriber.

Both tables publish as the daemon does. The paused one's buffers are full before the measurement begins.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import zmq

from bench.card_to_lamp import bench_room, real_table
from bench.rows import Row, measured
from bench.wires import BenchStuck
from daemon.bus import publications_url
from daemon.bus_client import BusClient, local_address
from daemon.messages import AskPublications, PublicationsPage

NAME = "subscriber_pause"
AGAINST = "the same table without a subscriber"
GOAL = 1.1
PASSES, WARM_UP = 240, 160
_SMALL_BUFFER = 4096
_PUBLISHED = "published"


def measure(passes: int = PASSES) -> Row:
    ours: list[int] = []
    alone: list[int] = []
    with ExitStack() as stack:
        room = stack.enter_context(bench_room())
        (room / "watched").mkdir()
        (room / "alone").mkdir()
        watched = stack.enter_context(real_table(room / "watched", _PUBLISHED))
        unwatched = stack.enter_context(real_table(room / "alone", _PUBLISHED))
        news = stack.enter_context(_paused_subscriber(room / "watched" / "journal"))
        sides = [(watched, ours), (unwatched, alone)]
        for number in range(WARM_UP + passes):
            for table, times in sides if number % 2 else reversed(sides):
                taken = table.play_pass(number)
                if number >= WARM_UP:
                    times.append(taken)
        _check_it_was_paused(news, room / "watched" / "journal")
    return measured(NAME, ours, against=AGAINST, against_ns=alone, goal=GOAL)


@contextmanager
def _paused_subscriber(directory: Path) -> Iterator["zmq.Socket[bytes]"]:
    """A subscriber that never reads, with the least room for what it does not read."""
    with zmq.Context() as context, context.socket(zmq.SUB) as news:
        news.setsockopt(zmq.LINGER, 0)
        news.setsockopt(zmq.RCVHWM, 1)
        news.setsockopt(zmq.RCVBUF, _SMALL_BUFFER)
        news.setsockopt(zmq.SUBSCRIBE, b"")
        news.connect(publications_url(directory))
        yield news


def _check_it_was_paused(news: "zmq.Socket[bytes]", directory: Path) -> None:
    """A subscriber that lost nothing would have measured nothing."""
    received = 0
    while news.poll(100):
        news.recv_multipart()
        received += 1
    with BusClient(local_address(directory)) as client:
        published = client.ask(AskPublications(1, 1), PublicationsPage).last
    if received > published // 2:
        raise BenchStuck(f"the paused subscriber still got {received} of {published} publications")
