"""The real devices that a household has set. Each of them may be missing, come late or get lost: the game goes on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.config import Config
    from hardware.assembled import AssembledRig, Devices
    from hardware.clock import Clock
    from hardware.cues import DiceDisplay, Lamps, Speaker
    from hardware.pins import Pins
    from hardware.reader import TagReader
    from hardware.serial_board import SerialBoard
    from hardware.timing import Timing


def real_rig(config: "Config", clock: "Clock", pins: "Pins | None" = None) -> "AssembledRig":
    """Opens nothing yet."""
    from hardware.assembled import AssembledRig
    from hardware.pins import Pins

    return AssembledRig(_devices(config, clock, pins or Pins()), clock, timing(config), runs_itself=True)


def timing(config: "Config") -> "Timing":
    from hardware.timing import Timing

    settings = config.timing
    return Timing(settings.button_quiet_ms, settings.tag_quiet_ms, settings.poll_ms)


def _devices(config: "Config", clock: "Clock", pins: "Pins") -> "Devices":
    from hardware.assembled import Devices
    from hardware.pin_buttons import PinButtons

    wired = config.pins.buttons()
    return Devices(
        buttons=PinButtons(pins, wired) if wired else None,
        readers=_readers(config, pins),
        board=_board(config, clock),
        lamps=_lamps(config, pins),
        speaker=_speaker(config, pins),
        dice_display=_dice_display(config, pins),
    )


def _readers(config: "Config", pins: "Pins") -> "tuple[TagReader, ...]":
    from hardware.rc522 import Rc522Reader

    return tuple(
        Rc522Reader(name, pins, bus=reader.bus, device=reader.device, reset=reader.reset)
        for name, reader in config.readers.items()
    )


def _board(config: "Config", clock: "Clock") -> "SerialBoard | None":
    from hardware.board import BoardKind
    from hardware.serial_board import SerialBoard

    if config.rig.board == "none":
        return None
    return SerialBoard(BoardKind(config.rig.board), config.board.ports, clock, baud=config.board.baud)


def _lamps(config: "Config", pins: "Pins") -> "Lamps | None":
    from hardware.pin_lamps import PinLamps

    colours = config.pins.lamp_red, config.pins.lamp_green, config.pins.lamp_blue
    if colours == (None, None, None):
        return None
    return PinLamps(pins, colours, is_lit_low=config.lamps.common == "anode")


def _speaker(config: "Config", pins: "Pins") -> "Speaker | None":
    from hardware.pin_speaker import PinSpeaker

    if config.pins.speaker is None:
        return None
    return PinSpeaker(pins, config.pins.speaker, config.sounds.volume if config.sounds.on else 0)


def _dice_display(config: "Config", pins: "Pins") -> "DiceDisplay | None":
    from hardware.digit_display import DigitDisplay
    from hardware.pip_display import PipDisplay

    display = config.dice_display
    match display.kind:
        case "digits":
            return DigitDisplay(display.address)
        case "pips":
            return PipDisplay(pins, (display.first, display.second))
        case "none":
            return None
