"""The sheet that is open on the screen: a deed with its moves and prices, or the question of the moment.

Looking never spends. One move may be highlighted: confirm takes it, and cancel moves on to another.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import Act
from companion.play.options import Option, options
from companion.play.prompts import prompt
from companion.play.words import claimed, label
from companion.rules import commands as given
from companion.rules.catalogue import MoveGroup, Press, seat_of, spec_of
from companion.rules.commands import AnyCommand, Needs
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.pending_steps import Auction, Buying
from companion.rules.phrases import buildings, money
from companion.rules.rent import rent_due, utility_factor
from companion.rules.state import Game
from companion.rules.turn_checks import open_steps

BID_STEP = 10  # a tap bids the next ten: nobody taps from 1 to 200
QUESTION = -1  # in place of a deed: what the table waits for,
THROWN = -2  # what may have been rolled with real dice,
NEXT_TURN = -3  # or what the next player may do while the turn is only waiting to pass

NEVER_FIRST = (Press.DICE, Press.OWN, Press.NO, Press.LAST)  # never highlighted before somebody asks for it


class Sheet(Struct, frozen=True):
    """`deed` is a deed, or one of QUESTION, THROWN and NEXT_TURN. The likeliest move comes first."""

    deed: DeedId = QUESTION
    text: str = ""
    moves: tuple[Option, ...] = ()
    highlighted: int = -1  # a place in `moves`; -1 is none of them
    first: tuple[Act, ...] = ()  # given before any of the moves

    @property
    def is_deed(self) -> bool:
        return self.deed >= 0

    @property
    def move(self) -> Option | None:
        return self.moves[self.highlighted] if 0 <= self.highlighted < len(self.moves) else None


def question_sheet(game: Game) -> Sheet:
    """What the table waits for, the same that every screen asks. There is one until the game is over."""
    moves = [option for option in button_options(game) if _answers(game, option.command)]
    return Sheet(QUESTION, prompt(game).text, tuple(moves), _first_ready(moves))


def deed_sheet(game: Game, deed: DeedId) -> Sheet:
    moves = [option for option in button_options(game) if _concerns(game, option.command, deed)]
    return Sheet(deed, _describe_deed(game, deed), tuple(moves), _first_ready(moves))


def refresh(game: Game, sheet: Sheet) -> Sheet:
    """The sheet as it should look now. It differs if something was done since it was shown."""
    return keep_if_same(sheet, deed_sheet(game, sheet.deed) if 0 <= sheet.deed < len(DEEDS) else question_sheet(game))


def keep_if_same(sheet: Sheet, now: Sheet) -> Sheet:
    """The open sheet with its highlight, if nothing else about it has changed; else the new one."""
    return sheet if replace(now, highlighted=sheet.highlighted) == sheet else now


def refresh_after_act(game: Game, sheet: Sheet) -> Sheet:
    """The same kind of move stays highlighted, or none is: one press too many must not sell a house."""
    now, last = refresh(game, sheet), sheet.move
    if last is None:
        return replace(now, highlighted=-1)
    kind = last.seat, type(last.command)
    same = (at for at, move in enumerate(now.moves) if (move.seat, type(move.command)) == kind)
    return replace(now, highlighted=next(same, -1))


def offers(sheet: Sheet, act: Act) -> bool:
    return any(move.command == act for move in sheet.moves)


def likeliest_move(sheet: Sheet, seat: PlayerId | None) -> int:
    """The place of the move that is likeliest for this player, or for anybody; -1 if there is none."""
    return _first_ready(sheet.moves, seat)


def _first_ready(moves: Sequence[Option], seat: PlayerId | None = None) -> int:
    kinds = Counter((type(move.command), move.seat) for move in moves)
    for at, move in enumerate(moves):
        press = spec_of(move.command).press
        is_ready = move.needs is Needs.NOTHING and not move.banker and press not in NEVER_FIRST
        is_one_of_several = press is Press.CHOOSE and kinds[type(move.command), move.seat] > 1
        if seat in (None, move.seat) and is_ready and not is_one_of_several:
            return at
    return -1


def button_options(game: Game) -> Iterator[Option]:
    """The options on the screens, except that a tap bids the next step and nobody bids above their own bid."""
    bidder = next((step.bidder for step in open_steps(game) if isinstance(step, Auction)), BANK)
    for option in options(game):
        match option.command:
            case given.PassBid(player):
                yield replace(option, label=f"{game.name(player)} passes")
            case given.Bid(player) as bid if player != bidder:
                step = replace(bid, amount=min(-(-option.least // BID_STEP) * BID_STEP, option.most))
                yield replace(option, command=step, label=label(game, step), needs=Needs.NOTHING)
            case given.Bid():
                continue
            case _:
                yield option


def _answers(game: Game, act: AnyCommand) -> bool:
    """Does this belong to the question of the moment? Raising cash does if the player is short of it."""
    if isinstance(act, given.Redeem):
        return interest_on(game, act.player, act.deed) is not None
    spec = spec_of(act)
    if not spec.raises:
        return spec.group in (MoveGroup.ANSWER, MoveGroup.TURN)
    player = seat_of(act)
    cash, debt = game.players[player].cash, game.debt_of(player)
    if debt is not None:
        return debt.amount > cash
    first = game.pending[0] if game.pending else None
    return isinstance(first, Buying) and first.player == player and DEEDS[first.deed].price > cash


def _concerns(game: Game, act: AnyCommand, deed: DeedId) -> bool:
    """Is this about the deed?"""
    match act:
        case given.Build() | given.SellBuilding() | given.PlaceBuilding():
            return act.deed == deed
        case given.Mortgage() | given.Redeem() | given.KeepMortgage():
            return act.deed == deed
        case given.SellGroup(_, group):
            return DEEDS[deed].group is group
        case given.BuyDeed() | given.DeclineDeed() | given.Bid() | given.PassBid() | given.CloseAuction():
            on_sale = (step for step in open_steps(game) if isinstance(step, Buying | Auction))
            return any(step.deed == deed for step in on_sale)
        case given.ClaimRent():
            return any(rent.deed == deed for rent in claimed(game, act))
        case given.MoveTo(_, space):
            return DEEDS[deed].space == space
        case given.ChooseSteps(player, steps):
            return DEEDS[deed].space == (game.players[player].place + steps) % 40
        case given.OfferDeal():
            return deed in act.gives.deeds + act.gets.deeds
        case given.AcceptDeal() | given.RejectDeal() | given.WithdrawDeal():
            return game.offer is not None and deed in game.offer.gives.deeds + game.offer.gets.deeds
    return False


def _describe_deed(game: Game, deed: DeedId) -> str:
    title, printed = game.titles[deed], DEEDS[deed]
    if title.owner == BANK:
        return f"{printed.name} is the Bank's. Its price is {money(printed.price)}."
    owned = f"{printed.name} is {game.name(title.owner)}'s"
    if title.mortgaged:
        return f"{owned} and mortgaged."
    built = f", with {buildings(title.buildings)}" if title.buildings else ""
    if printed.is_utility:
        return f"{owned}{built}. Its rent is {utility_factor(game, printed)} times the dice."
    return f"{owned}{built}. Its rent is {money(rent_due(game, printed, dice_total=0))}."
