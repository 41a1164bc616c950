"""Stories of whole games of automatic players, with undos, redos and new names in them."""

from functools import cache

from companion.play.acts import Start
from companion.rules.editions import Rules
from companion.story import Story, tell_story
from tests.kit import NAMES, new_game, title_of
from tests.table.games.test_export import evening


def story_of(rules: Rules, seed: str = "story") -> Story:
    return _story(title_of(rules), seed, rules)


@cache
def _story(title: str, seed: str, rules: Rules) -> Story:
    played = evening(Start(new_game(rules, NAMES)), f"{title} {seed}")
    timeline = played.timeline
    return tell_story(timeline.start, timeline.moves, timeline.game)
