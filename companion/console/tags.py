"""Everything at the table that has a tag, or can have one: its number, what it is, and the words for it."""

from typing import NamedTuple

from msgspec import Struct, json

from companion.table.messages.wire import Reply

KINDS = ("deed", "token", "player", "card", "jail")
UNKNOWN = tuple(f"53494DFF{number:012X}" for number in (1, 2, 3))  # that a simulated table has, and nobody has enrolled


class Tag(NamedTuple):
    uid: str
    kind: str  # one of KINDS
    value: str | int
    words: str

    @property
    def what(self) -> dict[str, str | int]:
        """As the table takes it."""
        return {self.kind: self.value}

    @property
    def title(self) -> str:
        """To stand alone: "Baltic Avenue", "Ann's card"."""
        words = self.words.removeprefix("the deed of ").removeprefix("the ")
        return words[:1].upper() + words[1:]

    @property
    def asked_as(self) -> str:
        """As a walk that enrols it is asked for."""
        match self.kind:
            case "token":
                return f"token {self.value}"
            case "player":
                return f"seat {int(self.value) + 1}"
            case "jail":
                return f"jail {self.value}"
            case _:
                return str(self.value)


class _Row(Struct):
    uid: str
    deed: str = ""
    token: str = ""
    player: int = -1
    card: str = ""
    jail: str = ""


class _File(Struct):
    tags: tuple[_Row, ...]


def tags_in(reply: Reply) -> tuple[Tag, ...]:
    """Of the answer to `ExportTags(everything=True)`."""
    if not reply.done or not reply.text:
        return ()
    rows = json.decode(reply.text, type=_File).tags
    return tuple(_tag(row, words) for row, words in zip(rows, reply.lines, strict=False))


def _tag(row: _Row, words: str) -> Tag:
    for kind in KINDS:
        value = getattr(row, kind)
        if value not in ("", -1):
            return Tag(row.uid, kind, value, words)
    return Tag(row.uid, "", "", words)


def initials(names: tuple[str, ...]) -> dict[str, str]:
    """A letter for each, from its name as far as that can be."""
    given: dict[str, str] = {}
    for name in names:
        letters = [letter.upper() for letter in name if letter.isalpha()] + list("1234567890")
        given[name] = next((letter for letter in letters if letter not in given.values()), "?")
    return given
