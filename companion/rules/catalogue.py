"""The catalogue: one row per command. Screens, buttons, roles and records read it, and keep no table of their own.

What a command does is its decision (`decide_...`). A new command is its decision, its row here and its record.
"""

from enum import Enum, StrEnum
from typing import NamedTuple

from companion.rules import commands as c
from companion.rules.commands import AnyCommand, Command
from companion.rules.ids import BANK, PlayerId


class Needs(StrEnum):
    """What has to be filled in before the command can be given. The value is the code used in messages."""

    NOTHING = ""
    DICE = "dice"  # `most` dice; the third may be the Speed Die
    CARD = "card"  # the card drawn from the real deck
    DEEDS = "deeds"  # `most` deeds of the Bank
    AMOUNT = "amount"  # from `least` to `most`
    CHANGE = "change"  # of cash, from `least` to `most`, not 0
    GOODS = "goods"  # some of the goods listed
    PLACE = "place"
    TITLE = "title"  # what to correct about the deed
    VALUE = "value"  # of the house rule
    REASON = "reason"

    @property
    def fills(self) -> tuple[str, ...]:
        """The command's fields that it goes into."""
        return _FILLS[self]


_FILLS: dict[Needs, tuple[str, ...]] = {
    Needs.NOTHING: (),
    Needs.DICE: ("dice",),
    Needs.CARD: ("card",),
    Needs.DEEDS: ("deeds",),
    Needs.AMOUNT: ("amount",),
    Needs.CHANGE: ("by", "reason"),
    Needs.GOODS: ("gives", "gets"),
    Needs.PLACE: ("space", "in_jail", "reason"),
    Needs.TITLE: ("deed", "owner", "buildings", "mortgaged", "reason"),
    Needs.VALUE: ("name", "value", "reason"),
    Needs.REASON: ("reason",),
}
COMPANIONS = (Needs.DICE, Needs.CARD, Needs.DEEDS)  # if left empty, the companion rolls, draws or deals


class MoveGroup(Enum):
    """Where screens show it."""

    ANSWER = "answer"  # answers the open question
    TURN = "turn"  # what the player on turn does when no question is open
    ASIDE = "aside"  # possible alongside the question, for somebody else
    WORK = "work"  # possible almost any time: one button per kind
    RARE = "rare"  # in the menu only, never a button of its own


class Press(Enum):
    """How the table's buttons and a player's own card take it."""

    DICE = "dice"  # with the dice button
    OWN = "own"  # with the player's own card only, at once
    YES = "yes"  # a plain yes, taken on the first press
    CHOOSE = "choose"  # one of several equal places; at once if there is only one
    LOOK = "look"  # shown with its price first, taken on the next press
    NO = "no"  # cancel moves to it first; never highlighted before that
    LAST = "last"  # cancel moves to it last: it gives something up
    BANKER = "banker"  # only the Banker, on a screen


class MenuEntry(NamedTuple):
    """An entry of the menu with its key; the moves in it stand together on every screen."""

    id: str
    key: str
    name: str
    folds: bool  # behind one button even if there is room for several
    help: str


class CommandSpec(NamedTuple):
    command: type[Command]
    order: int  # on screens; equal numbers keep the order of `legal_commands`
    menu: str
    group: MoveGroup
    press: Press
    needs: Needs
    statement: str  # how a record writes it
    raises: bool = False  # a way to raise cash
    asks: bool = False  # never on one press: the consequences are shown first

    @property
    def banker(self) -> bool:
        """Only the Banker gives it. Entering real dice, cards or deeds is the Banker's too; see `is_by_hand`."""
        return self.press is Press.BANKER


FOLDS = CASH = ASKS = True
ROOMY = NOT = False
Line, Row = MenuEntry, CommandSpec
# fmt: off
MENU = {entry.id: entry for entry in (
    #    id            key  name                        folds  help
    Line("throw",      "t", "Roll the dice",            ROOMY, "The companion rolls."),
    Line("dice",       "d", "Enter your roll",          ROOMY, "You rolled real dice: tap what you rolled."),
    Line("draw",       "c", "Draw a card",              ROOMY, "The companion draws the next card."),
    Line("card",       "C", "Which card did you draw?", FOLDS, "You drew a real card: search for its words."),
    Line("buy",        "b", "Buy",                      ROOMY, "Buy the deed you landed on."),
    Line("decline",    "n", "Don't buy",                ROOMY, "It is auctioned, unless you play without auctions."),
    Line("bid",        "i", "Bid",                      ROOMY, "Bid in the auction."),
    Line("pass",       "p", "Pass",                     FOLDS, "Drop out of the auction."),
    Line("hammer",     "H", "Close the auction",        ROOMY, "To the highest bidder. No bid: the Bank keeps it."),
    Line("sold",       "s", "Sold to … for …",          FOLDS, "You held the auction aloud: enter the result."),
    Line("pay",        "y", "Pay",                      ROOMY, "Pay a debt, the tax or the fine."),
    Line("way-out",    "j", "Use a jail card",          ROOMY, "Leave Jail with a card, or with a key."),
    Line("go",         "g", "Choose where to go",       ROOMY, "The Bus and triples let the player choose."),
    Line("rent",       "r", "Ask for rent",             ROOMY, "Where rent must be asked for: before it is too late."),
    Line("end",        "e", "End the turn",             ROOMY, "The next player's roll ends it too."),
    Line("build",      "h", "Build",                    FOLDS, "Houses and hotels, evenly across a complete group."),
    Line("place",      "h", "Choose where to build",    ROOMY, "For a building won at auction."),
    Line("sell",       "l", "Sell buildings",           FOLDS, "For half of what they cost."),
    Line("mortgage",   "m", "Mortgage",                 FOLDS, "Half the price now, and no rent until it is paid off."),
    Line("lift",       "f", "Pay off a mortgage",       FOLDS, "What was borrowed, plus 10%."),
    Line("keep",       "k", "Keep the mortgage",        ROOMY, "Pay 10% on a mortgaged deed you just received."),
    Line("deal",       "o", "Offer a deal",             FOLDS, "Deeds, cash and Get Out of Jail cards."),
    Line("answer",     "o", "Answer the offer",         ROOMY, "Accept it, reject it or take it back."),
    Line("shortage",   "x", "Auction a building",       FOLDS, "When players want more than the Bank has left."),
    Line("deal-deeds", "D", "Deal the deeds",           ROOMY, "The companion deals to everybody."),
    Line("dealt",      "D", "Enter the dealt deeds",    FOLDS, "You dealt real deeds: enter who got which."),
    Line("bankrupt",   "B", "Go bankrupt",              FOLDS, "When nothing is left to raise money with."),
    Line("cash",       "$", "Correct cash",             FOLDS, "The Banker's correction, with a reason."),
    Line("position",   "@", "Correct a position",       FOLDS, "Move a token. No salary, no rent."),
    Line("deed",       "#", "Correct a deed",           FOLDS, "Its owner, its buildings, its mortgage."),
    Line("house-rule", "R", "Change a house rule",      FOLDS, "From now on, with a reason."),
    Line("leave",      "L", "A player leaves",          FOLDS, "What the player has goes to the Bank."),
    Line("time",       "T", "Time is up",               FOLDS, "The game ends, and the richest player wins."),
    Line("end-game",   "E", "End the game",             FOLDS, "At once. The richest player wins."),
)}
BY_HAND = {Needs.DICE: "dice", Needs.CARD: "card", Needs.DEEDS: "dealt"}  # menu entries for what is entered

NONE, FACES, CARD, DEEDS, AMOUNT, CHANGE, GOODS, PLACE, TITLE, VALUE, REASON = Needs
ANSWER, TURN, ASIDE, WORK, RARE = MoveGroup
DICE, OWN, YES, CHOOSE, LOOK, NO, LAST, BANKER = Press
CATALOGUE = {row.command: row for row in (
    #   command         order menu          group   press   needs   statement
    Row(c.DealDeeds,        0, "deal-deeds", ANSWER, YES,    DEEDS,  "deal {player}: {deeds}"),
    Row(c.Throw,            1, "throw",      ANSWER, DICE,   FACES,  "{player} throws {dice} {speed}"),
    Row(c.DrawCard,         1, "draw",       ANSWER, YES,    CARD,   "{player} draws {card}"),
    Row(c.PayTax,           1, "pay",        ANSWER, LOOK,   NONE,   "{player} pays {percent}"),
    Row(c.ChooseSteps,      1, "go",         ANSWER, CHOOSE, NONE,   "{player} chooses {steps}"),
    Row(c.MoveTo,           1, "go",         ANSWER, CHOOSE, NONE,   "{player} moves to {space}"),
    Row(c.PlaceBuilding,    1, "place",      ANSWER, CHOOSE, NONE,   "{player} places {deed}"),
    Row(c.BuyDeed,          1, "buy",        ANSWER, YES,    NONE,   "{player} buys"),
    Row(c.DeclineDeed,      1, "decline",    ANSWER, NO,     NONE,   "{player} declines"),
    Row(c.Bid,              1, "bid",        ANSWER, OWN,    AMOUNT, "{player} bids {amount}"),
    Row(c.PassBid,          1, "pass",       ANSWER, NO,     NONE,   "{player} passes"),
    Row(c.Settle,           1, "pay",        ANSWER, YES,    NONE,   "{player} settles"),
    Row(c.KeepMortgage,     1, "keep",       ANSWER, LOOK,   NONE,   "{player} keeps {deed}"),
    Row(c.AcceptDeal,       1, "answer",     ANSWER, YES,    NONE,   "{player} accepts"),
    Row(c.RejectDeal,       1, "answer",     ANSWER, NO,     NONE,   "{player} rejects"),
    Row(c.ClaimRent,        2, "rent",       ASIDE,  YES,    NONE,   "{player} claims rent {payer}"),
    Row(c.Roll,             3, "throw",      TURN,   DICE,   FACES,  "{player} rolls {dice} {speed}"),
    Row(c.UseJailCard,      4, "way-out",    TURN,   LOOK,   NONE,   "{player} uses jail card"),
    Row(c.PayFine,          5, "pay",        TURN,   LOOK,   NONE,   "{player} pays fine"),
    Row(c.EndTurn,          6, "end",        TURN,   LOOK,   NONE,   "{player} ends"),
    Row(c.Build,            7, "build",      WORK,   LOOK,   NONE,   "{player} builds {deed}"),
    Row(c.SellBuilding,     8, "sell",       WORK,   LOOK,   NONE,   "{player} sells {deed}", CASH),
    Row(c.SellGroup,        8, "sell",       WORK,   LAST,   NONE,   "{player} sells all {group}", CASH, ASKS),
    Row(c.Mortgage,         9, "mortgage",   WORK,   LOOK,   NONE,   "{player} mortgages {deed}", CASH),
    Row(c.Redeem,          10, "lift",       WORK,   LOOK,   NONE,   "{player} redeems {deed}"),
    Row(c.OfferDeal,       11, "deal",       WORK,   LOOK,   GOODS,  "{player} offers {to}: {gives} for {gets}", CASH),
    Row(c.WithdrawDeal,    11, "answer",     ANSWER, LAST,   NONE,   "{player} withdraws"),
    Row(c.GoBankrupt,      12, "bankrupt",   ANSWER, LAST,   NONE,   "{player} goes bankrupt", NOT, ASKS),
    Row(c.CloseAuction,    13, "hammer",     ANSWER, BANKER, NONE,   "Bank sells"),
    Row(c.SellLotTo,       14, "sold",       ASIDE,  BANKER, AMOUNT, "Bank sells to {player} for {amount}"),
    Row(c.AuctionBuilding, 14, "shortage",   ASIDE,  BANKER, NONE,   "Bank auctions {building}"),
    Row(c.CorrectCash,     15, "cash",       RARE,   BANKER, CHANGE, "Bank corrects {player} cash {by}: {reason}"),
    Row(c.CorrectPlace,    16, "position",   RARE,   BANKER, PLACE,  "Bank corrects {player} {where}: {reason}"),
    Row(c.CorrectDeed,     17, "deed",       RARE,   BANKER, TITLE,  "Bank corrects {deed} {facts}: {reason}"),
    Row(c.SetHouseRule,    18, "house-rule", RARE,   BANKER, VALUE,  "Bank sets {name} {value}: {reason}"),
    Row(c.RetirePlayer,    19, "leave",      RARE,   BANKER, REASON, "Bank retires {player}{because}", NOT, ASKS),
    Row(c.CallTime,        20, "time",       RARE,   BANKER, NONE,   "time up", NOT, ASKS),
    Row(c.EndGame,         20, "end-game",   RARE,   BANKER, NONE,   "Bank ends game{because}", NOT, ASKS),
)}
# fmt: on


def spec_of(command: AnyCommand) -> CommandSpec:
    return CATALOGUE[type(command)]


def seat_of(command: AnyCommand) -> PlayerId:
    """Who gives it: a player, or BANK for what only the Banker gives."""
    return BANK if spec_of(command).banker else getattr(command, "player")  # noqa: B009, every other command has one


def is_left_open(command: AnyCommand) -> bool:
    """A roll without faces, a draw without a card, a deal without deeds: the companion fills it in."""
    needs = spec_of(command).needs
    return needs in COMPANIONS and not getattr(command, needs.fills[0])


def is_by_hand(command: AnyCommand) -> bool:
    """Rolled, drawn or dealt on the real table, and entered by the Banker."""
    return spec_of(command).needs in COMPANIONS and not is_left_open(command)


def menu_of(command: AnyCommand) -> MenuEntry:
    return by_hand_menu(command) if is_by_hand(command) else MENU[spec_of(command).menu]


def by_hand_menu(command: AnyCommand) -> MenuEntry:
    return MENU[BY_HAND[spec_of(command).needs]]
