"""The supervisor's page in a real browser: an incident decided, a pass seen again step by step, the report."""

import re

from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.moves import sign_in, touch
from tests.browser.sight import pale
from tests.system.processes import SUPERVISOR

_HOUR = re.compile(r"^[0-2]\d:[0-5]\d:[0-5]\d$")
ONE_TOO_MANY = "9H 4C KD 3S 2C"


def test_a_supervisor_decides_an_incident_and_the_game_goes_on(visitor: Visitor, open_house: House) -> None:
    daemon = open_house.daemon
    daemon.begin(ONE_TOO_MANY)
    felt, page = visitor.open("/"), visitor.open("/supervisor")
    sign_in(page, SUPERVISOR)
    expect(page.get_by_text("Sin incidentes abiertos")).to_be_visible()
    daemon.draw(4)
    daemon.shoe.draw()
    expect(felt.locator(".alarm.held h2")).to_have_text("MESA DETENIDA")
    expect(felt.locator(".alarm.held .alarm-code")).to_contain_text("art. 127")
    incident = page.locator(".incident.hold")
    expect(incident).to_contain_text("art. 127")
    assert pale(page) == []
    assert pale(felt) == []
    incident.locator('[data-choice="BURN_NEXT_PASS"]').click()
    expect(page.get_by_text("Sin incidentes abiertos")).to_be_visible()
    expect(felt.locator(".alarm")).to_have_count(0)
    resolved = open_house.recorded("IncidentResolved")[0]
    assert (resolved["choice"], resolved["by"]) == ("BURN_NEXT_PASS", SUPERVISOR)


def test_limits_changed_at_the_page_stand_on_the_sign_and_on_the_felt(visitor: Visitor, open_house: House) -> None:
    open_house.daemon.begin("9H 4C KD 3S")
    felt, sign, page = visitor.open("/"), visitor.open("/display/limits"), visitor.open("/supervisor")
    sign_in(page, SUPERVISOR)
    page.click(".limits-part summary")
    page.fill("[name=minimum]", "5000")
    page.fill("[name=maximum]", "12374500")
    expect(page.locator("[name=maximum]")).to_have_value("$12.374.500")
    touch(page, "change_limits")
    expect(sign.locator("dd")).to_have_text(["$5.000", "$12.374.500"])
    expect(felt.locator(".foot")).to_contain_text("$5.000 – $12.374.500")
    expect(page.locator("[name=maximum]")).to_have_value("")
    open_house.daemon.draw(1)
    page.fill("[name=minimum]", "1000")
    page.fill("[name=maximum]", "2000")
    touch(page, "change_limits")
    expect(page.locator(".toast")).to_contain_text("los límites no cambian durante un pase")
    expect(page.locator(".toast")).to_contain_text("art. 128")
    expect(sign.locator("dd")).to_have_text(["$5.000", "$12.374.500"])


def after_one_pass(visitor: Visitor, house: House) -> Page:
    """The supervisor's page, signed in, when the first pass of the shoe has been dealt and closed."""
    house.daemon.begin("9H 4C KD 3S 2C 2D")
    page = visitor.open("/supervisor")
    sign_in(page, SUPERVISOR)
    house.daemon.draw(4)
    house.daemon.shoe.close_round()
    return page


def test_a_pass_is_seen_again_as_the_screen_showed_it(visitor: Visitor, open_house: House) -> None:
    page = after_one_pass(visitor, open_house)
    page.click('[data-pass="1"]')
    replay = page.locator(".replay")
    expect(replay.locator("h3")).to_have_text("Pase 1")
    expect(replay.get_by_text(re.compile(r"paso 1 de [1-9]"))).to_be_visible()
    expect(replay.locator(".felt")).to_be_visible()
    expect(replay.locator(".card")).to_have_count(0)
    expect(replay.locator(".replay-end time")).to_have_text(_HOUR)
    for _ in range(40):
        if replay.locator('[data-act="after"]').is_disabled():
            break
        touch(page, "after")
    expect(replay.locator(".replay-end p")).to_contain_text("Termina el pase 1")
    touch(page, "before")
    expect(page.locator(".report dd").nth(1)).to_have_text("1")
    assert pale(page) == []


def test_the_history_of_shoes_tells_how_each_was_made_used_and_ended(visitor: Visitor, open_house: House) -> None:
    page = after_one_pass(visitor, open_house)
    shoe = page.locator(".shoe-told")
    expect(shoe).to_have_count(1)
    expect(shoe.locator("h3")).to_have_text(re.compile(r"^[0-2]\d:[0-5]\d – $"))
    expect(shoe).to_contain_text("en juego")
    expect(shoe).to_contain_text("Gana Punto 1")
    expect(shoe.locator("dd").first).to_have_text("6")
    expect(page.locator(".people")).to_contain_text(SUPERVISOR)
