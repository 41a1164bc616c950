"""What opening a journal found and did, in sentences for people."""

from msgspec import Struct

from companion.journal.chain import Chain
from companion.journal.copies import Copy, State


class Report(Struct, frozen=True):
    found: tuple[str, ...] = ()
    done: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        return not self.found


def tell(copy: Copy, chain: Chain) -> str:
    """What is wrong with this copy."""
    name = copy.name.capitalize()
    match copy.state:
        case State.MISSING:
            return f"{name} was not there."
        case State.TORN:
            return f"{name} ended in a line that was cut off while it was written."
        case State.DAMAGED:
            more = f", and {len(copy.faults) - 1} more" if len(copy.faults) > 1 else ""
            return f"{name} was damaged ({copy.faults[0] if copy.faults else 'its lines are out of order'}{more})."
    ends = copy.lines[-1].number
    return f"{name} ended with move {ends}, the game with move {chain.lines[-1].number}."
