"""A hand that pulls the levers of the rig, notes what it really touches, and lets the table feel it."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from hardware.signals import Signal
from hardware.simulated import FINGER_MS, SimulatedRig, let_pass
from hardware.simulated_devices import BadLever
from tests.storm.furniture import READERS

if TYPE_CHECKING:
    from tests.storm.house import House
    from tests.storm.world import World

LOOK_MS = 250  # as the table looks at its board
QUIET_MS = 40  # after which a button or a contact is at rest
WAITS_MS = (60, 60, 350, 350, 1_200, 4_200)
HELD_MS = 2_300


class Hand:
    def __init__(self) -> None:
        self._house: House | None = None
        self._felt: deque[Signal] = deque()
        self._since_ms = 0

    # The rig

    def join(self, world: "World") -> None:
        """A process that has begun feels what is touched from now on."""
        if world.house is not self._house:
            self._house = world.house
            self._felt.clear()
            if world.house is not None:
                world.furniture.rig.open(self._felt.append)
                self._deliver(world)

    def idle(self, world: "World") -> None:
        """As much time as the storm let go by."""
        passed, self._since_ms = world.passed_ms - self._since_ms, world.passed_ms
        world.furniture.clock.pass_ms(passed)
        world.furniture.rig.look()
        self._deliver(world)
        world.look()

    def _deliver(self, world: "World") -> None:
        while self._felt:
            world.by_hand.feel(world, self._felt.popleft())

    def pull(self, world: "World", lever: Callable[[SimulatedRig], None]) -> None:
        """Some cannot be pulled: a button that is down already, a board that is not there."""
        try:
            lever(world.furniture.rig)
        except BadLever:
            world.tally["levers that cannot be pulled"] += 1
        self._deliver(world)

    def wait(self, world: "World", ms: int) -> None:
        for left in range(ms, 0, -LOOK_MS):
            let_pass(world.furniture.rig, world.furniture.clock, min(left, LOOK_MS))
            self._deliver(world)
            if left >= LOOK_MS:
                world.look()

    def linger(self, world: "World") -> None:
        self.wait(world, world.rng.choice(WAITS_MS))

    # Buttons

    def press(self, world: "World", button: str) -> None:
        if not world.furniture.rig.buttons.is_down(button):
            world.by_hand.touches.begins(button)
        self.pull(world, lambda rig: rig.press(button))
        self.wait(world, QUIET_MS)

    def hold_down(self, world: "World", button: str) -> None:
        if not world.furniture.rig.buttons.is_down(button):
            world.by_hand.touches.begins(button)
        self.pull(world, lambda rig: rig.hold(button))
        self.wait(world, HELD_MS if world.rng.happens(0.8) else FINGER_MS)

    def chatter_once(self, world: "World", button: str) -> None:
        """One press: the contact chatters when the finger comes, and when it goes."""
        if world.furniture.rig.buttons.is_down(button):
            return
        world.by_hand.touches.begins(button)
        self._chatter(world, button, ends_down=True)
        if world.rng.happens(0.5):
            self.wait(world, world.rng.randint(1, 300))
        self._chatter(world, button, ends_down=False)
        self.wait(world, QUIET_MS)

    def _chatter(self, world: "World", button: str, *, ends_down: bool) -> None:
        for _ in range(world.rng.randint(1, 4)):
            for down in (ends_down, not ends_down):
                self.pull(world, lambda rig, down=down: rig.edge(button, down))  # type: ignore[misc]
                world.furniture.clock.pass_ms(world.rng.randint(0, 6))
        self.pull(world, lambda rig: rig.edge(button, ends_down))

    # Tags

    def lay(self, world: "World", reader: str, uid: str) -> None:
        """What lies there already does not come again."""
        if uid not in world.furniture.rig.readers[reader].lying:
            world.by_hand.touches.begins(uid, reader)
        self.pull(world, lambda rig: rig.place(reader, uid))

    def lay_twin(self, world: "World", reader: str, uid: str) -> None:
        """Beside another that has the same number: nothing slides over."""
        if uid not in world.furniture.rig.readers[reader].lying:
            world.by_hand.touches.begins(uid, reader)
        self.pull(world, lambda rig: rig.readers[reader].place(uid))

    def lift(self, world: "World", reader: str, uid: str) -> None:
        if uid in world.furniture.rig.readers[reader].lying:
            self.pull(world, lambda rig: rig.lift(reader, uid))

    def clear(self, world: "World", reader: str) -> None:
        for uid in sorted(lying := world.furniture.rig.readers[reader].lying):
            self.lift(world, reader, uid)
        if lying:
            self.wait(world, 400)

    def tap(self, world: "World", uid: str, for_ms: int = 120) -> None:
        reader = world.rng.choice(READERS)
        if world.rng.happens(0.8):
            self.clear(world, reader)
        self.lay(world, reader, uid)
        self.wait(world, for_ms)
        if world.rng.happens(0.95):  # or it is forgotten there
            self.lift(world, reader, uid)
        self.linger(world)
