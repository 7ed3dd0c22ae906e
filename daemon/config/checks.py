"""What the values of a configuration mean together. Of a value whose form was wrong, UNKNOWN, nothing is said."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from zoneinfo import available_timezones

import msgspec

from daemon.config.problems import Finding, Location, did_you_mean, written
from daemon.console.settings import SettingsError, check_settings
from daemon.device_keys import OPTION, DeviceKeyError, settings_of
from daemon.i18n import _, told
from daemon.rulebooks import all_rulebooks, no_rules, undefined_games
from drivers.registry import DRIVERS, option_mistakes
from firmware_bridge.transport.url import PortUrlError, parse_port_url
from table_core.progressive.terms import Terms
from table_core.reconciler.families import FAMILIES
from table_core.rulebook import Rulebook
from table_core.signals import lamp_names

MAX_CHANNELS = 8
UNKNOWN: Final = object()
"""Stands for a value that was not written, or not in its form: another finding says so."""

Draft = dict[str, Any]


def checks(draft: Draft) -> Iterator[Finding]:
    """Every mistake of meaning in *draft*, a document with its defaults written out."""
    yield from _check_table(draft["table"])
    yield from _check_storage(draft)
    yield from _check_switches(draft)
    yield from _check_repeated("cameras", draft["cameras"], "name", _("Dé un nombre propio a cada una."))
    yield from _check_devices(draft)
    yield from _check_console(draft.get("console"), draft["table"])
    yield from _check_progressive(draft)


def _check_progressive(draft: Draft) -> Iterator[Finding]:
    section = draft.get("progressive")
    if section in (None, UNKNOWN) or section["terms"] is UNKNOWN:
        return
    try:
        msgspec.convert(section["terms"], Terms)
    except msgspec.ValidationError as error:
        yield Finding(("progressive", "terms"), str(error), _("Los nombres y valores están en docs/progressive.md."))


def _check_console(console: Draft | None, table: Draft) -> Iterator[Finding]:
    if console is None or console is UNKNOWN:
        return
    if console["simulators"] not in (None, UNKNOWN) and table is not UNKNOWN and table["simulated"] is False:
        what = _("simulators es para una mesa simulada, y esta no lo es")
        yield Finding(("console", "simulators"), what, _("Borre esa línea."))
    values = [console[key] for key in ("listen", "certificate", "key")]
    if UNKNOWN not in values:
        try:
            check_settings(*values)
        except SettingsError as error:
            yield Finding(("console", "listen"), error.what, error.remedy)


def _check_table(table: Draft) -> Iterator[Finding]:
    if table is UNKNOWN:
        return
    yield from _check_rulebook(table["rulebook"])
    zone = table["timezone"]
    if zone is not UNKNOWN and zone not in available_timezones():
        what = _("{value} no es un huso horario").format(value=written(zone))
        yield Finding(("table", "timezone"), what, _("Por ejemplo America/Santiago."))
    yield from _check_limits(table["minimum"], table["maximum"])
    yield from _check_seats(table)


def _check_rulebook(name: Any) -> Iterator[Finding]:
    if name is UNKNOWN:
        return
    where, books = ("table", "rulebook"), all_rulebooks()
    undefined = undefined_games().get(name)
    playable = [book.id for book in books.values() if book.family in FAMILIES]
    if undefined is not None:
        yield Finding(where, no_rules(undefined), _("Se conocen: {known}.").format(known=", ".join(playable)))
    elif name not in books:
        yield Finding(where, _("{value} no existe").format(value=written(name)), did_you_mean(name, playable))
    elif name not in playable:
        what = _("{value} todavía no se juega en esta versión").format(value=written(name))
        yield Finding(where, what, _("Se conocen: {known}.").format(known=", ".join(playable)))


def _check_seats(table: Draft) -> Iterator[Finding]:
    """A text that says how many seats its table has is not played with more."""
    book, seats = all_rulebooks().get(table["rulebook"]), table["seats"]
    most = book.settings.get("seats") if book is not None else None
    if most is None or not isinstance(most.value, int) or not isinstance(seats, int) or seats <= most.value:
        return
    what = _("{seats} puestos; el reglamento da {most} (art. {article})")
    said = what.format(seats=seats, most=most.value, article=most.article)
    yield Finding(("table", "seats"), said, _("Escriba seats = {most} o menos.").format(most=most.value))


def _check_limits(least: Any, most: Any) -> Iterator[Finding]:
    if least is UNKNOWN or most is UNKNOWN:
        return
    if (least is None) != (most is None):
        key = "minimum" if most is None else "maximum"
        yield Finding(("table", key), _("mínimo y máximo van juntos"), _("Escriba los dos o ninguno."))
    elif least is not None and least > most:
        yield Finding(("table", "maximum"), _("el máximo es menor que el mínimo"), _("Corrija los límites."))


def _check_storage(draft: Draft) -> Iterator[Finding]:
    journal, recorder, table = draft["journal"], draft["recorder"], draft["table"]
    if _above(_of(journal, "stop_free_mb"), _of(journal, "warn_free_mb")):
        what = _("no es menor que warn_free_mb")
        yield Finding(("journal", "stop_free_mb"), what, _("Primero se avisa, luego se para."))
    segments = _of(recorder, "segment_mb")
    if segments is not UNKNOWN and _above(2 * segments, _of(recorder, "total_mb"), equal=False):
        what = _("no caben dos archivos de segment_mb")
        yield Finding(("recorder", "total_mb"), what, _("Escriba al menos el doble."))
    copy, data = _of(journal, "second_copy"), _of(table, "data")
    if isinstance(copy, str) and isinstance(data, str) and Path(copy) == Path(data):
        what = _("es el mismo directorio que table.data")
        yield Finding(("journal", "second_copy"), what, _("Use otro disco."))


def _of(section: Any, key: str) -> Any:
    return UNKNOWN if section is UNKNOWN or section is None else section[key]


def _above(one: Any, other: Any, *, equal: bool = True) -> bool:
    if one is UNKNOWN or other is UNKNOWN:
        return False
    return bool(one >= other if equal else one > other)


def _check_switches(draft: Draft) -> Iterator[Finding]:
    book = _book(draft)
    if book is None or draft["switches"] is UNKNOWN:
        return
    for name, value in draft["switches"].items():
        if value is not UNKNOWN:
            yield from _check_switch(book, name, value)


def _check_switch(book: Rulebook, name: str, value: Any) -> Iterator[Finding]:
    where, setting = ("switches", name), book.settings.get(name)
    doubtful = [key for key, known in book.settings.items() if known.ambiguity]
    if setting is None:
        what = _("{rulebook} no tiene esta lectura dudosa").format(rulebook=book.id)
        yield Finding(where, what, did_you_mean(name, doubtful))
    elif not setting.ambiguity:
        what = _("no es una lectura dudosa: lo fija el art. {article}").format(article=setting.article)
        yield Finding(where, what, _("Quite la clave."))
    elif setting.readings and value not in setting.readings:
        what = _("{value} no es una lectura de este texto").format(value=written(value))
        readings = ", ".join(map(written, setting.readings))
        yield Finding(where, what, _("Valores: {values}.").format(values=readings))
    elif not setting.readings and (type(value) is not type(setting.value) or (isinstance(value, int) and value < 0)):
        what = _("{value} no es una lectura de este texto").format(value=written(value))
        yield Finding(where, what, _("Por omisión vale {value}.").format(value=written(setting.value)))


def _check_devices(draft: Draft) -> Iterator[Finding]:
    if draft["devices"] is UNKNOWN:
        return
    devices = [device for device in draft["devices"] if isinstance(device, dict)]
    yield from _check_repeated("devices", draft["devices"], "name", _("Dé un nombre propio a cada uno."))
    yield from _check_repeated("devices", draft["devices"], "port", _("Cada puerto es de un solo dispositivo."))
    for number, device in enumerate(draft["devices"]):
        if isinstance(device, dict):
            yield from _check_device(("devices", number), device, _of(draft["table"], "seats"))
    if all(device["driver"] in DRIVERS for device in devices):
        yield from _check_shoes(draft, [device for device in devices if DRIVERS[device["driver"]].role == "shoe"])
        yield from _check_floors(draft, devices)


def _check_floors(draft: Draft, devices: list[Draft]) -> Iterator[Finding]:
    floors = [number for number, device in enumerate(devices) if DRIVERS[device["driver"]].role == "pot"]
    for number in floors[1:]:
        remedy = _("Ponga las direcciones de todos los procesos del piso en un solo port.")
        yield Finding(("devices", number, "driver"), _("ya hay un piso"), remedy)
    if floors and draft.get("progressive") is None:
        remedy = _("Escriba [progressive], o quite este dispositivo.")
        yield Finding(("devices", floors[0], "driver"), _("esta mesa no tiene progresivo"), remedy)


def _check_repeated(section: str, devices: Any, key: str, remedy: str) -> Iterator[Finding]:
    if devices is UNKNOWN:
        return
    seen = set()
    for number, device in enumerate(devices):
        value = UNKNOWN if device is UNKNOWN else device[key]
        if value is UNKNOWN:
            continue
        if value in seen:
            yield Finding((section, number, key), _("{value} ya existe").format(value=written(value)), remedy)
        seen.add(value)


def _check_device(where: Location, device: Draft, seats: Any) -> Iterator[Finding]:
    yield from _check_port((*where, "port"), device["port"])
    driver = device["driver"]
    if driver is UNKNOWN:
        return
    if driver not in DRIVERS:
        what = _("{value} no existe").format(value=written(driver))
        yield Finding((*where, "driver"), what, did_you_mean(driver, DRIVERS))
        return
    if device["options"] is not UNKNOWN:
        yield from _check_key((*where, "key"), driver, device["options"], device["key"])
        yield from _check_options((*where, "options"), driver, device["options"])
    if device["lamps"] is not UNKNOWN and seats is not UNKNOWN:
        yield from _check_lamps((*where, "lamps"), driver, device["lamps"], seats)


def _check_port(where: Location, port: Any) -> Iterator[Finding]:
    if port is UNKNOWN:
        return
    try:
        parse_port_url(port)
    except PortUrlError as error:
        what, remedy = (_(text).format_map(error.values) for text in (error.what, error.remedy))
        yield Finding(where, what, remedy)


def _check_key(where: Location, driver: str, options: Draft, key: Any) -> Iterator[Finding]:
    if key is UNKNOWN:
        return
    try:
        settings_of(DRIVERS[driver], options, key)
    except DeviceKeyError as error:
        yield Finding(where, told(error.said), _("Vea la página del dispositivo en docs/devices."))


def _check_options(where: Location, driver: str, options: Draft) -> Iterator[Finding]:
    page = _("Vea la página del dispositivo en docs/devices.")
    if DRIVERS[driver].keyed:
        options = {**options, OPTION: bytes(32)}  # the key itself is checked by its own name
    for mistake in option_mistakes(DRIVERS[driver], options):
        remedy = did_you_mean(str(mistake.path[0]), mistake.known) if mistake.known else page
        yield Finding((*where, *mistake.path), told(mistake.said), remedy)


def _check_lamps(where: Location, driver: str, lamps: list[Any], seats: int) -> Iterator[Finding]:
    if DRIVERS[driver].role != "lamps":
        if lamps:
            yield Finding(where, _("este dispositivo no tiene lámparas"), _("Quite la clave."))
        return
    if not 1 <= len(lamps) <= MAX_CHANNELS:
        remedy = _("Entre 1 y {most}, en orden de canal.").format(most=MAX_CHANNELS)
        yield Finding(where, _("{count} lámparas").format(count=len(lamps)), remedy)
        return
    known = lamp_names(seats)
    for number, lamp in enumerate(lamps):
        if lamp is not UNKNOWN and lamp not in known:
            what = _("{value} no existe").format(value=written(lamp))
            yield Finding((*where, number), what, did_you_mean(lamp, known))


def _check_shoes(draft: Draft, shoes: list[Draft]) -> Iterator[Finding]:
    book = _book(draft)
    if book is None:
        return
    allowed = FAMILIES[book.family].shoes
    if len(shoes) not in allowed:
        numbers = _(" o ").join(map(str, allowed))
        remedy = _("En este juego la mesa tiene {numbers}: driver de rol shoe.").format(numbers=numbers)
        yield Finding(("devices",), _("hay {count} sabots").format(count=len(shoes)), remedy)


def _book(draft: Draft) -> Rulebook | None:
    """The rulebook in force, when it is one that can be played."""
    book = all_rulebooks().get(_of(draft["table"], "rulebook"))
    return book if book is not None and book.family in FAMILIES else None
