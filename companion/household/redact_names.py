"""Keeping names out of bug reports: every name this household uses, and what replaces it in texts and game records."""

import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from pwd import getpwall
from urllib.parse import quote

from msgspec.structs import replace

from companion.boards.own_boards import own_boards
from companion.household.redact_board import anonymous_board, card_ids, own_names
from companion.journal import JournalError, inspect_journal
from companion.journal.codec import decode_body, decode_head
from companion.journal.games_folder import GamesFolder
from companion.journal.migrate import in_this_format
from companion.play.acts import Redo, Renamed, Undo
from companion.record.parser import Done, parse
from companion.record.runner import Runner
from companion.record.statements import Unclear
from companion.record.writer import one_word_names, write
from companion.rules.board import Board
from companion.rules.commands import AnyCommand, DrawCard
from companion.rules.naming import folded
from companion.table.messages.views import DeviceLine, GameLine

PEOPLE = (1000, 60_000)  # the user ids that Debian gives to people
MIN_TITLE = 4  # letters; a shorter title gives nothing away
NO_REASON = "left out"
MIN_POSSESSIVE = 3  # letters; `as` is not what belongs to `a`
_BEFORE = r"(?:(?<![^\W_])|(?<=\\[nrt]))"  # no letter or digit, or a line end as `repr` writes it
_AFTER = r"(?![^\W_])"
_WORD = re.compile(r"[^\W\d_]{3,}")
_UNNAMED = re.compile(r"player \d+", re.IGNORECASE)  # what players are called who typed no name


# Names and their aliases


def household_aliases(
    data: Path, games: Iterable[GameLine], devices: Iterable[DeviceLine], machine: Iterable[str]
) -> dict[str, str]:
    """What replaces each name. `machine` has the names of this computer and of its users."""
    listed = tuple(games)
    players = (name for game in listed for name in (*game.names, *_names_in_journal(data, game.id)))
    titles = {game.title: "a title" for game in listed if len(game.title) >= MIN_TITLE}
    tablets = {device.name: f"device {number}" for number, device in enumerate(devices, 1) if device.name}
    here = {name: "here" for name in machine if name and name not in ("root", "companion", "localhost")}
    own = own_boards(data)
    boards = (*(one.board for one in own), *(_board_in_journal(data, game.id) for game in listed))
    board_names = own_names(board for board in boards if board is not None)
    # What is wrong with a board quotes it.
    wrong = {one.wrong: "a mistake in a board of their own" for one in own if one.board is None}
    quoted = {text: "a name" for why in wrong for text in re.findall(r'["`]([^"`]+)["`]', why)}
    keys = {one.key: "own" for one in own if one.board is None}
    return here | titles | tablets | keys | quoted | wrong | board_names | player_aliases(players)


def _board_in_journal(data: Path, id: str) -> Board | None:
    try:
        head = in_this_format(inspect_journal(GamesFolder(data).disk(id)).chain).head
        return decode_head(head.body, id).game.board
    except (JournalError, OSError):
        return None


def _names_in_journal(data: Path, id: str) -> Iterator[str]:
    """Includes the old names of renamed players. A journal that cannot be read yields none."""
    try:
        chain = in_this_format(inspect_journal(GamesFolder(data).disk(id)).chain)
        yield from decode_head(chain.head.body, id).names
        for entry in chain.entries:
            if b"Renamed" in entry.body:
                events = decode_body(entry.body, id, entry.number).events
                yield from (event.name for event in events if isinstance(event, Renamed))
    except (JournalError, OSError):
        return


def login_names() -> Iterator[str]:
    """Logins and full names of the people with an account here: their folders appear in the log."""
    for user in getpwall():
        if PEOPLE[0] <= user.pw_uid < PEOPLE[1]:
            yield user.pw_name
            yield user.pw_gecos.partition(",")[0]


def player_aliases(names: Iterable[str]) -> dict[str, str]:
    """P1, P2 and so on for each name, for its form in a record, and for each word in it: Aunt May is also May."""
    spoken = list(dict.fromkeys(name for name in names if name))
    words = one_word_names(spoken) if spoken else ()
    aliases = {name: f"P{number}" for number, name in enumerate(spoken, 1)}
    named = [name for name in reversed(spoken) if not _UNNAMED.fullmatch(name)]
    parts = {part: aliases[name] for name in named for part in _WORD.findall(name)}
    return parts | {word: aliases[name] for word, name in zip(words, spoken, strict=True)} | aliases


# Replacing them


def redact_names(text: str, aliases: Mapping[str, str]) -> str:
    """Replaces whole words in any case and with or without accents, the longest first: `Ann` is not part of `Anna`, but
    `Anns` is Ann's, and `zoe` is Zoë.

    One pass does it all, because an alias may itself be somebody's name.
    """
    plain, places = _without_accents(text)
    spellings = {_without_accents(form)[0]: alias for name, alias in aliases.items() for form in _spellings(name)}
    # A household has used many names, and a text contains few of them.
    present = sorted(((form, alias) for form, alias in spellings.items() if form and form in plain), key=_longest)
    if not present:
        return text
    patterns = (f"({re.escape(form)}){'s?' if len(form) >= MIN_POSSESSIVE else ''}" for form, _ in present)
    parts, at = list[str](), 0
    for found in re.finditer(f"{_BEFORE}(?:{'|'.join(patterns)}){_AFTER}", plain):
        parts += [text[at : places[found.start()]], present[(found.lastindex or 0) - 1][1]]
        at = places[found.end()]
    return "".join((*parts, text[at:]))


def _longest(pair: tuple[str, str]) -> int:
    return -len(pair[0])


def _without_accents(text: str) -> tuple[str, Sequence[int]]:
    """The text in small letters without accents, and where each of them was; at the end, where the text ends."""
    if text.isascii():
        return text.lower(), range(len(text) + 1)
    letters, places = list[str](), list[int]()
    for at, char in enumerate(text):
        for letter in _plain_letters(char):
            letters.append(letter)
            places.append(at)
    return "".join(letters), [*places, len(text)]


@lru_cache(maxsize=1024)
def _plain_letters(char: str) -> str:
    return char if char.isspace() else folded(char)


def _spellings(name: str) -> Iterator[str]:
    """As people type it, and as it looks in JSON, Python, HTML and web addresses."""
    composed, decomposed = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    for typed in dict.fromkeys((name, composed, decomposed, composed.upper())):
        yield typed
        yield json.dumps(typed)[1:-1]
        yield json.dumps(typed, ensure_ascii=False)[1:-1]
        yield ascii(typed)[1:-1]
        yield html.escape(typed)
        yield quote(typed)


def anonymous_record(text: str, aliases: Mapping[str, str], *, keeps_reasons: bool = False) -> str:
    """An exported game without names, not even those of a board of the household. Raises RecordError or ValueError.

    Reasons are in the players' own words: they are left out, or kept with the names in them replaced. It
    works on what the record means and not on its letters, because a player may be called Boardwalk.
    """
    record = parse(text)
    board, ids = anonymous_board(record.header.board), card_ids(record.header.board)
    position = replace(Runner(record).game, board=board) if record.givens else None
    acts: list[AnyCommand | Undo | Redo] = []
    for act in (one.act for one in record.statements if isinstance(one, Done)):
        if isinstance(act, Unclear):
            raise ValueError("a name in it is unclear")
        reason = "" if isinstance(act, Undo | Redo) else getattr(act, "reason", "")
        if isinstance(act, DrawCard) and act.card:
            deck, _, id = act.card.partition("/")
            act = replace(act, card=f"{deck}/{ids[id]}")
        told = redact_names(reason, aliases) if keeps_reasons else NO_REASON
        acts.append(replace(act, reason=told) if reason else act)
    seats = [f"P{seat}" for seat in range(1, len(record.header.names) + 1)]
    names = [aliases.get(name, seat) for name, seat in zip(record.header.names, seats, strict=True)]
    players = names if len(set(names)) == len(names) else seats
    return write(record.header.rules, board, players, acts, position=position)
