"""When the rules say no: a code for programs, the clauses behind it, and a sentence for people."""

from enum import Enum


class Code(Enum):
    """Why a command is refused. Where several apply, the first listed here is given."""

    NOT_YOUR_TURN = "not-your-turn"
    WRONG_MOMENT = "wrong-moment"
    DEBT_FIRST = "debt-first"
    GAME_OVER = "game-over"
    UNKNOWN_NAME = "unknown-name"
    AMBIGUOUS_NAME = "ambiguous-name"
    BAD_DICE = "bad-dice"
    NOT_OWNER = "not-owner"
    NOT_FOR_SALE = "not-for-sale"
    NO_CASH = "no-cash"
    BID_TOO_LOW = "bid-too-low"
    BID_OVER_CASH = "bid-over-cash"
    INCOMPLETE_GROUP = "incomplete-group"
    UNEVEN = "uneven"
    GROUP_MORTGAGED = "group-mortgaged"
    GROUP_HAS_BUILDINGS = "group-has-buildings"
    NO_HOUSES = "no-houses"
    NO_HOTELS = "no-hotels"
    NO_SHORTAGE = "no-shortage"
    NOTHING_TO_SELL = "nothing-to-sell"
    ALREADY_MORTGAGED = "already-mortgaged"
    NOT_MORTGAGED = "not-mortgaged"
    NOT_IN_JAIL = "not-in-jail"
    NO_JAIL_CARD = "no-jail-card"
    FINE_TOO_LATE = "fine-too-late"
    MUST_THROW = "must-throw"
    RENT_WINDOW_CLOSED = "rent-window-closed"
    NO_RENT_DUE = "no-rent-due"
    CAN_STILL_PAY = "can-still-pay"
    BAD_OFFER = "bad-offer"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOT_IN_EDITION = "not-in-edition"


PRECEDENCE: dict[Code, int] = {code: rank for rank, code in enumerate(Code)}


class Refusal(Exception):
    """Nothing happened. `clauses` has every clause behind it, the most specific first."""

    def __init__(self, code: Code, clauses: str | tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.code = code
        self.clauses = (clauses,) if isinstance(clauses, str) else clauses
        self.message = message

    @property
    def clause(self) -> str:
        return self.clauses[0]
