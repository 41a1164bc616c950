"""From what a household has set to what is wired to its table."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.config import Config
    from companion.table.table import Wired
    from hardware.simulated import SimulatedRig


class CannotWire(Exception):
    """The message is a sentence, and says what can be done."""


def wire(config: "Config") -> "Wired":
    if config.rig.kind != "simulated":
        raise CannotWire('This version drives no real devices yet: set kind = "simulated" in [rig], or leave it out.')
    return _simulated(config)


def _simulated(config: "Config") -> "Wired":
    from companion.table.sensed import BoardKind
    from companion.table.table import Wired
    from hardware.board import BoardKind as Fitted
    from hardware.clock import SteadyClock
    from hardware.simulated import SimulatedRig

    clock, board = SteadyClock(), config.rig.board
    fitted = Fitted(board) if board != "none" else None
    rig = SimulatedRig(clock, buttons=tuple(config.pins.buttons()), readers=tuple(config.readers), board=fitted)
    sensed = BoardKind(board) if board != "none" else BoardKind.IDENTIFYING
    return Wired(rig, clock.now_ms, sensed, config.game.dice == "hand", lambda lever: _pull(rig, lever))


def _pull(rig: "SimulatedRig", lever: bytes) -> None:
    import msgspec

    from companion.table.desk import CannotPull
    from hardware.errors import BadLever
    from hardware.levers import pull

    try:
        pull(rig, msgspec.json.decode(lever))
    except (BadLever, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CannotPull(str(error)) from None
