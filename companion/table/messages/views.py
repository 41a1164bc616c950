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
    colour: str = ""  # its name, of those that the books tell
    worth: int = 0  # at the end of the game, cash and all: what the richest wins by
    owed: int = 0  # in all, by other players who cannot pay at once


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
    raises: bool = False  # a way to raise cash: `change` is what it brings
    short_by: int = 0  # cash that is missing: it cannot be given yet
    tells: tuple[str, ...] = ()  # what would happen: it is asked for, and this is read, before it is given
    menu: str = ""  # the entry of the menu in the welcome that it stands in


class RaiseView(Struct, frozen=True):
    """Something that only cash is missing for. The ways to raise it are the player's moves that have `raises`."""

    move: MoveView  # with what it is `short_by`
    text: str  # what it is for, the cash there is, and what is missing
    can_raise: int  # in all, beside the cash
    is_asked: bool = False  # the table waits for it
    not_bankrupt: str = ""  # of a debtor: why it has not come to that


class ClockView(Struct, frozen=True):
    """The time of a timed game, at the instant when this was told."""

    minutes: int  # in all
    left_ms: int
    is_up: bool = False


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
    tokens: tuple[str, ...] = ()  # the piece of each player
    raising: tuple[RaiseView, ...] = ()
    prompt_how: str = ""  # how the sum in question came about
    prompt_clauses: tuple[str, ...] = ()
    clock: ClockView | None = None  # of a timed game with a limit


class LogLine(Struct, frozen=True):
    number: int  # of the move
    at_ms: int
    text: str
    clauses: tuple[str, ...]
    how: str = ""  # how its sum came about


class ClauseView(Struct, frozen=True):
    """A clause in words, as it was in force."""

    id: str
    title: str
    text: str


class SheetView(Struct, frozen=True):
    """What somebody looks at: a deed with its moves and prices. `highlighted` is what a confirmation takes.

    What stands in `first` is to be given before any of the moves: the end of a turn that only waits to pass.
    """

    text: str
    moves: tuple[MoveView, ...] = ()
    highlighted: int = -1  # a place in `moves`; -1 is none
    deed: int = -1
    first: tuple[Raw, ...] = ()


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
    seen_at_ms: int = 0  # by the table's clock: when it last felt or did something; 0 is never


class RigView(Struct, frozen=True):
    """A simulated table as it stands, told only where there is one: what lies and stands where, and what it was told.

    Of lights and sounds the newest is last.
    """

    buttons: tuple[str, ...] = ()
    down: tuple[str, ...] = ()  # of these, what is held
    readers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # with the tags that lie there
    has_board: bool = False
    tokens: tuple[tuple[str, int], ...] = ()  # the tag of each, and its space
    lights: tuple[str, ...] = ()
    sounds: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class PartView(Struct, frozen=True):
    """What one player, or the Bank, has before them on the real table: a line for each thing."""

    title: str
    lines: tuple[str, ...]
    seat: int = -1


class WrongLine(Struct, frozen=True):
    number: int  # from 1; 0 is the whole
    why: str


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
