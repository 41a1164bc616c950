"""The table: the one writer of a game, and everything that screens and devices hear of it."""
