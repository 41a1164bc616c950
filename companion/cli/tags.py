"""`companion tags`: which tag is what in this household; written to a file, and read from one."""

import argparse
from pathlib import Path

from companion.cli.ask_table import ask, save_reply, tell
from companion.cli.terminal import add_data, complain, not_empty, warn
from companion.plain_text import printable
from companion.table.games.tags_file import MAX_BYTES, BindingsUnreadable, decode_tags
from companion.table.gestures.tags import CardTag, DeedTag, JailTag, PlayerTag, TokenTag
from companion.table.messages.requests import ExportTags, ImportTags

LIST, EXPORT, IMPORT = "list", "export", "import"
_USAGE = {
    LIST: "say `companion tags list` without a file",
    EXPORT: "say where to write, such as `companion tags export tags.json`",
    IMPORT: "say which file to read, such as `companion tags import tags.json`",
}
HELP = """\
Importing a file adds its tags to those that are known. If a tag is something else here already, or a deed has another
tag, nothing is imported; with --instead, the file decides.

examples:
  companion tags
  companion tags export tags.json
  companion tags import tags.json --instead
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", nargs="?", choices=(LIST, EXPORT, IMPORT), default=LIST, help="without it, list")
    parser.add_argument("file", nargs="?", type=not_empty, metavar="FILE", help="to write to, or to read")
    parser.add_argument("--instead", action="store_true", help="if the two disagree, the file decides")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if (args.file is None) != (args.what == LIST):
        return complain(f"companion tags: {_USAGE[args.what]}")
    if args.instead and args.what != IMPORT:
        return complain("companion tags: --instead is for `companion tags import FILE`")
    if args.what == IMPORT:
        return import_tags(args, Path(args.file))
    reply = ask(args, ExportTags())
    if not reply.done:
        return tell(reply)
    if args.what == EXPORT:
        return save_reply(reply, "tags", args.file)
    kinds: list[type] = [DeedTag, TokenTag, PlayerTag, CardTag, JailTag]
    known = decode_tags(reply.text.encode())
    tags = zip(known.tags, reply.words, strict=False)
    spots = zip(known.spots, reply.words[len(known.tags) :], strict=True)
    for (uid, _), words in sorted(tags, key=lambda tag: kinds.index(type(tag[0][1]))):
        print(printable(f"{uid:<20}  {words}"))
    for (spot, _), place in sorted(spots, key=lambda one: one[0][1]):
        print(printable(f"{spot:<20}  the spot under {place}"))
    print(reply.message)
    return warn(reply.lines)


def import_tags(args: argparse.Namespace, path: Path) -> int:
    """Reads the file here too, because a table can only say what is wrong with a text."""
    try:
        with path.open("rb") as file:
            found = file.read(MAX_BYTES + 1)
        decode_tags(found)
    except (OSError, ValueError) as error:
        why = str(error) if isinstance(error, BindingsUnreadable) else getattr(error, "strerror", "") or str(error)
        return complain(f"companion tags: {path} cannot be read: {why}")
    return tell(ask(args, ImportTags(found.decode("utf-8-sig"), args.instead)))
