"""Turns what the follower hears into what the pages are told: picture, status, link, the shoe's results."""

import asyncio
from typing import Any

from msgspec.structs import replace

from daemon.console.chronicle import Chronicle
from daemon.console.follower import Away, News
from daemon.console.history import History
from daemon.console.hub import Hub
from daemon.console.sign import sign
from daemon.console.tongue import in_every_language, sentences_of
from daemon.messages import EntryPublished, PicturePublished, Status, StoppedPublished


class Window:
    """Lives on the event loop; `hear` may be called from any thread."""

    def __init__(self, hub: Hub, loop: asyncio.AbstractEventLoop) -> None:
        self._hub = hub
        self._loop = loop
        self.chronicle = Chronicle()
        self.history = History()
        self.status: Status | None = None
        self.link = "away"
        self._tell_link("away")

    def hear(self, news: News) -> None:
        self._loop.call_soon_threadsafe(self._take, news)

    def _take(self, news: News) -> None:
        match news:
            case Away():
                self._tell_link("stopped" if self.link == "stopped" else "away")
            case Status():
                self._tell_status(news)
            case StoppedPublished(body=told):
                self._tell_link("stopped", told.reason)
            case EntryPublished():
                self.chronicle.take(news)
            case PicturePublished(body=body):
                self.chronicle.take(news)
                if body is not None:
                    self._tell_picture(news, body)

    def _tell_picture(self, news: PicturePublished, picture: dict[str, Any]) -> None:
        self._hub.tell("picture", {"run": news.run, "n": news.n, "seq": news.seq, "picture": picture})
        chronicle = self.chronicle
        self._hub.tell("shoe", {"results": chronicle.results[-200:], "whole": chronicle.results_whole})
        self._hub.tell("last", chronicle.last)
        self._hub.tell("prizes", tuple(chronicle.prizes.newest))
        self._hub.tell("said", in_every_language(sentences_of(picture)))

    def _tell_status(self, status: Status) -> None:
        """A table that answers is there, whatever its last words were."""
        self.status = status
        self.history.take(status)
        self._hub.tell("status", _for_every_page(status))
        self._hub.tell("sign", sign(status.table))
        self._tell_link("stopped" if status.state == "stopped" else "up", status.reason)

    def _tell_link(self, link: str, reason: str = "") -> None:
        if link == self.link == "stopped" and not reason:
            return
        self.link = link
        self._hub.tell("link", {"table": link, "reason": reason if link == "stopped" else ""})


def _for_every_page(status: Status) -> Status:
    """Without what changes with every answer of a device: only the technician's page looks at that."""
    return replace(status, devices=[replace(device, answers={}) for device in status.devices])
