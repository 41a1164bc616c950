"""What belongs to a sticker: only moves of the view, each deed's own, and the same that a tap would bring up."""

import msgspec

from companion.play.acts import Start
from companion.play.timeline import Timeline
from companion.players.dice import SeededDice
from companion.rules.commands import AnyCommand, DeedCommand
from companion.rules.state import Game
from companion.table.gestures.sheet import deed_sheet
from companion.table.gestures.tags import WAYS_OUT, DeedTag, JailTag, PlayerTag, TaggedThing
from companion.table.messages.views import View
from companion.table.views.game_view import game_view
from companion.table.views.page_view import page_view
from companion.table.views.tag_look import look_at_tag
from tests.kit import ATLANTIC
from tests.table.positions import moments

DECODER = msgspec.json.Decoder(AnyCommand)


def test_every_sticker_can_be_looked_at_in_every_moment() -> None:
    used = set[type]()
    for table in moments()[::9]:
        view = game_view("a", Timeline(Start(table), SeededDice(1)))
        offered = {bytes(move.act) for move in (*view.moves, *(one.move for one in view.raising))}
        for deed in range(28):
            acts = _acts(table, view, DeedTag(deed))
            assert {bytes(act) for act in acts} <= offered
            commands = [DECODER.decode(act) for act in acts]
            assert {one.deed for one in commands if isinstance(one, DeedCommand)} <= {deed}
            tapped = {type(move.command) for move in deed_sheet(table, deed).moves}
            assert tapped <= {type(one) for one in commands}, "what a tap would bring up is there"
            used |= {type(one) for one in commands}
        for seat in range(8):
            for act in _acts(table, view, PlayerTag(seat)):
                assert bytes(act) in offered
        for kind in WAYS_OUT:
            assert {bytes(act) for act in _acts(table, view, JailTag(kind))} <= offered
        onlooker = page_view(view, -1, may_take_back=False, has_real_cards=False)
        assert not _acts(table, onlooker, DeedTag(0))
    assert len(used) > 10


def _acts(table: Game, view: View, what: TaggedThing) -> tuple[msgspec.Raw, ...]:
    return look_at_tag("a", what, table.board, table, view).acts


def test_without_a_game_it_says_what_it_is() -> None:
    reply = look_at_tag("a", DeedTag(27), ATLANTIC, None, None)
    assert (reply.done, reply.message) == (True, "This is the deed of Boardwalk. No game is in play.")
