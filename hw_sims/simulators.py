"""Which simulators run alone: one line each, loaded when used."""

from importlib import import_module

from msgspec import Struct

from hw_sims.devices.alone import Build


class Simulator(Struct, frozen=True):
    """*path* names the function that builds the device; *baud* is the line's usual speed."""

    kind: str
    path: str
    baud: int

    def load(self) -> Build:
        module, _, name = self.path.partition(":")
        build: Build = getattr(import_module(module), name)
        return build


SIMULATORS: dict[str, Simulator] = {
    simulator.kind: simulator
    for simulator in (
        Simulator("alpha", "hw_sims.devices.alpha.alone:build", 9600),
        Simulator("angel-eye", "hw_sims.devices.angel_eye.alone:build", 4800),
        Simulator("cd5220", "hw_sims.devices.cd5220.alone:build", 9600),
        Simulator("lcus", "hw_sims.devices.lcus.alone:build", 9600),
    )
}
