"""What was chosen for a new game so far, beginning with what is usual here. The table has the last word."""

from msgspec import Struct
from msgspec.structs import replace

from companion.console.signs import sign
from companion.table.messages.requests import NewGame
from companion.table.messages.setup import Books, BookView, DiceFrom, Value

STAND_INS = ("Player 1", "Player 2")


class Seat(Struct, frozen=True):
    name: str
    token: str
    colour: str


class Setup(Struct, frozen=True):
    books: Books
    book: BookView
    seats: tuple[Seat, ...] = ()
    variants: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    electronic_cards: bool = True
    dice: DiceFrom = "button"
    title: str = ""
    minutes: int = 0  # of a timed game; 0 is without a countdown

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    def problem(self) -> str:
        """Why the game cannot begin yet; empty if it can."""
        most = self.book.players_most
        if len(self.seats) < self.books.players_least:
            return f"Say who plays: {self.books.players_least} to {most} players."
        if len(self.seats) > most:
            return f"At most {most} can play by this book, and {len(self.seats)} are named."
        return ""

    # Who plays

    def name_problem(self, name: str, others: tuple[str, ...] | None = None) -> str:
        """Why this cannot be the name of one more player, or of one beside these others."""
        tidy, most = tidied(name), self.books.name_most
        if not tidy:
            return "A player needs a name."
        if len(tidy) > most:
            return f"A name has at most {most} characters; this one has {len(tidy)}."
        if not any(map(str.isalnum, tidy)):
            return f"A name needs a letter or a digit: {tidy} will not do."
        if tidy.casefold() in [other.casefold() for other in (self.names if others is None else others)]:
            return f"Two players cannot both be called {tidy}."
        if others is None and len(self.seats) >= len(self.books.tokens):
            return f"At most {len(self.books.tokens)} can play, and {len(self.seats)} are named."
        return ""

    def with_player(self, name: str) -> "Setup":
        """With the first token and colour that nobody has. The name must have no problem."""
        token = _first_free(self.books.tokens, [seat.token for seat in self.seats])
        colour = _first_free(self.books.colours, [seat.colour for seat in self.seats])
        return replace(self, seats=(*self.seats, Seat(tidied(name), token, colour)))

    def with_stand_ins(self) -> "Setup":
        """As many as are missing, for who cannot wait."""
        setup = self
        for name in STAND_INS[len(self.seats) :]:
            setup = setup.with_player(name)
        return setup

    def without_player(self, at: int) -> "Setup":
        return replace(self, seats=(*self.seats[:at], *self.seats[at + 1 :]))

    def with_seat(self, at: int, seat: Seat) -> "Setup":
        return replace(self, seats=(*self.seats[:at], seat, *self.seats[at + 1 :]))

    def with_token(self, at: int, token: str) -> "Setup":
        """Whoever has it gets this player's in exchange."""
        mine = self.seats[at].token
        seats = [replace(seat, token=mine) if seat.token == token else seat for seat in self.seats]
        return replace(self, seats=tuple(seats)).with_seat(at, replace(self.seats[at], token=token))

    def with_colour(self, at: int, colour: str) -> "Setup":
        mine = self.seats[at].colour
        seats = [replace(seat, colour=mine) if seat.colour == colour else seat for seat in self.seats]
        return replace(self, seats=tuple(seats)).with_seat(at, replace(self.seats[at], colour=colour))

    def one_earlier(self, at: int) -> "Setup":
        """In the order around the table."""
        seats = list(self.seats)
        seats[at - 1], seats[at] = seats[at], seats[at - 1]
        return replace(self, seats=tuple(seats))

    # By which rules

    def with_book(self, book: BookView) -> "Setup":
        return replace(self, book=book, variants=tuple(one for one in self.variants if one in book.variants))

    def with_variants(self, variants: tuple[str, ...]) -> "Setup":
        return replace(self, variants=tuple(one for one in self.book.variants if one in variants))

    def with_option(self, name: str, value: Value) -> "Setup":
        """What is as in the book need not be said, unless it is usually otherwise here."""
        others = {other: kept for other, kept in self.options.items() if other != name}
        is_plain = (value is False or value == "auto") and name not in self.books.usual.options
        return replace(self, options=others if is_plain else others | {name: value})

    @property
    def is_timed(self) -> bool:
        return "timed" in self.variants

    def with_minutes(self, minutes: int) -> "Setup":
        return replace(self, minutes=minutes)

    def with_cards(self, electronic: bool) -> "Setup":
        return replace(self, electronic_cards=electronic)

    def with_dice(self, dice: DiceFrom) -> "Setup":
        return replace(self, dice=dice)

    def with_title(self, title: str) -> "Setup":
        return replace(self, title=title)

    def request(self) -> NewGame:
        return NewGame(
            self.names,
            self.book.key,
            self.variants,
            dict(self.options),
            self.title,
            self.electronic_cards or not self.book.has_decks,
            tokens=tuple(seat.token for seat in self.seats),
            colours=tuple(seat.colour for seat in self.seats),
            dice=self.dice,
            minutes=self.minutes if self.is_timed else 0,
        )

    def words(self) -> dict[str, str]:
        """What stands on the button of each setting."""
        rent = "must be asked for" if self.options.get("rent") == "claim" else "moves by itself"
        cards = "the companion draws" if self.electronic_cards else "our real decks"
        return {
            "book": f"Book: {self.book.title}",
            "dice": f"Dice: {'the companion throws' if self.dice == 'button' else 'we throw real ones'}",
            "cards": f"Cards: {cards if self.book.has_decks else 'thrown for, in this book'}",
            "rent": f"Rent {rent}",
            "variants": f"Variants: {', '.join(self.variants) or 'none'}{self._time_words()}",
            "house": f"House rules: {self._house_words() or 'none'}",
            "title": f"Called: {self.title or '(no title)'}",
        }

    def _time_words(self) -> str:
        return f", {self.minutes:,} minutes" if self.is_timed and self.minutes else ""

    def _house_words(self) -> str:
        chosen = [(self.books.house_rule(name), value) for name, value in self.options.items() if name != "rent"]
        return ", ".join(f"{rule.label} {value_words(value)}" for rule, value in chosen if rule and value is not False)


def usual_setup(books: Books, names: tuple[str, ...] = ()) -> Setup:
    """For these players, as far as there is room for them."""
    usual, book = books.usual, books.book(books.usual.edition)
    setup = Setup(books, book, (), usual.variants, dict(usual.options), usual.electronic_cards, usual.dice)
    for name in names[: book.players_most]:
        setup = setup if setup.name_problem(name) else setup.with_player(name)
    return setup


def tidied(name: str) -> str:
    return " ".join(name.split())


def seat_words(seat: Seat) -> str:
    return f"{sign(seat.colour)} {seat.name}"


def value_words(value: Value | None) -> str:
    if value is None or value is False:
        return "as in the book" if value is None else "off"
    return "on" if value is True else f"{value:,}" if isinstance(value, int) else value


def _first_free(there_are: tuple[str, ...], taken: list[str]) -> str:
    return next((name for name in there_are if name not in taken), "")
