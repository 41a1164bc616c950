"""Rent: what landing costs, and until when the owner may ask for it."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.commands import ClaimRent, Legal, Throw
from companion.rules.debt import charge
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Deed
from companion.rules.dice import dice_total, legal_throw, require_dice, throws_speed_die
from companion.rules.editions import DoubleRent, RentAskedBy, UtilityThrow
from companion.rules.events import (
    Decision,
    DiceThrown,
    Noted,
    RentClaimed,
    RentIncurred,
    RentLapsed,
    StepClosed,
    StepOpened,
)
from companion.rules.ids import BANK, PlayerId
from companion.rules.pending_steps import Rent, UtilityThrowDue
from companion.rules.reasons import NO_REASON, Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import HOTEL_LEVEL, Game
from companion.rules.turn_checks import open_of_kind, require_in

_RENT_CODES = ("rent-lot", "rent-house", "rent-houses", "rent-houses", "rent-houses", "rent-hotel")


def rent_due(game: Game, deed: Deed, dice_total: int) -> int:
    """The rent for landing on `deed` in the ordinary way; 0 if none is owed.  [RENT-1 to RENT-5]"""
    title = game.titles[deed.id]
    if title.owner == BANK or title.mortgaged or not _collects(game, title.owner):
        return 0
    if deed.is_utility:
        return utility_factor(game, deed) * dice_total
    return printed_rent(game, deed)[0]


def utility_factor(game: Game, deed: Deed) -> int:
    return game.board.utility_factors[game.held(game.titles[deed.id].owner, deed.group) - 1]


def charges_double(game: Game, deed: Deed) -> bool:
    """A lot without buildings in a complete group; some books want no mortgage in it.  [RENT-2]"""
    title = game.titles[deed.id]
    if title.buildings or not game.holds_all(title.owner, deed.sisters):
        return False
    if game.rules.double_rent is DoubleRent.COMPLETE:
        return True
    return not game.has_mortgage(deed.sisters)


def printed_rent(game: Game, deed: Deed) -> tuple[int, tuple[str, ...], Reason]:
    """The amount, its clauses and its reason for a street or a railroad."""
    title = game.titles[deed.id]
    if deed.is_railroad:
        held = game.held(title.owner, deed.group)
        why = Reason("rent-railroad", deed.id) if held == 1 else Reason("rent-railroads", deed.id, sums=(held,))
        return game.board.railroad_rents[held - 1], ("RENT-4",), why
    level = title.buildings
    if not level and charges_double(game, deed):
        rent = deed.rents[0]
        return 2 * rent, ("RENT-2", "RENT-1"), Reason("rent-group", deed.id, sums=(rent,))
    return deed.rents[level], ("RENT-1",), _WHY[deed.id][level]


# Every landing on a street asks for one of these.
_WHY = {
    deed: [Reason(code, deed, sums=(level,) if code == "rent-houses" else ()) for level, code in enumerate(_RENT_CODES)]
    for group in STREET_GROUPS
    for deed in GROUP_DEEDS[group]
}


def _collects(game: Game, owner: PlayerId) -> bool:
    return game.rules.rent_in_jail or game.players[owner].jail is None


def land_on_owned(decision: Decision, player: PlayerId, deed: Deed) -> None:
    """Landing in the ordinary way on a deed somebody holds."""
    game = decision.game
    title = game.titles[deed.id]
    free = title.owner == player or title.mortgaged or not game.rules.rent_in_jail
    if free and not _owes(decision, player, deed, ()):
        return
    if not deed.is_utility:
        amount, clauses, why = printed_rent(game, deed)
        _owe(decision, player, deed, amount, 0, clauses, why)
    elif game.rules.utility_throw is UtilityThrow.FRESH:
        _owe(decision, player, deed, 0, utility_factor(game, deed), ("RENT-5",), NO_REASON)
    else:
        factor, total = utility_factor(game, deed), sum(game.dice)  # of the roll, even where a card led on from there
        why = Reason("rent-utility", deed.id, sums=(factor, total))
        _owe(decision, player, deed, factor * total, 0, ("RENT-5",), why)


def land_by_nearest_card(decision: Decision, player: PlayerId, deed: Deed) -> None:
    """Landing by a card that sends the player to the nearest railroad or utility.  [CARD-4]"""
    if not _owes(decision, player, deed, ("CARD-4",)):
        return
    if deed.is_utility:
        _owe(decision, player, deed, 0, 10, ("CARD-4", "RENT-5"), NO_REASON)
    else:
        rent, clauses, why = printed_rent(decision.game, deed)
        why = replace(why, code=f"{why.code}-doubled", sums=(*why.sums, rent))
        _owe(decision, player, deed, 2 * rent, 0, ("CARD-4", *clauses), why)


def _owes(decision: Decision, player: PlayerId, deed: Deed, clauses: tuple[str, ...]) -> bool:
    """Whether anything is owed. If not, the log says why."""
    game = decision.game
    title = game.titles[deed.id]
    if title.owner == player:
        decision.emit(Noted(("RENT-8", *clauses), player, Reason("rent-own", deed.id, player)))
    elif title.mortgaged:
        decision.emit(Noted(("RENT-3", *clauses), player, Reason("rent-mortgaged", deed.id)))
    elif not _collects(game, title.owner):
        decision.emit(Noted(("RENT-7", "HOUSE-1"), player, Reason("owner-in-jail", player=title.owner)))
    else:
        return True
    return False


def _owe(
    decision: Decision, payer: PlayerId, deed: Deed, amount: int, factor: int, clauses: tuple[str, ...], why: Reason
) -> None:
    """Rent is asked for at once, or waits for its owner to ask.  [RENT-6]"""
    game = decision.game
    owner = game.titles[deed.id].owner
    clauses += ("RENT-6",) if game.players[owner].jail is None else ("RENT-6", "RENT-7")
    if not factor and not game.rules.rent_claimed:  # as nearly always
        charge(decision, payer, owner, amount, clauses, why)
        return
    rent = Rent(payer, owner, deed.id, amount, factor, game.turn_number, clauses, why)
    if game.rules.rent_claimed:
        decision.emit(RentIncurred(clauses, rent))
    else:
        _ask(decision, rent)


def _ask(decision: Decision, rent: Rent) -> None:
    if rent.factor:
        due = UtilityThrowDue(rent.payer, rent.owner, rent.deed, rent.factor, rent.clauses)
        decision.emit(StepOpened(rent.clauses, due))
    else:
        charge(decision, rent.payer, rent.owner, rent.amount, rent.clauses, rent.why)


def decide_utility_throw(decision: Decision, command: Throw, due: UtilityThrowDue) -> None:
    game = decision.game
    speed = require_dice(game, command.player, command.dice, command.speed, ("RENT-5", "SPEED-10"))
    clauses = (*due.clauses, "SPEED-10") if speed else due.clauses
    total = dice_total(command.dice, command.speed)
    decision.emit(DiceThrown(clauses, command.player, command.dice, command.speed))
    decision.emit(StepClosed(clauses, due))
    why = Reason("rent-utility", due.deed, sums=(due.factor, total))
    charge(decision, command.player, due.owner, due.factor * total, clauses, why)


def decide_claim(decision: Decision, command: ClaimRent) -> None:
    game = decision.game
    require_in(game, command.player, ("RENT-6",))
    asked = [rent for rent in game.rents if rent.owner == command.player and command.payer in (None, rent.payer)]
    claimable = [rent for rent in asked if not rent.lapsed]
    if not claimable and asked:
        raise Refusal(Code.RENT_WINDOW_CLOSED, "RENT-6", _TOO_LATE[game.rules.rent_asked_by])
    if not claimable:
        raise Refusal(Code.NO_RENT_DUE, "RENT-6", f"Nobody owes {game.name(command.player)} rent.")
    for rent in claimable:
        decision.emit(RentClaimed(rent.clauses, rent))
        _ask(decision, rent)


_TOO_LATE = {
    RentAskedBy.NEXT_THROW: "Too late: ask for rent before the next roll.",
    RentAskedBy.NEXT_PLAYER: "Too late: ask for rent before the next player rolls.",
    RentAskedBy.SECOND_PLAYER: "Too late: ask for rent before the second player after the payer rolls.",
}


def lapse_rents(decision: Decision, thrower: PlayerId) -> None:
    """A turn's roll ends the time to ask for some rents.  [RENT-6]"""
    game, limit = decision.game, decision.game.rules.rent_asked_by
    for rent in game.rents:
        if rent.lapsed:
            continue
        if limit is RentAskedBy.NEXT_THROW:
            too_late = True
        elif game.turn_number == rent.turn:
            too_late = False
        else:
            following = (*game.left_of(rent.payer), rent.payer)
            too_late = limit is RentAskedBy.NEXT_PLAYER or following.index(thrower) >= 1
        if too_late:
            decision.emit(RentLapsed(("RENT-6",), rent))


def candidates(game: Game) -> Iterator[Legal]:
    for due in open_of_kind(game, UtilityThrowDue):
        yield legal_throw(game, Throw(due.player, ()), 3 if throws_speed_die(game, due.player) else 2)
    open_rents = [rent for rent in game.rents if not rent.lapsed]
    for owner in sorted({rent.owner for rent in open_rents}):
        yield Legal(ClaimRent(owner))
        for payer in sorted({rent.payer for rent in open_rents if rent.owner == owner}):
            yield Legal(ClaimRent(owner, payer))


assert len(_RENT_CODES) == HOTEL_LEVEL + 1
