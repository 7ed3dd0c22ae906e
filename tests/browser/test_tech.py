"""The technician's page in a real browser: tree, live traffic, curves, a rehearsed fault, a guarded test, a search."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from daemon.people import People
from daemon.run import PEOPLE
from tests.browser.chromium import WITHIN_MS, Visitor
from tests.browser.house import House, house
from tests.browser.moves import sign_in
from tests.browser.sight import pale
from tests.system.processes import DEALER, eventually

TECHNICIAN, PIN = "Tomás Vidal", "3333"
PHONE = (390, 844)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a technician; the table is closed."""
    with house(tmp_path_factory.mktemp("bench")) as opened:
        People(opened.daemon.data / PEOPLE).add(TECHNICIAN, "technician", PIN)
        yield opened


@pytest.fixture
def technician(browser: Browser, bench: House, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of a technician who signed in; whoever complains or reaches outside fails the test."""
    path, size = getattr(request, "param", ("/tech", (1280, 800)))
    somebody = Visitor(browser, bench.url, size=size)
    page = somebody.open(path)
    sign_in(page, TECHNICIAN, PIN)
    page.wait_for_selector(".device-row")
    yield page
    somebody.close()
    assert somebody.complaints == []
    assert somebody.left == []


def test_a_rehearsed_fault_is_seen_in_tree_traffic_and_curves_and_is_cured(technician: Page, bench: House) -> None:
    page = technician
    row = page.locator('[data-device="lamps-a"]')
    row.click()
    expect(page.locator(".facts-part h2")).to_have_text("lamps-a")
    page.click('[data-rehearse="unplug"]')
    expect(row).to_contain_text("SIN CONEXIÓN")
    expect(page.locator(".last-error")).to_contain_text("hace")
    page.click('[data-rehearse="plug"]')
    expect(row).to_contain_text("conectado")
    expect(page.locator(".lines")).to_contain_text("LinkRestored")
    for plot in ("latency", "errors", "reconnects"):
        figure = page.locator(f'[data-plot="{plot}"]')
        expect(figure).to_have_attribute("data-points", re.compile(r"[1-9]\d*"))
        box = figure.locator("canvas").bounding_box()
        assert box is not None
        assert box["width"] > 150


@pytest.mark.requirement("R57")
def test_another_board_under_a_known_name_is_said_with_what_to_do(technician: Page, bench: House) -> None:
    page, board = technician, bench.daemon.stage.actions()["lamps-a"]
    page.click('[data-device="lamps-a"]')
    board["replaced"](name="OTRA2")
    expect(page.locator(".stranger")).to_contain_text("OTRA2")
    expect(page.locator(".stranger")).to_contain_text("sabot device replace lamps-a")
    board["replaced"](name="SABOT")
    board["unplug"]()
    board["plug"]()
    expect(page.locator(".stranger")).to_have_count(0)


def test_paused_traffic_stands_still_and_a_filter_leaves_what_it_names(technician: Page, bench: House) -> None:
    page = technician
    page.click('[data-device="lamps-a"]')
    expect(page.locator(".lines tr").first).to_be_visible()
    page.click('[data-act="pause"]')
    before = page.locator(".lines tr").count()
    bench.daemon.stage.unplug("lamps-a")
    bench.daemon.stage.plug("lamps-a")
    expect(page.locator('[data-act="pause"]')).to_have_text(re.compile(r"Seguir \([1-9]\d* nuevas\)"))
    assert page.locator(".lines tr").count() == before
    page.click('[data-act="pause"]')
    page.fill('[name="wanted"]', "LampsShown")
    expect(page.locator(".lines tr.out")).to_have_count(0)
    shown = page.locator(".lines tr").all_inner_texts()
    assert shown
    assert all("LampsShown" in line for line in shown)
    page.click('[data-way="event"]')
    expect(page.locator(".lines tr")).to_have_count(0)


def test_a_lamp_test_is_ordered_followed_and_found_in_the_journal(technician: Page, bench: House) -> None:
    page = technician
    page.click('[data-device="lamps-b"]')
    page.click('[data-test="lamps"]')
    expect(page.locator(".tests .outcome")).to_contain_text("Paso 1 de 6")
    page.fill('.journal-part [name="text"]', "DeviceTestBegun")
    page.click('[data-act="search"]')
    found = page.locator(".found li")
    expect(found).to_have_count(1)
    assert [one["test"]["person"] for one in bench.recorded("DeviceTestBegun")] == [TECHNICIAN]
    expect(page.locator('.tests .outcome[data-result="shown"]')).to_be_visible(timeout=WITHIN_MS)


def test_the_keyboard_alone_walks_the_tree_and_pauses(technician: Page) -> None:
    page = technician
    page.locator(".device-row").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator('.device-row[aria-current="true"]')).to_have_attribute("data-device", "lamps-a")
    page.locator('[data-act="pause"]').focus()
    page.keyboard.press("Space")
    expect(page.locator('[data-act="pause"]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("technician", [("/tech?lang=en", PHONE)], indirect=True)
def test_it_fits_a_phone_in_english_and_every_word_can_be_read(technician: Page) -> None:
    page = technician
    expect(page.locator(".tree h2")).to_have_text("Devices")
    expect(page.locator(".rehearsal h2")).to_have_text("Rehearse faults")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert pale(page) == []


def test_whoever_deals_is_told_that_this_is_not_for_them(browser: Browser, bench: House) -> None:
    somebody = Visitor(browser, bench.url)
    page = somebody.open("/tech")
    sign_in(page, DEALER)
    expect(page.locator("main.gate")).to_contain_text("Esta página es para quien cuida los dispositivos")
    expect(page.locator(".device-row")).to_have_count(0)
    somebody.close()
    eventually(lambda: somebody.complaints == [])
