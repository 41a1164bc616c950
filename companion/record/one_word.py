"""Names for a record from whatever people call themselves: one word each, no two the same."""

import re
import unicodedata
from collections.abc import Sequence

from companion.play.setup import MAX_NAME
from companion.record.header import is_name, is_reserved, seat_of

_GAPS = re.compile(r"\s+")
_FOREIGN = re.compile(r"[^\w'.-]")
_NOT_A_START = re.compile(r"^[\W\d_]+")


def one_word_names(names: Sequence[str]) -> tuple[str, ...]:
    chosen: list[str] = []
    for seat, name in enumerate(names, start=1):
        chosen.append(_unused(_one_word(name) or f"Player{seat}", chosen))
    return tuple(chosen)


def _one_word(name: str) -> str:
    joined = _GAPS.sub("-", unicodedata.normalize("NFC", name).strip())
    word = _NOT_A_START.sub("", _FOREIGN.sub("", joined))[:MAX_NAME].rstrip("-'._")
    return word if is_name(word) else ""


def _unused(word: str, taken: Sequence[str]) -> str:
    candidate, number = word, 1
    while is_reserved(candidate) or seat_of(candidate, taken) is not None:
        number += 1
        candidate = f"{word[: MAX_NAME - 3]}-{number}"
    return candidate
