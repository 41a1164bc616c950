"""From what a household has set to what is wired to its table, and what its games begin with."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.config import Config
    from companion.table.messages import RigView, Usual
    from companion.table.sensing.sensed import BoardKind
    from companion.table.table import Wired
    from hardware.simulated import SimulatedRig

TOLD = 4  # of the lights and sounds, the last


def usual(config: "Config") -> "Usual":
    from companion.table.messages import Usual

    game = config.game
    return Usual(game.edition, game.variants, game.options(), game.cards == "companion", game.dice)


def wire(config: "Config") -> "Wired":
    return _simulated(config) if config.rig.kind == "simulated" else _real(config)


def _real(config: "Config") -> "Wired":
    from companion.fitted import real_rig
    from companion.table.table import Wired
    from hardware.clock import SteadyClock

    clock = SteadyClock()
    return Wired(real_rig(config, clock), clock.now_ms, _sensed(config), config.game.dice == "hand")


def _sensed(config: "Config") -> "BoardKind":
    from companion.table.sensing.sensed import BoardKind

    return BoardKind(config.rig.board) if config.rig.board != "none" else BoardKind.IDENTIFYING


def _simulated(config: "Config") -> "Wired":
    from companion.fitted import timing
    from companion.table.table import Wired
    from hardware.board import BoardKind as Fitted
    from hardware.clock import SteadyClock
    from hardware.simulated import SimulatedRig

    clock, board = SteadyClock(), config.rig.board
    rig = SimulatedRig(
        clock,
        buttons=_simulated_buttons(config),
        readers=tuple(config.readers),
        board=Fitted(board) if board != "none" else None,
        timing=timing(config),
    )
    by_hand = config.game.dice == "hand"
    return Wired(rig, clock.now_ms, _sensed(config), by_hand, lambda lever: pull(rig, lever), lambda: stands(rig))


def _simulated_buttons(config: "Config") -> tuple[str, ...]:
    """Buttons that need no pins cost nothing: where no seats are wired, all of them have one."""
    from hardware.buttons import SEATS

    wired = tuple(config.pins.buttons())
    return wired if config.pins.seats else (*wired, *SEATS)


def stands(rig: "SimulatedRig") -> "RigView":
    """What lies and stands where, and what it was told."""
    from companion.table.messages import RigView

    lamps, speaker, dice = rig.lamps, rig.speaker, rig.dice_display
    return RigView(
        buttons=rig.buttons.names,
        down=tuple(name for name in rig.buttons.names if rig.buttons.is_down(name)),
        readers=tuple((name, tuple(sorted(reader.lying))) for name, reader in rig.readers.items()),
        has_board=rig.board is not None,
        tokens=tuple(sorted(rig.board.standing.items())) if rig.board is not None else (),
        lights=tuple(lamps.shown)[-TOLD:] if lamps is not None else (),
        sounds=tuple(speaker.played)[-TOLD:] if speaker is not None else (),
        dice=dice.shown[-1] if dice is not None and dice.shown else (),
    )


def pull(rig: "SimulatedRig", lever: bytes) -> None:
    """Raises CannotPull."""
    import msgspec

    from companion.table.staff import CannotPull
    from hardware import levers
    from hardware.errors import BadLever

    try:
        levers.pull(rig, msgspec.json.decode(lever))
    except (BadLever, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CannotPull(str(error)) from None
