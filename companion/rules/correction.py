"""What the Banker may change: corrections with a reason, and house rules during a game."""

from collections.abc import Iterator

from companion.rules.board import JAIL, Kind
from companion.rules.commands import CorrectCash, CorrectDeed, CorrectPlace, Legal, Needs, SetHouseRule
from companion.rules.events import (
    BuildingsRemoved,
    Built,
    Decision,
    DeedConveyed,
    DeedMortgaged,
    HouseRuleSet,
    JailEntered,
    JailLeft,
    MortgageLifted,
    Noted,
    Paid,
    TokenMoved,
)
from companion.rules.house_rules import HOUSE_RULES, MAX_AMOUNT, with_house_rule
from companion.rules.ids import BANK, POT, DeedId
from companion.rules.invariants import problems
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
from companion.rules.reasons import Reason
from companion.rules.refusal import PRECEDENCE, Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import require_in, whats_open

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


def decide_correct_place(decision: Decision, command: CorrectPlace) -> None:
    """The token only: no salary, no landing. Not in the middle of a move."""
    game, player = decision.game, command.player
    require_in(game, player, CLAUSES)
    if any(isinstance(step, MOVES) and step.player == player for step in game.pending):
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


def candidates(game: Game) -> Iterator[Legal]:
    for player in game.still_in():
        cash = game.players[player].cash
        yield Legal(CorrectCash(player, min(1, MAX_AMOUNT - cash) or -1, ""), Needs.CHANGE, -cash, MAX_AMOUNT - cash)
        yield Legal(CorrectPlace(player, 0, ""), Needs.PLACE)
    yield from (Legal(CorrectDeed(deed.id, ""), Needs.TITLE) for deed in game.board.deeds)
    for name, rule in HOUSE_RULES.items():
        yield Legal(SetHouseRule(name, rule.read(game.rules), ""), Needs.VALUE)
