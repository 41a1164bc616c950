"""The pages in every state, one after another: whoever looks at a page looks at it in each of them."""

from collections.abc import Iterator

from companion.play.acts import Act
from companion.rules.commands import BuyDeed, DeclineDeed, EndTurn, Roll
from companion.table.messages.requests import NewGame, OpenPairing
from tests.web.browser import BankerPage, GamePage, Phone
from tests.web.page_link import PageLink
from tests.web.web_server import WebTable

NAMES = ("Ann", "Ben", "Cas")
BUSY = (
    "given turn Ann\ngiven Ann owns Oriental, Vermont, Connecticut, Boardwalk\ngiven Oriental houses 1\n"
    "given Ben owns Reading, Tennessee\ngiven Tennessee mortgaged\ngiven Cas owns Illinois\ngiven Cas at Go"
)
POOR = "given turn Ann\ngiven Ann cash 10\ngiven Ann owns Baltic\ngiven Ben owns Oriental, Vermont, Connecticut"


class Table:
    """The table, and moves that others make there."""

    def __init__(self, own: WebTable) -> None:
        self.own, self._banker = own, own.paired()

    def begin(self, position: str, *, are_real: bool = False) -> None:
        """`are_real`: dice and cards."""
        game = NewGame(NAMES, position=position, dice="hand" if are_real else "button", electronic_cards=not are_real)
        reply = self.own.table.ask(game)
        assert reply.done, (reply.message, reply.lines)

    def give(self, act: Act) -> None:
        with PageLink(self.own, self._banker) as page:
            answer = page.give(act)
        assert answer.outcome == "done", answer.message


def banker_states(own: WebTable, banker: BankerPage) -> Iterator[str]:
    """The Banker's page, from a table without a game."""
    table = Table(own)
    banker.see("#question", "No game is in play.")
    yield "no-game"
    banker.tap_key("paper")
    banker.tap_at(banker.page.locator("#question [data-key^=next]"))
    banker.tap_key("deed 1 0 -1")
    yield "paper"
    banker.tap_key("back 0")
    banker.tap_at(banker.page.locator("#question [data-key^=correct]"))
    banker.see("#question", "What does your box print?")
    yield "board"
    banker.tap_key("space 1 false")
    yield "space"
    banker.tap_key("back")
    banker.tap_key("back")
    banker.tap_key("games")
    banker.tap_key("new")
    banker.tap_at(banker.page.locator("#question summary"))
    yield "new-game"
    table.begin(BUSY)
    banker.tap_key("cancel")  # there was no way back to a game before
    table.give(Roll(0, (1, 2)))
    banker.see("#prompt", "Baltic Avenue")
    yield "question"
    table.give(DeclineDeed(0))
    banker.see("#prompt", "Auction: Baltic Avenue")
    yield "auction"
    banker.tap_key("1 Other sum")
    yield "bid"
    banker.tap_key("cancel")
    for seat in range(3):
        banker.tap_key(f"{seat} Pass")
        banker.page.locator(f"#question [data-key='{seat} Pass']").wait_for(state="detached")
    banker.see("#prompt", "Ann")
    banker.tap("Deal", "#any")
    yield "whose-deal"
    banker.tap_key("[0,1]")
    banker.page.fill("#gives-cash", "100")
    banker.tap_at(banker.page.locator("#question .chip", has_text="Reading Railroad"))
    yield "deal"
    banker.tap_key("offer")
    banker.see("#prompt", "Ann offers Ben")
    yield "offer"
    banker.move("no")
    for name in ("Build", "Mortgage"):
        banker.tap(name, "#any")
        yield name.lower()
        banker.tap_key("done")
    banker.tap("Correct", "#any")
    banker.page.locator("#question [data-key=money]").wait_for()
    yield "corrections"
    banker.tap_key("money")
    yield "correction"
    banker.tap_key("cancel")
    banker.tap("Take back", "#bar")
    banker.see("#question .say", "Take back")
    yield "undo"
    banker.tap_key("cancel")
    banker.tap("Log", "#bar")
    banker.see("#question .line", "rolled")
    yield "log"
    banker.tap_at(banker.page.locator("#question .line", has_text="rolled").first)
    banker.page.locator("#question .clause").first.wait_for()
    yield "why"
    banker.tap_key("back")
    yield from _menu_states(banker)
    banker.tap_at(banker.page.locator("#ring [data-at='39']"))
    banker.see("#deed", "Boardwalk")
    yield "deed"
    banker.tap("Close", "#deed")
    table.begin(POOR)
    table.give(Roll(0, (2, 4)))
    banker.move("needs $2 more")
    banker.see("#question .ways", "Baltic Avenue")
    yield "raise-cash"
    table.begin("given turn Ann", are_real=True)
    banker.page.locator(".pad").wait_for()
    banker.tap_at(banker.page.locator(".pad button").nth(2))
    yield "dice"
    table.give(Roll(0, (1, 1)))
    banker.page.locator("#find").wait_for()
    yield "card"
    own.pages.end()
    banker.see("#lost", "Link lost")
    yield "lost"
    own.pages.start()
    banker.page.locator("#lost").wait_for(state="hidden")


def _menu_states(banker: BankerPage) -> Iterator[str]:
    banker.tap_at(banker.page.locator("#menu"))
    banker.see("#question", "Phones and tablets")
    yield "menu"
    banker.tap_key("back")
    for name, seen in (
        ("Games", "in play"),
        ("The shelf", "in play"),
        ("Looking back", "What for"),
        ("All moves", "Type to search"),
        ("Names", "Player 1"),
        ("Set up the board", "Ann"),
        ("Tags", "Deeds"),
        ("Health", "Version"),
    ):
        banker.menu(name)
        banker.see("#question", seen)
        yield name.lower().replace(" ", "-")
    banker.menu("The shelf")
    banker.tap_key("Players")
    banker.see("#question .shelved", "none of them finished")
    yield "shelf-players"
    banker.menu("Tags")
    banker.tap_key("lost false")
    banker.see("#question", "Baltic Avenue")
    yield "lost-card"
    banker.tap_key("back")
    banker.tap_key("purse 0", "#purses")
    banker.tap_key("why")
    banker.see("#question .say", "$")
    yield "player"
    banker.menu("Phones and tablets")
    banker.tap_key("viewer")
    banker.page.locator("#question .code").wait_for()
    yield "pairing"
    banker.tap_key("back")


def phone_states(own: WebTable, phone: Phone) -> Iterator[str]:
    """A player's phone that was paired before there was a game."""
    table = Table(own)
    phone.see("#prompt", "No game is in play")
    yield "no-game"
    table.begin(BUSY)
    phone.see("#prompt", "Whose phone is this?")
    yield "whose"
    phone.tap_key("claim 0")
    phone.see("#name", "Ann")
    yield "roll"
    phone.tap_key("sound no")
    table.give(Roll(0, (1, 2)))
    phone.see("#prompt", "Baltic Avenue")
    yield "question"
    for tab in ("Everybody", "Log"):
        phone.tab(tab)
        yield tab.lower()
    phone.tap_at(phone.page.locator("#lines .line").first)
    phone.page.locator("#question .clause").first.wait_for()
    yield "why"
    phone.tap_key("back")
    phone.tab("My deeds")
    phone.tap_at(phone.page.locator("#titles .chip").first)
    phone.see("#deed", "Oriental Avenue")
    yield "deed"
    phone.tap("Close", "#deed")
    phone.page.goto(f"{own.pages.url}/deed/39")
    phone.see("#moves", "Mortgage Boardwalk")
    yield "sticker"
    phone.tap_key("done")
    table.give(DeclineDeed(0))
    phone.page.locator("#sum").wait_for()
    yield "auction"
    phone.tap_key("pass")
    phone.see("#dock", "Auction")
    yield "passed"
    table.begin(BUSY)
    phone.see("#prompt", "Roll")
    phone.tap("Deal", "#dock")
    yield "whose-deal"
    phone.tap_key("[0,1]")
    yield "deal"
    phone.tap_key("cancel")
    phone.tap("Build", "#dock")
    yield "build"
    phone.tap_key("done")
    table.give(Roll(0, (1, 2)))
    table.give(BuyDeed(0))
    table.give(EndTurn(0))
    phone.see("#prompt", "Ben")
    yield "others-turn"
    table.begin(POOR)
    table.give(Roll(0, (2, 4)))
    phone.move("needs $2 more")
    phone.see("#question .ways", "Baltic Avenue")
    yield "raise-cash"
    table.begin("given turn Ann", are_real=True)
    phone.page.locator(".pad").wait_for()
    yield "dice"
    table.give(Roll(0, (1, 1)))
    phone.page.locator("#find").wait_for()
    yield "card"
    own.pages.end()
    phone.see("#lost", "Link lost")
    yield "lost"
    own.pages.start()
    phone.page.locator("#lost").wait_for(state="hidden")


def wall_states(own: WebTable, wall: GamePage) -> Iterator[str]:
    """A screen that nobody has let in yet; the Banker's page does it by a tap."""
    table = Table(own)
    table.begin(BUSY)
    wall.page.goto(f"{own.pages.url}/wall")
    code = wall.page.locator("#pairing b").inner_text().replace(" ", "")
    yield "code"
    banker = BankerPage(wall.page.context.browser, (1280, 800)).pair(own, OpenPairing())  # type: ignore[arg-type]
    banker.menu("Phones and tablets")
    banker.tap_key(f"wall {code}")
    wall.see("#purses", "Ann")
    yield "playing"
    table.give(Roll(0, (1, 2)))
    wall.see("#prompt", "Baltic Avenue")
    table.give(DeclineDeed(0))
    wall.see("#heart", "No bid yet")
    yield "auction"
    own.pages.end()
    wall.see("#lost", "Link lost")
    yield "lost"
    own.pages.start()
    banker.context.close()
