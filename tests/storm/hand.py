"""A hand that pulls the levers of the rig and notes what it really touches; and how it answers what the table asks."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.play.whose_turn import due_to_roll
from companion.rules.pending_steps import Debt
from companion.table.gestures.tags import PlayerTag, TokenTag
from companion.table.messages.views import QuestionView, SheetView
from hardware.buttons import SEATS
from hardware.signals import Signal
from hardware.simulated import SimulatedRig, let_pass
from hardware.simulated_devices import BadLever
from tests.storm.furniture import READERS

if TYPE_CHECKING:
    from tests.storm.process import TableProcess
    from tests.storm.world import StormWorld

TOUCH_MS = 50  # too short for a hold
LOOK_MS = 250  # as the table looks at its board
QUIET_MS = 40  # after which a button or a contact is at rest
WAITS_MS = (60, 60, 350, 350, 1_200, 4_200)
HELD_MS = 2_300


class RigHand:
    def __init__(self) -> None:
        self._process: TableProcess | None = None
        self._felt: deque[Signal] = deque()
        self._since_ms = 0

    # The rig

    def join(self, world: "StormWorld") -> None:
        """A new process feels what is touched from now on."""
        if world.process is not self._process:
            self._process = world.process
            self._felt.clear()
            if world.process is not None:
                world.furniture.rig.open(self._felt.append)
                self._deliver(world)

    def idle(self, world: "StormWorld") -> None:
        """As much time passes here as in the storm."""
        passed, self._since_ms = world.passed_ms - self._since_ms, world.passed_ms
        world.furniture.clock.pass_ms(passed)
        world.furniture.rig.look()
        self._deliver(world)
        world.look()

    def _deliver(self, world: "StormWorld") -> None:
        while self._felt:
            world.hand_watch.feel(world, self._felt.popleft())

    def pull(self, world: "StormWorld", lever: Callable[[SimulatedRig], None]) -> None:
        """Some cannot be pulled: a button that is already down, a board that is not there."""
        try:
            lever(world.furniture.rig)
        except BadLever:
            world.tally["levers that cannot be pulled"] += 1
        self._deliver(world)

    def wait(self, world: "StormWorld", ms: int) -> None:
        for left in range(ms, 0, -LOOK_MS):
            let_pass(world.furniture.rig, world.furniture.clock, min(left, LOOK_MS))
            self._deliver(world)
            if left >= LOOK_MS:
                world.look()

    def linger(self, world: "StormWorld") -> None:
        self.wait(world, world.rng.choice(WAITS_MS))

    # Buttons

    def press(self, world: "StormWorld", button: str) -> None:
        if not world.furniture.rig.buttons.is_down(button):
            world.hand_watch.laws.begins(button)
        self.pull(world, lambda rig: rig.press(button))
        self.wait(world, QUIET_MS)

    def hold_down(self, world: "StormWorld", button: str) -> None:
        if not world.furniture.rig.buttons.is_down(button):
            world.hand_watch.laws.begins(button)
        self.pull(world, lambda rig: rig.hold(button))
        self.wait(world, HELD_MS if world.rng.happens(0.8) else TOUCH_MS)

    def chatter_once(self, world: "StormWorld", button: str) -> None:
        """One press: the contact chatters when the finger comes, and when it goes."""
        if world.furniture.rig.buttons.is_down(button):
            return
        world.hand_watch.laws.begins(button)
        self._chatter(world, button, ends_down=True)
        if world.rng.happens(0.5):
            self.wait(world, world.rng.randint(1, 300))
        self._chatter(world, button, ends_down=False)
        self.wait(world, QUIET_MS)

    def _chatter(self, world: "StormWorld", button: str, *, ends_down: bool) -> None:
        for _ in range(world.rng.randint(1, 4)):
            for down in (ends_down, not ends_down):
                self.pull(world, lambda rig, down=down: rig.edge(button, down))  # type: ignore[misc]
                world.furniture.clock.pass_ms(world.rng.randint(0, 6))
        self.pull(world, lambda rig: rig.edge(button, ends_down))

    # Tags

    def lay(self, world: "StormWorld", reader: str, uid: str) -> None:
        """A tag that lies there already does not arrive again."""
        if uid not in world.furniture.rig.readers[reader].lying:
            world.hand_watch.laws.begins(uid, reader)
        self.pull(world, lambda rig: rig.place(reader, uid))

    def lay_twin(self, world: "StormWorld", reader: str, uid: str) -> None:
        """Beside another tag with the same number, which stays where it is."""
        if uid not in world.furniture.rig.readers[reader].lying:
            world.hand_watch.laws.begins(uid, reader)
        self.pull(world, lambda rig: rig.readers[reader].place(uid))

    def lift(self, world: "StormWorld", reader: str, uid: str) -> None:
        if uid in world.furniture.rig.readers[reader].lying:
            self.pull(world, lambda rig: rig.lift(reader, uid))

    def clear(self, world: "StormWorld", reader: str) -> None:
        for uid in sorted(lying := world.furniture.rig.readers[reader].lying):
            self.lift(world, reader, uid)
        if lying:
            self.wait(world, 400)

    def tap(self, world: "StormWorld", uid: str, for_ms: int = 120) -> None:
        reader = world.rng.choice(READERS)
        if world.rng.happens(0.8):
            self.clear(world, reader)
        self.lay(world, reader, uid)
        self.wait(world, for_ms)
        if world.rng.happens(0.95):  # or it is forgotten there
            self.lift(world, reader, uid)
        self.linger(world)

    # Answers

    def is_short(self, world: "StormWorld") -> bool:
        game = world.session.game
        first = game.pending[0] if game.pending else None
        return isinstance(first, Debt) and first.amount > game.players[first.debtor].cash

    def raise_or_give_up(self, world: "StormWorld") -> None:
        """Take the first way to raise cash, or press cancel to the last; then say yes to whatever is asked."""
        for _ in range(world.rng.choice((0, 1, 6))):
            sheet = self._sheet(world)
            highlighted = sheet.moves[sheet.highlighted].label if sheet is not None and sheet.highlighted >= 0 else ""
            if "bankrupt" not in highlighted:
                self.press(world, "cancel")
        self.wait(world, 1_100)
        for _ in range(3):
            self._say_yes(world)
            self.wait(world, 1_100)

    def is_jailed(self, world: "StormWorld") -> bool:
        """Is the next player to roll in Jail?"""
        seat = due_to_roll(world.session.game)
        return seat is not None and world.session.game.players[seat].jail is not None

    def leave_jail(self, world: "StormWorld") -> None:
        """With a card or the fine, even while the turn before only waits to pass."""
        seat = due_to_roll(world.session.game)
        for _ in range(2 if seat is not None else 0):
            self.press(world, SEATS[seat or 0])
            self.wait(world, world.rng.choice((200, 1_100)))

    def go_and_say(self, world: "StormWorld") -> None:
        """Move a token as far as a roll may lead, or leave it in Jail; then answer whether it was doubles."""
        seat = due_to_roll(world.session.game) if world.process is not None else None
        if seat is None or world.rng.happens(0.1):
            self.press(world, "dice")
        else:
            steps = world.rng.randint(2, 12)
            uid = world.furniture.tag_of(TokenTag(world.session.start.tokens[seat]))
            space = (world.session.game.players[seat].place + steps) % 40
            self.pull(world, lambda rig: rig.put(uid, space))
        self.wait(world, world.rng.choice((900, 2_000, 2_000)))
        if world.rng.happens(0.3):
            self._press_and_read(world, "cancel")
        self._say_yes(world)

    def walk_on(self, world: "StormWorld") -> None:
        """Press cancel through the answers, and then take what is highlighted, or leave it."""
        for _ in range(world.rng.randint(1, 4)):
            self._press_and_read(world, "cancel")
        for _ in range(world.rng.below(4)):
            self._say_yes(world)
            self.linger(world)

    def _press_and_read(self, world: "StormWorld", button: str) -> None:
        self.press(world, button)
        self.wait(world, world.rng.choice((60, 1_100, 1_100)))

    def _say_yes(self, world: "StormWorld") -> None:
        """To what is highlighted, mostly by the player whose move it is."""
        sheet, rng = self._sheet(world), world.rng
        seat = sheet.moves[sheet.highlighted].seat if sheet is not None and sheet.highlighted >= 0 else -1
        if seat < 0 or rng.happens(0.4):
            self.press(world, "confirm")
        elif rng.happens(0.5):
            self.press(world, SEATS[seat])
        else:
            self.tap(world, world.furniture.tag_of(PlayerTag(seat)))

    def settle(self, world: "StormWorld") -> None:
        """The Banker answers every question about the board: the screen is right.

        Time passes between a question and its answer, so another token may rest elsewhere by then and be asked about.
        """
        for _ in range(2):
            for question in self.questions(world):
                world.hand_watch.decide(world, question.number, board_is_right=False)

    def questions(self, world: "StormWorld") -> tuple[QuestionView, ...]:
        controller = world.process.controller if world.process is not None else None
        return controller.prompts().questions if controller is not None else ()

    def _sheet(self, world: "StormWorld") -> SheetView | None:
        controller = world.process.controller if world.process is not None else None
        return controller.prompts().sheet if controller is not None else None
