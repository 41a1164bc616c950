"""What is told beside the game and stays until it was read: a refusal, a restart, what to put back on the board."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from companion.table.messages.views import ToPutRight
from companion.table.messages.wire import Answer

Kind = Literal["refused", "forbidden", "mistake", "not-saved", "unknown", "restarted", "put-back", "told"]

_TITLES: dict[str, str] = {
    "refused": "Not allowed",
    "forbidden": "Not from this screen",
    "mistake": "Our mistake",
    "not-saved": "Not saved",
    "unknown": "Not known whether it was saved",
}


class Note(Struct, frozen=True):
    kind: Kind
    title: str
    lines: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    done: tuple[bool, ...] = ()  # of its lines, those that were seen to be done

    @property
    def is_about_a_command(self) -> bool:
        """The next command makes it old."""
        return self.kind not in ("put-back", "restarted")


def from_answer(answer: Answer) -> Note | None:
    """Nothing for what was done: the move itself tells that."""
    if answer.outcome == "done":
        return None
    said = answer.message or "The table gave no reason."
    return Note(answer.outcome, _TITLES[answer.outcome], (said,), answer.clauses)


def told(title: str, *lines: str) -> Note:
    return Note("told", title, lines)


def to_put_right(items: Sequence[ToPutRight]) -> Note | None:
    """Nothing if all of it was seen to be done."""
    if all(item.done for item in items):
        return None
    lines, done = tuple(item.text for item in items), tuple(item.done for item in items)
    return Note("put-back", "Put right on the board", lines, done=done)
