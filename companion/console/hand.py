"""What is at hand beside the game, one thing at a time: a question, an offer, a deed's sheet, a guide. Words only."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from companion.console.state import State
from companion.table.messages.views import DeviceView, MoveView, SheetView
from companion.table.messages.wire import TablePrompts

Kind = Literal["question", "offer", "sheet", "notice", "quiet"]
ROWS_OF: dict[Kind, tuple[str, ...]] = {
    "question": ("board-right", "screen-right"),
    "offer": ("take-offer", "take-other"),
    "sheet": ("sheet",),
}


class Line(NamedTuple):
    text: str
    tone: Literal["plain", "strong", "faint"] = "plain"


def topic(state: State) -> Kind:
    """What may be answered now. Whatever else there is waits until this is."""
    now = state.prompts
    if now.questions:
        return "question"
    if now.choices:
        return "offer"
    if now.sheet is not None:
        return "sheet"
    return "notice" if now.notice else "quiet"


def answers(state: State) -> tuple[str, ...]:
    """The rows of the table of commands that answer it."""
    return ROWS_OF.get(topic(state), ())


def rows_taken(state: State, most: int) -> int:
    """How high it will about be."""
    told = min(len(lines(state)), most)
    return told + bool(told and answers(state))


def without_notice(state: State) -> State:
    return replace(state, prompts=replace(state.prompts, notice=""))


def lines(state: State) -> tuple[Line, ...]:
    now = state.prompts
    told = _TOLD[topic(state)](now)
    guides = (Line(f"→ {guide}") for guide in now.guides)
    lost = (Line(f"○ {said_lost(device)}", "faint") for device in now.devices if device.state == "lost")
    return *told, *guides, *lost


def said_lost(device: DeviceView) -> str:
    return f"{device.name} does not answer: {device.why or 'nobody knows why'}"


def _question(now: TablePrompts) -> tuple[Line, ...]:
    asked = now.questions[0]
    more = f"   (and {len(now.questions) - 1} more)" if len(now.questions) > 1 else ""
    if not asked.may_board_be_right:
        return Line(f"{asked.text}{more}", "strong"), *(Line(f"  {change}") for change in asked.changes)
    return Line(f"{asked.text}{more}", "strong"), Line(f"If the board is right: {' · '.join(asked.changes)}")


def _notice(now: TablePrompts) -> tuple[Line, ...]:
    return (Line(now.notice, "strong"),)


def _sheet(now: TablePrompts) -> tuple[Line, ...]:
    assert now.sheet is not None
    said = (Line(now.notice, "faint"),) if now.notice else ()
    return Line(now.sheet.text, "strong"), *sheet_lines(now.sheet), *said


def sheet_lines(sheet: SheetView) -> tuple[Line, ...]:
    """The highlighted move first: it is what a press of the confirm button takes."""
    marked = [(at == sheet.highlighted, move) for at, move in enumerate(sheet.moves)]
    ordered = sorted(marked, key=lambda pair: not pair[0])
    return tuple(_sheet_line(is_highlighted, move) for is_highlighted, move in ordered)


def _sheet_line(is_highlighted: bool, move: MoveView) -> Line:
    return Line(f"▶ {move.label}   (confirm takes it)", "strong") if is_highlighted else Line(f"  {move.label}")


_TOLD: dict[Kind, Callable[[TablePrompts], tuple[Line, ...]]] = {
    "question": _question,
    "offer": _notice,
    "sheet": _sheet,
    "notice": _notice,
    "quiet": lambda _: (),
}


# What may be answered


def may_decide(state: State) -> bool:
    return topic(state) == "question"


def may_follow_board(state: State) -> bool:
    return may_decide(state) and state.prompts.questions[0].may_board_be_right


def has_offer(state: State) -> bool:
    return topic(state) == "offer"


def has_other_offer(state: State) -> bool:
    return has_offer(state) and len(state.prompts.choices) > 1


def sheet_moves(state: State) -> tuple[MoveView, ...]:
    """Of the sheet that lies open, what may be done from this screen, the highlighted one first."""
    sheet = state.prompts.sheet
    if sheet is None:
        return ()
    ordered = sorted(enumerate(sheet.moves), key=lambda pair: pair[0] != sheet.highlighted)
    return tuple(move for _, move in ordered if state.may_take(move))


def has_sheet(state: State) -> bool:
    return topic(state) == "sheet" and bool(sheet_moves(state))
