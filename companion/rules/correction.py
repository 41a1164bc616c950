"""What the Banker may change: corrections with a reason, and house rules during a game."""

from collections.abc import Iterator

from companion.rules.board import JAIL, Kind
from companion.rules.cards import Deck
from companion.rules.commands import (
    CorrectCash,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    Legal,
    MoveMoney,
    Needs,
    SetCash,
    SetHouseRule,
)
from companion.rules.deeds import DEED_SPACES
from companion.rules.events import (
    BuildingsRemoved,
    Built,
    Decision,
    DeedConveyed,
    DeedMortgaged,
    HouseRuleSet,
    JailCardMoved,
    JailEntered,
    JailLeft,
    MortgageLifted,
    Noted,
    Paid,
    TokenMoved,
)
from companion.rules.house_rules import HOUSE_RULES, MAX_AMOUNT, with_house_rule
from companion.rules.ids import BANK, POT, Account, DeedId, PlayerId
from companion.rules.invariants import problems
from companion.rules.lists import sentence
from companion.rules.pending_steps import (
    AnyPendingStep,
    Auction,
    AuctionsDue,
    BusChoice,
    Buying,
    CardDue,
    Interest,
    Placing,
    SpaceChoice,
    SpeedAdvance,
    TaskDue,
    WaitingMove,
)
from companion.rules.phrases import has_too_little
from companion.rules.reasons import Reason
from companion.rules.refusal import PRECEDENCE, Code, Refusal
from companion.rules.state import KEY, Game
from companion.rules.turn_checks import is_opening, require_in, whats_open

CLAUSES = ("CORRECT-1",)
MOVES = CardDue | TaskDue | BusChoice | SpaceChoice | WaitingMove | SpeedAdvance  # what can still move a token


def decide_correct_cash(decision: Decision, command: CorrectCash) -> None:
    game, player = decision.game, command.player
    require_in(game, player, CLAUSES)
    cash = game.players[player].cash
    if cash + command.by < 0:
        why = f"{game.name(player)} has {game.money(cash)}: {game.money(-command.by)} cannot be taken away."
        raise Refusal(Code.NO_CASH, CLAUSES, why)
    if cash + command.by > MAX_AMOUNT:
        raise Refusal(Code.BAD_OFFER, CLAUSES, f"Nobody can hold more than {game.money(MAX_AMOUNT)}.")
    if not command.by:
        raise Refusal(Code.BAD_OFFER, CLAUSES, "The correction must change something.")
    payer, payee = (BANK, player) if command.by >= 0 else (player, BANK)
    decision.emit(Paid(CLAUSES, payer, payee, abs(command.by), Reason("correction", text=command.reason)))


def decide_set_cash(decision: Decision, command: SetCash) -> None:
    """Cash set to a sum.  [CORRECT-2]"""
    game, player, clauses = decision.game, command.player, ("CORRECT-2", "CORRECT-1")
    require_in(game, player, clauses)
    change = command.cash - game.players[player].cash
    if command.cash < 0:
        raise Refusal(Code.NO_CASH, clauses, "Nobody can have less than nothing.")
    if command.cash > MAX_AMOUNT:
        raise Refusal(Code.BAD_OFFER, clauses, f"Nobody can hold more than {game.money(MAX_AMOUNT)}.")
    if not change:
        raise Refusal(Code.BAD_OFFER, clauses, f"{game.name(player)} has {game.money(command.cash)} already.")
    payer, payee = (BANK, player) if change > 0 else (player, BANK)
    why = Reason("correction-counted", player=player, sums=(command.cash,), text=command.reason)
    decision.emit(Paid(clauses, payer, payee, abs(change), why))


def decide_move_money(decision: Decision, command: MoveMoney) -> None:
    """From one account to another in one act; only the Bank never runs out.  [CORRECT-2, BANK-1]"""
    game, giver, receiver, amount = decision.game, command.giver, command.receiver, command.amount
    clauses = ("CORRECT-2",)
    for account in (giver, receiver, game.still_in()[0]):  # also between Bank and pot, not before who starts is known
        if account >= 0:
            require_in(game, account, clauses)
    if POT in (giver, receiver) and game.rules.pot is None:
        raise Refusal(Code.UNKNOWN_NAME, clauses, "There is no pot at this table.")
    if giver != BANK and (has := _balance(game, giver)) < amount:
        raise Refusal(Code.NO_CASH, clauses, sentence(f"{game.name(giver)} {has_too_little(game, has, amount)}"))
    if giver == receiver or amount < 1:
        raise Refusal(Code.BAD_OFFER, clauses, "Money moves between two different accounts, at least 1 of it.")
    if receiver != BANK and _balance(game, receiver) + amount > MAX_AMOUNT:
        raise Refusal(Code.BAD_OFFER, clauses, f"Nobody can hold more than {game.money(MAX_AMOUNT)}.")
    decision.emit(Paid(clauses, giver, receiver, amount, Reason("correction", text=command.reason)))


def _balance(game: Game, account: Account) -> int:
    return game.pot if account == POT else game.players[account].cash


def decide_correct_jail_cards(decision: Decision, command: CorrectJailCards) -> None:
    """As many as nobody else holds. What the player has stays, then comes Chance, unless a deck is named."""
    game, player, count = decision.game, command.player, command.count
    require_in(game, player, CLAUSES)
    held, free = game.players[player].jail_cards, _free_jail_cards(game)
    wanted = (command.deck,) if command.deck else (*held, *free)[: max(count, 0)]
    if len(wanted) != count or not {*held, *free}.issuperset(wanted):
        things = "keys" if game.rules.jail_keys else "cards"
        why = f"Nobody else holds {len(held) + len(free)} of the {things} to leave {game.board.names['jail']}"
        raise Refusal(Code.NO_JAIL_CARD, CLAUSES, f"{why}: {game.name(player)} can have no others.")
    given_back, taken = list(held), list[str]()
    for card in wanted:
        if card in given_back:
            given_back.remove(card)
        else:
            taken.append(card)
    if not given_back and not taken:
        raise Refusal(Code.BAD_OFFER, CLAUSES, "The correction must change something.")
    decision.emit(Noted(CLAUSES, player, Reason("correction-of-jail-cards", player=player, text=command.reason)))
    for card in given_back:
        decision.emit(JailCardMoved(CLAUSES, card, player, BANK))
    for card in taken:
        decision.emit(JailCardMoved(CLAUSES, card, BANK, player))


def _free_jail_cards(game: Game) -> tuple[str, ...]:
    """Those in nobody's hand."""
    if game.rules.jail_keys:
        return (KEY,) * game.keys_left()
    return tuple(deck.value for deck in Deck if game.board.jail_free(deck) in game.deck(deck))


def possible_holdings(game: Game, player: PlayerId) -> list[CorrectJailCards]:
    """Every way to correct this player's jail cards."""
    held, free = game.players[player].jail_cards, _free_jail_cards(game)
    if game.rules.jail_keys:
        counts = range(len(held) + len(free) + 1)
        return [CorrectJailCards(player, count, "") for count in counts if count != len(held)]
    decks = tuple(sorted((*held, *free)))
    holdings = dict.fromkeys(((), *((deck,) for deck in decks), decks))
    return [
        CorrectJailCards(player, len(cards), "", cards[0] if len(cards) == 1 else "")
        for cards in holdings
        if cards != held
    ]


def decide_correct_place(decision: Decision, command: CorrectPlace) -> None:
    """The token only: no salary, no landing. Not in the middle of a move."""
    game, player = decision.game, command.player
    require_in(game, player, CLAUSES)
    if _is_moving(game, player):
        raise Refusal(Code.WRONG_MOMENT, CLAUSES, f"{game.name(player)}'s move is not over: {whats_open(game)}.")
    space = JAIL if command.in_jail else command.space
    if game.board.spaces[space].kind is Kind.GO_TO_JAIL:
        why = "No token rests on {go_to_jail}: say that it is in {jail}.".format_map(game.board.names)
        raise Refusal(Code.WRONG_MOMENT, CLAUSES, why)
    if command.in_jail:
        noted = Reason("correction-in-jail", player=player, text=command.reason)
    else:
        noted = Reason("correction-on-space", player=player, sums=(space,), text=command.reason)
    decision.emit(Noted(CLAUSES, player, noted))
    if game.players[player].jail is not None:
        decision.emit(JailLeft(CLAUSES, player))
    decision.emit(TokenMoved(CLAUSES, player, space, past_go=False))
    if command.in_jail:
        decision.emit(JailEntered(CLAUSES, player))


def _is_moving(game: Game, player: PlayerId) -> bool:
    return any(isinstance(step, MOVES) and step.player == player for step in game.pending)


def decide_correct_deed(decision: Decision, command: CorrectDeed) -> None:
    game = decision.game
    deed, title = game.board.deeds[command.deed], game.titles[command.deed]
    if any(_concerns(step, deed.id) for step in game.pending):  # it would be left hanging
        raise Refusal(Code.WRONG_MOMENT, CLAUSES, f"{deed.name} cannot be corrected now: {whats_open(game)}.")
    if command.owner is not None and command.owner >= 0:
        require_in(game, command.owner, CLAUSES)
    decision.emit(Noted(CLAUSES, BANK, Reason("correction-of-deed", deed.id, text=command.reason)))
    if command.owner is not None and command.owner != title.owner:
        decision.emit(DeedConveyed(CLAUSES, deed.id, command.owner))
    if command.buildings is not None and command.buildings != title.buildings:
        change = Built if command.buildings > title.buildings else BuildingsRemoved
        decision.emit(change(CLAUSES, deed.id, command.buildings))
    if command.mortgaged is not None and command.mortgaged != title.mortgaged:
        decision.emit((DeedMortgaged if command.mortgaged else MortgageLifted)(CLAUSES, deed.id))
    if decision.game.titles is game.titles:  # true of nearly every candidate of `legal_commands`
        return
    problem = min(problems(decision.game), key=lambda found: PRECEDENCE[found.code], default=None)
    if problem is not None:
        # A mortgage beside buildings is the same table as buildings beside a mortgage; the code follows the correction.
        beside = command.mortgaged and problem.code is Code.GROUP_MORTGAGED
        code = Code.GROUP_HAS_BUILDINGS if beside else problem.code
        raise Refusal(code, CLAUSES, f"That cannot be on a real table: {problem.message}.")


def _concerns(step: AnyPendingStep, deed: DeedId) -> bool:
    match step:
        case Buying():
            return step.deed == deed
        case Auction():
            return bool(step.building) or step.deed == deed
        case Placing():
            return True
        case AuctionsDue():
            return deed in step.deeds
        case Interest():
            return any(owed == deed for _, owed in step.owed)
        case _:
            return False


def decide_house_rule(decision: Decision, command: SetHouseRule) -> None:
    """Any option but the cash to start with, while nothing is open.  [HOUSE-1]"""
    game, rule = decision.game, HOUSE_RULES.get(command.name)
    if rule is not None and rule.at_start_only:
        raise Refusal(Code.WRONG_MOMENT, "HOUSE-1", f"Not now: {command.name} is for the start of a game.")
    if game.pending or game.offer is not None:
        what = whats_open(game) if game.pending else "an offer is open"
        raise Refusal(Code.WRONG_MOMENT, "HOUSE-1", f"Not now: {what}.")
    if rule is None:
        raise Refusal(Code.UNKNOWN_NAME, "HOUSE-1", f"There is no house rule {command.name}.")
    try:
        rules = with_house_rule(game.rules, command.name, command.value)
    except ValueError as error:
        raise Refusal(Code.UNKNOWN_NAME, "HOUSE-1", f"{str(error).capitalize()}.") from None
    words = game.board.words
    for code, what, left in (
        (Code.NO_HOUSES, words.houses, game.houses_left()),
        (Code.NO_HOTELS, words.hotels, game.hotels_left()),
    ):
        if left < 0 and not rules.unlimited_buildings:
            raise Refusal(code, "HOUSE-1", f"There are more {what} on the board than in the box.")
    decision.emit(HouseRuleSet(("HOUSE-1",), command.name, command.value, command.reason))
    if game.rules.pot is None and rules.pot:
        decision.emit(Paid(("HOUSE-1",), BANK, POT, rules.pot, Reason("first-pot")))
    elif rules.pot is None and game.pot:
        decision.emit(Paid(("HOUSE-1",), POT, BANK, game.pot, Reason("pot-to-bank")))


_ANY_DEED = tuple(Legal(CorrectDeed(deed, ""), Needs.TITLE, is_sure=True) for deed in range(len(DEED_SPACES)))


def candidates(game: Game) -> Iterator[Legal]:
    if not is_opening(game):
        yield from _of_players(game)
    for deed, legal in enumerate(_ANY_DEED):
        if not game.pending or not any(_concerns(step, deed) for step in game.pending):
            yield legal
    if not game.pending and game.offer is None:
        is_sure = game.rules.unlimited_buildings or min(game.houses_left(), game.hotels_left()) >= 0
        for name, rule in HOUSE_RULES.items():
            if not rule.at_start_only:
                yield Legal(SetHouseRule(name, rule.read(game.rules), ""), Needs.VALUE, is_sure=is_sure)


def _of_players(game: Game) -> Iterator[Legal]:
    free = _free_jail_cards(game)
    for player in game.still_in():
        cash = game.players[player].cash
        by = min(1, MAX_AMOUNT - cash) or -1
        yield Legal(CorrectCash(player, by, ""), Needs.CHANGE, -cash, MAX_AMOUNT - cash, is_sure=True)
        counted = 0 if cash else 1
        yield Legal(SetCash(player, counted, ""), Needs.CASH, 0, MAX_AMOUNT, is_sure=True)
        if game.players[player].jail_cards or free:
            count = 0 if game.players[player].jail_cards else 1
            yield Legal(CorrectJailCards(player, count, ""), Needs.JAIL_CARDS, is_sure=True)
        if not _is_moving(game, player):
            yield Legal(CorrectPlace(player, 0, ""), Needs.PLACE, is_sure=True)
    first = game.still_in()[0]
    giver, receiver = (first, BANK) if game.players[first].cash else (BANK, first)
    yield Legal(MoveMoney(giver, receiver, 1, ""), Needs.MONEY, 1, MAX_AMOUNT, is_sure=True)
