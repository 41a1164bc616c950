"""`companion stickers`: sheets of QR codes to print, for tables without a reader: a phone's camera takes its place."""

import argparse
import os
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

from companion.cli.ask_table import ask, tell
from companion.cli.terminal import DONE, add_config, add_data, complain, not_empty, save_file
from companion.household.settings_file import load
from companion.household.sticker_sheet import (
    COLUMNS,
    PAPERS,
    ROWS,
    NotInPdf,
    Sticker,
    StickerPage,
    pdf_sheets,
    svg_sheet,
)
from companion.plain_text import printable
from companion.table.games.tags_file import decode_tags
from companion.table.gestures.tags import SEATS, JailTag
from companion.table.messages.requests import ExportTags, ListDevices
from companion.table.messages.views import BoardPrint
from companion.toml_document import TomlError
from companion.web.addresses import page_urls

USUAL = "stickers.pdf"
HELP = """\
Writes two sheets: the 28 deeds of the board in play, or of the usual one; then cards for eight players, and what leads
out of Jail. Stick each code to the back of its card. The camera of a paired phone opens that deed: look, then act, as
with a tag on a reader. Opening a code never spends anything. A phone that is not paired sees nothing, and is asked for
a code of `companion pair`.

The codes hold the name of this machine in the home network, so that they stay good when its number changes. They must
be printed again if that name, the port or --tls changes, or on another machine. Phones that do not find the name need
the number: give it with --address, and let the router keep it.

A name that ends in .svg writes one file for each sheet, with -1 and -2 in their names.

examples:
  companion stickers
  companion stickers --paper letter --output sheet.svg
  companion stickers --address http://192.168.1.7:8080 --output by-number.pdf
"""
_ADDRESS = re.compile(r"https?://([\w.-]+|\[[\da-fA-F:]+\])(:\d{1,5})?/?", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="what is printed on; without it, a4")
    parser.add_argument(
        "--output", type=not_empty, default=USUAL, metavar="FILE", help=f"a .pdf or .svg; without it, {USUAL}"
    )
    parser.add_argument(
        "--address",
        type=_address,
        metavar="URL",
        help="what the codes hold, if phones find the table by something else",
    )
    add_data(parser)
    add_config(parser)


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an address such as http://companion.local:8080")
    return text.rstrip("/")


def run(args: argparse.Namespace) -> int:
    path = Path(args.output)
    if path.suffix.lower() not in (".pdf", ".svg"):
        return complain(f"companion stickers: {args.output} should end in .pdf or .svg")
    reply = ask(args, ExportTags(everything=True))
    if not reply.done or reply.board is None:
        return tell(reply)
    ways_out = tuple(
        (what.kind, words)
        for (_, what), words in zip(decode_tags(reply.text.encode()).tags, reply.words, strict=False)
        if isinstance(what, JailTag)
    )
    try:
        address, advice = (args.address, "") if args.address else _own_address(args)
        pages = sticker_pages(reply.board, dict(ways_out), address)
        if path.suffix.lower() == ".pdf":
            files = {path: pdf_sheets(pages, args.paper)}
        else:
            numbered = (path.with_stem(f"{path.stem}-{number}") for number in range(1, len(pages) + 1))
            files = {to: svg_sheet(page, args.paper).encode() for to, page in zip(numbered, pages, strict=True)}
        for to, content in files.items():
            save_file(to, content)
    except TomlError as error:
        return complain(str(error))
    except NotInPdf as error:
        return complain(printable(f"companion stickers: a PDF has no letters for “{error}”; write an .svg instead"))
    except (OSError, ValueError) as error:
        return complain(f"companion stickers: {path} cannot be written: {getattr(error, 'strerror', '') or error}")
    names = " and ".join(str(to) for to in files)
    print(printable(f"The stickers of {reply.board.title}, written to {names}. They open {address}."))
    print(f"Print without scaling (100 %). {advice}".rstrip())
    return DONE


def _own_address(args: argparse.Namespace) -> tuple[str, str]:
    """By which phones find the pages whatever number this machine has, and what to heed. Raises TomlError."""
    host = f"{socket.gethostname().partition('.')[0].lower()}.local"
    pairing = ask(args, ListDevices()).pairing
    for url in pairing.urls if pairing is not None else ():
        if (served := urlsplit(url)).hostname == host:
            return f"{served.scheme}://{served.netloc.lower()}", ""
    (url,) = page_urls((host,), load(args.config, os.environ).tablet.port)
    return url, "No pages are served now: start `companion tablet`. With --tls or another --port, print again then."


def sticker_pages(board: BoardPrint, ways_out: dict[str, str], address: str) -> list[StickerPage]:
    """`ways_out` has the words for each card or key that leads out of Jail."""
    groups = {group.id: group for group in board.groups}
    deeds = tuple(
        Sticker(f"{address}/deed/{deed.space}", deed.name, groups[deed.group].name, groups[deed.group].colour)
        for deed in board.deeds
    )
    players = tuple(Sticker(f"{address}/player/{seat}", f"Player {seat}") for seat in range(1, SEATS + 1))
    jail = list[Sticker]()
    for kind, words in ways_out.items():
        name, to_leave, place = words.partition(" to leave ")  # "the Chance card to leave Jail"
        _, _, name = name.partition(" ")
        jail.append(Sticker(f"{address}/jail/{kind}", name[:1].upper() + name[1:], f"{to_leave.strip()} {place}"))
    assert len(deeds) <= COLUMNS * ROWS
    foot = (
        f"A paired phone that scans one of these opens {address}. Looking never spends anything.",
        "If phones find nothing there, start `companion tablet` and print again: companion stickers",
        "If they know this machine only by its number: companion stickers --address http://NUMBER:PORT",
    )
    return [
        StickerPage(f"Deeds: {board.title}", deeds, foot),
        StickerPage(f"Players, and ways out of {board.words.jail}", (*players, *jail), foot),
    ]
