"""How an amount on a screen came about: what a player has, what a deed costs and earns, what a move would cost.

Each answer is a line of the log, so people can ask why about it in the same way.
"""

from collections.abc import Iterator

import msgspec

from companion.play.prompts import owed
from companion.rules import Refusal, unfold
from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS, Deed
from companion.rules.events import Paid
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.phrases import gain, money
from companion.rules.reasons import Reason
from companion.rules.rent import printed_rent, rent_due, utility_factor
from companion.rules.state import Game
from companion.rules.worth import buildings_price, could_raise, end_worth, rounded, tenth, worth_parts
from companion.table.messages.requests import ExplainAmounts
from companion.table.messages.views import HistoryView, LogLine, MoveView, RaiseView
from companion.table.views.log import HIDDEN, choosing_tax, equation, how_paid
from companion.table.views.moves import move_views, raising

_COMMAND: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def explain_amounts(game: Game, history: HistoryView, asked: ExplainAmounts) -> tuple[LogLine, ...]:
    """Seats, deeds and moves that do not exist are skipped."""
    acts = frozenset(map(bytes, asked.acts))
    return (
        *(line for one in raising(game) if bytes(one.move.act) in acts for line in _missing(game, one)),
        *(line for move in move_views(game) if bytes(move.act) in acts for line in _price(game, move)),
        *(line for seat in asked.seats if 0 <= seat < len(game.players) for line in _player(game, history, seat)),
        *(line for deed in asked.deeds if 0 <= deed < len(DEEDS) for line in _deed(game, deed)),
    )


def _told(text: str, sum: str, *clauses: str) -> LogLine:
    return LogLine(0, 0, text, tuple(dict.fromkeys(clauses)), sum)


# Moves


def _price(game: Game, move: MoveView) -> Iterator[LogLine]:
    """Only for what is certain to happen and not a secret."""
    if move.change:
        events = unfold(game, _COMMAND.decode(move.act)).events
        paid = [event for event in events if isinstance(event, Paid) and move.seat in (event.payer, event.payee)]
        sums = " ".join(f"{how_paid(game, event)}." for event in paid)
        yield _told(f"{game.name(move.seat)}: {move.label}", sums, *(one for event in paid for one in event.clauses))


def _missing(game: Game, one: RaiseView) -> Iterator[LogLine]:
    cash, short_by = game.players[one.move.seat].cash, one.move.short_by
    try:
        unfold(game, _COMMAND.decode(one.move.act))
    except Refusal as refusal:
        yield _told(one.text, f"{money(cash + short_by)} - {money(cash)} = {money(short_by)}", *refusal.clauses)


# Players


def _player(game: Game, history: HistoryView, seat: PlayerId) -> Iterator[LogLine]:
    yield _cash(game, history, seat)
    for step in game.pending:
        if isinstance(step, Debt) and step.debtor == seat:
            yield _told(owed(game, step), equation(game, step.why, step.amount), *step.clauses)
    if seat in choosing_tax(game):
        yield _told(HIDDEN, "", "TAX-1")
    elif not game.players[seat].is_out:
        worth = end_worth(game, seat)
        cash, deeds, buildings = map(money, worth_parts(game, seat))
        how = f"cash {cash} + deeds {deeds} + buildings {buildings} = {money(worth)}"
        yield _told(f"{game.name(seat)} is worth {money(worth)}.", how, "SHORT-6")
        more = could_raise(game, seat) - game.players[seat].cash
        half = sum(buildings_price(game, deed) for deed in game.deeds_of(seat)) // 2
        sums = f"buildings at half {money(half)} + mortgages {money(more - half)} = {money(more)}" if more else ""
        yield _told(f"{game.name(seat)} can raise {money(more)} in all.", sums, "DEBT-1", "SELL-1", "MORT-2")


def _cash(game: Game, history: HistoryView, seat: PlayerId) -> LogLine:
    """By the ledger: the opening cash, and what came and went since for each reason."""
    text = f"{game.name(seat)} has {money(game.players[seat].cash)}."
    if not all(reason.changes for reason in history.reasons):
        return _told(text, HIDDEN, "TAX-1")
    mine = [reason for reason in history.reasons if reason.changes[seat]]
    sums = (f"{money(history.opening[seat])} at the start", *(f"{gain(one.changes[seat])} {one.title}" for one in mine))
    return _told(text, f"{', '.join(sums)}: {money(history.balance[seat])}", "SETUP-2", *(one.clause for one in mine))


# Deeds


def _deed(game: Game, id: DeedId) -> Iterator[LogLine]:
    deed, title = DEEDS[id], game.titles[id]
    if title.owner != BANK:
        yield _rent(game, deed)
    yield _told(
        f"{deed.name} costs {money(deed.price)}.", equation(game, Reason("price", deed.id), deed.price), "BUY-1"
    )
    value, fee = deed.mortgage_value, tenth(deed.mortgage_value)
    if title.mortgaged:
        sums = f"mortgage {money(value)} and 10%: {money(value)} + {money(fee)} = {money(value + fee)}"
        text = f"Paying off the mortgage on {deed.name} costs {money(value + fee)}."
        yield _told(text, sums, "MORT-3", *rounded(value))
    else:
        sums = f"half of {money(deed.price)} = {money(value)}"
        yield _told(f"Mortgaging {deed.name} brings {money(value)}.", sums, "MORT-2")
    if deed.is_street:
        cost, half = money(deed.house_cost), money(deed.house_cost // 2)
        printed = f"{deed.name}, price: {cost}"
        yield _told(f"A building on {deed.name} costs {cost}.", printed, "BUILD-1", "BUILD-4")
        yield _told(f"Sold, it brings {half}.", f"half of {cost} = {half}", "SELL-1")


def _rent(game: Game, deed: Deed) -> LogLine:
    title = game.titles[deed.id]
    owner, place = game.name(title.owner), f"Whoever lands on {deed.name}"
    if title.mortgaged:
        return _told(f"{place} owes nothing: it is mortgaged.", "", "RENT-3")
    if not rent_due(game, deed, 1):
        return _told(f"{place} owes nothing: {owner} is in Jail and collects nothing.", "", "RENT-7")
    if deed.is_utility:
        factor, held = utility_factor(game, deed), game.held(title.owner, deed.group)
        counted = f"{deed.name}, {held} {'utilities' if held > 1 else 'utility'} owned: {factor} × the dice"
        return _told(f"{place} owes {owner} {factor} times the dice.", counted, "RENT-5")
    amount, clauses, why = printed_rent(game, deed)
    return _told(f"{place} owes {owner} {money(amount)}.", equation(game, why, amount), *clauses)
