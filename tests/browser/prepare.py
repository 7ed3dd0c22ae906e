"""What some tests need from the system: installs it where that is allowed, else says what will be skipped.

python -m tests.browser.prepare chromium:chromium [PROGRAM:PACKAGE,... ...]  before the tests: install what is missing
python -m tests.browser.prepare --say chromium:chromium [...]                after them: name what is still missing

Only root on a Debian-like system installs anything, and only what is not there.
"""

import os
import shutil
import subprocess
import sys

_APT = "apt-get"
_QUIET = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
_WITHIN_S = 600


def main(arguments: list[str]) -> None:
    say = "--say" in arguments
    wanted = dict(argument.split(":", 1) for argument in arguments if argument != "--say")
    missing = {program: package for program, package in wanted.items() if shutil.which(program) is None}
    if say and missing:
        print(f"skipped: the tests that need {', '.join(missing)} (not installed here)")  # noqa: T201 - a command speaks
    elif missing and may_install():
        install(sorted({package for packages in missing.values() for package in packages.split(",")}))


def may_install() -> bool:
    return os.geteuid() == 0 and shutil.which(_APT) is not None


def install(packages: list[str]) -> None:
    """Quietly; a system without a network goes on without them."""
    for command in ([_APT, "-qq", "update"], [_APT, "-qq", "install", "-y", "--no-install-recommends", *packages]):
        try:
            done = subprocess.run(command, env=_QUIET, capture_output=True, timeout=_WITHIN_S, check=False)
        except subprocess.TimeoutExpired:
            return
        if done.returncode != 0:
            return


if __name__ == "__main__":
    main(sys.argv[1:])
