"""Answers by hand: cancel through what could be done, yes by whose it is, and throws that a token's way tells."""

from typing import TYPE_CHECKING

from companion.play.due_throw import due_to_throw
from companion.rules.ids import PlayerId
from companion.rules.pending_steps import Debt
from companion.table.messages import QuestionView, SheetView
from companion.table.tags.bindings import PlayerTag, TokenTag
from hardware.buttons import SEATS
from tests.storm.hand import Hand

if TYPE_CHECKING:
    from tests.storm.world import World


class Answers(Hand):
    def is_short(self, world: "World") -> bool:
        game = world.session.game
        first = game.agenda[0] if game.agenda else None
        return isinstance(first, Debt) and first.amount > game.players[first.debtor].cash

    def raise_or_give_up(self, world: "World") -> None:
        """Whatever comes first, or what cancel comes to in the end; and yes to whatever that asks."""
        for _ in range(world.rng.choice((0, 1, 6))):
            if "bankrupt" not in self._highlighted(world):
                self.press(world, "cancel")
        self.wait(world, 1_100)
        for _ in range(3):
            self._say_yes(world)
            self.wait(world, 1_100)

    def _highlighted(self, world: "World") -> str:
        sheet = self._sheet(world)
        return sheet.moves[sheet.highlighted].label if sheet is not None and sheet.highlighted >= 0 else ""

    def is_jailed(self, world: "World") -> bool:
        """Is it from Jail that the next throw is due?"""
        seat = due_to_throw(world.session.game)
        return seat is not None and world.session.game.players[seat].jail is not None

    def leave_jail(self, world: "World") -> None:
        """With a card or the fine, though the turn before may only wait to pass."""
        seat = due_to_throw(world.session.game)
        for _ in range(2 if seat is not None else 0):
            self.press(world, SEATS[seat or 0])
            self.wait(world, world.rng.choice((200, 1_100)))

    def go_and_say(self, world: "World") -> None:
        """A token goes as far as a throw may lead, or stays in Jail; then it is said whether that was doubles."""
        seat = due_to_throw(world.session.game) if world.house is not None else None
        if seat is None or world.rng.happens(0.1):
            self.press(world, "dice")
        else:
            self._go(world, seat, world.rng.randint(2, 12))
        self.wait(world, world.rng.choice((900, 2_000, 2_000)))
        if world.rng.happens(0.3):
            self._press_and_read(world, "cancel")
        self._say_yes(world)

    def _go(self, world: "World", seat: PlayerId, steps: int) -> None:
        uid = world.furniture.tag_of(TokenTag(world.session.start.tokens[seat]))
        space = (world.session.game.players[seat].place + steps) % 40
        self.pull(world, lambda rig: rig.put(uid, space))

    def walk_on(self, world: "World") -> None:
        """Cancel through the answers, and then take what is highlighted, or let it be."""
        for _ in range(world.rng.randint(1, 4)):
            self._press_and_read(world, "cancel")
        for _ in range(world.rng.below(4)):
            self._say_yes(world)
            self.linger(world)

    def _press_and_read(self, world: "World", button: str) -> None:
        self.press(world, button)
        self.wait(world, world.rng.choice((60, 1_100, 1_100)))

    def _say_yes(self, world: "World") -> None:
        """To what is highlighted: mostly by whose it is."""
        sheet, rng = self._sheet(world), world.rng
        seat = sheet.moves[sheet.highlighted].seat if sheet is not None and sheet.highlighted >= 0 else -1
        if seat < 0 or rng.happens(0.4):
            self.press(world, "confirm")
        elif rng.happens(0.5):
            self.press(world, SEATS[seat])
        else:
            self.tap(world, world.furniture.tag_of(PlayerTag(seat)))

    # What is at hand

    def settle(self, world: "World") -> None:
        """The Banker says that the screen is right, whatever is asked about the board."""
        for question in self.questions(world):
            world.by_hand.decide(world, question.number, board_is_right=False)

    def questions(self, world: "World") -> tuple[QuestionView, ...]:
        hands = world.house.hands if world.house is not None else None
        return hands.at_hand().questions if hands is not None else ()

    def _sheet(self, world: "World") -> SheetView | None:
        hands = world.house.hands if world.house is not None else None
        return hands.at_hand().sheet if hands is not None else None
