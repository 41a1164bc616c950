"""Finding lines by the beginnings of their words, as people type them: in any order, without accents."""

import re
import unicodedata
from collections.abc import Sequence

# They are on every card, so nobody finds one by them; German and French ones are on cards of those boards.
SMALL_WORDS = (
    "a an and are at been by each every for from have if in is it of on or the this to with you your "
    "alle am auf aus bis das dem den der des die ein eine einem einen er es für haben ihr ihre ihnen im ist sich sie "
    "und werden wird wurden zu zum zur "
    "au aux avez cest de des du en est et êtes jusqu jusquà la le les pour sur toutes un une vos votre vous à été"
)


def plain_words(text: str) -> list[str]:
    """In small letters, without accents. An apostrophe is left out: doctor's is doctors."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(one for one in letters if one not in "'’" and not unicodedata.combining(one)))


_SMALL = frozenset(plain_words(SMALL_WORDS))


def found_lines(lines: Sequence[str], typed: str) -> list[int]:
    """The places of the lines that have all typed words.

    First those that have them one after the other, then those where most of them are whole words.
    """
    phrase = " ".join(["", *plain_words(typed)])
    has_phrase = [phrase in " ".join(["", *plain_words(line)]) for line in lines]
    words = [{*plain_words(line), *plain_words(re.sub("['’]", " ", line))} for line in lines]
    wanted = plain_words(typed)
    last = wanted.pop() if wanted and not typed[-1].isspace() else ""  # it may only have begun
    wanted = [word for word in wanted if word not in _SMALL]
    found = _lines_with(words, [*wanted, last])
    if not found and any(small.startswith(last) for small in _SMALL):
        found = _lines_with(words, wanted)
    return sorted(found, key=lambda place: not has_phrase[place])


def _lines_with(lines: Sequence[set[str]], wanted: Sequence[str]) -> list[int]:
    found = [
        (-sum(one in line for one in wanted), place)
        for place, line in enumerate(lines)
        if all(any(word.startswith(one) for word in line) for one in wanted)
    ]
    return [place for _, place in sorted(found)]
