"""Title deeds as the box prints them, and what is the same in every box: where they lie and which group they are in."""

from enum import Enum

from msgspec import Struct

from companion.rules.ids import DeedId, SpaceId


class Group(Enum):
    """The group of a deed, by the colours of the first box. The value is its name in game records."""

    __hash__ = object.__hash__  # an enum's own is written in Python, and every landing asks for a group

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


class Deed(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One title deed. `rents` goes from no houses to a hotel; only streets have them."""

    id: DeedId
    space: SpaceId
    name: str
    group: Group
    price: int
    mortgage_value: int
    house_cost: int
    rents: tuple[int, ...]
    sisters: tuple[DeedId, ...]  # every deed of the group, this one too
    # Stored, because every landing asks, and looking up an enum's member is slow in Python 3.11.
    is_street: bool
    is_railroad: bool
    is_utility: bool


_SPACES_OF: dict[Group, tuple[SpaceId, ...]] = {
    Group.BROWN: (1, 3),
    Group.LIGHT_BLUE: (6, 8, 9),
    Group.PINK: (11, 13, 14),
    Group.ORANGE: (16, 18, 19),
    Group.RED: (21, 23, 24),
    Group.YELLOW: (26, 27, 29),
    Group.GREEN: (31, 32, 34),
    Group.DARK_BLUE: (37, 39),
    Group.RAILROAD: (5, 15, 25, 35),
    Group.UTILITY: (12, 28),
}
DEED_SPACES: tuple[SpaceId, ...] = tuple(sorted(space for spaces in _SPACES_OF.values() for space in spaces))
DEED_GROUPS: tuple[Group, ...] = tuple(
    next(group for group, spaces in _SPACES_OF.items() if space in spaces) for space in DEED_SPACES
)
GROUP_DEEDS: dict[Group, tuple[DeedId, ...]] = {
    group: tuple(map(DEED_SPACES.index, spaces)) for group, spaces in _SPACES_OF.items()
}
STREET_GROUPS: tuple[Group, ...] = tuple(group for group in Group if group not in (Group.RAILROAD, Group.UTILITY))


def make_deed(
    id: DeedId, name: str, price: int, mortgage_value: int, house_cost: int = 0, rents: tuple[int, ...] = ()
) -> Deed:
    """What a box prints, at its place in the ring."""
    group = DEED_GROUPS[id]
    kinds = group in STREET_GROUPS, group is Group.RAILROAD, group is Group.UTILITY
    sisters = GROUP_DEEDS[group]
    return Deed(id, DEED_SPACES[id], name, group, price, mortgage_value, house_cost, rents, sisters, *kinds)
