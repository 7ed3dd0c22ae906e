"""Our packages have plain names; another distribution may own one of them (python-daemon does). Found before start."""

from importlib import metadata

OUR_PACKAGES = ("table_core", "firmware_bridge", "drivers", "daemon", "hw_sims")
_OURS = "sabot"


def collisions() -> dict[str, list[str]]:
    """Each of our package names that another installed distribution claims, with the claimants."""
    owners = metadata.packages_distributions()
    claims = {name: sorted(set(owners.get(name, ())) - {_OURS}) for name in OUR_PACKAGES}
    return {name: others for name, others in claims.items() if others}
