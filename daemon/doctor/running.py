"""What a running table says of itself, asked through its control socket."""

from collections.abc import Iterator
from pathlib import Path

from daemon.bus import CONTROL
from daemon.bus_client import BusClient, RequestRefused, TableAway, local_address
from daemon.counter_names import counts_in_words
from daemon.doctor.finding import Finding, Severity
from daemon.i18n import _, sentence
from daemon.messages import AskStatus, Lifecycle, Status, StatusTold

ANSWERS_WITHIN_MS = 3000
SILENT = "table.silent"
_SEVERITY: dict[Lifecycle, Severity] = {"startup": "note", "ready": "ok", "held": "warning", "stopped": "error"}
_DAMAGE = ("bad", "gaps", "send_failures")


def ask(data: Path) -> Status | Finding:
    """The running table's own words, or why there are none."""
    where = str(data / CONTROL)
    if not (data / CONTROL).exists():
        return Finding("table.off", "note", where, _("la mesa no está en marcha"), _("Iníciela: sabot run CONFIG"))
    try:
        with BusClient(local_address(data), timeout_ms=ANSWERS_WITHIN_MS) as table:
            return table.ask(AskStatus(), StatusTold).status
    except (TableAway, RequestRefused):
        finding = _("la mesa dejó un zócalo y no responde")
        remedy = _("Mire si su proceso sigue en marcha (systemctl status sabot@MESA) y vuelva a iniciarla.")
        return Finding(SILENT, "error", where, finding, remedy)


def running(status: Status, where: str) -> Iterator[Finding]:
    """What *status* means for whoever has to keep the table going."""
    reason = sentence(status.reason) if status.reason else _("en marcha")
    yield Finding(f"table.{status.state}", _SEVERITY[status.state], where, reason, _(status.what_to_do))
    if status.simulated:
        yield Finding("table.simulated", "note", where, _("mesa simulada: ningún dispositivo es real"))
    for device in status.devices:
        if device.link != "up":
            remedy = _("Revise cable y corriente; la mesa lo recupera sola.")
            yield Finding("device.down", "error", device.name, _("la mesa no lo alcanza"), remedy)
            continue
        counts = counts_in_words({name: device.counters.get(name, 0) for name in _DAMAGE})
        if counts:
            remedy = _("Si crece, revise cable, tierra y velocidad.")
            yield Finding("device.line_errors", "note", device.name, counts, remedy)
        else:
            yield Finding("device.up", "ok", device.name, device.identity or _("conectado"))
    copy = status.record.get("second_copy") or {}
    if copy.get("lost"):
        remedy = _("Revise su disco; se pone al día sola al volver.")
        yield Finding("copy.lost", "error", str(copy["path"]), str(copy["lost"]), remedy)
