"""Events of what is open: matters on the agenda, bids, offers, and rents not yet asked for."""

from collections.abc import Callable
from itertools import takewhile

from msgspec.structs import replace

from companion.rules.event import Event, without
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.matters import OWED, AnyMatter, Auction, AuctionsDue, Debt, Interest, Offer, Rent
from companion.rules.state import Game


class MatterOpened(Event, frozen=True):
    matter: AnyMatter
    last: bool = False  # behind everything that is open

    def apply(self, game: Game) -> Game:
        agenda = game.agenda
        at = len(agenda) if self.last else _place(agenda, self.matter)
        return replace(game, agenda=(*agenda[:at], self.matter, *agenda[at:]))


_IN_LINE = Debt, AuctionsDue


def _place(agenda: tuple[AnyMatter, ...], matter: AnyMatter) -> int:
    """New matters come first; a debt comes behind older debts [DEBT-3], a bankrupt's auctions behind all debts."""
    if not isinstance(matter, _IN_LINE):
        return 0
    owed = list(takewhile(lambda waiting: isinstance(waiting, OWED), agenda))
    if isinstance(matter, AuctionsDue):
        return len(owed)
    return max((index + 1 for index, waiting in enumerate(owed) if isinstance(waiting, Debt)), default=0)


class MatterClosed(Event, frozen=True):
    matter: AnyMatter

    def apply(self, game: Game) -> Game:
        return replace(game, agenda=without(game.agenda, self.matter))


class InterestAnswered(Event, frozen=True):
    player: PlayerId
    deed: DeedId

    def apply(self, game: Game) -> Game:
        agenda = tuple(_answered(matter, (self.player, self.deed)) for matter in game.agenda)
        return replace(game, agenda=tuple(m for m in agenda if not (isinstance(m, Interest) and not m.owed)))


def _answered(matter: AnyMatter, answer: tuple[PlayerId, DeedId]) -> AnyMatter:
    if isinstance(matter, Interest) and answer in matter.owed:
        return replace(matter, owed=without(matter.owed, answer))
    return matter


class BidMade(Event, frozen=True):
    player: PlayerId
    amount: int

    def apply(self, game: Game) -> Game:
        return _with_auction(game, lambda auction: replace(auction, high=self.amount, bidder=self.player))


class BidPassed(Event, frozen=True):
    """Out of the auction. Who leaves the game takes the highest bid along: the bidding starts again."""

    player: PlayerId

    def apply(self, game: Game) -> Game:
        return _with_auction(game, self._passed)

    def _passed(self, auction: Auction) -> Auction:
        passed = (*auction.passed, self.player)
        if auction.bidder == self.player:
            return replace(auction, passed=passed, high=0, bidder=BANK)
        return replace(auction, passed=passed)


def _with_auction(game: Game, change: Callable[[Auction], Auction]) -> Game:
    agenda = (change(matter) if isinstance(matter, Auction) else matter for matter in game.agenda)
    return replace(game, agenda=tuple(agenda))


class OfferMade(Event, frozen=True):
    offer: Offer

    def apply(self, game: Game) -> Game:
        return replace(game, offer=self.offer)


class OfferClosed(Event, frozen=True):
    offer: Offer
    outcome: str  # accepted, rejected, withdrawn, lapsed

    def apply(self, game: Game) -> Game:
        return replace(game, offer=None)


class RentIncurred(Event, frozen=True):
    """A rent the owner has yet to ask for. What lapsed earlier between the two is forgotten now."""

    rent: Rent

    def apply(self, game: Game) -> Game:
        rent = self.rent
        kept = (old for old in game.rents if not (old.lapsed and old.owner == rent.owner and old.payer == rent.payer))
        return replace(game, rents=(*kept, rent))


class RentClaimed(Event, frozen=True):
    rent: Rent

    def apply(self, game: Game) -> Game:
        return replace(game, rents=without(game.rents, self.rent))


class RentLapsed(Event, frozen=True):
    rent: Rent

    def apply(self, game: Game) -> Game:
        lapsed = replace(self.rent, lapsed=True)
        return replace(game, rents=tuple(lapsed if rent == self.rent else rent for rent in game.rents))
