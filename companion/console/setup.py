"""What was chosen for a new game so far. Only what is not as in the book is sent; the table has the last word."""

from msgspec import Struct
from msgspec.structs import replace

from companion.console.books import BOOKS, NAME_MOST, PLAYERS_LEAST, Book, Value, house_rule_of
from companion.table.messages import NewGame


class Setup(Struct, frozen=True):
    names: tuple[str, ...] = ()
    book: Book = BOOKS[0]
    variants: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    electronic_cards: bool = True
    title: str = ""

    def problem(self) -> str:
        """Why the game cannot begin yet; empty if it can."""
        if len(self.names) < PLAYERS_LEAST:
            return f"Say who plays: {PLAYERS_LEAST} to {self.book.players_most} players."
        if len(self.names) > self.book.players_most:
            return f"At most {self.book.players_most} can play by this book, and {len(self.names)} are named."
        return ""

    def with_player(self, name: str) -> "Setup":
        """The same name twice is one player."""
        tidy = " ".join(name.split())[:NAME_MOST]
        known = [other.casefold() for other in self.names]
        return self if not tidy or tidy.casefold() in known else replace(self, names=(*self.names, tidy))

    def without_player(self, name: str) -> "Setup":
        return replace(self, names=tuple(other for other in self.names if other != name))

    def with_book(self, book: Book) -> "Setup":
        return replace(self, book=book, variants=tuple(one for one in self.variants if one in book.variants))

    def with_variants(self, variants: tuple[str, ...]) -> "Setup":
        return replace(self, variants=tuple(one for one in self.book.variants if one in variants))

    def with_option(self, name: str, value: Value) -> "Setup":
        """What is as in the book need not be said."""
        others = {other: kept for other, kept in self.options.items() if other != name}
        is_usual = value is False or value == "auto"
        return replace(self, options=others if is_usual else others | {name: value})

    def with_cards(self, electronic: bool) -> "Setup":
        return replace(self, electronic_cards=electronic)

    def with_title(self, title: str) -> "Setup":
        return replace(self, title=title)

    def request(self) -> NewGame:
        electronic = self.electronic_cards or not self.book.has_decks
        return NewGame(self.names, self.book.key, self.variants, dict(self.options), self.title, electronic)

    def words(self) -> dict[str, str]:
        """What stands on the button of each setting."""
        rent = "must be asked for" if self.options.get("rent") == "claim" else "moves by itself"
        cards = "the companion draws" if self.electronic_cards else "our real decks"
        return {
            "book": f"Book: {self.book.title}",
            "variants": f"Variants: {', '.join(self.variants) or 'none'}",
            "rent": f"Rent {rent}",
            "cards": f"Cards: {cards if self.book.has_decks else 'thrown for, in this book'}",
            "house": f"House rules: {self._house_words() or 'none'}",
            "title": f"Called: {self.title or '(no title)'}",
        }

    def _house_words(self) -> str:
        chosen = [(house_rule_of(name), value) for name, value in self.options.items() if name != "rent"]
        return ", ".join(f"{rule.label} {value_words(value)}" for rule, value in chosen if rule)


def value_words(value: Value | None) -> str:
    if value is None or value is False:
        return "as in the book" if value is None else "off"
    return "on" if value is True else f"{value:,}" if isinstance(value, int) else value
