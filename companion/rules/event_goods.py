"""Events of goods: money moves only in `Paid`, titles only in `DeedConveyed`; buildings, mortgages, cards."""

from msgspec.structs import replace

from companion.rules.cards import JAIL_FREE, Deck
from companion.rules.event import Event, with_player, with_title, without
from companion.rules.house_rules import Value, with_house_rule
from companion.rules.ids import BANK, Account, DeedId, PlayerId
from companion.rules.state import KEY, Game, Player


class Paid(Event, frozen=True):
    """Money from one account to another. `why` says how the sum came about."""

    payer: Account
    payee: Account
    amount: int
    why: str

    def apply(self, game: Game) -> Game:
        payer, payee, amount, players = self.payer, self.payee, self.amount, list(game.players)
        if payer >= 0 and payee >= 0:
            players[payer] = replace(players[payer], cash=players[payer].cash - amount)
            players[payee] = replace(players[payee], cash=players[payee].cash + amount)
            return replace(game, players=tuple(players))
        return self._with_bank(game, players)

    def _with_bank(self, game: Game, players: list[Player]) -> Game:
        payer, payee, amount = self.payer, self.payee, self.amount
        bank, pot = game.bank, game.pot
        if payer >= 0:
            players[payer] = replace(players[payer], cash=players[payer].cash - amount)
        elif payer == BANK:
            bank -= amount
        else:
            pot -= amount
        if payee >= 0:
            players[payee] = replace(players[payee], cash=players[payee].cash + amount)
        elif payee == BANK:
            bank += amount
        else:
            pot += amount
        return replace(game, players=tuple(players), bank=bank, pot=pot)


class DeedConveyed(Event, frozen=True):
    deed: DeedId
    owner: Account

    def apply(self, game: Game) -> Game:
        return with_title(game, self.deed, replace(game.titles[self.deed], owner=self.owner))


class DeedMortgaged(Event, frozen=True):
    deed: DeedId

    def apply(self, game: Game) -> Game:
        return with_title(game, self.deed, replace(game.titles[self.deed], mortgaged=True))


class MortgageLifted(Event, frozen=True):
    deed: DeedId

    def apply(self, game: Game) -> Game:
        return with_title(game, self.deed, replace(game.titles[self.deed], mortgaged=False))


class Built(Event, frozen=True):
    deed: DeedId
    buildings: int  # what stands there now

    def apply(self, game: Game) -> Game:
        return with_title(game, self.deed, replace(game.titles[self.deed], buildings=self.buildings))


class BuildingsRemoved(Event, frozen=True):
    deed: DeedId
    buildings: int  # what still stands there

    def apply(self, game: Game) -> Game:
        return with_title(game, self.deed, replace(game.titles[self.deed], buildings=self.buildings))


class CardDrawn(Event, frozen=True):
    """A card turned up, obeyed, and put back underneath (a card to keep leaves by `JailCardMoved`)."""

    player: PlayerId
    deck: Deck
    card: int

    def apply(self, game: Game) -> Game:
        return _with_deck(game, self.deck, (*without(game.deck(self.deck), self.card), self.card))


class JailCardMoved(Event, frozen=True):
    """A card (by its deck) or key that lets its holder out of Jail, from the Bank, to it, or between players."""

    card: str
    giver: Account
    receiver: Account

    def apply(self, game: Game) -> Game:
        if self.giver >= 0:
            player = game.players[self.giver]
            kept = replace(player, jail_cards=without(player.jail_cards, self.card))
            game = replace(game, players=with_player(game, self.giver, kept))
        if self.receiver >= 0:
            player = game.players[self.receiver]
            more = replace(player, jail_cards=tuple(sorted((*player.jail_cards, self.card))))
            game = replace(game, players=with_player(game, self.receiver, more))
        return game if self.card == KEY else _deck_follows(game, self)


def _deck_follows(game: Game, moved: JailCardMoved) -> Game:
    deck = Deck(moved.card)
    if moved.giver < 0:
        return _with_deck(game, deck, without(game.deck(deck), JAIL_FREE[deck]))
    if moved.receiver < 0:
        return _with_deck(game, deck, (*game.deck(deck), JAIL_FREE[deck]))
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
