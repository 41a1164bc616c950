"""The game as a screen shows it: what is printed on the board and the deeds, and what changes with every move."""

from msgspec.structs import replace

from companion.play.acts import RecordedMove, Redo, Undo
from companion.play.prompts import prompt
from companion.play.setup import seat_colours
from companion.play.timeline import Timeline
from companion.play.words import describe_move
from companion.rules.board import BOARD
from companion.rules.catalogue import CATALOGUE
from companion.rules.commands import CallTime
from companion.rules.deeds import DEEDS, RAILROAD_RENTS, UTILITY_FACTORS, Deed
from companion.rules.house_rules import house_rules_of
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Debt
from companion.rules.phrases import setting
from companion.rules.rent import rent_due
from companion.rules.state import Game
from companion.rules.worth import end_worth, tenth
from companion.table.messages.views import BoardPrint, ClockView, DeedPrint, PlayerView, TitleView, View
from companion.table.views.log import choosing_tax
from companion.table.views.moves import move_views, raising
from companion.table.views.why import reasons

UNLIMITED = -1
TIME_UP = "The time is up."
FINISH_FIRST = "Finish the current step first; then the game can end."


def board_print() -> BoardPrint:
    return BoardPrint(tuple(space.name for space in BOARD), tuple(map(_deed_print, DEEDS)))


def _deed_print(deed: Deed) -> DeedPrint:
    rent_names: tuple[str, ...]
    if deed.is_street:
        rents, rent_names = deed.rents, ("no houses", "1 house", "2 houses", "3 houses", "4 houses", "hotel")
    elif deed.is_railroad:
        rents, rent_names = RAILROAD_RENTS, ("1 railroad", "2 railroads", "3 railroads", "4 railroads")
    else:
        rents, rent_names = UTILITY_FACTORS, ("1 utility, times the dice", "2 utilities, times the dice")
    value = deed.mortgage_value
    pay_off = value + tenth(value)
    return DeedPrint(
        deed.name, deed.space, deed.group.value, deed.price, value, deed.house_cost, rents, rent_names, pay_off
    )


def game_view(id: str, timeline: Timeline) -> View:
    """`id` is the game's."""
    game, start = timeline.game, timeline.start
    undo, redo = timeline.undoable(), timeline.redoable()
    waiting, why = prompt(game), reasons(game)
    last = timeline.moves[-1] if timeline.moves else None
    colours = seat_colours(start.colours, len(game.players))
    return View(
        game=id,
        title=start.title,
        edition=game.rules.key,
        turn=game.turn,
        turn_number=game.turn_number,
        dice=game.dice,
        players=tuple(_player(game, seat, last, colour) for seat, colour in enumerate(colours)),
        titles=tuple(
            TitleView(title.owner, title.buildings, title.mortgaged, rent_due(game, deed, dice_total=1))
            for deed, title in zip(DEEDS, game.titles, strict=True)
        ),
        houses=UNLIMITED if game.rules.unlimited_buildings else game.houses_left(),
        hotels=UNLIMITED if game.rules.unlimited_buildings else game.hotels_left(),
        pot=game.pot,
        bank=game.bank,
        prompt=waiting.text,
        prompt_seat=waiting.seat,
        moves=move_views(game, hand_dice=start.dice == "hand"),
        undo=describe_move(undo, game) if undo else "",
        undo_number=undo.number if undo else 0,
        redo=describe_move(redo, game) if redo else "",
        redo_number=redo.number if redo else 0,
        winners=game.winners,
        over=game.over,
        book=game.rules.title,
        variants=game.rules.variants,
        house_rules=tuple(f"{name} {setting(value)}" for name, value in house_rules_of(game.rules).items()),
        raising=raising(game),
        prompt_how=why.how,
        prompt_clauses=why.clauses,
        tokens=start.tokens,
    )


def _player(game: Game, seat: PlayerId, last: RecordedMove | None, colour: str) -> PlayerView:
    player, debts = game.players[seat], [step for step in game.pending if isinstance(step, Debt)]
    change = last.after.players[seat].cash - last.before.players[seat].cash if last else 0
    if last and isinstance(last.act, Undo | Redo) and seat in choosing_tax(game):
        change = 0  # A tax that was taken back must not tell what it was a share of.
    return PlayerView(
        seat=seat,
        name=player.name,
        cash=player.cash,
        change=change,
        space=player.place,
        jail=-1 if player.jail is None else player.jail,
        jail_cards=len(player.jail_cards),
        out="bankrupt" if player.bankrupt else "left" if player.retired else "",
        owes=sum(debt.amount for debt in debts if debt.debtor == seat),
        colour=colour,
        worth=end_worth(game, seat) if game.over and not player.is_out else 0,
        owed=sum(debt.amount for debt in debts if debt.creditor == seat),
    )


def with_clock(view: View, clock: ClockView | None) -> View:
    """The clock of a timed game; when the time is up, the move that ends the game comes first."""
    if clock is None or view.over:
        return view
    if not clock.is_up:
        return replace(view, clock=clock)
    menu = CATALOGUE[CallTime].menu
    ends = tuple(move for move in view.moves if move.menu == menu)
    others = tuple(move for move in view.moves if move.menu != menu)
    prompt = " ".join((TIME_UP, view.prompt, *(() if ends else (FINISH_FIRST,))))
    return replace(view, clock=clock, prompt=prompt, moves=(*ends, *others))
