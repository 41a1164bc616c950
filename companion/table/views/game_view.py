"""The game as a screen shows it: what is printed on the board and the deeds, and what changes with every move."""

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from companion.play.acts import RecordedMove, Redo, Undo
from companion.play.fair_dice import commitment_of, in_groups
from companion.play.setup import seat_colours
from companion.play.timeline import Timeline
from companion.play.whose_turn import prompt
from companion.play.words import describe_move
from companion.rules.auction import least_bid
from companion.rules.board import GROUPS, Board
from companion.rules.catalogue import CATALOGUE
from companion.rules.commands import AcceptDeal, BuildSeveral, CallTime, Needs, SellSeveral
from companion.rules.events import DiceRolled, OfferMade, Paid, TokenMoved
from companion.rules.house_rules import house_rules_of
from companion.rules.ids import PlayerId
from companion.rules.lists import count_of
from companion.rules.opening import may_throw_to_start
from companion.rules.pending_steps import (
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Dealing,
    Debt,
    Goods,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
    UtilityThrowDue,
)
from companion.rules.phrases import setting
from companion.rules.rent import rent_due
from companion.rules.state import Game
from companion.rules.trade import tradeable
from companion.rules.turn_checks import open_of_kind, open_steps
from companion.rules.words import describe_event, describe_reason
from companion.rules.worth import end_worth, tenth
from companion.table.messages.views import (
    AuctionView,
    BoardPrint,
    BoardWords,
    ClockView,
    CurrencyPrint,
    DeedPrint,
    GoodsView,
    GroupView,
    MoveView,
    OfferView,
    PaymentView,
    PlayerView,
    TitleView,
    TokenPath,
    View,
)
from companion.table.views.log import choosing_tax, equation
from companion.table.views.moves import move_views, raising

UNLIMITED = -1
TIME_UP = "The time is up."
FINISH_FIRST = "Finish the current step first; then the game can end."


def board_print(board: Board) -> BoardPrint:
    words, deeds = board.words, []
    for deed in board.deeds:
        rent_names: tuple[str, ...]
        if deed.is_street:
            houses = tuple(f"{count} {words.house if count == 1 else words.houses}" for count in range(1, 5))
            rents, rent_names = deed.rents, (f"no {words.houses}", *houses, words.hotel)
        elif deed.is_railroad:
            counts = (f"{count} {words.railroad if count == 1 else words.railroads}" for count in range(1, 5))
            rents, rent_names = board.railroad_rents, tuple(counts)
        else:
            rents = board.utility_factors
            rent_names = (f"1 {words.utility}, times the dice", f"2 {words.utilities}, times the dice")
        value = deed.mortgage_value
        pay_off = value + tenth(value)
        deeds.append(
            DeedPrint(
                deed.name, deed.space, deed.group.value, deed.price, value, deed.house_cost, rents, rent_names, pay_off
            )
        )
    groups = zip(GROUPS, board.groups, strict=True)
    return BoardPrint(
        key=board.key,
        title=board.title,
        spaces=tuple(space.name for space in board.spaces),
        deeds=tuple(deeds),
        groups=tuple(GroupView(id.value, group.name, group.colour, _ink_on(group.colour)) for id, group in groups),
        currency=CurrencyPrint(**asdict(board.currency)),
        words=BoardWords(**{word: board.names[word] for word in BoardWords.__struct_fields__}),
        income_tax=board.income_tax,
        luxury_tax=board.luxury_tax,
    )


def _ink_on(colour: str) -> str:
    """Black or white, whichever can be read better on this colour. Its contrast is 4.5 or more on any."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"


def game_view(id: str, timeline: Timeline) -> View:
    """`id` is the game's."""
    game, start = timeline.game, timeline.start
    undo, redo = timeline.undoable(), timeline.redoable()
    offer = offer_view(timeline)
    waiting, (prompt_how, prompt_clauses) = prompt(game), explain_prompt(game)
    moves = move_views(game, hand_dice=start.dice == "hand")
    deals = any(move.needs == Needs.GOODS.value for move in moves)
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
            for deed, title in zip(game.board.deeds, game.titles, strict=True)
        ),
        houses=UNLIMITED if game.rules.unlimited_buildings else game.houses_left(),
        hotels=UNLIMITED if game.rules.unlimited_buildings else game.hotels_left(),
        pot=game.pot,
        bank=game.bank,
        prompt=waiting.text,
        prompt_seat=waiting.seat,
        moves=moves if offer is None else tuple(_about(move, offer) for move in moves),
        undo=describe_move(undo, game) if undo else "",
        undo_number=undo.number if undo else 0,
        redo=describe_move(redo, game) if redo else "",
        redo_number=redo.number if redo else 0,
        winners=game.winners,
        over=game.over,
        book=game.rules.title,
        variants=game.rules.variants,
        commitment=in_groups(commitment_of(start.dice_seed)) if start.dice_seed and not game.throws else "",
        house_rules=tuple(f"{name} {setting(game.board, value)}" for name, value in house_rules_of(game.rules).items()),
        raising=raising(game),
        prompt_how=prompt_how,
        prompt_clauses=prompt_clauses,
        tokens=start.tokens,
        auction=_auction(game),
        hand_dice=start.dice == "hand",
        payments=_payments(last) if last is not None else (),
        path=_path(timeline.moves),
        offer=offer,
        goods=tuple(_goods(tradeable(game, seat)) for seat in range(len(game.players))) if deals else (),
    )


def offer_view(timeline: Timeline) -> OfferView | None:
    """Its number is that of the move it was made with."""
    game, offer = timeline.game, timeline.game.offer
    if offer is None:
        return None
    made = (move for move in timeline.to_undo() if any(isinstance(event, OfferMade) for event in move.events))
    number = next((move.number for move in made), 0)
    text = describe_event(game, OfferMade((), offer)).text
    return OfferView(number, offer.player, offer.to, _goods(offer.gives), _goods(offer.gets), text)


def _goods(goods: Goods) -> GoodsView:
    return GoodsView(goods.deeds, goods.cash, goods.jail_cards, goods.decks)


def _about(move: MoveView, offer: OfferView) -> MoveView:
    """An answer to an offer says which one."""
    return replace(move, offer=offer.number) if move.menu == CATALOGUE[AcceptDeal].menu else move


def _auction(game: Game) -> AuctionView | None:
    for step in open_of_kind(game, Auction):
        lot = f"a {step.building}" if step.building else game.board.deeds[step.deed].name
        return AuctionView(lot, step.high, step.bidder, least_bid(step), step.passed)
    return None


def _payments(last: RecordedMove) -> tuple[PaymentView, ...]:
    """What the last move paid, in its order. An undo pays nothing: a tax that was taken back tells no worth."""
    paid: dict[tuple[int, int, str], int] = {}
    several = last.act.deeds if isinstance(last.act, BuildSeveral | SellSeveral) else ()
    for event in last.events:
        if isinstance(event, Paid) and event.amount:
            why = describe_reason(last.after, event.why) if event.why.code else ""
            between = event.payer, event.payee, count_of(len(several), "building", "buildings") if several else why
            paid[between] = paid.get(between, 0) + event.amount
    return tuple(PaymentView(payer, payee, amount, why) for (payer, payee, why), amount in paid.items())


def _path(moves: Sequence[RecordedMove]) -> TokenPath | None:
    """Of the last move that moved a token. An undo says itself what to put back."""
    for move in reversed(moves):
        if isinstance(move.act, Undo | Redo):
            return None
        walks = [event for event in move.events if isinstance(event, TokenMoved)]
        if walks:
            seat = walks[-1].player
            start, goal = move.before.players[seat].place, move.after.players[seat].place
            rolls = [sum(event.dice) for event in move.events if isinstance(event, DiceRolled)]
            is_walk = len(walks) == 1 and rolls == [(goal - start) % len(move.after.board.spaces)]
            return TokenPath(seat, start, goal, rolls[0] if is_walk else 0) if start != goal else None
    return None


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
        worth=end_worth(game, seat) if not player.is_out and seat not in choosing_tax(game) else 0,  # [TAX-1]
        owed=sum(debt.amount for debt in debts if debt.creditor == seat),
    )


def explain_prompt(game: Game) -> tuple[str, tuple[str, ...]]:
    """How the amounts in the prompt came about, and the clauses it rests on."""
    if game.over:
        return "", ("WIN-1", "SHORT-6", "SHORT-7") if len(game.still_in()) > 1 else ("WIN-1",)
    sums, clauses = list[str](), list[str]()
    for step in open_steps(game):
        match step:
            case Dealing():
                clauses += ["SHORT-1" if "short" in game.rules.variants else "TIMED-2"]
            case Buying():
                clauses += ["BUY-1", "BUY-2"]
            case Auction(building=building):
                clauses += ["STOCK-2" if building else "BUY-2", "AUCTION-1", "AUCTION-2", "AUCTION-3"]
            case Debt():
                clauses += [*step.clauses, "DEBT-1", "DEBT-2"]
                if step.why.code:
                    sums.append(f"{equation(game, step.why, step.amount)}.")
            case Interest() | UtilityThrowDue():
                clauses += step.clauses
            case CardDue() | TaskDue():
                clauses += ["CARD-1"]
            case TaxChoice():
                clauses += ["TAX-1"]
            case BusChoice():
                clauses += ["SPEED-4"]
            case Placing():
                clauses += ["STOCK-2", "BUILD-2"]
            case SpaceChoice():
                clauses += ["SPEED-7"]
            case _:
                raise ValueError(f"{step} waits for nobody")
    if game.offer is not None:
        clauses += ["DEAL-1", "DEAL-5"]
    if not game.pending:
        if may_throw_to_start(game):
            clauses += ["SETUP-4"]
        elif game.throw_due and game.players[game.turn].jail is not None:
            clauses += ["JAIL-3", "JAIL-4", "JAIL-5"]
        else:
            clauses += ["TURN-2", "TURN-1"] if game.throw_due and game.turn_throws else ["TURN-1"]
    return " ".join(sums), tuple(dict.fromkeys(clauses))


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
