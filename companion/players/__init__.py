"""Automatic players, dice and shuffles: everything that leaves something to chance."""
