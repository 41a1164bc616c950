"""What is set for the whole table, whichever game is in play."""

from companion.table.messages.message import Message


class SetSounds(Message, frozen=True):
    """Does the table make its sounds? Lamps and screens do not mind."""

    on: bool
