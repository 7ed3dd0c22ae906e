"""Figures for Prometheus, served from threads of their own: no card, no name of a person. Off by default."""

import threading
from collections import Counter
from collections.abc import Iterator
from socket import socket
from socketserver import ThreadingMixIn
from typing import Any, get_args
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, Histogram, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from daemon.bus import Publisher
from daemon.desk import Desk
from daemon.journal import Head
from daemon.messages import Lifecycle
from daemon.publications import Backlog
from daemon.remote import BusError
from daemon.shell import Shell
from daemon.version import software_version
from table_core.events import CardDrawn
from table_core.incidents import IncidentOpened
from table_core.record import Entry, Observed
from table_core.session import PassOpened

MOST_SCRAPERS = 4
_SCRAPE_WITHIN_S = 5
_COMMIT_BUCKETS_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics(Collector):
    """Counts what is committed; everything else is read from the table when somebody asks."""

    def __init__(self, desk: Desk, shell: Shell, backlog: Backlog, publisher: Publisher) -> None:
        self._desk = desk
        self._shell = shell
        self._backlog = backlog
        self._publisher = publisher
        self._cards = self._passes = 0
        self._incidents: Counter[str] = Counter()
        self.registry = CollectorRegistry()
        self._commits = Histogram(
            "sabot_commit_seconds",
            "Time to make one batch of journal entries durable.",
            buckets=_COMMIT_BUCKETS_S,
            registry=self.registry,
        )
        self.registry.register(self)
        shell.listeners.append(self)
        shell.time_commits(self._commits.observe)

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        for entry in entries:
            match entry:
                case Observed(event=CardDrawn()):
                    self._cards += 1
                case PassOpened():
                    self._passes += 1
                case IncidentOpened(incident=incident):
                    self._incidents[incident.code] += 1

    def stopped(self, reason: str) -> None:
        """Nothing to count: the state is read when somebody asks."""

    def collect(self) -> Iterator[Metric]:
        """Called by a scraper's thread; reads values that are replaced whole, never half-way."""
        yield from self._lifecycle()
        yield _counter("sabot_cards", "Cards the shoe reported in this run.", self._cards)
        yield _counter("sabot_passes", "Passes opened in this run.", self._passes)
        yield from self._incident_figures()
        yield from self._device_figures()
        yield _gauge("sabot_queue_length", "Inputs that wait for the batch in flight.", self._shell.waiting)
        yield _gauge("sabot_journal_head_seq", "Number of the last journal entry.", self._shell.head.seq)
        yield _counter("sabot_publications", "Publications of this run.", self._backlog.last)
        yield _counter("sabot_publications_reread", "Publications asked for again.", self._backlog.reread)
        yield _counter("sabot_publications_unsent", "Publications no socket would take.", self._publisher.unsent)

    def _lifecycle(self) -> Iterator[Metric]:
        info = GaugeMetricFamily("sabot_run_info", "Run and software version; always 1.", labels=("run", "version"))
        info.add_metric((self._backlog.run, software_version()), 1)
        yield info
        now = self._shell.lifecycle
        state = GaugeMetricFamily("sabot_state", "1 for the state the table is in.", labels=("state",))
        for name in get_args(Lifecycle):
            state.add_metric((name,), name == now)
        yield state

    def _incident_figures(self) -> Iterator[Metric]:
        opened = CounterMetricFamily("sabot_incidents", "Incidents opened in this run.", labels=("code",))
        for code, count in sorted(self._incidents.copy().items()):
            opened.add_metric((code,), count)
        yield opened
        still_open = Counter(incident.code for incident in self._shell.kernel.state.incidents)
        family = GaugeMetricFamily("sabot_incidents_open", "Incidents open now.", labels=("code",))
        for code, count in sorted(still_open.items()):
            family.add_metric((code,), count)
        yield family

    def _device_figures(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("sabot_device_up", "1 while the device's link is up.", labels=("device", "role"))
        counted = CounterMetricFamily(
            "sabot_device_events", "What the line of a device counted.", labels=("device", "counter")
        )
        for device in self._desk.status().devices:
            up.add_metric((device.name, device.role), device.link == "up")
            for counter, count in device.counters.items():
                counted.add_metric((device.name, counter), count)
        yield up
        yield counted


class MetricsServer:
    """Serves one registry on *listen* (`address:port`) from `start` to `close`."""

    def __init__(self, listen: str, metrics: Metrics) -> None:
        self._listen = listen
        self._metrics = metrics
        self._server: _Server | None = None

    def start(self) -> None:
        """Raises BusError when the address cannot be used."""
        address, _, port = self._listen.rpartition(":")
        try:
            self._server = _Server((address, int(port)), _Handler)
        except (OSError, OverflowError) as error:
            text = "No se puede escuchar en {listen}: {error}. Cambie [metrics] en la configuración."
            raise BusError(text, listen=str(self._listen), error=str(error)) from error
        self._server.set_app(make_wsgi_app(self._metrics.registry))
        threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()

    def close(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()


class _Server(ThreadingMixIn, WSGIServer):
    """One thread per scraper, a few at a time; one too many is hung up on."""

    daemon_threads = True

    def __init__(self, *arguments: Any) -> None:
        self._slots = threading.BoundedSemaphore(MOST_SCRAPERS)
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._slots.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._slots.release()


class _Handler(WSGIRequestHandler):
    """Says nothing on standard error and gives up on a scraper that does not read or write."""

    timeout = _SCRAPE_WITHIN_S

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        pass


def _counter(name: str, text: str, value: int) -> Metric:
    return CounterMetricFamily(name, text, value=value)


def _gauge(name: str, text: str, value: int) -> Metric:
    return GaugeMetricFamily(name, text, value=value)
