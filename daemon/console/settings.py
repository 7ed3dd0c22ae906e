"""How one console is reached and which table it shows. Checked before anything is opened."""

import ipaddress
import re

from msgspec import Struct

from daemon.bus_client import Address
from daemon.i18n import _

DEFAULT_LISTEN = "127.0.0.1:8470"
_HOST_PORT = re.compile(r"^(?P<host>\[[0-9a-fA-F:]+\]|[0-9.]+):(?P<port>\d{1,5})$")


class SettingsError(Exception):
    """The console cannot be opened like this: what is wrong, and what to write instead."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}. {remedy}")
        self.what = what
        self.remedy = remedy


class Settings(Struct, frozen=True):
    """*names*: further host names people type to get here. *certificate* and *key*: files, both or none.

    *simulators*: where the devices of a simulated table are steered.
    """

    address: Address
    host: str
    port: int
    names: tuple[str, ...] = ()
    language: str = "es"
    certificate: str | None = None
    key: str | None = None
    simulators: str | None = None

    @property
    def scheme(self) -> str:
        return "https" if self.certificate else "http"

    @property
    def hosts(self) -> frozenset[str]:
        """What may stand in a request's Host line: anything else is a page of somebody else that found us."""
        own = {self.host, *self.names}
        if _is_loopback(self.host):
            own |= {"127.0.0.1", "localhost", "[::1]"}
        return frozenset(own)


def make_settings(
    address: Address,
    listen: str,
    *,
    names: tuple[str, ...] = (),
    language: str = "es",
    certificate: str | None = None,
    key: str | None = None,
    simulators: str | None = None,
) -> Settings:
    """Raises SettingsError with a remedy when the address is wrong or would carry PINs in the clear."""
    host, port = check_settings(listen, certificate, key)
    return Settings(address, host, port, names, language, certificate, key, simulators)


def check_settings(listen: str, certificate: str | None, key: str | None) -> tuple[str, int]:
    """Host and port to listen on; raises SettingsError."""
    host, port = _split(listen)
    if (certificate is None) != (key is None):
        raise SettingsError(_("certificado y llave van juntos"), _("Escriba los dos archivos o ninguno."))
    if certificate is None and not _is_loopback(host):
        what = _("{host} se ve desde otras máquinas y los PIN viajarían a la vista").format(host=host)
        raise SettingsError(what, _("Indique certificado y llave, o escuche en 127.0.0.1."))
    return host, port


def _split(listen: str) -> tuple[str, int]:
    found = _HOST_PORT.match(listen)
    if found is None or int(found["port"]) > 65535:
        what = _("{listen} no es DIRECCIÓN:PUERTO").format(listen=listen)
        raise SettingsError(what, _("Por ejemplo {listen}.").format(listen=DEFAULT_LISTEN))
    return found["host"], int(found["port"])


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
