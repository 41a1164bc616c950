"""The board for a new game: choosing one, and correcting it, in a list of its spaces and on each of them."""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from companion.console.board_fields import INCOME_TAX, LUXURY_TAX, MONEY, board_fields, correct_field, keep_board
from companion.console.colours import group_looks
from companion.console.console_screen import Chosen, ConsoleScreen, KeyButton, ValueList
from companion.console.new_game_form import NewGameForm
from companion.console.pads.choose import ChoosePad, PadChoice
from companion.console.words import cells, shorten
from companion.table.messages.requests import ListBoards, ShowBoard
from companion.table.messages.views import BoardLine, BoardPrint

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

CORRECT = BoardLine("", "")  # the last choice
NAME_WIDTH, PRICE_WIDTH = 28, 9
MARGINS = 7  # of a line, with the scroll bar and the gap before its second part
SAMPLE = 1_500  # of money


async def choose_board(app: "ConsoleApp", form: NewGameForm) -> NewGameForm | None:
    """Asks again, with what is wrong in its file, if nobody can play on the chosen one. None if nothing is changed."""
    listed = await app.ask(ListBoards())
    choices: list[PadChoice[BoardLine]] = []
    for line in listed.boards or (BoardLine(form.printed.key, form.printed.title),):
        about = ["now"] if line.key == form.printed.key else []
        about += (
            [f"yours: {line.key}"] if line.is_own else ["usual with this book"] if line.key == form.book.board else []
        )
        about += ["cannot be used yet"] if line.trouble else []
        choices.append(PadChoice(line.title, line, ", ".join(about)))
    choices.append(PadChoice("Correct the board …", CORRECT, "another name, price or rent"))
    hint = "What does your box print?" if listed.done else listed.message
    while True:
        chosen = await app.show_pad(ChoosePad("Which board do you have?", choices, hint))
        if chosen is None:
            return None
        if chosen is CORRECT:
            return await app.show_form(CorrectBoardScreen(form))
        if chosen.key == form.printed.key:
            return replace(form, is_board_chosen=True)
        printed = await app.ask(ShowBoard(chosen.key))
        board = await app.ask(ShowBoard(chosen.key, form.corrections.get(chosen.key, ())))
        if printed.board is not None and board.board is not None:
            return form.with_board(printed.board, board.board)
        hint = chosen.trouble or printed.message or board.message


class CorrectBoardScreen(ConsoleScreen[NewGameForm]):
    """When it is left, it gives back the form with all corrections."""

    BINDINGS = [("escape", "leave", "Back"), ("ctrl+s", "keep", "Keep")]

    def __init__(self, form: NewGameForm) -> None:
        super().__init__()
        self.form = form

    def compose(self) -> ComposeResult:
        yield Static(id="board-title", classes="screen-title")
        yield ValueList(id="spaces")
        yield Static(id="new-told")
        with Horizontal(id="new-keys"):
            yield KeyButton("Keep as our board …   (Ctrl-S)", does="keep", id="keep", classes="yes")
            yield KeyButton("Back   (Esc)", does="leave", id="back")

    def built(self) -> None:
        self.query_one(ValueList).focus()
        self.draw()
        self.tell("What does your box print? Enter or a tap corrects a space.")

    def draw(self) -> None:
        board, printed = self.form.board, self.form.printed
        self.query_one("#board-title", Static).update(Content(f"The board: {board.title}"))
        lines: list[tuple[Content, object]] = []
        for space in (*range(len(board.spaces)), MONEY):
            is_changed = board_fields(board, space) != board_fields(printed, space)
            head, rent = _space_line(board, space)
            mark = ("   changed", "bold $text-accent") if is_changed else ""
            more = Content.assemble((rent, "$foreground-muted"), mark)
            is_wide = head.cell_length + more.cell_length > self.page_width - MARGINS
            second_row = "\n     " if rent and (is_wide or self.app.has_class("-touch")) else ""
            lines.append((Content.assemble(head, second_row or "   ", more), space))
        self.query_one(ValueList).fill(lines)

    def tell(self, words: str) -> None:
        self.query_one("#new-told", Static).update(Content(words))

    @on(Chosen)
    @work(exclusive=True, group="correct")
    async def _correct(self, event: Chosen) -> None:
        """What has only a name needs no screen of its own."""
        fields = board_fields(self.form.board, event.what)
        if len(fields) == 1:
            form = await correct_field(self.console, self.form, event.what, fields[0].at)
        else:
            form = await self.console.show_form(CorrectSpaceScreen(self.form, event.what))
        self.form = form or self.form
        self.draw()

    @work(exclusive=True, group="correct")
    async def action_keep(self) -> None:
        form, told = await keep_board(self.console, self.form)
        if form is not None:
            self.form = form
            self.draw()
            self.tell(told)

    def action_leave(self) -> None:
        self.dismiss(self.form)


class CorrectSpaceScreen(ConsoleScreen[NewGameForm]):
    """One space. It gives back the form with all corrections."""

    BINDINGS = [("escape", "leave", "Back")]

    def __init__(self, form: NewGameForm, space: int) -> None:
        super().__init__()
        self.form = form
        self.space = space

    def compose(self) -> ComposeResult:
        yield Static(id="space-title", classes="screen-title")
        yield ValueList(id="fields")
        yield Static("Enter or a tap corrects a line.", id="new-told")
        with Horizontal(id="new-keys"):
            yield KeyButton("Done   (Esc)", does="leave", id="done", classes="yes")

    def built(self) -> None:
        self.query_one(ValueList).focus()
        self._draw()

    def _draw(self) -> None:
        board = self.form.board
        title = Content.assemble(_chip(board, self.space), f" {board.spaces[self.space]}")
        self.query_one("#space-title", Static).update(title)
        before = {field.at: field for field in board_fields(self.form.printed, self.space)}
        fields = board_fields(board, self.space)
        width = max(cells(field.label) for field in fields)
        lines: list[tuple[Content, object]] = []
        for field in fields:
            label = f"{field.label}{' ' * (width - cells(field.label))}   "
            was = before[field.at]
            mark = (f"   was {was.words}", "$text-accent") if was.value != field.value else ""
            lines.append((Content.assemble((label, "$foreground-muted"), (field.words, "bold"), mark), field.at))
        self.query_one(ValueList).fill(lines)

    @on(Chosen)
    @work(exclusive=True, group="correct")
    async def _correct(self, event: Chosen) -> None:
        self.form = await correct_field(self.console, self.form, self.space, event.what) or self.form
        self._draw()

    def action_leave(self) -> None:
        self.dismiss(self.form)


def _chip(board: BoardPrint, space: int) -> Content:
    deed = next((deed for deed in board.deeds if deed.space == space), None)
    look = group_looks(board.groups)[deed.group] if deed else None
    return Content.styled(f" {look.letters} ", look.style) if look else Content("    ")


def _space_line(board: BoardPrint, space: int) -> tuple[Content, str]:
    """The chip of its group, its name and its price; and its rents, from the lowest to the highest."""
    money, price, rents = board.currency, "", ""
    if space == MONEY:
        return Content.assemble("     Money is written ", (money.show(SAMPLE), "bold")), ""
    if space in (INCOME_TAX, LUXURY_TAX):
        price = money.show(board.income_tax if space == INCOME_TAX else board.luxury_tax)
    for deed in board.deeds:
        if deed.space == space:
            is_utility = deed.group == "utility"
            lowest, *_, highest = (str(rent) if is_utility else money.show(rent) for rent in deed.rents)
            price = money.show(deed.price)
            rents = f"rent {lowest} to {highest}{' times the dice' if is_utility else ''}"
    name = shorten(board.spaces[space], NAME_WIDTH)
    gap = " " * (NAME_WIDTH - cells(name) + max(PRICE_WIDTH - cells(price), 1))
    return Content.assemble(_chip(board, space), f" {name}{gap}", (price, "bold")), rents
