"""What a screen may show: the game, its log and history, the devices at the table. Screens work out nothing."""

from msgspec import Raw, Struct

from companion.table.messages.message import RoleName

# The game


class PlayerView(Struct, frozen=True):
    seat: int
    name: str
    cash: int
    change: int  # of the cash, by the last move
    space: int
    jail: int = -1  # failed rolls in Jail; -1 when free
    jail_cards: int = 0
    out: str = ""  # "bankrupt" or "left"
    owes: int = 0  # in all
    colour: str = ""  # one of the colours in the welcome
    worth: int = 0  # with deeds and buildings, as at the end of a game; 0 if out, or while it must not be seen
    owed: int = 0  # in all, by other players who cannot pay at once


class TitleView(Struct, frozen=True, array_like=True):
    owner: int  # a seat, or -1 for the Bank
    buildings: int
    mortgaged: bool
    rent: int = 0  # for landing here now; a utility's is a multiple of the dice


class LevelView(Struct, frozen=True, omit_defaults=True):
    """One way to build on a whole group, or to sell from it. Several groups go together: their `deeds` add up."""

    group: str  # as people call it
    label: str
    deeds: tuple[int, ...]  # each as often as it gets or loses a building
    change: int  # of the player's cash
    digit: str = ""  # how many buildings each lot has then, a hotel as one more than its houses; empty: one on each
    why_not: str = ""


class MoveView(Struct, frozen=True, omit_defaults=True):
    """A move that is possible now. `act` is ready to send, except for what it `needs`.

    The missing value goes into the fields of the act that `fills` names. It may be one of the `choices`: each has the
    value of the first of these fields (with dice, of the last) and a label. A deal is a part of both players' goods.
    """

    label: str
    act: Raw
    seat: int = -1  # whose move it is; -1 is the Banker's
    change: int = 0  # of that player's cash, if it is certain
    needs: str = ""  # dice, amount, goods, buildings, deeds, place, title, value or reason
    least: int = 0
    most: int = 0
    banker: bool = False  # only the Banker may give it
    fills: tuple[str, ...] = ()
    choices: tuple[tuple[int | str, str], ...] = ()
    raises: bool = False  # a way to raise cash: `change` is how much
    short_by: int = 0  # missing cash: it cannot be given yet
    tells: tuple[str, ...] = ()  # if not empty, a screen shows this and asks before it gives the move
    menu: str = ""  # the id of its entry in the menu of the welcome
    search: str = ""  # words that find it in a long list, beside those of its label
    offer: int = 0  # the number of the offer that it answers, to be sent with it
    levels: tuple[LevelView, ...] = ()  # for buildings: what each group could be brought to


class RaiseView(Struct, frozen=True):
    """A move that only lacks cash. The player's moves with `raises` are the ways to get it."""

    move: MoveView  # with what it is `short_by`
    text: str  # what it is for, how much cash there is, and how much is missing
    can_raise: int  # in all, on top of the cash
    is_asked: bool = False  # the table waits for it
    not_bankrupt: str = ""  # for a debtor: why they are not bankrupt yet


class ClockView(Struct, frozen=True):
    """The time of a timed game when this was sent."""

    minutes: int  # in all
    left_ms: int
    is_up: bool = False


class AuctionView(Struct, frozen=True):
    """An auction that is going on."""

    lot: str
    high: int  # the highest bid; 0 if there is none yet
    bidder: int  # who made it; -1 is nobody
    least: int  # the next bid
    passed: tuple[int, ...] = ()  # seats


class GoodsView(Struct, frozen=True, omit_defaults=True):
    """What one side of a deal gives, or could give at most."""

    deeds: tuple[int, ...] = ()  # as in the titles of the view
    cash: int = 0
    jail_cards: int = 0
    decks: tuple[str, ...] = ()  # of the jail cards, if they differ


class OfferView(Struct, frozen=True):
    """The deal that is offered. No other offer of this game has its number."""

    number: int
    player: int
    to: int
    gives: GoodsView
    gets: GoodsView
    text: str


class PaymentView(Struct, frozen=True):
    """Money on its way. An account is a seat, -1 for the Bank or -2 for the pot."""

    payer: int
    payee: int
    amount: int
    why: str


class TokenPath(Struct, frozen=True):
    """Where the token that moved last stood before, and where it belongs now."""

    seat: int
    start: int
    goal: int
    steps: int = 0  # as many spaces on; 0 if it did not simply go forward


class View(Struct, frozen=True, omit_defaults=True):
    """A game at one instant."""

    game: str
    title: str
    edition: str
    turn: int
    turn_number: int
    dice: tuple[int, ...]
    players: tuple[PlayerView, ...]
    titles: tuple[TitleView, ...]
    houses: int  # left in the Bank; -1 is unlimited
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
    house_rules: tuple[str, ...] = ()  # how this game differs from the book
    commitment: str = ""  # of fair dice, to be noted before the first throw
    tokens: tuple[str, ...] = ()  # the piece of each player
    raising: tuple[RaiseView, ...] = ()
    prompt_how: str = ""  # how the sum in question is worked out
    prompt_clauses: tuple[str, ...] = ()
    clock: ClockView | None = None  # of a timed game with a limit
    auction: AuctionView | None = None
    hand_dice: bool = False  # real dice are rolled, and entered
    payments: tuple[PaymentView, ...] = ()  # by the last move
    path: TokenPath | None = None
    offer: OfferView | None = None
    goods: tuple[GoodsView, ...] = ()  # what each player could put into a deal; empty if nobody may offer one


class LogLine(Struct, frozen=True):
    number: int  # of the move
    at_ms: int
    text: str
    clauses: tuple[str, ...]
    how: str = ""  # how its sum is worked out
    is_taken_back: bool = False  # the move does not stand now


class TurnView(Struct, frozen=True):
    """A turn as a paragraph: who rolled what, where that led, and what it cost. Its lines in the log say more.

    What was taken back of a turn is a paragraph of its own.
    """

    turn: int  # its number; 0 is what came before the first
    seat: int  # whose turn it was; -1 is nobody's
    text: str
    first: int  # the numbers of its first and its last move
    last: int
    at_ms: int  # of the last
    is_taken_back: bool = False


class UndoView(Struct, frozen=True):
    """Several moves to take back, or to do again: what they are, and what that means for the real board."""

    numbers: tuple[int, ...]  # in the order in which to do it
    moves: tuple[str, ...]  # the same in words
    money: tuple[str, ...] = ()  # whose cash changes in all, and by how much
    board_fixes: tuple[str, ...] = ()


class ClauseView(Struct, frozen=True):
    """A clause in words, as it was in force."""

    id: str
    title: str
    text: str


# The table beside the game


class SheetView(Struct, frozen=True):
    """What somebody is looking at: a deed with its moves and prices. Confirm takes the `highlighted` move.

    The acts in `first` are given before any of the moves: the end of a turn that was only waiting to pass.
    """

    text: str
    moves: tuple[MoveView, ...] = ()
    highlighted: int = -1  # an index into `moves`; -1 is none
    deed: int = -1
    first: tuple[Raw, ...] = ()


class ChoiceView(Struct, frozen=True):
    """`act` is ready to send. Without one, `does` says what to do: begin, resume, or enrol the tag `uid`."""

    label: str
    act: Raw = Raw(b"null")
    does: str = ""
    uid: str = ""


class QuestionView(Struct, frozen=True):
    """A token is seen on another space. `changes` is the money that would change if the board is right."""

    number: int
    text: str
    may_board_be_right: bool
    changes: tuple[str, ...] = ()


class FixView(Struct, frozen=True):
    """Something to fix on the real board after an undo or redo."""

    text: str
    done: bool


class DeviceView(Struct, frozen=True):
    """A device at the table."""

    name: str
    state: str  # present, absent or lost
    why: str = ""
    counters: tuple[tuple[str, int], ...] = ()
    seen_at_ms: int = 0  # by the table's clock: when it last sensed or did something; 0 is never


class RigView(Struct, frozen=True):
    """A simulated table: what lies and stands where, and what its lamps and speaker were told (the newest last)."""

    buttons: tuple[str, ...] = ()
    down: tuple[str, ...] = ()  # the buttons that are held
    readers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # with the tags that lie on them
    has_board: bool = False
    tokens: tuple[tuple[str, int], ...] = ()  # the tag of each, and its space
    lights: tuple[str, ...] = ()
    sounds: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class WalkView(Struct, frozen=True):
    """How far the enrolling of tags is. A `question` waits for yes or no; holding another tag drops it."""

    number: int
    step: int
    title: str
    prompt: str  # what to do now
    done: int  # things that have their tag, out of `total`
    total: int
    told: str = ""  # the result of the last step
    is_trouble: bool = False  # the last step enrolled nothing
    question: str = ""
    is_over: bool = False
    by: str = ""  # the name of the screen or program that began it


# Looking back


class TurnPoint(Struct, frozen=True, array_like=True):
    """The end of a turn, by seats. None for players who are out, or whose worth must not be seen now."""

    turn: int  # the first one is the start of the game
    cash: tuple[int | None, ...]
    worth: tuple[int | None, ...]  # cash, deeds and buildings at their price, a mortgaged deed at half


class ReasonView(Struct, frozen=True, array_like=True):
    """What was paid for one reason. `changes` are those of every account and add up to zero."""

    clause: str
    title: str
    times: int
    changes: tuple[int, ...]


class HistoryView(Struct, frozen=True):
    """The accounts are the players' by seat, then the Bank's, then the pot. Every row of changes adds up to zero."""

    number: int  # of the last move in it
    points: tuple[TurnPoint, ...]
    opening: tuple[int, ...]  # the accounts at the start
    reasons: tuple[ReasonView, ...]
    balance: tuple[int, ...]  # the accounts now
    hidden: tuple[int, ...] = ()  # seats whose worth must not be seen now


# Games, boards and paired devices


class StoredMove(Struct, frozen=True):
    """`body` is what the journal holds: the act and its events."""

    id: str
    at_ms: int
    body: Raw


class MovesPage(Struct, frozen=True):
    """Some moves of a stored game. `start` is how it began, as in the head of its journal."""

    game: str
    start: Raw
    moves: tuple[StoredMove, ...]
    total: int  # moves in the whole game


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


BARS = "▁▂▃▄▅▆▇█"


class ShelvedPlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody's part of a game on the shelf. `worth` has a character for each of up to 24 moments, from 0 to z."""

    name: str
    colour: str
    placed: str = ""  # won, 2nd, 3rd …; empty while the game goes on
    worth: str = ""

    @property
    def bars(self) -> str:
        """The worth as a picture on a terminal."""
        return "".join(BARS[int(level, 36) * len(BARS) // 36] for level in self.worth)


class ShelfLine(Struct, frozen=True, omit_defaults=True):
    """A game on the shelf. Of a damaged one as much as is known, and why it is no more."""

    id: str
    title: str = ""
    edition: str = ""
    board: str = ""
    begun_at_ms: int = 0
    length: str = ""  # `34 turns, 2 h 5 min`
    finished: bool = False
    in_play: bool = False
    damaged: str = ""
    players: tuple[ShelvedPlayer, ...] = ()


class PersonLine(Struct, frozen=True, omit_defaults=True):
    """Somebody across the games."""

    name: str
    spellings: tuple[str, ...] = ()  # others of the same person
    games: int = 0
    facts: tuple[str, ...] = ()


class ShelfView(Struct, frozen=True):
    games: tuple[ShelfLine, ...] = ()
    people: tuple[PersonLine, ...] = ()
    total: int = 0  # games on the whole shelf
    taken_off: tuple[str, ...] = ()  # games that can be put back


class PartView(Struct, frozen=True):
    """What one player, or the Bank, has in front of them on the real table: a line for each thing."""

    title: str
    lines: tuple[str, ...]
    seat: int = -1


class WrongLine(Struct, frozen=True):
    """What is wrong in the position of a paper game."""

    number: int  # from 1; 0 is the whole position
    why: str


class DeedPrint(Struct, frozen=True):
    name: str
    space: int
    group: str
    price: int
    mortgage: int
    house_cost: int
    rents: tuple[int, ...]  # a utility's are multiplied by the dice
    rent_names: tuple[str, ...] = ()  # what each of the rents is for
    lift: int = 0  # what paying off the mortgage costs


class GroupView(Struct, frozen=True):
    """A group of deeds, with its colour and one that can be read on it, both as #rrggbb."""

    id: str
    name: str
    colour: str
    ink: str


class CurrencyPrint(Struct, frozen=True):
    """How amounts are written at this table. The rules count in units of `factor`."""

    sign: str = "$"
    after: bool = False
    thousands: str = ","  # between groups of three digits; may be empty
    factor: int = 1

    def show(self, amount: int, *, plus: bool = False) -> str:
        """The same as in the table's own sentences."""
        gap = "\N{NO-BREAK SPACE}"
        digits = f"{abs(amount) * self.factor:,}".replace(",", gap if self.thousands == " " else self.thousands)
        minus = "-" if amount < 0 else "+" if plus else ""
        return f"{minus}{digits}{gap}{self.sign}" if self.after else f"{minus}{self.sign}{digits}"


class BoardWords(Struct, frozen=True):
    """What this box calls things that screens have sentences about."""

    jail: str = "Jail"
    parking: str = "Free Parking"
    chance: str = "Chance"
    chest: str = "Community Chest"
    house: str = "house"
    houses: str = "houses"
    hotel: str = "hotel"
    hotels: str = "hotels"
    a_hotel: str = "a hotel"


class BoardPrint(Struct, frozen=True):
    """What is printed on the board and on the deeds, and how money is written."""

    key: str = ""
    title: str = ""
    spaces: tuple[str, ...] = ()
    deeds: tuple[DeedPrint, ...] = ()
    groups: tuple[GroupView, ...] = ()  # in the order in which deeds are shown
    currency: CurrencyPrint = CurrencyPrint()
    words: BoardWords = BoardWords()
    income_tax: int = 0
    luxury_tax: int = 0


class BoardLine(Struct, frozen=True):
    """A board in the list. `trouble` says why nobody can play on it: what is wrong in its file."""

    key: str
    title: str
    is_own: bool = False
    trouble: str = ""


class DeviceLine(Struct, frozen=True):
    """A paired tablet or phone. A player's belongs to a person, who may have a seat in the game in play."""

    id: str
    name: str
    role: RoleName
    seat: int = -1
    paired_at_ms: int = 0
    person: str = ""
    address: str = ""  # in the network, where it was last


class WaitingScreen(Struct, frozen=True):
    """A screen that asks to be let in to watch, and shows this code."""

    code: str
    name: str
    left_ms: int


class PairingView(Struct, frozen=True):
    """The code that lets one device in; empty lets none in, and `why` may say why not."""

    code: str = ""
    role: RoleName = "viewer"
    seat: int = -1
    left_ms: int = 0
    failures: int = 0  # wrong codes since this one was shown
    urls: tuple[str, ...] = ()  # where a browser finds the table
    why: str = ""
    person: str = ""  # whose device it is for
    waiting: tuple[WaitingScreen, ...] = ()
    fingerprint: str = ""  # of the pages' certificate, if they are encrypted
