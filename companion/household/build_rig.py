"""From settings to the table's devices, real or simulated. Real ones may be missing, late or lost: the game goes on."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.household.settings import Config
    from companion.table.messages import RigView, Usual
    from companion.table.table import Wired
    from hardware.assembled import AssembledRig
    from hardware.clock import Clock
    from hardware.cues import DiceDisplay
    from hardware.pins import Pins
    from hardware.simulated import SimulatedRig
    from hardware.timing import Timing

MAX_CUES = 4  # the latest lights and sounds that a screen shows


def usual_game(config: "Config") -> "Usual":
    """What new games begin with."""
    from companion.table.messages import Usual

    game = config.game
    return Usual(game.edition, game.variants, game.options(), game.cards == "companion", game.dice)


def wire_table(config: "Config") -> "Wired":
    from companion.table.sensing.sensed import BoardKind
    from companion.table.table import Wired
    from hardware.clock import SteadyClock

    clock, has_hand_dice = SteadyClock(), config.game.dice == "hand"
    board = BoardKind(config.rig.board) if config.rig.board != "none" else BoardKind.IDENTIFYING
    if config.rig.kind == "real":
        return Wired(build_real_rig(config, clock), clock.now_ms, board, has_hand_dice)
    rig = build_simulated_rig(config, clock)
    return Wired(
        rig, clock.now_ms, board, has_hand_dice, lambda lever: pull_lever(rig, lever), lambda: view_simulated_rig(rig)
    )


def build_timing(config: "Config") -> "Timing":
    from hardware.timing import Timing

    return Timing(config.timing.button_quiet_ms, config.timing.tag_quiet_ms, config.timing.poll_ms)


# Real devices


def build_real_rig(config: "Config", clock: "Clock", pins: "Pins | None" = None) -> "AssembledRig":
    """Opens nothing yet."""
    from hardware.assembled import AssembledRig, Devices
    from hardware.board import BoardKind
    from hardware.pin_buttons import PinButtons
    from hardware.pin_lamps import PinLamps
    from hardware.pin_speaker import PinSpeaker
    from hardware.pins import Pins
    from hardware.rc522 import Rc522Reader
    from hardware.serial_board import SerialBoard

    pins, numbers, buttons = pins or Pins(), config.pins, config.pins.buttons()
    lamps = numbers.lamp_red, numbers.lamp_green, numbers.lamp_blue
    is_anode, volume = config.lamps.common == "anode", config.sounds.volume if config.sounds.on else 0
    devices = Devices(
        buttons=PinButtons(pins, buttons) if buttons else None,
        readers=tuple(
            Rc522Reader(name, pins, bus=reader.bus, device=reader.device, reset=reader.reset)
            for name, reader in config.readers.items()
        ),
        board=SerialBoard(BoardKind(config.rig.board), config.board.ports, clock, baud=config.board.baud)
        if config.rig.board != "none"
        else None,
        lamps=PinLamps(pins, lamps, is_lit_low=is_anode) if lamps != (None, None, None) else None,
        speaker=PinSpeaker(pins, numbers.speaker, volume) if numbers.speaker is not None else None,
        dice_display=_build_dice_display(config, pins),
    )
    return AssembledRig(devices, clock, build_timing(config), runs_itself=True)


def _build_dice_display(config: "Config", pins: "Pins") -> "DiceDisplay | None":
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


# Simulated devices


def build_simulated_rig(config: "Config", clock: "Clock") -> "SimulatedRig":
    from hardware.board import BoardKind
    from hardware.buttons import SEATS
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
    from companion.table.messages import RigView

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

    from companion.table.staff import CannotPull
    from hardware import levers
    from hardware.errors import BadLever

    try:
        levers.pull(rig, msgspec.json.decode(lever))
    except (BadLever, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CannotPull(str(error)) from None
