"""The game record: a game, or a position and what follows, as text that people read and the program runs."""
