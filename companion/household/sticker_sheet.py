"""Sheets of stickers with QR codes, as PDF or as SVG. Which code holds what is decided elsewhere.

A PDF uses Helvetica, which every reader of PDF files brings along: it has the letters of western Europe and no others.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

import segno

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
COLUMNS, ROWS = 4, 7  # the 28 deeds are one sheet
SIDE, HEAD, FOOT = 8.0, 15.0, 17.0  # margins in mm; most printers leave out 5 of them
CODE = 20.0  # phones read a code of 16 mm from arm's length, if its paper is white for four modules around
QUIET = 4
BAR, NAME, NOTE = 2.2, 3.4, 2.5  # heights of the group's colour and of letters
TITLE, LINE = 4.6, 3.0
POINTS = 72 / 25.4
GREY, BLACK = "#8a8a8a", "#000000"
_WIDTHS = {  # of Helvetica-Bold, in thousandths of its height
    letter: width
    for width, letters in (
        (238, "'"),
        (278, " ,./I\\ijl"),
        (280, "|"),
        (333, "!()-:;[]`ft"),
        (389, "*r{}"),
        (474, '"'),
        (500, "z"),
        (556, "#$0123456789J_aceksvxy"),
        (584, "+<=>^~"),
        (611, "?FLTZbdghnopqu"),
        (667, "EPSVXY"),
        (722, "&ABCDHKNRU"),
        (778, "GOQw"),
        (833, "M"),
        (889, "%m"),
        (944, "W"),
        (975, "@"),
    )
    for letter in letters
}


class Sticker(NamedTuple):
    url: str
    name: str
    note: str = ""
    colour: str = ""  # of its group, as #rrggbb


class StickerPage(NamedTuple):
    """At most COLUMNS × ROWS stickers."""

    title: str
    stickers: tuple[Sticker, ...]
    foot: tuple[str, ...] = ()


class NotInPdf(ValueError):
    """A letter that Helvetica does not have; the message is the text with it."""


# What is on a page, in mm from its upper left corner


class _Box(NamedTuple):
    x: float
    y: float
    wide: float
    high: float
    colour: str
    is_line: bool = False


class _Words(NamedTuple):
    x: float  # of their middle
    y: float  # of the line they stand on
    high: float
    text: str
    colour: str = BLACK


class _Code(NamedTuple):
    x: float
    y: float
    module: float
    rows: tuple[bytes, ...]


def _drawn(page: StickerPage, paper: str) -> Iterator[_Box | _Words | _Code]:
    width, height = PAPERS[paper]
    yield _Words(width / 2, 10.5, TITLE, page.title)
    wide, high = (width - 2 * SIDE) / COLUMNS, (height - HEAD - FOOT) / ROWS
    for place, sticker in enumerate(page.stickers):
        left, top = SIDE + place % COLUMNS * wide, HEAD + place // COLUMNS * high
        middle = left + wide / 2
        yield _Box(left, top, wide, high, GREY, is_line=True)
        if sticker.colour:
            yield _Box(left + 1, top + 1, wide - 2, BAR, sticker.colour)
        rows = tuple(bytes(row) for row in segno.make(sticker.url, error="m", micro=False).matrix)
        module = CODE / len(rows)
        code_top = top + 1 + BAR + QUIET * module
        yield _Code(middle - CODE / 2, code_top, module, rows)
        line = code_top + CODE + QUIET * module + NAME * 0.6
        room = wide - 3
        yield _Words(middle, line, min(NAME, room / _width(sticker.name)), sticker.name)
        if sticker.note:
            yield _Words(middle, line + NOTE * 1.15, min(NOTE, room / _width(sticker.note)), sticker.note, GREY)
    for number, text in enumerate(page.foot):
        top = height - FOOT + 5 + number * LINE * 1.3
        yield _Words(width / 2, top, min(LINE, (width - 2 * SIDE) / _width(text)), text)


def _width(text: str) -> float:
    """In heights of the letters, at least one. An accent takes no room, and what is not known takes a whole height."""
    letters = (one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))
    known = (_WIDTHS.get(letter, 1000) for letter in letters)
    return max(sum(known) / 1000, 1)


def _runs(rows: Sequence[bytes]) -> Iterator[tuple[int, int, int]]:
    """Dark modules side by side: where they begin, their row, and how many they are."""
    for y, row in enumerate(rows):
        for run in re.finditer(rb"\x01+", row):
            yield run.start(), y, len(run[0])


# As SVG


def svg_sheet(page: StickerPage, paper: str) -> str:
    width, height = PAPERS[paper]
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for one in _drawn(page, paper):
        match one:
            case _Box(x, y, wide, high, colour, is_line):
                fill = f'fill="none" stroke="{colour}" stroke-width="0.1"' if is_line else f'fill="{colour}"'
                parts.append(f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" {fill}/>')
            case _Words(x, y, high, text, colour):
                font = f'font-family="Helvetica, Arial, sans-serif" font-weight="bold" font-size="{high:.2f}"'
                place = f'x="{x:.2f}" y="{y:.2f}" text-anchor="middle" fill="{colour}"'
                parts.append(f"<text {place} {font}>{escape(text)}</text>")
            case _Code(x, y, module, rows):
                path = "".join(f"M{column} {row}h{count}v1h-{count}z" for column, row, count in _runs(rows))
                parts.append(f'<path transform="translate({x:.3f} {y:.3f}) scale({module:.5f})" d="{path}"/>')
    return "\n".join((*parts, "</svg>", ""))


# As PDF


def pdf_sheets(pages: Sequence[StickerPage], paper: str) -> bytes:
    """Raises NotInPdf."""
    width, height = (side * POINTS for side in PAPERS[paper])
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold"]
    objects[2] += b"/Encoding/WinAnsiEncoding>>"
    kids = list[bytes]()
    for page in pages:
        content = zlib.compress(b"\n".join(_pdf_lines(page, paper)))
        objects.append(b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(content), content))
        box = b"/MediaBox[0 0 %.2f %.2f]" % (width, height)
        objects.append(
            b"<</Type/Page/Parent 2 0 R%s/Contents %d 0 R/Resources<</Font<</F 3 0 R>>>>>>" % (box, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(kids), len(kids))
    file, starts = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), list[int]()
    for number, content in enumerate(objects, start=1):
        starts.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(file))
    return bytes(file + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end)


def _pdf_lines(page: StickerPage, paper: str) -> Iterator[bytes]:
    """In mm from the upper left corner, as everything here. Letters are turned, or they would stand on their heads."""
    yield b"%.6f 0 0 %.6f 0 %.3f cm" % (POINTS, -POINTS, PAPERS[paper][1] * POINTS)
    for one in _drawn(page, paper):
        match one:
            case _Box(x, y, wide, high, colour, is_line):
                paint = b"%s RG 0.1 w %%s S" if is_line else b"%s rg %%s f"
                yield paint % _pdf_colour(colour) % (b"%.3f %.3f %.3f %.3f re" % (x, y, wide, high))
            case _Words(x, y, high, text, colour):
                left = x - _width(text) * high / 2
                letters = _pdf_letters(text).hex().encode()
                yield b"%s rg BT /F 1 Tf %.3f 0 0 %.3f %.3f %.3f Tm <%s> Tj ET" % (
                    _pdf_colour(colour),
                    high,
                    -high,
                    left,
                    y,
                    letters,
                )
            case _Code(x, y, module, rows):
                boxes = b" ".join(b"%d %d %d 1 re" % run for run in _runs(rows))
                yield b"0 0 0 rg q %.5f 0 0 %.5f %.3f %.3f cm %s f Q" % (module, module, x, y, boxes)


def _pdf_colour(colour: str) -> bytes:
    return b" ".join(b"%.3f" % (int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _pdf_letters(text: str) -> bytes:
    try:
        return unicodedata.normalize("NFC", text).encode("cp1252")
    except UnicodeEncodeError:
        raise NotInPdf(text) from None
