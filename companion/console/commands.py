"""Everything the console can do, a row each: what it is called, its key, what it means, and when it is possible.

Keys, key bar, menu, palette and help are all made from this table. A row with `kinds` stands for moves of the view;
any other opens a `screen`, or is an action of the app that has the row's id.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from companion.console import hand
from companion.console.acts import kind_of
from companion.console.state import State
from companion.table.messages import MoveView


def _always(_: State) -> bool:
    return True


def _in_play(state: State) -> bool:
    return state.view is not None


def _as_banker(state: State) -> bool:
    return state.is_live and state.role == "banker"


def _banker_in_play(state: State) -> bool:
    return _as_banker(state) and _in_play(state)


def _can_undo(state: State) -> bool:
    return _as_banker(state) and state.view is not None and bool(state.view.undo_number)


def _can_redo(state: State) -> bool:
    return _as_banker(state) and state.view is not None and bool(state.view.redo_number)


def _is_simulated(state: State) -> bool:
    return _as_banker(state) and state.at_hand.rig is not None


def _is_demo(state: State) -> bool:
    return state.pace is not None


def _for_banker(possible: Callable[[State], bool]) -> Callable[[State], bool]:
    return lambda state: _as_banker(state) and possible(state)


def _must_raise(state: State) -> bool:
    return state.is_live and any(one.is_asked for one in state.raising)


def _has_notes(state: State) -> bool:
    return bool(state.notes)


class Row(Struct, frozen=True):
    id: str
    key: str
    label: str
    help: str
    kinds: tuple[str, ...] = ()  # of the moves it stands for; see `acts.kind_of`
    needs: str = ""  # what is asked for before it is given
    is_rare: bool = False  # stands in the menu, and never among the buttons of the moment
    is_spread: bool = False  # each of its moves has a button of its own, where there is room
    asks_first: bool = False  # for what must not happen by a wrong key
    short: str = ""  # its word in the key bar; without one it is not there
    screen: str = ""  # module:class, loaded when it is opened
    possible: Callable[[State], bool] = _always  # of a row without kinds

    @property
    def shows_its_move(self) -> bool:
        """Is it plain what will happen? Then its key alone will do; else its only move is shown first."""
        return self.is_spread or self.asks_first or self.needs not in ("", "card")


# fmt: off
MOVE_ROWS = (
    Row("throw", "t", "Throw the dice", "The companion throws.",
        ("Roll", "Throw"), is_spread=True),
    Row("dice", "d", "Enter thrown dice", "You threw real dice: tap what fell.",
        ("Roll+dice", "Throw+dice"), "dice", is_spread=True),
    Row("draw", "c", "Draw a card", "The companion draws the next card.",
        ("DrawCard",), is_spread=True),
    Row("card", "C", "Say which card was drawn", "You drew a real card: find it by its words.",
        ("DrawCard+card",), "card"),
    Row("buy", "b", "Buy the deed", "Buy what the token stands on.",
        ("BuyDeed",), is_spread=True),
    Row("decline", "n", "Do not buy", "Then it is auctioned, unless you play without auctions.",
        ("DeclineDeed",), is_spread=True),
    Row("bid", "i", "Bid", "A player's bid in an auction.",
        ("Bid+amount",), "amount", is_spread=True),
    Row("pass", "p", "Bid no more", "A player leaves the auction.",
        ("PassBid",)),
    Row("hammer", "H", "Close the auction", "Sold to the highest bidder; without a bid the Bank keeps it.",
        ("CloseAuction",), is_spread=True),
    Row("sold", "s", "Sold to … for …", "An auction held aloud, entered in one step.",
        ("SellLotTo+amount",), "amount"),
    Row("pay", "y", "Pay", "Pay what is owed, the tax or the fine.",
        ("Settle", "PayTax", "PayFine"), is_spread=True),
    Row("way-out", "j", "Leave Jail with a card", "Use the card or the key that leads out of Jail.",
        ("UseJailCard",), is_spread=True),
    Row("go", "g", "Choose where to go", "The Bus and three of a kind leave the choice to the player.",
        ("ChooseSteps", "MoveTo"), is_spread=True),
    Row("rent", "r", "Ask for rent", "Where rent must be asked for: before it is too late.",
        ("ClaimRent",), is_spread=True),
    Row("end", "e", "End the turn", "The next player's throw ends it, too.",
        ("EndTurn",), is_spread=True),
    Row("build", "h", "Build", "Houses and hotels, evenly over a complete group.",
        ("Build",)),
    Row("place", "h", "Choose the lot to build on", "For a building that was won in an auction.",
        ("PlaceBuilding",), is_spread=True),
    Row("sell", "l", "Sell buildings", "For half of what they cost.",
        ("SellBuilding", "SellGroup")),
    Row("mortgage", "m", "Mortgage", "Half the price now; no rent until the mortgage is lifted.",
        ("Mortgage",)),
    Row("lift", "f", "Lift a mortgage", "What was lent, and a tenth on top.",
        ("Redeem",)),
    Row("keep", "k", "Keep a mortgage", "Pay the tenth on a deed just received, and leave it mortgaged.",
        ("KeepMortgage",), is_spread=True),
    Row("deal", "o", "Offer a deal", "Deeds, cash and jail cards, as two players agreed.",
        ("OfferDeal+goods",), "goods"),
    Row("answer", "o", "Answer the offer", "Yes, no, or the offer is taken back.",
        ("AcceptDeal", "RejectDeal", "WithdrawDeal"), is_spread=True),
    Row("shortage", "x", "Auction a building", "More is wanted than the Bank has left.",
        ("AuctionBuilding",)),
    Row("deal-deeds", "D", "Deal the deeds", "The companion deals them to everybody.",
        ("DealDeeds",), is_spread=True),
    Row("dealt", "D", "Say which deeds were dealt", "You dealt the real deeds: say who got which.",
        ("DealDeeds+deeds",), "deeds"),
    Row("bankrupt", "B", "Go bankrupt", "When nothing is left to raise money with.",
        ("GoBankrupt",), asks_first=True),
    Row("cash", "$", "Correct cash", "The Banker's word, with a reason.",
        ("CorrectCash+amount",), "amount", is_rare=True),
    Row("place-token", "@", "Correct a place", "Where a token stands. No salary, no rent.",
        ("CorrectPlace+place",), "place", is_rare=True),
    Row("deed", "#", "Correct a deed", "Who has it, what stands on it, is it mortgaged.",
        ("CorrectDeed+title",), "title", is_rare=True),
    Row("house-rule", "R", "Change a house rule", "From now on, with a reason.",
        ("SetHouseRule+value",), "value", is_rare=True),
    Row("leave", "L", "A player leaves", "Goes home: what is left goes to the Bank.",
        ("RetirePlayer+reason",), "reason", is_rare=True),
    Row("time", "T", "The time is up", "The agreed hour has come: the game ends, and the richest wins.",
        ("CallTime",), is_rare=True, asks_first=True),
    Row("end-game", "E", "End the game", "At once, and the richest wins.",
        ("EndGame",), is_rare=True, asks_first=True),
)
OWN_ROWS = (
    Row("pause", "space", "Pause, or go on", "Holds the demonstration, or lets it go on.",
        short="pause", possible=_is_demo),
    Row("faster", "plus", "Faster", "The players of the demonstration take less time.",
        short="faster", possible=_is_demo),
    Row("slower", "minus", "Slower", "The players of the demonstration take more time.",
        short="slower", possible=_is_demo),
    Row("undo", "u", "Take back", "Take back the last move. Nothing is forgotten: it can be done again.",
        short="undo", possible=_can_undo),
    Row("redo", "U", "Do again", "Do again what was taken back.",
        short="redo", possible=_can_redo),
    Row("raise", "Y", "Raise cash", "Every way to find the money that is missing, and what each brings.",
        short="raise cash", screen="companion.console.screens.raise_cash:RaiseScreen", possible=_must_raise),
    Row("menu", "a", "Everything possible now", "All moves, also the rare ones.",
        short="all moves", possible=_in_play),
    Row("why", "q", "Why?", "How the last sum came about, and the clauses behind it and behind the question, in words.",
        short="why", screen="companion.console.screens.why:WhyScreen", possible=_in_play),
    Row("log", "w", "Log and reasons", "Every move so far, with the clause it was made under.",
        short="log", screen="companion.console.screens.log:LogScreen", possible=_in_play),
    Row("sheet-of", "A", "A player's sheet", "Cash and every deed with its rent, and why it is so much.",
        possible=_in_play),
    Row("past", "v", "Looking back", "Everybody's cash and worth over the turns, and the ledger by reason.",
        short="chart", screen="companion.console.screens.looking_back:LookingBackScreen", possible=_in_play),
    Row("rename", "N", "Rename a player", "Call a player otherwise.",
        possible=_banker_in_play),
    Row("games", "G", "Games: new, resume", "Begin a game, or go on with another one.",
        short="games", screen="companion.console.screens.games:GamesScreen", possible=_as_banker),
    Row("set-up", "O", "Lay the table out", "Where every token, deed and house belongs, to tick off.",
        screen="companion.console.screens.set_up:SetUpScreen", possible=_banker_in_play),
    Row("board-right", "z", "The board is right", "The game follows the token. What money changes is shown first.",
        possible=_for_banker(hand.may_follow_board)),
    Row("screen-right", "Z", "The screen is right", "The token goes where the game says.",
        possible=_for_banker(hand.may_decide)),
    Row("take-offer", "z", "Take the offer", "What a tag or a button has brought up.",
        possible=_for_banker(hand.has_offer)),
    Row("take-other", "Z", "Take the other offer", "What else a tag or a button has brought up.",
        possible=_for_banker(hand.has_other_offer)),
    Row("sheet", "z", "Moves of the deed that lies there", "What may be done with it, and for how much.",
        possible=hand.has_sheet),
    Row("simulated", "S", "The simulated table", "Cards, tokens and buttons to play with where there are no real ones.",
        short="table", screen="companion.console.screens.simulated:SimulatedScreen", possible=_is_simulated),
    Row("enrol", "W", "Enrol tags", "Which tag is which deed, token, player or card: hold one after the other.",
        screen="companion.console.screens.enrol:EnrolScreen", possible=_as_banker),
    Row("pairing", "P", "Tablets and phones", "Let one in by a code, and see or remove those that are paired.",
        screen="companion.console.screens.pairing:PairingScreen", possible=_as_banker),
    Row("health", "I", "Health", "Devices, link and disk: what answers, and when it was last seen.",
        screen="companion.console.screens.health:HealthScreen"),
    Row("dismiss", "escape", "I have read it", "Puts away the note that was read.",
        possible=_has_notes),
    Row("mute", "M", "Sounds off or on", "Of the whole table; lamps and screens go on.",
        possible=_as_banker),
    Row("touch", "f2", "Large buttons", "For fingers; again for a small screen.",),
    Row("theme", "f3", "Dark or light", "Changes the colours."),
    Row("help", "question_mark", "Help", "Every key, and what it does.",
        short="help", screen="companion.console.screens.help:HelpScreen"),
    Row("quit", "ctrl+q", "Leave", "Closes this screen. The game is saved, always.",
        short="leave"),
)
# fmt: on
ROWS = (*MOVE_ROWS, *OWN_ROWS)
BY_ID = {row.id: row for row in ROWS}
_BY_KIND = {kind: row for row in MOVE_ROWS for kind in row.kinds}


class UnknownMove(LookupError):
    """The table offers something that this console has never heard of: it is older than the table."""


def row_of(move: MoveView) -> Row:
    """Raises UnknownMove."""
    kind = kind_of(move)
    if kind not in _BY_KIND:
        raise UnknownMove(kind)
    return _BY_KIND[kind]


def moves_of(state: State, rows: Iterable[Row]) -> tuple[MoveView, ...]:
    kinds = {kind for row in rows for kind in row.kinds}
    return tuple(move for move in state.moves if kind_of(move) in kinds)


def is_possible(state: State, row: Row) -> bool:
    return bool(moves_of(state, (row,))) if row.kinds else row.possible(state)


def own_rows(state: State) -> tuple[Row, ...]:
    """What the console can do itself; what leads a demonstration only where there is one."""
    return tuple(row for row in OWN_ROWS if row.possible is not _is_demo or _is_demo(state))


def with_key(key: str) -> tuple[Row, ...]:
    """Rows that are not meant at the same time may share a key."""
    return tuple(row for row in ROWS if row.key == key)


_KEY_WORDS = {
    "question_mark": "?",
    "escape": "Esc",
    "ctrl+q": "Ctrl-Q",
    "f2": "F2",
    "f3": "F3",
    "space": "Space",
    "plus": "+",
    "minus": "-",
}


def key_words(row: Row) -> str:
    """The key as people call it."""
    return _KEY_WORDS.get(row.key, row.key)
