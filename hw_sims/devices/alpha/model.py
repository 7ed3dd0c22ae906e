"""A simulated Alpha LED sign: memory of text and string files, what is seen, and its replies. Moves no bytes itself."""

from firmware_bridge.wire import alpha
from firmware_bridge.wire.noise import LineNoise

_BAD_LABEL, _BAD_CHECK = 0x20, 0x10
_FILE_SIZE = 11
_PRIORITY_SIZE = 125


class AlphaSign:
    """Files outlive the power. `drawn` counts how often the text itself was drawn anew: people see a flicker."""

    def __init__(self, *, can_reply: bool = True) -> None:
        self.drawn = 0
        self.refused = 0
        self.noise_bytes = 0
        self._can_reply = can_reply
        self._replies = False
        self._sizes: dict[str, tuple[str, int]] = {}
        self._texts: dict[str, str] = {alpha.PRIORITY_TEXT: ""}
        self._strings: dict[str, str] = {}
        self._ear = alpha.Deframer()

    @property
    def shown(self) -> tuple[str, ...]:
        """The lines a person reads, top first."""
        text = self._texts[alpha.PRIORITY_TEXT] or next(
            (words for label, words in self._texts.items() if label != alpha.PRIORITY_TEXT), ""
        )
        return tuple(self._resolved(part[2:]) for part in text.split(chr(alpha.ESC))[1:])

    def receive(self, data: bytes) -> list[bytes]:
        """Take bytes; the replies, none unless they were enabled."""
        self._ear.receive_data(data)
        answers: list[bytes] = []
        while (item := self._ear.next_item()) is not None:
            status = self._take(item)
            if status is not None and self._replies:
                answers.append(alpha.Reply(status == 0, alpha.STATUS_BASE | status).to_bytes())
        return answers

    def power_lost(self) -> None:
        """Files stay, as in a sign with its battery; replies are off again."""
        self._replies = False
        self._ear = alpha.Deframer()

    def forget(self) -> None:
        """The battery is flat: no file is left."""
        self._sizes, self._strings = {}, {}
        self._texts = {alpha.PRIORITY_TEXT: ""}

    def _take(self, item: alpha.Packet | LineNoise) -> int | None:
        match item:
            case LineNoise(reason="bad_sum"):
                self.refused += 1
                return _BAD_CHECK
            case LineNoise(raw=raw):
                self.noise_bytes += len(raw)
                return None
            case alpha.Packet(commands=commands) if item.for_everybody:
                status = max(0 if self._obey(command) else _BAD_LABEL for command in commands)
                self.refused += bool(status)
                return status
            case _:
                return None

    def _obey(self, command: str) -> bool:
        match command[:2]:
            case "E$":
                self._allocate(command[2:])
                return True
            case "Es":
                self._replies = self._can_reply and command[2:] == "1"
                return self._can_reply
        label, words = command[1:2], command[2:]
        match command[0]:
            case "A":
                return self._write_text(label, words)
            case "G":
                return self._write_string(label, words)
            case _:
                return False

    def _allocate(self, files: str) -> None:
        self.forget()
        for at in range(0, len(files) - _FILE_SIZE + 1, _FILE_SIZE):
            entry = files[at : at + _FILE_SIZE]
            self._sizes[entry[0]] = (entry[1], int(entry[3:7], 16))

    def _write_text(self, label: str, words: str) -> bool:
        room = _PRIORITY_SIZE if label == alpha.PRIORITY_TEXT else self._room(label, "A")
        if room is None or len(words) > room:
            return False
        self._texts[label] = words
        self.drawn += 1
        return True

    def _write_string(self, label: str, words: str) -> bool:
        room = self._room(label, "B")
        if room is None or len(words) > room:
            return False
        self._strings[label] = words
        return True

    def _room(self, label: str, kind: str) -> int | None:
        held = self._sizes.get(label)
        return held[1] if held is not None and held[0] == kind else None

    def _resolved(self, words: str) -> str:
        before, call, label = words.partition(chr(alpha.CALL_STRING))
        return before + (self._strings.get(label[:1], "") + label[1:] if call else "")
