"""Whole screens: the table, the list of games, a new game, the log, help. Each is one file."""
