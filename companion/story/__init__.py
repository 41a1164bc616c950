"""The story of a game, from its events alone: money, worth, landings, turning points, dice. Pure, like the rules."""

from companion.story.course import Story, tell_story

__all__ = ["Story", "tell_story"]
