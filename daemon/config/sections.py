"""The sections of a configuration file and the form each key must have. What a key is for, editors show from here."""

from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from daemon.console.settings import DEFAULT_LISTEN
from daemon.rulebooks import all_rulebooks
from table_core.rulebook import Rulebook

_STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)
_HOST_PORT = r"\d{1,3}(\.\d{1,3}){3}:\d{1,5}$"
_PUBLIC_KEY = r"^[0-9a-f]{64}$"
_NAME = r"^[A-Za-z0-9_-]{1,32}$"

_Money = Annotated[int, Field(ge=1)]
_Megabytes = Annotated[int, Field(ge=1)]


class TableSection(BaseModel):
    """The table: its name, its rulebook, where its record lies."""

    model_config = _STRICT
    name: Annotated[str, Field(pattern=_NAME, description="Nombre de la mesa: letras, cifras, - y _.")]
    rulebook: Annotated[str, Field(description="Reglamento y juego; los lista sabot --version.")]
    data: Annotated[str, Field(description="Directorio del registro y de las personas; uno por mesa.")]
    seats: Annotated[int, Field(ge=1, le=9, description="Puestos de la mesa.")] = 7
    stakes: Annotated[
        Literal["none", "keyed"], Field(description="keyed: el crupier ingresa las apuestas; none: no se conocen.")
    ] = "none"
    minimum: Annotated[_Money | None, Field(description="Apuesta mínima, en pesos; con maximum o sin ninguno.")] = None
    maximum: Annotated[_Money | None, Field(description="Apuesta máxima, en pesos; con minimum o sin ninguno.")] = None
    closing: Annotated[
        str | None, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$", description="Hora legal de cierre, HH:MM.")
    ] = None
    timezone: Annotated[str, Field(description="Huso horario de la hora de cierre.")] = "America/Santiago"
    simulated: Annotated[bool, Field(description="La mesa es simulada y así lo dice en todas partes.")] = False


class DeviceSection(BaseModel):
    """One device: who speaks with it, on which port."""

    model_config = _STRICT
    name: Annotated[str, Field(pattern=_NAME, description="Nombre propio del dispositivo.")]
    driver: Annotated[str, Field(description="Controlador; cada uno tiene su página en docs/devices.")]
    port: Annotated[str, Field(description="Puerto: serial:///..., tcp://equipo:puerto o usb://vendedor:producto.")]
    lamps: Annotated[list[str], Field(description="Lámparas de la placa, en orden de canal.")] = []
    options: Annotated[dict[str, Any], Field(description="Ajustes propios del controlador.")] = {}
    key: Annotated[str | None, Field(description="Archivo 0600 con la llave del dispositivo, si usa una.")] = None
    maker: Annotated[str, Field(description="Quién fabricó el dispositivo, para los recibos de inspección.")] = ""


class BusSection(BaseModel):
    """The bus over TCP, for clients with enrolled keys; without this section nothing listens."""

    model_config = _STRICT
    listen: Annotated[str, Field(pattern=r"^tcp://" + _HOST_PORT, description="Dirección de las órdenes.")]
    publish: Annotated[str, Field(pattern=r"^tcp://" + _HOST_PORT, description="Dirección de las publicaciones.")]
    keys: Annotated[str, Field(description="Directorio de llaves, de sabot keys init.")]


class MetricsSection(BaseModel):
    """Figures for Prometheus; without this section nothing listens."""

    model_config = _STRICT
    listen: Annotated[str, Field(pattern=r"^" + _HOST_PORT, description="Dirección de las métricas.")]


class ConsoleSection(BaseModel):
    """The web pages, from a process of their own; without this section there are none."""

    model_config = _STRICT
    listen: Annotated[str, Field(pattern=r"^" + _HOST_PORT, description="Dirección de las páginas.")] = DEFAULT_LISTEN
    names: Annotated[list[str], Field(description="Otros nombres con que se llega a las páginas.")] = []
    language: Annotated[Literal["es", "en"], Field(description="Idioma de las páginas.")] = "es"
    certificate: Annotated[str | None, Field(description="Certificado TLS (PEM).")] = None
    key: Annotated[str | None, Field(description="Llave del certificado (PEM).")] = None
    simulators: Annotated[
        str | None, Field(description="Dónde se manejan los dispositivos de una mesa simulada (sabot sim --at).")
    ] = None


class JournalSection(BaseModel):
    """Where the record is kept besides the data directory, and how much room its disk must have."""

    model_config = _STRICT
    second_copy: Annotated[str | None, Field(description="Segunda copia del registro, en otro disco.")] = None
    warn_free_mb: Annotated[_Megabytes, Field(description="Con menos MB libres se avisa.")] = 1024
    stop_free_mb: Annotated[_Megabytes, Field(description="Con menos MB libres la mesa se para.")] = 128


class RecorderSection(BaseModel):
    """Whether the table's inputs and traffic are recorded, and how large recordings may become."""

    model_config = _STRICT
    on: Annotated[bool, Field(description="Grabar las entradas y el tráfico.")] = False
    segment_mb: Annotated[int, Field(ge=1, description="MB de cada archivo de grabación.")] = 16
    total_mb: Annotated[int, Field(ge=2, description="MB de todas las grabaciones.")] = 512


class CameraSection(BaseModel):
    """A camera that looks at the table."""

    model_config = _STRICT
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="Nombre de la cámara.")]
    clock_offset_ms: Annotated[
        int, Field(ge=-86_400_000, le=86_400_000, description="Lo que marca su reloj menos lo que marca el nuestro.")
    ] = 0
    covers: Annotated[str, Field(description="Qué se ve.")] = ""
    margin_s: Annotated[int, Field(ge=0, le=600, description="Segundos antes y después.")] = 10


class ReleaseSection(BaseModel):
    """The approved release; with this section the table runs on no other installation."""

    model_config = _STRICT
    paper: Annotated[str, Field(description="Archivo firmado de la versión aprobada: sabot release sign.")]
    signer: Annotated[str, Field(pattern=_PUBLIC_KEY, description="Llave pública de quien aprueba versiones.")]


class ProgressiveSection(BaseModel):
    """The progressive beside the game; without this section the table has none."""

    model_config = _STRICT
    plan: Annotated[str, Field(description="Archivo firmado con el plan de apuestas, la homologación y los avisos.")]
    version: Annotated[str, Field(description="Versión del plan en uso; debe ser la del archivo.")]
    signer: Annotated[str, Field(pattern=_PUBLIC_KEY, description="Llave pública de quien firma el plan.")]
    pot: Annotated[str, Field(pattern=_NAME, description="Nombre del pozo.")]
    acceptor: Annotated[
        Literal["manual", "electronic"], Field(description="manual: ranura de fichas; electronic: créditos y botón.")
    ] = "manual"
    terms: Annotated[dict[str, int | str | bool], Field(description="Parámetros en uso; deben ser los del plan.")]
    complementary: Annotated[bool, Field(description="Carta Mágica y Jugador Afortunado.")] = False
    grand_within_h: Annotated[int | None, Field(ge=1, description="Horas para pagar el gran pozo.")] = None
    joint_inspector: Annotated[bool, Field(description="El inspector libera también los porcentajes del pozo.")] = False


class Config(BaseModel):
    """The whole file."""

    model_config = _STRICT
    table: TableSection
    journal: JournalSection = JournalSection()
    recorder: RecorderSection = RecorderSection()
    devices: Annotated[list[DeviceSection], Field(min_length=1)]
    cameras: list[CameraSection] = []
    switches: Annotated[dict[str, int | str | bool], Field(description="Lecturas dudosas del reglamento.")] = {}
    bus: BusSection | None = None
    metrics: MetricsSection | None = None
    progressive: ProgressiveSection | None = None
    release: ReleaseSection | None = None
    console: ConsoleSection | None = None

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


SECTIONS: dict[str, type[BaseModel]] = {
    "table": TableSection,
    "journal": JournalSection,
    "recorder": RecorderSection,
    "devices": DeviceSection,
    "cameras": CameraSection,
    "bus": BusSection,
    "metrics": MetricsSection,
    "progressive": ProgressiveSection,
    "release": ReleaseSection,
    "console": ConsoleSection,
}
