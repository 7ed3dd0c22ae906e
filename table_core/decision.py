"""A decision in the making: the operations so far and the state they lead to. Thrown away whole when refused."""

from collections.abc import Mapping

from table_core import session as day
from table_core.cards import Card
from table_core.faults import FAULTS
from table_core.incidents import Choice, Incident, IncidentOpened, IncidentResolved, Scope
from table_core.rulebook import Announcement, Role
from table_core.session import LastPassesAnnounced, PassEnded
from table_core.table import Announced, Operation, TableState, evolve

Words = Mapping[str, Announcement]
_NO_WORDS: Words = {}


class Decision:
    def __init__(self, state: TableState, person: str | None = None, role: Role | None = None) -> None:
        self.state = state
        self.person = person
        self.role = role
        self.operations: list[Operation] = []

    def record(self, *operations: Operation) -> None:
        for operation in operations:
            self.operations.append(operation)
            self.state = evolve(self.state, operation)

    def end_pass(self, own_words: Words = _NO_WORDS) -> None:
        """The pass is over; say how many are left once the last ones were announced, in the text's *own_words*."""
        self.record(PassEnded(self.state.session.passes))
        left = self.state.session.passes_left
        if left:
            self.record(_last_passes(LastPassesAnnounced(left, "closing_hour"), own_words))

    def announce_last(self, last: LastPassesAnnounced, own_words: Words = _NO_WORDS) -> None:
        """Say how many passes are left before the table closes."""
        self.record(last, _last_passes(last, own_words))

    def fault(
        self,
        code: str,
        *,
        detail: str = "",
        device: str | None = None,
        card: Card | None = None,
        each_pass: bool = False,
    ) -> None:
        """Open the incident *code* unless one like it is open already; *each_pass*: that of another pass is another."""
        known = self.state.open_incident(code, device)
        if known is not None and not (each_pass and known.pass_number != self.state.session.passes):
            return
        fault = FAULTS[code]
        self.open(
            code,
            fault.offered(self.state.game.keyed_as),
            hold=fault.hold,
            scope=fault.scope,
            detail=detail or fault.meaning,
            device=device,
            card=card,
        )

    def open(
        self,
        code: str,
        choices: tuple[Choice, ...],
        *,
        hold: bool,
        detail: str,
        scope: Scope = "table",
        articles: tuple[str, ...] = (),
        device: str | None = None,
        card: Card | None = None,
        announcement: str | None = None,
        box: str = "",
    ) -> Incident:
        incident = Incident(
            id=self.state.next_incident,
            code=code,
            articles=articles,
            detail=detail,
            choices=choices,
            hold=hold,
            scope=scope,
            pass_number=self.state.session.passes,
            device=device,
            card=card,
            announcement=announcement,
            box=box,
        )
        self.record(IncidentOpened(incident))
        return incident

    def clear(self, code: str, device: str, reason: str) -> None:
        """Resolve by itself an incident that only waited for its device, if one is open."""
        incident = self.state.open_incident(code, device)
        if incident is not None and not incident.hold:
            self.record(IncidentResolved(incident.id, "CLEARED", None, None, None, reason))


def _last_passes(last: LastPassesAnnounced, own_words: Words) -> Announced:
    """What the dealer says of the last passes: the words of the text where it has some (Arica 1.9)."""
    own = own_words.get(f"last_passes_{last.count}")
    return Announced(day.last_passes_words(last), "cierre") if own is None else Announced(own.text, own.article)
