"""What a screen may show of a game in play. Read from the session, with nothing left for a screen to work out."""

from companion.play.acts import RecordedMove
from companion.play.prompts import prompt
from companion.play.setup import seat_colours
from companion.play.words import describe_move
from companion.rules.board import BOARD
from companion.rules.deeds import DEEDS, RAILROAD_RENTS, UTILITY_FACTORS, Deed
from companion.rules.house_rules import house_rules_of
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.phrases import setting
from companion.rules.rent import COUNTED, rent_due
from companion.rules.state import Game
from companion.rules.worth import end_worth, tenth
from companion.table.games.session import Session
from companion.table.messages import BoardPrint, DeedPrint, PlayerView, TitleView, View
from companion.table.shown.moves import move_views
from companion.table.shown.raising import raising
from companion.table.shown.secrecy import choosing, is_taken_back
from companion.table.shown.why import reasons

UNLIMITED = -1

# What is printed


def board_print() -> BoardPrint:
    return BoardPrint(tuple(space.name for space in BOARD), tuple(map(_deed_print, DEEDS)))


def _deed_print(deed: Deed) -> DeedPrint:
    rents, rent_names = _rents(deed)
    value = deed.mortgage_value
    lift = value + tenth(value)
    return DeedPrint(
        deed.name, deed.space, deed.group.value, deed.price, value, deed.house_cost, rents, rent_names, lift
    )


def _rents(deed: Deed) -> tuple[tuple[int, ...], tuple[str, ...]]:
    if deed.is_street:
        return deed.rents, COUNTED
    if deed.is_railroad:
        return RAILROAD_RENTS, ("1 railroad", "2 railroads", "3 railroads", "4 railroads")
    return UTILITY_FACTORS, ("1 utility, times the dice", "2 utilities, times the dice")


# What changes


def view(session: Session) -> View:
    game, waiting = session.game, prompt(session.game)
    undo, redo, why = session.timeline.undoable(), session.timeline.redoable(), reasons(game)
    return View(
        game=session.game_id,
        title=session.start.title,
        edition=game.rules.key,
        turn=game.turn,
        turn_number=game.turn_number,
        dice=game.dice,
        players=_players(session),
        titles=tuple(_title(game, deed) for deed in DEEDS),
        houses=UNLIMITED if game.rules.unlimited_buildings else game.houses_left(),
        hotels=UNLIMITED if game.rules.unlimited_buildings else game.hotels_left(),
        pot=game.pot,
        bank=game.bank,
        prompt=waiting.text,
        prompt_seat=waiting.seat,
        moves=move_views(game, hand_dice=session.start.dice == "hand"),
        undo=_done(undo, game),
        undo_number=undo.number if undo else 0,
        redo=_done(redo, game),
        redo_number=redo.number if redo else 0,
        winners=game.winners,
        over=game.over,
        book=game.rules.title,
        variants=game.rules.variants,
        house_rules=tuple(f"{name} {setting(value)}" for name, value in house_rules_of(game.rules).items()),
        raising=raising(game),
        prompt_how=why.how,
        prompt_clauses=why.clauses,
        tokens=session.start.tokens,
    )


def _done(taken: RecordedMove | None, game: Game) -> str:
    return describe_move(taken, game) if taken else ""


def _players(session: Session) -> tuple[PlayerView, ...]:
    game, last = session.game, session.moves[-1] if session.moves else None
    colours = seat_colours(session.start.colours, len(game.players))
    return tuple(_player(game, seat, last, colour) for seat, colour in enumerate(colours))


def _player(game: Game, seat: PlayerId, last: RecordedMove | None, colour: str) -> PlayerView:
    player, debts = game.players[seat], [matter for matter in game.agenda if isinstance(matter, Debt)]
    return PlayerView(
        seat=seat,
        name=player.name,
        cash=player.cash,
        change=_change(game, seat, last) if last else 0,
        space=player.place,
        jail=-1 if player.jail is None else player.jail,
        jail_cards=len(player.jail_cards),
        out="bankrupt" if player.bankrupt else "left" if player.retired else "",
        owes=sum(debt.amount for debt in debts if debt.debtor == seat),
        colour=colour,
        worth=end_worth(game, seat) if game.over and not player.is_out else 0,
        owed=sum(debt.amount for debt in debts if debt.creditor == seat),
    )


def _change(game: Game, seat: PlayerId, last: RecordedMove) -> int:
    """A tax that was taken back, and is to be chosen again, must not tell what it was a share of."""
    if is_taken_back(last) and seat in choosing(game):
        return 0
    return last.after.players[seat].cash - last.before.players[seat].cash


def _title(game: Game, deed: Deed) -> TitleView:
    title = game.titles[deed.id]
    return TitleView(title.owner, title.buildings, title.mortgaged, rent_due(game, deed, dice_total=1))
