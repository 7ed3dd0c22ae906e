"""Whether the installation is the approved release; without a paper nobody can say."""

from daemon.config import ReleaseSection
from daemon.doctor.finding import Finding
from daemon.i18n import _, told
from daemon.release import ReleaseError, require_release


def software(section: ReleaseSection | None) -> Finding:
    if section is None:
        remedy = _("Fírmela con sabot release sign y nombre el papel en la sección [release].")
        return Finding("software.release", "note", "[release]", _("nadie aprobó esta instalación"), remedy)
    try:
        require_release(section)
    except ReleaseError as error:
        remedy = _("Vea cada archivo con: sabot release check {paper} --signer {signer}")
        remedy = remedy.format(paper=section.paper, signer=section.signer)
        return Finding("software.release", "error", section.paper, told(error.said), remedy)
    return Finding("software.release", "ok", section.paper, _("la instalación es la aprobada"))
