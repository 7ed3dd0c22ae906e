"""A badge is good on its own connection, for a while, and not for ever many."""

from daemon.badges import Badges, Holder

ANA = Holder("Ana Rojas", "dealer", b"terminal-1")


def test_a_badge_is_good_on_the_connection_it_was_issued_to_and_on_no_other() -> None:
    badges = Badges()
    badge = badges.issue(ANA, 0)
    assert badges.holder(badge, b"terminal-2", 1) is None
    assert badges.holder(badge, b"terminal-1", 1) == ANA


def test_a_badge_ends_after_its_idle_time_and_every_use_begins_it_anew() -> None:
    badges = Badges(idle_ns=100)
    badge = badges.issue(ANA, 0)
    assert badges.holder(badge, b"terminal-1", 100) == ANA
    assert badges.holder(badge, b"terminal-1", 200) == ANA
    assert badges.holder(badge, b"terminal-1", 301) is None
    assert badges.holder(badge, b"terminal-1", 302) is None, "it does not come back"


def test_a_revoked_badge_is_nobodys() -> None:
    badges = Badges()
    badge = badges.issue(ANA, 0)
    badges.revoke(badge)
    badges.revoke(badge)
    assert badges.holder(badge, b"terminal-1", 1) is None


def test_past_the_limit_the_badge_idle_longest_goes() -> None:
    badges = Badges(most=2)
    first, second = badges.issue(ANA, 0), badges.issue(ANA, 1)
    assert badges.holder(first, b"terminal-1", 2) == ANA
    third = badges.issue(ANA, 3)
    assert badges.holder(second, b"terminal-1", 4) is None
    assert badges.holder(first, b"terminal-1", 4) == badges.holder(third, b"terminal-1", 4) == ANA
