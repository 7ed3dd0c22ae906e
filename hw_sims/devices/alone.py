"""What a device model offers to run alone behind a port: what it hears, what a person can do to it. Moves no bytes."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

Actions = Mapping[str, Callable[..., object]]
Say = Callable[[bytes], object]
Now = Callable[[], int]


class Alone(Struct, frozen=True):
    """*hear* takes what the host wrote and gives the frames to answer; *actions* by the names the orders use."""

    hear: Callable[[bytes], Iterable[bytes]]
    power_lost: Callable[[], None]
    actions: Mapping[str, Actions]


Build = Callable[[Say, Now], Alone]
