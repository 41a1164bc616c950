"""What a move changes of a view, and the whole view again from that."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import fields, replace

from companion.table.messages.views import MoveView, View
from companion.table.messages.wire import Changed, FromTable, Moved, Run, Snapshot

T = TypeVar("T", bound=Struct)
_encoder = msgspec.json.Encoder()
_FIELDS = tuple(field.name for field in fields(View) if field.name != "moves")
_decoders: dict[str, "msgspec.json.Decoder[Any]"] = {
    field.name: msgspec.json.Decoder(field.type) for field in fields(View)
}
_moves_decoder = msgspec.json.Decoder(tuple[Run | MoveView, ...])


# At the table


class ToldView(NamedTuple):
    """What screens were told last. The lists are kept as they are sent, too: most of the next ones are the same."""

    number: int
    view: View
    moves: tuple[bytes, ...]
    turns: tuple[bytes, ...]

    def is_in(self, snapshot: Snapshot) -> bool:
        now = snapshot.number, snapshot.view, _each(snapshot.turns)
        return (self.number, self.view, self.turns) == now


def told_view(moved: Moved) -> ToldView:
    return ToldView(moved.number, moved.view, _each(moved.view.moves), _each(moved.turns))


def _each(many: Sequence[Struct]) -> tuple[bytes, ...]:
    return tuple(map(_encoder.encode, many))


def changed(before: ToldView, now: ToldView, moved: Moved) -> Changed:
    """The same as `moved`, for whoever was told what was before."""
    others = [name for name in _FIELDS if getattr(now.view, name) != getattr(before.view, name)]
    view = {name: Raw(_encoder.encode(getattr(now.view, name))) for name in others}
    if now.moves != before.moves:
        parts = _parts(before.moves, now.moves)
        sent = (_encoder.encode(one) if isinstance(one, tuple) else now.moves[one] for one in parts)
        view["moves"] = Raw(b"[%s]" % b",".join(sent))
    turns = tuple(one if isinstance(one, tuple) else moved.turns[one] for one in _parts(before.turns, now.turns))
    return Changed(moved.number, view, moved.log, moved.board_fixes, turns, moved.taken_back, moved.done_again)


def _parts(before: Sequence[bytes], now: Sequence[bytes]) -> Iterator[Run | int]:
    """Runs of what was there before, and the indexes of what is new."""
    known, run = {text: index for index, text in enumerate(before)}, (0, 0)
    for at, text in enumerate(now):
        index = known.get(text)
        if index is not None and run[0] < run[1] == index:
            run = run[0], index + 1
            continue
        if run[0] < run[1]:
            yield run
        run = (0, 0) if index is None else (index, index + 1)
        if index is None:
            yield at
    if run[0] < run[1]:
        yield run


# At a screen


class NotKnown(ValueError):
    """A change of something that was not heard: the whole must be asked for."""


class HeardView:
    """Follows what the table tells, and makes changes whole."""

    def __init__(self) -> None:
        self._last: Snapshot | Moved | None = None

    def hear(self, told: FromTable) -> FromTable:
        """The same, but `Moved` for `Changed`. Raises NotKnown, and then needs another snapshot."""
        heard = self.whole(told) if isinstance(told, Changed) else told
        if isinstance(heard, Snapshot | Moved):
            self.note(heard)
        return heard

    def note(self, told: Snapshot | Moved) -> None:
        self._last = told

    def whole(self, told: Changed) -> Moved:
        """Raises NotKnown."""
        last, self._last = self._last, None
        if last is None or last.view is None or told.number != last.number + 1:
            raise NotKnown(f"move {told.number}")
        try:
            values = {name: _decoders[name].decode(text) for name, text in told.view.items() if name != "moves"}
            if "moves" in told.view:
                values["moves"] = _joined(last.view.moves, _moves_decoder.decode(told.view["moves"]))
            turns = _joined(last.turns, told.turns)
        except (KeyError, IndexError, msgspec.MsgspecError) as error:
            raise NotKnown(str(error)) from None
        view = replace(last.view, **values)
        return Moved(told.number, view, told.log, told.board_fixes, turns, told.taken_back, told.done_again)


def _joined(before: Sequence[T], parts: Sequence[Run | T]) -> tuple[T, ...]:
    found = list[T]()
    for part in parts:
        if isinstance(part, tuple):
            start, end = part
            if not 0 <= start < end <= len(before):
                raise IndexError(f"{len(before)} are known, and not those from {start} to {end}")
            found += before[start:end]
        else:
            found.append(part)
    return tuple(found)
