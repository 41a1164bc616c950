"""How fast a demonstration goes. The console sets it, and whoever plays goes by it, perhaps in another thread."""

from msgspec import Struct

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class PaceView(Struct, frozen=True):
    speed: float
    is_paused: bool

    @property
    def words(self) -> str:
        return "demo paused" if self.is_paused else f"demo ×{self.speed:g}"


class Pace:
    def __init__(self, speed: float = 1.0) -> None:
        self.view = PaceView(speed, is_paused=False)

    def pause_or_go_on(self) -> None:
        self.view = PaceView(self.view.speed, not self.view.is_paused)

    def faster(self) -> None:
        self._set(min((speed for speed in SPEEDS if speed > self.view.speed), default=self.view.speed))

    def slower(self) -> None:
        self._set(max((speed for speed in SPEEDS if speed < self.view.speed), default=self.view.speed))

    def _set(self, speed: float) -> None:
        self.view = PaceView(speed, self.view.is_paused)
