"""A simulated LCUS relay board: obeys commands, never answers. Moves no bytes itself."""

from firmware_bridge.wire.lcus import Deframer, RelayCommand
from firmware_bridge.wire.noise import LineNoise


class LcusBoard:
    """A board of *relays* relays; a command for another relay, or damaged, does nothing."""

    def __init__(self, relays: int = 8) -> None:
        self.stuck: frozenset[int] = frozenset()
        self.obeyed: list[RelayCommand] = []
        self.noise_bytes = 0
        self._relays = [False] * relays
        self._ear = Deframer()

    @property
    def lit(self) -> tuple[bool, ...]:
        """What the contacts really do, relay 1 first."""
        return tuple(self._relays)

    def receive(self, data: bytes) -> None:
        self._ear.receive_data(data)
        while (item := self._ear.next_item()) is not None:
            match item:
                case LineNoise(raw=raw):
                    self.noise_bytes += len(raw)
                case RelayCommand(channel=channel) if channel <= len(self._relays):
                    self._obey(item)

    def power_lost(self) -> None:
        """The cable was pulled: relays fall, a half-received command is forgotten."""
        self._relays = [False] * len(self._relays)
        self._ear = Deframer()

    def _obey(self, command: RelayCommand) -> None:
        self.obeyed.append(command)
        if command.channel not in self.stuck:
            self._relays[command.channel - 1] = command.on
