"""Moves in words: the label of a button, the statement of a record, and what was done, taken back or done again."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.play.acts import RecordedMove, Redo, Rename, Undo
from companion.play.dice import RollOrDraw, roll_or_draw
from companion.rules import commands as c
from companion.rules.board import GROUPS, Board
from companion.rules.building import building_named, next_level
from companion.rules.cards import Deck
from companion.rules.catalogue import MENU, is_left_open, spec_of
from companion.rules.commands import AnyCommand
from companion.rules.editions import Cards
from companion.rules.events import CardDrawn
from companion.rules.house_rules import HOUSE_RULES, Value
from companion.rules.ids import BANK, PlayerId
from companion.rules.lists import and_list, count_of, or_list
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
from companion.rules.phrases import goods, setting, way_out
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.words import describe_dice

DEAL = "Deal the deeds"  # to everybody, by the companion
MAX_REASON = 200  # characters
NO_REASON = "no reason given"
Names = Sequence[str]
Digits = Callable[[int], str]  # how an amount is written
Call = Callable[[Naming, int], str]  # what a deed, a space or a group is called
M = TypeVar("M", bound=PendingStep)

# What a player has


def describe_cash(game: Game, seat: PlayerId) -> str:
    return f"{game.name(seat)} has {game.money(game.players[seat].cash)}."


def describe_belongings(game: Game, seat: PlayerId) -> str:
    """Cash, deeds and ways out of Jail."""
    player = game.players[seat]
    deeds = [printed.name for printed, title in zip(game.board.deeds, game.titles, strict=True) if title.owner == seat]
    ways = [way_out(game.board, card) for card in player.jail_cards]
    return f"{player.name} has {and_list((game.money(player.cash), *deeds, *ways))}."


# The label of a button


def label(game: Game, command: AnyCommand) -> str:
    """For a command that is legal now. Where nothing is said here, the name in the menu will do."""
    words = _LABELS.get(type(command))
    return words(game, command) if words is not None else MENU[spec_of(command).menu].name


def with_change(game: Game, text: str, command: AnyCommand, change: int) -> str:
    """The label with what the command certainly does to the cash of whoever gives it."""
    says_its_sum = isinstance(command, c.BuyDeed | c.PayTax | c.PayFine | c.Settle)
    return f"{text} ({game.gain(change)})" if change and not says_its_sum else text


def _throw_label(game: Game, _: c.Throw) -> str:
    match game.pending[:1]:
        case (UtilityThrowDue(),):
            return "Roll for the rent"
        case (TaskDue(),):
            return "Roll three dice for a task"
    return "Roll to see who goes first"


def _card_label(game: Game, command: c.DrawCard) -> str:
    if not command.card:
        return f"Draw a {game.board.deck_name(_open(game, CardDue).deck)} card"
    deck, _, id = command.card.partition("/")
    alike = [one for one in game.board.task_list(Deck(deck)) if one.id == id]
    numbers = f" {or_list(str(one.task) for one in alike)}" if game.rules.cards is Cards.TASK else ""
    return f"{game.board.deck_name(Deck(deck))}{numbers}: {alike[0].meaning}"


def _way_out_label(game: Game, command: c.UseJailCard) -> str:
    if command.deck:
        return f"Use {way_out(game.board, command.deck)}"
    return f"Use the {'key' if game.rules.jail_keys else 'card'} to leave {game.board.names['jail']}"


def _settle_label(game: Game, command: c.Settle) -> str:
    debt = game.debt_of(command.player)
    assert debt is not None
    return f"Pay {game.name(debt.creditor)} {game.money(debt.amount)}"


def _claim_label(game: Game, command: c.ClaimRent) -> str:
    payers = {rent.payer for rent in claimed(game, command)}
    return "Ask everybody for rent" if len(payers) > 1 else f"Ask {game.name(payers.pop())} for rent"


def _buy_label(game: Game, _: c.BuyDeed) -> str:
    offered = game.board.deeds[_open(game, Buying).deed]
    return f"Buy {offered.name} for {game.money(offered.price)}"


def _hammer_label(game: Game, _: c.CloseAuction) -> str:
    auction = _open(game, Auction)
    if auction.bidder == BANK:
        return "No bid: the Bank keeps it"
    return f"Sold to {game.name(auction.bidder)} for {game.money(auction.high)}"


def _deal_label(game: Game, command: c.OfferDeal) -> str:
    if game.offer is not None and (game.offer.to, game.offer.player) == (command.player, command.to):
        return f"Make {game.name(command.to)} another offer"
    return f"Offer {game.name(command.to)} a deal"


def _deed(game: Game, command: c.DeedCommand) -> str:
    return game.board.deeds[command.deed].name


_LABELS: dict[type, Callable[[Game, Any], str]] = {
    # Rolls, draws, moves and payments
    c.Roll: lambda game, act: "Roll" if game.players[act.player].jail is None else "Roll for doubles",
    c.Throw: _throw_label,
    c.DrawCard: _card_label,
    c.ChooseSteps: lambda game, act: (
        f"Move {act.steps} to {game.board.place_name((game.players[act.player].place + act.steps) % 40)}"
    ),
    c.MoveTo: lambda game, act: f"Move to {game.board.place_name(act.space)}",
    c.UseJailCard: _way_out_label,
    c.PayFine: lambda game, _: f"Pay the {game.money(game.rules.fine)} fine",
    c.PayTax: lambda game, act: (
        f"Pay {game.rules.income_tax_percent}% of everything"
        if act.percent
        else f"Pay {game.money(game.board.income_tax)}"
    ),
    c.Settle: _settle_label,
    c.ClaimRent: _claim_label,
    # Deeds, buildings, auctions and deals
    c.BuyDeed: _buy_label,
    c.DeclineDeed: lambda game, _: "Don't buy: auction" if game.rules.auctions else "Don't buy",
    c.Bid: lambda game, act: f"Bid {game.money(act.amount)}",
    c.PassBid: lambda _, __: "Pass",
    c.CloseAuction: _hammer_label,
    c.AuctionBuilding: lambda game, act: f"Auction {game.board.names[f'a_{act.building}']}",
    c.Build: lambda game, act: f"Build {_building(game, next_level(game, act.deed))} on {_deed(game, act)}",
    c.SellBuilding: lambda game, act: f"Sell {_building(game, game.titles[act.deed].buildings)} on {_deed(game, act)}",
    c.SellGroup: lambda _, act: f"Sell all {act.group.value.replace('-', ' ')} buildings",
    c.BuildSeveral: lambda _, __: "Build several",
    c.SellSeveral: lambda _, __: "Sell several",
    c.PlaceBuilding: lambda game, act: f"Put the {_open(game, Placing).building} on {_deed(game, act)}",
    c.Mortgage: lambda game, act: f"Mortgage {_deed(game, act)}",
    c.Redeem: lambda game, act: f"Pay off the mortgage on {_deed(game, act)}",
    c.KeepMortgage: lambda game, act: f"Keep {_deed(game, act)} mortgaged",
    c.OfferDeal: _deal_label,
    c.AcceptDeal: lambda game, _: f"Say yes to {game.name(_offer(game).player)}'s offer",
    c.RejectDeal: lambda game, _: f"Say no to {game.name(_offer(game).player)}'s offer",
    c.WithdrawDeal: lambda game, _: f"Take back the offer to {game.name(_offer(game).to)}",
    # What the Banker does for a player
    c.SellLotTo: lambda game, act: f"Sell to {game.name(act.player)}",
    c.DealDeeds: lambda game, act: f"Which deeds did {game.name(act.player)} get?",
    c.CorrectCash: lambda game, act: f"Correct {game.name(act.player)}'s cash by an amount",
    c.SetCash: lambda game, act: f"Set {game.name(act.player)}'s cash to a sum",
    c.CorrectJailCards: lambda game, act: f"Correct {game.name(act.player)}'s jail cards",
    c.CorrectPlace: lambda game, act: f"Correct {game.name(act.player)}'s place",
    c.RetirePlayer: lambda game, act: f"{game.name(act.player)} leaves the game",
    c.CallTime: lambda _, __: "End the game: the time is up",
}


def by_hand_label(text: str) -> str:
    """For entering a roll of real dice, beside the companion's own roll."""
    return "Enter your roll" if text == "Roll" else f"{text} (real dice)"


def speed_face(face: str) -> str:
    return {"bus": "the Bus", "mr": "Mr. M"}.get(face, face)


def house_rule_label(game: Game, command: c.SetHouseRule) -> str:
    """What it is about, and its value now, which a legal command holds."""
    texts, now = HOUSE_RULES[command.name].texts(game.board), setting(game.board, command.value)
    now = {"auto": "automatic", "claim": "must be asked for"}.get(now, now)
    return f"{texts.label}: {texts.meaning} (now {now})"


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

# After "Taken back:" or in a list. A command's fields fill the places of their names.
_DONE = {
    c.Roll: "{player}'s roll of {dice}",
    c.Throw: "{player}'s roll of {dice}",
    c.EndTurn: "the end of {player}'s turn",
    c.BuyDeed: "{player} bought {offered}",
    c.DeclineDeed: "{player} did not buy {offered}",
    c.Bid: "{player}'s bid of {amount}",
    c.PassBid: "{player} passed",
    c.CloseAuction: "the end of the auction",
    c.SellLotTo: "sold to {player} for {amount}",
    c.DrawCard: "{player}'s {deck} card: {meaning}",
    c.PayTax: "{player}'s choice of the tax: {tax}",
    c.PayFine: "{player} paid the fine",
    c.UseJailCard: "{player} used {a_way_out} to leave {jail}",
    c.ChooseSteps: "{player}'s choice to move {steps}",
    c.MoveTo: "{player}'s move to {space}",
    c.ClaimRent: "{player} asked for rent",
    c.Build: "{player} built on {deed}",
    c.SellBuilding: "{player} sold a building on {deed}",
    c.SellGroup: "{player} sold all {group} buildings",
    c.BuildSeveral: "{player} built {count} on {deeds}",
    c.SellSeveral: "{player} sold {count} on {deeds}",
    c.Mortgage: "{player} mortgaged {deed}",
    c.Redeem: "{player} paid off the mortgage on {deed}",
    c.KeepMortgage: "{player} kept {deed} mortgaged",
    c.OfferDeal: "{player}'s offer to {to}: {gives} for {gets}",
    c.AcceptDeal: "{player} said yes to the deal",
    c.RejectDeal: "{player} said no to the deal",
    c.WithdrawDeal: "{player} took the offer back",
    c.Settle: "{player} paid a debt",
    c.GoBankrupt: "{player} went bankrupt",
    c.AuctionBuilding: "the auction of {a_building}",
    c.PlaceBuilding: "{player} put a building on {deed}",
    c.DealDeeds: "{player} was dealt {deeds}",
    c.CallTime: "the time was up",
    c.CorrectCash: "the correction of {player}'s cash by {by}: {reason}",
    c.SetCash: "the correction of {player}'s cash to {cash}: {reason}",
    c.MoveMoney: "the correction of {amount} from {giver} to {receiver}: {reason}",
    c.CorrectJailCards: "the correction of {player}'s jail cards: {reason}",
    c.CorrectPlace: "the correction of {player}'s place to {where}: {reason}",
    c.CorrectDeed: "the correction of {deed}: {reason}",
    c.RetirePlayer: "{player} left the game",
    c.EndGame: "the Banker ended the game",
    c.SetHouseRule: "the house rule {name} set to {value}",
}


def describe_move(move: RecordedMove, game: Game) -> str:
    """A move, with the names that the players of this game have."""
    if isinstance(move.act, Undo | Redo | Rename):
        raise ValueError("only a move can be taken back")
    if isinstance(move.act, c.DealDeeds) and is_left_open(move.act):
        return "the companion dealt the deeds"
    return describe_command(move.act, game, move.before, roll_or_draw(move.events))


def describe_command(command: AnyCommand, game: Game, before: Game, drawn: RollOrDraw | None = None) -> str:
    """With the dice or the card that came of it. `before` is the game in which it was given."""
    if isinstance(command, c.Roll | c.Throw) and drawn is not None and not isinstance(drawn, CardDrawn):
        command = replace(command, dice=drawn.dice, speed=getattr(drawn, "speed", ""))
    names, board = tuple(player.name for player in game.players), game.board
    words = board.names | {
        field: _word(board, field, getattr(command, field), names, game.money, in_full)
        for field in command.__struct_fields__
    }
    match command:
        case c.Roll(dice=dice, speed=speed) | c.Throw(dice=dice, speed=speed):
            words["dice"] = describe_dice(dice, speed)
        case c.BuyDeed() | c.DeclineDeed():
            words["offered"] = board.deeds[_open(before, Buying).deed].name
        case c.DrawCard() if isinstance(drawn, CardDrawn):
            words |= {"deck": board.deck_name(drawn.deck), "meaning": board.cards(drawn.deck)[drawn.card].meaning}
        case c.PayTax(percent=percent):
            words["tax"] = f"{before.rules.income_tax_percent}%" if percent else game.money(board.income_tax)
        case c.UseJailCard():
            words["a_way_out"] = "a key" if before.rules.jail_keys else "a card"
        case c.OfferDeal(gives=gives, gets=gets):
            words |= {"gives": goods(before, gives), "gets": goods(before, gets)}
        case c.AuctionBuilding(building=building):
            words["a_building"] = board.names[f"a_{building}"]
        case c.BuildSeveral(deeds=deeds) | c.SellSeveral(deeds=deeds):
            words["count"] = count_of(len(deeds), "building", "buildings")
            words["deeds"] = and_list(board.deeds[deed].name for deed in dict.fromkeys(deeds))
        case c.DealDeeds(deeds=deeds):
            words["deeds"] = and_list(board.deeds[deed].name for deed in deeds)
        case c.MoveMoney(giver=giver, receiver=receiver):
            words |= {"giver": game.name(giver), "receiver": game.name(receiver)}
        case c.CorrectPlace(in_jail=in_jail, space=space):
            words["where"] = board.names["jail"] if in_jail else board.place_name(space)
        case c.CorrectDeed(deed=deed):
            words["deed"] = board.deeds[deed].name
        case c.SetHouseRule(value=value):
            words["value"] = setting(board, value)
    return _DONE[type(command)].format_map(words)


def describe_undo(what: str, before: Game, after: Game) -> str:
    """`before` is the game with what is taken back, `after` without it."""
    return f"Taken back: {what}{_in_brackets(cash_given_back(before, after))}"


def describe_redo(what: str, before: Game, after: Game) -> str:
    return f"Done again: {what}{_in_brackets(cash_paid_again(before, after))}"


def cash_given_back(before: Game, after: Game) -> list[str]:
    """By an undo: whose cash changed, and by how much."""
    return _cash_moved(before, after, "gives back", "gets back")


def cash_paid_again(before: Game, after: Game) -> list[str]:
    return _cash_moved(before, after, "pays", "gets")


def _cash_moved(before: Game, after: Game, gives: str, gets: str) -> list[str]:
    """Those who have less now come first. The names are those of the game that is in play."""
    change = {old.name: new.cash - old.cash for old, new in zip(before.players, after.players, strict=True)}
    given = [f"{name} {gives} {after.money(-by)}" for name, by in change.items() if by < 0]
    return given + [f"{name} {gets} {after.money(by)}" for name, by in change.items() if by > 0]


def _in_brackets(phrases: list[str]) -> str:
    return f" ({', '.join(phrases)})" if phrases else ""
