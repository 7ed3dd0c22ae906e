"""A table's configuration: one TOML file, read strictly. All mistakes are reported at once, each with a remedy."""

from daemon.config.load import load_config
from daemon.config.problems import ConfigError, Problem
from daemon.config.sections import (
    BusSection,
    CameraSection,
    Config,
    ConsoleSection,
    DeviceSection,
    JournalSection,
    RecorderSection,
    ReleaseSection,
    TableSection,
)

__all__ = [
    "BusSection",
    "CameraSection",
    "Config",
    "ConfigError",
    "ConsoleSection",
    "DeviceSection",
    "JournalSection",
    "Problem",
    "RecorderSection",
    "ReleaseSection",
    "TableSection",
    "load_config",
]
