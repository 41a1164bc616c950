"""What can be chosen for a new game, what this household usually chooses, and the menu of moves."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.table.messages.message import Text

DiceFrom = Literal["button", "hand"]
Takes = Literal["switch", "amount", "switch-or-amount", "rent-mode"]
Value = bool | int | str
Theme = Literal["", "felt", "paper"]  # empty: as the screen sees fit

# What people often say when they correct something, or when somebody leaves.
COMMON_REASONS = ("Miscounted", "Forgotten", "Wrong key", "Agreed at the table")
REASONS_TO_LEAVE = ("Has to go home", "It is bedtime", "Gives up")


class BoardCorrection(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the household's box prints otherwise.

    `at` is its key as in a board file, such as spaces.1.price or taxes.income. In a list its place comes last, counted
    from 0: spaces.1.rent.5 is the rent with a hotel.
    """

    at: Text
    value: int | Text


BoardCorrections = Annotated[tuple[BoardCorrection, ...], Meta(max_length=1_000)]


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


class BoxAnswer(Struct, frozen=True):
    text: str
    edition: str = ""  # empty: the next question tells


class BoxQuestion(Struct, frozen=True):
    """About the box, to find its book."""

    text: str
    answers: tuple[BoxAnswer, ...]


class UsualPlayer(Struct, frozen=True):
    name: str
    token: str = ""
    colour: str = ""


class Usual(Struct, frozen=True):
    """What a game starts with unless something else is asked for: as in the settings, or as it was chosen last."""

    edition: str = ""  # empty is the default edition
    variants: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    electronic_cards: bool = True
    dice: DiceFrom = "button"
    board: str = ""  # empty is the one that comes with the edition
    players: tuple[UsualPlayer, ...] = ()
    minutes: int = 0  # of a timed game
    corrections: BoardCorrections = ()  # of that board
    theme: Theme = ""


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
    box_questions: tuple[BoxQuestion, ...] = ()
    reasons: tuple[str, ...] = ()
    reasons_to_leave: tuple[str, ...] = ()

    def edition(self, key: str) -> EditionView:
        """The default edition if the key is unknown."""
        return next((book for book in self.editions if book.key == key), self.editions[0])

    def house_rule(self, name: str) -> HouseRuleView | None:
        return next((rule for rule in self.house_rules if rule.name == name), None)
