"""The cards of Chance and Community Chest. One edition has the same as tasks, numbered 3 to 18."""

from enum import Enum

from msgspec import Struct

from companion.rules.deeds import Group
from companion.rules.ids import SpaceId

DECK_SIZE = 16
TASK_NUMBERS = range(3, 19)


class Deck(Enum):
    CHANCE = "chance"
    CHEST = "chest"


class Does(Enum):
    """What a card tells the player to do."""

    ADVANCE = "advance"
    NEAREST = "nearest"
    BACK = "back"
    JAIL = "jail"
    JAIL_FREE = "jail-free"
    COLLECT = "collect"
    PAY = "pay"
    COLLECT_EACH = "collect-each"
    PAY_EACH = "pay-each"
    REPAIRS = "repairs"


class Card(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A card. Only what its `does` needs is filled in. `search` are words that find it, beside those of its meaning."""

    id: str
    task: int
    does: Does
    meaning: str
    amount: int = 0
    target: SpaceId = -1
    nearest: Group | None = None
    per_house: int = 0
    per_hotel: int = 0
    search: str = ""
