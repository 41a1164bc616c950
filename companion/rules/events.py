"""Every event there is, and the `Decision` that collects them. Events are the only truth, and each applies itself.

Money moves only in `Paid`, titles only in `DeedConveyed`, tokens only in `TokenMoved`.
"""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.cards import Deck
from companion.rules.house_rules import Value, with_house_rule
from companion.rules.ids import BANK, Account, DeedId, PlayerId, SpaceId
from companion.rules.pending_steps import OWED, AnyPendingStep, Auction, AuctionsDue, Debt, Interest, Offer, Rent
from companion.rules.reasons import Reason
from companion.rules.state import KEY, Game, Opening, Title

Clauses = tuple[str, ...]
T = TypeVar("T")


class Event(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A fact that applies itself, with the clauses it rests on, the most specific first."""

    clauses: Clauses

    def apply(self, game: Game) -> Game:
        return game


def with_player(game: Game, player: PlayerId, **changes: object) -> Game:
    players = list(game.players)
    players[player] = replace(players[player], **changes)
    return replace(game, players=tuple(players))


def _with_title(game: Game, deed: DeedId, title: Title) -> Game:
    titles = list(game.titles)
    titles[deed] = title
    return replace(game, titles=tuple(titles))


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]


class Noted(Event, frozen=True):
    """Says why nothing changed, or why the next events follow."""

    player: Account
    why: Reason


class StartThrown(Event, frozen=True):
    player: PlayerId
    dice: tuple[int, ...]

    def apply(self, game: Game) -> Game:
        opening = game.opening or Opening(game.still_in())
        thrown = (*opening.thrown, (self.player, sum(self.dice)))
        return replace(game, opening=replace(opening, thrown=thrown), throws=game.throws + 1)


class StartTied(Event, frozen=True):
    """These players rolled the same and roll again."""

    players: tuple[PlayerId, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, opening=Opening(self.players))


class StartDecided(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        return replace(game, opening=None, turn=self.player)


class DiceRolled(Event, frozen=True):
    """A turn's roll. `doubles` counts the doubles of this turn so far; `again` says that another roll is due."""

    player: PlayerId
    dice: tuple[int, ...]
    speed: str
    doubles: int
    again: bool

    def apply(self, game: Game) -> Game:
        return replace(
            game,
            opening=None,
            dice=self.dice,
            doubles=self.doubles,
            throw_due=self.again,
            turn_throws=game.turn_throws + 1,
            throws=game.throws + 1,
        )


class DiceThrown(Event, frozen=True):
    """A roll that moves no token."""

    player: PlayerId
    dice: tuple[int, ...]
    speed: str

    def apply(self, game: Game) -> Game:
        return replace(game, throws=game.throws + 1)


class TokenMoved(Event, frozen=True):
    player: PlayerId
    to: SpaceId
    past_go: bool

    def apply(self, game: Game) -> Game:
        players = list(game.players)  # not by `with_player`: every roll moves a token
        player = players[self.player]
        moved = replace(player, place=self.to, lapped=True) if self.past_go else replace(player, place=self.to)
        players[self.player] = moved
        return replace(game, players=tuple(players))


class JailEntered(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        return with_player(game, self.player, jail=0)


class JailThrowFailed(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        return with_player(game, self.player, jail=(game.players[self.player].jail or 0) + 1)


class JailLeft(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        return replace(with_player(game, self.player, jail=None), left_jail=self.player == game.turn)


class TurnPassed(Event, frozen=True):
    player: PlayerId  # whose turn it is now

    def apply(self, game: Game) -> Game:
        return replace(
            game,
            turn=self.player,
            turn_number=game.turn_number + 1,
            throw_due=True,
            turn_throws=0,
            doubles=0,
            left_jail=False,
        )


class PlayerLeft(Event, frozen=True):
    """Out of the game, bankrupt or retired. Rents between this player and others are dropped."""

    player: PlayerId
    bankrupt: bool

    def apply(self, game: Game) -> Game:
        rents = tuple(rent for rent in game.rents if self.player not in (rent.payer, rent.owner))
        opening = game.opening and replace(game.opening, contenders=_without(game.opening.contenders, self.player))
        game = with_player(game, self.player, jail=None, bankrupt=self.bankrupt, retired=not self.bankrupt)
        return replace(game, rents=rents, opening=opening)


class GameEnded(Event, frozen=True):
    winners: tuple[PlayerId, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, over=True, winners=self.winners, pending=(), offer=None, rents=(), throw_due=False)


class Paid(Event, frozen=True):
    """Money from one account to another. `why` explains the amount."""

    payer: Account
    payee: Account
    amount: int
    why: Reason

    def apply(self, game: Game) -> Game:
        payer, payee, amount = self.payer, self.payee, self.amount
        players, bank, pot = list(game.players), game.bank, game.pot
        if payer >= 0:
            person = players[payer]
            players[payer] = replace(person, cash=person.cash - amount)
        elif payer == BANK:
            bank -= amount
        else:
            pot -= amount
        if payee >= 0:
            person = players[payee]
            players[payee] = replace(person, cash=person.cash + amount)
        elif payee == BANK:
            bank += amount
        else:
            pot += amount
        return replace(game, players=tuple(players), bank=bank, pot=pot)


class DeedConveyed(Event, frozen=True):
    deed: DeedId
    owner: Account

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], owner=self.owner))


class DeedMortgaged(Event, frozen=True):
    deed: DeedId

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], mortgaged=True))


class MortgageLifted(Event, frozen=True):
    deed: DeedId

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], mortgaged=False))


class Built(Event, frozen=True):
    deed: DeedId
    buildings: int  # what stands there now

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], buildings=self.buildings))


class BuildingsRemoved(Event, frozen=True):
    deed: DeedId
    buildings: int  # what still stands there

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], buildings=self.buildings))


class CardDrawn(Event, frozen=True):
    """A card drawn and put back under the deck. A card to keep leaves the deck in `JailCardMoved`."""

    player: PlayerId
    deck: Deck
    card: int

    def apply(self, game: Game) -> Game:
        return _with_deck(game, self.deck, (*_without(game.deck(self.deck), self.card), self.card))


class JailCardMoved(Event, frozen=True):
    """A Get Out of Jail card (named by its deck) or a key, from the Bank, to the Bank, or between players."""

    card: str
    giver: Account
    receiver: Account

    def apply(self, game: Game) -> Game:
        if self.giver >= 0:
            kept = _without(game.players[self.giver].jail_cards, self.card)
            game = with_player(game, self.giver, jail_cards=kept)
        if self.receiver >= 0:
            held = (*game.players[self.receiver].jail_cards, self.card)
            game = with_player(game, self.receiver, jail_cards=tuple(sorted(held)))
        if self.card == KEY:
            return game
        deck = Deck(self.card)
        if self.giver < 0:
            return _with_deck(game, deck, _without(game.deck(deck), game.board.jail_free(deck)))
        if self.receiver < 0:
            return _with_deck(game, deck, (*game.deck(deck), game.board.jail_free(deck)))
        return game


def _with_deck(game: Game, deck: Deck, cards: tuple[int, ...]) -> Game:
    chance, chest = game.decks
    return replace(game, decks=(cards, chest) if deck is Deck.CHANCE else (chance, cards))


class HouseRuleSet(Event, frozen=True):
    name: str
    value: Value
    reason: str

    def apply(self, game: Game) -> Game:
        return replace(game, rules=with_house_rule(game.rules, self.name, self.value))


class StepOpened(Event, frozen=True):
    step: AnyPendingStep
    last: bool = False  # behind everything that is open

    def apply(self, game: Game) -> Game:
        """New steps come first, but a debt behind older debts [DEBT-3], and a bankrupt's auctions behind all debts."""
        pending, at = game.pending, 0
        if not pending:
            return replace(game, pending=(self.step,))
        if self.last:
            at = len(pending)
        elif isinstance(self.step, _QUEUED):
            for index, waiting in enumerate(pending):
                if not isinstance(waiting, OWED):
                    break
                if isinstance(waiting, Debt) or isinstance(self.step, AuctionsDue):
                    at = index + 1
        return replace(game, pending=(*pending[:at], self.step, *pending[at:]))


_QUEUED = Debt, AuctionsDue


class StepClosed(Event, frozen=True):
    step: AnyPendingStep

    def apply(self, game: Game) -> Game:
        return replace(game, pending=_without(game.pending, self.step))


class InterestAnswered(Event, frozen=True):
    player: PlayerId
    deed: DeedId

    def apply(self, game: Game) -> Game:
        pending: list[AnyPendingStep] = []
        for step in game.pending:
            if isinstance(step, Interest) and (self.player, self.deed) in step.owed:
                step = replace(step, owed=_without(step.owed, (self.player, self.deed)))
                if not step.owed:
                    continue
            pending.append(step)
        return replace(game, pending=tuple(pending))


class BidMade(Event, frozen=True):
    """In the auction that is open: the first. Another may wait behind it, after two bankruptcies."""

    player: PlayerId
    amount: int

    def apply(self, game: Game) -> Game:
        for auction in game.pending:
            if isinstance(auction, Auction):
                return _with_step(game, auction, replace(auction, high=self.amount, bidder=self.player))
        return game


class BidPassed(Event, frozen=True):
    """Out of an auction. If the highest bidder leaves the game, the bid goes too and the bidding starts again."""

    player: PlayerId

    def apply(self, game: Game) -> Game:
        for auction in game.pending:
            if isinstance(auction, Auction) and self.player not in auction.passed:
                left = replace(auction, passed=(*auction.passed, self.player))
                if auction.bidder == self.player:
                    left = replace(left, high=0, bidder=BANK)
                return _with_step(game, auction, left)
        return game


def _with_step(game: Game, old: AnyPendingStep, new: AnyPendingStep) -> Game:
    return replace(game, pending=tuple(new if step is old else step for step in game.pending))


class OfferMade(Event, frozen=True):
    offer: Offer

    def apply(self, game: Game) -> Game:
        return replace(game, offer=self.offer)


class OfferClosed(Event, frozen=True):
    offer: Offer
    outcome: str  # accepted, rejected, countered, withdrawn, lapsed

    def apply(self, game: Game) -> Game:
        return replace(game, offer=None)


class RentIncurred(Event, frozen=True):
    """A rent the owner has yet to ask for. A lapsed rent between the same two players is forgotten now."""

    rent: Rent

    def apply(self, game: Game) -> Game:
        rent = self.rent
        kept = (old for old in game.rents if not (old.lapsed and old.owner == rent.owner and old.payer == rent.payer))
        return replace(game, rents=(*kept, rent))


class RentClaimed(Event, frozen=True):
    rent: Rent

    def apply(self, game: Game) -> Game:
        return replace(game, rents=_without(game.rents, self.rent))


class RentLapsed(Event, frozen=True):
    rent: Rent

    def apply(self, game: Game) -> Game:
        lapsed = replace(self.rent, lapsed=True)
        return replace(game, rents=tuple(lapsed if rent == self.rent else rent for rent in game.rents))


AnyEvent = (
    Noted
    | StartThrown
    | StartTied
    | StartDecided
    | DiceRolled
    | DiceThrown
    | TokenMoved
    | JailEntered
    | JailThrowFailed
    | JailLeft
    | Paid
    | DeedConveyed
    | DeedMortgaged
    | MortgageLifted
    | Built
    | BuildingsRemoved
    | CardDrawn
    | JailCardMoved
    | StepOpened
    | StepClosed
    | InterestAnswered
    | BidMade
    | BidPassed
    | OfferMade
    | OfferClosed
    | RentIncurred
    | RentClaimed
    | RentLapsed
    | TurnPassed
    | PlayerLeft
    | HouseRuleSet
    | GameEnded
)
Events = tuple[Event, ...]


class Decision:
    """What one command brings about. Each event is applied as it is emitted, so the next one sees its effect."""

    __slots__ = ("events", "game")  # not a struct: what is set as often as this is set faster here
    game: Game
    events: list[Event]

    def emit(self, event: Event) -> None:
        self.game = event.apply(self.game)
        self.events.append(event)
