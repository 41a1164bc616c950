"""How a sum came about, as people write it: what it is for, and the sum itself at the end of the calculation."""

import re

from companion.rules.events import MatterOpened, Paid, RentIncurred
from companion.rules.pending_steps import AnyMatter, Debt
from companion.rules.phrases import money

# A calculation at the end of the words: "2 × 6", "30 + 3", "half of 150", "10% of total worth 1530 (...)".
_CALCULATION = re.compile(r"(×|\+|half of|% of)[^:]*$")


def how(event: object) -> str:
    """Nothing for what is no sum."""
    match event:
        case Paid(amount=amount, why=why):
            return equation(why, amount)
        case MatterOpened(matter=matter):
            return how_owed(matter)
        case RentIncurred(rent=rent) if not rent.factor:
            return equation(rent.why, rent.amount)
    return ""


def how_owed(matter: AnyMatter) -> str:
    return equation(matter.why, matter.amount) if isinstance(matter, Debt) else ""


def equation(why: str, amount: int) -> str:
    if not why:
        return ""
    return f"{why} = {money(amount)}" if _CALCULATION.search(why) else f"{why}: {money(amount)}"
