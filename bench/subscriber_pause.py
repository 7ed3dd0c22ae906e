"""Row `subscriber_pause`: card to lamp at a table whose subscriber stopped reading, against one without subscriber.

Both tables publish as the daemon does. The paused one's buffers are full before the measurement begins.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import zmq

from bench.beside import beside_one_alone
from bench.rows import Row
from bench.wires import BenchStuck
from daemon.bus import publications_url
from daemon.bus_client import BusClient, local_address
from daemon.messages import AskPublications, PublicationsPage

NAME = "subscriber_pause"
AGAINST = "the same table without a subscriber"
GOAL = 1.1
PASSES, WARM_UP = 240, 160
_SMALL_BUFFER = 4096


def measure(passes: int = PASSES) -> Row:
    return beside_one_alone(
        _paused_subscriber,
        _check_it_was_paused,
        name=NAME,
        against=AGAINST,
        goal=GOAL,
        passes=passes,
        warm_up=WARM_UP,
    )


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
