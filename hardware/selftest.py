"""`companion selftest` tries every wired device in turn, for somebody who has just soldered it.

`python -m hardware.selftest` is the same without the companion.

It announces each step before it takes it, so that you can compare it with what lights up, sounds and is pressed. It
knows nothing of the game. Exit codes: 0 if every fitted device answers, 1 if one does not, 2 for wrong usage.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from hardware.clock import SteadyClock
from hardware.outputs import CUES
from hardware.rig import DICE_DISPLAY, LAMPS, SPEAKER, AssembledRig
from hardware.signals import (
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    SpotCovered,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TagsRead,
    TokenLifted,
    TokenSeen,
)
from hardware.simulated import SimulatedRig
from hardware.wiring import build_rig, read_wiring

ETC = Path("/etc/companion/companion.toml")
LISTEN_S = 60
MAX_LISTEN_S = 86_400
SHOWN_S = 1.0
TICK_S = 0.1
WELL, FAILED, UNUSABLE = 0, 1, 2
CARD, OTHER, TOKEN = "04A2B3C4D5E680", "04A2B3C4D5E681", "04A2B3C4D5E682"
ABOUT = "Try every device that is wired to the table, one after the other."
HELP = """\
Stop the table first, because it has the devices open (`sudo systemctl stop companion-table`). The lamp shows six
lights, the speaker plays six sounds, the display counts from 1 to 6. Then press every button, hold tags to every
reader, put a token on every space, and read what is reported. Ctrl-C ends the test at any time.
"""
_EXAMPLES = """\

examples:
  python -m hardware.selftest
  python -m hardware.selftest --config companion.toml --seconds 20
  python -m hardware.selftest --simulated
"""


def main(argv: Sequence[str] | None = None, sleep: Callable[[float], None] = time.sleep) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.selftest",
        description=ABOUT,
        epilog=HELP + _EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_arguments(parser, int)
    args = parser.parse_args(argv)
    if not 0 < args.seconds <= MAX_LISTEN_S:
        parser.error(f"--seconds must be a number from 1 to {MAX_LISTEN_S:,}, not {args.seconds}")
    return try_devices(args, sleep)


def add_arguments(parser: argparse.ArgumentParser, whole: Callable[[str], int]) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help=f"the wiring; without it {ETC}, or the one in ~/.config/companion"
    )
    parser.add_argument("--simulated", action="store_true", help="a simulated table, tried by simulated hands")
    parser.add_argument("--seconds", type=whole, default=LISTEN_S, metavar="N", help="how long to listen at the end")


def try_devices(args: argparse.Namespace, sleep: Callable[[float], None] = time.sleep) -> int:
    place = Path(args.config) if args.config else find_config(os.environ)
    try:
        wiring = read_wiring(place.read_text(encoding="utf-8") if place else "rig.kind = 'real'")
        rig = SimulatedRig(readers=tuple(wiring.readers)) if args.simulated else build_rig(wiring, SteadyClock())
    except (ValueError, OSError) as error:
        print(f"selftest: {place}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNUSABLE
    _say(f"Using the wiring in {place}." if place else "There is no companion.toml: using the usual wiring.")
    test = SelfTest(rig, _say, sleep)
    test.open()
    try:
        test.show_outputs()
        if isinstance(rig, SimulatedRig):
            _say("Simulated hands try everything:")
            test.use_hands(rig)
        else:
            _say(f"Now press, hold and tap for {args.seconds} seconds. Ctrl-C ends the test.")
            test.listen(args.seconds)
    except KeyboardInterrupt:
        pass
    finally:
        test.report_signals()
        is_well = test.report_health()
        test.close()
    return WELL if is_well else FAILED


def find_config(env: Mapping[str, str]) -> Path | None:
    """The file that the companion finds, too."""
    if named := env.get("COMPANION_CONFIG"):
        return Path(named)
    own, home = Path(env.get("XDG_CONFIG_HOME", "")), Path(env.get("HOME", ""))
    folder = own if own.is_absolute() else home / ".config"
    places = (ETC, *([folder / "companion" / ETC.name] if folder.is_absolute() else []))
    return next((place for place in places if place.exists()), None)


def _say(line: str) -> None:
    print(line, flush=True)


class SelfTest:
    """Tries the devices of any rig. `sensed` counts what came from each device."""

    def __init__(self, rig: AssembledRig, say: Callable[[str], None], sleep: Callable[[float], None]) -> None:
        self._rig = rig
        self._say = say
        self._sleep = sleep
        self._signals = SimpleQueue[Signal]()
        self.sensed = Counter[str]()

    def open(self) -> None:
        self._rig.open(self._signals.put)
        self._rig.emit_spots(True)

    def close(self) -> None:
        self._rig.close()

    def show_outputs(self) -> None:
        self._try_all(LAMPS, {cue: partial(self._rig.show, cue) for cue in CUES})
        self._try_all(SPEAKER, {cue: partial(self._rig.play, cue) for cue in CUES})
        faces = {f"{face} {face}": partial(self._rig.show_dice, (face, face)) for face in range(1, 7)}
        self._try_all(DICE_DISPLAY, faces)
        self._rig.show_dice(())

    def _try_all(self, name: str, steps: Mapping[str, Callable[[], None]]) -> None:
        """Stops when the device does not answer."""
        for words, step in steps.items():
            if any(device.name == name and device.state == "present" for device in self._rig.health()):
                self._say(f"{name}: {words}")
                step()
                self._sleep(SHOWN_S)
                self.report_signals()

    def listen(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / TICK_S))):
            self._sleep(TICK_S)
            self.report_signals()

    def use_hands(self, rig: SimulatedRig) -> None:
        """Everything that hands can do, once."""
        for button in rig.buttons.names:
            rig.press(button)
            self._wait(0.2)
        for reader in rig.readers:
            for uid in (CARD, OTHER):
                rig.place(reader, uid)
                self._wait(0.5)
                rig.lift(reader, uid)
                self._wait(0.8)
        rig.put(TOKEN, 0)
        rig.put(TOKEN, 39)
        rig.pick_up(TOKEN)
        self._wait(0.2)

    def _wait(self, seconds: float) -> None:
        self._sleep(seconds)
        self.report_signals()

    def report_signals(self) -> None:
        """Everything that was sensed since the last report."""
        while True:
            try:
                signal = self._signals.get_nowait()
            except Empty:
                return
            device, words = describe_signal(signal)
            if words:
                self.sensed[device] += 1
                self._say(f"  {device}: {words}")

    def report_health(self) -> bool:
        """Does every fitted device answer?"""
        devices = self._rig.health()
        for device in devices:
            match device.state:
                case "lost":
                    self._say(f"{device.name:<13} LOST: {device.why}")
                case "absent":
                    self._say(f"{device.name:<13} not fitted")
                case "present":
                    counters = "".join(f", {what} {count:,}" for what, count in device.counters)
                    why = f" ({device.why})" if device.why else ""
                    is_silent = device.name not in (LAMPS, SPEAKER, DICE_DISPLAY) and not self.sensed[device.name]
                    hint = "; nothing came from it: press it, or hold a tag to it" if is_silent else ""
                    self._say(f"{device.name:<13} answers{counters}{why}{hint}")
        return not any(device.state == "lost" for device in devices)


def describe_signal(signal: Signal) -> tuple[str, str]:
    """The device, and what it sensed; no words for what is not worth reporting."""
    match signal:
        case ButtonPressed(button):
            return button, "pressed"
        case ButtonHeld(button):
            return button, "held for two seconds"
        case TagPlaced(reader, uid):
            return reader, f"tag {uid} placed"
        case TagRemoved(reader, uid):
            return reader, f"tag {uid} removed"
        case TagsCrowded(reader, uids):
            return reader, f"several tags at once: {', '.join(uids)}"
        case TagsRead(reader):
            return reader, ""
        case TokenSeen(space, uid):
            return "board", f"{_describe_token(uid)} on space {space}"
        case TokenLifted(space, uid):
            return "board", f"{_describe_token(uid)} left space {space}"
        case SpotCovered(spot, uid):
            return "board", f"{_describe_token(uid)} at spot {spot}"
        case DeviceLost(device, why):
            return device, f"LOST: {why}"
        case DeviceFound(device):
            return device, "answers again"


def _describe_token(uid: str) -> str:
    return f"token {uid}" if uid else "something"


if __name__ == "__main__":
    sys.exit(main())
