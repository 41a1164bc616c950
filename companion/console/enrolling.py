"""Saying what an unknown tag is: one list of everything that can have a tag."""

from typing import TYPE_CHECKING

from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.confirm import ConfirmPad
from companion.console.tags import tags_in
from companion.table.messages import BindTag, ExportTags

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

TITLE = "What is this tag?"


async def enrol(app: "ConsoleApp", uid: str) -> None:
    reply = await app.ask(ExportTags(everything=True))
    things = tags_in(reply)
    if not things:
        app.tell_reply(TITLE, reply)
        return
    ordered = sorted(things, key=lambda tag: (tag.kind != "deed", tag.kind, tag.words))
    chosen = await app.show_pad(ChoosePad(TITLE, [Choice(tag.title, tag) for tag in ordered], f"Tag {uid}"))
    if chosen is not None:
        await _bind(app, BindTag(uid, dict(chosen.what)))


async def _bind(app: "ConsoleApp", request: BindTag) -> None:
    """What stands in the way is shown, and may be replaced."""
    reply = await app.ask(request)
    if not reply.done and not request.instead:
        text = "\n".join((reply.message, *reply.lines))
        if await app.show_pad(ConfirmPad(TITLE, text, "Take this tag instead", is_careful=True)):
            await _bind(app, BindTag(request.uid, request.what, instead=True))
        return
    app.tell_reply("The tag", reply)
