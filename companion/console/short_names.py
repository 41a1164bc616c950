"""Names of spaces in as few columns as there are, never the same for two names: `Penn. Railroad`, `Penn.Rai`, `PenRa`.

They come from the names themselves, so that a household's own board has them as well.
"""

from collections import Counter
from functools import lru_cache

from companion.console.words import cells
from companion.table.messages.views import BoardPrint

GO_TO_JAIL = 30  # its space
FEWEST = 4  # columns in which names can be told apart
SAYS_ENOUGH = 4  # letters that are enough to know a space by
SHARED_BY_MANY, SHARED_BY_FEW = 3, 2  # names, of which a word says little
ELISIONS = ("d'", "l'", "d’", "l’")


@lru_cache(maxsize=64)
def short_names(board: BoardPrint, room: int, *, is_bare: bool = False) -> tuple[str, ...]:
    """Of every space, in at most `room` columns; from 4 on no two names become one.

    `is_bare`: without the words that several names share, even where there is room: Kentucky, not Kentucky Avenue.
    """
    if room < FEWEST:
        return tuple(cut_to(name, room) for name in board.spaces)
    names = tuple(dict.fromkeys(board.spaces))
    counts = Counter(word for name in names for word in set(name.split()))
    bare = {name: _bare(name, counts, SHARED_BY_FEW) for name in names}
    deeds = {deed.name for deed in board.deeds}
    found: dict[str, str] = {}
    for name in names:
        ways = (*(() if is_bare else (name,)), _bare(name, counts, SHARED_BY_MANY), bare[name])
        cut = _cut(bare[name], room, is_deed=name in deeds)
        found[name] = next((way for way in ways if cells(way) <= room), cut)
    if len(board.spaces) > GO_TO_JAIL and cells(board.spaces[GO_TO_JAIL]) > room:
        found[board.spaces[GO_TO_JAIL]] = "→" + cut_to(board.words.jail, room - 1)
    for alike in _alike(found):
        for name in alike:
            others = [other for other in alike if other != name]
            is_told_by_bare = all(bare[name] != bare[other] for other in others)
            words = bare if is_told_by_bare else dict(zip(names, names, strict=True))
            found[name] = _told_apart(words[name], [words[other] for other in others], room)
    while still := _alike(found):
        for name in (name for alike in still for name in alike):
            number = f"{names.index(name):02}"
            found[name] = cut_to(_letters(name), room - len(number)) + number
    return tuple(found[name] for name in board.spaces)


def _alike(found: dict[str, str]) -> list[list[str]]:
    """The names that have become one."""
    by_short: dict[str, list[str]] = {}
    for name, short in found.items():
        by_short.setdefault(short, []).append(name)
    return [names for names in by_short.values() if len(names) > 1]


def _bare(name: str, counts: Counter[str], shared_by: int) -> str:
    """Without the words that so many names share; if all of its words are shared, the rarest."""
    words = name.split()
    rarest = min((counts[word] for word in words), default=0)
    own = [word for word in words if counts[word] <= max(rarest, shared_by - 1)]
    while len(own) > 1 and own[0][0].islower():  # de la République
        own = own[1:]
    text = " ".join(own)
    elision = next((one for one in ELISIONS if text.startswith(one)), "")
    text = text.removeprefix(elision).rstrip(",")
    return text[:1].upper() + text[1:]


def _cut(text: str, room: int, *, is_deed: bool) -> str:
    """Whole words from the beginning if they say enough; otherwise the letters without the gaps."""
    words = text.split()
    wholes = [words[:count] for count in range(len(words), 0, -1)]
    ways = [whole for whole in wholes if whole == words or not whole[-1][0].islower()]
    if not is_deed:  # the Chest
        ways = sorted((*ways, *([word] for word in words[1:])), key=lambda way: -len(" ".join(way)))
    for whole in (" ".join(way).rstrip(",") for way in ways):
        if cells(whole) <= room and (whole == text or sum(map(str.isalnum, whole)) >= SAYS_ENOUGH):
            return whole
    return cut_to(_letters(text), room)


def _told_apart(name: str, others: list[str], room: int) -> str:
    """The beginning, and then where it differs from the others: Penn. Railroad, Penn.Rai, PenRa."""
    same = max(_same(name, other) for other in others)
    start = name.rfind(" ", 0, same + 1) + 1 or same
    dot = "" if room < 8 else "." if room < 12 else ". "
    if SAYS_ENOUGH + len(dot) + cells(rest := name[start:]) <= room:
        return cut_to(_letters(name[:start]), SAYS_ENOUGH) + dot + rest
    rest = cut_to(_letters(rest), 2 if room < 8 else 3)
    return cut_to(_letters(name[:start]), room - len(dot) - cells(rest)) + dot + rest


def _same(one: str, other: str) -> int:
    """How many characters both begin with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _letters(text: str) -> str:
    return "".join(one for one in text if one.isalnum() or one == "&") or text.replace(" ", "")


def cut_to(text: str, room: int) -> str:
    """As many characters as fit, with no mark."""
    found = ""
    for one in text:
        if cells(found + one) > room:
            break
        found += one
    return found
