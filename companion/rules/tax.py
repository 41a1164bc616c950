"""Income Tax and Luxury Tax, and the money under Free Parking."""

from companion.rules.commands import PayTax
from companion.rules.debt import charge, fines_go_to
from companion.rules.events import MatterClosed, MatterOpened, Noted, Paid
from companion.rules.happening import Happening
from companion.rules.ids import BANK, POT, PlayerId
from companion.rules.matters import TaxChoice
from companion.rules.moments import require_matter, require_turn
from companion.rules.phrases import money
from companion.rules.worth import percent_of, rounded, total_worth


def land_on_income_tax(happening: Happening, player: PlayerId) -> None:
    if happening.game.rules.income_tax_percent:
        happening.tell(MatterOpened(("TAX-1",), TaxChoice(player)))
    else:
        _charge_flat(happening, player)


def _charge_flat(happening: Happening, player: PlayerId) -> None:
    game = happening.game
    short = game.rules.short_game
    flat = "short" in game.rules.variants and short is not None and short.flat_tax
    clauses = ("TAX-1", "SHORT-4") if flat else ("TAX-1",)
    charge(happening, player, fines_go_to(game), game.rules.income_tax, clauses, "Income Tax")


def decide_tax(happening: Happening, command: PayTax) -> None:
    """Chosen before the worth is added up.  [TAX-1, TAX-2]"""
    game, player = happening.game, command.player
    require_turn(game, player, ("TAX-1",))
    happening.tell(MatterClosed(("TAX-1",), require_matter(game, player, TaxChoice, ("TAX-1",))))
    if not command.percent:
        return _charge_flat(happening, player)
    percent, worth = game.rules.income_tax_percent, total_worth(game, player)
    clauses = ("TAX-1", "TAX-2", *rounded(worth, percent))
    cash = game.players[player].cash
    parts = f"cash {money(cash)}, deeds and buildings {money(worth - cash)}"
    why = f"Income Tax: {percent}% of total worth {money(worth)} ({parts})"
    return charge(happening, player, fines_go_to(game), percent_of(worth, percent), clauses, why)


def land_on_luxury_tax(happening: Happening, player: PlayerId) -> None:
    game = happening.game
    charge(happening, player, fines_go_to(game), game.rules.luxury_tax, ("TAX-3",), "Luxury Tax")


def land_on_free_parking(happening: Happening, player: PlayerId) -> None:
    """Nothing happens, unless the table keeps a pot there.  [FREE-1]"""
    game = happening.game
    if game.rules.pot is None or not game.pot:
        happening.tell(Noted(("FREE-1",), player, "Free Parking: nothing happens"))
        return
    clauses = ("FREE-1", "HOUSE-1")
    happening.tell(Paid(clauses, POT, player, game.pot, "everything under Free Parking"))
    if game.rules.pot:
        happening.tell(Paid(clauses, BANK, POT, game.rules.pot, "the next pot under Free Parking"))
