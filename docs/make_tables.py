"""Writes the tables of the documentation that come from the program: faults, irregularities, devices.

python docs/make_tables.py
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from daemon.i18n import in_language
from daemon.rulebooks import all_rulebooks
from drivers.registry import DRIVERS, Driver
from table_core.faults import FAULTS
from table_core.people import ROLE_NAMES

DOCS = Path(__file__).parent
_LINK_BESIDE = re.compile(r"\]\(([\w-]+)\.md\)")
COMPLETE = (
    "iquique-2000/mini-baccarat",
    "iquique-2000/punto-y-banca",
    "iquique-2000/chemin-de-fer",
    "coquimbo-2020",
    "bj8-ar",
    "mendoza-2016",
    "iquique-2000",
    "arica-2017",
    "iquique-2000/caribbean",
)
_FAMILIES = {
    "shoe": "sabot",
    "lamps": "lámparas",
    "display": "pantalla",
    "acceptor": "aceptador",
    "pad": "teclado del crupier",
    "wheel": "ruleta",
    "shuffler": "barajadora",
    "rack": "descarte",
    "contacts": "contactos",
    "pot": "pozo compartido",
}
_GRADES = {
    "captured": "capturado",
    "documented": "documentado",
    "public code": "código público",
    "ours": "nuestro",
}
_SCOPES = {"table": "mesa", "seat": "puesto", "notice": "aviso"}


def main() -> None:
    for name, section, table in (
        ("technician.md", "faults", faults()),
        ("technician.en.md", "faults", faults_in_english()),
        ("rulebooks.md", "irregularities", irregularities()),
        ("devices.md", "devices", devices()),
    ):
        page = DOCS / name
        page.write_text(with_table(page.read_text(encoding="utf-8"), section, table), encoding="utf-8")


def with_table(page: str, section: str, table: str) -> str:
    """*page* with the marked *section* replaced."""
    marked = re.compile(rf"(<!-- {section}: [^>]*-->\n).*?(<!-- /{section} -->)", re.DOTALL)
    return marked.sub(lambda found: f"{found[1]}\n{table}\n{found[2]}", page)


def faults() -> str:
    rows = (
        (
            f"`{fault.code}`",
            fault.meaning,
            fault.what_to_do,
            "sí" if fault.hold else "no",
            _SCOPES[fault.scope],
            ROLE_NAMES[fault.role],
            _codes(fault.choices),
        )
        for fault in FAULTS.values()
    )
    return _table(("código", "qué pasó", "qué hacer", "detiene", "alcance", "decide", "opciones"), rows)


def faults_in_english() -> str:
    english = in_language("en")
    rows = (
        (
            f"`{fault.code}`",
            english(fault.meaning),
            english(fault.what_to_do),
            "yes" if fault.hold else "no",
            fault.scope,
            english(ROLE_NAMES[fault.role]),
            _codes(fault.choices),
        )
        for fault in FAULTS.values()
    )
    return _table(("code", "what happened", "what to do", "holds", "scope", "decides", "choices"), rows)


def irregularities() -> str:
    books = all_rulebooks()
    return "\n".join(
        f"## {books[rulebook].title}: {books[rulebook].source}\n\n`{rulebook}`\n\n{_irregularities(rulebook)}"
        for rulebook in COMPLETE
    )


def devices() -> str:
    rows = (
        (
            _FAMILIES[driver.role],
            f"[`{driver.name}`](devices/{driver.name}.md)",
            _GRADES[driver.support],
            "sí" if driver.confirms else "no",
            evidence(driver),
        )
        for driver in sorted(DRIVERS.values(), key=lambda driver: (list(_FAMILIES).index(driver.role), driver.name))
    )
    return _table(("familia", "controlador", "grado", "confirma salidas", "en qué se apoya"), rows)


def evidence(driver: Driver) -> str:
    """What the grade rests on: the paragraph below it on the device's own page."""
    page = (DOCS / "devices" / f"{driver.name}.md").read_text(encoding="utf-8")
    paragraph = page.split("\n\n")[2]
    return _LINK_BESIDE.sub(r"](devices/\1.md)", " ".join(paragraph.split()))


def _irregularities(rulebook: str) -> str:
    command = [sys.executable, "-m", "daemon.cli", "rules", "irregularities", "--rulebook", rulebook, "--json"]
    answer = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603 - our own command
    rows = (
        (
            row["row"],
            row["trigger"],
            row["detection"],
            ", ".join(row["articles"]),
            _codes(row["resolutions"]),
            ROLE_NAMES[row["role"]],
            "implementada" if row["status"] == "implemented" else f"rechazada: {row['reason']}",
        )
        for row in msgspec.json.decode(answer)
    )
    return _table(("fila", "qué pasó", "detección", "artículos", "resoluciones", "decide", "estado"), rows)


def _codes(codes: Iterable[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _head in heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
