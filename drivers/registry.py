"""Which drivers there are: one line each, loaded only when a table uses it."""

import re
from collections.abc import Iterator
from importlib import import_module, metadata
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from drivers.base import Session, SettingError
from table_core.text import Text

DeviceRole = Literal["shoe", "lamps", "display", "acceptor", "pad", "wheel", "shuffler", "rack", "contacts", "pot"]
Support = Literal["captured", "documented", "public code", "ours"]

_WRONG_TYPE = re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`")
_BOUND = re.compile(r"Expected `[^`]+` (?:of length )?(?:[<>]=?|==) ?(?P<bound>\d+)")
_MUST_BE = {
    "int": Text("debe ser un número entero, sin comillas"),
    "str": Text("debe ser un texto, entre comillas"),
    "bool": Text("debe ser true o false, sin comillas"),
    "array": Text("debe ser una lista: [1, 2]"),
    "object": Text("debe ser una tabla de claves y valores"),
}
_AT = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\w+")


class Driver(Struct, frozen=True):
    """*baud* is the line's usual speed, None for USB. *confirms*: outputs are read back.

    *verdict*: the shoe closes a pass with a result of its own. *keyed*: each device has a key of its own.
    """

    name: str
    role: DeviceRole
    path: str
    support: Support
    baud: int | None
    confirms: bool
    verdict: bool = False
    keyed: bool = False


def _tablebus(family: str, role: DeviceRole, session: str) -> Driver:
    path = f"drivers.{family}.tablebus.session:{session}"
    return Driver(f"tablebus-{family}", role, path, "ours", 115200, True, keyed=True)


def _outside() -> list[Driver]:
    """What other distributions add: each entry point of the group names a `Driver`."""
    return [point.load() for point in metadata.entry_points(group="sabot.drivers")]


DRIVERS: dict[str, Driver] = {
    driver.name: driver
    for driver in (
        *_outside(),
        Driver("alpha", "display", "drivers.display.alpha.session:AlphaSession", "public code", 9600, False),
        Driver("angel-eye", "shoe", "drivers.shoe.angel_eye.session:AngelEyeSession", "captured", 4800, False, True),
        Driver("bee-tek", "shoe", "drivers.shoe.bee_tek.session:BeeTekSession", "public code", 9600, False),
        Driver("barcode", "shoe", "drivers.shoe.barcode.session:BarcodeSession", "public code", 9600, False),
        Driver("barcode-hid", "shoe", "drivers.shoe.barcode.hid_session:BarcodeHidSession", "public code", None, False),
        Driver("cd5220", "display", "drivers.display.cd5220.session:Cd5220Session", "documented", 9600, False),
        Driver(
            "hid-keypad", "pad", "drivers.dealer_pad.hid_keypad.session:HidKeypadSession", "public code", None, True
        ),
        Driver("cctalk", "acceptor", "drivers.acceptor.cctalk.session:CcTalkSession", "documented", 9600, True),
        Driver("cctalk-led", "lamps", "drivers.lamps.cctalk_led.session:CcTalkLedSession", "public code", 9600, False),
        Driver("floor", "pot", "drivers.pot.floor.session:FloorSession", "ours", None, True),
        Driver("hid-relay", "lamps", "drivers.lamps.hid_relay.session:HidRelaySession", "public code", None, True),
        Driver("lcus", "lamps", "drivers.lamps.lcus.session:LcusSession", "documented", 9600, False),
        _tablebus("shoe", "shoe", "TableBusShoe"),
        _tablebus("shuffler", "shuffler", "TableBusShuffler"),
        _tablebus("acceptor", "acceptor", "TableBusAcceptors"),
        _tablebus("lamps", "lamps", "TableBusLamps"),
        _tablebus("display", "display", "TableBusDisplay"),
        _tablebus("discard", "rack", "TableBusRack"),
        _tablebus("contacts", "contacts", "TableBusContacts"),
    )
}


class OptionMistake(Struct, frozen=True):
    """One mistake in a device's settings. *path* begins with the setting's name; *known* are the names there are."""

    path: tuple[str | int, ...]
    said: Text
    known: tuple[str, ...] = ()


class OptionsError(Exception):
    """The settings given to a device are not ones its driver takes."""

    def __init__(self, mistakes: tuple[OptionMistake, ...]) -> None:
        super().__init__("; ".join(f"{'.'.join(map(str, one.path))}: {one.said}" for one in mistakes))
        self.mistakes = mistakes


def open_session(driver: Driver, device: str, channels: int = 0, options: dict[str, Any] | None = None) -> Session:
    """A fresh session of *driver* for the device of that name; lamp boards are told their *channels*.

    A session class that has settings declares them as its `Options`, a Struct that forbids unknown fields.
    """
    mistakes = option_mistakes(driver, options or {})
    if mistakes:
        raise OptionsError(mistakes)
    declared = declared_options(driver)
    settings = () if declared is None else (msgspec.convert(options or {}, declared),)
    lamps = (channels,) if driver.role == "lamps" else ()
    session: Session = _session_class(driver)(device, *lamps, *settings)
    return session


def declared_options(driver: Driver) -> type[Struct] | None:
    """The settings *driver* has, if it has any."""
    declared: type[Struct] | None = getattr(_session_class(driver), "Options", None)
    return declared


def option_mistakes(driver: Driver, options: dict[str, Any]) -> tuple[OptionMistake, ...]:
    """Everything that is wrong with *options*: each setting by itself first, then all of them together."""
    declared = declared_options(driver)
    if declared is None:
        text = Text("{driver} no tiene ajustes propios", {"driver": driver.name})
        return tuple(OptionMistake((name,), text) for name in options)
    fields = {field.encode_name: field for field in msgspec.structs.fields(declared)}
    found = [mistake for name, value in options.items() for mistake in _mistakes(name, value, fields)]
    found += [
        OptionMistake((name,), Text("falta este ajuste"))
        for name in fields
        if fields[name].required and name not in options
    ]
    return tuple(found) or _together(options, declared)


def _mistakes(name: str, value: Any, fields: dict[str, Any]) -> Iterator[OptionMistake]:
    if name not in fields:
        yield OptionMistake((name,), Text("ajuste desconocido"), tuple(fields))
        return
    try:
        msgspec.convert(value, fields[name].type)
    except msgspec.ValidationError as error:
        yield OptionMistake((name, *_inner_path(str(error))), _what_is_wrong(str(error), fields[name].type))


def _together(options: dict[str, Any], declared: type[Struct]) -> tuple[OptionMistake, ...]:
    """What the settings say against each other; the Struct itself says it, as a `TextError`."""
    try:
        msgspec.convert(options, declared)
    except msgspec.ValidationError as error:
        said = error.__cause__.said if isinstance(error.__cause__, SettingError) else Text(str(error))
        return (OptionMistake((), said),)
    return ()


def _what_is_wrong(error: str, wanted: Any) -> Text:
    """msgspec's English *error* as a text of ours."""
    if get_origin(wanted) is Literal:
        return Text("no es un valor conocido; valores: {values}", {"values": ", ".join(map(str, get_args(wanted)))})
    if found := _WRONG_TYPE.match(error):
        return _MUST_BE.get(found["wanted"], Text("no es de la clase pedida ({wanted})", {"wanted": found["wanted"]}))
    if found := _BOUND.match(error):
        return Text("está fuera de rango; el límite es {bound}", {"bound": found["bound"]})
    return Text("no sirve: {error}", {"error": error})


def _inner_path(error: str) -> tuple[str | int, ...]:
    """Where inside one setting the mistake lies: msgspec ends its message with "- at `$[2]`"."""
    found = _AT.search(error)
    if found is None:
        return ()
    return tuple(int(step) if step.isdigit() else step for step in _STEP.findall(found["path"]))


def _session_class(driver: Driver) -> Any:
    module, _, name = driver.path.partition(":")
    return getattr(import_module(module), name)
