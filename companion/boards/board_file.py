"""A board file: TOML with the layout of the title deeds, which a parent can edit. Its errors name the line."""

import unicodedata
from pathlib import Path

from msgspec.structs import replace

from companion.rules.board import GROUPS, KINDS, Board, GroupPrint, Kind, PieceWords, make_spaces, space_naming
from companion.rules.board_checks import NEAREST, board_problems
from companion.rules.cards import Card, Deck, Does
from companion.rules.currency import Currency
from companion.rules.deeds import DEED_SPACES, Deed, make_deed
from companion.toml_document import Key, TomlDocument, TomlError, nearest_name, one_of, parse_toml, read_text

MAX_BYTES = 256 * 1024
MAX_ERRORS = 20  # nobody reads more of them
DOES = {does.value: does for does in Does}
_SECTIONS = ("title", "money", "words", "taxes", "rents", "groups", "spaces", "chance", "chest")
_SPACES = tuple(map(str, range(len(KINDS))))


def read_board(path: Path) -> Board:
    """The board of a file, whose name is the board's. Raises TomlError."""
    return parse_board(path.stem, read_board_text(path), str(path))


def read_board_text(path: Path) -> str:
    """Raises TomlError."""
    return read_text(path, MAX_BYTES, "a board")


def parse_board(key: str, text: str, file: str = "") -> Board:
    """Raises TomlError for the first mistake."""
    board, errors = examine_board(key, text, file)
    if errors:
        raise errors[0]
    return board


def examine_board(key: str, text: str, file: str = "") -> tuple[Board, list[TomlError]]:
    """What is wrong, from top to bottom; without errors the board can be used. Raises TomlError if it is not TOML."""
    reader = _BoardReader(parse_toml(text, file or f"{key}.toml"))
    board = reader.board(key)
    if not reader.errors:
        for problem in board_problems(board):
            if problem.at == ("key",):
                reader.refuse((), f"this is the name of the board too: {problem.why}")
            else:
                reader.refuse(problem.at, problem.why)
    return board, sorted(reader.errors, key=lambda error: error.line)


class _BoardReader:
    """Finds every mistake at once: in place of a wrong value it goes on with an empty one."""

    def __init__(self, document: TomlDocument) -> None:
        self.errors: list[TomlError] = []
        self._document = document

    def refuse(self, at: Key, why: str) -> None:
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(self._document.error(at, why))

    def board(self, key: str) -> Board:
        self._section((), _SECTIONS)
        self._section(("money",), ("sign", "after", "thousands", "factor"))
        self._section(("words",), PieceWords.__struct_fields__)
        self._section(("taxes",), ("income", "luxury"))
        self._section(("rents",), ("railroads", "utilities"))
        self._section(("groups",), tuple(group.value for group in GROUPS))
        for group in GROUPS:
            self._section(("groups", group.value), ("name", "colour"))
        self._section(("spaces",), _SPACES)
        names = tuple(self._space_name(space) for space in _SPACES)
        return Board(
            key,
            self._text(("title",)),
            Currency(
                self._text(("money", "sign")),
                self._flag(("money", "after")),
                self._text(("money", "thousands")),
                self._number(("money", "factor")),
            ),
            PieceWords(*(self._text(("words", word)) for word in PieceWords.__struct_fields__)),
            tuple(
                GroupPrint(self._text(("groups", group.value, "name")), self._text(("groups", group.value, "colour")))
                for group in GROUPS
            ),
            make_spaces(names),
            tuple(self._deed(id, names[space]) for id, space in enumerate(DEED_SPACES)),
            self._cards(Deck.CHANCE, names),
            self._cards(Deck.CHEST, names),
            self._numbers(("rents", "railroads")),
            self._numbers(("rents", "utilities")),
            self._number(("taxes", "income")),
            self._number(("taxes", "luxury")),
        )

    def _space_name(self, space: str) -> str:
        """Sees to it that the space has what its kind has, and nothing else."""
        keys: tuple[str, ...] = ("name",)
        if KINDS[int(space)] is Kind.DEED:
            keys = ("name", "price", "mortgage")
            if make_deed(DEED_SPACES.index(int(space)), "", 0, 0).is_street:
                keys = (*keys, "house", "rent")
        self._section(("spaces", space), keys)
        return self._text(("spaces", space, "name"))

    def _deed(self, id: int, name: str) -> Deed:
        at = ("spaces", str(DEED_SPACES[id]))
        price, mortgage, house = (self._number((*at, key)) for key in ("price", "mortgage", "house"))
        return make_deed(id, name, price, mortgage, house, self._numbers((*at, "rent")))  # only streets have houses

    # Cards

    def _cards(self, deck: Deck, names: tuple[str, ...]) -> tuple[Card, ...]:
        found = self._document.value((deck.value,))
        if not isinstance(found, dict):
            return ()  # the section was missed already
        return tuple(card for id in found for card in self._copies((deck.value, id), names))

    def _copies(self, at: Key, names: tuple[str, ...]) -> list[Card]:
        """The card, once for each of its task numbers."""
        found = self._document.value(at)
        if len(self.errors) >= MAX_ERRORS:
            return []
        if not isinstance(found, dict):
            self.refuse(at, f"expected a section [{'.'.join(at)}]")
            return []
        is_known = self._section(at, ("name", "task"), ("search", *DOES))
        does = [DOES[key] for key in found if key in DOES]
        if len(does) != 1:
            if does:
                both = " and ".join(one.value for one in does)
                self.refuse(at, f"expected that a card does one thing, and found {both}")
            elif is_known:
                self.refuse(at, f"expected what the card does: {one_of(DOES)}")
            return []
        meaning, search = self._text((*at, "name")), self._text((*at, "search")) if "search" in found else ""
        card = self._with_effect(Card(at[1], 0, does[0], meaning, search=search), (*at, does[0].value), names)
        tasks = self._numbers((*at, "task")) if isinstance(found.get("task"), list) else (self._number((*at, "task")),)
        if not tasks:
            self.refuse((*at, "task"), "expected a number, or a list of a number for each card that says this")
        return [replace(card, task=task) for task in tasks]

    def _with_effect(self, card: Card, at: Key, names: tuple[str, ...]) -> Card:
        value = self._document.value(at)
        match card.does:
            case Does.ADVANCE:
                return replace(card, target=self._target(at, names))
            case Does.NEAREST:
                groups = {group.value: group for group in NEAREST}
                if isinstance(value, str) and value in groups:
                    return replace(card, nearest=groups[value])
                self.refuse(at, "expected " + one_of(f'"{name}"' for name in groups))
            case Does.REPAIRS:
                self._section(at, ("house", "hotel"))
                return replace(card, per_house=self._number((*at, "house")), per_hotel=self._number((*at, "hotel")))
            case Does.JAIL | Does.JAIL_FREE:
                if value is not True:
                    self.refuse(at, "expected true")
            case _:
                return replace(card, amount=self._number(at))
        return card

    def _target(self, at: Key, names: tuple[str, ...]) -> int:
        value = self._document.value(at)
        if isinstance(value, int) and not isinstance(value, bool):
            return value if abs(value) < len(KINDS) else -1
        if not isinstance(value, str):
            self.refuse(at, "expected the name of a space in quotes, or its number")
            return -1
        naming = space_naming(names)
        found = naming.find(value)
        if len(found) != 1:
            self.refuse(at, f"{naming.doubt(value, found)}; expected the name of a space, or its number")
        return found[0] if found else -1

    # Values

    def _section(self, at: Key, keys: tuple[str, ...], optional: tuple[str, ...] = ()) -> bool:
        """Sees to it that all keys are there and no others; False if one is unknown."""
        found = self._document.value(at)
        if not isinstance(found, dict):
            if found is not None:  # or else the section around it misses it
                self.refuse(at, f"expected a section [{'.'.join(at)}]")
            return True
        unknown = [name for name in found if name not in keys and name not in optional][:MAX_ERRORS]
        meant = set[str]()
        for name in unknown:
            near = nearest_name(name, (*keys, *optional))
            meant.add(near)
            there = f"{keys[0]} to {keys[-1]}" if keys is _SPACES else ", ".join((*keys, *optional))
            hint = f"did you mean {near}?" if near and near not in found else f"there are {there}"
            self.refuse(
                (*at, name), f"there is no such {'section' if isinstance(found[name], dict) else 'key'}; {hint}"
            )
        for name in keys:
            if name not in found and name not in meant:
                self.refuse((*at, name), "this is missing")
        return not unknown

    def _text(self, at: Key) -> str:
        value = self._document.value(at)
        if isinstance(value, str):
            return unicodedata.normalize("NFC", value) if len(value) < 1_000 else value
        if value is not None:
            self.refuse(at, "expected a text in quotes")
        return ""

    def _flag(self, at: Key) -> bool:
        value = self._document.value(at)
        if value is not None and not isinstance(value, bool):
            self.refuse(at, "expected true or false")
        return value is True

    def _number(self, at: Key) -> int:
        value = self._document.value(at)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self.refuse(at, "expected a whole number, without quotes")
        return 0

    def _numbers(self, at: Key) -> tuple[int, ...]:
        value = self._document.value(at)
        if isinstance(value, list) and all(isinstance(one, int) and not isinstance(one, bool) for one in value):
            return tuple(value)
        if value is not None:
            self.refuse(at, "expected a list of whole numbers such as [25, 50, 100, 200]")
        return ()
