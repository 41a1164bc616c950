"""How a command is tapped on a page: by the buttons that people use for it, wherever it stands."""

import json

import msgspec

from companion.rules.commands import (
    AnyCommand,
    Bid,
    Build,
    DrawCard,
    GoBankrupt,
    Mortgage,
    PassBid,
    Redeem,
    Roll,
    SellBuilding,
    Throw,
)
from companion.rules.state import Game
from tests.web.browser import BankerPage, GamePage, Phone

BY_DEED = {Build: "Build", SellBuilding: "Build", Mortgage: "Mortgage", Redeem: "Mortgage"}


def act_of(command: AnyCommand) -> str:
    return msgspec.json.encode(command).decode()


def tap_command(page: GamePage, before: Game, command: AnyCommand) -> None:
    """A list that stays open is closed again."""
    match command:
        case Roll(dice=dice) | Throw(dice=dice):
            page.roll(dice)
        case DrawCard():
            page.tap_key(act_of(command), "#question .pick")
        case Bid(player, amount):
            _bid(page, before, player, amount)
        case PassBid(player):
            page.tap_key("pass" if isinstance(page, Phone) else f"{player} Pass")
        case Build() | SellBuilding() | Mortgage() | Redeem():
            within = "#dock" if isinstance(page, Phone) else "#any"
            page.tap(BY_DEED[type(command)], within)
            page.tap_key(act_of(command), "#question .ways")
            page.tap_key("done")
        case _:
            page.tap_at(page.page.locator(f"#moves [data-key^={json.dumps(f'[{act_of(command)},0,')}]"))
            if isinstance(command, GoBankrupt):
                page.tap_at(page.page.locator("#question .foot .btn:not([data-key=cancel])"))


def _bid(page: GamePage, before: Game, player: int, amount: int) -> None:
    if isinstance(page, BankerPage):
        quick = page.page.locator(f"#question [data-key={json.dumps(f'{player} {before.money(amount)}')}]")
        if quick.count():
            page.tap_at(quick)
            return
        page.tap_key(f"{player} Other sum")
    page.page.fill("#sum", str(amount))
    page.tap_at(page.page.locator("#question .first", has_text=before.money(amount)))
