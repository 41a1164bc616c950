"""What topics are sure of, without asking the engine, is what the engine says: over the moments of whole games."""

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from companion.play.leaving_preview import leaving_preview
from companion.rules import Needs, Refusal, legal_commands, unfold
from companion.rules.building import is_free_to_build, is_free_to_sell, sale_price
from companion.rules.commands import (
    AnyCommand,
    Build,
    BuildSeveral,
    EndTurn,
    Mortgage,
    PayFine,
    Redeem,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    SellSeveral,
    UseJailCard,
)
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS
from companion.rules.state import Game
from tests.choices import is_offered
from tests.table.positions import moments


def change_by(game: Game, command: AnyCommand) -> int | None:
    """Of the cash of whoever gives it. None if the engine refuses."""
    try:
        after = unfold(game, command).game
    except Refusal:
        return None
    seat: int = getattr(command, "player", 0)
    return after.players[seat].cash - game.players[seat].cash


def everything(game: Game) -> Iterator[AnyCommand]:
    """Whatever anybody could think of that needs no choice but who and what."""
    for player in range(len(game.players)):
        yield from (EndTurn(player), PayFine(player), UseJailCard(player), Roll(player, (1, 2)))
        yield RetirePlayer(player, "")
        yield from (SellGroup(player, group) for group in STREET_GROUPS)
        for deed in range(len(game.titles)):
            yield from (kind(player, deed) for kind in (Mortgage, Redeem, Build, SellBuilding))
            yield from (kind(player, (deed,)) for kind in (BuildSeveral, SellSeveral))


def test_what_is_sure_is_accepted_and_changes_cash_as_told() -> None:
    sure = 0
    for game in moments():
        for legal in legal_commands(game):
            if legal.is_sure and legal.needs is Needs.NOTHING:
                sure += 1
                assert change_by(game, legal.command) == legal.change, legal
    assert sure > 10_000


def test_what_is_accepted_is_among_the_legal() -> None:
    accepted = set[type]()
    for game in moments()[::3]:
        legals = legal_commands(game)
        for command in everything(game):
            if change_by(game, command) is not None:
                accepted.add(type(command))
                assert is_offered(legals, command), command
    assert {type(command) for command in everything(moments()[0])} - accepted <= {UseJailCard}, "never came up"


def test_a_sure_sale_brings_what_the_engine_pays() -> None:
    sure = set[bool]()
    for game in moments():
        for group in STREET_GROUPS:
            lots, owner = GROUP_DEEDS[group], game.titles[GROUP_DEEDS[group][0]].owner
            for level in range(max(map(game.steps, lots))):
                deeds = tuple(lot for lot in lots for _ in range(game.steps(lot) - level))
                sure.add(is_free_to_sell(game, group))
                one = max(lots, key=game.steps)
                if is_free_to_sell(game, group) and change_by(game, SellBuilding(owner, one)) is not None:
                    assert change_by(game, SellSeveral(owner, deeds)) == sale_price(game, deeds), (deeds, level)
    assert sure == {True, False}


def test_a_sure_building_site_is_built_on() -> None:
    sure = set[bool]()
    for game in moments():
        for legal in legal_commands(game):
            if isinstance(legal.command, BuildSeveral):
                owner, lots, hotel = legal.command.player, legal.command.deeds, game.rules.houses_for_hotel + 1
                for level in range(min(map(game.steps, lots)) + 1, hotel + 1):
                    deeds = tuple(lot for lot in lots for _ in range(level - game.steps(lot)))
                    price = sum(game.board.deeds[deed].house_cost for deed in deeds)
                    sure.add(is_free_to_build(game, deeds))
                    if is_free_to_build(game, deeds) and price <= game.players[owner].cash:
                        assert change_by(game, BuildSeveral(owner, deeds)) == -price, deeds
    assert sure == {True, False}


def test_what_a_player_would_leave_is_told_anew_when_it_changed() -> None:
    for game in moments():
        for player in game.still_in():
            with suppress(Refusal):
                kept = leaving_preview(game, RetirePlayer(player, ""))
                assert kept == leaving_preview(replace(game, rules=replace(game.rules)), RetirePlayer(player, ""))
