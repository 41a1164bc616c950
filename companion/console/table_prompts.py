"""What buttons, tags and sensors have brought up, one thing at a time, and what people can do about it.

It is a question about the board, an offer, the sheet of a deed, or a notice. `widgets/prompt_panel` shows it.
"""

from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.pads.pad import ConfirmPad
from companion.console.state import ConsoleState
from companion.console.tag_list import enrol_tag
from companion.table.messages.requests import ResumeGame
from companion.table.messages.views import ChoiceView, MoveView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

Topic = Literal["question", "offer", "sheet", "notice", "quiet"]
KEYS_OF: dict[Topic, tuple[str, ...]] = {
    "question": ("board-right", "screen-right"),
    "offer": ("take-offer", "take-other"),
    "sheet": ("sheet",),
}


class PanelLine(NamedTuple):
    text: str
    tone: Literal["plain", "strong", "faint"] = "plain"


def topic(state: ConsoleState) -> Topic:
    """What can be answered now. Everything else waits until it is."""
    now = state.prompts
    if now.questions:
        return "question"
    if now.choices:
        return "offer"
    if now.sheet is not None:
        return "sheet"
    return "notice" if now.notice else "quiet"


def answers(state: ConsoleState) -> tuple[str, ...]:
    """The ids of the console keys that answer it."""
    return KEYS_OF.get(topic(state), ())


def prompt_lines(state: ConsoleState) -> tuple[PanelLine, ...]:
    now = state.prompts
    lines: list[PanelLine] = []
    match topic(state):
        case "question":
            asked, others = now.questions[0], len(now.questions) - 1
            lines.append(PanelLine(f"{asked.text}   (and {others} more)" if others else asked.text, "strong"))
            if asked.may_board_be_right:
                lines.append(PanelLine(f"If the board is right: {' · '.join(asked.changes)}"))
            else:
                lines += [PanelLine(f"  {change}") for change in asked.changes]
        case "offer" | "notice":
            lines.append(PanelLine(now.notice, "strong"))
        case "sheet":
            assert now.sheet is not None
            lines.append(PanelLine(now.sheet.text, "strong"))
            for at, move in enumerate(now.sheet.moves):
                if at == now.sheet.highlighted:
                    lines.insert(1, PanelLine(f"▶ {move.label}   (confirm takes it)", "strong"))
                else:
                    lines.append(PanelLine(f"  {move.label}"))
            lines += [PanelLine(now.notice, "faint")] if now.notice else []
    lines += [PanelLine(f"→ {guide}") for guide in now.guides]
    for device in now.devices:
        if device.state == "lost":
            why = device.why or "the reason is unknown"
            lines.append(PanelLine(f"○ {device.name} does not answer: {why}", "faint"))
    return tuple(lines)


def sheet_moves(state: ConsoleState) -> tuple[MoveView, ...]:
    """What may be done from this screen with the deed that lies there, the highlighted move first."""
    sheet = state.prompts.sheet
    if sheet is None:
        return ()
    ordered = sorted(enumerate(sheet.moves), key=lambda pair: pair[0] != sheet.highlighted)
    return tuple(move for _, move in ordered if state.may_take(move))


async def follow_board(app: "ConsoleApp") -> None:
    """Shows first what money this changes."""
    questions = app.state.prompts.questions
    if not questions or not questions[0].may_board_be_right:
        return
    asked = questions[0]
    text = "\n".join((asked.text, "", *asked.changes))
    if await app.show_pad(ConfirmPad("The board is right?", text, "The board is right")):
        await app.decide(asked.number, board_is_right=True)


def keep_screen(app: "ConsoleApp") -> None:
    asked = app.state.prompts.questions[0]
    app.start(lambda: app.decide(asked.number, board_is_right=False))


def take_offer(app: "ConsoleApp", at: int = 0) -> None:
    """The one that is shown at the moment of the press."""
    if at < len(app.state.prompts.choices):
        app.start(partial(_accept, app, app.state.prompts.choices[at]))


async def _accept(app: "ConsoleApp", choice: ChoiceView) -> None:
    match choice.does:
        case "begin":
            app.open_screen("new_game:NewGameScreen")
        case "resume":
            app.show_reply("Go on with the last game", await app.ask(ResumeGame()))
        case "enrol":
            await enrol_tag(app, choice.uid)
        case _:
            await app.give(bytes(choice.act))


async def choose_from_sheet(app: "ConsoleApp") -> None:
    sheet, moves = app.state.prompts.sheet, sheet_moves(app.state)
    if sheet is None or not moves:
        return
    choices = [PadChoice(one.label, one) for one in moves]
    move = await app.show_pad(ChoosePad("The deed on the reader", choices, sheet.text))
    if move is not None:
        app.take(app.state.menu_entry(move), (move,))
