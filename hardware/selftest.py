"""`python -m hardware.selftest`: every device that is wired, tried in turn. For who has just soldered it.

Knows nothing of the game. Exits with 0 if everything answers, 1 if something does not, 2 for wrong usage.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.assembled import AssembledRig, Devices
from hardware.clock import SteadyClock
from hardware.rig import Rig
from hardware.selftest_bench import Bench
from hardware.simulated import SimulatedRig
from hardware.wired_as import WiredAs, read_wiring

if TYPE_CHECKING:
    from hardware.pins import Pins

ETC = Path("/etc/companion/companion.toml")
LISTEN_S = 60.0
WELL, FAILED, UNUSABLE = 0, 1, 2
CARD, OTHER, TOKEN = "04A2B3C4D5E680", "04A2B3C4D5E681", "04A2B3C4D5E682"
_EPILOG = """\
Stop the table first: it has the devices (`sudo systemctl stop companion-table`). The lamp shows six lights, the speaker
plays six sounds, the display counts from 1 to 6; then press every button, hold tags to every reader, put a token on
every space, and read what came of it. Ctrl-C ends it at any time.

examples:
  python -m hardware.selftest
  python -m hardware.selftest --config companion.toml --seconds 20
  python -m hardware.selftest --simulated
"""


def main(argv: Sequence[str] | None = None, sleep: Callable[[float], None] = time.sleep) -> int:
    args = _parser().parse_args(argv)
    place = Path(args.config) if args.config else find_config(os.environ)
    try:
        wired = read_wiring(place.read_text(encoding="utf-8")) if place else WiredAs()
        rig: Rig = SimulatedRig(readers=tuple(wired.readers)) if args.simulated else _real(wired)
    except (ValueError, OSError) as error:
        print(f"hardware.selftest: {place}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNUSABLE
    _say(f"Wired as {place} says." if place else "Wired as usual: there is no companion.toml.")
    return _try_all(rig, args.seconds, sleep)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.selftest",
        description="Try every device that is wired to the table, one after the other.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--config", metavar="FILE", help=f"what is wired where; without it {ETC}, or the one in ~/.config/companion"
    )
    parser.add_argument("--simulated", action="store_true", help="a simulated table, and hands that try it")
    parser.add_argument("--seconds", type=_seconds, default=LISTEN_S, metavar="N", help="how long to listen in the end")
    return parser


def _seconds(text: str) -> float:
    if not text.isdecimal() or not 0 < int(text) <= 86_400:
        raise argparse.ArgumentTypeError(f"expected a number of seconds from 1 to 86,400, not {text!r}")
    return float(text)


def find_config(env: Mapping[str, str]) -> Path | None:
    """Where the companion finds it, too."""
    if named := env.get("COMPANION_CONFIG"):
        return Path(named)
    own, home = Path(env.get("XDG_CONFIG_HOME", "")), Path(env.get("HOME", ""))
    folder = own if own.is_absolute() else home / ".config"
    places = (ETC, *([folder / "companion" / ETC.name] if folder.is_absolute() else []))
    return next((place for place in places if place.exists()), None)


def _real(wired: WiredAs) -> Rig:
    """As the companion wires it; each driver is loaded when its device is opened."""
    from hardware.pin_buttons import PinButtons
    from hardware.pin_lamps import PinLamps
    from hardware.pin_speaker import PinSpeaker
    from hardware.pins import Pins
    from hardware.rc522 import Rc522Reader
    from hardware.serial_board import SerialBoard

    clock, pins = SteadyClock(), Pins()
    devices = Devices(
        buttons=PinButtons(pins, wired.buttons) if wired.buttons else None,
        readers=tuple(
            Rc522Reader(name, pins, bus=one.bus, device=one.device, reset=one.reset)
            for name, one in wired.readers.items()
        ),
        board=SerialBoard(wired.board, wired.ports, clock, baud=wired.baud) if wired.board else None,
        lamps=PinLamps(pins, wired.lamps, is_lit_low=wired.is_lit_low) if any(wired.lamps) else None,
        speaker=PinSpeaker(pins, wired.speaker) if wired.speaker is not None else None,
    )
    return AssembledRig(_with_display(devices, wired, pins), clock, wired.timing, runs_itself=True)


def _with_display(devices: Devices, wired: WiredAs, pins: "Pins") -> Devices:
    from hardware.digit_display import DigitDisplay
    from hardware.pip_display import PipDisplay

    if wired.display == "digits":
        return devices._replace(dice_display=DigitDisplay(wired.address))
    return devices._replace(dice_display=PipDisplay(pins, wired.pips)) if wired.display == "pips" else devices


def _try_all(rig: Rig, seconds: float, sleep: Callable[[float], None]) -> int:
    bench = Bench(rig, _say, sleep)
    bench.open()
    try:
        bench.show_outputs()
        if isinstance(rig, SimulatedRig):
            _say("Hands at a simulated table:")
            use_hands(rig, bench, sleep)
        else:
            _say(f"Now press, hold and tap, for {seconds:g} seconds; Ctrl-C ends it.")
            bench.listen(seconds)
    except KeyboardInterrupt:
        pass
    finally:
        bench.tell()
        is_well = bench.verdict()
        bench.close()
    return WELL if is_well else FAILED


def use_hands(rig: SimulatedRig, bench: Bench, sleep: Callable[[float], None]) -> None:
    """Everything that a hand can do, once."""

    def then(seconds: float) -> None:
        sleep(seconds)
        bench.tell()

    for button in rig.buttons.names:
        rig.press(button)
        then(0.2)
    for reader in rig.readers:
        for uid in (CARD, OTHER):
            rig.place(reader, uid)
            then(0.5)
            rig.lift(reader, uid)
            then(0.8)
    rig.put(TOKEN, 0)
    rig.put(TOKEN, 39)
    rig.pick_up(TOKEN)
    then(0.2)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
