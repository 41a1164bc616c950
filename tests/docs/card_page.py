"""Makes the printable page `docs/table-card.html` from `docs/table-card.md`: one sheet with no other files."""

import re
import sys
from html import escape

from tests.docs.documents import ROOT

CARD, PAGE = ROOT / "docs" / "table-card.md", ROOT / "docs" / "table-card.html"
LAMPS = {
    "white": "#ffffff",
    "purple": "#9a00ff",
    "red": "#e00000",
    "green": "#00a030",
    "amber": "#ff9500",
    "blue": "#0040ff",
}
TIMES = {"once": 1, "twice": 2, "four times": 4}
STYLE = """\
@page { margin: 11mm 12mm; }
* { box-sizing: border-box; }
body { font: 12pt/1.25 Arial, "Liberation Sans", "DejaVu Sans", sans-serif; color: #111;
  max-width: 186mm; margin: 0 auto; }
h1 { font-size: 22pt; margin: 0; border-bottom: 1mm solid #1f6b52; }
h2 { font-size: 15pt; margin: 3.5mm 0 1mm; color: #1f6b52; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: normal; font-style: italic; color: #555; }
th { font-size: 11pt; }
th, td { padding: 0.8mm 2mm; border-bottom: 0.2mm solid #bbb; vertical-align: top; }
td:first-child { width: 38%; }
td:nth-child(2):not(:last-child) { width: 31%; }
.lamp { display: inline-block; width: 4mm; height: 4mm; border: 0.3mm solid #333; border-radius: 50%;
  vertical-align: -0.4mm; margin-right: 1mm; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.long { width: 8mm; border-radius: 2mm; }
.very { width: 14mm; }
ul { margin: 0; padding-left: 5mm; }
code { font-weight: bold; }
@media screen { body { padding: 14mm; } }
"""


def page(markdown: str) -> str:
    """Leaves out the paragraph that links to this page: on paper it leads nowhere."""
    parts = [part for part in re.split(r"\n{2,}", markdown.strip()) if "table-card.html" not in part]
    head = f'<meta charset="utf-8">\n<title>The table card</title>\n<style>\n{STYLE}</style>'
    body = "\n".join(map(_element, parts))
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def _element(part: str) -> str:
    """A table, a list or a heading."""
    lines = part.splitlines()
    if part.startswith("|"):
        head, _, *rows = (line.strip("|").split("|") for line in lines)
        titles = "".join(f"<th>{_inline(cell.strip())}</th>" for cell in head)
        cells = ["".join(f"<td>{_lamp(cell)}{_inline(cell.strip())}</td>" for cell in row) for row in rows]
        body = "\n".join(f"<tr>{row}</tr>" for row in cells)
        return f"<table>\n<tr>{titles}</tr>\n{body}\n</table>"
    if part.startswith("- "):
        return "<ul>\n" + "\n".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "\n</ul>"
    mark, _, words = part.partition(" ")
    return f"<h{len(mark)}>{_inline(words)}</h{len(mark)}>"


def _lamp(cell: str) -> str:
    """One circle per flash, as long as the flash."""
    colour, *rest = cell.strip().split(", ")
    if colour not in LAMPS:
        return ""
    classes = " ".join(("lamp", *rest[1:]))
    return f'<span class="{classes}" style="background: {LAMPS[colour]}"></span>' * TIMES[rest[0]]


def _inline(text: str) -> str:
    bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text, quote=False))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", bold)


def main() -> int:
    PAGE.write_text(page(CARD.read_text("utf-8")), "utf-8")
    print("docs/table-card.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
