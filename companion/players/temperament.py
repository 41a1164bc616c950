"""The temperaments of automatic players: how much cash they keep, what they pay and ask, and how often they deal."""

from msgspec import Struct


class Temperament(Struct, frozen=True):
    """`pays` and `asks` are percentages of what a steady player would."""

    name: str
    reserve: int  # cash that it likes to keep
    pays: int = 100
    asks: int = 100
    rounds_between_deals: int = 60
    mortgages_to_build: bool = False  # single deeds, for houses


STEADY = Temperament("steady", reserve=200)  # deals rarely: games among four of them last about an evening
CAREFUL = Temperament("careful", reserve=450, pays=85, asks=125)
BUILDER = Temperament("builder", reserve=80, mortgages_to_build=True)
TRADER = Temperament("trader", reserve=150, pays=120, asks=90, rounds_between_deals=4)
TEMPERAMENTS = {one.name: one for one in (STEADY, CAREFUL, BUILDER, TRADER)}
