"""What the console does about what is at hand: decides about the board, takes an offer, opens the deed's moves."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.console.commands import row_of
from companion.console.enrolling import enrol
from companion.console.hand import has_other_offer, may_follow_board, sheet_moves
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.confirm import ConfirmPad
from companion.table.messages.requests import ResumeGame
from companion.table.messages.views import ChoiceView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

NEW_GAME = "companion.console.screens.new_game:NewGameScreen"


def _board_right(app: "ConsoleApp") -> None:
    app.start(lambda: _follow_board(app))


async def _follow_board(app: "ConsoleApp") -> None:
    """What money changes is shown first."""
    if not may_follow_board(app.state):
        return
    asked = app.state.prompts.questions[0]
    text = "\n".join((asked.text, "", *asked.changes))
    if await app.show_pad(ConfirmPad("The board is right?", text, "The board is right")):
        await app.decide(asked.number, board_is_right=True)


def _screen_right(app: "ConsoleApp") -> None:
    asked = app.state.prompts.questions[0]
    app.start(lambda: app.decide(asked.number, board_is_right=False))


# Offers


def _take_offer(app: "ConsoleApp") -> None:
    app.start(lambda: _accept(app, app.state.prompts.choices[0]))


def _take_other(app: "ConsoleApp") -> None:
    if has_other_offer(app.state):
        app.start(lambda: _accept(app, app.state.prompts.choices[1]))


async def _accept(app: "ConsoleApp", choice: ChoiceView) -> None:
    match choice.does:
        case "begin":
            app.open_screen(NEW_GAME)
        case "resume":
            reply = await app.ask(ResumeGame())
            app.tell_reply("Go on with the last game", reply)
        case "enrol":
            await enrol(app, choice.uid)
        case _:
            await app.give(bytes(choice.act))


# The sheet


def _sheet(app: "ConsoleApp") -> None:
    app.start(lambda: _choose_from_sheet(app))


async def _choose_from_sheet(app: "ConsoleApp") -> None:
    sheet = app.state.prompts.sheet
    moves = sheet_moves(app.state)
    if sheet is None or not moves:
        return
    move = await app.show_pad(ChoosePad("What lies there", [Choice(one.label, one) for one in moves], sheet.text))
    if move is not None:
        app.take(row_of(app.state, move), (move,))


REACTIONS: dict[str, Callable[["ConsoleApp"], None]] = {
    "board-right": _board_right,
    "screen-right": _screen_right,
    "take-offer": _take_offer,
    "take-other": _take_other,
    "sheet": _sheet,
}
