"""Everything that may be done now, ready for a screen: the likeliest first, and what each one still needs."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from companion.record.names import CARD_NAMES
from companion.rules import Legal, Needs, legal_commands, unfold
from companion.rules import commands as given
from companion.rules.commands import SPEED_FACES, AnyCommand, Command
from companion.rules.deeds import DEEDS
from companion.rules.house_rules import HOUSE_RULES
from companion.rules.ids import BANK, PlayerId
from companion.rules.matters import Auction, Dealing
from companion.rules.moments import is_awaited
from companion.rules.mortgage import interest_on
from companion.rules.phrases import setting
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game
from companion.table.messages import MoveView
from companion.table.roles import BANKERS
from companion.table.shown.foretold import foretold
from companion.table.shown.labels import DEAL, claimed, label

Choices = tuple[tuple[int | str, str], ...]
_BY_HAND = Needs.DICE, Needs.DEEDS  # what fell or was dealt on the table, and the companion's own beside it

_RAISING = given.Mortgage, given.SellBuilding, given.SellGroup, given.OfferDeal

_SPEED_WORDS = {"bus": "the Bus", "mr": "Mr. M"}

_RANKS: tuple[tuple[type[Command], ...], ...] = (
    (given.DealDeeds,),
    (
        *(given.Throw, given.DrawCard, given.PayTax, given.ChooseSteps, given.MoveTo, given.PlaceBuilding),
        *(given.BuyDeed, given.DeclineDeed, given.Bid, given.PassBid, given.Settle, given.KeepMortgage),
        *(given.AcceptDeal, given.RejectDeal),
    ),
    (given.ClaimRent,),
    (given.Roll,),
    (given.UseJailCard,),
    (given.PayFine,),
    (given.EndTurn,),
    (given.Build,),
    (given.SellBuilding, given.SellGroup),
    (given.Mortgage,),
    (given.Redeem,),
    (given.OfferDeal, given.WithdrawDeal),
    (given.GoBankrupt,),
    (given.CloseAuction,),
    (given.SellLotTo, given.AuctionBuilding),
    (given.CorrectCash,),
    (given.CorrectPlace,),
    (given.CorrectDeed,),
    (given.SetHouseRule,),
    (given.RetirePlayer,),
    (given.CallTime, given.EndGame),
)
_RANK = {kind: rank for rank, kinds in enumerate(_RANKS) for kind in kinds}
_FILLS: dict[type[Command], tuple[str, ...]] = {
    given.Roll: ("dice",),
    given.Throw: ("dice",),
    given.Bid: ("amount",),
    given.SellLotTo: ("amount",),
    given.OfferDeal: ("gives", "gets"),
    given.DealDeeds: ("deeds",),
    given.CorrectCash: ("by", "reason"),
    given.CorrectPlace: ("space", "in_jail", "reason"),
    given.CorrectDeed: ("deed", "owner", "buildings", "mortgaged", "reason"),
    given.SetHouseRule: ("name", "value", "reason"),
    given.RetirePlayer: ("reason",),
}


def move_views(game: Game, *, hand_dice: bool = False) -> tuple[MoveView, ...]:
    """With dice thrown by hand these are entered first, and the companion's own throw stands beside it."""
    ready = _ready(game)
    return _entered_first(ready) if hand_dice else ready


@lru_cache(maxsize=1)  # a press and the screens ask for the moves of the same game, until the next one
def _ready(game: Game) -> tuple[MoveView, ...]:
    legals = legal_commands(game)
    shown: dict[object, Legal] = {}
    for legal in legals:
        shown.setdefault(_what(game, legal.command), legal)
    awaited = next((player for player in game.still_in() if is_awaited(game, player)), game.turn)
    ranked = sorted(shown.values(), key=lambda legal: _order(game, legal.command, awaited))
    return tuple(move for legal in ranked for move in _moves(game, legal, legals))


def _entered_first(moves: tuple[MoveView, ...]) -> tuple[MoveView, ...]:
    """Throws stand in pairs: the companion's, and the same one by hand."""
    turned = list(moves)
    for at, move in enumerate(moves):
        if move.needs == "dice":
            turned[at - 1], turned[at] = move, moves[at - 1]
    return tuple(turned)


def _what(game: Game, command: AnyCommand) -> object:
    """The same for what a screen would only show twice."""
    match command:
        case given.CorrectDeed() | given.SetHouseRule():
            return type(command)
        case given.ClaimRent(player):
            return player, claimed(game, command)
    return command


def _order(game: Game, command: AnyCommand, awaited: PlayerId) -> tuple[int, bool, int]:
    """What answers the open question first; of the same kind, first what is for the player who is waited for."""
    return _rank(game, command), _seat(command) != awaited, _printed_place(command)


def _printed_place(command: AnyCommand) -> int:
    """Cards stand as they are printed: nobody may see in which order the companion's own deck lies."""
    return CARD_NAMES.index(command.card) if isinstance(command, given.DrawCard) and command.card else -1


def _rank(game: Game, command: AnyCommand) -> int:
    match command:
        case given.Redeem(player, deed) if interest_on(game, player, deed):
            return _RANK[given.KeepMortgage]
        case given.DrawCard(_, card) if card and game.electronic_decks:
            return _RANK[given.CloseAuction]
        case given.Bid(player) if _leads(game, player):  # the rules let them go over their own bid, and nobody wants to
            return _RANK[given.CloseAuction]
    return _RANK[type(command)]


def _leads(game: Game, player: PlayerId) -> bool:
    return any(isinstance(matter, Auction) and matter.bidder == player for matter in game.agenda)


def _seat(command: AnyCommand) -> PlayerId:
    return -1 if isinstance(command, BANKERS) else command.player


def _moves(game: Game, legal: Legal, legals: Iterable[Legal]) -> Iterator[MoveView]:
    """What fell on the table is entered; beside it stands the companion's own throw or deal."""
    command, seat = legal.command, _seat(legal.command)
    change = _certain_change(game, legal)
    text = label(game, command, change)
    if legal.needs is Needs.DICE:
        yield MoveView(text, act_of(command), seat)
        text += " by hand"
    elif isinstance(command, given.DealDeeds) and _is_first_to_be_dealt(game, command.player):
        yield MoveView(DEAL, act_of(replace(command, deeds=())), seat)
    yield MoveView(
        text,
        act_of(command),
        seat,
        change,
        needs="" if legal.needs is Needs.NOTHING else legal.needs.name.lower(),
        least=legal.least,
        most=legal.most,
        banker=seat < 0 or legal.needs in _BY_HAND or (isinstance(command, given.DrawCard) and bool(command.card)),
        fills=_fills(game, legal),
        choices=_choices(game, legal, legals),
        raises=isinstance(command, _RAISING),
        tells=foretold(game, command),
    )


def act_of(command: AnyCommand) -> Raw:
    """As it is given."""
    return Raw(msgspec.json.encode(command))


def _is_first_to_be_dealt(game: Game, player: PlayerId) -> bool:
    return any(isinstance(matter, Dealing) and matter.waiting[0] == player for matter in game.agenda)


def _certain_change(game: Game, legal: Legal) -> int:
    seat = _seat(legal.command)
    if seat < 0 or legal.needs is not Needs.NOTHING or _is_secret(legal.command):
        return 0
    return unfold(game, legal.command).game.players[seat].cash - game.players[seat].cash


def _is_secret(command: AnyCommand) -> bool:
    """Nobody may see the next card of the deck, or what a player is worth before the tax is chosen.  [TAX-1]"""
    match command:
        case given.DrawCard(_, "") | given.PayTax(_, True):
            return True
    return False


def _fills(game: Game, legal: Legal) -> tuple[str, ...]:
    if legal.needs is Needs.NOTHING:
        return ()
    return (*_FILLS[type(legal.command)], *(("speed",) if _has_speed_die(game, legal) else ()))


def _has_speed_die(game: Game, legal: Legal) -> bool:
    return legal.needs is Needs.DICE and legal.most == 3 and throws_speed_die(game, _seat(legal.command))


def _choices(game: Game, legal: Legal, legals: Iterable[Legal]) -> Choices:
    match legal.needs:
        case Needs.DICE if _has_speed_die(game, legal):
            return tuple((face, _SPEED_WORDS.get(face, face)) for face in SPEED_FACES)
        case Needs.DEEDS:
            return tuple((deed.id, deed.name) for deed in game.deeds_of(BANK))
        case Needs.TITLE:
            commands = (other.command for other in legals)
            return tuple((one.deed, DEEDS[one.deed].name) for one in commands if isinstance(one, given.CorrectDeed))
        case Needs.VALUE:
            commands = (other.command for other in legals)
            return tuple((one.name, _rule(one)) for one in commands if isinstance(one, given.SetHouseRule))
    return ()


def _rule(command: given.SetHouseRule) -> str:
    """What it is about, and how it stands: a legal command holds the value of now."""
    rule = HOUSE_RULES[command.name]
    return f"{rule.name}: {rule.meaning} ({rule.takes.value}; now {setting(command.value)})"
