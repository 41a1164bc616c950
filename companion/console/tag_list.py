"""Everything at the table that has a tag or can have one: its number, what it is, and the words for it."""

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, json

from companion.console.pads.choose import ChoosePad, PadChoice
from companion.table.messages.requests import ExportTags
from companion.table.messages.wire import Reply

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

WHAT_IS_IT = "What is this tag?"
KINDS = ("deed", "token", "player", "card", "jail")
UNKNOWN = tuple(f"53494DFF{number:012X}" for number in (1, 2, 3))  # tags of a simulated table that nobody has enrolled


class ListedTag(NamedTuple):
    uid: str
    kind: str  # one of KINDS
    value: str | int
    words: str

    @property
    def title(self) -> str:
        """To stand alone: "Baltic Avenue", "Ann's card"."""
        words = self.words.removeprefix("the deed of ").removeprefix("the ")
        return words[:1].upper() + words[1:]

    @property
    def asked_as(self) -> str:
        """The name by which the walk that enrols tags knows it."""
        if self.kind == "deed":
            return self.words.removeprefix("the deed of ")
        value = int(self.value) + 1 if self.kind == "player" else self.value
        kind = {"token": "token ", "player": "seat ", "jail": "jail "}.get(self.kind, "")
        return f"{kind}{value}"


class _TagRow(Struct):
    uid: str
    deed: int = -1
    token: str = ""
    player: int = -1
    card: str = ""
    jail: str = ""


class _TagFile(Struct):
    tags: tuple[_TagRow, ...]


def tags_in(reply: Reply) -> tuple[ListedTag, ...]:
    """From the answer to `ExportTags(everything=True)`."""
    if not reply.done or not reply.text:
        return ()
    tags = []
    for row, words in zip(json.decode(reply.text, type=_TagFile).tags, reply.words, strict=False):
        kind = next((kind for kind in KINDS if getattr(row, kind) not in ("", -1)), "")
        tags.append(ListedTag(row.uid, kind, getattr(row, kind) if kind else "", words))
    return tuple(tags)


async def enrol_tag(app: "ConsoleApp", uid: str) -> None:
    """Asks what an unknown tag is, and starts a walk for that one thing.

    A single tap may have been misread, so it binds nothing: the walk asks for the tag again and reads it several times.
    """
    reply = await app.ask(ExportTags(everything=True))
    tags = sorted(tags_in(reply), key=lambda tag: (tag.kind != "deed", tag.kind, tag.words))
    if not tags:
        app.show_reply(WHAT_IS_IT, reply)
        return
    chosen = await app.show_pad(ChoosePad(WHAT_IS_IT, [PadChoice(tag.title, tag) for tag in tags], f"Tag {uid}"))
    if chosen is not None:
        app.open_screen("enrol:EnrolScreen", chosen.asked_as, uid)
