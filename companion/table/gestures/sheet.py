"""What is open on the screen by a look: a deed with its moves and prices, or the question of the moment.

Looking never spends. One move may be highlighted: that is the one which a confirmation takes, and cancel moves on.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import Act
from companion.play.options import Option
from companion.play.options import options as all_options
from companion.play.prompts import prompt
from companion.play.words import claimed, label
from companion.rules import commands as given
from companion.rules.catalogue import MoveGroup, Needs, Press, seat_of, spec_of
from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.pending_steps import Auction, Buying
from companion.rules.phrases import buildings, money
from companion.rules.rent import rent_due, utility_factor
from companion.rules.state import Game
from companion.rules.turn_checks import open_matters

BID_STEP = 10  # a tap bids the next ten: nobody taps from 1 to 200
QUESTION = -1  # in place of a deed: what the table waits for,
THROWN = -2  # how dice may have fallen that were thrown by hand,
NEXT_TURN = -3  # or what the next player may do while the turn only waits to pass

NEVER_FIRST = (Press.DICE, Press.OWN, Press.NO, Press.LAST)  # what nobody does by the first key


class Sheet(Struct, frozen=True):
    """`deed` is a deed, or one of QUESTION, THROWN and NEXT_TURN. The likeliest move comes first."""

    deed: DeedId = QUESTION
    text: str = ""
    moves: tuple[Option, ...] = ()
    highlighted: int = -1  # a place in `moves`; -1 is none of them
    first: tuple[Act, ...] = ()  # to be given before any of the moves

    @property
    def is_deed(self) -> bool:
        return self.deed >= 0

    @property
    def move(self) -> Option | None:
        return self.moves[self.highlighted] if 0 <= self.highlighted < len(self.moves) else None


def deed_sheet(game: Game, deed: DeedId) -> Sheet:
    about = [option for option in options(game) if _concerns(game, option.command, deed)]
    return Sheet(deed, _standing(game, deed), tuple(about), _first_ready(about))


def question(game: Game) -> Sheet:
    """What the table waits for. Always there before the end, and the same that every screen asks."""
    about = [option for option in options(game) if _answers(game, option.command)]
    return Sheet(QUESTION, prompt(game).text, tuple(about), _first_ready(about))


def look_again(game: Game, sheet: Sheet) -> Sheet:
    """The same sheet as it must look now. It differs if something was done since it was shown."""
    return still(sheet, deed_sheet(game, sheet.deed) if 0 <= sheet.deed < len(DEEDS) else question(game))


def still(sheet: Sheet, now: Sheet) -> Sheet:
    """The one that is open, wherever its highlight is, if it looks now as it did."""
    return sheet if replace(now, highlighted=sheet.highlighted) == sheet else now


def follow(game: Game, sheet: Sheet) -> Sheet:
    """The same sheet after an act. What was highlighted stays so, or nothing is: no press too many sells a house."""
    now, last = look_again(game, sheet), sheet.move
    same = (at for at, move in enumerate(now.moves) if last is not None and _is_like(move, last))
    return replace(now, highlighted=next(same, -1))


def _is_like(move: Option, other: Option) -> bool:
    return move.seat == other.seat and type(move.command) is type(other.command)


def offers(sheet: Sheet, act: Act) -> bool:
    return any(move.command == act for move in sheet.moves)


def own_move(sheet: Sheet, seat: PlayerId | None) -> int:
    """The place of the move that is likeliest for this player, or for anybody; -1 if there is none."""
    return _first_ready(sheet.moves, seat)


# Everything that may be done


def options(game: Game) -> Iterator[Option]:
    """As the screens have them, the likeliest first; a bid by the next step, and nobody's above their own."""
    bidder = next((matter.bidder for matter in open_matters(game) if isinstance(matter, Auction)), BANK)
    for option in all_options(game):
        match option.command:
            case given.PassBid(player):
                yield replace(option, label=f"{game.name(player)} bids no more")
            case given.Bid(player) as bid if player != bidder:
                step = replace(bid, amount=min(-(-option.least // BID_STEP) * BID_STEP, option.most))
                yield replace(option, command=step, label=label(game, step), needs=Needs.NOTHING)
            case given.Bid():
                continue
            case _:
                yield option


def _first_ready(options: Sequence[Option], seat: PlayerId | None = None) -> int:
    kinds = Counter((type(option.command), option.seat) for option in options)
    for at, option in enumerate(options):
        press = spec_of(option.command).press
        is_ready = option.needs is Needs.NOTHING and not option.banker and press not in NEVER_FIRST
        is_one_of_several = press is Press.CHOOSE and kinds[type(option.command), option.seat] > 1
        if seat in (None, option.seat) and is_ready and not is_one_of_several:
            return at
    return -1


# What belongs to a question


def _answers(game: Game, act: AnyCommand) -> bool:
    if isinstance(act, given.Redeem):
        return interest_on(game, act.player, act.deed) is not None
    if spec_of(act).raises:
        return _is_short(game, seat_of(act))
    return spec_of(act).group in (MoveGroup.ANSWER, MoveGroup.TURN)


def _is_short(game: Game, player: PlayerId) -> bool:
    """Does something that is open cost this player more than there is"""
    cash, debt = game.players[player].cash, game.debt_of(player)
    if debt is not None:
        return debt.amount > cash
    first = game.agenda[0] if game.agenda else None
    return isinstance(first, Buying) and first.player == player and DEEDS[first.deed].price > cash


# What belongs to a deed


def _concerns(game: Game, act: AnyCommand, deed: DeedId) -> bool:
    match act:
        case given.Build() | given.SellBuilding() | given.PlaceBuilding():
            return act.deed == deed
        case given.Mortgage() | given.Redeem() | given.KeepMortgage():
            return act.deed == deed
        case given.SellGroup(_, group):
            return DEEDS[deed].group is group
        case given.BuyDeed() | given.DeclineDeed() | given.Bid() | given.PassBid() | given.CloseAuction():
            return _is_for_sale(game, deed)
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


def _is_for_sale(game: Game, deed: DeedId) -> bool:
    return any(isinstance(matter, Buying | Auction) and matter.deed == deed for matter in open_matters(game))


def _standing(game: Game, deed: DeedId) -> str:
    title, printed = game.titles[deed], DEEDS[deed]
    if title.owner == BANK:
        return f"{printed.name} is the Bank's. Its price is {money(printed.price)}."
    owned = f"{printed.name} is {game.name(title.owner)}'s"
    if title.mortgaged:
        return f"{owned} and mortgaged."
    built = f", with {buildings(title.buildings)}" if title.buildings else ""
    return f"{owned}{built}. {_rent(game, deed)}"


def _rent(game: Game, deed: DeedId) -> str:
    if DEEDS[deed].is_utility:
        return f"Its rent is {utility_factor(game, DEEDS[deed])} times the dice."
    return f"Its rent is {money(rent_due(game, DEEDS[deed], dice_total=0))}."
