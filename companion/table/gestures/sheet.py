"""The sheet that confirm and cancel are about: a deed with its moves, the question of the moment, or a roll to enter.

Looking never spends. One move may be highlighted: confirm takes it, and cancel moves on to another. With real dice a
moved token shows the roll: only the sum and doubles matter to the game, so any faces that fit will do. What the Speed
Die showed cannot be told from the board.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.play.acts import Act
from companion.play.options import Option, options
from companion.play.whose_turn import WalkedToken, due_to_roll, may_stay, prompt
from companion.play.words import claimed, label
from companion.rules import Refusal, unfold
from companion.rules import commands as given
from companion.rules.catalogue import MoveGroup, Press, seat_of, spec_of
from companion.rules.commands import AnyCommand, DealAnswer, DeedCommand, Needs
from companion.rules.dice import throws_speed_die
from companion.rules.ids import BANK, DeedId, PlayerId
from companion.rules.mortgage import interest_on
from companion.rules.pending_steps import Auction, Buying
from companion.rules.phrases import buildings
from companion.rules.rent import rent_due, utility_factor
from companion.rules.state import Game
from companion.rules.trade import tradeable
from companion.rules.turn_checks import open_steps

BID_STEP = 10  # a tap bids the next ten: nobody taps from 1 to 200
QUESTION = -1  # in place of a deed: what the table waits for,
THROWN = -2  # what may have been rolled with real dice,
NEXT_TURN = -3  # or what the next player may do while the turn is only waiting to pass
FACE_MAX = 6
FAILED = (1, 2)  # any roll without doubles

NEVER_FIRST = (Press.DICE, Press.OWN, Press.NO, Press.LAST)  # never highlighted before somebody asks for it


class Sheet(Struct, frozen=True):
    """`deed` is a deed, or one of QUESTION, THROWN and NEXT_TURN. The likeliest move comes first."""

    deed: DeedId = QUESTION
    text: str = ""
    moves: tuple[Option, ...] = ()
    highlighted: int = -1  # a place in `moves`; -1 is none of them
    first: tuple[Act, ...] = ()  # given before any of the moves

    @property
    def is_deed(self) -> bool:
        return self.deed >= 0

    @property
    def move(self) -> Option | None:
        return self.moves[self.highlighted] if 0 <= self.highlighted < len(self.moves) else None


def question_sheet(game: Game) -> Sheet:
    """What the table waits for, the same that every screen asks. There is one until the game is over."""
    moves = [option for option in button_options(game) if answers_question(game, option.command)]
    return Sheet(QUESTION, prompt(game).text, tuple(moves), likeliest_move(moves))


def deed_sheet(game: Game, deed: DeedId) -> Sheet:
    moves = [option for option in button_options(game) if concerns_deed(game, option.command, deed)]
    return Sheet(deed, describe_deed(game, deed), tuple(moves), likeliest_move(moves))


def open_sheet(game: Game, sheet: Sheet | None, walked: WalkedToken | None) -> Sheet:
    """The open sheet as it should look now. It is the same, with its highlight, if nothing else about it has changed.

    Without a sheet it is the roll that a walked token shows, or else the question of the moment.
    """
    now: Sheet | None = None
    if sheet is None:
        now = throw_sheet(game, walked) if walked is not None else None
    elif sheet.deed == THROWN:
        now = throw_sheet(game, walked)
    elif sheet.deed == NEXT_TURN:
        now = next_turn_sheet(game)
    elif 0 <= sheet.deed < len(game.board.deeds):
        now = deed_sheet(game, sheet.deed)
    now = now or question_sheet(game)
    return sheet if sheet is not None and replace(now, highlighted=sheet.highlighted) == sheet else now


def refresh_after_act(game: Game, sheet: Sheet) -> Sheet:
    """A deed's sheet: the same kind of move stays highlighted, or none is: one press too many must not sell a house."""
    now, last = deed_sheet(game, sheet.deed), sheet.move
    if last is None:
        return replace(now, highlighted=-1)
    kind = last.seat, type(last.command)
    same = (at for at, move in enumerate(now.moves) if (move.seat, type(move.command)) == kind)
    return replace(now, highlighted=next(same, -1))


def offers(sheet: Sheet, act: Act) -> bool:
    return any(move.command == act for move in sheet.moves)


def likeliest_move(moves: Sequence[Option], seat: PlayerId | None = None) -> int:
    """The place of the move that is likeliest for this player, or for anybody; -1 if there is none."""
    kinds = Counter((type(move.command), move.seat) for move in moves)
    for at, move in enumerate(moves):
        press = spec_of(move.command).press
        is_ready = move.needs is Needs.NOTHING and not move.banker and press not in NEVER_FIRST
        is_one_of_several = press is Press.CHOOSE and kinds[type(move.command), move.seat] > 1
        if seat in (None, move.seat) and is_ready and not is_one_of_several:
            return at
    return -1


def button_options(game: Game) -> Iterator[Option]:
    """The options on the screens, except that a tap bids the next step and nobody bids above their own bid."""
    bidder = next((step.bidder for step in open_steps(game) if isinstance(step, Auction)), BANK)
    for option in options(game):
        match option.command:
            case given.PassBid(player):
                yield replace(option, label=f"{game.name(player)} passes")
            case given.Bid(player) as bid if player != bidder:
                step = replace(bid, amount=min(-(-option.least // BID_STEP) * BID_STEP, option.most))
                yield replace(option, command=step, label=label(game, step), needs=Needs.NOTHING)
            case given.Bid():
                continue
            case _:
                yield option


def answers_question(game: Game, act: AnyCommand) -> bool:
    """Does this belong to the question of the moment? Raising cash does if the player is short of it."""
    if isinstance(act, given.Redeem):
        return interest_on(game, act.player, act.deed) is not None
    if isinstance(act, given.PayFine | given.UseJailCard) and act.player != game.turn:
        return False  # it belongs to the next turn, which has its own sheet
    spec = spec_of(act)
    if not spec.raises:
        return spec.group in (MoveGroup.ANSWER, MoveGroup.TURN)
    player = seat_of(act)
    cash, debt = game.players[player].cash, game.debt_of(player)
    if debt is not None:
        return debt.amount > cash
    first = game.pending[0] if game.pending else None
    return isinstance(first, Buying) and first.player == player and game.board.deeds[first.deed].price > cash


def concerns_deed(game: Game, act: AnyCommand, deed: DeedId) -> bool:
    """Is this about the deed?"""
    printed, offer = game.board.deeds[deed], game.offer
    match act:
        case given.SellGroup(_, group):
            return printed.group is group
        case given.ClaimRent():
            return any(rent.deed == deed for rent in claimed(game, act))
        case given.MoveTo(_, space):
            return printed.space == space
        case given.ChooseSteps(player, steps):
            return printed.space == (game.players[player].place + steps) % 40
        case given.OfferDeal(player, to):
            return any(deed in tradeable(game, seat).deeds for seat in (player, to))
    if isinstance(act, DeedCommand):
        return act.deed == deed
    if isinstance(act, DealAnswer):
        return offer is not None and deed in offer.gives.deeds + offer.gets.deeds
    is_on_sale = any(isinstance(step, Buying | Auction) and step.deed == deed for step in open_steps(game))
    return is_on_sale and spec_of(act).group is MoveGroup.ANSWER


def describe_deed(game: Game, deed: DeedId) -> str:
    title, printed = game.titles[deed], game.board.deeds[deed]
    if title.owner == BANK:
        return f"{printed.name} is the Bank's. Its price is {game.money(printed.price)}."
    owned = f"{printed.name} is {game.name(title.owner)}'s"
    if title.mortgaged:
        return f"{owned} and mortgaged."
    built = f", with {buildings(game.board, title.buildings)}" if title.buildings else ""
    if printed.is_utility:
        return f"{owned}{built}. Its rent is {utility_factor(game, printed)} times the dice."
    return f"{owned}{built}. Its rent is {game.money(rent_due(game, printed, dice_total=0))}."


def describe_no_more(game: Game, sheet: Sheet) -> str:
    """Why nothing more can be built on the deed, if that is what was meant; else what can be done with it."""
    title, printed = game.titles[sheet.deed], game.board.deeds[sheet.deed]
    is_built_on = printed.is_street and title.owner != BANK and not title.mortgaged
    if is_built_on and game.holds_group(title.owner, printed.group):
        try:
            unfold(game, given.Build(title.owner, sheet.deed))
        except Refusal as refusal:
            return refusal.message
    return f"{sheet.text} {'Choose on the screen.' if sheet.moves else 'Nothing can be done with it now.'}"


def throw_sheet(game: Game, walked: WalkedToken | None) -> Sheet | None:
    """The rolls that the next player to roll may have made, the likeliest first. None if the board cannot tell."""
    seat = due_to_roll(game)
    if seat is None or (throws_speed_die(game, seat) and game.players[seat].jail is None):
        return None
    player, stays = game.players[seat], may_stay(game, seat)
    steps = walked.steps if walked is not None and walked.seat == seat else 0
    doubles = (steps // 2, steps // 2) if steps and steps % 2 == 0 else ()
    less = (steps - 1) // 2
    differing = (less, steps - less) if less >= 1 and steps - less <= FACE_MAX else ()
    # Leaving Jail takes doubles, except on the last try; otherwise doubles are the rarer.
    rolls = tuple(given.Roll(seat, dice) for dice in ((doubles, FAILED) if stays else (differing, doubles)) if dice)
    if not rolls:
        return None
    if steps:
        place = game.board.place_name((player.place + steps) % 40)
        text = f"{player.name} went {steps} on to {place}: is that the roll?"
    else:
        text = f"{player.name} is in {game.board.names['jail']} and has rolled. If it was doubles, move the token."
    moves = tuple(Option(roll, _describe_roll(game, roll), seat) for roll in rolls)
    return Sheet(THROWN, text, moves, highlighted=0)


def _describe_roll(game: Game, roll: given.Roll) -> str:
    seat, total, jail = roll.player, sum(roll.dice), game.board.names["jail"]
    if roll.dice[0] != roll.dice[1]:
        return f"No doubles: {game.name(seat)} stays in {jail}" if may_stay(game, seat) else f"{total}, no doubles"
    if game.players[seat].jail is not None:
        return f"{total} with doubles: out of {jail}"
    is_third = seat == game.turn and game.doubles == 2
    return f"{total} with doubles: the third time, to {jail}" if is_third else f"{total} with doubles"


def after_turn(game: Game) -> tuple[Game, tuple[Act, ...]]:
    """The game once the turn has passed, and the act that passes it.

    If the turn is not over, or something in it is still open, it is the same game, and there is no such act.
    """
    ended = given.EndTurn(game.turn)
    try:
        return unfold(game, ended).game, (ended,)
    except Refusal:
        return game, ()


def next_turn_sheet(game: Game) -> Sheet | None:
    """While a turn is only waiting to pass: the next player's ways out of Jail, which end that turn as a roll does.

    None if the next player can only roll.
    """
    now, first = after_turn(game)
    if not first or now.over:
        return None
    asked = question_sheet(now)
    not_rolled = (move for move in asked.moves if spec_of(move.command).press is not Press.DICE)
    moves = tuple(move for move in not_rolled if spec_of(move.command).group is MoveGroup.TURN)
    text = f"{game.name(game.turn)}'s turn ends with it. {asked.text}"
    return Sheet(NEXT_TURN, text, moves, likeliest_move(moves, now.turn), first) if moves else None
