"""A game in a few lines: the same winner, order, rents and deeds as its story has."""

from companion.play.acts import Start
from companion.rules.editions import CLASSIC, Rules
from companion.rules.worth import end_worth
from companion.story import tell_story
from companion.story.course import finish_order
from companion.story.money import MoneyKind, money_lines
from companion.story.summary import LEVELS, POINTS, summarise
from tests.kit import in_every_game, new_game
from tests.story.games import story_of


@in_every_game
def test_a_summary_tells_what_the_story_tells(rules: Rules) -> None:
    story = story_of(rules)
    end, summary = story.end, summarise(story)
    assert tuple(player.name for player in summary.players) == story.names
    assert summary.turns == end.turn_number
    order = finish_order(story)
    assert all(summary.players[seat].won == (seat in end.winners) for seat in order)
    places = [summary.players[seat].place for seat in order]
    assert places == ([1] * len(end.winners) + list(range(1 + len(end.winners), 5)) if end.over else [0] * 4)
    lines = money_lines(story)
    for seat, player in enumerate(summary.players):
        assert player.rent == max(
            (line.amount for line in lines if line.kind is MoneyKind.RENT and line.payee == seat), default=0
        )
        assert player.rent_shown == (end.money(player.rent) if player.rent else "")
        bought = {line.deed for line in lines if line.kind is MoneyKind.DEEDS and line.payer == seat and line.deed >= 0}
        assert set(player.bought) == {end.board.deeds[deed].name for deed in bought}
        assert len(player.bought) == len(bought)


def test_pictures_of_worth_are_on_one_scale_and_end_with_the_game() -> None:
    story = story_of(CLASSIC)
    players = summarise(story).players
    assert {len(player.worth) for player in players} == {POINTS}
    assert LEVELS[-1] in "".join(player.worth for player in players)
    worths = [end_worth(story.end, seat) for seat in range(4)]
    assert max(range(4), key=lambda seat: worths[seat]) == max(range(4), key=lambda seat: players[seat].worth[-1])
    assert [player.worth[-1] == "0" for player in players] == [worth == 0 for worth in worths]


def test_a_game_without_a_move_has_one_moment() -> None:
    start = Start(new_game(CLASSIC, ("Ann", "Ben")))
    summary = summarise(tell_story(start, (), start.game))
    assert [player.worth for player in summary.players] == ["z", "z"]
    assert [(player.place, player.rent, player.bought) for player in summary.players] == [(0, 0, ())] * 2
