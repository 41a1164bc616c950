"""Amounts in digits three rows high, in the type of Textual's `Digits`, with a small sign of the money beside them."""

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3

from companion.table.messages.views import CurrencyPrint

ROWS = 3


def large_amount(currency: CurrencyPrint, amount: int, style: str = "bold") -> list[Content]:
    """Three lines, all as wide."""
    whole = currency.show(amount)
    number = whole.replace(currency.sign, "", 1).strip("\N{NO-BREAK SPACE}")
    rows = ["", "", ""]
    for character in number:
        if character in DIGITS and character != " ":
            at = DIGITS.index(character) * ROWS
            rows = [row + DIGITS3X3[at + line].ljust(3) for line, row in enumerate(rows)]
        else:
            rows = [row + (character if line == ROWS - 1 else " ") for line, row in enumerate(rows)]
    sign, blank = currency.sign, " " * Content(currency.sign).cell_length
    lines = []
    for line, row in enumerate(rows):
        beside = Content.styled(sign if not line else blank, "$foreground-muted")
        digits = Content.styled(row, style)
        lines.append(digits + " " + beside if currency.after else beside + digits)
    return lines
