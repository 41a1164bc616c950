"""Income Tax and Luxury Tax, and the money under Free Parking."""

from collections.abc import Iterator

from companion.rules.commands import Legal, PayTax
from companion.rules.debt import charge, fines_go_to
from companion.rules.events import Decision, Noted, Paid, StepClosed, StepOpened
from companion.rules.ids import BANK, POT, PlayerId
from companion.rules.pending_steps import TaxChoice
from companion.rules.reasons import Reason
from companion.rules.state import Game
from companion.rules.turn_checks import open_of_kind, require_step, require_turn
from companion.rules.worth import percent_of, rounded, total_worth


def land_on_income_tax(decision: Decision, player: PlayerId) -> None:
    if decision.game.rules.income_tax_percent:
        decision.emit(StepOpened(("TAX-1",), TaxChoice(player)))
    else:
        _charge_flat(decision, player)


def _charge_flat(decision: Decision, player: PlayerId) -> None:
    game = decision.game
    short = game.rules.short_game
    flat = "short" in game.rules.variants and short is not None and short.flat_tax
    clauses = ("TAX-1", "SHORT-4") if flat else ("TAX-1",)
    charge(decision, player, fines_go_to(game), game.board.income_tax, clauses, Reason("income-tax"))


def decide_tax(decision: Decision, command: PayTax) -> None:
    """The player chooses before the worth is added up.  [TAX-1, TAX-2]"""
    game, player = decision.game, command.player
    require_turn(game, player, ("TAX-1",))
    decision.emit(StepClosed(("TAX-1",), require_step(game, player, TaxChoice, ("TAX-1",))))
    if not command.percent:
        return _charge_flat(decision, player)
    percent, worth = game.rules.income_tax_percent, total_worth(game, player)
    clauses = ("TAX-1", "TAX-2", *rounded(worth, percent))
    cash = game.players[player].cash
    why = Reason("income-tax-percent", sums=(percent, worth, cash, worth - cash))
    return charge(decision, player, fines_go_to(game), percent_of(worth, percent), clauses, why)


def tells_worth(act: object) -> bool:
    """Would its price tell what the player is worth? Nobody may know before the tax is chosen.  [TAX-1]"""
    return isinstance(act, PayTax) and act.percent


def land_on_luxury_tax(decision: Decision, player: PlayerId) -> None:
    game = decision.game
    charge(decision, player, fines_go_to(game), game.board.luxury_tax, ("TAX-3",), Reason("luxury-tax"))


def land_on_free_parking(decision: Decision, player: PlayerId) -> None:
    """Nothing happens, unless the table has a pot there.  [FREE-1]"""
    game = decision.game
    if game.rules.pot is None or not game.pot:
        decision.emit(Noted(("FREE-1",), player, Reason("free-parking")))
        return
    clauses = ("FREE-1", "HOUSE-1")
    decision.emit(Paid(clauses, POT, player, game.pot, Reason("free-parking-pot")))
    if game.rules.pot:
        decision.emit(Paid(clauses, BANK, POT, game.rules.pot, Reason("next-pot")))


def candidates(game: Game) -> Iterator[Legal]:
    for choice in open_of_kind(game, TaxChoice):
        yield Legal(PayTax(choice.player, percent=False))
        yield Legal(PayTax(choice.player, percent=True))
