"""A QR code in half blocks: dark on white whatever the theme, since that is what cameras read."""

from textual.content import Content

BORDER = 2  # white modules around it
STYLE = "#000000 on #ffffff"
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}  # what is above and what is below, in one cell


def qr(text: str) -> Content:
    import segno

    rows = [list(row) for row in segno.make(text, micro=False, error="l").matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(_HALVES[bool(above), bool(below)] for above, below in zip(*pair, strict=True)) for pair in pairs)
    return Content("\n").join(Content.styled(line, STYLE) for line in lines)
