"""Whole screens, one in each file: the table, the list of games, a new game, the log, help and others."""
