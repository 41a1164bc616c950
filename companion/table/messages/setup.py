"""What can be chosen for a new game, what this household usually chooses, and the menu of moves."""

from typing import Literal

from msgspec import Struct

DiceFrom = Literal["button", "hand"]
Takes = Literal["switch", "amount", "switch-or-amount", "rent-mode"]
Value = bool | int | str


class EditionView(Struct, frozen=True):
    """An edition."""

    key: str
    title: str
    max_players: int
    variants: tuple[str, ...]
    has_decks: bool  # without decks, players roll for their tasks
    jail_cards: int  # how many there are: cards, or keys
    board: str = ""  # the key of the one that usually comes with it


class HouseRuleView(Struct, frozen=True):
    name: str
    takes: Takes
    label: str
    meaning: str
    at_start_only: bool = False


class Usual(Struct, frozen=True):
    """What a game starts with unless something else is asked for."""

    edition: str = ""  # empty is the default edition
    variants: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    electronic_cards: bool = True
    dice: DiceFrom = "button"
    board: str = ""  # empty is the one that comes with the edition


class MenuView(Struct, frozen=True):
    """What people can do, by name and key. Moves that `fold` share one button; `rare` ones are only in the menu."""

    id: str
    key: str
    name: str
    help: str
    folds: bool = False
    rare: bool = False


class SetupChoices(Struct, frozen=True):
    """What a game can begin with, and the menu of moves. The first edition is the default."""

    editions: tuple[EditionView, ...] = ()
    variants: dict[str, str] = {}  # what each one means
    house_rules: tuple[HouseRuleView, ...] = ()
    tokens: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    usual: Usual = Usual()
    min_players: int = 2
    max_name: int = 24  # characters
    max_title: int = 60
    max_amount: int = 0
    menu: tuple[MenuView, ...] = ()

    def edition(self, key: str) -> EditionView:
        """The default edition if the key is unknown."""
        return next((book for book in self.editions if book.key == key), self.editions[0])

    def house_rule(self, name: str) -> HouseRuleView | None:
        return next((rule for rule in self.house_rules if rule.name == name), None)
