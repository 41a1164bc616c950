"""The twenty-eight title deeds: prices, rents, groups. Laid out like the cards; a wrong digit stops the import."""

from enum import Enum

from msgspec import Struct

from companion.rules.ids import DeedId, SpaceId


class Group(Enum):
    """The group of a deed. The value is its name in game records."""

    BROWN = "brown"
    LIGHT_BLUE = "light-blue"
    PINK = "pink"
    ORANGE = "orange"
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    DARK_BLUE = "dark-blue"
    RAILROAD = "railroad"
    UTILITY = "utility"


class Deed(Struct, frozen=True, gc=False):
    """One title deed as printed. `rents` goes from no houses to a hotel; only streets have them."""

    id: DeedId
    space: SpaceId
    name: str
    group: Group
    price: int
    house_cost: int
    rents: tuple[int, ...]
    sisters: tuple[DeedId, ...]  # every deed of the group, this one too
    # Stored, because every landing asks, and looking up an enum's member is slow in Python 3.11.
    is_street: bool
    is_railroad: bool
    is_utility: bool

    @property
    def mortgage_value(self) -> int:
        """Half the printed price; every price is even.  [MORT-2]"""
        return self.price // 2


# fmt: off
_PRINTED: tuple[tuple[int, str, Group, int, int, tuple[int, ...]], ...] = (
    # space name                     group             price house  site   1h   2h    3h    4h hotel
    (    1, "Mediterranean Avenue",  Group.BROWN,         60,   50, (  2,  10,  30,   90,  160,  250)),
    (    3, "Baltic Avenue",         Group.BROWN,         60,   50, (  4,  20,  60,  180,  320,  450)),
    (    5, "Reading Railroad",      Group.RAILROAD,     200,    0, ()),
    (    6, "Oriental Avenue",       Group.LIGHT_BLUE,   100,   50, (  6,  30,  90,  270,  400,  550)),
    (    8, "Vermont Avenue",        Group.LIGHT_BLUE,   100,   50, (  6,  30,  90,  270,  400,  550)),
    (    9, "Connecticut Avenue",    Group.LIGHT_BLUE,   120,   50, (  8,  40, 100,  300,  450,  600)),
    (   11, "St. Charles Place",     Group.PINK,         140,  100, ( 10,  50, 150,  450,  625,  750)),
    (   12, "Electric Company",      Group.UTILITY,      150,    0, ()),
    (   13, "States Avenue",         Group.PINK,         140,  100, ( 10,  50, 150,  450,  625,  750)),
    (   14, "Virginia Avenue",       Group.PINK,         160,  100, ( 12,  60, 180,  500,  700,  900)),
    (   15, "Pennsylvania Railroad", Group.RAILROAD,     200,    0, ()),
    (   16, "St. James Place",       Group.ORANGE,       180,  100, ( 14,  70, 200,  550,  750,  950)),
    (   18, "Tennessee Avenue",      Group.ORANGE,       180,  100, ( 14,  70, 200,  550,  750,  950)),
    (   19, "New York Avenue",       Group.ORANGE,       200,  100, ( 16,  80, 220,  600,  800, 1000)),
    (   21, "Kentucky Avenue",       Group.RED,          220,  150, ( 18,  90, 250,  700,  875, 1050)),
    (   23, "Indiana Avenue",        Group.RED,          220,  150, ( 18,  90, 250,  700,  875, 1050)),
    (   24, "Illinois Avenue",       Group.RED,          240,  150, ( 20, 100, 300,  750,  925, 1100)),
    (   25, "B. & O. Railroad",      Group.RAILROAD,     200,    0, ()),
    (   26, "Atlantic Avenue",       Group.YELLOW,       260,  150, ( 22, 110, 330,  800,  975, 1150)),
    (   27, "Ventnor Avenue",        Group.YELLOW,       260,  150, ( 22, 110, 330,  800,  975, 1150)),
    (   28, "Water Works",           Group.UTILITY,      150,    0, ()),
    (   29, "Marvin Gardens",        Group.YELLOW,       280,  150, ( 24, 120, 360,  850, 1025, 1200)),
    (   31, "Pacific Avenue",        Group.GREEN,        300,  200, ( 26, 130, 390,  900, 1100, 1275)),
    (   32, "North Carolina Avenue", Group.GREEN,        300,  200, ( 26, 130, 390,  900, 1100, 1275)),
    (   34, "Pennsylvania Avenue",   Group.GREEN,        320,  200, ( 28, 150, 450, 1000, 1200, 1400)),
    (   35, "Short Line",            Group.RAILROAD,     200,    0, ()),
    (   37, "Park Place",            Group.DARK_BLUE,    350,  200, ( 35, 175, 500, 1100, 1300, 1500)),
    (   39, "Boardwalk",             Group.DARK_BLUE,    400,  200, ( 50, 200, 600, 1400, 1700, 2000)),
)
# fmt: on

GROUP_DEEDS: dict[Group, tuple[DeedId, ...]] = {
    group: tuple(index for index, row in enumerate(_PRINTED) if row[2] is group) for group in Group
}
DEEDS: tuple[Deed, ...] = tuple(
    Deed(index, *row, GROUP_DEEDS[row[2]], bool(row[5]), row[2] is Group.RAILROAD, row[2] is Group.UTILITY)
    for index, row in enumerate(_PRINTED)
)
STREET_GROUPS: tuple[Group, ...] = tuple(group for group in Group if DEEDS[GROUP_DEEDS[group][0]].is_street)
RAILROAD_RENTS = (25, 50, 100, 200)  # by how many the owner holds  [RENT-4]
UTILITY_FACTORS = (4, 10)  # by how many the owner holds  [RENT-5]

assert sum(deed.price for deed in DEEDS) == 5_690, "a deed's price is wrong"
assert sum(deed.house_cost for deed in DEEDS) == 2_750, "a house's price is wrong"
assert sum(map(sum, (deed.rents for deed in DEEDS))) == 61_916, "a rent is wrong"
