"""How fast a demonstration goes. The console sets it and the players go by it, perhaps in another thread."""

from msgspec import Struct

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class DemoSpeedView(Struct, frozen=True):
    speed: float
    is_paused: bool

    @property
    def words(self) -> str:
        return "demo paused" if self.is_paused else f"demo ×{self.speed:g}"


class DemoSpeed:
    def __init__(self, speed: float = 1.0) -> None:
        self.view = DemoSpeedView(speed, is_paused=False)

    def pause_or_go_on(self) -> None:
        self.view = DemoSpeedView(self.view.speed, not self.view.is_paused)

    def faster(self) -> None:
        speed = min((speed for speed in SPEEDS if speed > self.view.speed), default=self.view.speed)
        self.view = DemoSpeedView(speed, self.view.is_paused)

    def slower(self) -> None:
        speed = max((speed for speed in SPEEDS if speed < self.view.speed), default=self.view.speed)
        self.view = DemoSpeedView(speed, self.view.is_paused)
