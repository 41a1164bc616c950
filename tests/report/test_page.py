"""The report: every kind of figure in it reconciles with the game, and in Chromium it is whole by itself."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from companion.play.acts import Start
from companion.play.fair_dice import commitment_of, in_groups
from companion.report.page import KIND_WORDS, report_page
from companion.rules.editions import CLASSIC, Rules
from companion.rules.events import DiceRolled, DiceThrown, Paid, StartThrown
from companion.rules.worth import end_worth
from companion.story import Story, tell_story
from companion.story.course import landings
from companion.story.money import MoneyKind
from tests.kit import EVERY_GAME, board_named, in_every_game, new_game, title_of
from tests.record.test_dice_proof import SEED, played
from tests.story.games import story_of
from tests.web.axe import violations
from tests.web.browser import CHROMIUM, LANDSCAPE, PHONE, Size, chromium

Found = dict[str, list[list[str]]]
SHORTEN = """document.querySelectorAll(":is(.log, tbody) > :nth-child(n + 9), .log:nth-of-type(n + 9)")
    .forEach((one) => one.remove())"""
# Texts of charts that are cut off at an edge
CUT = """[...document.querySelectorAll("svg[role=img] text")].filter((text) => {
    const [inner, outer] = [text, text.closest("svg[role=img]")].map((one) => one.getBoundingClientRect());
    const isInside = inner.left > outer.left - 1 && inner.right < outer.right + 1 && inner.bottom < outer.bottom + 1;
    return text.textContent && !isInside;
}).map((text) => text.textContent)"""
WHEN = "Sunday 15 November 2026 at 19:30"


class Tables(HTMLParser):
    """Every table by its caption, as rows of cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self._caption, self._into = "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._into = tag if tag in ("caption", "td", "th") else ""
        if tag == "caption":
            self._caption = ""
        elif tag == "tr":
            self.found[self._caption].append([])
        elif self._into:
            self.found[self._caption][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "caption":
            self.found[self._caption] = []
        self._into = ""

    def handle_data(self, data: str) -> None:
        if self._into == "caption":
            self._caption += data
        elif self._into:
            self.found[self._caption][-1][-1] += data


def amount(cell: str) -> int:
    """As written at any of the tables: $1,500 or -1.500 €."""
    digits = re.sub(r"[^\d]", "", cell)
    return (-1 if cell.startswith("-") else 1) * int(digits or 0)


def tables(story: Story) -> Found:
    return Tables(report_page(story, WHEN)).found


def paid(story: Story) -> list[Paid]:
    return [event for move in story.moves for event in move.events if isinstance(event, Paid)]


def the_standing_is_what_everybody_is_worth(story: Story, found: Found) -> None:
    rows = found["Final standing"][1:]
    shown = {row[1]: row for row in rows}
    for seat, player in enumerate(story.end.players):
        worth, cash, deeds, buildings = map(amount, shown[player.name][3:7])
        assert cash == player.cash
        assert cash + deeds + buildings == worth == end_worth(story.end, seat)
    assert [row[2] for row in rows[: len(story.end.winners)]] == ["won"] * len(story.end.winners)


def worth_over_turns_begins_and_ends_with_the_ledger(story: Story, found: Found) -> None:
    first, *_, last = found["Worth after every turn"][1:]
    assert [amount(cell) for cell in first[1:]] == [end_worth(story.start.game, seat) for seat in range(4)]
    assert [amount(cell) for cell in last[1:]] == [end_worth(story.end, seat) for seat in range(4)]


def the_money_table_adds_up_for_every_player_and_every_kind(story: Story, found: Found) -> None:
    rows = found["Where money came from and went"][1:]
    for seat, player in enumerate(story.end.players):
        column = [amount(row[1 + seat]) for row in rows]
        assert column[0] == story.start.game.players[seat].cash
        assert sum(column[:-1]) == column[-1] == player.cash
    words = {KIND_WORDS[kind] for kind in MoneyKind} | {"At the start", "At the end"}
    assert {row[0] for row in rows} <= words
    rent = sum(event.amount for event in paid(story) if event.why.code.startswith("rent-"))
    assert sum(amount(cell) for row in rows if row[0] == "Rent" for cell in row[1:] if amount(cell) > 0) == rent


def rent_by_group_and_by_space_is_the_rent_that_was_paid(story: Story, found: Found) -> None:
    rent = sum(event.amount for event in paid(story) if event.why.code.startswith("rent-"))
    groups = found["Rent by group"][1:]
    assert sum(amount(cell) for row in groups for cell in row[1::2]) == rent
    assert sum(amount(cell) for row in groups for cell in row[2::2]) == rent
    spaces = found["Landings and rent"][1:]
    assert len(spaces) == 40
    assert sum(amount(row[3]) for row in spaces) == rent
    assert sum(int(row[1]) for row in spaces) == len(landings(story))
    bought = [event.amount for event in paid(story) if event.why.code in ("price", "highest-bid", "house", "hotel")]
    assert sum(amount(row[4]) for row in spaces) == sum(bought)
    for row in spaces:
        if row[5]:
            assert amount(row[5]) == 100 * amount(row[3]) // amount(row[4])


def the_dice_tables_count_every_roll(story: Story, found: Found) -> None:
    dice = [
        event.dice
        for move in story.moves
        for event in move.events
        if isinstance(event, DiceRolled | DiceThrown | StartThrown) and len(event.dice) == 2
    ]
    totals = {int(row[0]): int(row[1]) for row in found["Totals of two dice"][1:]}
    assert totals == {total: [sum(roll) for roll in dice].count(total) for total in range(2, 13)}
    people = found["By player; fair dice average 7"][1:]
    assert sum(int(row[1]) for row in people) == len(dice)
    assert sum(int(row[3]) for row in people) == sum(one == other for one, other in dice)


@in_every_game
def test_every_figure_reconciles_with_the_ledger(rules: Rules) -> None:
    story = story_of(rules)
    found = tables(story)
    the_standing_is_what_everybody_is_worth(story, found)
    worth_over_turns_begins_and_ends_with_the_ledger(story, found)
    the_money_table_adds_up_for_every_player_and_every_kind(story, found)
    rent_by_group_and_by_space_is_the_rent_that_was_paid(story, found)
    the_dice_tables_count_every_roll(story, found)


def test_names_and_money_are_as_played_and_no_name_can_be_markup() -> None:
    rules, board = CLASSIC, board_named("germany")
    start = Start(new_game(rules, ("<b>Zoë</b>", "Ben & Co"), board=board), title="<script>alert(1)</script>")
    page = report_page(tell_story(start, (), start.game), WHEN)
    assert "<script" not in page
    assert "&lt;b&gt;Zoë&lt;/b&gt;" in page
    assert "1.500" in page
    assert "Not finished yet" in page


def test_the_seed_is_revealed_when_the_game_is_over_and_not_before() -> None:
    for is_over in (True, False):
        timeline = played(acts=40, ended=is_over)
        page = report_page(tell_story(timeline.start, timeline.moves, timeline.game), WHEN)
        assert (SEED in page) == (in_groups(commitment_of(SEED)) in page) == is_over
        assert ("<code>companion dice verify FILE</code>" in page) == is_over


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    with chromium() as started:
        yield started.browser


def opened(browser: object, path: Path, size: Size) -> tuple[Page, list[str]]:
    told = list[str]()
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})  # type: ignore[attr-defined]
    page: Page = context.new_page()
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: None if request.url == path.as_uri() else told.append(request.url))
    page.goto(path.as_uri())
    return page, told


@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")
@pytest.mark.parametrize(
    "games", [EVERY_GAME[:1], pytest.param(EVERY_GAME[1:], marks=pytest.mark.long_run)], ids=["one", "the others"]
)
def test_reports_of_every_edition_and_variant_are_whole_by_themselves(
    browser: object, tmp_path: Path, games: list[Rules]
) -> None:
    """No message, no request, nothing for axe-core to find by day or by night; it fits a phone, and prints whole."""
    for number, rules in enumerate(games):
        path = tmp_path / f"{title_of(rules)}.html"
        path.write_text(report_page(story_of(rules), WHEN), "utf-8")
        page, told = opened(browser, path, PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        assert page.locator("svg[role=img]").count() == 7
        assert page.evaluate(CUT) == [], title_of(rules)
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        # The rest of a long log is like its beginning, and so are the rows of a long table.
        page.evaluate(SHORTEN)
        assert violations(page) == [], title_of(rules)
        assert told == []
        page.context.close()


@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")
def test_everybody_of_a_large_game_is_in_the_legend(browser: object, tmp_path: Path) -> None:
    names = tuple(f"Aunt May from over {seat}" for seat in range(1, 9))
    start, path = Start(new_game(CLASSIC, names)), tmp_path / "large.html"
    path.write_text(report_page(tell_story(start, (), start.game), WHEN), "utf-8")
    page, told = opened(browser, path, PHONE)
    assert page.locator(".chart-worth .legend").count() == 8
    assert page.evaluate(CUT) == told == []
    page.context.close()


@pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")
def test_on_paper_tables_are_unfolded_and_the_log_only_if_somebody_unfolded_it(browser: object, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_page(story_of(CLASSIC), WHEN), "utf-8")
    page, _ = opened(browser, path, LANDSCAPE)
    log, money = page.locator(".log li").last, page.locator("details:not(.long) td").last
    note, shown = page.locator(".on-paper"), "one => one.checkVisibility({ contentVisibilityAuto: true })"
    assert [one.evaluate(shown) for one in (log, money, note)] == [False, False, False]
    page.emulate_media(media="print")
    assert [one.evaluate(shown) for one in (log, money, note)] == [False, True, True]
    page.locator("details.long").last.evaluate("one => { one.open = true; }")
    assert [one.evaluate(shown) for one in (log, money, note)] == [True, True, False]
    page.context.close()


def test_the_winner_is_first_even_if_somebody_left_is_worth_as_much() -> None:
    story = story_of(CLASSIC)
    assert [row[0] for row in tables(story)["Final standing"][1:]] == ["1", "2", "3", "4"]
    other = replace(story, end=replace(story.end, winners=()))
    assert "won" not in [row[2] for row in tables(other)["Final standing"][1:]]
