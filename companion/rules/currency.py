"""Money as it is written at a table."""

from msgspec import Struct

NO_BREAK = "\N{NO-BREAK SPACE}"  # so that no line ends inside an amount


class Currency(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """`factor` is for boxes in thousands or millions: the rules count in units of it."""

    sign: str = "$"
    after: bool = False
    thousands: str = ","  # between groups of three digits; may be empty
    factor: int = 1

    def show(self, amount: int, plus: bool = False) -> str:
        digits = self.digits(abs(amount))
        minus = "-" if amount < 0 else "+" if plus else ""
        return f"{minus}{digits}{NO_BREAK}{self.sign}" if self.after else f"{minus}{self.sign}{digits}"

    def digits(self, amount: int) -> str:
        """Without the sign, for tables of amounts."""
        return f"{amount * self.factor:,}".replace(",", NO_BREAK if self.thousands == " " else self.thousands)
