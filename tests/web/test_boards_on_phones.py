"""Phones show the board of the game and its money, take amounts as people type them, and follow to another board."""

from collections.abc import Iterator

import pytest

from companion.boards import shipped_board
from companion.rules.commands import DeclineDeed, Roll
from companion.rules.currency import Currency
from companion.table.messages.requests import NewGame, OpenPairing
from tests.web.browser import CHROMIUM, PHONE, SMALL_PHONE, Chromium, Phone
from tests.web.test_browser import FOLDER
from tests.web.test_rights import give
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")

GERMAN = (
    "given turn Ann\ngiven Ann at 1\ngiven Ann owns 39\ngiven Ben owns Südbahnhof\ngiven Ben owns Elektrizitätswerk"
)
NBSP = "\N{NO-BREAK SPACE}"
MILLIONS = Currency("M", thousands=",", factor=10_000)
FRANCS = Currency("F", after=True, thousands=" ", factor=1)


def begin(own: WebTable, board: str, position: str = "") -> None:
    reply = own.table.ask(NewGame(("Ann", "Ben"), board=board, position=position))
    assert reply.done, (reply.message, reply.lines)


def test_a_german_game_and_then_a_london_one(own: WebTable, browser: Chromium) -> None:
    begin(own, "germany", GERMAN)
    ben = Phone(browser.browser, SMALL_PHONE).pair(own, OpenPairing("player", 1))
    ben.see("#cash", f"1.500{NBSP}€")
    titles = ben.text("#titles")
    assert f"Südbahnhof\nstations · rent 25{NBSP}€" in titles
    assert "Elektrizitätswerk\nutilities · rent 4 times the dice" in titles
    ben.tap("Südbahnhof stations · rent 25\u00a0€", "#titles")
    head = ben.page.locator("#deed header")
    assert head.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(60, 65, 68)"
    assert head.evaluate("one => getComputedStyle(one).color") == "rgb(255, 255, 255)"
    ben.tap("Close", "#deed")
    ben.tab("Everybody")
    assert "32 houses" in ben.text("#stock")
    ben.picture(FOLDER, "phone-germany")
    begin(own, "london")
    ben.see("#cash", "£1,500")
    ben.see("#place", "on Go")
    assert "€" not in ben.page.locator("main").inner_text()
    assert ben.errors == []
    ben.context.close()


def test_a_bid_is_typed_as_it_is_written_at_the_table(own: WebTable, browser: Chromium) -> None:
    begin(own, "germany", "given turn Ann")
    banker = own.paired()
    give(own, banker, Roll(0, (1, 2)), "roll")
    give(own, banker, DeclineDeed(0), "auction")
    ben = Phone(browser.browser, PHONE).pair(own, OpenPairing("player", 1))
    ben.page.fill("#sum", "12,50")
    ben.see("#sum-wrong", "Please write an amount such as")
    ben.page.fill("#sum", f"1.250{NBSP}€")
    ben.tap_at(ben.page.locator(".stepper button", has_text="+10"))
    assert ben.page.input_value("#sum") == "1260"
    ben.picture(FOLDER, "phone-germany-bid")
    ben.tap_at(ben.page.locator("#question .first:not([aria-disabled])"))
    ben.see("#dock", f"you bid 1.260{NBSP}€")
    assert ben.errors == []
    ben.context.close()


@pytest.fixture(scope="module")
def watching(shared: WebTable, browser: Chromium) -> Iterator[Phone]:
    """A page whose files are tried, and that nobody changes."""
    phone = Phone(browser.browser, PHONE).pair(shared, OpenPairing("viewer"))
    yield phone
    phone.context.close()


@pytest.mark.parametrize(
    "currency",
    [*(shipped_board(key).currency for key in ("atlantic-city", "london", "germany")), MILLIONS, FRANCS],
    ids=["dollars", "pounds", "euros", "millions", "francs"],
)
def test_a_page_writes_and_reads_money_as_the_table_does(watching: Phone, currency: Currency) -> None:
    amounts = [0, 1, -1, 999, 1_000, -1_500, 1_234_567]
    shown, read = watching.page.evaluate(
        """async ([print, amounts]) => {
            const { money, readAmount, setCurrency } = await import("/page/money.js");
            setCurrency(print);
            const read = (one) => readAmount(money(Math.abs(one)), 0, 10 ** 9);
            return [amounts.map((one) => [money(one), money(one, true)]), amounts.map(read)];
        }""",
        [{name: getattr(currency, name) for name in currency.__struct_fields__}, amounts],
    )
    assert shown == [[currency.show(one), currency.show(one, plus=True)] for one in amounts]
    assert read == [{"amount": abs(one), "problem": ""} for one in amounts]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("M1,230,000", ""),
        ("1230000", ""),
        ("M1,234,567", "Only multiples of M10,000 are possible."),
        ("0", "At least M10,000."),
        ("M20,000,000", "At most M15,000,000."),
        ("12,30", "Please write an amount such as M15,000,000."),
        ("1.5", "Please write an amount such as M15,000,000."),
        ("-10000", "Please write an amount such as M15,000,000."),
        ("a lot", "Please write an amount such as M15,000,000."),
        ("", "Please write an amount such as M15,000,000."),
    ],
)
def test_what_will_not_do_is_refused_with_a_sentence(watching: Phone, typed: str, problem: str) -> None:
    found = watching.page.evaluate(
        """async ([print, typed]) => {
            const { readAmount, setCurrency } = await import("/page/money.js");
            setCurrency(print);
            return readAmount(typed, 1, 1500).problem;
        }""",
        [{name: getattr(MILLIONS, name) for name in MILLIONS.__struct_fields__}, typed],
    )
    assert found == problem
