"""Prizes of one pass against the pot, in the order they are paid (ARI 4.2). Pure; seat 1 is at the dealer's right."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from table_core.money import share_bp
from table_core.progressive import complementary
from table_core.progressive.combinations import straight_height
from table_core.progressive.complementary import Shown
from table_core.progressive.prizes import COMPLEMENTARY, WHOLE_POT_BP, Hand, Prize, fixed_amount, rows_won, table_of
from table_core.progressive.terms import Funder, Terms


class Payment(Struct, frozen=True):
    """One prize of one seat. A share of nothing is still listed."""

    seat: int
    prize: str
    amount: int
    article: str = "4.2"


class Funds(Struct, frozen=True):
    """What may pay: the main pot this pass competes for, and the reserve; *house* is what was asked of the house."""

    main: int
    reserve: int
    house: int = 0

    def pay(self, amount: int) -> "Funds":
        """Out of the main pot, which holds that much."""
        return Funds(self.main - amount, self.reserve, self.house)

    def charge(self, amount: int, short: Funder) -> "Funds":
        """Out of the main pot; where that is short, from the reserve if the reading allows it, then the house."""
        from_main = min(amount, self.main)
        return Funds(self.main - from_main, self.reserve, self.house).ask(amount - from_main, short)

    def ask(self, amount: int, source: Funder) -> "Funds":
        from_reserve = min(amount, self.reserve) if source == "reserve_then_house" else 0
        return Funds(self.main, self.reserve - from_reserve, self.house + amount - from_reserve)


class Settlement(Struct, frozen=True):
    """*payments* in the order of payment, *promo* those made in promotional credits; *after* is before any re-seed."""

    payments: tuple[Payment, ...]
    promo: tuple[Payment, ...]
    before: Funds
    after: Funds
    grand: bool

    @property
    def total(self) -> int:
        return sum(payment.amount for payment in self.payments)


def settle(terms: Terms, funds: Funds, hands: Collection[Hand], shown: Sequence[Shown] = ()) -> Settlement:
    """Complementary and fixed prizes first, then shares of what they leave, the 100 % last (ARI-4.2-f, -j, -k)."""
    side = _complementary(terms, hands, shown)
    promo = side if terms.complementary_funding == "promo_credits" else ()
    small = _ordered(terms, [*(() if promo else side), *_fixed(terms, hands)])
    after = funds
    for payment in small:
        after = _charged(terms, after, payment)
    shares, left = _shares(terms, after, hands)
    grand = any(prize.value == WHOLE_POT_BP and prize.kind == "share" for prize, _ in _winners(terms, hands))
    return Settlement((*small, *shares), promo, funds, left, grand)


def _complementary(terms: Terms, hands: Collection[Hand], shown: Sequence[Shown]) -> tuple[Payment, ...]:
    """By row of the table, inside a row by seat."""
    return tuple(
        Payment(seat, prize.name, prize.value, prize.article)
        for prize in table_of(terms)
        for seat in sorted(
            seat
            for one in shown
            if complementary.name_of(one) == prize.name
            for seat in complementary.winners(one, hands)
        )
    )


def _fixed(terms: Terms, hands: Collection[Hand]) -> Iterable[Payment]:
    for prize, winners in _winners(terms, hands):
        if prize.kind == "fixed":
            for hand in winners:
                amount = fixed_amount(terms, prize, hand.credits)
                yield Payment(hand.seat, prize.name, amount, prize.article)


def _winners(terms: Terms, hands: Collection[Hand]) -> list[tuple[Prize, list[Hand]]]:
    """Each row somebody won, lowest first, with its winners from seat 1 on."""
    won = [(hand, rows_won(terms, hand)) for hand in sorted(hands, key=lambda hand: hand.seat)]
    rows = ((prize, [hand for hand, reached in won if prize in reached]) for prize in table_of(terms))
    return [(prize, winners) for prize, winners in rows if winners]


def _ordered(terms: Terms, payments: list[Payment]) -> tuple[Payment, ...]:
    """`tier` is the order they come in; `amount` puts the smallest first and keeps that order among equals."""
    return tuple(sorted(payments, key=lambda one: one.amount) if terms.pay_order == "amount" else payments)


def _charged(terms: Terms, funds: Funds, payment: Payment) -> Funds:
    """3.5.4 pays the complementary ones from the pot; only for the fixed ones is the house a reading."""
    if terms.fixed_from == "house" and payment.prize not in COMPLEMENTARY:
        return Funds(funds.main, funds.reserve, funds.house + payment.amount)
    return funds.charge(payment.amount, terms.insufficient_pot)


def _shares(terms: Terms, funds: Funds, hands: Collection[Hand]) -> tuple[list[Payment], Funds]:
    """Each combination's part of the one pot the small prizes left; the 100 % takes what then remains."""
    pot, payments = funds.main, list[Payment]()
    for prize, group in _share_groups(terms, hands):
        whole = prize.value == WHOLE_POT_BP
        part = funds.main if whole else min(share_bp(pot, prize.value, terms.pct_rounding), funds.main)
        payments += _split(terms, prize, part, group)
        funds = funds.pay(part)
    return payments, funds


def _share_groups(terms: Terms, hands: Collection[Hand]) -> Iterable[tuple[Prize, list[Hand]]]:
    """Who shares a percentage: the whole row, or with `exact_ranks` each height by itself, the lower first."""
    for prize, winners in _winners(terms, hands):
        if prize.kind != "share":
            continue
        if terms.same_combination == "category" or prize.name != "straight_flush":
            yield prize, winners
            continue
        by_height = sorted(winners, key=_height)
        for _, group in groupby(by_height, key=_height):
            yield prize, list(group)


def _height(hand: Hand) -> int:
    return straight_height(hand.cards)


def _split(terms: Terms, prize: Prize, part: int, winners: Sequence[Hand]) -> list[Payment]:
    """Equal parts whatever was bet; what cannot be divided goes to the nearest to seat 1 (ARI-4.2-h, -i)."""
    each, left = divmod(part, len(winners))
    spread = terms.remainder_mode == "one_each_from_right"
    extra = [int(at < left) if spread else left * (at == 0) for at in range(len(winners))]
    return [
        Payment(hand.seat, prize.name, each + more, prize.article) for hand, more in zip(winners, extra, strict=True)
    ]
