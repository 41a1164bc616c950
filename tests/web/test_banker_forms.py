"""What an evening needs before and beside the game, on the Banker's page and by touch."""

import pytest

from companion.table.messages.requests import ListBoards, ListGames
from tests.web.browser import CHROMIUM, LANDSCAPE, PORTRAIT, BankerPage, Chromium
from tests.web.test_browser import BANKER, begin
from tests.web.web_server import WebTable

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")


def test_a_game_goes_on_from_paper_money(own: WebTable, browser: Chromium) -> None:
    banker = BankerPage(browser.browser, PORTRAIT).pair(own, BANKER)
    banker.tap_key("paper")
    banker.page.fill("#name-0", "Ann")
    banker.page.fill("#name-1", "Ben")
    banker.tap_at(banker.page.locator("#question [data-key^=next]"))
    banker.see("#question", "What does Ann have?")
    banker.page.fill("#cash-0", "1234")
    banker.page.select_option("#place-0", label="24. Illinois Avenue")
    banker.tap_key("deed 0 0 -1")
    banker.page.select_option("#stands-0", label="a hotel")
    banker.tap_key("next 0")
    banker.page.select_option("#place-1", label="In Jail, 1 failed roll")
    banker.page.select_option("#cards-1", label="1")
    banker.tap_key("deed 1 1 -1")
    banker.page.select_option("#turn-of", label="Ben")
    banker.tap_key("begin")
    banker.see("#question .down", "Buildings on an incomplete group")
    assert not own.table.ask(ListGames()).games, "a hotel without its group"
    banker.see("#question h2", "What does Ann have?")
    banker.page.select_option("#stands-0", label="face down: mortgaged")
    banker.tap_key("next 0")
    banker.tap_key("begin")
    banker.see("#prompt", "Ben")
    assert banker.cash() == ["$1,234", "$1,500"]
    banker.see("#purses [data-seat='1']", "in Jail, 1 failed, Get out of Jail cards: 1")
    banker.tap_at(banker.page.locator("#ring [data-at='1']"))
    banker.see("#deed", "Ann has it. It is mortgaged: no rent.")
    assert banker.errors == []
    banker.context.close()


def test_the_board_is_corrected_and_kept(own: WebTable, browser: Chromium) -> None:
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.tap_key("new")
    banker.tap_at(banker.page.locator("#question [data-key^=correct]"))
    banker.tap_key("space 3 false")
    banker.page.fill("#field-spaces-3-name", "Our Street")
    banker.page.fill("#field-spaces-3-price", "10")
    banker.tap_key("done")
    banker.see("#question .down", "The mortgage value of")
    banker.page.fill("#field-spaces-3-price", "70")
    banker.tap_key("done")
    banker.see("[data-key='space 3 true']", "Our Street")
    banker.page.fill("#board-name", "Kitchen table")
    banker.tap_key("keep")
    banker.see("#question h2", "The board: Kitchen table")
    assert [line.title for line in own.table.ask(ListBoards()).boards if line.is_own] == ["Kitchen table"]
    banker.tap_key("back")
    banker.tap("Start the game")
    banker.tap_at(banker.page.locator("#ring [data-at='3'][aria-label^='Our Street']"))
    banker.see("#deed", "Our Street")
    banker.see("#deed", "Price $70")
    assert banker.errors == []
    banker.context.close()


def test_rules_are_found_by_questions_about_the_box(own: WebTable, browser: Chromium) -> None:
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.tap_key("new")
    banker.tap_key("box")
    asked = 0
    while banker.page.locator("#question [data-box^='box ']").count():
        banker.tap_at(banker.page.locator(f"#question [data-box='box {asked}'] .btn:not(.fresh)").last)
        asked += 1
    assert asked
    banker.see("#question h2", "New game")
    assert banker.page.locator("#pick-edition option:checked").inner_text() != ""
    assert banker.errors == []
    banker.context.close()


@pytest.mark.long_run
def test_one_lost_card_and_a_piece_of_our_own_are_enrolled_and_sums_are_explained(
    own: WebTable, browser: Chromium
) -> None:
    begin(own, "given turn Ann\ngiven Ann owns Oriental", "Ann", "Ben")
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.menu("Tags")
    banker.tap_key("lost false")
    banker.page.fill("#find", "oriental")
    banker.tap_key("thing Oriental Avenue")
    banker.see("#question .event", "Oriental Avenue")
    banker.tap("Stop")
    banker.tap_key("own false")
    banker.page.fill("#piece", "Duck")
    banker.tap_key("enrol")
    banker.see("#question .event", "Duck")
    banker.tap("Back to the game")
    banker.tap_key("purse 0", "#purses")
    banker.see("#question .chip", "Oriental Avenue")
    banker.tap_key("why")
    banker.see("#question .say", "$6")
    banker.menu("Looking back")
    banker.tap_key("Worth")
    banker.see("#question", "Ann $1,600")
    assert banker.errors == []
    banker.context.close()


@pytest.mark.long_run
def test_the_shelf_is_read_and_its_stories_are_opened(own: WebTable, browser: Chromium) -> None:
    own.table.begin("Ann", "Ben")
    first = own.table.ask(ListGames()).games[0].id
    own.table.begin("Ann", "Benny")
    banker = BankerPage(browser.browser, LANDSCAPE).pair(own, BANKER)
    banker.see("#question", "Fair dice: note ")
    banker.menu("The shelf")
    banker.see("#question .shelved", "in play")
    banker.tap_key("Players")
    banker.tap_key("names Benny")
    banker.tap_key("into Ben")
    banker.see("#question", "Benny and Ben are one person now, called Ben.")
    banker.tap_key("names Ben")
    banker.tap_key("part Benny")
    banker.see("#question", "Benny and Ben are different people again.")
    banker.tap_key("Games")
    with banker.page.expect_popup() as popup:
        banker.tap_key(f"story {first}")
    popup.value.locator("h1", has_text="The game of ").wait_for()
    popup.value.close()
    banker.tap_key(f"off {first}")
    banker.see("#question", f"Game {first} (Ann and Ben, 0 moves) would be taken off the shelf.")
    assert len(own.table.ask(ListGames()).games) == 2
    banker.tap_key(f"sure {first}")
    banker.see("#question", "Taken off")
    assert len(own.table.ask(ListGames()).games) == 1
    banker.tap_key(f"back {first}")
    banker.see("#question", f"Game {first} is on the shelf again.")
    with banker.page.expect_popup() as popup:
        banker.menu("The story of this game")
    popup.value.locator("header", has_text="Not finished yet").wait_for()
    assert popup.value.url == f"{own.pages.url}/report"
    assert banker.errors == []
    banker.context.close()
