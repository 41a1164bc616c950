"""Saying what an unknown tag is: one list of everything that can have a tag, and then a walk for that one thing.

One tap may have been misread, so it alone binds nothing: the walk asks for the tag again, and reads it several times.
"""

from typing import TYPE_CHECKING

from companion.console.pads.choose import Choice, ChoosePad
from companion.console.tags import tags_in
from companion.table.messages.requests import ExportTags

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

TITLE = "What is this tag?"
SCREEN = "companion.console.screens.enrol:EnrolScreen"


async def enrol(app: "ConsoleApp", uid: str) -> None:
    reply = await app.ask(ExportTags(everything=True))
    things = tags_in(reply)
    if not things:
        app.tell_reply(TITLE, reply)
        return
    ordered = sorted(things, key=lambda tag: (tag.kind != "deed", tag.kind, tag.words))
    chosen = await app.show_pad(ChoosePad(TITLE, [Choice(tag.title, tag) for tag in ordered], f"Tag {uid}"))
    if chosen is not None:
        app.open_screen(SCREEN, chosen.asked_as, uid)
