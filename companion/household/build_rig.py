"""From settings to the table's devices, real or simulated. Real ones may be missing, late or lost: the game goes on."""

from typing import TYPE_CHECKING

import msgspec

from companion.household.settings import Config
from companion.table.messages.views import RigView
from companion.table.server.ports import CannotPull
from companion.table.server.table import Wired
from companion.table.server.voice import Espeak
from hardware import levers
from hardware.buttons import SEATS
from hardware.clock import Clock, DeviceTiming, SteadyClock
from hardware.signals import BoardKind
from hardware.simulated import SimulatedRig
from hardware.simulated_devices import BadLever

if TYPE_CHECKING:  # a simulated table does not need the real devices
    from hardware.pins import GpioPins
    from hardware.rig import AssembledRig
    from hardware.wiring import RigWiring

MAX_CUES = 4  # the latest lights and sounds that a screen shows


def wire_table(config: Config) -> Wired:
    sounds = config.sounds
    speaker = Espeak(sounds.speech or "en", sounds.speech_volume, sounds.speech_device)
    return _wire_rig(config)._replace(speaker=speaker, is_spoken=sounds.speech is not None)


def _wire_rig(config: Config) -> Wired:
    clock, has_hand_dice = SteadyClock(), config.game.dice == "hand"
    board = BoardKind(config.rig.board) if config.rig.board != "none" else BoardKind.IDENTIFYING
    if config.rig.kind == "real":
        return Wired(build_real_rig(config, clock), clock.now_ms, board, has_hand_dice)
    rig = build_simulated_rig(config, clock)
    return Wired(
        rig, clock.now_ms, board, has_hand_dice, lambda lever: pull_lever(rig, lever), lambda: view_simulated_rig(rig)
    )


def build_timing(config: Config) -> DeviceTiming:
    return DeviceTiming(config.timing.button_quiet_ms, config.timing.tag_quiet_ms, config.timing.poll_ms)


# Real devices


def build_real_rig(config: Config, clock: Clock, pins: "GpioPins | None" = None) -> "AssembledRig":
    """Opens nothing yet."""
    from hardware.wiring import build_rig

    return build_rig(wiring_of(config), clock, pins)


def wiring_of(config: Config) -> "RigWiring":
    from hardware.wiring import ReaderWiring, RigWiring

    pins, display = config.pins, config.dice_display
    return RigWiring(
        buttons=pins.buttons(),
        lamps=(pins.lamp_red, pins.lamp_green, pins.lamp_blue),
        is_active_low=config.lamps.common == "anode",
        speaker=pins.speaker,
        volume=config.sounds.volume if config.sounds.on else 0,
        readers={
            name: ReaderWiring(one.bus, one.device, one.reset, one.gain, one.kind, one.at, one.form)
            for name, one in config.readers.items()
        },
        board=BoardKind(config.rig.board) if config.rig.board != "none" else None,
        ports=config.board.ports,
        baud=config.board.baud,
        display=display.kind,
        address=display.address,
        pips=(display.first, display.second),
        timing=build_timing(config),
    )


# Simulated devices


def build_simulated_rig(config: Config, clock: Clock) -> SimulatedRig:
    wired = tuple(config.pins.buttons())
    return SimulatedRig(
        clock,
        # Simulated buttons need no pins: every seat has one unless the settings wire some.
        buttons=wired if config.pins.seats else (*wired, *SEATS),
        readers=tuple(config.readers),
        board=BoardKind(config.rig.board) if config.rig.board != "none" else None,
        timing=build_timing(config),
    )


def view_simulated_rig(rig: SimulatedRig) -> RigView:
    """Where every tag and token is, and what the lamps and speaker did last."""
    lamps, speaker, dice = rig.lamps, rig.speaker, rig.dice_display
    return RigView(
        buttons=rig.buttons.names,
        down=tuple(name for name in rig.buttons.names if rig.buttons.is_down(name)),
        readers=tuple((name, tuple(sorted(reader.lying))) for name, reader in rig.readers.items()),
        has_board=rig.board is not None,
        tokens=tuple(sorted(rig.board.standing.items())) if rig.board is not None else (),
        lights=tuple(lamps.shown)[-MAX_CUES:] if lamps is not None else (),
        sounds=tuple(speaker.played)[-MAX_CUES:] if speaker is not None else (),
        dice=dice.shown[-1] if dice is not None and dice.shown else (),
    )


def pull_lever(rig: SimulatedRig, lever: bytes) -> None:
    """Raises CannotPull."""
    try:
        levers.pull(rig, msgspec.json.decode(lever))
    except (BadLever, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CannotPull(str(error)) from None
