"""A game in play, with no clock, no disk and no screen. Pure."""
