"""The catalogue: one row per command. The engine, screens, buttons, roles and records read it.

A new command is its decision in the file of its topic, its row here and its record.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from companion.rules import (
    auction,
    bankruptcy,
    building,
    correction,
    debt,
    draw,
    ending,
    jail,
    mortgage,
    opening,
    purchase,
    rent,
    tax,
    trade,
    turn,
)
from companion.rules import commands as c
from companion.rules.commands import AnyCommand, Command, Needs
from companion.rules.events import Decision
from companion.rules.ids import BANK, PlayerId

COMPANIONS = frozenset((Needs.DICE, Needs.CARD, Needs.DEEDS))  # if left empty, the companion rolls, draws or deals


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
    decide: Callable[[Decision, Any], None]
    statement: str  # how a record writes it
    order: int  # on screens; equal numbers keep the order of `legal_commands`
    menu: str
    group: MoveGroup
    press: Press
    needs: Needs
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
    Line("task",       "C", "Which task was it?",       FOLDS, "The list in your box says something else: search it."),
    Line("buy",        "b", "Buy",                      ROOMY, "Buy the deed you landed on."),
    Line("decline",    "n", "Don't buy",                ROOMY, "It is auctioned, unless you play without auctions."),
    Line("bid",        "o", "Bid",                      ROOMY, "Another sum than the next: who bids, and how much."),
    Line("pass",       "p", "Pass",                     FOLDS, "Drop out of the auction."),
    Line("hammer",     "H", "Close the auction",        ROOMY, "To the highest bidder. No bid: the Bank keeps it."),
    Line("sold",       "s", "Sold to … for …",          FOLDS, "You held the auction aloud: enter the result."),
    Line("pay",        "y", "Pay",                      ROOMY, "Pay a debt, the tax or the fine."),
    Line("way-out",    "j", "Use a jail card",          ROOMY, "Go free with a card, or with a key."),
    Line("go",         "g", "Choose where to go",       ROOMY, "The Bus and triples let the player choose."),
    Line("rent",       "r", "Ask for rent",             ROOMY, "Where rent must be asked for: before it is too late."),
    Line("end",        "e", "End the turn",             ROOMY, "The next player's roll ends it too."),
    Line("build",      "h", "Build",                    FOLDS, "Evenly across a complete group."),
    Line("place",      "h", "Choose where to build",    ROOMY, "For a building won at auction."),
    Line("sell",       "l", "Sell buildings",           FOLDS, "For half of what they cost."),
    Line("mortgage",   "m", "Mortgage",                 FOLDS, "Half the price now, and no rent until it is paid off."),
    Line("lift",       "f", "Pay off a mortgage",       FOLDS, "What was borrowed, plus 10%."),
    Line("keep",       "k", "Keep the mortgage",        ROOMY, "Pay 10% on a mortgaged deed you just received."),
    Line("deal",       "o", "Offer a deal",             FOLDS, "Deeds, cash and jail cards."),
    Line("answer",     "o", "Answer the offer",         ROOMY, "Accept it, reject it or take it back."),
    Line("shortage",   "x", "Auction a building",       FOLDS, "When players want more than the Bank has left."),
    Line("deal-deeds", "D", "Deal the deeds",           ROOMY, "The companion deals to everybody."),
    Line("dealt",      "D", "Enter the dealt deeds",    FOLDS, "You dealt real deeds: enter who got which."),
    Line("bankrupt",   "B", "Go bankrupt",              FOLDS, "When nothing is left to raise money with."),
    Line("cash",       "$", "Correct cash",             FOLDS, "The Banker's correction, with a reason."),
    Line("money",      "F", "Move money",               FOLDS, "Between players or the Bank, with a reason."),
    Line("jail-cards", "J", "Correct jail cards",       FOLDS, "How many a player holds, with a reason."),
    Line("position",   "@", "Correct a position",       FOLDS, "Move a token. No salary, no rent."),
    Line("deed",       "#", "Correct a deed",           FOLDS, "Its owner, its buildings, its mortgage."),
    Line("house-rule", "R", "Change a house rule",      FOLDS, "From now on, with a reason."),
    Line("leave",      "L", "A player leaves",          FOLDS, "What the player has goes to the Bank."),
    Line("time",       "T", "Time is up",               FOLDS, "The game ends, and the richest player wins."),
    Line("end-game",   "E", "End the game",             FOLDS, "At once. The richest player wins."),
)}
BY_HAND = {Needs.DICE: "dice", Needs.CARD: "card", Needs.DEEDS: "dealt"}  # menu entries for what is entered

NONE, FACES, CARD, DEEDS, AMOUNT, CHANGE, SUM, MONEY, HELD, GOODS, HOUSES, PLACE, TITLE, VALUE, REASON = Needs
ANSWER, TURN, ASIDE, WORK, RARE = MoveGroup
DICE, OWN, YES, CHOOSE, LOOK, NO, LAST, BANKER = Press
CATALOGUE = {row.command: row for row in (
    #   command           decision                           how a record writes it
    #   order, menu, group, press, needs, raises cash, asks first
    Row(c.DealDeeds,       opening.decide_deal,               "deal {player}: {deeds}",
         0, "deal-deeds", ANSWER, YES,    DEEDS),
    Row(c.Throw,           turn.decide_throw,                 "{player} throws {dice} {speed}",
         1, "throw",      ANSWER, DICE,   FACES),
    Row(c.DrawCard,        draw.decide_draw,                  "{player} draws {card}",
         1, "draw",       ANSWER, YES,    CARD),
    Row(c.PayTax,          tax.decide_tax,                    "{player} pays {percent}",
         1, "pay",        ANSWER, LOOK,   NONE),
    Row(c.ChooseSteps,     turn.decide_choose,                "{player} chooses {steps}",
         1, "go",         ANSWER, CHOOSE, NONE),
    Row(c.MoveTo,          turn.decide_move_to,               "{player} moves to {space}",
         1, "go",         ANSWER, CHOOSE, NONE),
    Row(c.PlaceBuilding,   building.decide_place,             "{player} places {deed}",
         1, "place",      ANSWER, CHOOSE, NONE),
    Row(c.BuyDeed,         purchase.decide_buy,               "{player} buys",
         1, "buy",        ANSWER, YES,    NONE),
    Row(c.DeclineDeed,     purchase.decide_decline,           "{player} declines",
         1, "decline",    ANSWER, NO,     NONE),
    Row(c.Bid,             auction.decide_bid,                "{player} bids {amount}",
         1, "bid",        ANSWER, OWN,    AMOUNT),
    Row(c.PassBid,         auction.decide_pass,               "{player} passes",
         1, "pass",       ANSWER, NO,     NONE),
    Row(c.Settle,          debt.decide_settle,                "{player} settles",
         1, "pay",        ANSWER, YES,    NONE),
    Row(c.KeepMortgage,    mortgage.decide_keep,              "{player} keeps {deed}",
         1, "keep",       ANSWER, LOOK,   NONE),
    Row(c.AcceptDeal,      trade.decide_accept,               "{player} accepts",
         1, "answer",     ANSWER, YES,    NONE),
    Row(c.RejectDeal,      trade.decide_reject,               "{player} rejects",
         1, "answer",     ANSWER, NO,     NONE),
    Row(c.ClaimRent,       rent.decide_claim,                 "{player} claims rent {payer}",
         2, "rent",       ASIDE,  YES,    NONE),
    Row(c.Roll,            turn.decide_roll,                  "{player} rolls {dice} {speed}",
         3, "throw",      TURN,   DICE,   FACES),
    Row(c.UseJailCard,     jail.decide_jail_card,             "{player} uses {deck}jail card",
         4, "way-out",    TURN,   LOOK,   NONE),
    Row(c.PayFine,         jail.decide_fine,                  "{player} pays fine",
         5, "pay",        TURN,   LOOK,   NONE),
    Row(c.EndTurn,         turn.decide_end,                   "{player} ends",
         6, "end",        TURN,   LOOK,   NONE),
    Row(c.Build,           building.decide_build,             "{player} builds {deed}",
         7, "build",      WORK,   LOOK,   NONE),
    Row(c.SellBuilding,    building.decide_sell,              "{player} sells {deed}",
         8, "sell",       WORK,   LOOK,   NONE, CASH),
    Row(c.SellGroup,       building.decide_sell_group,        "{player} sells all {group}",
         8, "sell",       WORK,   LAST,   NONE, CASH, ASKS),
    Row(c.BuildSeveral,    building.decide_build_several,     "{player} builds several {deeds}",
         7, "build",      WORK,   LOOK,   HOUSES),
    Row(c.SellSeveral,     building.decide_sell_several,      "{player} sells several {deeds}",
         8, "sell",       WORK,   LOOK,   HOUSES, CASH),
    Row(c.Mortgage,        mortgage.decide_mortgage,          "{player} mortgages {deed}",
         9, "mortgage",   WORK,   LOOK,   NONE, CASH),
    Row(c.Redeem,          mortgage.decide_redeem,            "{player} redeems {deed}",
        10, "lift",       WORK,   LOOK,   NONE),
    Row(c.OfferDeal,       trade.decide_offer,                "{player} offers {to}: {gives} for {gets}",
        11, "deal",       WORK,   LOOK,   GOODS, CASH),
    Row(c.WithdrawDeal,    trade.decide_withdraw,             "{player} withdraws",
        11, "answer",     ANSWER, LAST,   NONE),
    Row(c.GoBankrupt,      bankruptcy.decide_bankrupt,        "{player} goes bankrupt",
        12, "bankrupt",   ANSWER, LAST,   NONE, NOT, ASKS),
    Row(c.CloseAuction,    auction.decide_close,              "Bank sells",
        13, "hammer",     ANSWER, BANKER, NONE),
    Row(c.SellLotTo,       auction.decide_sell_to,            "Bank sells to {player} for {amount}",
        14, "sold",       ASIDE,  BANKER, AMOUNT),
    Row(c.AuctionBuilding, auction.decide_auction_building,   "Bank auctions {building}",
        14, "shortage",   ASIDE,  BANKER, NONE),
    Row(c.CorrectCash,     correction.decide_correct_cash,    "Bank corrects {player} cash {by}: {reason}",
        15, "cash",       RARE,   BANKER, CHANGE),
    Row(c.SetCash,         correction.decide_set_cash,        "Bank corrects {player} cash {cash}: {reason}",
        15, "cash",       RARE,   BANKER, SUM),
    Row(c.MoveMoney,       correction.decide_move_money,
        "Bank moves {amount} from {giver} to {receiver}: {reason}",
        15, "money",      RARE,   BANKER, MONEY),
    Row(c.CorrectJailCards, correction.decide_correct_jail_cards,
        "Bank corrects {player} jail cards {held}: {reason}",
        16, "jail-cards", RARE,   BANKER, HELD),
    Row(c.CorrectPlace,    correction.decide_correct_place,   "Bank corrects {player} {where}: {reason}",
        16, "position",   RARE,   BANKER, PLACE),
    Row(c.CorrectDeed,     correction.decide_correct_deed,    "Bank corrects {deed} {facts}: {reason}",
        17, "deed",       RARE,   BANKER, TITLE),
    Row(c.SetHouseRule,    correction.decide_house_rule,      "Bank sets {name} {value}: {reason}",
        18, "house-rule", RARE,   BANKER, VALUE),
    Row(c.RetirePlayer,    bankruptcy.decide_retire,          "Bank retires {player}{because}",
        19, "leave",      RARE,   BANKER, REASON, NOT, ASKS),
    Row(c.CallTime,        ending.decide_time,                "time up",
        20, "time",       RARE,   BANKER, NONE, NOT, ASKS),
    Row(c.EndGame,         ending.decide_end_game,            "Bank ends game{because}",
        20, "end-game",   RARE,   BANKER, NONE, NOT, ASKS),
)}
# fmt: on


_BANKERS = frozenset(row.command for row in CATALOGUE.values() if row.banker)


def spec_of(command: AnyCommand) -> CommandSpec:
    return CATALOGUE[type(command)]


def seat_of(command: AnyCommand) -> PlayerId:
    """Who gives it: a player, or BANK for what only the Banker gives."""
    return BANK if type(command) in _BANKERS else getattr(command, "player")  # noqa: B009, every other command has one


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
