"""What a screen may show. It is told everything, and works out nothing."""

from msgspec import Raw, Struct


class PlayerView(Struct, frozen=True):
    seat: int
    name: str
    cash: int
    change: int  # of the cash, by the last move
    space: int
    jail: int = -1  # failed throws in Jail; -1 when free
    jail_cards: int = 0
    out: str = ""  # "bankrupt" or "left"
    owes: int = 0  # in all


class TitleView(Struct, frozen=True, array_like=True):
    owner: int  # a seat, or -1 for the Bank
    buildings: int
    mortgaged: bool
    rent: int = 0  # for who lands here now; a utility's is by the dice


class MoveView(Struct, frozen=True):
    """Something that may be done now. `act` is ready to be given, but for what it `needs`.

    That goes into the fields of the act that `fills` names, and may be one of the `choices`: what goes into the first
    of these fields (with dice, into the last), and what people read. A deal is a part of the goods in the act.
    """

    label: str
    act: Raw
    seat: int = -1  # whose it is; -1 is the Banker's
    change: int = 0  # of that player's cash, if it is certain
    needs: str = ""  # dice, amount, goods, deeds, place, title, value or reason
    least: int = 0
    most: int = 0
    banker: bool = False  # only the Banker may give it
    fills: tuple[str, ...] = ()
    choices: tuple[tuple[int | str, str], ...] = ()


class View(Struct, frozen=True):
    """A game at one instant."""

    game: str
    title: str
    edition: str
    turn: int
    turn_number: int
    dice: tuple[int, ...]
    players: tuple[PlayerView, ...]
    titles: tuple[TitleView, ...]
    houses: int  # left in the Bank; -1 is as many as are wanted
    hotels: int
    pot: int
    bank: int
    prompt: str  # what the table waits for
    prompt_seat: int  # from whom; -1 is anybody or nobody
    moves: tuple[MoveView, ...]
    undo: str = ""  # what would be taken back
    undo_number: int = 0
    redo: str = ""
    redo_number: int = 0
    winners: tuple[int, ...] = ()
    over: bool = False
    book: str = ""  # the edition's title
    variants: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()  # in which this table differs from the book


class LogLine(Struct, frozen=True):
    number: int  # of the move
    at_ms: int
    text: str
    clauses: tuple[str, ...]


class SheetView(Struct, frozen=True):
    """What somebody looks at: a deed with its moves and prices. `highlighted` is what a confirmation takes."""

    text: str
    moves: tuple[MoveView, ...] = ()
    highlighted: int = -1  # a place in `moves`; -1 is none
    deed: int = -1


class ChoiceView(Struct, frozen=True):
    """`act` is ready to be given; without one `does` says what is meant: begin, resume, or enrol the tag `uid`."""

    label: str
    act: Raw = Raw(b"null")
    does: str = ""
    uid: str = ""


class QuestionView(Struct, frozen=True):
    """A token is seen elsewhere. `changes` is the money that would change if the board is right."""

    number: int
    text: str
    may_board_be_right: bool
    changes: tuple[str, ...] = ()


class ToPutRight(Struct, frozen=True):
    text: str
    done: bool


class DeviceView(Struct, frozen=True):
    name: str
    state: str  # present, absent or lost
    why: str = ""
    counters: tuple[tuple[str, int], ...] = ()


class DeedPrint(Struct, frozen=True):
    name: str
    space: int
    group: str
    price: int
    mortgage: int
    house_cost: int
    rents: tuple[int, ...]  # a utility's are times the dice
    rent_names: tuple[str, ...] = ()  # what each of the rents is for
    lift: int = 0  # what lifting the mortgage costs


class BoardPrint(Struct, frozen=True):
    """What is printed on the board and on the deeds."""

    spaces: tuple[str, ...]
    deeds: tuple[DeedPrint, ...]


class GameLine(Struct, frozen=True):
    """A game in the list."""

    id: str
    title: str
    names: tuple[str, ...]
    edition: str
    moves: int
    last_at_ms: int
    finished: bool
    in_play: bool
    damaged: str = ""
