"""Why money moved or nothing happened: a short code and what fills its sentence. The sentences are in `words`."""

from msgspec import Struct

from companion.rules.ids import DeedId, PlayerId


class Reason(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """`sums` fill the places of the sentence in their order. `text` is the Banker's own."""

    code: str = ""
    deed: DeedId = -1
    player: PlayerId = -1
    card: str = ""
    sums: tuple[int, ...] = ()
    text: str = ""
    is_nothing: bool = False  # it comes to nothing to pay


NO_REASON = Reason()
