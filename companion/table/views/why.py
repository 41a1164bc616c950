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
from companion.rules.events import Paid
from companion.rules.house_rules import HOUSE_RULES, house_rules_of
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.lists import and_list, count_of
from companion.rules.pending_steps import Debt
from companion.rules.phrases import setting
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
                sums = f"{game.money(cash + short_by)} - {game.money(cash)} = {game.money(short_by)}"
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
        if 0 <= deed < len(game.board.deeds):
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
                f"{game.money(history.opening[seat])} at the start",
                *(f"{game.gain(one.changes[seat])} {one.title}" for one in mine),
            )
        )
        how, clauses = (
            f"{changes}: {game.money(history.balance[seat])}",
            ("SETUP-2", *(one.clause for one in mine)),
        )
    else:
        how, clauses = HIDDEN, ("TAX-1",)
    yield _line(f"{name} has {game.money(has)}.", how, *clauses)
    for step in game.pending:
        if isinstance(step, Debt) and step.debtor == seat:
            yield _line(owed(game, step), equation(game, step.why, step.amount), *step.clauses)
    if seat in choosing_tax(game):
        yield _line(HIDDEN, "", "TAX-1")
    elif not game.players[seat].is_out:
        worth = end_worth(game, seat)
        cash, deeds, buildings = map(game.money, worth_parts(game, seat))
        how = f"cash {cash} + deeds {deeds} + buildings {buildings} = {game.money(worth)}"
        yield _line(f"{name} is worth {game.money(worth)}.", how, "SHORT-6")
        more = could_raise(game, seat) - has
        half = sum(buildings_price(game, deed) for deed in game.deeds_of(seat)) // 2
        how = (
            f"buildings at half {game.money(half)} + mortgages {game.money(more - half)} = {game.money(more)}"
            if more
            else ""
        )
        yield _line(f"{name} can raise {game.money(more)} in all.", how, "DEBT-1", "SELL-1", "MORT-2")


def _explain_deed(game: Game, id: DeedId) -> Iterator[LogLine]:
    deed, title = game.board.deeds[id], game.titles[id]
    owner, lands = game.name(title.owner), f"Whoever lands on {deed.name}"
    if title.owner == BANK:
        pass
    elif title.mortgaged:
        yield _line(f"{lands} owes nothing: it is mortgaged.", "", "RENT-3")
    elif not rent_due(game, deed, 1):
        yield _line(
            f"{lands} owes nothing: {owner} is in {game.board.names['jail']} and collects nothing.", "", "RENT-7"
        )
    elif deed.is_utility:
        factor, held = utility_factor(game, deed), game.held(title.owner, deed.group)
        words = game.board.words
        how = f"{deed.name}, {count_of(held, words.utility, words.utilities)} owned: {factor} × the dice"
        yield _line(f"{lands} owes {owner} {factor} times the dice.", how, "RENT-5")
    else:
        amount, clauses, why = printed_rent(game, deed)
        yield _line(f"{lands} owes {owner} {game.money(amount)}.", equation(game, why, amount), *clauses)
    how = equation(game, Reason("price", deed.id), deed.price)
    yield _line(f"{deed.name} costs {game.money(deed.price)}.", how, "BUY-1")
    value, fee = deed.mortgage_value, tenth(deed.mortgage_value)
    if title.mortgaged:
        part, tenth_more, whole = game.money(value), game.money(fee), game.money(value + fee)
        how = f"mortgage {part} and 10%: {part} + {tenth_more} = {whole}"
        text = f"Paying off the mortgage on {deed.name} costs {whole}."
        yield _line(text, how, "MORT-3", *rounded(value))
    else:
        half = f"half of {game.money(deed.price)} = " if 2 * value == deed.price else f"{deed.name}, mortgage value: "
        how = f"{half}{game.money(value)}"
        yield _line(f"Mortgaging {deed.name} brings {game.money(value)}.", how, "MORT-2")
    if deed.is_street:
        cost, half = game.money(deed.house_cost), game.money(deed.house_cost // 2)
        yield _line(f"A building on {deed.name} costs {cost}.", f"{deed.name}, price: {cost}", "BUILD-1", "BUILD-4")
        yield _line(f"Sold, it brings {half}.", f"half of {cost} = {half}", "SELL-1")


def explain_clauses(id: str, timeline: Timeline | None, asked: ExplainClauses) -> Reply:
    if timeline is None:
        return Reply(id, done=False, message="No game is in play: there are no rules to explain.")
    unknown = [clause for clause in asked.clauses if clause not in CLAUSES]
    if unknown or not 0 <= asked.number <= timeline.number:
        what = f"clause {unknown[0][:20]!r}" if unknown else f"move {asked.number}"
        return Reply(id, done=False, message=f"There is no {what} in this game.")
    game = timeline.moves[asked.number - 1].before if asked.number else timeline.game
    return Reply(id, done=True, message=describe_rules(game), clauses=clause_views(game, asked.clauses))


def clause_views(game: Game, clauses: tuple[str, ...]) -> tuple[ClauseView, ...]:
    found = (CLAUSES[id] for id in dict.fromkeys(clauses))
    return tuple(ClauseView(one.id, one.title(game.board), one.text(game.rules, game.board)) for one in found)


def describe_rules(game: Game) -> str:
    """The book, with this table's variants and house rules."""
    rules = game.rules
    variants = f", {and_list(rules.variants)} game" if rules.variants else ""
    options = [
        f"{HOUSE_RULES[name].texts(game.board).label} {setting(game.board, value)}"
        for name, value in house_rules_of(rules).items()
    ]
    return f"By {rules.title}{variants}{f'; house rules: {and_list(options)}' if options else ''}."
