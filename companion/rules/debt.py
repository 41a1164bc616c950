"""What is owed: paid at once if the cash is there, otherwise an open debt that the payer settles later."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.commands import Legal, Settle
from companion.rules.events import Decision, Noted, Paid, StepClosed, StepOpened
from companion.rules.ids import BANK, POT, Account, PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.phrases import has_too_little
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import open_of_kind, open_steps, require_in, whats_open


def charge(
    decision: Decision, payer: PlayerId, payee: Account, amount: int, clauses: tuple[str, ...], why: Reason
) -> None:
    """Money owed without a choice. A second debt of one player waits for the first.  [DEBT-1, DEBT-3]"""
    game = decision.game
    if not amount:
        decision.emit(Noted(clauses, payer, replace(why, is_nothing=True)))
    elif game.players[payer].cash >= amount and not (game.pending and game.debt_of(payer)):
        decision.emit(Paid(clauses, payer, payee, amount, why))
    else:
        decision.emit(StepOpened((*clauses, "DEBT-1"), Debt(payer, payee, amount, clauses, why)))


def fines_go_to(game: Game) -> Account:
    """Taxes and fines go to the Bank, or to the pot of that house rule.  [FREE-1, CARD-3]"""
    return BANK if game.rules.pot is None else POT


def require_debt(game: Game, player: PlayerId) -> Debt:
    require_in(game, player, ("DEBT-1",))
    debt = game.debt_of(player)
    if debt is None:
        raise Refusal(Code.WRONG_MOMENT, "DEBT-1", f"{game.name(player)} owes nothing.")
    if debt not in open_steps(game):
        raise Refusal(Code.WRONG_MOMENT, "DEBT-1", f"Not now: {whats_open(game)}.")
    return debt


def decide_settle(decision: Decision, command: Settle) -> None:
    """Pays the debt, and then the player's next debts for as long as the cash lasts.  [DEBT-3]"""
    game = decision.game
    debt = require_debt(game, command.player)
    cash = game.players[command.player].cash
    if cash < debt.amount:
        why = (
            f"{game.name(command.player)} owes {game.money(debt.amount)} and {has_too_little(game, cash, debt.amount)}"
        )
        raise Refusal(Code.NO_CASH, "DEBT-1", why)
    owed: Debt | None = debt
    while owed is not None and decision.game.players[command.player].cash >= owed.amount:
        decision.emit(StepClosed(owed.clauses, owed))
        decision.emit(Paid(owed.clauses, owed.debtor, owed.creditor, owed.amount, owed.why))
        owed = decision.game.debt_of(command.player)


def candidates(game: Game) -> Iterator[Legal]:
    yield from (Legal(Settle(debt.debtor)) for debt in open_of_kind(game, Debt))
