"""A table's configuration: one TOML file, read strictly. All mistakes are reported at once, each with a remedy."""

import difflib
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from daemon.device_keys import settings_of
from daemon.rulebooks import all_rulebooks
from drivers.registry import DRIVERS, OptionsError, open_session
from firmware_bridge.transport.url import PortUrlError, parse_port_url
from table_core.reconciler.families import FAMILIES
from table_core.rulebook import Rulebook
from table_core.signals import lamp_names

MAX_CHANNELS = 8
_FORMS = {
    "name": "Use letras, cifras, guion y guion bajo, hasta 32.",
    "closing": "Escriba la hora como HH:MM, por ejemplo 04:30.",
    "listen": "En [bus]: tcp://DIRECCIÓN:PUERTO, por ejemplo tcp://10.0.0.5:7101. En [metrics]: 127.0.0.1:9464.",
    "publish": "Escriba tcp://DIRECCIÓN:PUERTO, por ejemplo tcp://10.0.0.5:7102.",
}
_HOST_PORT = r"\d{1,3}(\.\d{1,3}){3}:\d{1,5}$"
_STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)


class Problem(Struct, frozen=True):
    """One mistake: where it stands, what is wrong, what to write instead."""

    where: str
    what: str
    remedy: str


class ConfigError(Exception):
    """The file cannot be used; *problems* lists everything that is wrong with it."""

    def __init__(self, path: Path, problems: list[Problem]) -> None:
        super().__init__(f"{path}: {len(problems)} problema(s)")
        self.path = path
        self.problems = problems


class TableSection(BaseModel):
    model_config = _STRICT
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    rulebook: str
    data: str
    seats: Annotated[int, Field(ge=1, le=9)] = 7
    stakes: Literal["none", "keyed"] = "none"
    minimum: Annotated[int, Field(ge=1)] | None = None
    maximum: Annotated[int, Field(ge=1)] | None = None
    closing: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] | None = None
    timezone: str = "America/Santiago"
    simulated: bool = False


class DeviceSection(BaseModel):
    model_config = _STRICT
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
    driver: str
    port: str
    lamps: list[str] = []
    options: dict[str, Any] = {}
    key: str | None = None


class BusSection(BaseModel):
    """The bus over TCP, for clients with enrolled keys; without this section nothing listens."""

    model_config = _STRICT
    listen: Annotated[str, Field(pattern=r"^tcp://" + _HOST_PORT)]
    publish: Annotated[str, Field(pattern=r"^tcp://" + _HOST_PORT)]
    keys: str


class MetricsSection(BaseModel):
    """Figures for Prometheus; without this section nothing listens."""

    model_config = _STRICT
    listen: Annotated[str, Field(pattern=r"^" + _HOST_PORT)]


class JournalSection(BaseModel):
    """Where the record is kept besides the data directory, and how much room its disk must have."""

    model_config = _STRICT
    second_copy: str | None = None
    warn_free_mb: Annotated[int, Field(ge=1)] = 1024
    stop_free_mb: Annotated[int, Field(ge=1)] = 128


class RecorderSection(BaseModel):
    """Whether the table's inputs and traffic are recorded, and how large recordings may become."""

    model_config = _STRICT
    on: bool = False
    segment_mb: Annotated[int, Field(ge=1)] = 16
    total_mb: Annotated[int, Field(ge=2)] = 512


class Config(BaseModel):
    model_config = _STRICT
    table: TableSection
    journal: JournalSection = JournalSection()
    recorder: RecorderSection = RecorderSection()
    devices: Annotated[list[DeviceSection], Field(min_length=1)]
    switches: dict[str, int | str | bool] = {}
    bus: BusSection | None = None
    metrics: MetricsSection | None = None

    def rulebook(self) -> Rulebook:
        return all_rulebooks()[self.table.rulebook].with_switches(dict(self.switches))

    @property
    def limits(self) -> tuple[int, int] | None:
        if self.table.minimum is None or self.table.maximum is None:
            return None
        return self.table.minimum, self.table.maximum

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.table.timezone)


def load_config(path: Path) -> Config:
    """The configuration in *path*; raises ConfigError with every problem found."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(
            path, [Problem(str(path), f"no se puede leer: {error.strerror}", "Revise la ruta.")]
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(path, [Problem(str(path), f"no es TOML: {error}", "Corrija esa línea.")]) from error
    try:
        config = Config.model_validate(document)
    except ValidationError as error:
        raise ConfigError(path, [_problem(detail) for detail in error.errors()]) from error
    problems = list(_cross_check(config))
    if problems:
        raise ConfigError(path, problems)
    return config


def _problem(detail: Any) -> Problem:
    where = ".".join(str(part) for part in detail["loc"])
    kind, context = detail["type"], detail.get("ctx", {})
    match kind:
        case "missing":
            return Problem(where, "falta esta clave", "Agréguela.")
        case "extra_forbidden":
            return Problem(where, "clave desconocida", _did_you_mean(str(detail["loc"][-1]), _keys_at(detail["loc"])))
        case "string_type":
            return Problem(where, f"se esperaba un texto, no {detail['input']!r}", "Escríbalo entre comillas.")
        case "int_type":
            return Problem(
                where, f"se esperaba un número entero, no {detail['input']!r}", "Quite comillas y decimales."
            )
        case "bool_type":
            return Problem(where, f"se esperaba true o false, no {detail['input']!r}", "Escriba true o false.")
        case "string_pattern_mismatch":
            remedy = _FORMS.get(str(detail["loc"][-1]), "Compare con deploy/examples.")
            return Problem(where, f"{detail['input']!r} no tiene la forma pedida", remedy)
        case "literal_error":
            return Problem(where, f"{detail['input']!r} no es un valor conocido", f"Valores: {context['expected']}")
        case "greater_than_equal" | "less_than_equal":
            bound = context.get("ge", context.get("le"))
            return Problem(where, f"{detail['input']!r} está fuera de rango", f"El límite es {bound}.")
        case _:
            return Problem(
                where, f"{detail['input']!r}: {detail['msg']}", "Compare con los ejemplos de deploy/examples."
            )


def _keys_at(location: tuple[Any, ...]) -> list[str]:
    match location:
        case ("table", _):
            return list(TableSection.model_fields)
        case ("journal", _):
            return list(JournalSection.model_fields)
        case ("recorder", _):
            return list(RecorderSection.model_fields)
        case ("devices", _, _):
            return list(DeviceSection.model_fields)
        case ("bus", _):
            return list(BusSection.model_fields)
        case ("metrics", _):
            return list(MetricsSection.model_fields)
        case _:
            return list(Config.model_fields)


def _did_you_mean(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f"¿Quiso decir {near[0]}?" if near else f"Se conocen: {', '.join(known)}."


def _cross_check(config: Config) -> list[Problem]:
    return [*_check_table(config), *_check_storage(config), *_check_switches(config), *_check_devices(config)]


def _check_table(config: Config) -> list[Problem]:
    table, found = config.table, []
    playable = [book.id for book in all_rulebooks().values() if book.family in FAMILIES]
    if table.rulebook not in playable:
        found.append(
            Problem("table.rulebook", f"{table.rulebook!r} no existe", _did_you_mean(table.rulebook, playable))
        )
    if table.timezone not in available_timezones():
        found.append(Problem("table.timezone", f"{table.timezone!r} no existe", "Por ejemplo America/Santiago."))
    if (table.minimum is None) != (table.maximum is None):
        found.append(Problem("table.minimum", "mínimo y máximo van juntos", "Escriba los dos o ninguno."))
    if config.limits is not None and config.limits[0] > config.limits[1]:
        found.append(Problem("table.maximum", "el máximo es menor que el mínimo", "Corrija los límites."))
    return found


def _check_storage(config: Config) -> list[Problem]:
    found = []
    if config.journal.stop_free_mb >= config.journal.warn_free_mb:
        found.append(
            Problem("journal.stop_free_mb", "no es menor que warn_free_mb", "Primero se avisa, luego se para.")
        )
    if config.recorder.total_mb < 2 * config.recorder.segment_mb:
        found.append(Problem("recorder.total_mb", "no caben dos archivos de segment_mb", "Escriba al menos el doble."))
    if config.journal.second_copy is not None and Path(config.journal.second_copy) == Path(config.table.data):
        found.append(Problem("journal.second_copy", "es el mismo directorio que table.data", "Use otro disco."))
    return found


def _check_switches(config: Config) -> list[Problem]:
    book = all_rulebooks().get(config.table.rulebook)
    if book is None:
        return []
    found = []
    for name, value in config.switches.items():
        try:
            book.with_switches({name: value})
        except ValueError as error:
            known = [key for key, setting in book.settings.items() if setting.ambiguity]
            found.append(Problem(f"switches.{name}", str(error), _did_you_mean(name, known)))
    return found


def _check_devices(config: Config) -> list[Problem]:
    found: list[Problem] = []
    names = [device.name for device in config.devices]
    for number, device in enumerate(config.devices):
        where = f"devices.{number}"
        if names.index(device.name) != number:
            found.append(Problem(f"{where}.name", f"{device.name!r} ya existe", "Dé un nombre propio a cada uno."))
        if device.driver not in DRIVERS:
            remedy = _did_you_mean(device.driver, list(DRIVERS))
            found.append(Problem(f"{where}.driver", f"{device.driver!r} no existe", remedy))
            continue
        found += _check_port(where, device)
        found += _check_options(where, device)
        found += _check_lamps(where, device, config.table.seats)
    shoes = [device for device in config.devices if device.driver in DRIVERS and DRIVERS[device.driver].role == "shoe"]
    if len(shoes) != 1:
        found.append(Problem("devices", f"hay {len(shoes)} sabots", "Una mesa tiene exactamente un sabot."))
    return found


def _check_port(where: str, device: DeviceSection) -> list[Problem]:
    try:
        parse_port_url(device.port)
    except PortUrlError as error:
        return [Problem(f"{where}.port", str(error).rstrip("."), "Vea docs/technician.md.")]
    return []


def _check_options(where: str, device: DeviceSection) -> list[Problem]:
    try:
        driver = DRIVERS[device.driver]
        open_session(driver, device.name, len(device.lamps), settings_of(driver, device.options, device.key))
    except OptionsError as error:
        return [Problem(f"{where}.options", str(error), "Vea la página del dispositivo en docs/devices.")]
    return []


def _check_lamps(where: str, device: DeviceSection, seats: int) -> list[Problem]:
    if DRIVERS[device.driver].role != "lamps":
        wrong = [Problem(f"{where}.lamps", "este dispositivo no tiene lámparas", "Quite la clave.")]
        return wrong if device.lamps else []
    if not 1 <= len(device.lamps) <= MAX_CHANNELS:
        return [
            Problem(f"{where}.lamps", f"{len(device.lamps)} lámparas", f"Entre 1 y {MAX_CHANNELS}, en orden de canal.")
        ]
    known = list(lamp_names(seats))
    return [
        Problem(f"{where}.lamps", f"{lamp!r} no existe", _did_you_mean(lamp, known))
        for lamp in device.lamps
        if lamp not in known
    ]
