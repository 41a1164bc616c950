"""Moves in words: the label of a button, the statement of a record, and what was done, taken back or done again."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.play.acts import RecordedMove, Redo, Rename, Undo
from companion.play.dice import roll_or_draw
from companion.rules import commands as c
from companion.rules.board import GROUPS, Board
from companion.rules.building import building_named, next_level
from companion.rules.cards import Deck
from companion.rules.catalogue import MENU, is_left_open, spec_of
from companion.rules.commands import AnyCommand
from companion.rules.editions import Cards
from companion.rules.events import CardDrawn, StepClosed
from companion.rules.house_rules import HOUSE_RULES, Value
from companion.rules.ids import BANK
from companion.rules.lists import count_of, or_list
from companion.rules.naming import Naming
from companion.rules.pending_steps import (
    HOTEL,
    Auction,
    Buying,
    CardDue,
    Offer,
    PendingStep,
    Placing,
    Rent,
    TaskDue,
    UtilityThrowDue,
)
from companion.rules.phrases import setting, way_out
from companion.rules.state import HOTEL_LEVEL, Game

DEAL = "Deal the deeds"  # to everybody, by the companion
MAX_REASON = 200  # characters
NO_REASON = "no reason given"
Names = Sequence[str]
Digits = Callable[[int], str]  # how an amount is written
Call = Callable[[Naming, int], str]  # what a deed, a space or a group is called
M = TypeVar("M", bound=PendingStep)

# The label of a button


def label(game: Game, command: AnyCommand) -> str:
    """For a command that is legal now."""
    return _turn_label(game, command) or _goods_label(game, command) or _table_label(game, command)


def with_change(game: Game, text: str, command: AnyCommand, change: int) -> str:
    """The label with what the command certainly does to the cash of whoever gives it."""
    says_its_sum = isinstance(command, c.BuyDeed | c.PayTax | c.PayFine | c.Settle)
    return f"{text} ({game.gain(change)})" if change and not says_its_sum else text


def _turn_label(game: Game, command: AnyCommand) -> str | None:
    """Rolls, draws, moves and payments; None for everything else."""
    match command:
        case c.Roll(player):
            return "Roll" if game.players[player].jail is None else "Roll for doubles"
        case c.Throw():
            match game.pending[:1]:
                case (UtilityThrowDue(),):
                    return "Roll for the rent"
                case (TaskDue(),):
                    return "Roll three dice for a task"
            return "Roll to see who goes first"
        case c.DrawCard(card=""):
            return f"Draw a {game.board.deck_name(_open(game, CardDue).deck)} card"
        case c.DrawCard(card=card):
            deck, _, id = card.partition("/")
            alike = [one for one in game.board.task_list(Deck(deck)) if one.id == id]
            numbers = f" {or_list(str(one.task) for one in alike)}" if game.rules.cards is Cards.TASK else ""
            return f"{game.board.deck_name(Deck(deck))}{numbers}: {alike[0].meaning}"
        case c.ChooseSteps(player, steps):
            return f"Move {steps} to {game.board.place_name((game.players[player].place + steps) % 40)}"
        case c.MoveTo(space=space):
            return f"Move to {game.board.place_name(space)}"
        case c.UseJailCard(deck=deck) if deck:
            return f"Use {way_out(game.board, deck)}"
        case c.UseJailCard():
            return f"Use the {'key' if game.rules.jail_keys else 'card'} to leave {game.board.names['jail']}"
        case c.PayFine():
            return f"Pay the {game.money(game.rules.fine)} fine"
        case c.PayTax(percent=True):
            return f"Pay {game.rules.income_tax_percent}% of everything"
        case c.PayTax():
            return f"Pay {game.money(game.board.income_tax)}"
        case c.Settle(player):
            debt = game.debt_of(player)
            assert debt is not None
            return f"Pay {game.name(debt.creditor)} {game.money(debt.amount)}"
        case c.ClaimRent():
            payers = {rent.payer for rent in claimed(game, command)}
            return "Ask everybody for rent" if len(payers) > 1 else f"Ask {game.name(payers.pop())} for rent"
    return None


def _goods_label(game: Game, command: AnyCommand) -> str | None:
    """Deeds, buildings, auctions and deals; None for everything else."""
    deed = game.board.deeds[command.deed].name if hasattr(command, "deed") else ""
    match command:
        case c.BuyDeed():
            offered = game.board.deeds[_open(game, Buying).deed]
            return f"Buy {offered.name} for {game.money(offered.price)}"
        case c.DeclineDeed():
            return "Don't buy: auction" if game.rules.auctions else "Don't buy"
        case c.Bid(amount=amount):
            return f"Bid {game.money(amount)}"
        case c.PassBid():
            return "Pass"
        case c.CloseAuction():
            auction = _open(game, Auction)
            if auction.bidder == BANK:
                return "No bid: the Bank keeps it"
            return f"Sold to {game.name(auction.bidder)} for {game.money(auction.high)}"
        case c.AuctionBuilding(building):
            return f"Auction {game.board.names[f'a_{building}']}"
        case c.Build(deed=id):
            return f"Build {_building(game, next_level(game, id))} on {deed}"
        case c.SellBuilding(deed=id):
            return f"Sell {_building(game, game.titles[id].buildings)} on {deed}"
        case c.SellGroup(group=group):
            return f"Sell all {group.value.replace('-', ' ')} buildings"
        case c.PlaceBuilding():
            return f"Put the {_open(game, Placing).building} on {deed}"
        case c.Mortgage():
            return f"Mortgage {deed}"
        case c.Redeem():
            return f"Pay off the mortgage on {deed}"
        case c.KeepMortgage():
            return f"Keep {deed} mortgaged"
        case c.OfferDeal(to=to):
            return f"Offer {game.name(to)} a deal"
        case c.AcceptDeal():
            return f"Say yes to {game.name(_offer(game).player)}'s offer"
        case c.RejectDeal():
            return f"Say no to {game.name(_offer(game).player)}'s offer"
        case c.WithdrawDeal():
            return f"Take back the offer to {game.name(_offer(game).to)}"
    return None


def _table_label(game: Game, command: AnyCommand) -> str:
    """What the Banker does for a player; for everything else the name in the menu will do."""
    match command:
        case c.SellLotTo(player):
            return f"Sell to {game.name(player)}"
        case c.DealDeeds(player):
            return f"Which deeds did {game.name(player)} get?"
        case c.CorrectCash(player):
            return f"Correct {game.name(player)}'s cash by an amount"
        case c.SetCash(player):
            return f"Set {game.name(player)}'s cash to a sum"
        case c.CorrectJailCards(player):
            return f"Correct {game.name(player)}'s jail cards"
        case c.CorrectPlace(player):
            return f"Correct {game.name(player)}'s place"
        case c.RetirePlayer(player):
            return f"{game.name(player)} leaves the game"
        case c.CallTime():
            return "End the game: the time is up"
    return MENU[spec_of(command).menu].name


def by_hand_label(text: str) -> str:
    """For entering a roll of real dice, beside the companion's own roll."""
    return "Enter your roll" if text == "Roll" else f"{text} (real dice)"


def speed_face(face: str) -> str:
    return {"bus": "the Bus", "mr": "Mr. M"}.get(face, face)


def house_rule_label(game: Game, command: c.SetHouseRule) -> str:
    """What it is about, and its value now, which a legal command holds."""
    rule, now = HOUSE_RULES[command.name], setting(game.board, command.value)
    return f"{rule.name}: {rule.texts(game.board).meaning} ({rule.takes.phrase}; now {now})"


def holding_label(game: Game, command: c.CorrectJailCards) -> str:
    """The jail cards or keys that the player would hold."""
    if command.deck:
        return way_out(game.board, command.deck)
    kind = "key" if game.rules.jail_keys else "card"
    count = count_of(command.count, kind, f"{kind}s") if command.count else f"no {kind}"
    return f"{count} to leave {game.board.names['jail']}"


def _open(game: Game, kind: type[M]) -> M:
    return next(step for step in game.pending if isinstance(step, kind))


def _offer(game: Game) -> Offer:
    assert game.offer is not None
    return game.offer


def _building(game: Game, level: int) -> str:
    named = building_named(level)
    return f"the {game.board.words.hotel}" if named == HOTEL else game.board.names[f"a_{named}"]


def claimed(game: Game, command: c.ClaimRent) -> tuple[Rent, ...]:
    """The rents that this command asks for."""
    payers = (command.payer,) if command.payer is not None else game.still_in()
    return tuple(
        rent for rent in game.rents if rent.owner == command.player and rent.payer in payers and not rent.lapsed
    )


# The statement of a record


def in_full(naming: Naming, index: int) -> str:
    """The name, or its number if several have that name."""
    name = naming.names[index]
    return name if naming.names.count(name) == 1 else str(naming.spaces[index][0])


def statement(board: Board, command: AnyCommand, names: Names, digits: Digits = str, call: Call = in_full) -> str:
    """The command in the words of a record. What people read has the board's money for the digits; a record calls
    deeds, spaces and groups by words that it can be read back from.
    """
    words = {
        field: _word(board, field, getattr(command, field), names, digits, call) for field in command.__struct_fields__
    }
    match command:
        case c.CorrectPlace(in_jail=in_jail):
            words["where"] = "in jail" if in_jail else f"at {words['space']}"
        case c.CorrectDeed():
            facts = []
            if command.owner is not None:
                facts.append(f"owner {'Bank' if command.owner == BANK else names[command.owner]}")
            if command.buildings is not None:
                facts.append("hotel" if command.buildings == HOTEL_LEVEL else f"houses {command.buildings}")
            if command.mortgaged is not None:
                facts.append("mortgaged" if command.mortgaged else "clear")
            words["facts"] = ", ".join(facts) or "nothing"
        case c.CorrectJailCards(count=count, deck=deck):
            words["held"] = deck or str(count)
        case c.RetirePlayer(reason=reason) | c.EndGame(reason=reason):
            words["because"] = f": {words['reason']}" if reason else ""
    return spec_of(command).statement.format_map(words).rstrip()


def _word(board: Board, field: str, value: Any, names: Names, digits: Digits, call: Call) -> str:
    match field:
        case "player" | "to":
            return names[int(value)]
        case "payer":
            return "" if value is None else f"from {names[int(value)]}"
        case "deed":
            return call(board.deed_naming, int(value))
        case "deeds":
            return ", ".join(call(board.deed_naming, deed) for deed in value)
        case "gives" | "gets":
            deeds, cash = (
                [call(board.deed_naming, deed) for deed in value.deeds],
                [digits(value.cash)] if value.cash else [],
            )
            cards = [f"{deck} jail card" for deck in value.decks]
            unnamed = ["jail card"] * (value.jail_cards - len(cards))
            return ", ".join((*deeds, *cash, *cards, *unnamed)) or "nothing"
        case "space":
            return call(board.space_naming, int(value))
        case "group":
            return call(board.group_naming, GROUPS.index(value))
        case "dice":
            return " ".join(map(str, value))
        case "percent":
            return "percent" if value else "flat"
        case "reason":  # on one line, and with nothing in it that would start a comment
            plain = "".join(char if char.isprintable() and char != "#" else " " for char in value)
            return " ".join(plain.split())[:MAX_REASON] or NO_REASON
        case "by":
            return f"{'-' if value < 0 else '+'}{digits(abs(value))}"
        case "amount" | "cash":
            return digits(value)
        case "giver" | "receiver":
            return names[value] if value >= 0 else "Bank" if value == BANK else "pot"
        case "deck":
            return f"{value} " if value else ""
        case "value":
            return option_value(value, digits)
        case _:
            return str(value)


def option_value(value: Value, digits: Digits = str) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return digits(value) if isinstance(value, int) else value


# What was done


def describe_move(move: RecordedMove, game: Game) -> str:
    """A move, with the names that the players of this game have."""
    command = move.act
    match command, roll_or_draw(move.events):
        case Undo() | Redo() | Rename(), _:
            raise ValueError("only a move can be taken back")
        case c.DealDeeds(), _ if is_left_open(command):
            return "the companion deals the deeds"
        case c.DrawCard(player), CardDrawn(deck=deck, card=card):
            meaning = game.board.cards(deck)[card].meaning
            drawn = "gets the {} task" if game.rules.cards is Cards.TASK else "draws a {} card"
            return f"{game.players[player].name} {drawn.format(game.board.deck_name(deck))}: {meaning}"
        case c.Roll() | c.Throw() as roll, drawn if drawn is not None and not isinstance(drawn, CardDrawn):
            return _as_read(game, replace(roll, dice=drawn.dice, speed=getattr(drawn, "speed", "")))
        case c.BuyDeed() | c.DeclineDeed() as answer, _:
            closed = (event.step for event in move.events if isinstance(event, StepClosed))
            offered = next(game.board.deeds[step.deed].name for step in closed if isinstance(step, Buying))
            return f"{_as_read(game, answer)} {offered}"
        case command, _:
            return _as_read(game, command)


def _as_read(game: Game, command: AnyCommand) -> str:
    return statement(game.board, command, tuple(player.name for player in game.players), game.money)


def describe_undo(what: str, before: Game, after: Game) -> str:
    """`before` is the game with what is taken back, `after` without it."""
    return f"Taken back: {what}{_cash_moved(before, after, 'gives back', 'gets back')}"


def describe_redo(what: str, before: Game, after: Game) -> str:
    return f"Done again: {what}{_cash_moved(before, after, 'pays', 'gets')}"


def _cash_moved(before: Game, after: Game, gives: str, gets: str) -> str:
    """Whose cash changed, and by how much; those who have less now come first."""
    change = {old.name: new.cash - old.cash for old, new in zip(before.players, after.players, strict=True)}
    given = [f"{name} {gives} {after.money(-by)}" for name, by in change.items() if by < 0]
    got = [f"{name} {gets} {after.money(by)}" for name, by in change.items() if by > 0]
    return f" ({', '.join(given + got)})" if given or got else ""
