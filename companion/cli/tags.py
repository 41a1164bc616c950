"""`companion tags`: which tag is what in this household; written to a file, and read in from one."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.asking import FAILED, add_data, ask, ask_and_tell, complain, not_empty, tell

if TYPE_CHECKING:
    from companion.table.messages import Reply

LIST, EXPORT, IMPORT = "list", "export", "import"
_EXAMPLES = """\
A file that is read in is added to the tags that are known. If a tag is something else here already, or a deed has
another tag, nothing is read in; with --instead, what the file says holds.

examples:
  companion tags
  companion tags export tags.json
  companion tags import tags.json --instead
"""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "tags",
        help="list, export or import the household's tags",
        description="Say which tag is what in this household, write that to a file, or read it in from one.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="?", choices=(LIST, EXPORT, IMPORT), default=LIST, help="without it, list")
    parser.add_argument("file", nargs="?", type=not_empty, metavar="FILE", help="to write to, or to read in")
    parser.add_argument("--instead", action="store_true", help="where both cannot be, take what the file says")
    add_data(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if (args.file is None) != (args.what == LIST):
        return complain(f"companion tags: {_RIGHT[args.what]}")
    if args.instead and args.what != IMPORT:
        return complain("companion tags: --instead is for `companion tags import FILE`")
    if args.what == IMPORT:
        return _import(args, Path(args.file))
    return _list_or_export(args)


_RIGHT = {
    LIST: "say `companion tags list` without a file",
    EXPORT: "say where to write, such as `companion tags export tags.json`",
    IMPORT: "say what to read in, such as `companion tags import tags.json`",
}


def _list_or_export(args: argparse.Namespace) -> int:
    from companion.table.messages import ExportTags

    reply = ask(args, ExportTags())
    if not reply.done:
        return tell(reply)
    if args.what == LIST:
        _list(reply)
    elif code := _export(Path(args.file), reply):
        return code
    for warning in reply.lines:
        print(warning, file=sys.stderr)
    return FAILED if reply.lines else 0


# Told


def _list(reply: "Reply") -> None:
    from companion.play.places import place_name
    from companion.table.tags.bindings import CardTag, DeedTag, JailTag, PlayerTag, TokenTag, said
    from companion.table.tags.bindings_file import decode

    kinds: list[type] = [DeedTag, TokenTag, PlayerTag, CardTag, JailTag]
    known = decode(reply.text.encode())
    for uid, what in sorted(known.tags, key=lambda tag: kinds.index(type(tag[1]))):
        print(f"{uid:<20}  {said(what)}")
    for spot, space in sorted(known.spots, key=lambda one: one[1]):
        print(f"{spot:<20}  the spot under {place_name(space)}")
    print(reply.message)


def _export(path: Path, reply: "Reply") -> int:
    from companion.cli.files import save, show

    if path == Path("-"):
        show(reply.text)
        return 0
    try:
        save(path, reply.text.encode())
    except (OSError, ValueError) as error:
        return complain(f"companion tags: {path} cannot be written: {getattr(error, 'strerror', '') or error}")
    print(f"{reply.message.removesuffix('.')}, written to {path}.")
    return 0


# Read in


def _import(args: argparse.Namespace, path: Path) -> int:
    """The file is read here too, for a table can only say what is wrong with a text."""
    from companion.table.messages import ImportTags
    from companion.table.tags.bindings_file import BYTES_MOST, BindingsUnreadable, decode

    try:
        with path.open("rb") as file:
            found = file.read(BYTES_MOST + 1)
        decode(found)
    except (OSError, ValueError) as error:
        why = str(error) if isinstance(error, BindingsUnreadable) else getattr(error, "strerror", "") or str(error)
        return complain(f"companion tags: {path} cannot be read: {why}")
    return ask_and_tell(args, ImportTags(found.decode("utf-8-sig"), args.instead))
