"""The sensed board against the game. Pure."""
