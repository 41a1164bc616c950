"""Tokens: where they go, the salary on the way, and what landing must bring."""

from companion.rules.pending_steps import Buying, SpeedAdvance, TaxChoice, TurnEnds
from tests.oracle.case import Case
from tests.oracle.facts import money, moved, noted
from tests.oracle.prints import print_of
from tests.oracle.sums import (
    book_of,
    everybody,
    fines_go_to,
    next_owned_by,
    others,
    rent,
    tax_is_chosen,
)
from tests.oracle.tables import (
    AT,
    BANK,
    CHANCES,
    CHESTS,
    FREE_PARKING,
    GO,
    GO_TO_JAIL,
    INCOME_TAX,
    JAIL,
    LUXURY_TAX,
    POT,
)


def walk_to(case: Case, player: int, to: int, *, by_card: bool = False) -> None:
    """Forward, with the salary for reaching or passing GO before anything else.  [TURN-1, GO-1, GO-4]"""
    past_go = to <= case.game.players[player].place
    case.expect(moved(player, to, past_go), lambda now: _take_salary(now, player, past_go, by_card))


def _take_salary(case: Case, player: int, past_go: bool, by_card: bool) -> None:
    here, rules = case.game.players[player].place, case.game.rules
    salary = rules.salary * (2 if here == GO and rules.double_on_go else 1)
    if past_go and salary:
        case.expect(money(BANK, player, salary, "GO-1"), lambda now: land(now, player, by_card=by_card))
    else:
        land(case, player, by_card=by_card)


def go_back(case: Case, player: int, to: int) -> None:
    """CARD-7."""
    case.expect(moved(player, to, False), lambda now: land(now, player))


def go_to_jail(case: Case, player: int) -> None:
    """No salary, and the turn ends; a Speed Die's second move is lost.  [JAIL-1, GO-3, SPEED-8]"""
    case.expect(moved(player, JAIL, False))
    case.expect(("JailEntered", player))
    case.cancel_step(SpeedAdvance(player))
    case.expect_step(TurnEnds(player))


def land(case: Case, player: int, *, by_card: bool = False) -> None:
    """What the space asks for."""
    game, space = case.game, case.game.players[player].place
    if space in AT:
        _land_on_lot(case, player, AT[space], by_card)
    elif space in CHANCES or space in CHESTS:
        due = "task due" if book_of(game).tasks else "card due"
        case.expect((due, player, "chance" if space in CHANCES else "chest"))
    elif space == GO_TO_JAIL:
        go_to_jail(case, player)
    elif space == JAIL:
        case.expect(noted(player, "JAIL-2"))
    elif space == INCOME_TAX and tax_is_chosen(game):
        case.expect(("opened", TaxChoice(player)))
    elif space == INCOME_TAX:
        case.expect(money(player, fines_go_to(game), print_of(game).income_tax, "TAX-1"))
    elif space == LUXURY_TAX:
        case.expect(money(player, fines_go_to(game), print_of(game).luxury_tax, "TAX-3"))
    elif space == FREE_PARKING and (game.rules.pot is None or not game.pot):
        case.expect(noted(player, "FREE-1"))
    elif space == FREE_PARKING:
        case.expect(money(POT, player, game.pot, "FREE-1"))
        if game.rules.pot:
            case.expect(money(BANK, POT, game.rules.pot, "FREE-1"))


def _land_on_lot(case: Case, player: int, lot: int, by_card: bool) -> None:
    game, title = case.game, case.game.titles[lot]
    if title.owner == BANK:  # BUY-1, and the house rule of a first lap without buying
        if game.rules.first_lap_buying or game.players[player].lapped:
            case.expect(("opened", Buying(player, lot)))
        else:
            put_up(case, lot)
        return
    if title.owner == player:
        case.expect(noted(player, "RENT-8"))
        return
    if title.mortgaged:
        case.expect(noted(player, "RENT-3"))
        return
    if game.players[title.owner].jail is not None and not game.rules.rent_in_jail:
        case.expect(noted(player, "RENT-7"))
        return
    amount, factor, clause = rent(game, lot, by_card)
    if game.rules.rent_claimed:
        case.expect(("rent incurred", player, title.owner, lot, amount, factor, game.turn_number, clause))
    elif factor:
        case.expect(("throw for", player, title.owner, lot, factor, clause))
    else:
        case.expect(money(player, title.owner, amount, clause))


def may_bid(case: Case) -> list[int]:
    game = case.game
    return [seat for seat in everybody(game) if game.rules.first_lap_buying or game.players[seat].lapped]


def put_up(case: Case, lot: int) -> None:
    """BUY-2, unless the table plays without auctions or nobody may bid yet."""
    if case.game.rules.auctions and may_bid(case):
        case.expect(("auction", lot, "", 1, 0, BANK, ()))


def advance_with_mr_m(case: Case, player: int) -> None:
    """The second half of a roll with Mr. M.  [SPEED-5]"""
    place = case.game.players[player].place
    free = next_owned_by(case.game, [BANK], place)
    taken = next_owned_by(case.game, others(case.game, player), place)
    if free is not None:
        walk_to(case, player, free)
    elif taken is not None:
        walk_to(case, player, taken)
