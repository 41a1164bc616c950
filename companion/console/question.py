"""What the open question is about: the deed that it names, and the sum of money."""

from typing import NamedTuple

from textual.content import Content

from companion.console.colours import group_looks
from companion.console.state import ConsoleState
from companion.table.messages.views import DeedPrint

NO_GAME = "No game is in play."


class SumAsked(NamedTuple):
    amount: int
    word: str


def question_words(state: ConsoleState) -> str:
    if state.view is None:
        return NO_GAME
    return state.view.prompt if not state.view.over else ""


def deed_asked(state: ConsoleState) -> DeedPrint | None:
    """The deed that the question names, the longest name first: one may be a part of another."""
    words = question_words(state)
    return next(
        (deed for deed in sorted(state.board.deeds, key=lambda one: -len(one.name)) if deed.name in words), None
    )


def sum_asked(state: ConsoleState) -> SumAsked | None:
    """What is missing for a debt, the highest bid, or the price of what may be bought."""
    if state.view is None or state.view.over:
        return None
    if state.view.auction is not None:
        return SumAsked(state.view.auction.high, "bid") if state.view.auction.high else None
    for one in state.view.raising:
        if one.is_asked:
            return SumAsked(one.move.short_by, "missing")
    first = next(iter(state.view.moves), None)
    return SumAsked(-first.change, "price") if first is not None and first.menu == "buy" and first.change < 0 else None


def with_deed_chip(words: str, state: ConsoleState) -> Content:
    """The deed in it stands on the colour of its group."""
    deed, content = deed_asked(state), Content(words)
    if deed is None or deed.name not in words:
        return content
    start = words.index(deed.name)
    return content.stylize(group_looks(state.board.groups)[deed.group].style, start, start + len(deed.name))
