"""Jail: sent there, and the ways out."""

from collections.abc import Iterator

from companion.rules.board import JAIL
from companion.rules.commands import Legal, PayFine, Roll, UseJailCard
from companion.rules.debt import charge, fines_go_to
from companion.rules.dice import require_white
from companion.rules.editions import FineLeads
from companion.rules.events import (
    Decision,
    DiceRolled,
    JailCardMoved,
    JailEntered,
    JailLeft,
    JailThrowFailed,
    StepClosed,
    StepOpened,
    TokenMoved,
    TurnPassed,
)
from companion.rules.ids import BANK, PlayerId
from companion.rules.pending_steps import SpeedAdvance, TurnEnds, WaitingMove
from companion.rules.phrases import has_too_little, way_out
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import may_pass_to, require_no_debt, require_turn, whats_open


def send_to_jail(decision: Decision, player: PlayerId, clauses: tuple[str, ...] = ()) -> None:
    """Straight there, no salary, and the turn ends. The Speed Die's second move is lost.  [JAIL-1, GO-3]"""
    clauses = (*clauses, "JAIL-1", "GO-3")
    advance = SpeedAdvance(player)
    if advance in decision.game.pending:
        clauses = (*clauses, "SPEED-8")
        decision.emit(StepClosed(clauses, advance))
    decision.emit(TokenMoved(clauses, player, JAIL, past_go=False))
    decision.emit(JailEntered(clauses, player))
    _end_turn(decision, player, clauses)


def _end_turn(decision: Decision, player: PlayerId, clauses: tuple[str, ...]) -> None:
    """At once, or as soon as everything open is settled."""
    if decision.game.pending:
        decision.emit(StepOpened(clauses, TurnEnds(player), last=True))
    else:
        decision.emit(TurnPassed(("TURN-1",), decision.game.next_player()))


def roll_in_jail(decision: Decision, command: Roll) -> tuple[str, ...]:
    """Doubles let the player out; so does the last failed roll, for the fine.  [JAIL-3, JAIL-6]

    Returns the clauses under which the player leaves now; none if the player does not.
    """
    game, player = decision.game, command.player
    require_white(game, player, command.dice, 2, "JAIL-3")
    if command.speed:
        raise Refusal(Code.BAD_DICE, "SPEED-9", f"The Speed Die is not rolled to leave {game.board.names['jail']}.")
    clauses = _in_short_game(game, ("JAIL-3", "SPEED-9") if game.rules.speed_die else ("JAIL-3",))
    decision.emit(DiceRolled(clauses, player, command.dice, "", doubles=0, again=False))
    if command.dice[0] == command.dice[1]:
        return clauses
    if (game.players[player].jail or 0) + 1 < game.rules.jail_turns:
        decision.emit(JailThrowFailed(clauses, player))
        return ()
    clauses = _in_short_game(game, ("JAIL-6",))
    charge(decision, player, fines_go_to(game), game.rules.fine, clauses, Reason("fine"))
    if not decision.game.pending:
        return clauses
    waiting = WaitingMove(player, sum(command.dice), clauses)  # short of cash, the move waits behind the debt
    decision.emit(StepOpened(clauses, waiting, last=True))
    return ()


def _in_short_game(game: Game, clauses: tuple[str, ...]) -> tuple[str, ...]:
    return (*clauses, "SHORT-3") if game.rules.jail_turns == 1 else clauses


def decide_fine(decision: Decision, command: PayFine) -> None:
    _pass_turn_to(decision, command.player)
    game, rules, player = decision.game, decision.game.rules, command.player
    _require_before_throw(game, player, ("JAIL-4",))
    cash = game.players[player].cash
    if cash < rules.fine:
        why = f"The fine is {game.money(rules.fine)} and {game.name(player)} {has_too_little(game, cash, rules.fine)}"
        raise Refusal(Code.NO_CASH, "JAIL-4", why)
    if (game.players[player].jail or 0) >= rules.fine_turns:
        raise Refusal(Code.FINE_TOO_LATE, "JAIL-4", f"The fine can be paid only on the first {rules.fine_turns} turns.")
    clauses = _in_short_game(game, ("JAIL-4",))
    charge(decision, player, fines_go_to(game), rules.fine, clauses, Reason("fine"))
    decision.emit(JailLeft(clauses, player))
    if rules.fine_leads is FineLeads.TO_NEXT_TURN:
        _end_turn(decision, player, clauses)


def decide_jail_card(decision: Decision, command: UseJailCard) -> None:
    _pass_turn_to(decision, command.player)
    game = decision.game
    _require_before_throw(game, command.player, ("JAIL-5",))
    cards = game.players[command.player].jail_cards
    if not cards or (command.deck and command.deck not in cards):
        why = f"{game.name(command.player)} has no card to leave {game.board.names['jail']}."
        if cards:
            why = f"{game.name(command.player)} does not have {way_out(game.board, command.deck)}."
        raise Refusal(Code.NO_JAIL_CARD, ("JAIL-5", "CARD-2"), why)
    clauses = _in_short_game(game, ("JAIL-5", "CARD-2"))
    decision.emit(JailCardMoved(clauses, command.deck or cards[0], command.player, BANK))
    decision.emit(JailLeft(clauses, command.player))


def _pass_turn_to(decision: Decision, player: PlayerId) -> None:
    """As with a roll, the next player's way out ends the turn before it, if nothing is open.  [TURN-1]"""
    game = decision.game
    if player != game.turn and game.players[player].jail is not None and may_pass_to(game, player):
        decision.emit(TurnPassed(("TURN-1",), player))


def _require_before_throw(game: Game, player: PlayerId, clauses: tuple[str, ...]) -> None:
    require_turn(game, player, clauses)
    if game.players[player].jail is None:  # no moment would be right
        raise Refusal(Code.NOT_IN_JAIL, clauses, f"{game.name(player)} is not in {game.board.names['jail']}.")
    if not game.throw_due:
        raise Refusal(Code.WRONG_MOMENT, (*clauses, "JAIL-6"), f"{game.name(player)} has rolled: too late this turn.")
    if game.pending:
        require_no_debt(game, player, clauses)
        raise Refusal(Code.WRONG_MOMENT, clauses, f"Not now: {whats_open(game)}.")


def candidates(game: Game) -> Iterator[Legal]:
    for player in dict.fromkeys((game.turn, game.next_player())):
        if game.players[player].jail is None:
            continue
        yield Legal(PayFine(player))
        cards = dict.fromkeys(game.players[player].jail_cards)
        yield from (Legal(UseJailCard(player, deck if len(cards) > 1 else "")) for deck in cards)
