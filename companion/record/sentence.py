"""A line below the head of a record, where it is known who sits at the table and by which rules."""

from companion.record.errors import Line
from companion.record.header import Header, seat_of
from companion.record.words import Words
from companion.rules.ids import BANK, Account, PlayerId
from companion.rules.phrases import or_list


class Sentence(Words):
    def __init__(self, line: Line, header: Header) -> None:
        super().__init__(line)
        self.header = header

    def player(self) -> PlayerId:
        """The next word, which must be a player's name."""
        names, column = self.header.names, self.column
        word = self.take(f"a player: {or_list(names)}")
        seat = seat_of(word.text, names)
        if seat is None:
            raise self.unknown("player", word.text, names, column)
        return seat

    def players(self) -> tuple[PlayerId, ...]:
        found = [self.player()]
        while self.accept(","):
            found.append(self.player())
        return tuple(found)

    def account(self) -> Account:
        return BANK if self.accept("bank") else self.player()

    def peeks_player(self) -> bool:
        """Is a player named next?"""
        return seat_of(self.peek(), self.header.names) is not None
