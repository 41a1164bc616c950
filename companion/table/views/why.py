"""Why: how an amount on a screen came about, and clauses in the words that were in force at a move.

Each amount is explained by a line of the log, so people can ask why about that line in the same way.
"""

from collections.abc import Iterator

import msgspec

from companion.play.timeline import Timeline
from companion.play.whose_turn import owed
from companion.rules import Refusal, unfold
from companion.rules.clauses import CLAUSES
from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.editions import Rules
from companion.rules.events import Paid
from companion.rules.house_rules import house_rules_of
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.phrases import and_list, gain, money, setting
from companion.rules.reasons import Reason
from companion.rules.rent import printed_rent, rent_due, utility_factor
from companion.rules.state import Game
from companion.rules.worth import buildings_price, could_raise, end_worth, rounded, tenth, worth_parts
from companion.table.messages.requests import ExplainAmounts, ExplainClauses
from companion.table.messages.views import ClauseView, HistoryView, LogLine
from companion.table.messages.wire import Reply
from companion.table.views.log import HIDDEN, choosing_tax, equation, how_paid
from companion.table.views.moves import move_views, raising

_COMMAND: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def explain_amounts(game: Game, history: HistoryView, asked: ExplainAmounts) -> tuple[LogLine, ...]:
    """Seats, deeds and moves that do not exist are skipped."""
    acts, lines = frozenset(map(bytes, asked.acts)), []
    for missing in raising(game):
        if bytes(missing.move.act) in acts:
            cash, short_by = game.players[missing.move.seat].cash, missing.move.short_by
            try:
                unfold(game, _COMMAND.decode(missing.move.act))
            except Refusal as refusal:
                sums = f"{money(cash + short_by)} - {money(cash)} = {money(short_by)}"
                lines.append(_line(missing.text, sums, *refusal.clauses))
    for move in move_views(game):
        if bytes(move.act) in acts and move.change:  # only what is certain to happen and not a secret
            events = unfold(game, _COMMAND.decode(move.act)).events
            paid = [event for event in events if isinstance(event, Paid) and move.seat in (event.payer, event.payee)]
            sums = " ".join(f"{how_paid(game, event)}." for event in paid)
            clauses = (clause for event in paid for clause in event.clauses)
            lines.append(_line(f"{game.name(move.seat)}: {move.label}", sums, *clauses))
    for seat in asked.seats:
        if 0 <= seat < len(game.players):
            lines += _explain_player(game, history, seat)
    for deed in asked.deeds:
        if 0 <= deed < len(DEEDS):
            lines += _explain_deed(game, deed)
    return tuple(lines)


def _line(text: str, how: str, *clauses: str) -> LogLine:
    return LogLine(0, 0, text, tuple(dict.fromkeys(clauses)), how)


def _explain_player(game: Game, history: HistoryView, seat: PlayerId) -> Iterator[LogLine]:
    name, has = game.name(seat), game.players[seat].cash
    if all(reason.changes for reason in history.reasons):
        # By the ledger: the opening cash, and what came and went since for each reason.
        mine = [reason for reason in history.reasons if reason.changes[seat]]
        changes = ", ".join(
            (
                f"{money(history.opening[seat])} at the start",
                *(f"{gain(one.changes[seat])} {one.title}" for one in mine),
            )
        )
        how, clauses = f"{changes}: {money(history.balance[seat])}", ("SETUP-2", *(one.clause for one in mine))
    else:
        how, clauses = HIDDEN, ("TAX-1",)
    yield _line(f"{name} has {money(has)}.", how, *clauses)
    for step in game.pending:
        if isinstance(step, Debt) and step.debtor == seat:
            yield _line(owed(game, step), equation(game, step.why, step.amount), *step.clauses)
    if seat in choosing_tax(game):
        yield _line(HIDDEN, "", "TAX-1")
    elif not game.players[seat].is_out:
        worth = end_worth(game, seat)
        cash, deeds, buildings = map(money, worth_parts(game, seat))
        how = f"cash {cash} + deeds {deeds} + buildings {buildings} = {money(worth)}"
        yield _line(f"{name} is worth {money(worth)}.", how, "SHORT-6")
        more = could_raise(game, seat) - has
        half = sum(buildings_price(game, deed) for deed in game.deeds_of(seat)) // 2
        how = f"buildings at half {money(half)} + mortgages {money(more - half)} = {money(more)}" if more else ""
        yield _line(f"{name} can raise {money(more)} in all.", how, "DEBT-1", "SELL-1", "MORT-2")


def _explain_deed(game: Game, id: DeedId) -> Iterator[LogLine]:
    deed, title = DEEDS[id], game.titles[id]
    owner, lands = game.name(title.owner), f"Whoever lands on {deed.name}"
    if title.owner == BANK:
        pass
    elif title.mortgaged:
        yield _line(f"{lands} owes nothing: it is mortgaged.", "", "RENT-3")
    elif not rent_due(game, deed, 1):
        yield _line(f"{lands} owes nothing: {owner} is in Jail and collects nothing.", "", "RENT-7")
    elif deed.is_utility:
        factor, held = utility_factor(game, deed), game.held(title.owner, deed.group)
        how = f"{deed.name}, {held} {'utilities' if held > 1 else 'utility'} owned: {factor} × the dice"
        yield _line(f"{lands} owes {owner} {factor} times the dice.", how, "RENT-5")
    else:
        amount, clauses, why = printed_rent(game, deed)
        yield _line(f"{lands} owes {owner} {money(amount)}.", equation(game, why, amount), *clauses)
    how = equation(game, Reason("price", deed.id), deed.price)
    yield _line(f"{deed.name} costs {money(deed.price)}.", how, "BUY-1")
    value, fee = deed.mortgage_value, tenth(deed.mortgage_value)
    if title.mortgaged:
        how = f"mortgage {money(value)} and 10%: {money(value)} + {money(fee)} = {money(value + fee)}"
        text = f"Paying off the mortgage on {deed.name} costs {money(value + fee)}."
        yield _line(text, how, "MORT-3", *rounded(value))
    else:
        how = f"half of {money(deed.price)} = {money(value)}"
        yield _line(f"Mortgaging {deed.name} brings {money(value)}.", how, "MORT-2")
    if deed.is_street:
        cost, half = money(deed.house_cost), money(deed.house_cost // 2)
        yield _line(f"A building on {deed.name} costs {cost}.", f"{deed.name}, price: {cost}", "BUILD-1", "BUILD-4")
        yield _line(f"Sold, it brings {half}.", f"half of {cost} = {half}", "SELL-1")


def explain_clauses(id: str, timeline: Timeline | None, asked: ExplainClauses) -> Reply:
    if timeline is None:
        return Reply(id, done=False, message="No game is in play: there are no rules to explain.")
    unknown = [clause for clause in asked.clauses if clause not in CLAUSES]
    if unknown or not 0 <= asked.number <= timeline.number:
        what = f"clause {unknown[0][:20]!r}" if unknown else f"move {asked.number}"
        return Reply(id, done=False, message=f"There is no {what} in this game.")
    rules = (timeline.moves[asked.number - 1].before if asked.number else timeline.game).rules
    return Reply(id, done=True, message=describe_rules(rules), clauses=clause_views(rules, asked.clauses))


def clause_views(rules: Rules, clauses: tuple[str, ...]) -> tuple[ClauseView, ...]:
    found = (CLAUSES[id] for id in dict.fromkeys(clauses))
    return tuple(ClauseView(clause.id, clause.title, clause.text(rules)) for clause in found)


def describe_rules(rules: Rules) -> str:
    """The book, with this table's variants and house rules."""
    variants = f", {and_list(rules.variants)} game" if rules.variants else ""
    options = [f"{name} {setting(value)}" for name, value in house_rules_of(rules).items()]
    return f"By {rules.title}{variants}{f'; house rules: {and_list(options)}' if options else ''}."
