"""The pages' frames and files: one HTML shell per page, everything else static. No text of a page stands here."""

import base64
import hashlib
import html
import json
import mimetypes
from functools import cache
from importlib import resources
from pathlib import Path

from daemon.version import software_version

PAGES = {
    "/": "felt",
    "/dealer": "dealer",
    "/supervisor": "supervisor",
    "/tech": "tech",
    "/display/limits": "display-limits",
    "/display/paytable": "display-paytable",
    "/display/jackpot": "display-jackpot",
    "/display/road": "display-road",
}
"""Every page by its address; `static/pages/NAME.js` draws it."""

_IMPORTS = {
    "preact": "/vendor/preact.mjs",
    "preact/hooks": "/vendor/preact-hooks.mjs",
    "htm": "/vendor/htm.mjs",
    "uplot": "/vendor/uplot.mjs",
}
_IMPORT_MAP = json.dumps({"imports": _IMPORTS})
_IMPORT_MAP_SHA = base64.b64encode(hashlib.sha256(_IMPORT_MAP.encode()).digest()).decode()
POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' 'sha256-{_IMPORT_MAP_SHA}'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from outside, nothing inline but the map of imports, known by its digest."""

_SHELL = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<meta name="theme-color" content="#0b0d10">
<title>sabot</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style/base.css">
<link rel="stylesheet" href="/static/style/{page}.css">
<script type="importmap">{import_map}</script>
<script type="module" src="/static/pages/{page}.js"></script>
</head>
<body data-page="{page}" data-version="{version}">
<div id="page"></div>
</body>
</html>
"""

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("font/woff2", ".woff2")


def shell(page: str, language: str) -> str:
    return _SHELL.format(
        page=page, language=html.escape(language), import_map=_IMPORT_MAP, version=html.escape(version())
    )


@cache
def version() -> str:
    """Changes whenever a page that is open would differ from one opened now: it then loads itself again."""
    digest = hashlib.sha256(software_version().encode())
    for file in sorted(path for path in folder("static").rglob("*") if path.is_file()):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def folder(name: str) -> Path:
    return Path(str(resources.files("daemon.console"))) / name
