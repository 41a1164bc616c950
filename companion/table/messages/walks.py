"""Enrolling: a walk from deed to deed, or from space to space, in which the table learns which tag is which."""

from typing import Literal

from msgspec import Struct

from companion.table.messages.message import Message, Text

Does = Literal["skip", "back", "stop", "yes", "no"]


class BeginWalk(Message, frozen=True):
    """It ends when whoever began it hangs up. What was done is kept."""

    what: Text  # deeds, tokens, players, cards, jail, board, or the name of one thing
    again: bool = False  # also through what has its tag already
    instead: bool = False  # of a walk that is under way


class StepWalk(Message, frozen=True):
    """Said about a step that a screen has shown; it is refused if the walk has gone on since."""

    walk: int
    step: int
    does: Does


AboutWalks = BeginWalk | StepWalk


class WalkView(Struct, frozen=True):
    """A walk as it stands. With a `question`, yes or no is asked for; it is put aside if something else is held."""

    number: int
    step: int
    title: str
    prompt: str  # what to do now
    done: int  # have their tag, of
    total: int
    told: str = ""  # what came of it last
    is_trouble: bool = False  # of what is told: nothing was enrolled
    question: str = ""
    is_over: bool = False
    by: str = ""  # the name of the screen or program that began it
