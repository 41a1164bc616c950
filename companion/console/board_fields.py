"""What can be corrected on a space of a board: its name, its amounts, and between what each may be."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.console.new_game_form import NewGameForm
from companion.console.pads.numbers import PLAIN, AmountPad
from companion.console.pads.pad import ConfirmPad
from companion.console.pads.text import TextPad
from companion.table.messages.requests import KeepBoard, ShowBoard
from companion.table.messages.setup import BoardCorrection
from companion.table.messages.views import BoardPrint, CurrencyPrint
from companion.table.messages.wire import Reply

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

INCOME_TAX, LUXURY_TAX = 4, 38  # their spaces
AMOUNT_MAX = 1_000_000  # these three are the same as at the table
NAME_MAX = 40
SIGN_MAX = 4
MONEY = -1  # the line for the sign of money, which is no space
RENTS_RISE = "Rents never fall: enter the lowest first."


class BoardField(Struct, frozen=True):
    """`at` is its key as in a board file."""

    at: str
    label: str
    value: int | str
    least: int = 0
    most: int = AMOUNT_MAX
    currency: CurrencyPrint = PLAIN
    hint: str = ""
    longest: int = NAME_MAX

    @property
    def words(self) -> str:
        return self.currency.show(self.value) if isinstance(self.value, int) else self.value

    @property
    def is_out_of_bounds(self) -> bool:
        return isinstance(self.value, int) and not self.least <= self.value <= self.most


def board_fields(board: BoardPrint, space: int, draft: Mapping[str, int | str] | None = None) -> tuple[BoardField, ...]:
    """With the values of the draft where it has some; what an amount may be depends on those before it."""
    money, drafted = board.currency, draft or {}
    if space == MONEY:
        return (BoardField("money.sign", "Sign", drafted.get("money.sign", money.sign), longest=SIGN_MAX),)
    hint = "All three spaces of this deck." if board.spaces.count(board.spaces[space]) > 1 else ""
    at = f"spaces.{space}"
    name = BoardField(f"{at}.name", "Name", drafted.get(f"{at}.name", board.spaces[space]), hint=hint)
    if space in (INCOME_TAX, LUXURY_TAX):
        key, tax = ("income", board.income_tax) if space == INCOME_TAX else ("luxury", board.luxury_tax)
        return name, BoardField(f"taxes.{key}", "Tax", drafted.get(f"taxes.{key}", tax), currency=money)
    deed = next((deed for deed in board.deeds if deed.space == space), None)
    if deed is None:
        return (name,)
    price = BoardField(f"{at}.price", "Price", drafted.get(f"{at}.price", deed.price), 1, currency=money)
    mortgage = drafted.get(f"{at}.mortgage", deed.mortgage)
    most = price.value if isinstance(price.value, int) else AMOUNT_MAX
    hint = f"At most the price, {price.words}."
    fields = [name, price, BoardField(f"{at}.mortgage", "Mortgage value", mortgage, 1, most, money, hint)]
    rents_at, hint = f"{at}.rent", RENTS_RISE
    if deed.house_cost:
        cost, about = drafted.get(f"{at}.house", deed.house_cost), "The same for the whole group."
        label = f"One {board.words.house}"
        fields.append(BoardField(f"{at}.house", label, cost, 2, currency=money, hint=about))
    else:
        count = sum(other.group == deed.group for other in board.deeds)
        rents_at = "rents.railroads" if deed.group == "railroad" else "rents.utilities"
        hint = f"The same for all {count}. {RENTS_RISE}"
        money = money if deed.group == "railroad" else PLAIN
    before = 0
    for place, (label, printed) in enumerate(zip(deed.rent_names, deed.rents, strict=True)):
        rent = drafted.get(f"{rents_at}.{place}", printed)
        fields.append(BoardField(f"{rents_at}.{place}", f"Rent, {label}", rent, before, currency=money, hint=hint))
        before = rent if isinstance(rent, int) else before
    return tuple(fields)


async def correct_field(app: "ConsoleApp", form: NewGameForm, space: int, at: str) -> NewGameForm | None:
    """Asks for the value, and for those after it that no longer fit. None if somebody changed their mind.

    What the table refuses is asked for again, with its reason.
    """
    draft: dict[str, int | str] = {}
    problem = ""
    while True:
        field = next(field for field in board_fields(form.board, space, draft) if field.at == at)
        value = await _ask_value(app, form.board.spaces[space] if space != MONEY else "Money", field, problem)
        if value is None:
            return None
        draft[at] = value
        fields = board_fields(form.board, space, draft)
        asked = [field.at for field in fields].index(at)
        following = next((field for field in fields[asked + 1 :] if field.is_out_of_bounds), None)
        if following is not None:
            at, problem = following.at, f"Now this one, too. {following.hint}"
            continue
        kept = tuple(one for one in form.corrected if one.at not in draft)
        corrections = (*kept, *(BoardCorrection(key, new) for key, new in draft.items()))
        reply = await app.ask(ShowBoard(form.printed.key, corrections))
        if reply.board is not None:
            return form.with_corrections(corrections, reply.board)
        problem = reply.message


async def _ask_value(app: "ConsoleApp", name: str, field: BoardField, problem: str) -> int | str | None:
    title, hint = f"{name}: {field.label}", problem or field.hint
    if isinstance(field.value, str):
        return await app.show_pad(TextPad(title, start=field.value, most=field.longest, hint=hint))
    start = min(max(field.value, field.least), field.most)
    pad = AmountPad(title, field.currency, field.least, field.most, start, hint, nought=not field.least)
    return await app.show_pad(pad)


async def keep_board(app: "ConsoleApp", form: NewGameForm) -> tuple[NewGameForm | None, str]:
    """Saves the board as one of the household's own. Returns the form with it, and what there is to tell."""
    hint, written = "The next game can be played on it, too.", "" if form.corrected else form.printed.title
    while True:
        name = await app.show_pad(TextPad("What do you call your board?", start=written, most=NAME_MAX, hint=hint))
        if name is None:
            return None, ""
        request = KeepBoard(name, form.printed.key, form.corrected)
        reply = await app.ask(request)
        if reply.boards:
            reply = await _replace(app, request, reply)
        if reply.board is not None:
            corrections = {key: kept for key, kept in form.corrections.items() if key != form.printed.key}
            form = replace(form, corrections=corrections).with_board(reply.board, reply.board)
            return form, " ".join((reply.message, *reply.lines))
        hint, written = reply.message, name


async def _replace(app: "ConsoleApp", request: KeepBoard, there: Reply) -> Reply:
    text = f"{there.message} Games that were begun on it keep the board they have."
    is_sure = await app.show_pad(ConfirmPad("Replace your board?", text, "Replace it", is_careful=True))
    return await app.ask(replace(request, instead=True)) if is_sure else there
