"""Evenings on other boards at the console: the board's own names and money at every move, and the same end."""

import os
from pathlib import Path

import pytest
from textual.widgets import Button, OptionList

from companion.console.pads.buildings import BuildingsPad
from companion.console.pads.choose import ChoosePad
from companion.journal.codec import digest
from companion.play.whose_turn import prompt
from companion.rules.catalogue import MENU, seat_of, spec_of
from companion.rules.commands import Bid, DrawCard, Roll
from tests.console.banker_pilot import BankerPilot
from tests.console.screen_pilot import SMALL, count_cash, shown, text_of
from tests.console.tables import InMemoryTable
from tests.evenings import SEEDS, begun, evening, foreign_words
from tests.journeys import Step
from tests.table.fake_table import in_loop

MIDDLE = (120, 36)
FOLDER = Path(os.environ["COMPANION_PICTURES"]) if os.environ.get("COMPANION_PICTURES") else None


@pytest.mark.long_run
@pytest.mark.parametrize(("key", "size"), [("london", SMALL), ("gull-island", MIDDLE)])
@in_loop
async def test_an_evening_on_another_board(key: str, size: tuple[int, int]) -> None:
    table = InMemoryTable(begun(key))
    async with shown(table, size) as (app, pilot):
        banker = BankerPilot(app, pilot)
        for number, step in enumerate(evening(key, SEEDS[key]), 1):
            await enter(banker, step)
            await banker.moved(number)
            after, seen = step.after, banker.seen()
            assert set(prompt(after).text.split()) <= set(seen.split()), text_of(app)
            assert all(count_cash(app, player.cash) for player in after.players), text_of(app)
            assert foreign_words(after.board, seen) == []
            if FOLDER is not None and number % 10 == 0:
                app.save_screenshot(f"{key}-{size[0]}-{number}.svg", str(FOLDER))
    assert table.host.session is not None
    assert digest(table.host.session.game) == digest(step.after)
    assert step.after.over


async def enter(banker: BankerPilot, step: Step) -> None:
    """As the Banker does it, with what people told."""
    board = step.before.board
    match step.command:
        case Roll(_, (first, second)):
            await banker.roll(first, second)
        case DrawCard(_, card):
            await banker.draw(board.card_named(card.partition("/")[2]).meaning)
        case Bid(player, amount):
            await banker.press("o")
            await pick(banker, f"{step.before.name(player)}: ")
            await banker.enter(amount * board.currency.factor)
        case command:
            deed = getattr(command, "deed", None)
            await banker.press(MENU[spec_of(command).menu].key)
            if spec_of(command).asks:
                await banker.sure()
            else:
                await pick(banker, step.before.name(seat_of(command)) if deed is None else board.deeds[deed].name)


async def pick(banker: BankerPilot, words: str) -> None:
    """If a choice is asked for. Where one player alone is waited for, the button does not say the name."""
    screen = banker.app.screen
    if not isinstance(screen, ChoosePad | BuildingsPad):
        return
    labels = [str(button.label) for button in screen.query(Button)]
    if screen.query(OptionList) or any(words in label for label in labels):
        await banker.pick(words)
    else:
        await banker.press(str(1 + next(at for at, label in enumerate(labels) if ": " not in label)))
