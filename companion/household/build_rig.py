"""From settings to the table's devices, real or simulated. Real ones may be missing, late or lost: the game goes on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.household.settings import Config
    from companion.table.messages.setup import Usual
    from companion.table.messages.views import RigView
    from companion.table.server.table import Wired
    from hardware.clock import Clock, DeviceTiming
    from hardware.outputs import DiceDisplayDevice
    from hardware.pins import GpioPins
    from hardware.rig import AssembledRig
    from hardware.simulated import SimulatedRig

MAX_CUES = 4  # the latest lights and sounds that a screen shows


def usual_game(config: "Config") -> "Usual":
    """What new games begin with."""
    from companion.table.messages.setup import Usual

    game = config.game
    return Usual(game.edition, game.variants, game.options(), game.cards == "companion", game.dice)


def wire_table(config: "Config") -> "Wired":
    from companion.table.server.table import Wired
    from hardware.clock import SteadyClock
    from hardware.signals import BoardKind

    clock, has_hand_dice = SteadyClock(), config.game.dice == "hand"
    board = BoardKind(config.rig.board) if config.rig.board != "none" else BoardKind.IDENTIFYING
    if config.rig.kind == "real":
        return Wired(build_real_rig(config, clock), clock.now_ms, board, has_hand_dice)
    rig = build_simulated_rig(config, clock)
    return Wired(
        rig, clock.now_ms, board, has_hand_dice, lambda lever: pull_lever(rig, lever), lambda: view_simulated_rig(rig)
    )


def build_timing(config: "Config") -> "DeviceTiming":
    from hardware.clock import DeviceTiming

    return DeviceTiming(config.timing.button_quiet_ms, config.timing.tag_quiet_ms, config.timing.poll_ms)


# Real devices


def build_real_rig(config: "Config", clock: "Clock", pins: "GpioPins | None" = None) -> "AssembledRig":
    """Opens nothing yet."""
    from hardware.buttons import PinButtons
    from hardware.lamps_and_speaker import PinLamps, PinSpeaker
    from hardware.pins import GpioPins
    from hardware.rc522 import Rc522Reader
    from hardware.rig import AssembledRig, RigDevices
    from hardware.serial_board import SerialBoard
    from hardware.signals import BoardKind

    pins, numbers, buttons = pins or GpioPins(), config.pins, config.pins.buttons()
    lamps = numbers.lamp_red, numbers.lamp_green, numbers.lamp_blue
    is_anode, volume = config.lamps.common == "anode", config.sounds.volume if config.sounds.on else 0
    devices = RigDevices(
        buttons=PinButtons(pins, buttons) if buttons else None,
        readers=tuple(
            Rc522Reader(name, pins, bus=reader.bus, device=reader.device, reset=reader.reset)
            for name, reader in config.readers.items()
        ),
        board=SerialBoard(BoardKind(config.rig.board), config.board.ports, clock, baud=config.board.baud)
        if config.rig.board != "none"
        else None,
        lamps=PinLamps(pins, lamps, is_active_low=is_anode) if lamps != (None, None, None) else None,
        speaker=PinSpeaker(pins, numbers.speaker, volume) if numbers.speaker is not None else None,
        dice_display=_build_dice_display(config, pins),
    )
    return AssembledRig(devices, clock, build_timing(config), has_threads=True)


def _build_dice_display(config: "Config", pins: "GpioPins") -> "DiceDisplayDevice | None":
    from hardware.dice_display import DigitDisplay, PipDisplay

    display = config.dice_display
    match display.kind:
        case "digits":
            return DigitDisplay(display.address)
        case "pips":
            return PipDisplay(pins, (display.first, display.second))
        case "none":
            return None


# Simulated devices


def build_simulated_rig(config: "Config", clock: "Clock") -> "SimulatedRig":
    from hardware.buttons import SEATS
    from hardware.signals import BoardKind
    from hardware.simulated import SimulatedRig

    wired = tuple(config.pins.buttons())
    return SimulatedRig(
        clock,
        # Simulated buttons need no pins: every seat has one unless the settings wire some.
        buttons=wired if config.pins.seats else (*wired, *SEATS),
        readers=tuple(config.readers),
        board=BoardKind(config.rig.board) if config.rig.board != "none" else None,
        timing=build_timing(config),
    )


def view_simulated_rig(rig: "SimulatedRig") -> "RigView":
    """Where every tag and token is, and what the lamps and speaker did last."""
    from companion.table.messages.views import RigView

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


def pull_lever(rig: "SimulatedRig", lever: bytes) -> None:
    """Raises CannotPull."""
    import msgspec

    from companion.table.server.ports import CannotPull
    from hardware import levers
    from hardware.simulated_devices import BadLever

    try:
        levers.pull(rig, msgspec.json.decode(lever))
    except (BadLever, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CannotPull(str(error)) from None
