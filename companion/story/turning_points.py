"""The turning points of a game, chosen by one rule for every game, and told in sentences."""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from companion.play.acts import RecordedMove
from companion.rules.deeds import Group
from companion.rules.events import DeedConveyed, DiceRolled, OfferClosed, PlayerLeft
from companion.rules.lists import and_list
from companion.rules.pending_steps import Buying
from companion.rules.phrases import goods
from companion.rules.state import Game
from companion.story.course import Story, landings, worth_over_turns
from companion.story.money import MoneyKind, money_lines, rent_ahead

MOST = 3  # rents, and escapes
RULE = (
    f"The {MOST} largest rents that were paid; every deal after which a player held a complete group; the {MOST}"
    " luckiest escapes: rolls before which two fair dice would have cost the most rent on average, and which cost none;"
    " every bankruptcy; and the last time that somebody else became the richest player."
)


class PointKind(Enum):
    RENT = "Rent"
    DEAL = "Deal"
    ESCAPE = "Escape"
    BANKRUPTCY = "Out of the game"
    LEAD = "Lead"


class TurningPoint(Struct, frozen=True):
    move: int
    turn: int
    kind: PointKind
    text: str


def turning_points(story: Story) -> tuple[TurningPoint, ...]:
    """In the order of the game. `RULE` says which."""
    points = (*_rents(story), *_deals(story), *_escapes(story), *_bankruptcies(story), *_last_lead(story))
    return tuple(sorted(points, key=lambda point: point.move))


def _rents(story: Story) -> Iterator[TurningPoint]:
    rents = [line for line in money_lines(story) if line.kind is MoneyKind.RENT]
    for line in sorted(rents, key=lambda line: (-line.amount, line.move.number))[:MOST]:
        payer, owner, deed = story.names[line.payer], story.names[line.payee], story.end.board.deeds[line.deed].name
        text = f"{payer} paid {owner} {story.end.money(line.amount)} rent for {deed}."
        yield TurningPoint(line.move.number, line.turn, PointKind.RENT, text)


def _deals(story: Story) -> Iterator[TurningPoint]:
    for move in story.moves:
        closed = next((event for event in move.events if isinstance(event, OfferClosed)), None)
        if closed is None or closed.outcome != "accepted":
            continue
        held = [
            f"{name} held every deed of {and_list(map(story.end.board.group_name, completed))}"
            for seat, name in enumerate(story.names)
            if (completed := _completed(move, seat))
        ]
        if held:
            offer = closed.offer
            one, other = story.names[offer.player], story.names[offer.to]
            gives, gets = goods(move.before, offer.gives), goods(move.before, offer.gets)
            text = f"{one} gave {other} {gives} for {gets}. Now {and_list(held)}."
            yield TurningPoint(move.number, move.before.turn_number, PointKind.DEAL, text)


def _completed(move: RecordedMove, seat: int) -> list[Group]:
    got = {event.deed for event in move.events if isinstance(event, DeedConveyed) and event.owner == seat}
    groups = dict.fromkeys(move.before.board.deeds[deed].group for deed in sorted(got))
    return [group for group in groups if move.after.holds_group(seat, group)]


def _escapes(story: Story) -> Iterator[TurningPoint]:
    """The rent that two fair dice would have cost on average, for rolls after which the player owed none."""
    landed = {(landing.move.number, landing.player) for landing in landings(story)}
    paid = {(line.move.number, line.payer) for line in money_lines(story) if line.kind is MoneyKind.RENT}
    found: list[tuple[int, RecordedMove, int, Game]] = []
    for told in story.events():
        roll = told.event
        if not isinstance(roll, DiceRolled) or (told.move.number, roll.player) not in landed:
            continue
        after = told.move.after
        owes = any(rent.payer == roll.player for rent in after.rents)
        is_open = any(not isinstance(step, Buying) for step in after.pending)  # it may still cost rent
        if (told.move.number, roll.player) in paid or owes or is_open:
            continue
        hoped = sum(ways * rent for ways, rent in rent_ahead(told.before, roll.player))
        if hoped:
            found.append((hoped, told.move, roll.player, told.before))
    for hoped, move, player, before in sorted(found, key=lambda one: (-one[0], one[1].number))[:MOST]:
        space = story.end.board.place_name(move.after.players[player].place)
        worst, average = max(rent for _, rent in rent_ahead(before, player)), round(hoped / 36)
        text = (
            f"{story.names[player]} had up to {before.money(worst)} rent ahead, {before.money(average)} on average, and"
            f" got to {space} for nothing."
        )
        yield TurningPoint(move.number, before.turn_number, PointKind.ESCAPE, text)


def _bankruptcies(story: Story) -> Iterator[TurningPoint]:
    for told in story.events():
        match told.event:
            case PlayerLeft(player=player, bankrupt=bankrupt):
                how = "went bankrupt" if bankrupt else "left the game"
                left = len(told.before.still_in()) - 1
                others = "one player was left" if left == 1 else f"{left} players were left"
                text = f"{story.names[player]} {how}: {others}."
                yield TurningPoint(told.move.number, told.before.turn_number, PointKind.BANKRUPTCY, text)


def _last_lead(story: Story) -> Iterator[TurningPoint]:
    leader, last = -1, None
    for point in worth_over_turns(story):
        richest = max(point.worth)
        ahead = [seat for seat, worth in enumerate(point.worth) if worth == richest]
        if len(ahead) == 1 and ahead[0] != leader:
            if leader >= 0:
                last = point, ahead[0], leader
            leader = ahead[0]
    if last is not None:
        point, now, before = last
        worth = story.end.money(point.worth[now])
        text = f"{story.names[now]} overtook {story.names[before]} with a worth of {worth}, and stayed ahead."
        yield TurningPoint(point.move, point.turn, PointKind.LEAD, text)
