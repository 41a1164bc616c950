"""Everything anyone may do now. Each candidate is put to the engine itself, so this list cannot disagree with it."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.auction import least_bid
from companion.rules.cards import CARDS
from companion.rules.catalogue import Needs
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    AuctionBuilding,
    Bid,
    Build,
    BuyDeed,
    CallTime,
    ChooseSteps,
    ClaimRent,
    CloseAuction,
    CorrectCash,
    CorrectDeed,
    CorrectPlace,
    DealDeeds,
    DeclineDeed,
    DrawCard,
    EndGame,
    EndTurn,
    GoBankrupt,
    KeepMortgage,
    Mortgage,
    MoveTo,
    OfferDeal,
    PassBid,
    PayFine,
    PayTax,
    PlaceBuilding,
    Redeem,
    RejectDeal,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    SellLotTo,
    SetHouseRule,
    Settle,
    Throw,
    UseJailCard,
    WithdrawDeal,
)
from companion.rules.deeds import DEEDS, STREET_GROUPS
from companion.rules.engine import unfold
from companion.rules.house_rules import AMOUNT_MOST, HOUSE_RULES
from companion.rules.ids import BANK
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import (
    HOTEL,
    HOUSE,
    AnyMatter,
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Goods,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.refusal import Refusal
from companion.rules.speed import throws_speed_die
from companion.rules.state import Game
from companion.rules.trade import tradeable
from companion.rules.turn_checks import open_matters


class Legal(Struct, frozen=True):
    """A command that would be accepted now, or a family of them: `needs` says what is still open."""

    command: AnyCommand
    needs: Needs = Needs.NOTHING
    least: int = 0
    most: int = 0


def legal_commands(game: Game) -> tuple[Legal, ...]:
    """Everything anyone may do now; never empty before the end."""
    if game.over:
        return ()
    return tuple(legal for legal in dict.fromkeys(_candidates(game)) if _is_accepted(game, _sample(game, legal)))


def _is_accepted(game: Game, command: AnyCommand) -> bool:
    try:
        unfold(game, command)
    except Refusal:
        return False
    return True


def _sample(game: Game, legal: Legal) -> AnyCommand:
    """One command of the family, to put to the engine."""
    command = legal.command
    if isinstance(command, OfferDeal):
        return _sample_offer(command)
    if isinstance(command, Roll | Throw):
        third = legal.needs is Needs.DICE and legal.most == 3
        return _sample_throw(game, command, third=third)
    return command


def _sample_throw(game: Game, command: Roll | Throw, *, third: bool) -> AnyCommand:
    if not third:
        return replace(command, dice=(1, 2))
    if throws_speed_die(game, command.player):
        return replace(command, dice=(1, 2), speed="1")
    return replace(command, dice=(1, 2, 3))


def _sample_offer(offer: OfferDeal) -> AnyCommand:
    """The smallest deal the two could make."""
    if offer.gives.deeds or offer.gives.jail_cards:
        return replace(offer, gives=_least(offer.gives), gets=Goods())
    return replace(offer, gives=Goods(), gets=_least(offer.gets))


def _least(goods: Goods) -> Goods:
    return Goods(deeds=goods.deeds[:1]) if goods.deeds else Goods(jail_cards=min(goods.jail_cards, 1))


def _candidates(game: Game) -> Iterator[Legal]:
    yield from _throws(game)
    for matter in open_matters(game):
        for command in _ANSWERS.get(type(matter), _no_answers)(game, matter):
            yield command if isinstance(command, Legal) else Legal(command)
    yield from map(Legal, _turn_acts(game))
    yield from map(Legal, _deed_acts(game))
    yield from _deals(game)
    yield from map(Legal, _rent_claims(game))
    yield from _bankers_acts(game)


def _throws(game: Game) -> Iterator[Legal]:
    if may_throw_to_start(game):
        yield from (Legal(Throw(player, ()), Needs.DICE, most=2) for player in game.still_in())
    for player in {game.turn: 0, game.next_player(): 0}:
        free = game.players[player].jail is None
        yield Legal(Roll(player, ()), Needs.DICE, most=3 if free and throws_speed_die(game, player) else 2)


def _turn_acts(game: Game) -> Iterator[AnyCommand]:
    yield PayFine(game.turn)
    yield UseJailCard(game.turn)
    yield EndTurn(game.turn)


def _deed_acts(game: Game) -> Iterator[AnyCommand]:
    for deed, title in zip(DEEDS, game.titles, strict=True):
        if title.owner == BANK:
            continue
        if title.mortgaged:
            yield Redeem(title.owner, deed.id)
        else:
            yield Mortgage(title.owner, deed.id)
        if deed.is_street:
            yield Build(title.owner, deed.id)
            yield SellBuilding(title.owner, deed.id)
    for group in STREET_GROUPS:
        for owner in {game.titles[deed.id].owner for deed in DEEDS if deed.group is group} - {BANK}:
            yield SellGroup(owner, group)


def _deals(game: Game) -> Iterator[Legal]:
    offer = game.offer
    if offer is not None:
        yield Legal(AcceptDeal(offer.to))
        yield Legal(RejectDeal(offer.to))
        yield Legal(WithdrawDeal(offer.player))
        return
    goods = {player: tradeable(game, player) for player in game.still_in()}
    for player, gives in goods.items():
        for to, gets in goods.items():
            if to != player:
                yield Legal(OfferDeal(player, to, gives, gets), Needs.GOODS)


def _rent_claims(game: Game) -> Iterator[AnyCommand]:
    open_rents = [rent for rent in game.rents if not rent.lapsed]
    for owner in sorted({rent.owner for rent in open_rents}):
        yield ClaimRent(owner)
        for payer in sorted({rent.payer for rent in open_rents if rent.owner == owner}):
            yield ClaimRent(owner, payer)


def _bankers_acts(game: Game) -> Iterator[Legal]:
    yield from (Legal(AuctionBuilding(building)) for building in (HOUSE, HOTEL))
    yield Legal(CallTime())
    for player in game.still_in():
        cash = game.players[player].cash
        yield Legal(CorrectCash(player, min(1, AMOUNT_MOST - cash) or -1, ""), Needs.CHANGE, -cash, AMOUNT_MOST - cash)
        yield Legal(CorrectPlace(player, 0, ""), Needs.PLACE)
        yield Legal(RetirePlayer(player, ""), Needs.REASON)
    yield from (Legal(CorrectDeed(deed.id, ""), Needs.TITLE) for deed in DEEDS)
    for name, rule in HOUSE_RULES.items():
        yield Legal(SetHouseRule(name, rule.read(game.rules), ""), Needs.VALUE)
    yield Legal(EndGame())


Answers = Iterable[AnyCommand | Legal]


def _no_answers(_: Game, __: AnyMatter) -> Answers:
    return ()


def _buying(_: Game, matter: Buying) -> Answers:
    return BuyDeed(matter.player), DeclineDeed(matter.player)


def _auction(game: Game, matter: Auction) -> Answers:
    least = least_bid(matter)
    for player in game.still_in():
        cash = game.players[player].cash
        yield Legal(Bid(player, least), Needs.AMOUNT, least, cash)
        yield PassBid(player)
        yield Legal(SellLotTo(player, least), Needs.AMOUNT, least, cash)
    yield CloseAuction()


def _debt(_: Game, matter: Debt) -> Answers:
    return Settle(matter.debtor), GoBankrupt(matter.debtor)


def _interest(_: Game, matter: Interest) -> Answers:
    for player, deed in matter.owed:
        yield KeepMortgage(player, deed)


def _card(game: Game, matter: CardDue) -> Answers:
    if game.electronic_decks:
        yield DrawCard(matter.player)
    cards = CARDS[matter.deck]
    for id in dict.fromkeys(cards[index].id for index in game.deck(matter.deck)):
        yield DrawCard(matter.player, f"{matter.deck.value}/{id}")


def _task(_: Game, matter: TaskDue) -> Answers:
    return (Legal(Throw(matter.player, ()), Needs.DICE, most=3),)


def _utility(game: Game, matter: UtilityThrowDue) -> Answers:
    dice = 3 if throws_speed_die(game, matter.player) else 2
    return (Legal(Throw(matter.player, ()), Needs.DICE, most=dice),)


def _tax(_: Game, matter: TaxChoice) -> Answers:
    return PayTax(matter.player, percent=False), PayTax(matter.player, percent=True)


def _bus(_: Game, matter: BusChoice) -> Answers:
    one, other = matter.dice
    return tuple(ChooseSteps(matter.player, steps) for steps in sorted({one, other, one + other}))


def _space(_: Game, matter: SpaceChoice) -> Answers:
    return tuple(MoveTo(matter.player, space) for space in range(40))


def _placing(game: Game, matter: Placing) -> Answers:
    return tuple(PlaceBuilding(matter.player, deed.id) for deed in game.deeds_of(matter.player))


def _dealing(game: Game, matter: Dealing) -> Answers:
    count = game.rules.deal.count if game.rules.deal else 0
    free = tuple(deed.id for deed in game.deeds_of(BANK))[:count]
    return tuple(Legal(DealDeeds(player, free), Needs.DEEDS, count, count) for player in matter.waiting)


_ANSWERS: dict[type, Callable[..., Answers]] = {
    Buying: _buying,
    Auction: _auction,
    Debt: _debt,
    Interest: _interest,
    CardDue: _card,
    TaskDue: _task,
    UtilityThrowDue: _utility,
    TaxChoice: _tax,
    BusChoice: _bus,
    SpaceChoice: _space,
    Placing: _placing,
    Dealing: _dealing,
}
